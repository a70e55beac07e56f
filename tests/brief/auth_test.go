package brief

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// account holds the credentials of a caller.
type account struct {
	authURL, tokenURL      string // {base_url}{auth_path} and {base_url}{token_path}, the workspace filled in
	clientID, clientSecret string
	redirectURI            string
	username, password     string
}

// postForm posts fields to the token endpoint.
func (a account) postForm(t *testing.T, fields url.Values) (int, []byte) {
	t.Helper()
	fields.Set("client_id", a.clientID)
	if !fields.Has("client_secret") {
		fields.Set("client_secret", a.clientSecret)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.tokenURL, strings.NewReader(fields.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := plainHTTP.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // the answer was read
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, body
}

// requestTokens posts fields to the token endpoint and requires tokens with the published lifetimes.
func (a account) requestTokens(t *testing.T, fields url.Values) tokens {
	t.Helper()
	status, body := a.postForm(t, fields)
	if status != http.StatusOK {
		t.Fatalf("token request with grant_type=%s: got status %d: %s, want %v", fields.Get("grant_type"), status, body, http.StatusOK)
	}
	var issued tokens
	if err := decodeStrict(body, &issued); err != nil {
		t.Fatalf("token response: %v, want no error", err)
	}
	if issued.ExpiresIn != 300 {
		t.Errorf("expires_in: got %d, want 300", issued.ExpiresIn)
	}
	if issued.RefreshExpriesIn != 1800 {
		t.Errorf("refresh_expries_in: got %d, want 1800", issued.RefreshExpriesIn)
	}
	if got := jwtLifetime(t, issued.AccessToken); got != 300 {
		t.Errorf("lifetime in the access token: got %d seconds, want 300", got)
	}
	return issued
}

// jwtLifetime returns the seconds between the times of issue and of expiry of a JWT.
func jwtLifetime(t *testing.T, token string) int64 {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("the access token has %d parts, want the 3 of a JWT", len(parts))
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct{ Iat, Exp int64 }
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	return claims.Exp - claims.Iat
}

// signInByPassword is the password flow.
func (a account) signInByPassword(t *testing.T) tokens {
	t.Helper()
	return a.requestTokens(t, url.Values{"grant_type": {"password"}, "username": {a.username}, "password": {a.password}})
}

// refresh exchanges a refresh token.
func (a account) refresh(t *testing.T, token string) tokens {
	t.Helper()
	return a.requestTokens(t, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}})
}

// signInByCode is the authorization code flow, with the sign-in form filled in as a browser does.
func (a account) signInByCode(t *testing.T) tokens {
	t.Helper()
	return a.requestTokens(t, a.codeFields(a.authorize(t)))
}

// codeFields are the form fields that exchange an authorization code.
func (a account) codeFields(code string) url.Values {
	return url.Values{"grant_type": {"authorization_code"}, "redirect_uri": {a.redirectURI}, "code": {code}}
}

// authorize opens the authorization URL, signs in and returns the code that arrives at the redirect URI.
func (a account) authorize(t *testing.T) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var arrived *url.URL
	browser := &http.Client{Jar: jar, CheckRedirect: func(req *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(req.URL.String(), a.redirectURI) {
			arrived = req.URL
			return http.ErrUseLastResponse
		}
		return nil
	}}
	query := url.Values{"client_id": {a.clientID}, "redirect_uri": {a.redirectURI}, "response_type": {"code"}, "scope": {"openid"}}
	address, page := browse(t, browser, http.MethodGet, a.authURL+"?"+query.Encode(), nil)
	for range 3 { // the sign-in form, and whatever form follows it
		if arrived != nil {
			break
		}
		action, fields := readForm(t, address, page)
		fields.Set("username", a.username)
		fields.Set("password", a.password)
		address, page = browse(t, browser, http.MethodPost, action, fields)
	}
	if arrived == nil || arrived.Query().Get("code") == "" {
		t.Fatalf("no authorization code arrived at %s; the last page was %.500s", a.redirectURI, page)
	}
	return arrived.Query().Get("code")
}

// browse requests a page and returns the address at which the redirects ended, and the page.
func browse(t *testing.T, browser *http.Client, method, address string, fields url.Values) (*url.URL, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(fields.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if fields != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := browser.Do(req)
	if err != nil && !errors.Is(err, http.ErrUseLastResponse) {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // the page was read
	page, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.Request.URL, string(page)
}

var (
	formTag  = regexp.MustCompile(`(?is)<form\b[^>]*>`)
	inputTag = regexp.MustCompile(`(?is)<input\b[^>]*>`)
)

// readForm returns the action and the fields of the form in a page.
func readForm(t *testing.T, address *url.URL, page string) (string, url.Values) {
	t.Helper()
	form := formTag.FindString(page)
	if form == "" {
		t.Fatalf(`no form in the page at %s: %.500s, want other than ""`, address, page)
	}
	action, err := address.Parse(htmlAttribute(form, "action"))
	if err != nil {
		t.Fatal(err)
	}
	fields := url.Values{}
	for _, input := range inputTag.FindAllString(page, -1) {
		if name := htmlAttribute(input, "name"); name != "" {
			fields.Set(name, htmlAttribute(input, "value"))
		}
	}
	return action.String(), fields
}

func htmlAttribute(tag, name string) string {
	found := regexp.MustCompile(`(?is)\b` + name + `="([^"]*)"`).FindStringSubmatch(tag)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

// keepSignedIn returns a source of access tokens: the first one's, and its
// successors by refresh before it expires.
func (a account) keepSignedIn(first tokens) func(t *testing.T) string {
	var lock sync.Mutex
	current, issuedAt := first, time.Now()
	return func(t *testing.T) string {
		lock.Lock()
		defer lock.Unlock()
		if time.Since(issuedAt) > time.Duration(current.ExpiresIn)*time.Second/2 {
			current, issuedAt = a.refresh(t, current.RefreshToken), time.Now()
		}
		return current.AccessToken
	}
}

// testAuthentication covers the three flows, and calls without a valid token.
func testAuthentication(t *testing.T, a account, c *client) {
	t.Run("authorization code flow", func(t *testing.T) {
		code := a.authorize(t)
		issued := a.requestTokens(t, a.codeFields(code))
		requireAccepted(t, c, issued.AccessToken)
		if status, body := a.postForm(t, a.codeFields(code)); status == http.StatusOK {
			t.Errorf("a code was exchanged twice: %s, want other than StatusOK", body)
		}
	})
	t.Run("password flow", func(t *testing.T) {
		requireAccepted(t, c, a.signInByPassword(t).AccessToken)
		wrong := url.Values{"grant_type": {"password"}, "username": {a.username}, "password": {a.password + "x"}}
		if status, body := a.postForm(t, wrong); status < 400 || status > 499 {
			t.Errorf("a wrong password: got status %d: %s, want status at least 400 and status at most 499", status, body)
		}
		wrong = url.Values{"grant_type": {"password"}, "username": {a.username}, "password": {a.password}, "client_secret": {"wrong"}}
		if status, body := a.postForm(t, wrong); status < 400 || status > 499 {
			t.Errorf("a wrong client secret: got status %d: %s, want status at least 400 and status at most 499", status, body)
		}
	})
	t.Run("refresh", func(t *testing.T) {
		issued := a.refresh(t, a.signInByCode(t).RefreshToken)
		requireAccepted(t, c, issued.AccessToken)
		requireAccepted(t, c, a.refresh(t, issued.RefreshToken).AccessToken)
	})
	t.Run("every operation requires a token", func(t *testing.T) {
		forged := *c
		forged.token = func(*testing.T) string { return "no.such.token" }
		for row := range operations {
			ids := make([]string, strings.Count(operations[row].path, "{"))
			for i := range ids {
				ids[i] = unknownID
			}
			if status, _ := c.refuse(t, call(row, ids...).anonymous()); status != http.StatusUnauthorized {
				t.Errorf("%s without a token: got status %d, want 401", operations[row].name, status)
			}
			if status, _ := forged.refuse(t, call(row, ids...)); status != http.StatusUnauthorized {
				t.Errorf("%s with a forged token: got status %d, want 401", operations[row].name, status)
			}
		}
	})
}

// requireAccepted calls an operation with an access token and the tenant header.
func requireAccepted(t *testing.T, c *client, accessToken string) {
	t.Helper()
	caller := *c
	caller.token = func(*testing.T) string { return accessToken }
	read[templateList](t, &caller, call(1))
}
