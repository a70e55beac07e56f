package identity

import (
	"crypto/sha256"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// readForm reads the fields of a form body: each at most once, none from the query.
func readForm(r *http.Request) (url.Values, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, invalidRequest("The content type must be application/x-www-form-urlencoded")
	}
	if err := r.ParseForm(); err != nil {
		return nil, invalidRequest("The form cannot be read")
	}
	for name, values := range r.PostForm {
		if len(values) > 1 {
			return nil, invalidRequest("A field is repeated: " + keepPrintable(name))
		}
	}
	return r.PostForm, nil
}

// requireFields returns a failure for the first field that is missing or empty.
func requireFields(f url.Values, names ...string) error {
	for _, n := range names {
		if f.Get(n) == "" {
			return invalidRequest("A field is missing: " + n)
		}
	}
	return nil
}

// keepPrintable removes the characters that RFC 6749 does not allow in a description.
func keepPrintable(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r > 0x7e || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, s)
}

// authenticateClient authenticates the calling client: by HTTP Basic, form fields or an
// assertion, not by several (RFC 6749, section 2.3.1; RFC 7523).
func (s *Server) authenticateClient(r *http.Request, m realm, f url.Values) (Client, error) {
	id, secret, basic := r.BasicAuth()
	switch {
	case basic && (f.Has("client_secret") || f.Has("client_id") && f.Get("client_id") != unescapeQuery(id)):
		return Client{}, invalidRequest("The client authenticates in two ways")
	case f.Has("client_assertion") && (basic || f.Has("client_secret")):
		return Client{}, invalidRequest("The client authenticates in two ways")
	case f.Has("client_assertion"):
		if id = assertedClient(f); id == "" || f.Has("client_id") && f.Get("client_id") != id {
			return Client{}, invalidClient()
		}
	case basic:
		id, secret = unescapeQuery(id), unescapeQuery(secret)
	default:
		id, secret = f.Get("client_id"), f.Get("client_secret")
	}
	if id == "" {
		return Client{}, invalidRequest("A field is missing: client_id")
	}
	// As with passwords, but at the address alone, so that nobody locks the client itself out.
	hash := sha256.Sum256([]byte(id))
	key := "client\x00" + m.workspace + "\x00" + string(hash[:]) + "\x00" + networkOf(s.address(r))
	if wait := s.brakes.waitTime(s.now(), key); wait > 0 {
		return Client{}, tooManySecrets(wait)
	}
	c, err := s.checkClient(r, m, id, secret, f.Get("client_assertion"))
	var refused *failure
	switch {
	case err == nil:
		s.brakes.clearFailures(key)
	case errors.As(err, &refused):
		s.brakes.countFailure(s.now(), key)
	}
	return c, err
}

// checkClient returns a client if the assertion or secret is its own, or it has none and none is given.
func (s *Server) checkClient(r *http.Request, m realm, id, secret, assertion string) (Client, error) {
	c, err := s.Clients.Client(r.Context(), m.workspace, id)
	if errors.Is(err, ErrUnknown) {
		return Client{}, invalidClient()
	}
	if err != nil {
		return Client{}, err
	}
	switch {
	case assertion != "":
		err = refuseUnless(s.checkAssertion(m, c, assertion))
	case c.IsPublic():
		err = refuseUnless(secret == "")
	default:
		err = refuseUnless(c.hasSecret(secret))
	}
	return c, err
}

// refuseUnless refuses a client that does not prove itself.
func refuseUnless(proven bool) error {
	if proven {
		return nil
	}
	return invalidClient()
}

func unescapeQuery(s string) string {
	if u, err := url.QueryUnescape(s); err == nil {
		return u
	}
	return s
}

// grantScope returns the known scopes in a fixed order, and refuses text that is no scope
// (RFC 6749, section 3.3).
func grantScope(asked string) (string, error) {
	for _, r := range asked {
		if r < 0x20 || r > 0x7e || r == '"' || r == '\\' {
			return "", badRequest("invalid_scope", "The scope is malformed")
		}
	}
	fields := strings.Fields(asked)
	var out []string
	for _, known := range []string{"openid", "profile", "email"} {
		if slices.Contains(fields, known) {
			out = append(out, known)
		}
	}
	return strings.Join(out, " "), nil
}
