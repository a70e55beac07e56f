package rest

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"regexp"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/reading"
	document "github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// serveDocuments serves the contract itself, and the page that renders it.
func (s *server) serveDocuments(router *mux.Router) {
	serve := func(path string, answer http.HandlerFunc) {
		router.HandleFunc(path, s.forReaders(answer)).Methods(http.MethodGet)
	}
	serve("/api/openapi.yaml", s.serveContract("application/yaml; charset=utf-8", document.Document()))
	serve("/api/openapi.json", s.serveContract("application/json; charset=utf-8", s.contract.json))
	serve(reading.Path, reading.ServePage)
	serve(reading.Path+"/", func(w http.ResponseWriter, r *http.Request) {
		to := url.URL{Path: reading.Path, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	})
	serve(reading.ScalarPath, reading.ServeScalar)
	serve(reading.StartPath, reading.ServeStart)
	serve(SignedInPath, reading.ServeSignedIn)
}

// SignedInPath is where browsers come back to when somebody signed in on the page of the API.
const SignedInPath = reading.SignedInPath

// signInAddress finds the addresses of the authorization server in the contract, as YAML and as JSON.
var signInAddress = regexp.MustCompile(`("?(?:authorizationUrl|tokenUrl)"?: ?"?/auth/realms/)\{workspaceId\}/`)

// splitAtWorkspace returns the parts of the contract between which the name of a workspace
// belongs, in the addresses of the authorization server.
func splitAtWorkspace(body []byte) [][]byte {
	var parts [][]byte
	from := 0
	for _, at := range signInAddress.FindAllSubmatchIndex(body, -1) {
		parts = append(parts, body[from:at[3]]) // up to the end of the first group
		from = at[1] - 1                        // the slash behind the name
	}
	return append(parts, body[from:])
}

// serveContract answers with the contract, in which the addresses of the authorization server
// are those of a workspace: the one of the query, or that of the service.
func (s *server) serveContract(kind string, body []byte) http.HandlerFunc {
	parts := splitAtWorkspace(body)
	return func(w http.ResponseWriter, r *http.Request) {
		name := cmp.Or(r.URL.Query().Get("workspace"), s.Workspace)
		if name != "" && !workspace.ValidName(name) {
			s.writeFailure(w, r, newInvalid("workspace must be the name of a workspace: 1 to 32 lower-case letters and digits"))
			return
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(bytes.Join(parts, []byte(cmp.Or(name, "{workspaceId}")))) // the client may be gone; there is nobody to tell
	}
}

// forReaders serves everybody, or only callers with a token where that is configured.
func (s *server) forReaders(answer http.HandlerFunc) http.HandlerFunc {
	if !s.PrivateDocuments {
		return answer
	}
	return func(w http.ResponseWriter, r *http.Request) {
		for _, check := range []func(*operation, *http.Request) error{s.checkRunning, s.authenticate, s.checkTenant, s.withinRate} {
			if err := check(nil, r); err != nil {
				s.writeFailure(w, r, err)
				return
			}
		}
		answer(w, r)
	}
}
