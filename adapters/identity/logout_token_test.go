package identity_test

import (
	"net/url"
	"slices"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
)

const logoutAt = "/auth/realms/legal/backchannel-logout"

// logout signs a logout token as Keycloak does, with claims changed.
func (w *abroad) logout(changes ...any) string {
	w.Helper()
	return w.logoutOfType("logout+jwt", changes...)
}

func (w *abroad) logoutOfType(typ jose.ContentType, changes ...any) string {
	w.Helper()
	return w.keycloak.SignTyped(w, typ, map[string]any{"iss": w.keycloak.Issuer, "aud": "docket-console", "typ": "Logout",
		"iat": w.clock().Unix(), "exp": w.clock().Add(2 * time.Minute).Unix(), "jti": uuid.NewString(), "sub": w.subject, "sid": "s1",
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}}, changes...)
}

func (w *abroad) tell(token string) answer {
	w.Helper()
	return w.post(logoutAt, url.Values{"logout_token": {token}})
}

// TestALogoutAtTheIssuerEndsItsTokens tells of each kind of logout, and tries tokens of that session, of another one of the
// same person, of none that is told, and of somebody else, here and in a process that has seen them before.
func TestALogoutAtTheIssuerEndsItsTokens(t *testing.T) {
	for _, c := range []struct {
		name  string
		token func(w *abroad) string
		ends  []string
	}{
		{"of a session", func(w *abroad) string { return w.logout() }, []string{"session", "untold"}},
		{"of a session that names nobody", func(w *abroad) string { return w.logout("sub", nil) }, []string{"session"}},
		{"of all sessions", func(w *abroad) string { return w.logout("sid", nil) }, []string{"session", "other", "untold"}},
		{"without a type", func(w *abroad) string { return w.logoutOfType("", "typ", nil) }, []string{"session", "untold"}},
		{"for the audience", func(w *abroad) string { return w.logout("aud", []string{"x", "docket"}) }, []string{"session", "untold"}},
		{"without an end", func(w *abroad) string { return w.logout("exp", nil) }, []string{"session", "untold"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newAbroad(t)
			somebody := uuid.NewString()
			tokens := map[string]string{"session": w.access("sid", "s1"), "other": w.access("sid", "s2"), "untold": w.access("sid", nil),
				"somebody": w.access("sub", somebody, "preferred_username", "zoe", "sid", "s3")}
			beside := identity.New(identity.Config{Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock}, w.memory.Ports())
			for name, token := range tokens {
				for _, s := range []*identity.Server{w.server, beside} {
					if _, err := s.Verify(t.Context(), token); err != nil {
						t.Fatalf("%s before: got %v, want no error", name, err)
					}
				}
			}
			w.pass(time.Second)
			if a := w.tell(c.token(w)); a.StatusCode != 200 || a.Header.Get("Cache-Control") != "no-store" {
				t.Fatalf("got %d %s, want 200, not to be kept", a.StatusCode, a.body)
			}
			w.pass(time.Second) // after which the process beside asks again
			for name, token := range tokens {
				for i, s := range []*identity.Server{w.server, beside} {
					if _, err := s.Verify(t.Context(), token); (err != nil) != slices.Contains(c.ends, name) {
						t.Errorf("%s in process %d: got %v, want it refused: %t", name, i+1, err, slices.Contains(c.ends, name))
					}
				}
			}
			if _, err := w.server.Verify(t.Context(), w.access("sid", "s4")); err != nil {
				t.Errorf("after the next sign-in: got %v, want no error", err)
			}
			refreshed := w.access("sid", "s2", "auth_time", w.clock().Add(-time.Hour).Unix())
			if _, err := w.server.Verify(t.Context(), refreshed); (err != nil) != slices.Contains(c.ends, "other") {
				t.Errorf("a new token of a session of before: got %v, want it refused: %t", err, slices.Contains(c.ends, "other"))
			}
		})
	}
}

// TestLogoutTokensThatAreRefused changes one thing of a token each, and wants that nothing ends.
func TestLogoutTokensThatAreRefused(t *testing.T) {
	event := "http://schemas.openid.net/event/backchannel-logout"
	for name, token := range map[string]func(w *abroad) string{
		"another audience":    func(w *abroad) string { return w.logout("aud", "web") },
		"no audience":         func(w *abroad) string { return w.logout("aud", nil) },
		"no time":             func(w *abroad) string { return w.logout("iat", nil) },
		"from the future":     func(w *abroad) string { return w.logout("iat", w.clock().Add(2*time.Minute).Unix()) },
		"old":                 func(w *abroad) string { return w.logout("iat", w.clock().Add(-11*time.Minute).Unix(), "exp", nil) },
		"ended":               func(w *abroad) string { return w.logout("exp", w.clock().Add(-time.Minute).Unix()) },
		"no id":               func(w *abroad) string { return w.logout("jti", nil) },
		"no events":           func(w *abroad) string { return w.logout("events", nil) },
		"another event":       func(w *abroad) string { return w.logout("events", map[string]any{"x": map[string]any{}}) },
		"an event as text":    func(w *abroad) string { return w.logout("events", map[string]any{event: "yes"}) },
		"an event of nothing": func(w *abroad) string { return w.logout("events", map[string]any{event: nil}) },
		"a nonce":             func(w *abroad) string { return w.logout("nonce", "n") },
		"nobody":              func(w *abroad) string { return w.logout("sub", nil, "sid", nil) },
		"an ID token":         func(w *abroad) string { return w.logout("typ", "ID") },
		"an access token":     func(w *abroad) string { return w.access("sid", "s1") },
		"another type":        func(w *abroad) string { return w.logoutOfType("at+jwt") },
		"another issuer":      func(w *abroad) string { return w.logout("iss", "https://other.example") },
		"nothing":             func(*abroad) string { return "x" },
		"a key of its own": func(w *abroad) string {
			w.keycloak.RotateKey(w, "RS256")
			defer w.keycloak.WithdrawKey()
			return w.logout()
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newAbroad(t)
			held := w.access("sid", "s1")
			w.want(held, "MANAGER")
			w.pass(15 * time.Second)
			if a := w.tell(token(w)); a.StatusCode != 400 {
				t.Errorf("got %d %s, want 400", a.StatusCode, a.body)
			}
			w.pass(time.Second)
			w.want(held, "MANAGER")
		})
	}
	w := newAbroad(t)
	w.memory.Trusts[w.keycloak.Issuer] = identity.Trust{Workspace: "other", Audience: "docket"}
	if a := w.tell(w.logout()); a.StatusCode != 400 {
		t.Errorf("at the address of another workspace: got %d, want 400", a.StatusCode)
	}
	if a := w.get(logoutAt); a.StatusCode != 405 || a.Header.Get("Allow") != "POST" {
		t.Errorf("got %d and Allow %q, want 405 and POST", a.StatusCode, a.Header.Get("Allow"))
	}
}

// TestALogoutTokenCountsOnce sends one again, in the same process and another.
func TestALogoutTokenCountsOnce(t *testing.T) {
	w := newAbroad(t)
	token := w.logout()
	if a := w.tell(token); a.StatusCode != 200 {
		t.Fatalf("got %d %s, want 200", a.StatusCode, a.body)
	}
	for range 2 {
		if a := w.tell(token); a.StatusCode != 400 {
			t.Errorf("again: got %d, want 400", a.StatusCode)
		}
		w.restart()
	}
}
