package rest

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"sync"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/reading"
	document "github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// serveDocuments serves the contract itself, and the page that renders it.
func (s *server) serveDocuments(router *mux.Router) {
	serve := func(path string, answer http.HandlerFunc) {
		router.HandleFunc(path, s.forReaders(answer)).Methods(http.MethodGet)
	}
	serve("/api/openapi.yaml", s.serveContract("application/yaml; charset=utf-8", document.Document))
	serve("/api/openapi.json", s.serveContract("application/json; charset=utf-8", contract.DocumentAsJSON))
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

// signInAddress begins the addresses of the authorization server in the contract.
var signInAddress = []byte("/auth/realms/{workspaceId}/")

// splitAtWorkspace returns the parts of the contract, as YAML or as JSON, between which the name of a workspace
// belongs, in the addresses of the authorization server.
func splitAtWorkspace(body []byte) [][]byte {
	var parts [][]byte
	from, at := 0, 0
	for {
		next := bytes.Index(body[at:], signInAddress)
		if next < 0 {
			return append(parts, body[from:])
		}
		next += at
		at = next + len(signInAddress)
		key := bytes.TrimRight(body[from:next], `": `)
		if bytes.HasSuffix(key, []byte("authorizationUrl")) || bytes.HasSuffix(key, []byte("tokenUrl")) {
			parts = append(parts, body[from:next+len("/auth/realms/")])
			from = at - 1 // the slash after the name
		}
	}
}

// serveContract answers with the contract, in which the addresses of the authorization server
// are those of a workspace: the one of the query, or that of the service.
func (s *server) serveContract(kind string, body func() []byte) http.HandlerFunc {
	parts := sync.OnceValue(func() [][]byte { return splitAtWorkspace(body()) })
	return func(w http.ResponseWriter, r *http.Request) {
		name := cmp.Or(r.URL.Query().Get("workspace"), s.Workspace)
		if name != "" && !workspace.ValidName(name) {
			s.failures.Write(w, r, contract.Invalid(domain.InvalidValue, "workspace",
				"must be the name of a workspace: 1 to 32 lower-case letters and digits"))
			return
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(bytes.Join(parts(), []byte(cmp.Or(name,
			"{workspaceId}")))) // the client may be gone; there is nobody to tell
	}
}

// forReaders serves everybody, or only callers with a token where that is configured.
func (s *server) forReaders(answer http.HandlerFunc) http.HandlerFunc {
	if !s.PrivateDocuments {
		return answer
	}
	return s.guard.CheckReader(answer)
}
