package console

import (
	_ "embed"
	"net/http"

	"github.com/seed-62a36931/docket/internal/webpage"
)

//go:embed pages.html
var pagesSource string

var pages = webpage.Parse(pagesSource)

// pageData fills the pages around a sign-in.
type pageData struct {
	Lang, Problem, Workspace, To string
}

// askWorkspace shows a page that asks for the name of a workspace; of one that is named there
// is none.
func (s *server) askWorkspace(w http.ResponseWriter, r *http.Request, status int, named string) error {
	return render(w, r, status, "workspace", pageData{Workspace: named, To: safeTarget(r.URL.Query().Get("to"))})
}

// tellProblem shows a page with a problem of a sign-in.
func (s *server) tellProblem(w http.ResponseWriter, r *http.Request, status int, problem string) error {
	return render(w, r, status, "problem", pageData{Problem: problem})
}

// showProblem is tellProblem where a failure to show it can only be logged.
func (s *server) showProblem(w http.ResponseWriter, r *http.Request, status int, problem string) {
	if err := s.tellProblem(w, r, status, problem); err != nil {
		s.logFailure(r, "a page of the console cannot be shown", err)
	}
}

func render(w http.ResponseWriter, r *http.Request, status int, name string, data pageData) error {
	data.Lang = webpage.Language(r)
	webpage.SetHeaders(w, "'self' https:") // the form leads to the issuer of the workspace
	return webpage.Render(w, pages, status, name, data)
}
