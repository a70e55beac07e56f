package rest

import (
	"net/http"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/reading"
	document "github.com/seed-62a36931/docket/api"
)

// serveDocuments serves the contract itself, and the page that renders it.
func (s *server) serveDocuments(router *mux.Router) {
	serve := func(path string, answer http.HandlerFunc) {
		router.HandleFunc(path, s.forReaders(answer)).Methods(http.MethodGet)
	}
	serve("/api/openapi.yaml", fixedAnswer("application/yaml; charset=utf-8", document.Document()))
	serve("/api/openapi.json", fixedAnswer("application/json; charset=utf-8", s.contract.json))
	serve(reading.Path, reading.ServePage)
	serve(reading.ScalarPath, reading.ServeScalar)
	serve(reading.StartPath, reading.ServeStart)
}

func fixedAnswer(kind string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body) // the client may be gone; there is nobody to tell
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
