package operate_test

import (
	"net/url"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// TestClientSecretsAreKept wants no start to change the secret of a client: not one without
// the flag, and not one with another secret.
func TestClientSecretsAreKept(t *testing.T) {
	key := servicetest.NewMasterKey(t)
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(key, "--client-secret", "the-first-secret")...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	want := func(when, secret string, status int) {
		t.Helper()
		form := url.Values{"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {"mira"}, "password": {"Str0ng-enough"}}
		if secret != "" {
			form.Set("client_secret", secret)
		}
		if got, _ := s.RequestToken(form); got != status {
			t.Errorf("%s, with the secret %q: got %d, want %d", when, secret, got, status)
		}
	}
	want("registered", "the-first-secret", 200)
	for name, args := range map[string][]string{"a start without a secret": key, "a start with another": append(key[:len(key):len(key)], "--client-secret", "the-second-secret")} {
		s.Stop()
		s.Args = args
		s.Start()
		want(name, "", 401)
		want(name, "the-second-secret", 401)
		want(name, "the-first-secret", 200)
	}
	made := s.Operate(false, "", "client", "secret", "docket-cli")
	want("after docket client secret", "the-first-secret", 401)
	want("after docket client secret", made, 200)
	s.Operate(false, "chosen-by-somebody\n", "client", "secret", "--from-stdin", "docket-cli")
	want("after a chosen one", "chosen-by-somebody", 200)
	s.ExpectParts(s.Operate(true, "short\n", "client", "secret", "--from-stdin", "docket-cli"), "fewer than 12 characters")
	s.ExpectParts(s.Operate(true, "", "client", "secret", "nobody"), "there is no client nobody")
}
