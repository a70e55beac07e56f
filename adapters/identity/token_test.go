package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// One row for each row of the table of token errors.
func TestTokenErrors(t *testing.T) {
	grant := []string{"grant_type", "password", "username", "mira", "password", password}
	with := func(more ...string) []string { return append(append([]string{}, grant...), more...) }
	rows := []struct {
		name   string
		fields []string
		status int
		code   string
	}{
		{"missing field", with("username", ""), 400, "invalid_request"},
		{"missing grant type", with("grant_type", ""), 400, "invalid_request"},
		{"missing client", with("client_id", ""), 400, "invalid_request"},
		{"unknown client", with("client_id", "nobody"), 401, "invalid_client"},
		{"wrong secret", with("client_secret", "guess"), 401, "invalid_client"},
		{"no secret", with("client_secret", ""), 401, "invalid_client"},
		{"secret of a public client", with("client_id", "spa"), 401, "invalid_client"},
		{"wrong password", with("password", "guess"), 400, "invalid_grant"},
		{"unknown user", with("username", "nobody"), 400, "invalid_grant"},
		{"disabled account", with("username", "gone"), 400, "invalid_grant"},
		{"unknown refresh token", []string{"grant_type", "refresh_token", "refresh_token", "x"}, 400, "invalid_grant"},
		{"unknown code", []string{"grant_type", "authorization_code", "redirect_uri", callback, "code", "x"}, 400, "invalid_grant"},
		{"client without the grant", with("client_id", "web"), 400, "unauthorized_client"},
		{"other grant", with("grant_type", "implicit"), 400, "unsupported_grant_type"},
		{"client without a service account", []string{"grant_type", "client_credentials"}, 400, "unauthorized_client"},
		{"malformed scope", with("scope", "open\"id"), 400, "invalid_scope"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			a := w.token(row.fields...)
			w.want(a, row.status, row.code)
			if got := a.Header.Get("WWW-Authenticate") != ""; got != (row.code == "invalid_client") {
				t.Errorf("WWW-Authenticate present: %v, want %v", got, row.code == "invalid_client")
			}
			if a.Header.Get("Cache-Control") != "no-store" || a.Header.Get("Content-Type") != "application/json" {
				t.Error("headers", a.Header)
			}
		})
	}
}

// The rows that need more than form fields.
func TestRequestErrors(t *testing.T) {
	w := newWorld(t)
	w.want(w.do(httptest.NewRequest("POST", oidc+"/token", strings.NewReader("{}"))), 400, "invalid_request")
	w.want(w.post(oidc+"/token", url.Values{"client_id": {"app", "app"}}), 400, "invalid_request")
	w.want(w.post("/auth/realms/nowhere/protocol/openid-connect/token", url.Values{}), 404, "invalid_request")
	w.want(w.get("/auth/realms/demo/nothing"), 404, "invalid_request")
	w.want(w.get("/auth/realms/demo"), 404, "invalid_request")
	a := w.get(oidc + "/token")
	w.want(a, 405, "invalid_request")
	if a.Header.Get("Allow") != "POST" {
		t.Error("Allow is", a.Header.Get("Allow"))
	}
	r := httptest.NewRequest("POST", oidc+"/token", strings.NewReader("client_id=app&client_secret=s3cret&grant_type=password"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth("app", "s3cret")
	w.want(w.do(r), 400, "invalid_request")
	set := w.memory.Realms["demo"]
	set.PasswordGrant = false
	w.memory.Realms["demo"] = set
	w.want(w.token("grant_type", "password", "username", "mira", "password", password), 400, "unauthorized_client")
}

func TestBasicAuthentication(t *testing.T) {
	w := newWorld(t)
	r := httptest.NewRequest("POST", "/realms/demo/protocol/openid-connect/token", strings.NewReader(
		url.Values{"grant_type": {"password"}, "username": {"MIRA@example.com"}, "password": {password}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	r.SetBasicAuth("app", "s3cret")
	if a := w.do(r); a.StatusCode != 200 || a.field("id_token") != "" {
		t.Errorf(`%d %s, want a.StatusCode = 200 and a.field("id_token") = ""`, a.StatusCode, a.body)
	}
}

func TestTokenResponse(t *testing.T) {
	w := newWorld(t)
	a := w.signIn()
	var got struct {
		ExpiresIn, RefreshExpires, Misspelt int
		TokenType, Scope                    string
	}
	var raw map[string]json.RawMessage
	_ = json.Unmarshal([]byte(a.body), &raw)
	for key, to := range map[string]any{"expires_in": &got.ExpiresIn, "refresh_expires_in": &got.RefreshExpires,
		"refresh_expries_in": &got.Misspelt, "token_type": &got.TokenType, "scope": &got.Scope} {
		if err := json.Unmarshal(raw[key], to); err != nil {
			t.Errorf("%s: %v, want no error", key, err)
		}
	}
	if got.ExpiresIn != 300 || got.RefreshExpires != 1800 || got.Misspelt != 1800 || got.TokenType != "Bearer" ||
		got.Scope != "openid profile email" {
		t.Errorf("got %+v, want a Bearer token for 300 s, to be renewed for 1800 s, of openid profile email", got)
	}
	head, claims := decodePHC(t, a.field("access_token"))
	if head["typ"] != "at+jwt" || head["kid"] == "" {
		t.Error("header", head)
	}
	for name, want := range map[string]any{"iss": "https://docket.example/auth/realms/demo", "sub": userID, "azp": "app",
		"client_id":          "app",
		"preferred_username": "mira", "given_name": "Mira", "family_name": "Lee", "email": "mira@example.com",
		"scope": "openid profile email"} {
		if claims[name] != want {
			t.Errorf("claim %s is %v, want %v", name, claims[name], want)
		}
	}
	for _, name := range []string{"aud", "sid", "jti", "iat", "exp", "realm_access"} {
		if claims[name] == nil {
			t.Error("no claim", name)
		}
	}
	if _, id := decodePHC(t, a.field("id_token")); id["aud"] == nil || id["auth_time"] == nil || id["sid"] != claims["sid"] {
		t.Error("id token", id)
	}
}

func decodePHC(t *testing.T, jwt string) (head, claims map[string]any) {
	t.Helper()
	parts := strings.Split(jwt, ".")
	if len(parts) != 3 {
		t.Fatalf("no JWT: %q, want len(parts) = 3", jwt)
	}
	for i, to := range []*map[string]any{&head, &claims} {
		b, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err == nil {
			err = json.Unmarshal(b, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return head, claims
}

func TestRefreshRotatesAndReuseEndsTheSession(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	second := w.refresh(first.field("refresh_token"))
	if second.StatusCode != 200 || second.field("refresh_token") == first.field("refresh_token") {
		t.Fatalf("got %d %s, want 200 and a new refresh token", second.StatusCode, second.body)
	}
	if _, err := w.server.Verify(t.Context(), second.field("access_token")); err != nil {
		t.Fatal(err)
	}
	w.want(w.refresh(first.field("refresh_token")), 400, "invalid_grant")
	w.want(w.refresh(second.field("refresh_token")), 400, "invalid_grant")
	if _, err := w.server.Verify(t.Context(), second.field("access_token")); domain.KindOf(err) != domain.Unauthenticated {
		t.Error("access token of an ended session:", err)
	}
}

func TestRefreshLimits(t *testing.T) {
	w := newWorld(t)
	a := w.signIn()
	w.want(w.token("client_id", "web", "grant_type", "refresh_token", "refresh_token", a.field("refresh_token")), 400, "invalid_grant")
	w.pass(1799 * time.Second)
	a = w.refresh(a.field("refresh_token"))
	if a.StatusCode != 200 {
		t.Fatal(a.body)
	}
	w.pass(1800 * time.Second)
	w.want(w.refresh(a.field("refresh_token")), 400, "invalid_grant")

	a = w.signIn()
	for range 20 { // 10 h in steps of half an hour
		w.pass(1799 * time.Second)
		if next := w.refresh(a.field("refresh_token")); next.StatusCode == 200 {
			a = next
		}
	}
	w.pass(20 * time.Second)
	w.want(w.refresh(a.field("refresh_token")), 400, "invalid_grant")
}

// Of two refreshes with one token at the same time exactly one succeeds, and the
// session is over.
func TestConcurrentRefresh(t *testing.T) {
	w := newWorld(t)
	for range 15 {
		token := w.signIn().field("refresh_token")
		var wg sync.WaitGroup
		got := make([]answer, 2)
		for i := range got {
			wg.Go(func() { got[i] = w.refresh(token) })
		}
		wg.Wait()
		if got[0].StatusCode+got[1].StatusCode != 600 {
			t.Fatalf("%d and %d, want got[0].StatusCode+got[1].StatusCode = 600", got[0].StatusCode, got[1].StatusCode)
		}
		for _, a := range got {
			if a.StatusCode == 200 {
				w.want(w.refresh(a.field("refresh_token")), 400, "invalid_grant")
			}
		}
	}
}

// Within the time of grace, a refresh token gives the same successor again.
func TestGrace(t *testing.T) {
	w := newWorld(t)
	set := w.memory.Realms["demo"]
	set.Grace = 30 * time.Second
	w.memory.Realms["demo"] = set
	first := w.signIn()
	second := w.refresh(first.field("refresh_token"))
	w.pass(29 * time.Second)
	again := w.refresh(first.field("refresh_token"))
	if again.StatusCode != 200 || again.field("refresh_token") != second.field("refresh_token") ||
		again.field("access_token") == second.field("access_token") {
		t.Fatalf("got %d %s, want 200, a new access token and the refresh token of before",
			again.StatusCode, again.body)
	}
	third := w.refresh(second.field("refresh_token"))
	if third.StatusCode != 200 {
		t.Fatal(third.body)
	}
	w.pass(2 * time.Second)
	w.want(w.refresh(first.field("refresh_token")), 400, "invalid_grant")
	w.want(w.refresh(third.field("refresh_token")), 400, "invalid_grant") // it ended the session
}

func TestGraceIsNotForCodes(t *testing.T) {
	w := newWorld(t)
	set := w.memory.Realms["demo"]
	set.Grace = 30 * time.Second
	w.memory.Realms["demo"] = set
	code := w.code(request())
	w.redeem(code)
	w.want(w.redeem(code), 400, "invalid_grant")
}

// Threads that share a refresh token keep their session, unless the workspace wants it otherwise.
func TestGraceIsGivenByDefault(t *testing.T) {
	for want, set := range map[time.Duration]workspace.SignIn{
		10 * time.Second: {}, 30 * time.Second: {Grace: 30}, 0: {NoGrace: true},
	} {
		if got := identity.SettingsOf(set).Grace; got != want {
			t.Errorf("%+v: %v, want %v", set, got, want)
		}
	}
}

// Of many refreshes at once within the time of grace all get one successor.
func TestConcurrentRefreshWithGrace(t *testing.T) {
	w := newWorld(t)
	set := w.memory.Realms["demo"]
	set.Grace = 30 * time.Second
	w.memory.Realms["demo"] = set
	token := w.signIn().field("refresh_token")
	var wg sync.WaitGroup
	got := make([]answer, 8)
	for i := range got {
		wg.Go(func() { got[i] = w.refresh(token) })
	}
	wg.Wait()
	for _, a := range got {
		if a.StatusCode != 200 || a.field("refresh_token") != got[0].field("refresh_token") {
			t.Errorf("got %d %s, want 200 and the refresh token of the first answer", a.StatusCode, a.body)
		}
	}
}

func TestScopeOfARefresh(t *testing.T) {
	for scope, want := range map[string]string{"": "openid profile email", "openid": "openid",
		"openid profile x": "openid profile", "a\\b": "invalid_scope"} {
		w := newWorld(t)
		a := w.token("grant_type", "refresh_token", "refresh_token", w.signIn().field("refresh_token"), "scope", scope)
		if got := a.field("scope") + a.field("error"); got != want {
			t.Errorf("%q gives %q, want %q", scope, got, want)
		}
	}
	w := newWorld(t)
	a := w.token("grant_type", "password", "username", "mira", "password", password, "scope", "openid")
	w.want(w.token("grant_type", "refresh_token", "refresh_token", a.field("refresh_token"), "scope", "openid email"), 400, "invalid_scope")
}
