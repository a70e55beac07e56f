package identity_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// Issuers put roles into claims of their own, and workspaces say which, and what names stand for.
func TestRolesFromClaimsOfTheIssuersChoice(t *testing.T) {
	for _, row := range []struct {
		name    string
		signIn  workspace.SignIn
		claims  []any // beside those of Keycloak
		want    string
		message string
	}{
		{"Keycloak", workspace.SignIn{}, nil, "MANAGER", ""},
		{"Keycloak, roles of a client", workspace.SignIn{RolesClaim: "resource_access.docket.api.roles"},
			[]any{"resource_access", map[string]any{"docket.api": map[string]any{"roles": []string{"ADMIN"}}}}, "ADMIN", ""},
		{"Entra", workspace.SignIn{RolesClaim: "roles"}, []any{"roles", []string{"USER", "AUDITOR"}}, "USER AUDITOR", ""},
		{"Okta", workspace.SignIn{RolesClaim: "groups", RoleMapping: "docket managers=MANAGER, docket-it=ADMIN,docket-it=USER"},
			[]any{"groups", []string{"Everyone", "docket-it", "ADMIN"}}, "ADMIN USER", ""},
		{"Auth0", workspace.SignIn{RolesClaim: "https://docket.example/roles"},
			[]any{"https://docket.example/roles", []string{"USER_ADMIN"}}, "USER_ADMIN", ""},
		{"one role as a text", workspace.SignIn{RolesClaim: "role"}, []any{"role", "MANAGER USER"}, "MANAGER USER", ""},
		{"a name that is a role counts for nothing beside a mapping", workspace.SignIn{RoleMapping: "boss=ADMIN"}, nil, "",
			"The account is disabled"},
		{"no such claim", workspace.SignIn{RolesClaim: "groups"}, nil, "",
			"The token does not tell roles: let the identity provider add the claim groups"},
		{"a claim below a text", workspace.SignIn{RolesClaim: "scope.roles"}, nil, "",
			"The token does not tell roles: let the identity provider add the claim scope.roles"},
		{"a number", workspace.SignIn{RolesClaim: "roles"}, []any{"roles", 7}, "", "The account is disabled"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := newAbroad(t)
			row.signIn.Issuer = w.keycloak.Issuer
			if err := (workspace.Settings{SignIn: row.signIn}).Check(); err != nil {
				t.Fatal(err)
			}
			w.memory.Trusts[w.keycloak.Issuer] = identity.TrustOf("legal", row.signIn)
			p, err := w.server.Verify(t.Context(), w.access(row.claims...))
			var told *domain.Fault
			switch {
			case row.message == "" && (err != nil || sorted(strings.Join(p.Roles, " ")) != sorted(row.want)):
				t.Errorf("got %v, %v, want %s", p.Roles, err, row.want)
			case row.message != "" && (!errors.As(err, &told) || told.Message != row.message):
				t.Errorf("got %v, want %s", err, row.message)
			}
		})
	}
}

func sorted(words string) string {
	return strings.Join(slices.Sorted(slices.Values(strings.Fields(words))), " ")
}

// Why a token is refused stands in the log, once a minute for each reason, and not in the answer.
func TestReasonsOfRefusalsAreInTheLog(t *testing.T) {
	w := newAbroad(t)
	for _, row := range []struct{ token, reason, found string }{
		{w.access("aud", "account"), "not for the audience", "account"},
		{w.access("typ", "ID"), "no access token", "ID"},
		{w.access("realm_access", map[string]any{"roles": []string{"boss"}}), "no role of Docket", "boss"},
		{w.access("realm_access", nil), "lacks the claim", "realm_access.roles"},
		{w.access("exp", w.clock().Add(-time.Hour).Unix()), "has expired", "2024-05-31T07:00:00Z"},
		{w.access("cnf", map[string]any{"jkt": "x"}), "bound to a key", ""},
		{w.access("sub", nil), "lacks one of the claims", ""},
		{w.access("iss", "https://elsewhere.example"), "no workspace trusts its issuer", "https://elsewhere.example"},
	} {
		w.log.Reset()
		for range 3 {
			_, err := w.server.Verify(t.Context(), row.token)
			var told *domain.Fault
			if !errors.As(err, &told) || strings.Contains(told.Message, row.reason) {
				t.Errorf("%s: got %v, want a fault that does not tell the reason", row.reason, err)
			}
		}
		if got := w.log.String(); strings.Count(got, row.reason) != 1 || !strings.Contains(got, row.found) || strings.Contains(got, "eyJ") {
			t.Errorf("got the log %q, want one line with %q and %q, and no token", got, row.reason, row.found)
		}
	}
	w.pass(time.Minute)
	w.log.Reset()
	if _, err := w.server.Verify(t.Context(), w.access("aud", "account")); err == nil || !strings.Contains(w.log.String(), `last line"=2`) {
		t.Errorf("a minute later: got %v and the log %q, want one more line that counts the two before", err, w.log)
	}
}

// What people who set an issuer up are told to change, and that nothing is to be changed when all is well.
func TestCheckIssuerSaysWhatToChange(t *testing.T) {
	for _, row := range []struct {
		name   string
		token  func(w *abroad) string
		check  string // that asks for a change, "" for none
		change string
	}{
		{"no token", func(*abroad) string { return "" }, "", ""},
		{"all is well", func(w *abroad) string { return w.access() }, "", ""},
		{"away", func(w *abroad) string { w.keycloak.SetAway(true); return "" }, "discovery", "/.well-known/openid-configuration answer"},
		{"audience", func(w *abroad) string { return w.access("aud", "account") }, "token", "a mapper of the kind Audience"},
		{"no roles", func(w *abroad) string { return w.access("realm_access", nil) }, "token", "--issuer-roles-claim"},
		{"other roles", func(w *abroad) string { return w.access("realm_access", map[string]any{"roles": []string{"boss"}}) },
			"roles", "--role-mapping"},
		{"algorithm", func(w *abroad) string { w.keycloak.RotateKey(w, "RS512"); return w.access() }, "token", "RS256"},
		{"ID token", func(w *abroad) string { return w.access("typ", "ID") }, "token", "neither the ID token"},
		{"another issuer", func(w *abroad) string {
			k := identitytest.NewKeycloak(w)
			return k.SignToken(w, k.Claims(w.subject, "mira", w.clock(), "ADMIN"))
		}, "token", "docket workspace set --issuer"},
		{"no token at all", func(*abroad) string { return "secret" }, "token", "docket workspace set --issuer"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := newAbroad(t)
			token := row.token(w)
			var changes []identity.IssuerCheck
			for _, c := range w.server.CheckIssuer(t.Context(), w.keycloak.Issuer, w.memory.Trusts[w.keycloak.Issuer], token).Checks {
				if c.Change != "" {
					changes = append(changes, c)
				}
				if c.Found == "" || token != "" && strings.Contains(c.Found, token) {
					t.Errorf("got %+v, want what was found, without the token", c)
				}
			}
			switch {
			case row.check == "" && len(changes) > 0:
				t.Errorf("got %+v, want no change", changes)
			case row.check != "" && (len(changes) != 1 || changes[0].Name != row.check || !strings.Contains(changes[0].Change, row.change)):
				t.Errorf("got %+v, want one change of %s with %q", changes, row.check, row.change)
			}
			if w.memory.Arrivals != 0 {
				t.Errorf("got %d accounts written, want none", w.memory.Arrivals)
			}
		})
	}
}
