package operate_test

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
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
	for name, args := range map[string][]string{"a start without a secret": key,
		"a start with another": append(key[:len(key):len(key)], "--client-secret", "the-second-secret")} {
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

// TestPasswordsAreOffUnlessAllowedTwice wants the password grant to be refused by what a start and
// the tools make, until workspace and client both allow it; each refusal says what is to be done.
func TestPasswordsAreOffUnlessAllowedTwice(t *testing.T) {
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--password-grant=false")...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	s.Operate(false, "", "workspace", "add", "audit")
	s.Operate(false, "Str0ng-enough\n", "user", "add", "--workspace", "audit", "mira")
	want := func(ws, client, secret string, status int, says string) {
		t.Helper()
		form := url.Values{"grant_type": {"password"}, "client_id": {client}, "username": {"mira"}, "password": {"Str0ng-enough"}}
		if secret != "" {
			form.Set("client_secret", secret)
		}
		got, body := s.FetchToken(ws, form)
		description, _ := body["error_description"].(string)
		if got != status || !strings.Contains(description, says) || status == 400 && body["error"] != "unauthorized_client" {
			t.Errorf("%s in %s: got %d %v, want %d with %q", client, ws, got, body, status, says)
		}
	}
	want("demo", "docket-cli", "", 400, "docket workspace set --password-grant demo")
	s.Operate(false, "", "workspace", "set", "--password-grant", "demo")
	want("demo", "docket-cli", "", 400, "docket client set --password-grant docket-cli")
	s.Operate(false, "", "client", "set", "--password-grant", "docket-cli")
	want("demo", "docket-cli", "", 200, "")
	s.Operate(false, "", "client", "set", "--no-password-grant", "docket-cli")
	want("demo", "docket-cli", "", 400, "docket client set")

	secret := s.Operate(false, "", "client", "add", "--workspace", "audit", "--password-grant", "app")
	secret = secret[strings.LastIndexByte(secret, '\n')+1:] // behind the hint
	want("audit", "app", secret, 400, "docket workspace set --password-grant audit")
	s.Operate(false, "", "workspace", "set", "--password-grant", "audit")
	want("audit", "app", secret, 200, "")

	s.Stop()
	s.Args = s.Args[:len(s.Args)-1] // allowed for what a start makes, which it does not here
	s.Start()
	want("demo", "docket-cli", "", 400, "docket client set")
	s.ExpectParts(s.Log.String(), "the password grant stays off")
}

// TestServiceAccountsByTool signs a program in without a person, and wants its account to be one
// like others: with roles, named in histories, listed, and disabled.
func TestServiceAccountsByTool(t *testing.T) {
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "ADMIN")
	mira := s.SignIn("mira", "Str0ng-enough")
	secret := s.Operate(false, "", "client", "add", "--service-account", "--roles", "MANAGER", "importer")
	signIn := func(status int, code string) *servicetest.Caller {
		t.Helper()
		got, body := s.FetchToken("demo", url.Values{"grant_type": {"client_credentials"}, "client_id": {"importer"},
			"client_secret": {secret}})
		if errorCode, _ := body["error"].(string); got != status || errorCode != code {
			t.Fatalf("got %d %v, want %d %s", got, body, status, code)
		}
		token, _ := body["access_token"].(string)
		return &servicetest.Caller{T: t, Service: s, Token: token}
	}
	robot := signIn(200, "")
	var list struct {
		Users []struct {
			ID, Username   string
			Roles          []string
			ServiceAccount *bool
		}
	}
	robot.Want(200, "GET", "/api/users", nil).Decode(t, &list)
	if len(list.Users) != 2 || list.Users[0].ServiceAccount != nil || list.Users[1].Username != "service-account-importer" ||
		list.Users[1].ServiceAccount == nil || !*list.Users[1].ServiceAccount || strings.Join(list.Users[1].Roles, " ") != "MANAGER" {
		t.Fatalf("got %+v, want a person, and service-account-importer as MANAGER", list)
	}
	id := list.Users[1].ID
	robot.ExpectFailure(403, "Access denied", "GET", "/api/audit/events", "", nil)
	mira.ExpectRefusal(409, "A service account has no password: its client signs in with the secret of the client",
		"POST", "/api/users/"+id+"/password", `{"newPassword":"Str0ng-enough"}`)
	s.ExpectParts(s.Operate(true, "Str0ng-enough\n", "user", "password", "service-account-importer"), "has no password")
	s.ExpectParts(string(mira.Want(200, "GET", "/api/audit/events?actor=service-account-importer", nil).Body),
		"service-account-importer signed in")
	s.ExpectParts(s.Operate(false, "", "user", "list"), "(service account)")
	s.ExpectParts(s.Operate(false, "", "client", "list"), "(acts as service-account-importer, MANAGER)")

	s.Operate(false, "", "client", "set", "--service-account", "--roles", "USER", "importer")
	robot.Want(200, "GET", "/api/users/"+id, nil).Decode(t, &list.Users[1])
	if strings.Join(list.Users[1].Roles, " ") != "USER" {
		t.Errorf("after the change: %+v, want USER", list.Users[1])
	}
	mira.Want(200, "PUT", "/api/users/"+id, map[string]any{"active": false})
	robot.ExpectFailure(401, "The account is disabled", "GET", "/api/users", "", nil)
	signIn(400, "invalid_grant")
	mira.Want(200, "PUT", "/api/users/"+id, map[string]any{"active": true})
	robot = signIn(200, "")
	s.Operate(false, "", "client", "remove", "importer")
	robot.ExpectFailure(401, "The account is disabled", "GET", "/api/users", "", nil)
	signIn(401, "invalid_client")

	secret = s.Operate(false, "", "client", "add", "--service-account", "importer") // the same account again
	signIn(200, "").Want(200, "GET", "/api/users/"+id, nil)
	s.Operate(false, "", "client", "set", "--no-service-account", "importer")
	signIn(400, "unauthorized_client")
	s.Operate(false, "", "user", "add", "--no-password", "service-account-other")
	s.ExpectParts(s.Operate(true, "", "client", "add", "--service-account", "other"), "The account service-account-other is a person's")
	s.ExpectParts(s.Operate(true, "", "client", "add", "--public", "--service-account", "phone"), "a public client has no secret")
	s.ExpectParts(s.Operate(true, "", "client", "add", "--roles", "USER", "phone"), "add --service-account")
	s.Operate(false, "", "client", "add", "--public", "phone")
	s.ExpectParts(s.Operate(true, "", "client", "set", "--service-account", "phone"), "docket client secret phone")
	s.ExpectParts(s.Operate(true, "", "client", "set", "--require-pkce", "nobody"), "there is no client nobody")
}
