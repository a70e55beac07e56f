package operate_test

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestOperatorsTools uses the tools beside a running service.
func TestOperatorsTools(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		usersByTool(s)
		clientsByTool(s)
		workspacesByTool(s)
		keysByTool(s)
		servicetest.CheckLog(t, s)
	})
}

func usersByTool(s *servicetest.Instance) {
	s.T.Helper()
	id := s.Operate(false, "Str0ng-enough\n", "user", "add", "--roles", "USER", "--email", "ben@example.org", "Ben")
	s.ExpectParts(s.Operate(true, "Str0ng-enough\n", "user", "add", "BEN"), "Username already exists")
	s.ExpectParts(s.Operate(true, "weak\n", "user", "add", "ann"), "The password does not meet the rules")
	s.ExpectParts(s.Operate(true, "", "user", "add", "ann"), "the password is read from standard input")
	s.Operate(false, "", "user", "add", "--no-password", "ann")
	s.ExpectParts(s.Operate(true, "Str0ng-enough\n", "user", "add", "--workspace", "nowhere", "ann"), "docket workspace add nowhere")
	ben := s.SignIn("ben", "Str0ng-enough")
	s.Operate(false, "", "user", "update", "--roles", "ADMIN,USER", "--last-name", "Kay", "ben")
	ben.Want(200, "GET", "/api/audit/events", nil)
	var all []struct {
		ID, Username, LastName, Email string
		Roles                         []string
		Active                        bool
	}
	if err := json.Unmarshal([]byte(s.Operate(false, "", "user", "list", "--json")), &all); err != nil || len(all) != 2 ||
		all[1].ID != id ||
		all[1].LastName != "Kay" || all[1].Email != "ben@example.org" || strings.Join(all[1].Roles, " ") != "ADMIN USER" {
		s.T.Errorf("got %+v %v, want two, the second ben@example.org with ADMIN and USER", all, err)
	}
	s.ExpectParts(s.Operate(false, "", "user", "list"), "USERNAME", "ann", "Ben")
	s.Operate(false, "Str0nger-now\n", "user", "password", "ben")
	ben.ExpectFailure(401, "Authentication is required", "GET", "/api/downloads", "", nil)
	s.ExpectParts(s.Operate(true, "Str0ng-enough\n", "user", "password", "ben"), "none of the last three")
	s.Operate(false, "", "user", "update", "--disable", "BEN")
	ben.ExpectFailure(401, "The account is disabled", "GET", "/api/downloads", "", nil)
	s.Operate(false, "", "user", "update", "--enable", "BEN")
	s.SignIn("ben", "Str0nger-now").Want(200, "GET", "/api/users", nil)
	s.ExpectParts(s.Operate(true, "", "user", "update", "--disable", "nobody"), "there is no account nobody")
	s.ExpectParts(s.Operate(true, "", "user", "list", "--workspace", "nowhere"), "there is no workspace nowhere; name one of demo")
}

func clientsByTool(s *servicetest.Instance) {
	s.T.Helper()
	secret := s.Operate(false, "", "client", "add", "--password-grant", "--redirect-uri", "https://app.example/cb",
		"--redirect-uri", "http://127.0.0.1:7/cb", "importer")
	form := url.Values{"grant_type": {"password"}, "client_id": {"importer"}, "client_secret": {secret}, "username": {"ben"},
		"password": {"Str0nger-now"}}
	if status, body := s.FetchToken("demo", form); status != 200 {
		s.T.Errorf("with the new client: %d %v, want 200", status, body)
	}
	s.ExpectParts(s.Operate(true, "", "client", "add", "importer"), "replace it with --replace")
	if again := s.Operate(false, "", "client", "add", "--replace", "importer"); again == secret || len(again) != 43 {
		s.T.Errorf("the secret after the replacement: %q, want again other than %v and len(again) = 43", again, secret)
	}
	if status, body := s.FetchToken("demo", form); status != 401 || body["error"] != "invalid_client" {
		s.T.Errorf(`with the old secret: %d %v, want status = 401 and body["error"] = invalid_client`, status, body)
	}
	if out := s.Operate(false, "", "client", "add", "--public", "--redirect-uri", "com.example.app:/cb", "phone"); out != "" {
		s.T.Errorf("a public client got %q, want nothing", out)
	}
	s.ExpectParts(s.Operate(false, "", "client", "list"), "docket-cli", "phone", "com.example.app:/cb")
	if out := s.Operate(false, "", "client", "list", "--json"); strings.Contains(out, secret) {
		s.T.Error("a secret is shown")
	}
	s.Operate(false, "", "client", "remove", "importer")
	s.ExpectParts(s.Operate(true, "", "client", "remove", "importer"), "there is no client importer")
	for _, address := range []string{"/cb", "https://a.example/#x", "javascript:alert(1)", "https:///cb", "https://u@a.example/"} {
		s.Operate(true, "", "client", "add", "--redirect-uri", address, "x")
	}
	s.ExpectParts(s.Operate(true, "", "client", "add", "a b"), "the id of a client")
}

func workspacesByTool(s *servicetest.Instance) {
	s.T.Helper()
	s.Operate(false, "", "workspace", "add", "--retention", "24", "--algorithm", "ES256", "--password-grant", "audit")
	s.ExpectParts(s.Operate(true, "", "workspace", "add", "audit"), "the workspace exists")
	s.ExpectParts(s.Operate(true, "", "workspace", "add", "Not-a-name"), "1 to 32 lower-case letters and digits")
	s.ExpectParts(s.Operate(true, "", "workspace", "add", "--access-lifetime", "1s", "fast"), "access lifetime must be between")
	s.ExpectParts(s.Operate(true, "", "workspace", "set", "--code-lifetime", "1500ms", "audit"), "no whole number of seconds")
	s.ExpectParts(s.Operate(true, "", "workspace", "set", "--retention", "1", "nowhere"), "there is no workspace nowhere")
	s.Operate(false, "Str0ng-enough\n", "user", "add", "--workspace", "audit", "--roles", "ADMIN", "ben")
	secret := s.Operate(false, "", "client", "add", "--workspace", "audit", "--password-grant", "app")
	s.Operate(false, "", "workspace", "set", "--access-lifetime", "60s", "--refresh-lifetime", "2m", "audit")
	form := url.Values{"grant_type": {"password"}, "client_id": {"app"}, "client_secret": {secret}, "username": {"ben"},
		"password": {"Str0ng-enough"}}
	status, body := s.FetchToken("audit", form)
	if status != 200 || body["expires_in"] != 60. || body["refresh_expries_in"] != 120. {
		s.T.Errorf(`%d %v, want status = 200, body["expires_in"] = 60. and body["refresh_expries_in"] = 120.`, status, body)
	}
	(&servicetest.Caller{T: s.T, Service: s, Token: body["access_token"].(string)}).Want(200, "GET", "/api/users", nil)
	s.Operate(false, "", "workspace", "set", "--no-password-grant", "--refresh-grace", "30s", "audit")
	if status, body := s.FetchToken("audit", form); status != 400 || body["error"] != "unauthorized_client" {
		s.T.Errorf(`%d %v, want status = 400 and body["error"] = unauthorized_client`, status, body)
	}
	s.ExpectParts(s.Operate(false, "", "workspace", "list"), "demo", "96 h", "default", "audit", "24 h",
		"access 1m0s, refresh 2m0s, grace 30s, no password grant, ES256")
	s.Operate(false, "", "workspace", "set", "--issuer", "https://id.example/realms/x", "audit")
	s.ExpectParts(s.Operate(true, "", "workspace", "set", "--issuer", "https://id.example/realms/x", "demo"),
		"the workspace audit trusts that issuer already")
	if status, body := s.FetchToken("audit", form); status != 404 || body["error"] != "invalid_request" {
		s.T.Errorf(`%d %v, want status = 404 and body["error"] = invalid_request`, status, body)
	}
	s.ExpectParts(s.Operate(true, "", "keys", "rotate", "--workspace", "audit"), "trusts another issuer")
	s.ExpectParts(s.Operate(true, "", "user", "update", "--workspace", "audit", "--disable", "ben"),
		"Users are managed by the identity provider")
	s.Operate(false, "", "workspace", "set", "--issuer", "", "--password-grant", "audit")
	if status, body := s.FetchToken("audit", form); status != 200 {
		s.T.Errorf("%d %v, want 200", status, body)
	}
}

func keysByTool(s *servicetest.Instance) {
	s.T.Helper()
	ben := s.SignIn("ben", "Str0nger-now")
	s.Operate(false, "", "keys", "rotate")
	if out := s.Operate(false, "", "keys", "list"); strings.Count(out, "RS256") != 2 {
		s.T.Error(out)
	}
	ben.Want(200, "GET", "/api/users", nil)
	s.Operate(false, "", "workspace", "set", "--algorithm", "ES256", "demo")
	s.ExpectParts(s.Operate(false, "", "keys", "list"), "ES256", "RS256")
	s.Operate(false, "", "workspace", "set", "--algorithm", "ES256", "demo")
	s.Operate(false, "", "keys", "rotate", "--revoke")
	var keys []struct{ ID, Algorithm string }
	if err := json.Unmarshal([]byte(s.Operate(false, "", "keys", "list", "--json")), &keys); err != nil || len(keys) != 1 ||
		keys[0].Algorithm != "ES256" {
		s.T.Errorf("%+v %v, want len(keys) = 1, keys[0].Algorithm = ES256 and no error", keys, err)
	}
}
