package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// operate runs a command of operators on the data of a service, and gives what it
// printed; failing says whether it has to fail.
func (s *instance) operate(failing bool, in string, args ...string) string {
	s.t.Helper()
	command := append([]string{args[0], args[1], "--data", s.data}, args[2:]...)
	for i, a := range s.args {
		if a == "--postgres" || a == "--eventstore" || a == "--master-key-file" {
			command = append(command, a, s.args[i+1])
		}
	}
	cmd := docket(s.t.Context(), command...)
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.CombinedOutput()
	if (err != nil) != failing {
		s.t.Fatalf("docket %s: %v %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (s *instance) has(out string, parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if !strings.Contains(out, p) {
			s.t.Errorf("no %q in %s", p, out)
		}
	}
}

// TestOperatorsTools uses the tools beside a running service.
func TestOperatorsTools(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		usersByTool(s)
		clientsByTool(s)
		workspacesByTool(s)
		keysByTool(s)
		noScandal(t, s)
	})
}

func usersByTool(s *instance) {
	s.t.Helper()
	id := s.operate(false, "Str0ng-enough\n", "user", "add", "--roles", "USER", "--email", "ben@example.org", "Ben")
	s.has(s.operate(true, "Str0ng-enough\n", "user", "add", "BEN"), "Username already exists")
	s.has(s.operate(true, "weak\n", "user", "add", "ann"), "The password does not meet the rules")
	s.has(s.operate(true, "", "user", "add", "ann"), "the password is read from standard input")
	s.operate(false, "", "user", "add", "--no-password", "ann")
	s.has(s.operate(true, "Str0ng-enough\n", "user", "add", "--workspace", "nowhere", "ann"), "docket workspace add nowhere")
	ben := s.as("ben", "Str0ng-enough")
	s.operate(false, "", "user", "update", "--roles", "ADMIN,USER", "--last-name", "Kay", "ben")
	ben.want(200, "GET", "/api/audit/events", nil)
	var all []struct {
		ID, Username, LastName, Email string
		Roles                         []string
		Active                        bool
	}
	if err := json.Unmarshal([]byte(s.operate(false, "", "user", "list", "--json")), &all); err != nil || len(all) != 2 || all[1].ID != id ||
		all[1].LastName != "Kay" || all[1].Email != "ben@example.org" || strings.Join(all[1].Roles, " ") != "ADMIN USER" {
		s.t.Errorf("%+v %v", all, err)
	}
	s.has(s.operate(false, "", "user", "list"), "USERNAME", "ann", "Ben")
	s.operate(false, "Str0nger-now\n", "user", "password", "ben")
	ben.failed(401, "Authentication is required", "GET", "/api/downloads", "", nil)
	s.has(s.operate(true, "Str0ng-enough\n", "user", "password", "ben"), "none of the last three")
	s.operate(false, "", "user", "update", "--disable", "BEN")
	ben.failed(401, "The account is disabled", "GET", "/api/downloads", "", nil)
	s.operate(false, "", "user", "update", "--enable", "BEN")
	s.as("ben", "Str0nger-now").want(200, "GET", "/api/users", nil)
	s.has(s.operate(true, "", "user", "update", "--disable", "nobody"), "there is no account nobody")
	s.has(s.operate(true, "", "user", "list", "--workspace", "nowhere"), "there is no workspace nowhere")
}

// token asks for one at a workspace's endpoint.
func (s *instance) token(ws string, form url.Values) (status int, body map[string]any) {
	s.t.Helper()
	r, err := http.PostForm(s.base+"/auth/realms/"+ws+"/protocol/openid-connect/token", form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.t.Fatal(err)
	}
	return r.StatusCode, body
}

func clientsByTool(s *instance) {
	s.t.Helper()
	secret := s.operate(false, "", "client", "add", "--password-grant", "--redirect-uri", "https://app.example/cb", "--redirect-uri", "http://127.0.0.1:7/cb", "importer")
	form := url.Values{"grant_type": {"password"}, "client_id": {"importer"}, "client_secret": {secret}, "username": {"ben"}, "password": {"Str0nger-now"}}
	if status, body := s.token("demo", form); status != 200 {
		s.t.Errorf("with the new client: %d %v", status, body)
	}
	s.has(s.operate(true, "", "client", "add", "importer"), "replace it with --replace")
	if again := s.operate(false, "", "client", "add", "--replace", "importer"); again == secret || len(again) != 43 {
		s.t.Errorf("the secret after the replacement: %q", again)
	}
	if status, body := s.token("demo", form); status != 401 || body["error"] != "invalid_client" {
		s.t.Errorf("with the old secret: %d %v", status, body)
	}
	if out := s.operate(false, "", "client", "add", "--public", "--redirect-uri", "com.example.app:/cb", "phone"); out != "" {
		s.t.Errorf("a public client got %q", out)
	}
	s.has(s.operate(false, "", "client", "list"), "docket-cli", "phone", "com.example.app:/cb")
	if out := s.operate(false, "", "client", "list", "--json"); strings.Contains(out, secret) {
		s.t.Error("a secret is shown")
	}
	s.operate(false, "", "client", "remove", "importer")
	s.has(s.operate(true, "", "client", "remove", "importer"), "there is no client importer")
	for _, address := range []string{"/cb", "https://a.example/#x", "javascript:alert(1)", "https:///cb", "https://u@a.example/"} {
		s.operate(true, "", "client", "add", "--redirect-uri", address, "x")
	}
	s.has(s.operate(true, "", "client", "add", "a b"), "the id of a client")
}

func workspacesByTool(s *instance) {
	s.t.Helper()
	s.operate(false, "", "workspace", "add", "--retention", "24", "--algorithm", "ES256", "audit")
	s.has(s.operate(true, "", "workspace", "add", "audit"), "the workspace exists")
	s.has(s.operate(true, "", "workspace", "add", "Not-a-name"), "1 to 32 lower-case letters and digits")
	s.has(s.operate(true, "", "workspace", "add", "--access-lifetime", "1s", "fast"), "access lifetime must be between")
	s.has(s.operate(true, "", "workspace", "set", "--code-lifetime", "1500ms", "audit"), "no whole number of seconds")
	s.has(s.operate(true, "", "workspace", "set", "--retention", "1", "nowhere"), "there is no workspace nowhere")
	s.operate(false, "Str0ng-enough\n", "user", "add", "--workspace", "audit", "--roles", "ADMIN", "ben")
	secret := s.operate(false, "", "client", "add", "--workspace", "audit", "--password-grant", "app")
	s.operate(false, "", "workspace", "set", "--access-lifetime", "60s", "--refresh-lifetime", "2m", "audit")
	form := url.Values{"grant_type": {"password"}, "client_id": {"app"}, "client_secret": {secret}, "username": {"ben"}, "password": {"Str0ng-enough"}}
	status, body := s.token("audit", form)
	if status != 200 || body["expires_in"] != 60. || body["refresh_expries_in"] != 120. {
		s.t.Errorf("%d %v", status, body)
	}
	(&caller{s.t, s, body["access_token"].(string)}).want(200, "GET", "/api/users", nil)
	s.operate(false, "", "workspace", "set", "--no-password-grant", "--refresh-grace", "30s", "audit")
	if status, body := s.token("audit", form); status != 400 || body["error"] != "unauthorized_client" {
		s.t.Errorf("%d %v", status, body)
	}
	s.has(s.operate(false, "", "workspace", "list"), "demo", "96 h", "default", "audit", "24 h", "access 1m0s, refresh 2m0s, grace 30s, no password grant, ES256")
	s.operate(false, "", "workspace", "set", "--issuer", "https://id.example/realms/x", "audit")
	s.has(s.operate(true, "", "workspace", "set", "--issuer", "https://id.example/realms/x", "demo"), "the workspace audit trusts that issuer already")
	if status, body := s.token("audit", form); status != 404 || body["error"] != "invalid_request" {
		s.t.Errorf("%d %v", status, body)
	}
	s.has(s.operate(true, "", "keys", "rotate", "--workspace", "audit"), "trusts another issuer")
	s.has(s.operate(true, "", "user", "update", "--workspace", "audit", "--disable", "ben"), "Users are managed by the identity provider")
	s.operate(false, "", "workspace", "set", "--issuer", "", "--password-grant", "audit")
	if status, body := s.token("audit", form); status != 200 {
		s.t.Errorf("%d %v", status, body)
	}
}

func keysByTool(s *instance) {
	s.t.Helper()
	ben := s.as("ben", "Str0nger-now")
	s.operate(false, "", "keys", "rotate")
	if out := s.operate(false, "", "keys", "list"); strings.Count(out, "RS256") != 2 {
		s.t.Error(out)
	}
	ben.want(200, "GET", "/api/users", nil)
	s.operate(false, "", "workspace", "set", "--algorithm", "ES256", "demo")
	s.has(s.operate(false, "", "keys", "list"), "ES256", "RS256")
	s.operate(false, "", "workspace", "set", "--algorithm", "ES256", "demo")
	s.operate(false, "", "keys", "rotate", "--revoke")
	var keys []struct{ ID, Algorithm string }
	if err := json.Unmarshal([]byte(s.operate(false, "", "keys", "list", "--json")), &keys); err != nil || len(keys) != 1 || keys[0].Algorithm != "ES256" {
		s.t.Errorf("%+v %v", keys, err)
	}
}
