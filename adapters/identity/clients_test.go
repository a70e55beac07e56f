package identity_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A native application listens on whatever port is free; nothing else of an address is (RFC 8252).
func TestLoopbackAddressesMayHaveAnyPort(t *testing.T) {
	w := newWorld(t)
	registered := []string{"http://127.0.0.1/callback", "http://[::1]:1234/callback?x=1", "http://localhost/callback"}
	for i := range w.memory.Apps["demo"] {
		w.memory.Apps["demo"][i].RedirectURIs = append([]string{callback}, registered...)
	}
	for _, row := range []struct {
		client, address string
		taken           bool
	}{
		{"spa", "http://127.0.0.1/callback", true},
		{"spa", "http://127.0.0.1:51234/callback", true},
		{"spa", "http://[::1]:51234/callback?x=1", true},
		{"spa", "http://[::1]/callback?x=1", true},
		{"spa", "http://[::1]:51234/callback", false},
		{"spa", "http://127.0.0.1:51234/other", false},
		{"spa", "https://127.0.0.1:51234/callback", false},
		{"spa", "http://127.0.0.2:51234/callback", false},
		{"spa", "http://127.0.0.1.example:51234/callback", false},
		{"spa", "http://me@127.0.0.1:51234/callback", false},
		{"spa", "http://127.0.0.1:51234/callback#x", false},
		{"spa", "http://localhost:51234/callback", false},
		{"spa", "https://app.example:8443/cb", false},
		{"app", "http://127.0.0.1:51234/callback", false}, // has a secret, so it is no native application
		{"app", "http://127.0.0.1/callback", true},
	} {
		challenge := "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
		q := request("client_id", row.client, "redirect_uri", row.address, "code_challenge", challenge, "code_challenge_method", "S256")
		if a := w.get(oidc + "/auth?" + q.Encode()); (a.StatusCode == 200) != row.taken {
			t.Errorf("%s at %s: %d, want it taken: %v", row.client, row.address, a.StatusCode, row.taken)
		}
	}
}

// Whoever guesses at the secret of a client is slowed down, at the own address alone.
func TestWrongClientSecretsAreSlowedDown(t *testing.T) {
	for _, client := range []string{"app", "nobody"} {
		w := newWorld(t)
		try := func(address, secret string) answer {
			f := url.Values{"client_id": {client}, "client_secret": {secret}, "grant_type": {"x"}}
			r := httptest.NewRequest("POST", oidc+"/token", strings.NewReader(f.Encode()))
			r.RemoteAddr = address
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return w.do(r)
		}
		for range 5 {
			w.want(try("192.0.2.1:1", "wrong"), 401, "invalid_client")
		}
		a := try("192.0.2.1:1", "s3cret")
		w.want(a, 429, "temporarily_unavailable")
		if a.Header.Get("Retry-After") != "1" || !strings.Contains(a.body, "wrong client secrets") {
			t.Errorf(`%v %s, want a.Header.Get("Retry-After") = 1 and a.body with wrong client secrets`, a.Header, a.body)
		}
		if client == "app" {
			w.want(try("192.0.2.2:1", "s3cret"), 400, "unsupported_grant_type")
			w.pass(2 * time.Second)
			w.want(try("192.0.2.1:1", "s3cret"), 400, "unsupported_grant_type") // which clears
			for range 4 {
				w.want(try("192.0.2.1:1", "wrong"), 401, "invalid_client")
			}
			w.want(try("192.0.2.1:1", "s3cret"), 400, "unsupported_grant_type")
		}
	}
}
