package service_test

import (
	"encoding/base64"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestTextThatNoColumnHolds asks for names with a NUL, or that are no UTF-8:
// PostgreSQL takes neither, and whoever has no account can send both.
func TestTextThatNoColumnHolds(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "ADMIN")
		secret := s.Operate(false, "", "client", "add", "--password-grant", "app")
		oidc := s.Base + "/auth/realms/demo/protocol/openid-connect"
		for _, odd := range []string{"a\x00", "\xff"} {
			form := func(id, secret, name string) url.Values {
				return url.Values{"client_id": {id}, "client_secret": {secret}, "grant_type": {"password"}, "username": {name},
					"password": {"x"}}
			}
			s.PostForm(t, oidc+"/token", form(odd, "x", "mira"), 401)
			s.PostForm(t, oidc+"/token", form("app", secret, odd), 400)
			s.PostForm(t, oidc+"/auth?client_id="+url.QueryEscape(odd), nil, 400)
		}
		part := base64.RawURLEncoding.EncodeToString
		token := part([]byte(`{"alg":"RS256"}`)) + "." + part([]byte(`{"iss":"\u0000"}`)) + ".AA"
		(&servicetest.Caller{T: t, Service: s, Token: token}).ExpectFailure(401, "Authentication is required", "GET",
			"/api/downloads", "", nil)
		c := s.SignIn("mira", "Str0ng-enough")
		c.Want(200, "GET", "/api/audit/events?actor=a%00&type=a%00&type=%ff.", nil)
		servicetest.CheckLog(t, s)
	})
}
