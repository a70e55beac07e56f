package identity

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
)

//go:embed pages.css
var styles string

//go:embed pages.html
var pagesSource string

var pages = template.Must(template.New("pages").Funcs(template.FuncMap{
	"styles": func() template.CSS { return template.CSS(styles) }, //nolint:gosec // our own
}).Parse(pagesSource))

// styleSource lets browsers apply our styles and no others.
var styleSource = func() string {
	sum := sha256.Sum256([]byte(styles))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// A form holds the contents of the sign-in page.
type form struct {
	Action, Workspace, Client string
	Username, Problem         string
	Status                    int // 0: 200
}

func (s *Server) showForm(w http.ResponseWriter, r *http.Request, m realm, a authorizationRequest, f form) error {
	// Browsers apply form-action also to the redirect after the form.
	setSecurityHeaders(w, "'self' "+originOf(a.redirect))
	f.Action, f.Workspace, f.Client = r.URL.Path+"?"+a.params.Encode(), m.workspace, a.client.ID
	return renderPage(w, max(f.Status, http.StatusOK), "sign-in", f)
}

// originOf returns an address as a content security policy names it: its scheme alone where
// it has no host.
func originOf(u *url.URL) string {
	if u.Host == "" {
		return u.Scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}

// refuseRequest shows a page with the problem instead of redirecting.
func (s *Server) refuseRequest(w http.ResponseWriter, problem string) error {
	setSecurityHeaders(w, "'none'")
	return renderPage(w, http.StatusBadRequest, "refused", problem)
}

func renderPage(w http.ResponseWriter, status int, name string, data any) error {
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, name, data); err != nil {
		return err
	}
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes()) // the browser may be gone; there is nobody to tell
	return nil
}

func setSecurityHeaders(w http.ResponseWriter, formAction string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set(
		"Content-Security-Policy",
		"default-src 'none'; style-src "+styleSource+"; frame-ancestors 'none'; base-uri 'none'; form-action "+formAction,
	)
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
}
