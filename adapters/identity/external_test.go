package identity_test

import (
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/identitytest"
	"github.com/seed-62a36931/docket/domain"
)

// abroad is a world whose workspace "legal" trusts another issuer.
type abroad struct {
	*world
	keycloak *identitytest.Keycloak
	subject  string
}

func newAbroad(t testing.TB) *abroad {
	w := &abroad{newWorld(t), identitytest.NewKeycloak(t), uuid.NewString()}
	w.memory.Trusts[w.keycloak.Issuer] = identity.Trust{Workspace: "legal", Audience: "docket"}
	return w
}

// token signs one of mira's, with claims changed.
func (w *abroad) access(changes ...any) string {
	w.Helper()
	return w.keycloak.SignToken(w, w.keycloak.Claims(w.subject, "mira", w.clock(), "MANAGER", "default-roles-docket"), changes...)
}

// accessOfType is access under another type in the header.
func (w *abroad) accessOfType(typ jose.ContentType, changes ...any) string {
	w.Helper()
	return w.keycloak.SignTyped(w, typ, w.keycloak.Claims(w.subject, "mira", w.clock(), "MANAGER"), changes...)
}

func TestTokensOfAnotherIssuer(t *testing.T) {
	const required, disabled = "Authentication is required", "The account is disabled"
	const noRoles = "The token does not tell roles: let the identity provider add the claim realm_access.roles"
	const unusable = "The account at the identity provider cannot be used: "
	for _, row := range []struct {
		name    string
		token   func(w *abroad) string
		message string
	}{
		{"as issued", func(w *abroad) string { return w.access() }, ""},
		{"ES256", func(w *abroad) string { w.keycloak.RotateKey(w, "ES256"); return w.access() }, ""},
		{"PS256", func(w *abroad) string { w.keycloak.RotateKey(w, "PS256"); return w.access() }, ""},
		{"EdDSA", func(w *abroad) string { w.keycloak.RotateKey(w, "EdDSA"); return w.access() }, ""},
		{"RS384", func(w *abroad) string { w.keycloak.RotateKey(w, "RS384"); return w.access() }, required},
		{"of RFC 9449, bound to a key", func(w *abroad) string { return w.access("cnf", map[string]any{"jkt": "x"}) }, required},
		{"of RFC 8705, bound to a certificate", func(w *abroad) string {
			return w.access("cnf", map[string]any{"x5t#S256": "x"})
		}, required},
		{"one audience as text", func(w *abroad) string { return w.access("aud", "docket") }, ""},
		{"a kind that is not told", func(w *abroad) string { return w.access("typ", nil) }, ""},
		{"an ID token", func(w *abroad) string { return w.access("typ", "ID") }, required},
		{"an ID token that does not tell", func(w *abroad) string { return w.access("typ", nil, "at_hash", "x") }, required},
		{"a refresh token", func(w *abroad) string { return w.access("typ", "Refresh") }, required},
		{"a logout token", func(w *abroad) string { return w.access("typ", "Logout") }, required},
		{"an access token bound to a key", func(w *abroad) string { return w.access("typ", "DPoP") }, required},
		{"an access token that an old Keycloak issued with a nonce", func(w *abroad) string { return w.access("nonce", "n") }, ""},
		{"of RFC 9068", func(w *abroad) string { return w.accessOfType("at+jwt", "typ", nil, "scope", nil) }, ""},
		{"of RFC 9068, in full", func(w *abroad) string { return w.accessOfType("application/AT+JWT", "typ", nil, "scope", nil) }, ""},
		{"of an issuer that names no types", func(w *abroad) string { return w.accessOfType("", "typ", nil) }, ""},
		{"with scp instead of scope", func(w *abroad) string { return w.access("typ", nil, "scope", nil, "scp", []string{"api"}) }, ""},
		{"of Cognito", func(w *abroad) string { return w.access("typ", nil, "scope", nil, "token_use", "access") }, ""},
		{"an ID token of Cognito", func(w *abroad) string { return w.access("typ", nil, "token_use", "id") }, required},
		{"an ID token with a nonce", func(w *abroad) string { return w.access("typ", nil, "nonce", "n") }, required},
		{"an ID token with c_hash", func(w *abroad) string { return w.access("typ", nil, "c_hash", "x") }, required},
		{"an ID token with nothing of its own", func(w *abroad) string { return w.access("typ", nil, "scope", nil) }, required},
		{"an ID token that calls itself one of RFC 9068",
			func(w *abroad) string { return w.accessOfType("at+jwt", "typ", "ID") }, required},
		{"a logout token by its header", func(w *abroad) string { return w.accessOfType("logout+jwt") }, required},
		{"a logout token by its events", func(w *abroad) string {
			return w.access("typ", nil, "events", map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}})
		}, required},
		{"a token without a time", func(w *abroad) string { return w.access("iat", nil) }, required},
		{"NUL in a name", func(w *abroad) string { return w.access("given_name", "Mi\x00ra") },
			unusable + "firstName must not contain control characters"},
		{"a long name", func(w *abroad) string { return w.access("preferred_username", strings.Repeat("x", 10_000)) },
			unusable + "username must not be longer than 255"},
		{"other audience", func(w *abroad) string { return w.access("aud", "account") }, required},
		{"no audience", func(w *abroad) string { return w.access("aud", nil) }, required},
		{"no subject", func(w *abroad) string { return w.access("sub", nil) }, required},
		{"no end", func(w *abroad) string { return w.access("exp", nil) }, required},
		{"expired", func(w *abroad) string { a := w.access(); w.pass(331 * time.Second); return a }, required},
		{"within the leeway", func(w *abroad) string { a := w.access(); w.pass(329 * time.Second); return a }, ""},
		{"from the future", func(w *abroad) string { return w.access("iat", w.clock().Add(31*time.Second).Unix()) }, required},
		{"not yet", func(w *abroad) string { return w.access("nbf", w.clock().Add(31*time.Second).Unix()) }, required},
		{"issuer that nobody trusts", func(w *abroad) string { delete(w.memory.Trusts, w.keycloak.Issuer); return w.access() }, required},
		{"issuer with a slash", func(w *abroad) string { return w.access("iss", w.keycloak.Issuer+"/") }, required},
		{"our issuer", func(w *abroad) string { return w.access("iss", "https://docket.example/auth/realms/demo") }, required},
		{"key of another issuer", func(w *abroad) string {
			return identitytest.NewKeycloak(w).SignToken(w, w.keycloak.Claims(w.subject, "mira", w.clock(), "ADMIN"))
		}, required},
		{"altered", func(w *abroad) string {
			parts := strings.Split(w.access(), ".")
			other := strings.Split(w.access("preferred_username", "ada"), ".")
			return parts[0] + "." + other[1] + "." + parts[2]
		}, required},
		{"no role that we know", func(w *abroad) string {
			return w.access("realm_access", map[string]any{"roles": []string{"admin", "user"}})
		}, disabled},
		{"no roles", func(w *abroad) string { return w.access("realm_access", map[string]any{}) }, disabled},
		{"nothing about roles", func(w *abroad) string { return w.access("realm_access", nil) }, noRoles},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := newAbroad(t)
			p, err := w.server.Verify(t.Context(), row.token(w))
			if row.message == "" && (err != nil || p.Workspace != "legal" || p.ID != w.subject || p.Username != "mira" ||
				strings.Join(p.Roles, " ") != "MANAGER") {
				t.Errorf("got %+v %v, want mira, MANAGER of legal, with the ID %s", p, err, w.subject)
			}
			if row.message != "" && (domain.KindOf(err) != domain.Unauthenticated || !strings.HasPrefix(err.Error(), row.message)) {
				t.Errorf("error %v, want %s", err, row.message)
			}
			if row.message != "" && row.name != "our issuer" && !strings.Contains(w.log.String(), "is refused") {
				t.Errorf("got the log %q, want the reason in it", w.log)
			}
		})
	}
}

// The record of an account is refreshed by each token, once.
func TestAccountsAreRefreshed(t *testing.T) {
	w := newAbroad(t)
	first := w.access()
	for range 3 {
		if _, err := w.server.Verify(t.Context(), first); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := w.memory.ByID(t.Context(), "legal", w.subject); err != nil || w.memory.Arrivals != 1 ||
		a.Email != "mira@example.org" || a.FirstName != "Mira" {
		t.Errorf("%+v %v after %d, want w.memory.Arrivals = 1, a.Email = mira@example.org, a.FirstName = Mira and no error", a,
			err, w.memory.Arrivals)
	}
	w.pass(time.Second)
	second := w.access("preferred_username", "mira.lee", "realm_access", map[string]any{"roles": []string{"ADMIN", "USER", "ADMIN"}})
	if p, err := w.server.Verify(t.Context(), second); err != nil || p.Username != "mira.lee" ||
		strings.Join(p.Roles, " ") != "ADMIN USER" {
		t.Errorf(`%+v %v, want p.Username = mira.lee, strings.Join(p.Roles, " ") = ADMIN USER and no error`, p, err)
	}
	if p, err := w.server.Verify(t.Context(), first); err != nil || strings.Join(p.Roles, " ") != "MANAGER" || p.Username != "mira.lee" ||
		w.memory.Arrivals != 2 {
		t.Errorf("the first token again: got %+v, %v after %d, want its role and the person of the record", p, err, w.memory.Arrivals)
	}
}

// withRoles is access to these roles, a second after the one before.
func (w *abroad) withRoles(changes ...any) func(roles ...string) string {
	return func(roles ...string) string {
		w.pass(time.Second)
		return w.access(append([]any{"realm_access", map[string]any{"roles": append([]string{}, roles...)}}, changes...)...)
	}
}

// want verifies a token, and wants the caller to have these roles; none: to be refused.
func (w *abroad) want(token, roles string) {
	w.Helper()
	p, err := w.server.Verify(w.Context(), token)
	if got := strings.Join(p.Roles, " "); got != roles || (err == nil) != (roles != "") {
		w.Errorf("got the roles %q, %v, want %q", got, err, roles)
	}
	if roles == "" && domain.KindOf(err) != domain.Unauthenticated {
		w.Errorf("got %v, want a refusal", err)
	}
}

// record returns the roles that the account has for others.
func (w *abroad) record() string {
	w.Helper()
	a, err := w.memory.ByID(w.Context(), "legal", w.subject)
	if err != nil {
		w.Fatal(err)
	}
	return strings.Join(a.Roles, " ")
}

// restart forgets what the process has in memory.
func (w *abroad) restart() {
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock}, w.memory.Ports())
}

// A token can do what it says, whatever other tokens of the same person say, in whatever order they
// were issued and come, in one process or in two.
func TestATokenDoesNoMoreThanItSays(t *testing.T) {
	sets := [][]string{{"ADMIN"}, {"MANAGER"}, {"USER", "ADMIN"}, {}, {"AUDITOR", "USER_ADMIN"}, {"offline_access"}}
	says := []string{"ADMIN", "MANAGER", "ADMIN USER", "", "AUDITOR USER_ADMIN", ""}
	orders := [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {3, 0, 1, 3, 2}, {1, 0, 1, 0}, {4, 1, 5, 0}}
	for _, issued := range orders {
		for _, used := range orders {
			w := newAbroad(t)
			token := w.withRoles()
			tokens := map[int]string{}
			for _, i := range issued {
				tokens[i] = token(sets[i]...)
			}
			for round := range 2 {
				for _, i := range used {
					if tokens[i] != "" {
						w.want(tokens[i], says[i])
					}
				}
				if round == 0 {
					w.restart()
				}
			}
		}
	}
}

// A token without roles can do nothing, also in the second in which another one was issued.
func TestATokenWithoutRolesCanDoNothing(t *testing.T) {
	w := newAbroad(t)
	token := func(roles ...string) string {
		return w.access("realm_access", map[string]any{"roles": append([]string{}, roles...)})
	}
	wide, none, untold := token("ADMIN"), token(), w.access("realm_access", nil)
	for range 2 {
		w.want(wide, "ADMIN")
		w.want(none, "")
		w.want(untold, "")
	}
	if got := w.record(); got != "ADMIN" {
		t.Errorf("the record has %q, want ADMIN, which a valid token grants", got)
	}
}

// The record has what the latest token says, and what others still grant: a role that was taken away at
// the issuer is gone with the last token that has it.
func TestTheRecordFollowsTheTokens(t *testing.T) {
	w := newAbroad(t)
	token := w.withRoles()
	wide := token("ADMIN", "MANAGER")
	narrow := token("USER")
	w.want(narrow, "USER")
	w.want(wide, "ADMIN MANAGER") // which is older, and comes after it
	if got := w.record(); got != "ADMIN MANAGER USER" {
		t.Errorf("while both are valid the record has %q, want %q", got, "ADMIN MANAGER USER")
	}
	w.pass(5*time.Minute + leeway)
	later := token("USER")
	w.want(later, "USER")
	w.want(wide, "")
	if got := w.record(); got != "USER" {
		t.Errorf("when the wide token has ended the record has %q, want USER", got)
	}
	w.want(token(), "")
	if got := w.record(); got != "USER" {
		t.Errorf("with a token without roles beside another the record has %q, want USER", got)
	}
	w.pass(6 * time.Minute)
	w.want(token(), "")
	if got := w.record(); got != "" {
		t.Errorf("after a token without roles the record has %q, want none", got)
	}
}

// A token that is valid for years is taken for a day: nobody could take it back.
func TestALongTokenIsTakenForADay(t *testing.T) {
	w := newAbroad(t)
	long := w.withRoles("exp", w.clock().Add(87600*time.Hour).Unix())("ADMIN", "USER")
	w.want(long, "ADMIN USER")
	w.pass(23 * time.Hour)
	w.want(w.withRoles()("USER"), "USER")
	w.want(long, "ADMIN USER")
	w.pass(2 * time.Hour)
	w.want(w.withRoles()("USER"), "USER")
	for range 2 {
		w.want(long, "")
		w.restart()
	}
	if got := w.record(); got != "USER" {
		t.Errorf("the record has %q, want USER", got)
	}
}

// leeway is the difference between clocks that is allowed.
const leeway = 30 * time.Second

func TestSubjectsThatAreNoUUIDs(t *testing.T) {
	w := newAbroad(t)
	p, err := w.server.Verify(t.Context(), w.access("sub", "auth0|42"))
	w.pass(time.Second)
	again, failed := w.server.Verify(t.Context(), w.access("sub", "auth0|42", "preferred_username", nil))
	if err != nil || failed != nil || p.ID != again.ID || uuid.Validate(p.ID) != nil || again.Username != "mira@example.org" {
		t.Errorf("%+v %v, then %+v %v, want one account mira@example.org twice", p, err, again, failed)
	}
}

func TestKeysAreAskedForSeldom(t *testing.T) {
	w := newAbroad(t)
	verify := func(token string) error { _, err := w.server.Verify(t.Context(), token); return err }
	old := w.access()
	if err := verify(old); err != nil {
		t.Fatal(err)
	}
	w.keycloak.RotateKey(t, "RS256")
	for range 5 {
		if err := verify(w.access()); domain.KindOf(err) != domain.Unavailable || w.keycloak.CountKeyRequests() != 1 {
			t.Errorf("a new key: got %v after %d questions, want to be told to come again, and 1", err, w.keycloak.CountKeyRequests())
		}
	}
	w.pass(10 * time.Second)
	for range 5 {
		if err := verify(w.access()); err != nil || w.keycloak.CountKeyRequests() != 2 {
			t.Errorf("%v after %d questions, want w.keycloak.CountKeyRequests() = 2 and no error", err, w.keycloak.CountKeyRequests())
		}
	}
	if err := verify(old); err != nil {
		t.Errorf("signed with the former key: %v, want no error", err)
	}
	w.pass(10 * time.Second)
	w.keycloak.SetAway(true)
	if err := verify(w.access()); err != nil {
		t.Errorf("keys that are known outlast the issuer's absence: %v, want no error", err)
	}
	w.keycloak.RotateKey(t, "RS256")
	for _, wait := range []time.Duration{0, 10 * time.Second} {
		w.pass(wait)
		if err := verify(w.access()); domain.KindOf(err) != domain.Unavailable {
			t.Errorf("a key that cannot be asked for: got %v, want Unavailable", err)
		}
	}
	w.keycloak.SetAway(false)
	w.keycloak.WithdrawKey()
	w.pass(10 * time.Second)
	if err := verify(old); err != nil {
		t.Errorf("the issuer is back: got %v, want no error", err)
	}
	w.keycloak.RotateKey(t, "RS256")
	forged := w.access()
	w.keycloak.WithdrawKey()
	w.pass(10 * time.Second)
	if err := verify(forged); domain.KindOf(err) != domain.Unauthenticated {
		t.Errorf("a key that the issuer does not publish: got %v, want Unauthenticated", err)
	}
}

func TestAnIssuerThatIsAway(t *testing.T) {
	w := newAbroad(t)
	w.keycloak.SetAway(true)
	for range 2 {
		if _, err := w.server.Verify(t.Context(), w.access()); domain.KindOf(err) != domain.Unavailable {
			t.Errorf("got %v, want Unavailable", err)
		}
	}
	w.keycloak.SetAway(false)
	w.pass(10 * time.Second)
	if _, err := w.server.Verify(t.Context(), w.access()); err != nil {
		t.Error(err)
	}
}
