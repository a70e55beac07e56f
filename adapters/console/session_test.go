package console

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// memory stores records of one workspace.
type memory struct {
	mu      sync.Mutex
	records map[string][]byte
}

func (m *memory) Get(_ context.Context, in, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.records[in+"/"+name]
	if !ok {
		return nil, ErrUnknown
	}
	return b, nil
}

func (m *memory) Put(_ context.Context, in, name string, record []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.records[in+"/"+name] = record
	return nil
}

func (m *memory) Update(ctx context.Context, in, name string, change func([]byte) ([]byte, error)) error {
	b, err := m.Get(ctx, in, name)
	if err == nil {
		b, err = change(b)
	}
	if err == nil {
		err = m.Put(ctx, in, name, b)
	}
	return err
}

func (m *memory) Delete(_ context.Context, in, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.records, in+"/"+name)
	return nil
}

func (m *memory) Names(_ context.Context, in, prefix string) (names []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.records {
		if inside, ok := strings.CutPrefix(name, in+"/"); ok && strings.HasPrefix(inside, prefix) {
			names = append(names, inside)
		}
	}
	return names, nil
}

// bench is a console with an issuer that gives numbered tokens for the code "good", and for the
// refresh token that it gave last.
type bench struct {
	t       *testing.T
	console http.Handler
	records *memory
	now     time.Time
	given   int
	ended   []string // refresh tokens
	valid   bool     // whether tokens hold
	seen    http.Header
	cookies map[string]*http.Cookie
	public  string
	all     []string // workspaces
}

func newBench(t *testing.T, public string) *bench { return newBenchOf(t, public, "") }

// newBenchOf returns the console of an installation.
func newBenchOf(t *testing.T, public, installation string) *bench {
	b := &bench{t: t, records: &memory{records: map[string][]byte{}}, now: time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC), valid: true,
		cookies: map[string]*http.Cookie{}, public: public, all: []string{"acme"}}
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.seen = r.Header.Clone()
		w.Header().Set("Cache-Control", "private, no-cache")
		_, _ = fmt.Fprint(w, r.Method, " ", r.URL.RequestURI())
	})
	b.console = New(Config{PublicURL: public, Installation: installation, Now: func() time.Time { return b.now }}, Ports{
		Records: b.records, API: api,
		Workspaces: func(context.Context) ([]string, error) { return b.all, nil },
		Issuer: func(_ context.Context, in string) (Issuer, error) {
			if in != "acme" {
				return Issuer{}, ErrUnknown
			}
			return Issuer{AuthorizeURL: public + "/auth", TokenURL: "http://issuer/token", EndSessionURL: "http://issuer/logout",
				ClientID: "docket-console", ClientSecret: "secret", HTTP: &http.Client{Transport: b}}, nil
		},
		Verify: func(_ context.Context, token string) (user.Principal, error) {
			if !b.valid {
				return user.Principal{}, domain.Faultf(domain.Unauthenticated, "The token does not hold")
			}
			return user.Principal{Workspace: "acme", ID: "1", Username: "ada", Roles: []string{"USER"}}, nil
		}})
	return b
}

// RoundTrip answers as the issuer.
func (b *bench) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	if err := r.ParseForm(); err != nil || r.Form.Get("client_secret") != "secret" {
		b.t.Errorf(`the issuer is sent %v, %v, want r.Form.Get("client_secret") = secret and no error`, r.Form, err)
	}
	switch {
	case r.URL.Path == "/logout":
		b.ended = append(b.ended, r.Form.Get("refresh_token"))
		w.WriteHeader(204)
	case r.Form.Get("code") == "good" && len(r.Form.Get("code_verifier")) >= 43,
		b.given > 0 && r.Form.Get("refresh_token") == fmt.Sprint("refresh-", b.given):
		b.given++
		writeJSON(w, 200, map[string]any{"access_token": fmt.Sprint("access-", b.given),
			"refresh_token": fmt.Sprint("refresh-", b.given), "expires_in": 300})
	default:
		writeJSON(w, 400, map[string]any{"error": "invalid_grant"})
	}
	return w.Result(), nil
}

// send sends a request with the cookies of the browser, and keeps those of the answer.
func (b *bench) send(method, target string, headers ...string) *http.Response {
	b.t.Helper()
	r := httptest.NewRequest(method, b.public+target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	b.console.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if b.cookies[c.Name] = c; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return w.Result()
}

// signIn goes to the issuer and back, and returns the last answer.
func (b *bench) signIn(to string) *http.Response {
	b.t.Helper()
	a := b.send("GET", "/console/sign-in?to="+url.QueryEscape(to))
	asked, err := url.Parse(a.Header.Get("Location"))
	if err != nil || a.StatusCode != 302 || asked.Path != "/auth" {
		b.t.Fatalf("sign-in: %d %s %v, want a.StatusCode = 302, asked.Path = /auth and no error", a.StatusCode,
			a.Header.Get("Location"), err)
	}
	q := asked.Query()
	for name, want := range map[string]string{"client_id": "docket-console", "code_challenge_method": "S256",
		"response_type": "code", "redirect_uri": b.public + CallbackPath} {
		if q.Get(name) != want {
			b.t.Errorf("%s is %q, want %q", name, q.Get(name), want)
		}
	}
	return b.send("GET", CallbackPath+"?"+url.Values{"code": {"good"}, "state": {q.Get("state")}}.Encode())
}

func (b *bench) want(a *http.Response, status int) string {
	b.t.Helper()
	body, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != status {
		b.t.Fatalf("got %d, want %d: %s %v", a.StatusCode, status, body, err)
	}
	return string(body)
}

// TestInstallationsOnOneHostKeepTheirSessions signs in to two installations with the same browser,
// which sends the cookies of a host to all its ports, and signs out of one.
func TestInstallationsOnOneHostKeepTheirSessions(t *testing.T) {
	for _, public := range []string{"https://docket.example", "http://127.0.0.1"} {
		one, two := newBenchOf(t, public, "11111111"), newBenchOf(t, public, "22222222")
		two.cookies = one.cookies
		one.want(one.signIn("/console/"), 302)
		two.want(two.signIn("/console/"), 302)
		one.want(one.send("GET", "/console/session"), 200)
		two.want(two.send("GET", "/console/session"), 200)
		two.want(two.send("POST", "/console/sign-out", "Origin", public), 204)
		two.want(two.send("GET", "/console/session"), 401)
		one.want(one.send("GET", "/console/session"), 200)
	}
}

// TestSessionsOfTheVersionBeforeGoOn sends the cookie under the name that it had.
func TestSessionsOfTheVersionBeforeGoOn(t *testing.T) {
	b := newBenchOf(t, "https://docket.example", "11111111")
	b.signIn("/console/")
	c := b.cookies["__Host-docket-11111111"]
	if c == nil {
		t.Fatalf("got cookies %v, want one with the mark of the installation", b.cookies)
	}
	delete(b.cookies, c.Name)
	c.Name = "__Host-docket"
	b.cookies[c.Name] = c
	b.want(b.send("GET", "/console/session"), 200)
	b.want(b.send("POST", "/console/sign-out", "Origin", "https://docket.example"), 204)
	b.cookies[c.Name] = c
	b.want(b.send("GET", "/console/session"), 401)
}

func TestSignInMakesASession(t *testing.T) {
	b := newBench(t, "https://docket.example")
	a := b.send("GET", "/console/dossiers?mine=1", "Accept", "text/html")
	if to := a.Header.Get("Location"); a.StatusCode != 302 || to != "/console/sign-in?to=%2Fconsole%2Fdossiers%3Fmine%3D1" {
		t.Fatalf("without a session: %d %s, want a.StatusCode = 302 and to = %q", a.StatusCode, to,
			"/console/sign-in?to=%2Fconsole%2Fdossiers%3Fmine%3D1")
	}
	if a = b.signIn("/console/dossiers?mine=1"); a.StatusCode != 302 || a.Header.Get("Location") != "/console/dossiers?mine=1" {
		t.Fatalf(`after the sign-in: %d %s, want a.StatusCode = 302 and a.Header.Get("Location") = /console/dossiers?mine=1`,
			a.StatusCode, a.Header.Get("Location"))
	}
	c := b.cookies["__Host-docket"]
	if c == nil || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" ||
		len(c.Value) != len("acme.")+43 {
		t.Fatalf("the cookie is %+v, want a host's own HttpOnly, Secure, Lax cookie of the path /", c)
	}
	for name, record := range b.records.records {
		_, secret, _ := strings.Cut(c.Value, ".")
		if strings.Contains(name, secret) || strings.Contains(string(record), secret) {
			t.Error("the value of the cookie is stored")
		}
	}
	if body := b.want(b.send("GET", "/console/api/users?x=a%2Fb", "Origin", "https://docket.example"), 200); body != "GET /api/users?x=a%2Fb" {
		t.Errorf("the API is asked %q, want %q", body, "GET /api/users?x=a%2Fb")
	}
	if b.seen.Get("Authorization") != "Bearer access-1" || b.seen.Get("Cookie") != "" || b.seen.Get("Origin") != "" {
		t.Errorf("the API is sent %v, want the token alone, without cookie and origin", b.seen)
	}
	a = b.send("GET", "/console/api/users")
	if a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("answers are kept: %q, want %q", a.Header.Get("Cache-Control"), "no-store")
	}
	if body := b.want(b.send("GET", "/console/session"), 200); !strings.Contains(body, `"username":"ada"`) ||
		strings.Contains(body, "access-") {
		t.Errorf("the session tells %s, want %q in body and no %q in body", body, `"username":"ada"`, "access-")
	}
}

func TestCookieOverHTTP(t *testing.T) {
	b := newBench(t, "http://localhost:8080")
	b.want(b.signIn("/console/"), 302)
	if c := b.cookies["docket"]; c == nil || c.Secure || !c.HttpOnly {
		t.Errorf("the cookies are %v, want an HttpOnly cookie docket that HTTP may carry", b.cookies)
	}
}

func TestWaysBackStayInTheConsole(t *testing.T) {
	for to, want := range map[string]string{
		"/console/a?b=c": "/console/a?b=c", "https://evil.example/console/": Path, "//evil.example/console/": Path,
		"/api/users": Path, "": Path,
		"/console/../api": Path, "/console/\\evil": Path, "javascript:alert(1)": Path,
	} {
		b := newBench(t, "https://docket.example")
		if got := b.signIn(to).Header.Get("Location"); got != want {
			t.Errorf("%q leads to %q, want %q", to, got, want)
		}
	}
}

func TestSessionEndsWhenIdle(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	for range 5 { // used every 25 minutes it goes on
		b.now = b.now.Add(25 * time.Minute)
		b.want(b.send("GET", "/console/api/users"), 200)
	}
	b.now = b.now.Add(20 * time.Minute)
	b.want(b.send("GET", "/console/api/events"), 200) // what a page does by itself is no use
	b.want(b.send("GET", "/console/api/users", "Docket-Background", "1"), 200)
	b.now = b.now.Add(11 * time.Minute)
	b.want(b.send("GET", "/console/api/users"), 401)
	b.want(b.send("GET", "/console/session"), 401)
	b.want(b.send("GET", "/console/"), 302)
	if len(b.records.records) != 0 {
		t.Errorf("records are left: %v, want len(b.records.records) = 0", slices.Collect(maps.Keys(b.records.records)))
	}
}

func TestSessionEndsAfterTenHours(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	for range 24 {
		b.now = b.now.Add(25 * time.Minute)
		b.want(b.send("GET", "/console/api/users"), 200)
	}
	b.now = b.now.Add(time.Minute)
	b.want(b.send("GET", "/console/api/users"), 401)
}

func TestTokensAreReplaced(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	b.now = b.now.Add(299 * time.Second)
	var all sync.WaitGroup
	for range 8 { // requests that come together replace it once
		all.Go(func() {
			r := httptest.NewRequest("GET", b.public+"/console/session", nil)
			r.AddCookie(b.cookies["__Host-docket"])
			w := httptest.NewRecorder()
			if b.console.ServeHTTP(w, r); w.Code != 200 {
				t.Errorf("got %d, want 200", w.Code)
			}
		})
	}
	all.Wait()
	if b.given != 2 {
		t.Errorf("the issuer gave %d tokens, want 2", b.given)
	}
	b.want(b.send("GET", "/console/api/users"), 200)
	if got := b.seen.Get("Authorization"); got != "Bearer access-2" {
		t.Errorf("the API is sent %q, want %q", got, "Bearer access-2")
	}
	b.now = b.now.Add(10 * time.Minute)
	b.given = 0 // the issuer has ended the session
	b.want(b.send("GET", "/console/api/users"), 401)
	if len(b.records.records) != 0 {
		t.Error("the record of the session is left")
	}
}

func TestSignOut(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	b.want(b.send("GET", "/console/sign-out"), 405)
	b.want(b.send("POST", "/console/sign-out", "Sec-Fetch-Site", "cross-site"), 403)
	old := b.cookies["__Host-docket"]
	b.want(b.send("POST", "/console/sign-out", "Sec-Fetch-Site", "same-origin"), 204)
	if !slices.Equal(b.ended, []string{"refresh-1"}) || b.cookies["__Host-docket"] != nil {
		t.Errorf(`ended at the issuer: %v; cookies: %v, want b.ended = {"refresh-1"} and b.cookies["__Host-docket"] = nil`,
			b.ended, b.cookies)
	}
	b.cookies["__Host-docket"] = old
	b.want(b.send("GET", "/console/api/users"), 401)
	b.want(b.send("POST", "/console/sign-out"), 204) // again is no error
}

func TestForgeryIsRefused(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	for _, site := range []string{"cross-site", "same-site"} {
		b.want(b.send("POST", "/console/api/users", "Sec-Fetch-Site", site), 403)
	}
	b.want(b.send("POST", "/console/api/users", "Origin", "https://evil.example"), 403)
	b.want(b.send("POST", "/console/api/users", "Sec-Fetch-Site", "same-origin"), 200)
	b.cookies["__Host-docket"].Value = "acme.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	b.want(b.send("GET", "/console/api/users"), 401)
	b.cookies["__Host-docket"].Value = "../x.y"
	b.want(b.send("GET", "/console/api/users"), 401)
}

func TestCallbackRefusals(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.send("GET", CallbackPath+"?code=good&state=unknown"), 400)
	b.want(b.send("GET", CallbackPath), 400)
	asked, err := url.Parse(b.send("GET", "/console/sign-in").Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	state := asked.Query().Get("state")
	kept := maps.Clone(b.cookies)
	b.want(b.send("GET", CallbackPath+"?code=bad&state="+state), 400)
	b.cookies = maps.Clone(kept)
	b.want(b.send("GET", CallbackPath+"?error=access_denied&state="+state), 400)
	b.cookies, b.valid = kept, false
	if body := b.want(b.send("GET", CallbackPath+"?code=good&state="+state, "Accept-Language", "de"), 403); !strings.Contains(body, "Ihr Konto hat hier keine Rolle") {
		t.Errorf("an account without a role sees %s, want %q in it", body, "Ihr Konto hat hier keine Rolle")
	}
	if len(b.records.records) != 0 || b.cookies["__Host-docket"] != nil {
		t.Error("a session was made")
	}
}

func TestWorkspaceIsAskedForOnce(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.all = []string{"acme", "legal"}
	if body := b.want(b.send("GET", "/console/sign-in"), 200); !strings.Contains(body, `name="workspace"`) {
		t.Errorf("the page is %s, want %q in it", body, `name="workspace"`)
	}
	b.want(b.send("GET", "/console/sign-in?workspace=nobody"), 404)
	b.want(b.send("GET", "/console/sign-in?workspace=../acme"), 404)
	b.want(b.send("GET", "/console/sign-in?workspace=acme"), 302)
	b.cookies[workspaceCookie] = &http.Cookie{Name: workspaceCookie, Value: "acme"}
	b.want(b.send("GET", "/console/sign-in"), 302)
	b.want(b.send("GET", "/console/sign-in?choose"), 200)
	b.cookies[workspaceCookie].Value = "gone"
	b.want(b.send("GET", "/console/sign-in"), 200)
}

func TestOriginOfLoopbackNames(t *testing.T) {
	b := newBench(t, "http://localhost:8080")
	for host, want := range map[string]string{"127.0.0.1:8080": "http://127.0.0.1:8080", "[::1]:8080": "http://[::1]:8080",
		"localhost:8080": "http://localhost:8080",
		"127.0.0.1:9999": "http://localhost:8080", "evil.example:8080": "http://localhost:8080"} {
		r := httptest.NewRequest("GET", "/console/sign-in", nil)
		r.Host = host
		w := httptest.NewRecorder()
		b.console.ServeHTTP(w, r)
		to, err := url.Parse(w.Header().Get("Location"))
		if got := to.Query().Get("redirect_uri"); err != nil || got != want+CallbackPath {
			t.Errorf("%s: got %q, want %q", host, got, want+CallbackPath)
		}
	}
}

func TestSessionRecordsCanBeRead(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	for name, record := range b.records.records {
		var of session
		if err := json.Unmarshal(record, &of); err != nil || of.Refresh != "refresh-1" || !strings.HasPrefix(name, "acme/"+recordPrefix) {
			t.Errorf("%s: %+v, %v, want of.Refresh = refresh-1, it to begin with %v and no error", name, of, err, "acme/"+recordPrefix)
		}
	}
	b.now = b.now.Add(time.Hour)
	b.want(b.signIn("/console/"), 302) // removes the one that has ended
	if len(b.records.records) != 1 {
		t.Errorf("got %d records, want 1", len(b.records.records))
	}
}
