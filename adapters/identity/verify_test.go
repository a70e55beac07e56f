package identity_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
)

func TestVerify(t *testing.T) { verify(t) }

// A token that was accepted before counts no more than any other.
func TestVerifyAgain(t *testing.T) { verify(t) }

func verify(t *testing.T) {
	tamper := func(s string) string {
		parts := strings.Split(s, ".")
		return parts[0] + "." + parts[1] + "." + strings.Repeat("A", len(parts[2]))
	}
	rows := []struct {
		name    string
		change  func(w *world, a answer) string // gives the token to verify
		message string                          // "" when it verifies
	}{
		{"as issued", func(_ *world, a answer) string { return a.field("access_token") }, ""},
		{"within the leeway", func(w *world, a answer) string { w.pass(329 * time.Second); return a.field("access_token") }, ""},
		{"expired", func(w *world, a answer) string { w.pass(331 * time.Second); return a.field("access_token") },
			"Authentication is required"},
		{"ID token", func(_ *world, a answer) string { return a.field("id_token") }, "Authentication is required"},
		{"refresh token", func(_ *world, a answer) string { return a.field("refresh_token") }, "Authentication is required"},
		{"wrong signature", func(_ *world, a answer) string { return tamper(a.field("access_token")) }, "Authentication is required"},
		{"empty", func(*world, answer) string { return "" }, "Authentication is required"},
		{"disabled", func(w *world, a answer) string {
			w.memory.ReplaceAccount("demo", identity.Account{ID: userID, Username: "mira"})
			return a.field("access_token")
		}, "The account is disabled"},
		{"all sessions ended", func(w *world, a answer) string {
			_ = w.memory.EndAll(w.Context(), "demo", userID)
			return a.field("access_token")
		}, "Authentication is required"},
		{"after key rotation", func(w *world, a answer) string {
			if err := w.server.RotateKeys(w.Context(), "demo", false); err != nil {
				w.Fatal(err)
			}
			w.pass(20 * time.Second)
			return a.field("access_token")
		}, ""},
		{"disabled, and signed out by it", func(w *world, a answer) string {
			w.memory.ReplaceAccount("demo", identity.Account{ID: userID, Username: "mira"})
			_ = w.memory.EndAll(w.Context(), "demo", userID)
			return a.field("access_token")
		}, "The account is disabled"},
		{"after its key was revoked", func(w *world, a answer) string {
			if err := w.server.RotateKeys(w.Context(), "demo", true); err != nil {
				w.Fatal(err)
			}
			return a.field("access_token")
		}, "Authentication is required"},
		{"workspace gone", func(w *world, a answer) string { delete(w.memory.Realms, "demo"); return a.field("access_token") },
			"Authentication is required"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			a := w.signIn()
			if strings.HasPrefix(t.Name(), "TestVerifyAgain") {
				if _, err := w.server.Verify(t.Context(), a.field("access_token")); err != nil {
					t.Fatal(err)
				}
			}
			p, err := w.server.Verify(t.Context(), row.change(w, a))
			if row.message == "" && (err != nil || p.ID != userID || p.Workspace != "demo" || p.Username != "mira") {
				t.Errorf("principal %+v, error %v, want mira of demo and no error", p, err)
			}
			if row.message != "" && (domain.KindOf(err) != domain.Unauthenticated || err.Error() != row.message) {
				t.Errorf("error %v, want %s", err, row.message)
			}
		})
	}
}

// Roles count as they are, not as they were when the token was made.
func TestRolesAreReadAtEachRequest(t *testing.T) {
	w := newWorld(t)
	token := w.signIn().field("access_token")
	w.memory.ReplaceAccount("demo", identity.Account{ID: userID, Username: "mira", Roles: []string{"ADMIN"}, Active: true})
	if p, err := w.server.Verify(t.Context(), token); err != nil || len(p.Roles) != 1 || p.Roles[0] != "ADMIN" {
		t.Errorf("%+v %v, want len(p.Roles) = 1, p.Roles[0] = ADMIN and no error", p, err)
	}
}

func TestRotationChangesTheKeyAndKeepsTheOldOne(t *testing.T) {
	w := newWorld(t)
	before, _ := decodePHC(t, w.signIn().field("access_token"))
	w.pass(time.Second) // keys are sorted by when they were made
	if err := w.server.RotateKeys(t.Context(), "demo", false); err != nil {
		t.Fatal(err)
	}
	soon, _ := decodePHC(t, w.signIn().field("access_token"))
	w.pass(11 * time.Second)
	after, _ := decodePHC(t, w.signIn().field("access_token"))
	if before["kid"] != soon["kid"] || before["kid"] == after["kid"] {
		t.Error("key ids", before["kid"], soon["kid"], after["kid"])
	}
	if n := strings.Count(w.get(oidc+"/certs").body, `"kid"`); n != 2 {
		t.Error("published keys:", n)
	}
	if strings.Contains(w.get(oidc+"/certs").body, `"d"`) {
		t.Error("a private key is published")
	}
}

func TestRS256(t *testing.T) {
	w := newWorld(t)
	set := w.memory.Realms["demo"]
	set.Algorithm = "RS256"
	w.memory.Realms["demo"] = set
	token := w.signIn().field("access_token")
	if head, _ := decodePHC(t, token); head["alg"] != "RS256" {
		t.Error(head)
	}
	if _, err := w.server.Verify(t.Context(), token); err != nil {
		t.Error(err)
	}
}

func TestDiscovery(t *testing.T) {
	w := newWorld(t)
	for _, base := range []string{"/auth/realms/demo", "/realms/demo"} {
		a := w.get(base + "/.well-known/openid-configuration")
		if a.field("issuer") != "https://docket.example/auth/realms/demo" ||
			a.field("token_endpoint") != "https://docket.example"+oidc+"/token" {
			t.Error(base, a.body)
		}
	}
}

func TestTokenOfOneWorkspaceIsWorthNothingInAnother(t *testing.T) {
	w := newWorld(t)
	token := w.signIn().field("access_token")
	r := httptest.NewRequest("GET", "/auth/realms/other/protocol/openid-connect/userinfo", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	a := w.do(r)
	w.want(a, 401, "invalid_token")
	if !strings.Contains(a.Header.Get("WWW-Authenticate"), `error="invalid_token"`) {
		t.Error(a.Header)
	}
	w.want(w.post("/auth/realms/other/protocol/openid-connect/token", url.Values{"grant_type": {"refresh_token"},
		"client_id": {"app"}, "client_secret": {"s3cret"}, "refresh_token": {w.signIn().field("refresh_token")}}), 400, "invalid_grant")
}

func TestUserinfo(t *testing.T) {
	w := newWorld(t)
	r := httptest.NewRequest("GET", oidc+"/userinfo", nil)
	r.Header.Set("Authorization", "bearer "+w.signIn().field("access_token"))
	if a := w.do(r); a.StatusCode != 200 || a.field("sub") != userID || a.field("email") != "mira@example.com" {
		t.Error(a.StatusCode, a.body)
	}
	if a := w.get(oidc + "/userinfo"); a.StatusCode != 401 || strings.Contains(a.Header.Get("WWW-Authenticate"), "error") {
		t.Error(a.StatusCode, a.Header)
	}
}
