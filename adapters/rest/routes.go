package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gorilla/mux"
	"golang.org/x/time/rate"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/traffic"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// Config configures the HTTP interface. The zero value of a limit means its default.
type Config struct {
	Log        *slog.Logger
	Now        func() time.Time
	MaxUpload  int64         // bytes of one uploaded file; default 512 MiB
	MaxRules   int64         // bytes of a rule file; default template.MaxRules
	MaxDates   int64         // bytes of a file of date formats; default template.MaxDateFormats
	MaxMapping int64         // bytes of a component mapping; default template.MaxMappingBytes
	MaxTerms   int64         // bytes of a list of terms; default template.MaxDictionaryBytes
	MaxReport  int64         // bytes of a report template; default template.MaxReportTemplate
	MaxBundle  int64         // bytes of a bundle of a template; default 200 MiB
	Rate       rate.Limit    // requests per second and account; default 50, below 0: no limit
	Burst      int           // default 100
	Freshness  time.Duration // how long reads and writes wait for the read models; default 5 s
	WriteTime  time.Duration // how long a request that writes may wait for the event log in all; 0: no limit
	Pause      time.Duration // how long a client of a stream of events may not take any; default 30 s
	KeepAlive  time.Duration // how often a stream of events sends a comment; default 15 s
	// Origins are the web applications whose scripts may read answers, such as
	// https://app.example; none by default.
	Origins []string
	// PrivateDocuments requires a token for the contract and the page that renders it.
	PrivateDocuments bool
	// PublicEvidence answers requests for checkpoints and tiles without a token, too.
	PublicEvidence bool
	// Address returns the address that a request without a token comes from; default the other end of the connection.
	Address func(*http.Request) string
	// Workspace is the one whose sign-in the contract names when nothing else is asked for.
	Workspace string
	// PublicURL is the address under which clients reach the service, for the page at the root.
	PublicURL string
	// Demo reports whether the service is a demo, for the page at the root.
	Demo bool
	// Console reports whether the web console is served, for the page at the root.
	Console bool
	// Unavailable reports whether an error is one of the database or the disk, so that the
	// same request can succeed later; nil means that none is.
	Unavailable func(error) bool
}

func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Address == nil {
		c.Address = peerAddress
	}
	c.MaxUpload = cmp.Or(c.MaxUpload, 512<<20)
	c.MaxRules = cmp.Or(c.MaxRules, template.MaxRules)
	c.MaxDates = cmp.Or(c.MaxDates, template.MaxDateFormats)
	c.MaxBundle = cmp.Or(c.MaxBundle, 200<<20)
	c.MaxMapping = cmp.Or(c.MaxMapping, template.MaxMappingBytes)
	c.MaxTerms = cmp.Or(c.MaxTerms, template.MaxDictionaryBytes)
	c.MaxReport = cmp.Or(c.MaxReport, template.MaxReportTemplate)
	c.Rate = cmp.Or(c.Rate, 50)
	c.Burst = cmp.Or(c.Burst, 100)
	c.Freshness = cmp.Or(c.Freshness, 5*time.Second)
	c.Pause = cmp.Or(c.Pause, 30*time.Second)
	c.KeepAlive = cmp.Or(c.KeepAlive, 15*time.Second)
	if c.Unavailable == nil {
		c.Unavailable = func(error) bool { return false }
	}
	return c
}

// server holds what handlers share. It implements the generated strict interface, a few
// operations of each area in a file of their own.
type server struct {
	Ports
	Config
	log      *slog.Logger
	now      func() time.Time
	contract *contract
	formats  []openapi3.SchemaValidationOption
	rates    *traffic.Rates

	streams streams

	notAllowed http.Handler // refuses a method
}

var _ api.StrictServerInterface = (*server)(nil)

// New returns the handler for everything that the service answers over HTTP.
func New(c Config, p Ports) (http.Handler, error) {
	contract, err := loadContract()
	if err != nil {
		return nil, err
	}
	return newHandler(c, p, contract)
}

func newHandler(c Config, p Ports, contract *contract) (http.Handler, error) {
	c = c.withDefaults()
	s := &server{Ports: p, Config: c, log: c.Log, now: c.Now, contract: contract, formats: textFormats(),
		rates: traffic.NewRates(c.Rate, c.Burst)}
	routes := mux.NewRouter()
	api.HandlerWithOptions(s.newBinding(), api.GorillaServerOptions{BaseRouter: routes, ErrorHandlerFunc: s.failBinding})
	s.serveDocuments(routes)
	routes.HandleFunc("/", s.serveHome).Methods(http.MethodGet)
	if err := errors.Join(offerPost(routes, contract), alsoHead(routes)); err != nil {
		return nil, err
	}
	router, err := byShape(routes)
	if err != nil {
		return nil, err
	}
	router.Use(s.checkRequests)
	router.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.writeFailure(w, r, errNotFound) })
	s.notAllowed = s.methodNotAllowed(router)
	router.MethodNotAllowedHandler = s.notAllowed
	compressed, err := traffic.Compress(router)
	if err != nil {
		return nil, err
	}
	return s.wrapRouter(s.allowOrigins(s.withIdentity(compressed))), nil
}

// newBinding returns the generated binding of requests to our methods; operations that
// send ranges of bytes are answered without it.
func (s *server) newBinding() api.ServerInterface {
	strict := api.NewStrictHandlerWithOptions(s, []api.StrictMiddlewareFunc{followOperation}, api.StrictHTTPServerOptions{
		RequestErrorHandlerFunc: s.failBinding, ResponseErrorHandlerFunc: s.writeFailure})
	return fetching{strict, s}
}

// failBinding answers requests that the generated code could not bind. The checks before
// it leave little: a multipart body without boundary.
func (s *server) failBinding(w http.ResponseWriter, r *http.Request, err error) {
	s.log.DebugContext(r.Context(), "request not bound", "error", err)
	if errors.Is(err, http.ErrMissingBoundary) {
		s.writeFailure(w, r, newInvalid("file is required"))
		return
	}
	s.writeFailure(w, r, newInvalid("The request cannot be read"))
}

// withIdentity passes requests below the two bases of the authorization server to it,
// unknown paths and methods included.
func (s *server) withIdentity(next http.Handler) http.Handler {
	if s.Identity == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/auth/realms/") || strings.HasPrefix(r.URL.Path, "/realms/") {
			exchangeOf(r.Context()).route = "identity"
			nameSpan(r, "identity")
			if s.answerPreflight(w, r, []string{http.MethodGet, http.MethodPost}) {
				return
			}
			s.Identity.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
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

// awaitViews makes a read wait until the views hold a position.
func (s *server) awaitViews(ctx context.Context, at uint64, further ...string) error {
	ctx, cancel := context.WithTimeout(ctx, s.Config.Freshness)
	defer cancel()
	if err := s.Ports.Freshness.Await(ctx, at, further...); err != nil {
		return errUnavailable
	}
	return nil
}

// awaitWrite waits until the views hold a write, for a limited time, and returns the position
// for the answer; nil when nothing was written.
func (s *server) awaitWrite(ctx context.Context, at uint64) *string {
	if at == 0 {
		return nil
	}
	if left, limited := es.PatienceLeft(ctx); limited { // the log may have taken most of the time
		short, cancel := context.WithTimeout(ctx, max(left, time.Second))
		defer cancel()
		ctx = short
	}
	_ = s.awaitViews(ctx, at) // a write that is slow to be seen is done all the same
	position := fmt.Sprint(at)
	return &position
}
