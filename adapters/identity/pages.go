package identity

import (
	"cmp"
	_ "embed"
	"net/http"
	"net/url"
	"regexp"
	"strings"

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
	Lang                      string
	Demo                      []DemoAccount
	Links                     []Link
}

// A DemoAccount is an account of a demo that the sign-in page shows to everybody.
type DemoAccount struct {
	Username, Password string
	RoleEN, RoleDE     string // what it is for, in English and German; "" shows nothing
}

// A Link leads from the sign-in page to another one of the service.
type Link struct{ Address, English, German string }

func (s *Server) showForm(w http.ResponseWriter, r *http.Request, m realm, a authorizationRequest, f form) error {
	// Browsers apply form-action also to the redirect after the form.
	webpage.SetHeaders(w, "'self' "+originOf(a.redirect))
	f.Action, f.Workspace, f.Client = r.URL.Path+"?"+a.params.Encode(), m.workspace, cmp.Or(a.client.Title, a.client.ID)
	f.Lang, f.Demo, f.Links = webpage.Language(r), s.demo, s.links
	f.Problem = translateProblem(f.Lang, f.Problem)
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
func (s *Server) refuseRequest(w http.ResponseWriter, r *http.Request, problem string) error {
	webpage.SetHeaders(w, "'none'")
	lang := webpage.Language(r)
	return webpage.Render(w, pages, http.StatusBadRequest, "refused", form{Lang: lang, Problem: translateProblem(lang, problem)})
}

// germanProblems are the problems of the pages in German. A number in them stands for itself.
var germanProblems = map[string]string{
	"The username or password is wrong.":                             "Der Benutzername oder das Passwort ist falsch.",
	"Too many sign-ins have failed. Try again in # s.":               "Zu viele Anmeldungen sind fehlgeschlagen. Versuchen Sie es in # s noch einmal.",
	"Too many sign-ins at once from this address. Try again in # s.": "Zu viele Anmeldungen auf einmal von dieser Adresse. Versuchen Sie es in # s noch einmal.",
	"The service is busy. Try again in a moment.":                    "Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.",
	"The form was sent from another site.":                           "Das Formular wurde von einer anderen Website geschickt.",
	"The request cannot be read.":                                    "Die Anfrage kann nicht gelesen werden.",
	"The request names several applications or addresses.":           "Die Anfrage nennt mehrere Anwendungen oder Adressen.",
	"The application or its redirect address is not registered.":     "Die Anwendung oder ihre Rücksprungadresse ist nicht registriert.",
	"The redirect address cannot be read.":                           "Die Rücksprungadresse kann nicht gelesen werden.",
}

var number = regexp.MustCompile(`\d+`)

// translateProblem returns a problem in a language, in English where it has no translation.
func translateProblem(lang, problem string) string {
	german, ok := germanProblems[number.ReplaceAllString(problem, "#")]
	if lang != "de" || !ok {
		return problem
	}
	return strings.Replace(german, "#", number.FindString(problem), 1)
}
