package rest

import (
	_ "embed"
	"net/http"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/reading"
	"github.com/seed-62a36931/docket/internal/webpage"
)

//go:embed home.html
var homeSource string

var homePage = webpage.Parse(homeSource)

// homeData holds the texts of the page at the root.
type homeData struct {
	Workspace, Docs, Address string
	Demo, Private, Console   bool
}

// serveHome answers browsers at the root with a page that says what this is. Programs that
// accept JSON and no pages hear that there is nothing.
func (s *server) serveHome(w http.ResponseWriter, r *http.Request) {
	accept := r.Header.Get("Accept")
	if strings.Contains(accept, "json") && !strings.Contains(accept, "text/html") {
		s.failures.Write(w, r, exchange.ErrNotFound)
		return
	}
	w.Header().Set("Vary", "Accept")
	webpage.SetHeaders(w, "'self'")
	page := homeData{Workspace: s.Workspace, Docs: reading.Path, Address: s.PublicURL, Demo: s.Demo,
		Private: s.PrivateDocuments, Console: s.Console}
	if err := webpage.Render(w, homePage, http.StatusOK, "home", page); err != nil {
		s.failures.Write(w, r, err)
	}
}
