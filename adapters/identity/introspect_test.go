package identity_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestTokensAreIntrospected asks about tokens while they hold, and after they have ended.
func TestTokensAreIntrospected(t *testing.T) {
	w := newWorld(t)
	ask := func(token, client, secret string) answer {
		f := url.Values{"token": {token}, "client_id": {client}}
		if secret != "" {
			f.Set("client_secret", secret)
		}
		return w.post(oidc+"/token/introspect", f)
	}
	expect := func(what string, a answer, active bool) {
		t.Helper()
		if got := strings.Contains(a.body, `"active":true`); a.StatusCode != 200 || got != active ||
			!active && strings.TrimSpace(a.body) != `{"active":false}` {
			t.Errorf("%s: got %d %s, want active %t, and nothing else where it is not", what, a.StatusCode, a.body, active)
		}
	}
	in := w.signIn()
	access, refresh := in.field("access_token"), in.field("refresh_token")
	a := ask(access, "app", "s3cret")
	expect("an access token", a, true)
	if a.field("username") != "mira" || a.field("client_id") != "app" || a.field("token_type") != "Bearer" ||
		!strings.HasSuffix(a.field("iss"), "/auth/realms/demo") || a.field("sub") == "" || !strings.Contains(a.body, `"exp":`) {
		t.Errorf("got %s, want what the token is about", a.body)
	}
	expect("a refresh token", ask(refresh, "app", "s3cret"), true)
	expect("rubbish", ask("rubbish", "app", "s3cret"), false)
	w.want(ask(access, "spa", ""), 401, "invalid_client")
	w.want(ask(access, "app", "guess"), 401, "invalid_client")
	w.want(ask("", "app", "s3cret"), 400, "invalid_request")
	next := w.refresh(refresh).field("refresh_token")
	expect("a used refresh token", ask(refresh, "app", "s3cret"), false)
	expect("its successor", ask(next, "app", "s3cret"), true)
	w.pass(6 * time.Minute)
	expect("an expired access token", ask(access, "app", "s3cret"), false)
	w.post(oidc+"/revoke", url.Values{"token": {next}, "client_id": {"app"}, "client_secret": {"s3cret"}})
	expect("a revoked refresh token", ask(next, "app", "s3cret"), false)
}

// TestMetadataIsWhereStandardsLookForIt reads one document at the addresses of OpenID Connect Discovery and of
// RFC 8414.
func TestMetadataIsWhereStandardsLookForIt(t *testing.T) {
	w := newWorld(t)
	want := w.get("/auth/realms/demo/.well-known/openid-configuration").field("issuer")
	for _, path := range []string{"/auth/realms/demo/.well-known/oauth-authorization-server",
		"/.well-known/oauth-authorization-server/auth/realms/demo"} {
		a := w.get(path)
		if a.StatusCode != 200 || a.field("issuer") != want || a.field("introspection_endpoint") == "" {
			t.Errorf("%s: got %d %s, want the document of %v", path, a.StatusCode, a.body, want)
		}
	}
	w.want(w.get("/.well-known/oauth-authorization-server/auth/realms/nowhere"), 404, "invalid_request")
	w.want(w.get("/.well-known/oauth-authorization-server"), 404, "invalid_request")
}
