package console

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// Paths of the console.
const (
	Path         = "/console/"
	CallbackPath = "/console/callback" // where issuers send browsers back to
	AboutPath    = "/console/about"    // the page of the service, which stands at the root without a console
	apiPath      = "/console/api/"
)

// ErrUnknown is returned by ports for a record or a workspace that is not there.
var ErrUnknown = errors.New("unknown")

// Records stores the sealed records of sessions by name for a workspace.
type Records interface {
	// Get reads a record; ErrUnknown without one.
	Get(ctx context.Context, workspace, name string) ([]byte, error)
	// Put writes a record and replaces the one of that name.
	Put(ctx context.Context, workspace, name string, record []byte) error
	// Update changes a record in one step; ErrUnknown without one.
	Update(ctx context.Context, workspace, name string, change func([]byte) ([]byte, error)) error
	// Delete removes a record. None is no error.
	Delete(ctx context.Context, workspace, name string) error
	// Names lists the names with a prefix.
	Names(ctx context.Context, workspace, prefix string) ([]string, error)
}

// An Issuer is where the people of a workspace sign in, and how the console is known there.
type Issuer struct {
	AuthorizeURL, TokenURL string
	EndSessionURL          string // takes a refresh token and ends its session; "" where there is none
	ClientID, ClientSecret string
	HTTP                   *http.Client
}

// Ports holds what the console needs from outside.
type Ports struct {
	Records Records
	// Issuer returns the issuer of a workspace; ErrUnknown for a workspace that is not there.
	Issuer func(ctx context.Context, workspace string) (Issuer, error)
	// Workspaces returns the names of all workspaces.
	Workspaces func(ctx context.Context) ([]string, error)
	// Verify returns whom an access token stands for.
	Verify func(ctx context.Context, token string) (user.Principal, error)
	// API answers everything that is not the console's.
	API http.Handler
}

// Config configures the console.
type Config struct {
	PublicURL string // address of the service for browsers
	Demo      bool   // the console offers sample files
	MaxUpload int64  // bytes of one file that the API takes
	// Installation names the installation in its cookies, so that another one on the same host leaves
	// them alone; "" for none.
	Installation string
	Now          func() time.Time // nil: time.Now
	Log          *slog.Logger     // nil: slog.Default()
}

// A server answers below /console/ and redirects browsers from the root.
type server struct {
	Ports
	public    string
	secure    bool // cookies are sent over https only
	demo      bool
	maxUpload int64
	mark      string // ends the names of cookies
	now       func() time.Time
	log       *slog.Logger
	cross     *http.CrossOriginProtection
	refreshes singleflight.Group
}

// New returns a handler that answers the console, and leaves everything else to the API.
func New(c Config, p Ports) http.Handler {
	s := &server{Ports: p, public: strings.TrimRight(c.PublicURL, "/"), now: c.Now, log: c.Log, demo: c.Demo,
		maxUpload: c.MaxUpload, cross: http.NewCrossOriginProtection()}
	s.secure = strings.HasPrefix(s.public, "https://")
	if c.Installation != "" {
		s.mark = "-" + c.Installation
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	return http.HandlerFunc(s.serve)
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case path == "/" && isRead(r) && strings.Contains(r.Header.Get("Accept"), "text/html"):
		w.Header().Set("Vary", "Accept")
		http.Redirect(w, r, Path, http.StatusFound)
	case path == "/console":
		http.Redirect(w, r, Path, http.StatusPermanentRedirect)
	case strings.HasPrefix(path, Path):
		setHeaders(w.Header())
		s.serveConsole(w, r)
	default:
		s.API.ServeHTTP(w, r)
	}
}

// serveConsole answers below /console/.
func (s *server) serveConsole(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, apiPath):
		s.cross.Handler(http.HandlerFunc(s.serveAPI)).ServeHTTP(w, r)
	case strings.HasPrefix(path, assetPath):
		s.answerPage(w, r, serveAsset)
	case path == "/console/sign-in":
		s.answerPage(w, r, s.signIn)
	case path == CallbackPath:
		s.answerPage(w, r, s.finishSignIn)
	case path == "/console/session":
		s.serveSession(w, r)
	case path == "/console/sign-out":
		s.cross.Handler(http.HandlerFunc(s.signOut)).ServeHTTP(w, r)
	case path == AboutPath:
		s.serveAbout(w, r)
	default:
		go loadAssets() //nolint:errcheck // serveIndex and serveAsset tell what fails
		s.answerPage(w, r, s.serveIndex)
	}
}

// setHeaders sets the headers that every answer of the console has.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "+
		"font-src 'none'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "+
		"require-trusted-types-for 'script'; trusted-types lit-html")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	h.Set("Cache-Control", "no-store")
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// answerPage answers a read with a page; a failure is shown as one.
func (s *server) answerPage(w http.ResponseWriter, r *http.Request, page func(http.ResponseWriter, *http.Request) error) {
	if !isRead(r) {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	err := page(w, r)
	if err == nil {
		return
	}
	s.logFailure(r, "a page of the console failed", err)
	s.showProblem(w, r, statusOf(err), "unavailable")
}

// logFailure writes to the log that a request failed: an error, unless its browser has left, which ends whatever was done for it.
func (s *server) logFailure(r *http.Request, message string, err error) {
	level := slog.LevelError
	if r.Context().Err() != nil {
		level = slog.LevelDebug
	}
	s.log.Log(r.Context(), level, message, "path", r.URL.Path, "error", err)
}

// statusOf returns the status for an error of a page.
func statusOf(err error) int {
	if domain.KindOf(err) == domain.Unavailable {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// serveIndex answers an address of the console with the page that draws it, or leads to the
// sign-in and back.
func (s *server) serveIndex(w http.ResponseWriter, r *http.Request) error {
	if _, _, err := s.findSession(r); errors.Is(err, errNoSession) {
		redirectToSignIn(w, r)
		return nil
	} else if err != nil {
		return err
	}
	a, err := loadAssets()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, a.indexFor(r.URL.Path)) // the browser may be gone; there is nobody to tell
	return nil
}

// serveAbout answers with the page of the service that stands at the root without a console.
func (s *server) serveAbout(w http.ResponseWriter, r *http.Request) {
	about := r.Clone(r.Context())
	about.URL.Path, about.URL.RawPath, about.RequestURI = "/", "", "/"
	s.API.ServeHTTP(w, about)
}
