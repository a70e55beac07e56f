package identity_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"
)

const verifier = "a-verifier-of-at-least-forty-three-characters"

func challenge() string {
	h := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(h[:])
}

func request(change ...string) url.Values {
	q := url.Values{"client_id": {"app"}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"openid"}}
	for i := 0; i < len(change); i += 2 {
		if q.Del(change[i]); change[i+1] != "" {
			q.Set(change[i], change[i+1])
		}
	}
	return q
}

func TestAuthorizationErrors(t *testing.T) {
	rows := []struct {
		name   string
		query  url.Values
		status int
		code   string // on the redirect
	}{
		{"page", request(), 200, ""},
		{"page without state or challenge", request("scope", ""), 200, ""},
		{"unknown client", request("client_id", "nobody"), 400, ""},
		{"unregistered address", request("redirect_uri", callback+"/x"), 400, ""},
		{"no address", request("redirect_uri", ""), 400, ""},
		{"other response type", request("response_type", "token"), 302, "unsupported_response_type"},
		{"plain challenge", request("code_challenge", "x", "code_challenge_method", "plain"), 302, "invalid_request"},
		{"public client without challenge", request("client_id", "spa"), 302, "invalid_request"},
		{"half a challenge", request("code_challenge", "x", "code_challenge_method", "S256"), 302, "invalid_request"},
		{"method without challenge", request("code_challenge_method", "S256"), 302, "invalid_request"},
		{"challenge without method", request("code_challenge", challenge()), 302, "invalid_request"},
		{"fragment", request("response_mode", "fragment"), 302, "invalid_request"},
		{"request object", request("request", "x"), 302, "request_not_supported"},
		{"address of a request object", request("request_uri", "https://x.example"), 302, "request_uri_not_supported"},
		{"unknown scope", request("scope", "openid offline_access"), 200, ""},
		{"unknown parameter", request("ui_locales", "de"), 200, ""},
		{"malformed scope", request("scope", "a\\b"), 302, "invalid_scope"},
		{"no prompt", request("prompt", "none"), 302, "login_required"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			row.query.Set("state", "st")
			a := w.get(oidc + "/auth?" + row.query.Encode())
			if a.StatusCode != row.status {
				t.Fatalf("%d %s, want %v", a.StatusCode, a.body, row.status)
			}
			to, _ := url.Parse(a.Header.Get("Location"))
			if row.code != "" && (to.Query().Get("error") != row.code || to.Query().Get("state") != "st" || to.Query().Get("iss") == "") {
				t.Error("redirect to", to)
			}
			if row.code == "" && !strings.Contains(a.Header.Get("Content-Security-Policy"), "default-src 'none'") {
				t.Error("no content security policy")
			}
		})
	}
}

func TestRepeatedParameters(t *testing.T) {
	w := newWorld(t)
	for name, status := range map[string]int{"client_id": 400, "redirect_uri": 400, "state": 302, "scope": 302, "nonce": 302} {
		q := request()
		q[name] = []string{request().Get(name), "again"}
		a := w.get(oidc + "/auth?" + q.Encode())
		to, _ := url.Parse(a.Header.Get("Location"))
		if a.StatusCode != status || status == 302 && to.Query().Get("error") != "invalid_request" {
			t.Errorf("%s: %d to %s, want %d and, at the application, invalid_request", name, a.StatusCode, to, status)
		}
	}
}

func (w *world) code(q url.Values) string {
	w.Helper()
	a := w.post(oidc+"/auth?"+q.Encode(), url.Values{"username": {"mira"}, "password": {password}})
	to, err := a.Location()
	if a.StatusCode != 302 || err != nil || to.Query().Get("code") == "" {
		w.Fatalf(`%d %s, want a.StatusCode = 302, no error and to.Query().Get("code") other than ""`, a.StatusCode, a.body)
	}
	return to.Query().Get("code")
}

func (w *world) redeem(code string, more ...string) answer {
	return w.token(append([]string{"grant_type", "authorization_code", "redirect_uri", callback, "code", code}, more...)...)
}

func TestCodeIsGoodOnce(t *testing.T) {
	w := newWorld(t)
	code := w.code(request("nonce", "n-1"))
	a := w.redeem(code)
	if _, id := decodePHC(t, a.field("id_token")); id["nonce"] != "n-1" {
		t.Error("nonce", id["nonce"])
	}
	w.pass(2 * time.Minute) // also long after the code itself has expired
	w.want(w.redeem(code), 400, "invalid_grant")
	w.want(w.refresh(a.field("refresh_token")), 400, "invalid_grant")
}

func TestCodeBindings(t *testing.T) {
	pkce := request("client_id", "spa", "code_challenge", challenge(), "code_challenge_method", "S256")
	public := []string{"client_id", "spa", "client_secret", ""}
	rows := []struct {
		name   string
		query  url.Values
		after  time.Duration
		fields []string
		status int
	}{
		{"public client", pkce, 0, append(public, "code_verifier", verifier), 200},
		{"wrong verifier", pkce, 0, append(public, "code_verifier", verifier+"x"), 400},
		{"no verifier", pkce, 0, public, 400},
		{"verifier without challenge", request(), 0, []string{"code_verifier", verifier}, 400},
		{"other address", request(), 0, []string{"redirect_uri", "https://evil.example/"}, 400},
		{"other client", request(), 0, []string{"client_id", "web"}, 400},
		{"too late", request(), time.Minute, nil, 400},
		{"in time", request(), 59 * time.Second, nil, 200},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			code := w.code(row.query)
			w.pass(row.after)
			a := w.redeem(code, row.fields...)
			if a.StatusCode != row.status || row.status == 400 && a.field("error") != "invalid_grant" {
				t.Errorf("got %d %s, want %d", a.StatusCode, a.body, row.status)
			}
		})
	}
}

func TestCodeIsNoRefreshToken(t *testing.T) {
	w := newWorld(t)
	w.want(w.refresh(w.code(request())), 400, "invalid_grant")
	w.want(w.redeem(w.signIn().field("refresh_token")), 400, "invalid_grant")
}

func TestSignInPage(t *testing.T) {
	w := newWorld(t)
	unknown := w.post(oidc+"/auth?"+request().Encode(), url.Values{"username": {"nobody"}, "password": {"x"}})
	wrong := w.post(oidc+"/auth?"+request().Encode(), url.Values{"username": {"mira"}, "password": {"x"}})
	if unknown.StatusCode != 401 || strings.ReplaceAll(unknown.body, "nobody", "mira") != wrong.body {
		t.Error("the page tells unknown names from wrong passwords")
	}
	if a := w.get(oidc + "/auth?" + request("state", `"><script>`).Encode()); strings.Contains(a.body, "<script>") {
		t.Error("state is not escaped")
	}
	if a := w.post(oidc+"/auth", request()); a.StatusCode != 200 || !strings.Contains(a.body, "client_id=app") {
		t.Error("a request sent by POST:", a.StatusCode, a.body)
	}
}
