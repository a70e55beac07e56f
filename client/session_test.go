package client_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/client"
)

// A provider is an authorization server that gives numbered tokens. Each refresh token
// is good for one use.
type provider struct {
	*httptest.Server
	mu        sync.Mutex
	n         int
	good      string // refresh token
	lifetime  int    // of access tokens, in seconds
	keeps     bool   // refreshing gives no other refresh token
	challenge string
	redirect  string
	ended     string
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{lifetime: 300}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w,
			`{"issuer":%q,"authorization_endpoint":%q,"token_endpoint":%q,"userinfo_endpoint":%q,"end_session_endpoint":%q}`,
			p.URL, p.URL+"/auth", p.URL+"/token", p.URL+"/who", p.URL+"/logout")
	})
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /who", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, `{"sub":"id of %s","preferred_username":"mira"}`, r.Header.Get("Authorization"))
	})
	mux.HandleFunc("POST /logout", func(w http.ResponseWriter, r *http.Request) {
		p.ended = r.PostFormValue("refresh_token")
		w.WriteHeader(http.StatusNoContent)
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) realm() client.Realm { return client.Realm{Issuer: p.URL, ClientID: "cli"} }

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = r.ParseForm()
	ok := r.PostForm.Get("client_id") == "cli"
	switch r.PostForm.Get("grant_type") {
	case "password":
		ok = ok && r.PostForm.Get("username") == "mira" && r.PostForm.Get("password") == "right"
	case "client_credentials":
		ok = ok && r.PostForm.Get("client_secret") == "secret"
	case "refresh_token":
		ok = ok && r.PostForm.Get("refresh_token") == p.good
	case "authorization_code":
		sum := sha256.Sum256([]byte(r.PostForm.Get("code_verifier")))
		ok = ok && r.PostForm.Get("code") == "code" && base64.RawURLEncoding.EncodeToString(sum[:]) == p.challenge &&
			r.PostForm.Get("redirect_uri") == p.redirect
	}
	if !ok {
		p.good = ""
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprint(w, `{"error":"invalid_grant","error_description":"Wrong"}`)
		return
	}
	p.n++
	if p.keeps && r.PostForm.Get("grant_type") == "refresh_token" || r.PostForm.Get("grant_type") == "client_credentials" {
		_, _ = fmt.Fprintf(w, `{"access_token":"access %d","expires_in":%d}`, p.n, p.lifetime)
		return
	}
	p.good = fmt.Sprint("refresh ", p.n)
	_, _ = fmt.Fprintf(w, `{"access_token":"access %d","refresh_token":%q,"expires_in":%d,"refresh_expires_in":1800}`, p.n,
		p.good, p.lifetime)
}

func TestPasswordAndRefresh(t *testing.T) {
	p := newProvider(t)
	var refused *client.OAuthError
	if _, err := p.realm().Password(t.Context(), "mira", "wrong"); !errors.As(err, &refused) || refused.Code != "invalid_grant" {
		t.Errorf("a wrong password: %v, want errors.As(err, &refused) and refused.Code = invalid_grant", err)
	}
	p.lifetime = 10 // too short to be used without renewal
	tokens, err := p.realm().Password(t.Context(), "mira", "right")
	if err != nil || tokens.Access != "access 1" || tokens.Ends.Before(time.Now().Add(29*time.Minute)) {
		t.Fatalf("got %+v %v, want access 1 for 29 minutes at least", tokens, err)
	}
	s := p.realm().Session(tokens)
	p.lifetime = 300
	var all sync.WaitGroup
	for range 8 { // they share one refresh token
		all.Go(func() {
			if token, err := s.Token(t.Context()); err != nil || token != "access 2" {
				t.Errorf("%q %v, want no error and token = %q", token, err, "access 2")
			}
		})
	}
	all.Wait()
	if who, err := p.realm().PersonOf(t.Context(), "access 2"); err != nil || who.Username != "mira" || who.ID != "id of Bearer access 2" {
		t.Errorf("%+v %v, want who.Username = mira, who.ID = id of Bearer access 2 and no error", who, err)
	}
	if err := s.Logout(t.Context()); err != nil || p.ended != "refresh 2" {
		t.Errorf("%q %v, want no error and p.ended = %q", p.ended, err, "refresh 2")
	}
	p.good = "none"
	if _, err := s.Renew(t.Context(), "access 2"); !errors.Is(err, client.ErrSignedOut) {
		t.Errorf("a session that was ended: %v, want %v", err, client.ErrSignedOut)
	}
}

// A provider need not give another refresh token: the one that there is stays good.
func TestARefreshTokenIsKeptUntilThereIsAnother(t *testing.T) {
	p := newProvider(t)
	p.keeps, p.lifetime = true, 10 // too short to be used without renewal
	tokens, err := p.realm().Password(t.Context(), "mira", "right")
	if err != nil {
		t.Fatal(err)
	}
	s := p.realm().Session(tokens)
	for _, want := range []string{"access 2", "access 3"} {
		if token, err := s.Token(t.Context()); err != nil || token != want {
			t.Errorf("%q %v, want %q", token, err, want)
		}
	}
}

// A program signs in by itself, and again when its token is about to expire or is refused.
func TestAProgramSignsInByItself(t *testing.T) {
	p := newProvider(t)
	r := p.realm()
	r.Secret = "secret"
	s := r.ServiceSession()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if token, err := s.Token(t.Context()); err != nil || token != "access 1" {
				t.Errorf("%q %v, want no error and token = %q", token, err, "access 1")
			}
		})
	}
	all.Wait()
	p.lifetime = 10 // too short to be used without renewal
	for _, want := range []string{"access 2", "access 3"} {
		if token, err := s.Renew(t.Context(), "access "+fmt.Sprint(p.n)); err != nil || token != want {
			t.Errorf("%q %v, want %q", token, err, want)
		}
	}
	if token, err := s.Token(t.Context()); err != nil || token != "access 4" {
		t.Errorf("a token that is about to expire: %q %v, want no error and token = %q", token, err, "access 4")
	}
	r.Secret = "guess"
	var refused *client.OAuthError
	if _, err := r.ServiceSession().Token(t.Context()); !errors.As(err, &refused) || errors.Is(err, client.ErrSignedOut) {
		t.Errorf("a wrong secret: %v, want a refusal that is no sign-out", err)
	}
}

func TestAnotherIssuerIsNotTrusted(t *testing.T) {
	p := newProvider(t)
	r := p.realm()
	r.Issuer += "/"
	if _, err := r.Password(t.Context(), "mira", "right"); err == nil {
		t.Error("an issuer that calls itself otherwise was trusted")
	}
}

// browse is what a browser does with the address of a sign-in: it comes back with the
// answer, after somebody else has tried to.
func (p *provider) browse(t *testing.T, answer url.Values) func(string) error {
	return func(address string) error {
		u, err := url.Parse(address)
		if err != nil {
			return err
		}
		q := u.Query()
		p.challenge, p.redirect = q.Get("code_challenge"), q.Get("redirect_uri")
		if q.Get("code_challenge_method") != "S256" || q.Get("response_type") != "code" {
			t.Errorf(`asked for %v, want q.Get("code_challenge_method") = S256 and q.Get("response_type") = code`, q)
		}
		if code, err := got(p.redirect + "?code=stolen&state=guessed"); err != nil || code != http.StatusBadRequest {
			t.Errorf("a foreign answer: %d %v, want no error and code = %v", code, err, http.StatusBadRequest)
		}
		answer.Set("state", q.Get("state"))
		code, err := got(p.redirect + "?" + answer.Encode())
		if err == nil && code != http.StatusOK {
			err = fmt.Errorf("status %d", code)
		}
		return err
	}
}

// got is the status of a page.
func got(address string) (int, error) {
	r, err := http.Get(address)
	if err != nil {
		return 0, err
	}
	return r.StatusCode, r.Body.Close()
}

func TestBrowser(t *testing.T) {
	p := newProvider(t)
	tokens, err := p.realm().Browser(t.Context(), p.browse(t, url.Values{"code": {"code"}, "iss": {p.URL}}))
	if err != nil || tokens.Access != "access 1" {
		t.Fatalf("%+v %v, want no error and tokens.Access = %q", tokens, err, "access 1")
	}
	for name, answer := range map[string]url.Values{"another issuer": {"code": {"code"}, "iss": {"https://elsewhere.example"}},
		"refused": {"error": {"access_denied"}, "iss": {p.URL}}, "no code": {"iss": {p.URL}}} {
		if _, err := p.realm().Browser(t.Context(), p.browse(t, answer)); err == nil {
			t.Errorf("%s: signed in, want an error", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := p.realm().Browser(ctx, func(string) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody signs in: %v, want %v", err, context.Canceled)
	}
}

// TestThePageTellsTheOutcome wants the page that a browser ends at to say what became of the
// sign-in, not that somebody typed a password.
func TestThePageTellsTheOutcome(t *testing.T) {
	p := newProvider(t)
	for _, c := range []struct {
		name    string
		outcome error
		want    string
	}{
		{"signed in", nil, "You are signed in"},
		{"not kept", errors.New("the disk is full"), "the disk is full"},
	} {
		var page string
		open := func(address string) error {
			u, err := url.Parse(address)
			if err != nil {
				return err
			}
			p.challenge, p.redirect = u.Query().Get("code_challenge"), u.Query().Get("redirect_uri")
			r, err := http.Get(p.redirect + "?" + url.Values{"code": {"code"}, "iss": {p.URL}, "state": {u.Query().Get("state")}}.Encode())
			if err != nil {
				return err
			}
			defer r.Body.Close()
			b, err := io.ReadAll(r.Body)
			page = string(b)
			return err
		}
		seen := make(chan error, 1)
		err := p.realm().BrowserThen(t.Context(), func(address string) error {
			err := open(address)
			seen <- err
			return err
		}, func(client.Tokens) error { return c.outcome })
		if !errors.Is(err, c.outcome) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.outcome)
		}
		if err := <-seen; err != nil || !strings.Contains(page, c.want) || !strings.Contains(page, "<style>") {
			t.Errorf("%s: %v, the page says\n%s, want %q", c.name, err, page, c.want)
		}
		if failed := strings.Contains(page, "not signed in"); failed != (c.outcome != nil) {
			t.Errorf("%s: the page says\n%s, want a failure: %v", c.name, page, c.outcome != nil)
		}
	}
}
