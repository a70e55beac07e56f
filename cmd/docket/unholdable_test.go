package main

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// TestTextThatNoColumnHolds asks for names with a NUL, or that are no UTF-8:
// PostgreSQL takes neither, and whoever has no account can send both.
func TestTextThatNoColumnHolds(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "ADMIN")
		secret := s.operate(false, "", "client", "add", "--password-grant", "app")
		oidc := s.base + "/auth/realms/demo/protocol/openid-connect"
		for _, odd := range []string{"a\x00", "\xff"} {
			form := func(id, secret, name string) url.Values {
				return url.Values{"client_id": {id}, "client_secret": {secret}, "grant_type": {"password"}, "username": {name}, "password": {"x"}}
			}
			s.posts(t, oidc+"/token", form(odd, "x", "mira"), 401)
			s.posts(t, oidc+"/token", form("app", secret, odd), 400)
			s.posts(t, oidc+"/auth?client_id="+url.QueryEscape(odd), nil, 400)
		}
		part := base64.RawURLEncoding.EncodeToString
		token := part([]byte(`{"alg":"RS256"}`)) + "." + part([]byte(`{"iss":"\u0000"}`)) + ".AA"
		(&caller{t, s, token}).failed(401, "Authentication is required", "GET", "/api/downloads", "", nil)
		c := s.as("mira", "Str0ng-enough")
		c.want(200, "GET", "/api/audit/events?actor=a%00&type=a%00&type=%ff.", nil)
		noScandal(t, s)
	})
}

func (s *instance) posts(t *testing.T, address string, f url.Values, want int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(f.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != want {
		t.Errorf("%s %q: %s, want %d", address, f, a.Status, want)
	}
}
