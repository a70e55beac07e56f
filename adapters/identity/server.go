package identity

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// authServerMetadata ends the address of the metadata of RFC 8414, or stands between host and path of the
// issuer: both say what discovery says.
const authServerMetadata = "/.well-known/oauth-authorization-server"

// maxForm is the largest form that is read, in bytes.
const maxForm = 64 << 10

// Config configures the server.
type Config struct {
	Public     string     // public address, "https://docket.example"; issuers are made from it
	SignInRate rate.Limit // sign-in calls per second and address; 0: none
	Hasher     *Hasher
	Log        *slog.Logger
	Now        func() time.Time           // nil: time.Now
	HTTP       *http.Client               // asks other issuers; nil: one that waits 5 s
	Address    func(*http.Request) string // of the client; nil: the peer's
	// Installation names the installation in its cookies, so that another one on the same host leaves
	// them alone; "" for none.
	Installation string
	// Demo are accounts that the sign-in page shows, with their passwords; none but on a demo.
	Demo []DemoAccount
	// Links lead from the sign-in page to others of the service.
	Links []Link
	// Closed returns why nothing is answered now, such as that the service is stopping;
	// empty when requests are answered. nil: they always are.
	Closed func() string
	// Unavailable reports whether an error is one of the database or the disk, so that the
	// same request can succeed later; nil means that none is.
	Unavailable func(error) bool
}

// A Server answers below /auth/realms/{workspaceId} and /realms/{workspaceId}.
type Server struct {
	Ports
	*tokens
	*signIns
	log     *slog.Logger
	now     func() time.Time
	address func(*http.Request) string
	away    func(error) bool
	closed  func() string
	routes  map[string]map[string]handler
	cross   *http.CrossOriginProtection
	demo    []DemoAccount
	links   []Link

	assertions seenAssertions
}

// tokens issue tokens and verify them, those of other issuers included.
type tokens struct {
	Ports
	public   string
	now      func() time.Time
	turns    *keyLocks // by account: one provisioning at a time
	ring     *keyring
	external *external
	refusals *refusalLog
	proven   verifiedTokens
}

// signIns find out who signs in with a password, slow down those who guess, and keep what a browser
// is known by.
type signIns struct {
	Ports
	rate    rate.Limit
	hasher  *Hasher
	log     *slog.Logger
	now     func() time.Time
	address func(*http.Request) string
	brakes  *brakes
	known   *brakes   // of browsers and networks that accounts have signed in from
	turns   *keyLocks // by account: one password at a time
	mark    string    // ends the names of cookies
}

// A realm is one workspace while a request is answered.
type realm struct {
	workspace string
	issuer    string
	Settings
}

type handler func(http.ResponseWriter, *http.Request, realm) error

// New returns a server.
func New(c Config, p Ports) *Server {
	c = c.withDefaults()
	if p.Audit == nil {
		p.Audit = func(context.Context, Event) {}
	}
	turns := &keyLocks{taken: map[string]*keyLock{}}
	s := &Server{
		Ports: p,
		tokens: &tokens{Ports: p, public: strings.TrimRight(c.Public, "/"), now: c.Now, turns: turns,
			ring: newKeyring(p.Keys, c.Now), external: newExternal(c.HTTP, c.Now),
			refusals: &refusalLog{log: c.Log, now: c.Now, told: map[[2]string]*toldRefusal{}}},
		signIns: &signIns{Ports: p, rate: c.SignInRate, hasher: c.Hasher, log: c.Log, now: c.Now, address: c.Address,
			brakes: newBrakes(), known: newBrakes(), turns: turns},
		log:     c.Log,
		now:     c.Now,
		address: c.Address,
		away:    c.Unavailable,
		closed:  c.Closed,
		cross:   http.NewCrossOriginProtection(),
		demo:    c.Demo,
		links:   c.Links,
	}
	if c.Installation != "" {
		s.mark = "_" + c.Installation
	}
	const oidc = "/protocol/openid-connect"
	s.routes = map[string]map[string]handler{
		"/.well-known/openid-configuration": {"GET": s.handleDiscovery},
		oidc + "/certs":                     {"GET": s.handleCerts},
		authServerMetadata:                  {"GET": s.handleDiscovery},
		oidc + "/token":                     {"POST": s.handleToken},
		oidc + "/token/introspect":          {"POST": s.handleIntrospect},
		oidc + "/auth":                      {"GET": s.handleAuthorize, "POST": s.handleAuthorize},
		oidc + "/userinfo":                  {"GET": s.handleUserinfo, "POST": s.handleUserinfo},
		oidc + "/revoke":                    {"POST": s.handleRevoke},
		oidc + "/logout":                    {"GET": s.handleLogout, "POST": s.handleLogout},
	}
	return s
}

// withDefaults returns the settings with a value for each that has a default.
func (c Config) withDefaults() Config {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Address == nil {
		c.Address = peerAddress
	}
	if c.Closed == nil {
		c.Closed = func() string { return "" }
	}
	if c.Unavailable == nil {
		c.Unavailable = func(error) bool { return false }
	}
	return c
}

func peerAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// ServeHTTP routes to realm and endpoint; failures are objects of RFC 6749.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := s.serveRealm(w, r); err != nil {
		s.writeFailure(w, r, err)
	}
}

func (s *Server) serveRealm(w http.ResponseWriter, r *http.Request) error {
	notFound := &failure{status: http.StatusNotFound, Code: "invalid_request", Description: "Not found"}
	path := r.URL.Path
	if of, inserted := strings.CutPrefix(path, authServerMetadata); inserted { // as RFC 8414, section 3.1 has it
		path = of + authServerMetadata
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(path, "/auth"), "/realms/")
	workspace, endpoint, slash := strings.Cut(rest, "/")
	if !ok || !slash {
		return notFound
	}
	methods, ok := s.routes["/"+endpoint]
	toldLogout := "/"+endpoint == logoutPath && s.Issuers != nil
	if !ok && !toldLogout {
		return notFound
	}
	if s.closed() != "" {
		return newUnavailable()
	}
	if toldLogout {
		return s.handleLogoutToken(w, r, workspace)
	}
	realm, err := s.findRealm(r.Context(), workspace)
	if errors.Is(err, ErrUnknown) {
		notFound.Description = "The workspace is unknown"
		return notFound
	}
	if err != nil {
		return err
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	h, ok := methods[method]
	if !ok {
		w.Header().Set("Allow", allowHeader(methods))
		return &failure{status: http.StatusMethodNotAllowed, Code: "invalid_request", Description: "Method not allowed"}
	}
	return h(w, r, realm)
}

func allowHeader(methods map[string]handler) string {
	var out []string
	for _, m := range []string{"GET", "HEAD", "POST"} {
		_, own := methods[m]
		_, get := methods["GET"]
		if own || m == "HEAD" && get {
			out = append(out, m)
		}
	}
	return strings.Join(out, ", ")
}

func (s *tokens) findRealm(ctx context.Context, workspace string) (realm, error) {
	set, err := s.Workspaces.Settings(ctx, workspace)
	return realm{workspace, s.issuerOf(workspace), set}, err
}

func (s *tokens) issuerOf(workspace string) string { return s.public + "/auth/realms/" + workspace }

func (r realm) endpointURL(endpoint string) string {
	return r.issuer + "/protocol/openid-connect/" + endpoint
}

// handleDiscovery implements OpenID Connect Discovery 1.0, section 3.
func (s *Server) handleDiscovery(w http.ResponseWriter, r *http.Request, m realm) error {
	keys, err := s.ring.keysOf(r.Context(), m.workspace, m.Algorithm)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"issuer":                 m.issuer,
		"authorization_endpoint": m.endpointURL("auth"),
		"token_endpoint":         m.endpointURL("token"),
		"jwks_uri":               m.endpointURL("certs"),
		"userinfo_endpoint":      m.endpointURL("userinfo"),
		"revocation_endpoint":    m.endpointURL("revoke"),
		"introspection_endpoint": m.endpointURL("token/introspect"),
		"end_session_endpoint":   m.endpointURL("logout"),

		"response_types_supported":                   []string{"code"},
		"response_modes_supported":                   []string{"query"},
		"subject_types_supported":                    []string{"public"},
		"id_token_signing_alg_values_supported":      keys.algorithms(),
		"grant_types_supported":                      m.grantTypes(),
		"token_endpoint_auth_methods_supported":      clientAuthMethods,
		"code_challenge_methods_supported":           []string{"S256"},
		"scopes_supported":                           []string{"openid", "profile", "email"},
		"prompt_values_supported":                    []string{"none", "login", "select_account"},
		"revocation_endpoint_auth_methods_supported": clientAuthMethods,
		"claims_supported": []string{"iss", "sub", "aud", "azp", "sid", "iat", "exp", "auth_time", "nonce", "preferred_username",
			"given_name", "family_name", "email"},
		"introspection_endpoint_auth_methods_supported":            clientAuthMethods[:3], // all but none
		"token_endpoint_auth_signing_alg_values_supported":         algorithmNames(),
		"introspection_endpoint_auth_signing_alg_values_supported": algorithmNames(),
		"revocation_endpoint_auth_signing_alg_values_supported":    algorithmNames(),
		"request_parameter_supported":                              false,
		"request_uri_parameter_supported":                          false,
		"authorization_response_iss_parameter_supported":           true,
		"docket_login_client":                                      LoginClient,
	})
	return nil
}

// grantTypes returns the grants that the workspace allows to clients that may use them.
func (r realm) grantTypes() []string {
	out := []string{"authorization_code", "refresh_token", "client_credentials"}
	if r.PasswordGrant {
		out = append(out, "password")
	}
	return out
}

func (s *Server) handleCerts(w http.ResponseWriter, r *http.Request, m realm) error {
	keys, err := s.ring.keysOf(r.Context(), m.workspace, m.Algorithm)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, keys.public)
	return nil
}
