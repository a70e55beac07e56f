package service_test

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestExternalIssuer lets people of a workspace come with tokens of another issuer,
// by configuration only. The issuer is one of our own, which signs as Keycloak does.
func TestExternalIssuer(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		k := identitytest.NewKeycloak(t)
		s.Operate(false, "", "workspace", "add", "--issuer", k.Issuer, "--audience", "docket-api", "legal")
		subject := uuid.NewString()
		issued := time.Now().Add(-time.Minute)
		token := func(roles ...string) string {
			issued = issued.Add(time.Second)
			return k.SignToken(t, k.Claims(subject, "mira", time.Now(), roles...), "aud", []string{"docket-api"}, "iat", issued.Unix())
		}
		older := &servicetest.Caller{T: t, Service: s, Token: token("ADMIN", "MANAGER")}
		ada := &servicetest.Caller{T: t, Service: s, Token: token("ADMIN")}
		var all struct{ Users []person }
		ada.Want(200, "GET", "/api/users", nil).Decode(t, &all)
		if len(all.Users) != 1 || all.Users[0].ID != subject || all.Users[0].Username != "mira" ||
			!slices.Equal(all.Users[0].Roles, []string{"ADMIN"}) {
			t.Errorf(`got %+v, want len(all.Users) = 1, all.Users[0].ID = %v, all.Users[0].Username = mira and `+
				`all.Users[0].Roles = {"ADMIN"}`, all, subject)
		}
		expectManaged(t, ada, subject)
		issuesNothing(t, s)
		limited := &servicetest.Caller{T: t, Service: s, Token: token("USER")}
		limited.Want(200, "GET", "/api/dossier-templates", nil)
		for range 2 { // each token does what it says, whatever came before it
			limited.ExpectFailure(403, "Access denied", "GET", "/api/audit/events", "", nil)
			ada.Want(200, "GET", "/api/audit/events", nil)
			ada.ExpectFailure(403, "Access denied", "GET", "/api/dossiers", "", nil)
			older.Want(200, "GET", "/api/dossiers", nil)
		}
		wantOwnRoles(t, limited, "USER")
		wantOwnRoles(t, older, "ADMIN", "MANAGER")
		ada.Want(200, "GET", "/api/users", nil).Decode(t, &all)
		if !slices.Equal(all.Users[0].Roles, []string{"ADMIN", "MANAGER", "USER"}) {
			t.Errorf("the account has %v, want the roles of all tokens that are valid", all.Users[0].Roles)
		}
		park := k.SignToken(t, k.Claims(uuid.NewString(), "mi\x00ra", time.Now(), "ADMIN"), "aud", []string{"docket-api"})
		(&servicetest.Caller{T: t, Service: s, Token: park}).ExpectFailure(401,
			"The account at the identity provider cannot be used: username must not contain control characters", "GET",
			"/api/users", "", nil)
		none := &servicetest.Caller{T: t, Service: s, Token: token("offline_access")}
		none.ExpectFailure(401, "The account is disabled", "GET", "/api/users", "", nil)
		(&servicetest.Caller{T: t, Service: s, Token: token("MANAGER")}).Want(200, "GET", "/api/users/"+subject, nil)
		wrong := k.SignToken(t, k.Claims(subject, "mira", time.Now(), "ADMIN")) // for somebody else
		(&servicetest.Caller{T: t, Service: s, Token: wrong}).ExpectFailure(401, "Authentication is required", "GET", "/api/users", "", nil)
		signsOut(t, s, k, subject)
		s.Operate(false, "", "workspace", "set", "--issuer", "", "legal")
		(&servicetest.Caller{T: t, Service: s, Token: token("ADMIN")}).ExpectFailure(401, "Authentication is required", "GET",
			"/api/users", "", nil)
		servicetest.CheckLog(t, s)
	})
}

// TestSubjectsOfOneNameAreTwoAccounts whatever the issuer calls them, as when a name is given to somebody new: neither gets, nor
// is named in the place of, what belongs to the other.
func TestSubjectsOfOneNameAreTwoAccounts(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		k := identitytest.NewKeycloak(t)
		s.Operate(false, "", "workspace", "add", "--issuer", k.Issuer, "--audience", "docket-api", "legal")
		issued := time.Now().Add(-time.Minute)
		come := func(subject, name string, roles ...string) *servicetest.Caller {
			issued = issued.Add(time.Second) // of two tokens the later one tells the name
			token := k.SignToken(t, k.Claims(subject, name, time.Now(), roles...), "aud", []string{"docket-api"}, "iat", issued.Unix())
			return &servicetest.Caller{T: t, Service: s, Token: token}
		}
		former, later := uuid.NewString(), uuid.NewString()
		first := come(former, "mira", "ADMIN")
		for _, name := range []string{"mira", "Mira", "MIRA", "mira"} {
			second := come(later, name, "MANAGER")
			var me struct{ ID string }
			if second.Want(200, "GET", "/api/me", nil).Decode(t, &me); me.ID != later {
				t.Errorf("%s: got the account %s, want %s", name, me.ID, later)
			}
			second.Want(403, "GET", "/api/audit/events", nil)
			first.Want(200, "GET", "/api/audit/events", nil)
		}
		var all struct{ Users []person }
		first.Want(200, "GET", "/api/users", nil).Decode(t, &all)
		var ids []string
		for _, u := range all.Users {
			if u.Username == "mira" {
				ids = append(ids, u.ID)
			}
		}
		if slices.Sort(ids); !slices.Equal(ids, slices.Sorted(slices.Values([]string{former, later}))) {
			t.Errorf("got the accounts %v called mira, want %s and %s", ids, former, later)
		}
		come(former, "mira").Want(401, "GET", "/api/me", nil)
		come(later, "mira", "MANAGER").Want(200, "GET", "/api/me", nil)
		servicetest.CheckLog(t, s)
	})
}

// signsOut has the issuer tell that a session ended, of which a token was good until then.
func signsOut(t *testing.T, s *servicetest.Instance, k *identitytest.Keycloak, subject string) {
	t.Helper()
	claims := k.Claims(subject, "mira", time.Now(), "ADMIN")
	caller := &servicetest.Caller{T: t, Service: s, Token: k.SignToken(t, claims, "aud", []string{"docket-api"})}
	caller.Want(200, "GET", "/api/me", nil)
	logout := k.SignTyped(t, "logout+jwt", map[string]any{"iss": k.Issuer, "aud": "docket-console", "iat": time.Now().Unix(),
		"jti": uuid.NewString(), "sub": subject, "sid": claims["sid"],
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})
	for _, want := range []int{200, 400} { // a token counts once
		r, err := http.PostForm(s.Base+"/auth/realms/legal/backchannel-logout", url.Values{"logout_token": {logout}})
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("a logout token: got %d %s, want %d", r.StatusCode, body, want)
		}
	}
	caller.ExpectFailure(401, "Authentication is required", "GET", "/api/me", "", nil)
}

// wantOwnRoles wants a token to be told of these roles.
func wantOwnRoles(t *testing.T, c *servicetest.Caller, roles ...string) {
	t.Helper()
	var me struct{ Roles []string }
	if c.Want(200, "GET", "/api/me", nil).Decode(t, &me); !slices.Equal(me.Roles, roles) {
		t.Errorf("got the roles %v, want %v", me.Roles, roles)
	}
}

func expectManaged(t *testing.T, ada *servicetest.Caller, subject string) {
	t.Helper()
	const message = "Users are managed by the identity provider"
	for path, body := range map[string]string{"POST /api/users": `{"username":"ben"}`, "PUT /api/users/" + subject: `{"firstName":"M"}`,
		"POST /api/users/" + subject + "/password": `{"newPassword":"Str0ng-enough","currentPassword":"x"}`} {
		method, path, _ := strings.Cut(path, " ")
		ada.ExpectFailure(409, message, method, path, "application/json", strings.NewReader(body))
	}
}

// issuesNothing wants that no endpoint of the service's own knows the workspace.
func issuesNothing(t *testing.T, s *servicetest.Instance) {
	t.Helper()
	for _, path := range []string{".well-known/openid-configuration", "protocol/openid-connect/certs",
		"protocol/openid-connect/auth?client_id=docket-cli",
		"protocol/openid-connect/token", "protocol/openid-connect/userinfo", "protocol/openid-connect/logout",
		"protocol/openid-connect/revoke"} {
		for _, base := range []string{"/auth/realms/legal/", "/realms/legal/"} {
			r, err := http.Get(s.Base + base + path)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(r.Body)
			_ = r.Body.Close()
			if r.StatusCode != 404 || !strings.Contains(string(body), `"error":"invalid_request"`) {
				t.Errorf(`%s%s: %d %s, want r.StatusCode = 404 and string(body) with "error":"invalid_request"`, base, path,
					r.StatusCode, body)
			}
		}
	}
}

// TestAnIssuerIsSetUpByItsChecks follows what check-issuer says, from a token that is refused to one that signs in, with roles
// that the issuer calls otherwise.
func TestAnIssuerIsSetUpByItsChecks(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	k := identitytest.NewKeycloak(t)
	subject, now := uuid.NewString(), time.Now()
	token := k.SignToken(t, k.Claims(subject, "mira", now), "aud", "docket-api", "groups", []string{"docket-it"}, "realm_access", nil)
	caller := &servicetest.Caller{T: t, Service: s, Token: token}
	const refused = "Authentication is required"

	s.ExpectParts(s.Operate(true, "", "workspace", "add", "--issuer", "http://id.example/realms/docket", "legal"), "--insecure-issuer")
	s.Operate(false, "", "workspace", "add", "--issuer", "http://id.example/realms/docket", "--insecure-issuer", "legal")
	s.Operate(false, "", "workspace", "set", "--issuer", k.Issuer, "legal")
	s.ExpectParts(s.Operate(false, "", "workspace", "check-issuer", "legal"), "discovery", "keys", "RSA")
	s.ExpectParts(s.Operate(true, token+"\n", "workspace", "check-issuer", "--token", "legal"), "a mapper of the kind Audience",
		"--audience")
	caller.ExpectFailure(401, refused, "GET", "/api/users", "", nil)
	s.Operate(false, "", "workspace", "set", "--audience", "docket-api", "legal")
	s.ExpectParts(s.Operate(true, token+"\n", "workspace", "check-issuer", "--token", "legal"), "--issuer-roles-claim")
	s.Operate(false, "", "workspace", "set", "--issuer-roles-claim", "groups", "legal")
	s.ExpectParts(s.Operate(true, token+"\n", "workspace", "check-issuer", "--token", "legal"), "--role-mapping", "docket-it")
	caller.ExpectFailure(401, "The account is disabled", "GET", "/api/users", "", nil)
	s.ExpectParts(s.Operate(true, "", "workspace", "set", "--role-mapping", "docket-it=KING", "legal"), "maps no name to a role")
	s.Operate(false, "", "workspace", "set", "--role-mapping", "docket-it=ADMIN", "legal")
	s.ExpectParts(s.Operate(false, token+"\n", "workspace", "check-issuer", "--token", "legal"), "which is ADMIN")
	caller.Want(200, "GET", "/api/users", nil)
	s.ExpectParts(s.Operate(true, "", "workspace", "check-issuer", "demo"), "trusts no other issuer")
	s.ExpectParts(s.Log.String(), "a token of another issuer is refused", "it is not for the audience of the workspace")
	servicetest.CheckLog(t, s)
}
