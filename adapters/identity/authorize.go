package identity

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// authorizationRequest is a checked authorization request.
type authorizationRequest struct {
	client   Client
	redirect *url.URL
	params   url.Values
	scope    string
	prompt   []string
	maxAge   time.Duration // of the sign-on; below 0: any
}

// handleAuthorize is the authorization endpoint (RFC 6749, section 4.1.1): a GET or a POST of
// the request shows the sign-in page, or continues at once if the browser has signed in; a
// POST with a username signs in.
func (s *Server) handleAuthorize(w http.ResponseWriter, r *http.Request, m realm) error {
	if err := r.ParseForm(); err != nil {
		return s.refuseRequest(w, r, "The request cannot be read.")
	}
	submitted := r.Method == http.MethodPost && r.PostForm.Has("username")
	a := authorizationRequest{params: r.Form, maxAge: -1}
	if submitted {
		a.params = r.URL.Query()
	}
	problem, err := s.resolveClient(r, m, &a)
	if err != nil {
		return err
	}
	if problem != "" {
		return s.refuseRequest(w, r, problem)
	}
	if f := a.checkRequest(); f != nil {
		a.redirectBack(w, r, m, url.Values{"error": {f.Code}, "error_description": {f.Description}})
		return nil //nolint:nilerr // the application hears of it
	}
	if submitted {
		return s.submitSignIn(w, r, m, a)
	}
	return s.continueOrSignIn(w, r, m, a)
}

// resolveClient finds the client of a request and the address for its answer. It never
// redirects to an unregistered address: a problem is shown on a page.
func (s *Server) resolveClient(r *http.Request, m realm, a *authorizationRequest) (problem string, err error) {
	if len(a.params["client_id"]) > 1 || len(a.params["redirect_uri"]) > 1 {
		return "The request names several applications or addresses.", nil
	}
	a.client, err = s.Clients.Client(r.Context(), m.workspace, a.params.Get("client_id"))
	if err != nil && !errors.Is(err, ErrUnknown) {
		return "", err
	}
	if err != nil || !a.client.mayRedirect(a.params.Get("redirect_uri")) {
		return "The application or its redirect address is not registered.", nil //nolint:nilerr // told on a page
	}
	if a.redirect, err = url.Parse(a.params.Get("redirect_uri")); err != nil {
		return "The redirect address cannot be read.", nil //nolint:nilerr // told on a page
	}
	return "", nil
}

// mayRedirect reports whether an address is registered. They are compared exactly, but for the port
// of a loopback address of a public client: a native application takes a free one (RFC 8252,
// section 7.3).
func (c Client) mayRedirect(address string) bool {
	return slices.Contains(c.RedirectURIs, address) || c.IsPublic() &&
		slices.ContainsFunc(c.RedirectURIs, func(registered string) bool {
			free, ok := withoutLoopbackPort(registered)
			asked, same := withoutLoopbackPort(address)
			return ok && same && free == asked
		})
}

// withoutLoopbackPort returns an http address of the loopback interface, by its IP, without its
// port; false for any other.
func withoutLoopbackPort(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.User != nil || u.Fragment != "" || u.Hostname() != "127.0.0.1" && u.Hostname() != "::1" {
		return "", false
	}
	u.Host = u.Hostname()
	return u.String(), true
}

// checkRequest returns what is wrong with a request of a known client.
func (a *authorizationRequest) checkRequest() *failure {
	p := a.params
	for name, values := range p {
		if len(values) > 1 {
			return invalidRequest("A parameter is repeated: " + keepPrintable(name))
		}
	}
	a.prompt = strings.Fields(p.Get("prompt"))
	var err error
	switch a.scope, err = grantScope(p.Get("scope")); {
	case p.Get("response_type") != "code":
		return badRequest("unsupported_response_type", "The response type must be code")
	case p.Has("response_mode") && p.Get("response_mode") != "query":
		return invalidRequest("The response_mode must be query")
	case err != nil:
		return badRequest("invalid_scope", "The scope is malformed")
	case p.Has("request"):
		return badRequest("request_not_supported", "Request objects are not supported")
	case p.Has("request_uri"):
		return badRequest("request_uri_not_supported", "Request objects are not supported")
	case len(a.prompt) > 1 && slices.Contains(a.prompt, "none"):
		return invalidRequest("The prompt none stands alone")
	}
	if f := a.checkChallenge(); f != nil {
		return f
	}
	if p.Get("max_age") == "" {
		return nil
	}
	seconds, err := strconv.Atoi(p.Get("max_age"))
	if err != nil || seconds < 0 {
		return invalidRequest("The max_age must be a number of seconds")
	}
	a.maxAge = min(time.Duration(seconds), longestAge) * time.Second
	return nil
}

// longestAge bounds max_age, in seconds.
const longestAge = 1 << 31

// checkChallenge requires S256 for PKCE (RFC 7636), and PKCE of clients without a secret, and of
// those with one that are registered so.
func (a *authorizationRequest) checkChallenge() *failure {
	challenge, method := a.params.Get("code_challenge"), a.params.Get("code_challenge_method")
	switch {
	case challenge != "" && method != "S256":
		return invalidRequest("The code_challenge_method must be S256")
	case challenge == "" && method != "":
		return invalidRequest("A parameter is missing: code_challenge")
	case challenge == "" && (a.client.IsPublic() || a.client.RequirePKCE):
		return invalidRequest("A code_challenge is required")
	case challenge != "" && !isChallenge(challenge):
		return invalidRequest("The code_challenge is malformed")
	}
	return nil
}

// isChallenge reports whether a text is a SHA-256 in base64url.
func isChallenge(s string) bool {
	return len(s) == 43 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// redirectBack redirects to the client, with its state and our issuer (RFC 9207).
func (a *authorizationRequest) redirectBack(w http.ResponseWriter, r *http.Request, m realm, with url.Values) {
	q := a.redirect.Query()
	for name := range with {
		q.Set(name, with.Get(name))
	}
	q.Set("iss", m.issuer)
	if a.params.Has("state") {
		q.Set("state", a.params.Get("state"))
	}
	to := *a.redirect
	to.RawQuery = q.Encode()
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to.String(), http.StatusFound)
}

// continueOrSignIn continues at once if the browser has signed in, and shows the sign-in page if not.
func (s *Server) continueOrSignIn(w http.ResponseWriter, r *http.Request, m realm, a authorizationRequest) error {
	on, account, err := s.findSignOn(r, m)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	fresh := a.maxAge < 0 || s.now().Sub(on.AuthTime) <= a.maxAge
	again := slices.Contains(a.prompt, "login") || slices.Contains(a.prompt, "select_account")
	switch {
	case err == nil && fresh && !again:
		return s.grantCode(w, r, m, a, account, on)
	case slices.Contains(a.prompt, "none"):
		a.redirectBack(w, r, m, url.Values{"error": {"login_required"}, "error_description": {"The user has to sign in"}})
		return nil
	}
	return s.showForm(w, r, m, a, form{Username: a.params.Get("login_hint")})
}

// submitSignIn signs in, remembers the sign-in for the browser, and sends a code to the client.
func (s *Server) submitSignIn(w http.ResponseWriter, r *http.Request, m realm, a authorizationRequest) error {
	if s.cross.Check(r) != nil {
		return s.refuseRequest(w, r, "The form was sent from another site.")
	}
	login := r.PostForm.Get("username")
	account, err := s.signIn(r, m, a.client.ID, login, r.PostForm.Get("password"))
	var f *failure
	switch {
	case errors.Is(err, errCredentials):
		return s.showForm(w, r, m, a, form{Username: login, Status: http.StatusUnauthorized, Problem: "The username or password is wrong."})
	case errors.As(err, &f) && f.retryAfter > 0:
		w.Header().Set("Retry-After", retrySeconds(f.retryAfter))
		return s.showForm(w, r, m, a, form{Username: login, Status: f.status,
			Problem: f.Description + ". Try again in " + retrySeconds(f.retryAfter) + " s."})
	case errors.Is(err, ErrBusy):
		w.Header().Set("Retry-After", "1")
		return s.showForm(w, r, m, a, form{
			Username: login, Status: http.StatusServiceUnavailable,
			Problem: "The service is busy. Try again in a moment.",
		})
	case err != nil:
		return err
	}
	on, err := s.signOn(w, r, m, account)
	if err == nil {
		err = s.rememberBrowser(w, r, m, account)
	}
	if err != nil {
		return err
	}
	return s.grantCode(w, r, m, a, account, on)
}

// grantCode opens a session and sends its code to the client.
func (s *Server) grantCode(w http.ResponseWriter, r *http.Request, m realm, a authorizationRequest, account Account, on SignOn) error {
	session := s.newSession(m, a.client, account, a.scope)
	session.SignOn, session.AuthTime = on.ID, on.AuthTime
	if session.Ends.After(on.Ends) {
		session.Ends = on.Ends
	}
	code, hash := newSecret()
	token := Token{Hash: hash, Expires: s.now().Add(m.CodeLifetime), Code: &CodeBinding{
		RedirectURI: a.params.Get("redirect_uri"), Challenge: a.params.Get("code_challenge"), Nonce: a.params.Get("nonce")}}
	if err := s.Sessions.Open(r.Context(), m.workspace, session, token); err != nil {
		return err
	}
	a.redirectBack(w, r, m, url.Values{"code": {code}})
	return nil
}
