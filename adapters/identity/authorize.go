package identity

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
)

// An asked is a checked authorization request.
type asked struct {
	client   Client
	redirect *url.URL
	params   url.Values
	scope    string
}

// authorize is the authorization endpoint (RFC 6749, section 4.1.1): a GET or a
// POST of the request shows the sign-in page, a POST with a username signs in.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request, m realm) error {
	if err := r.ParseForm(); err != nil {
		return s.refuse(w, "The request cannot be read.")
	}
	submitted := r.Method == http.MethodPost && r.PostForm.Has("username")
	params := r.Form
	if submitted {
		params = r.URL.Query()
	}
	a := asked{params: params}
	var err error
	if a.client, err = s.Clients.Client(r.Context(), m.workspace, params.Get("client_id")); err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	// An address that is not registered is never redirected to.
	if err != nil || !slices.Contains(a.client.RedirectURIs, params.Get("redirect_uri")) {
		return s.refuse(w, "The application or its redirect address is not registered.")
	}
	if a.redirect, err = url.Parse(params.Get("redirect_uri")); err != nil {
		return s.refuse(w, "The redirect address cannot be read.")
	}
	if f := a.check(); f != nil {
		a.back(w, r, m, url.Values{"error": {f.Code}, "error_description": {f.Description}})
		return nil //nolint:nilerr // the application hears of it
	}
	if !submitted {
		return s.page(w, r, a, http.StatusOK, "")
	}
	return s.submit(w, r, m, a)
}

// check finds what is wrong with a request of a known client.
func (a *asked) check() *failure {
	p := a.params
	for name, values := range p {
		if len(values) > 1 {
			return invalidRequest("A parameter is repeated: " + printable(name))
		}
	}
	var err error
	switch a.scope, err = grantScope(p.Get("scope")); {
	case p.Get("response_type") != "code":
		return badRequest("unsupported_response_type", "The response type must be code")
	case err != nil:
		return badRequest("invalid_scope", "The scope is malformed")
	case p.Get("code_challenge") != "" && p.Get("code_challenge_method") != "S256":
		return invalidRequest("The code_challenge_method must be S256")
	case p.Get("code_challenge") == "" && len(a.client.SecretSHA256) == 0:
		return invalidRequest("A code_challenge is required")
	case p.Get("prompt") == "none": // there is no session of the browser that could be used
		return badRequest("login_required", "The user has to sign in")
	}
	return nil
}

// back redirects to the client, with its state and our issuer (RFC 9207).
func (a *asked) back(w http.ResponseWriter, r *http.Request, m realm, with url.Values) {
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

// submit signs in and sends a code to the client.
func (s *Server) submit(w http.ResponseWriter, r *http.Request, m realm, a asked) error {
	if s.cross.Check(r) != nil {
		return s.refuse(w, "The form was sent from another site.")
	}
	account, err := s.signIn(r, m, a.client.ID, r.PostForm.Get("username"), r.PostForm.Get("password"))
	var f *failure
	switch {
	case errors.Is(err, errCredentials):
		return s.page(w, r, a, http.StatusUnauthorized, "The username or password is wrong.")
	case errors.As(err, &f) && f.retryAfter > 0:
		return s.page(w, r, a, f.status, "Too many failed sign-ins. Try again later.")
	case err != nil:
		return err
	}
	session := s.newSession(m, a.client, account, a.scope)
	code, hash := newSecret()
	token := Token{Hash: hash, Expires: s.now().Add(m.CodeLifetime), Code: &CodeBinding{
		RedirectURI: a.params.Get("redirect_uri"), Challenge: a.params.Get("code_challenge"), Nonce: a.params.Get("nonce")}}
	if err := s.Sessions.Open(r.Context(), m.workspace, session, token); err != nil {
		return err
	}
	a.back(w, r, m, url.Values{"code": {code}})
	return nil
}

func (s *Server) page(w http.ResponseWriter, r *http.Request, a asked, status int, problem string) error {
	// Browsers hold form-action also against the redirect that follows the form.
	origin := a.redirect.Scheme + "://" + a.redirect.Host
	secure(w, "'self' "+origin)
	w.WriteHeader(status)
	return signInPage.Execute(w, map[string]string{
		"Action": r.URL.Path + "?" + a.params.Encode(), "Problem": problem})
}

// refuse shows a page instead of redirecting.
func (s *Server) refuse(w http.ResponseWriter, problem string) error {
	secure(w, "'none'")
	w.WriteHeader(http.StatusBadRequest)
	return refusedPage.Execute(w, problem)
}

func secure(w http.ResponseWriter, formAction string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action "+formAction)
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
}

var signInPage = template.Must(template.New("sign-in").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in · Docket</title></head>
<body><main><h1>Sign in</h1>
{{with .Problem}}<p role="alert">{{.}}</p>{{end}}
<form method="post" action="{{.Action}}">
<p><label>Username or e-mail <input name="username" autocomplete="username" required autofocus></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Sign in</button></p>
</form></main></body></html>
`))

var refusedPage = template.Must(template.New("refused").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Docket</title></head>
<body><main><h1>This sign-in cannot go on</h1><p role="alert">{{.}}</p></main></body></html>
`))
