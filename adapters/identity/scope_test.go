package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// personal returns which of the claims about a person an object has.
func personal(t *testing.T, object []byte) []string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(object, &m); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(m, func(name string, _ any) bool {
		return !slices.Contains([]string{"preferred_username", "given_name", "family_name", "email"}, name)
	})
	return slices.Sorted(maps.Keys(m))
}

// What is said of a person is what the scopes ask for (OpenID Connect Core 5.4). The access token
// says everything: it is for the service itself.
func TestClaimsFollowTheScopes(t *testing.T) {
	profile := []string{"family_name", "given_name", "preferred_username"}
	all := []string{"email", "family_name", "given_name", "preferred_username"}
	for _, row := range []struct {
		scope    string
		claims   []string
		userinfo int
	}{
		{"openid", nil, 200},
		{"openid profile", profile, 200},
		{"email openid", []string{"email"}, 200},
		{"openid profile email", all, 200},
		{"profile email", nil, 403},
		{"", nil, 403},
	} {
		t.Run(row.scope, func(t *testing.T) {
			w := newWorld(t)
			a := w.token("grant_type", "password", "username", "mira", "password", password, "scope", row.scope)
			w.want(a, 200, "")
			if id := a.field("id_token"); (id != "") != (row.userinfo == 200) {
				t.Errorf("ID token: %q, want one with the scope openid alone", id)
			} else if id != "" && !slices.Equal(personal(t, payload(t, id)), row.claims) {
				t.Errorf("the ID token says %v, want %v", personal(t, payload(t, id)), row.claims)
			}
			if said := personal(t, payload(t, a.field("access_token"))); !slices.Equal(said, all) {
				t.Errorf("the access token says %v, want %v", said, all)
			}
			r := httptest.NewRequest("GET", oidc+"/userinfo", nil)
			r.Header.Set("Authorization", "Bearer "+a.field("access_token"))
			info := w.do(r)
			if info.StatusCode != row.userinfo {
				t.Fatalf("userinfo: got %d %s, want %d", info.StatusCode, info.body, row.userinfo)
			}
			if row.userinfo == 403 {
				if got := info.Header.Get("WWW-Authenticate"); !strings.Contains(got, `error="insufficient_scope"`) {
					t.Errorf("WWW-Authenticate: %s, want %q in it", got, `error="insufficient_scope"`)
				}
				return
			}
			if got := personal(t, []byte(info.body)); !slices.Equal(got, row.claims) || info.field("sub") != userID {
				t.Errorf("userinfo says %s, want %v", info.body, row.claims)
			}
		})
	}
}

// payload returns the claims of a JWT.
func payload(t *testing.T, token string) []byte {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("no JWT: %q, want len(parts) = 3", token)
	}
	b, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A client with a secret needs no PKCE, unless it is registered so; one without always does.
func TestPKCEIsRequiredWhereItIsSwitchedOn(t *testing.T) {
	w := newWorld(t)
	ask := func(client string, more ...string) string {
		a := w.get(oidc + "/auth?" + request(append([]string{"client_id", client}, more...)...).Encode())
		return a.Header.Get("Location")
	}
	with := []string{"code_challenge", challenge(), "code_challenge_method", "S256"}
	for _, required := range []bool{false, true} {
		w.memory.Apps["demo"][0].RequirePKCE = required
		if refused := strings.Contains(ask("app"), "error=invalid_request"); refused != required {
			t.Errorf("required %v: refused without a challenge: %v, want %v", required, refused, required)
		}
		if to := ask("app", with...); to != "" {
			t.Errorf("required %v: with a challenge: %s, want nothing", required, to)
		}
		if to := ask("spa"); !strings.Contains(to, "error=invalid_request") {
			t.Errorf("a public client without a challenge: %q, want %q in it", to, "error=invalid_request")
		}
	}
}
