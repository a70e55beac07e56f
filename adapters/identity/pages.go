package identity

import (
	_ "embed"
	"net/http"
	"net/url"

	"github.com/seed-62a36931/docket/internal/webpage"
)

//go:embed pages.html
var pagesSource string

var pages = webpage.Parse(pagesSource)

// A form holds the contents of the sign-in page.
type form struct {
	Action, Workspace, Client string
	Username, Problem         string
	Status                    int // 0: 200
}

func (s *Server) showForm(w http.ResponseWriter, r *http.Request, m realm, a authorizationRequest, f form) error {
	// Browsers apply form-action also to the redirect after the form.
	webpage.SetHeaders(w, "'self' "+originOf(a.redirect))
	f.Action, f.Workspace, f.Client = r.URL.Path+"?"+a.params.Encode(), m.workspace, a.client.ID
	return webpage.Render(w, pages, max(f.Status, http.StatusOK), "sign-in", f)
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
	webpage.SetHeaders(w, "'none'")
	return webpage.Render(w, pages, http.StatusBadRequest, "refused", problem)
}
