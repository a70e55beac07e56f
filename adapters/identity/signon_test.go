package identity_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
)

// A browser keeps cookies between requests, and accepts pages.
type browser struct {
	*world
	jar map[string]*http.Cookie // by path and name
}

func (w *world) browser() *browser { return &browser{w, map[string]*http.Cookie{}} }

func (b *browser) send(method, path string, f url.Values) answer {
	b.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(f.Encode()))
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml")
	for _, c := range b.jar {
		if strings.HasPrefix(path, c.Path+"/") {
			r.AddCookie(c)
		}
	}
	a := b.do(r)
	for _, c := range a.Cookies() {
		if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode {
			b.Errorf("cookie %v, want c.HttpOnly, c.Secure and c.SameSite = SameSiteLaxMode", c)
		}
		key := c.Path + " " + c.Name
		if b.jar[key] = c; c.MaxAge < 0 {
			delete(b.jar, key)
		}
	}
	return a
}

func (b *browser) ask(change ...string) answer {
	b.Helper()
	return b.send("GET", oidc+"/auth?"+request(change...).Encode(), nil)
}

func (b *browser) submit(name, pw string) answer {
	b.Helper()
	return b.send("POST", oidc+"/auth?"+request().Encode(), url.Values{"username": {name}, "password": {pw}})
}

// outcome is what an answer is for the browser: a page, a code or an error.
func outcome(a answer) string {
	to, err := a.Location()
	switch {
	case err != nil && strings.Contains(a.body, `name="password"`):
		return "page"
	case err != nil:
		return "other page"
	case to.Query().Get("code") != "":
		return "code"
	}
	return to.Query().Get("error")
}

func TestASignedInBrowserIsNotAskedAgain(t *testing.T) {
	for _, row := range []struct {
		name   string
		before func(b *browser)
		ask    []string
		want   string
	}{
		{"at once", nil, nil, "code"},
		{"another client", nil, []string{"client_id", "web"}, "code"},
		{"without asking", nil, []string{"prompt", "none"}, "code"},
		{"asked to ask", nil, []string{"prompt", "login"}, "page"},
		{"asked for another account", nil, []string{"prompt", "select_account"}, "page"},
		{"consent is not asked for", nil, []string{"prompt", "consent"}, "code"},
		{"none and more", nil, []string{"prompt", "none login"}, "invalid_request"},
		{"young enough", func(b *browser) { b.pass(time.Minute) }, []string{"max_age", "60"}, "code"},
		{"too old", func(b *browser) { b.pass(61 * time.Second) }, []string{"max_age", "60"}, "page"},
		{"too old and not to be asked", func(b *browser) { b.pass(61 * time.Second) },
			[]string{"max_age", "60", "prompt", "none"}, "login_required"},
		{"an age that is none", nil, []string{"max_age", "-1"}, "invalid_request"},
		{"idle", func(b *browser) { b.pass(30 * time.Minute) }, nil, "page"},
		{"used meanwhile", func(b *browser) { b.pass(29 * time.Minute); b.ask(); b.pass(29 * time.Minute) }, nil, "code"},
		{"at the end", func(b *browser) {
			for range 25 {
				b.pass(25 * time.Minute)
				b.ask("prompt", "none")
			}
		}, nil, "page"},
		{"disabled", func(b *browser) { b.memory.ReplaceAccount("demo", identity.Account{ID: userID, Username: "mira"}) }, nil, "page"},
		{"signed out everywhere", func(b *browser) { _ = b.memory.EndAll(b.Context(), "demo", userID) }, nil, "page"},
		{"signed in as somebody else", func(b *browser) { b.submit("MIRA@example.com", password) }, nil, "code"},
		{"a wrong password since", func(b *browser) { b.submit("mira", "wrong") }, nil, "code"},
		{"a cookie that is made up", func(b *browser) {
			for _, c := range b.jar {
				c.Value = "x" + c.Value
			}
		}, nil, "page"},
		{"no cookie", func(b *browser) { b.jar = nil }, []string{"prompt", "none"}, "login_required"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newWorld(t).browser()
			if got := outcome(b.submit("mira", password)); got != "code" {
				t.Fatal(got)
			}
			if row.before != nil {
				row.before(b)
			}
			if got := outcome(b.ask(row.ask...)); got != row.want {
				t.Errorf("%s, want %s", got, row.want)
			}
		})
	}
}

func TestTheCookieIsGoodForBothBasesAndOneWorkspace(t *testing.T) {
	b := newWorld(t).browser()
	b.submit("mira", password)
	if len(b.jar) != 4 {
		t.Errorf("cookies %v, want 4", b.jar)
	}
	if got := outcome(b.send("GET", "/realms/demo/protocol/openid-connect/auth?"+request().Encode(), nil)); got != "code" {
		t.Error(got)
	}
	r := httptest.NewRequest("GET", "/auth/realms/other/protocol/openid-connect/auth?"+request().Encode(), nil)
	for _, c := range b.jar {
		r.AddCookie(c)
	}
	if got := outcome(b.do(r)); got != "page" {
		t.Error("in another workspace:", got)
	}
}

// TestInstallationsOnOneHostKeepTheirSignOns signs in to two installations with the same browser,
// which sends the cookies of a host to all its ports.
func TestInstallationsOnOneHostKeepTheirSignOns(t *testing.T) {
	one, two := newWorldOf(t, "11111111").browser(), newWorldOf(t, "22222222").browser()
	two.jar = one.jar
	one.submit("mira", password)
	two.submit("mira", password)
	for name, b := range map[string]*browser{"first": one, "second": two} {
		if got := outcome(b.ask()); got != "code" {
			t.Errorf("%s installation: got %s, want code", name, got)
		}
	}
}

func TestASecondSignInReplacesTheCookie(t *testing.T) {
	b := newWorld(t).browser()
	b.submit("mira", password)
	const name = "/auth/realms/demo docket_sign_on"
	old := *b.jar[name]
	b.submit("mira", password)
	if old.Value == b.jar[name].Value {
		t.Error("the same cookie")
	}
	b.jar = map[string]*http.Cookie{name: &old}
	if got := outcome(b.ask()); got != "page" {
		t.Error("the old cookie gives", got)
	}
}

// All clients that a browser signed in to are signed out together.
func TestLogoutEndsWhatTheBrowserBegan(t *testing.T) {
	out := func(f url.Values) func(b *browser) answer {
		return func(b *browser) answer { return b.send("POST", oidc+"/logout", f) }
	}
	for _, row := range []struct {
		name   string
		logout func(b *browser, first answer) answer
		status int
		ends   bool
	}{
		{"by refresh token", func(b *browser, first answer) answer {
			return out(url.Values{"client_id": {"app"}, "client_secret": {"s3cret"}, "refresh_token": {first.field("refresh_token")}})(b)
		}, 204, true},
		{"by hint, to a page", func(b *browser, first answer) answer {
			return b.send("GET", oidc+"/logout?id_token_hint="+first.field("id_token"), nil)
		}, 200, true},
		{"by hint, to an address", func(b *browser, first answer) answer {
			return b.send("GET", oidc+"/logout?post_logout_redirect_uri=https://app.example/bye&id_token_hint="+
				first.field("id_token"), nil)
		}, 302, true},
		{"by hint, as another client", func(b *browser, first answer) answer {
			return b.send("GET", oidc+"/logout?client_id=web&post_logout_redirect_uri=https://app.example/bye&id_token_hint="+
				first.field("id_token"), nil)
		}, 400, false},
		{"asked only", func(b *browser, _ answer) answer { return b.send("GET", oidc+"/logout", nil) }, 200, false},
		{"by a link", func(b *browser, _ answer) answer { return b.send("GET", oidc+"/logout?confirmed=true", nil) }, 200, false},
		{"confirmed", func(b *browser, _ answer) answer { return out(url.Values{"confirmed": {"true"}})(b) }, 200, true},
		{"twice the same", func(b *browser, first answer) answer {
			return b.send("GET", oidc+"/logout?id_token_hint=x&id_token_hint="+first.field("id_token"), nil)
		}, 400, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newWorld(t).browser()
			code := func(a answer) string { to, _ := a.Location(); return to.Query().Get("code") }
			first := b.redeem(code(b.submit("mira", password)))
			second := b.redeem(code(b.ask("client_id", "web")), "client_id", "web")
			if a := row.logout(b, first); a.StatusCode != row.status {
				t.Fatalf("%d %s, want %v", a.StatusCode, a.body, row.status)
			}
			for _, a := range []answer{first, second} {
				_, err := b.server.Verify(t.Context(), a.field("access_token"))
				if ended := domain.KindOf(err) == domain.Unauthenticated; ended != row.ends {
					t.Errorf("ended %v: %v, want %v", ended, err, row.ends)
				}
			}
			if got := outcome(b.ask()); (got == "page") != row.ends {
				t.Error("the browser gets", got)
			}
		})
	}
}

func TestAFormOfAnotherSiteIsRefused(t *testing.T) {
	b := newWorld(t).browser()
	b.submit("mira", password)
	for path, f := range map[string]url.Values{oidc + "/auth?" + request().Encode(): {"username": {"mira"}, "password": {password}},
		oidc + "/logout": {"confirmed": {"true"}}} {
		r := httptest.NewRequest("POST", path, strings.NewReader(f.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		if a := b.do(r); a.StatusCode != 400 || !strings.Contains(a.body, "another site") {
			t.Errorf("%s: %d %s, want a.StatusCode = 400 and %q in a.body", path, a.StatusCode, a.body, "another site")
		}
	}
	if got := outcome(b.ask()); got != "code" {
		t.Error("signed out by another site:", got)
	}
}

func TestTheSignInPageHelps(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	if a := b.ask("login_hint", `mi"ra`); !strings.Contains(a.body, `value="mi&#34;ra"`) {
		t.Error("the hint is not filled in")
	}
	a := b.submit("mira", "wrong")
	for _, want := range []string{`value="mira"`, `role="alert"`, "The username or password is wrong.",
		`aria-describedby="problem"`, `<label for="password">`, `lang="en"`} {
		if !strings.Contains(a.body, want) {
			t.Errorf("no %s in %s", want, a.body)
		}
	}
	if strings.Contains(a.body, "<script") || strings.Contains(a.body, "wrong\"") {
		t.Error("a script, or the password, is in the page")
	}
	csp := a.Header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "form-action 'self' https://app.example") || !strings.Contains(csp, "style-src 'sha256-") ||
		strings.Contains(csp, "unsafe") {
		t.Error(csp)
	}
	for range 4 {
		_ = b.submit("mira", "wrong")
	}
	if a = b.submit("mira", password); a.StatusCode != 429 || a.Header.Get("Retry-After") != "1" ||
		!strings.Contains(a.body, "Try again in 1 s.") {
		t.Errorf(`%d %s %s, want a.StatusCode = 429, a.Header.Get("Retry-After") = 1 and a.body with Try again in 1 s.`,
			a.StatusCode, a.Header.Get("Retry-After"), a.body)
	}
}

func TestAnAppsOwnSchemeIsAllowedAsTarget(t *testing.T) {
	w := newWorld(t)
	w.memory.Apps["demo"] = append(w.memory.Apps["demo"], identity.Client{ID: "phone", RedirectURIs: []string{"com.example.app:/cb"}})
	a := w.get(oidc + "/auth?" + request("client_id", "phone", "redirect_uri", "com.example.app:/cb", "code_challenge",
		challenge(), "code_challenge_method", "S256").Encode())
	if csp := a.Header.Get("Content-Security-Policy"); a.StatusCode != 200 || !strings.HasSuffix(csp, "form-action 'self' com.example.app:") {
		t.Error(a.StatusCode, csp)
	}
}

// looked counts how often a sign-on is looked for.
type looked struct {
	identity.SignOns
	times int
}

func (l *looked) SignOn(ctx context.Context, workspace, id string) (identity.SignOn, error) {
	l.times++
	return l.SignOns.SignOn(ctx, workspace, id)
}

// Who sends a thousand cookies does not make the database answer a thousand times.
func TestManyCookiesAreFewQuestions(t *testing.T) {
	w := newWorld(t)
	ports := w.memory.Ports()
	counter := &looked{SignOns: ports.SignOns}
	ports.SignOns = counter
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock}, ports)
	r := httptest.NewRequest("GET", oidc+"/auth?"+request().Encode(), nil)
	r.Header.Set("Cookie", strings.Repeat("docket_sign_on=x; ", 1000))
	if a := w.do(r); a.StatusCode != 200 || counter.times == 0 || counter.times > 4 {
		t.Errorf("%d, looked for %d times, want a.StatusCode = 200, counter.times other than 0 and counter.times at most 4",
			a.StatusCode, counter.times)
	}
}
