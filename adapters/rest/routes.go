package rest

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/downloads"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/adapters/rest/guard"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/operations"
	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/adapters/rest/traffic"
	"github.com/seed-62a36931/docket/adapters/rest/usage"
	"github.com/seed-62a36931/docket/adapters/rest/users"
	"github.com/seed-62a36931/docket/adapters/rest/webhooks"
)

// A server is the handler for everything that the service answers over HTTP.
type server struct {
	Config
	contract *contract.Contract
	guard    *guard.Guard
	failures *exchange.Failures
	identity http.Handler // nil without a built-in authorization server
}

// New returns the handler for everything that the service answers over HTTP.
func New(c Config, p Ports) (http.Handler, error) {
	known, err := contract.Load()
	if err != nil {
		return nil, err
	}
	return newHandler(c, p, known)
}

func newHandler(c Config, p Ports, known *contract.Contract) (http.Handler, error) {
	c = c.withDefaults()
	f := &exchange.Failures{Log: c.Log, Now: c.Now, Unavailable: c.Unavailable, Denials: p.Denials, Metadata: c.metadataURL()}
	v := &exchange.Views{Freshness: p.Freshness, Patience: c.Freshness}
	s := &server{Config: c, contract: known, failures: f, identity: p.Identity, guard: newGuard(c, p, known, v, f)}
	routes := mux.NewRouter()
	api.HandlerWithOptions(s.newBinding(newHandlers(c, p, v, f)),
		api.GorillaServerOptions{BaseRouter: routes, ErrorHandlerFunc: s.failBinding})
	s.serveDocuments(routes)
	if c.Issuer != nil {
		routes.HandleFunc(ResourceMetadataPath, s.serveResourceMetadata).Methods(http.MethodGet)
	}
	routes.HandleFunc("/", s.serveHome).Methods(http.MethodGet)
	if err := errors.Join(offerPost(routes, known), alsoHead(routes)); err != nil {
		return nil, err
	}
	router, err := byShape(routes)
	if err != nil {
		return nil, err
	}
	router.Use(s.guard.CheckRequests)
	router.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		f.Write(w, r, exchange.ErrNotFound)
	})
	s.guard.NotAllowed = s.methodNotAllowed(router)
	router.MethodNotAllowedHandler = s.guard.NotAllowed
	compressed, err := traffic.Compress(router)
	if err != nil {
		return nil, err
	}
	return s.wrapRouter(s.allowOrigins(s.withIdentity(forwardBundles(compressed)))), nil
}

// newGuard returns what checks requests before handlers see them.
func newGuard(c Config, p Ports, known *contract.Contract, v *exchange.Views, f *exchange.Failures) *guard.Guard {
	return &guard.Guard{
		Contract:       known,
		Verifier:       p.Verifier,
		State:          p.Readiness,
		Workspaces:     p.Workspaces,
		Answers:        p.FirstAnswers,
		Views:          v,
		Failures:       f,
		Rates:          traffic.NewRates(c.Rate, c.Burst),
		PublicEvidence: c.PublicEvidence,
		Address:        c.Address,
		WriteTime:      c.WriteTime,
		Log:            c.Log,
		Now:            c.Now,
		Limits: guard.Limits{Upload: c.MaxUpload, Rules: c.MaxRules, Dates: c.MaxDates,
			Mapping: c.MaxMapping, Terms: c.MaxTerms, Report: c.MaxReport, Bundle: c.MaxBundle},
	}
}

// newHandlers returns the handlers of all parts, each with the ports that it needs.
func newHandlers(c Config, p Ports, v *exchange.Views, f *exchange.Failures) handlers {
	settings := history.Settings{
		Verifier:  p.Verifier,
		State:     p.Readiness,
		Log:       c.Log,
		Now:       c.Now,
		KeepAlive: c.KeepAlive,
		Pause:     c.Pause,
		PublicURL: c.PublicURL,
	}
	return handlers{
		dossierPart:   dossiers.New(p.Dossiers, v),
		filePart:      files.New(p.Files, v, f),
		componentPart: components.New(p.Components, v),
		templatePart:  templates.New(p.Templates, v),
		userPart:      users.New(p.Users, v),
		historyPart:   history.New(p.History, settings, v, f),
		downloadPart:  downloads.New(p.Downloads, v, f),
		operationPart: operations.New(p.Operations, v),
		usagePart:     usage.New(p.Usage),
		webhookPart:   webhooks.New(p.Webhooks, v),
		health:        health{p.Readiness},
	}
}

// withIdentity passes requests below the two bases of the authorization server to it,
// unknown paths and methods included.
func (s *server) withIdentity(next http.Handler) http.Handler {
	if s.identity == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isOfIdentity(r.URL.Path) {
			exchange.Of(r.Context()).Route = "identity"
			exchange.NameSpan(r, "identity")
			if s.answerPreflight(w, r, []string{http.MethodGet, http.MethodPost}) {
				return
			}
			s.identity.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOfIdentity reports whether a path is one of the authorization server.
func isOfIdentity(path string) bool {
	return strings.HasPrefix(path, "/auth/realms/") || strings.HasPrefix(path, "/realms/") ||
		strings.HasPrefix(path, "/.well-known/oauth-authorization-server/")
}

// alsoHead answers HEAD wherever GET is answered.
func alsoHead(router *mux.Router) error {
	type get struct {
		path    string
		handler http.Handler
	}
	var gets []get
	err := router.Walk(func(route *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		methods, err := route.GetMethods()
		if err != nil || !slices.Contains(methods, http.MethodGet) {
			return err
		}
		path, err := route.GetPathTemplate()
		gets = append(gets, get{path, route.GetHandler()})
		return err
	})
	for _, g := range gets {
		router.Handle(g.path, g.handler).Methods(http.MethodHead)
	}
	return err
}
