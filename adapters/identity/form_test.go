package identity_test

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// Whatever is sent to the token endpoint, the answer is a client error with an
// OAuth error object, and never a token.
func FuzzTokenForm(f *testing.F) {
	f.Add("grant_type=password&client_id=app&client_secret=s3cret&username=mira&password=x")
	f.Add("grant_type=refresh_token&client_id=app&client_secret=s3cret&refresh_token=%00")
	f.Add("a=%zz;&&=&client_id=app&client_id=app")
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, password) {
			return
		}
		w := newWorld(t)
		r := httptest.NewRequest("POST", oidc+"/token", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		a := w.do(r)
		if a.StatusCode < 400 || a.StatusCode > 499 || a.field("error") == "" {
			t.Errorf("%q: %d %s", body, a.StatusCode, a.body)
		}
	})
}
