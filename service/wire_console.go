package service

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/seed-62a36931/docket/adapters/console"
	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/basepath"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// A consoleSite tells the web console where people sign in.
type consoleSite struct {
	config   settings.Config
	log      *es.Log
	queries  *queries.Queries
	identity *identity.Server
	keys     engines.DerivedKeys
}

// newConsole returns the web console, with the API of a service behind it.
func newConsole(ctx context.Context, a *App) (http.Handler, error) {
	mark, err := cookieMark(ctx, a.Storage.Keys)
	if err != nil {
		return nil, err
	}
	c := consoleSite{a.Config, a.Log, a.Queries, a.identity, engines.DerivedKeys{Vault: a.Vault}}
	return console.New(
		console.Config{PublicURL: a.Config.PublicURL, Demo: a.Config.Demo, MaxUpload: a.Config.UploadLimit, Log: a.logger,
			Installation: mark},
		console.Ports{Records: consoleRecords{records{a.Vault, a.Storage.Keys}}, Issuer: c.consoleIssuer, Workspaces: c.workspaceNames,
			Verify: func(ctx context.Context, token string) (user.Principal, error) { return c.identity.Verify(ctx, token) },
			API:    a.handler}), nil
}

// consoleSecret returns the secret of the console's client in a workspace. All processes derive
// the same one.
func consoleSecret(ctx context.Context, d engines.DerivedKeys, ws string) (string, error) {
	key, err := d.DeriveKey(ctx, es.Subject(ws), "client of the console")
	return hex.EncodeToString(key[:]), err
}

func (c consoleSite) workspaceNames(ctx context.Context) (names []string, err error) {
	all, err := c.queries.ListWorkspaces(ctx)
	for _, w := range all {
		names = append(names, w.Name)
	}
	return names, err
}

// consoleIssuer returns where the people of a workspace sign in to the console: here, or at the
// issuer that the workspace trusts, which must know the console as a public client.
func (c consoleSite) consoleIssuer(ctx context.Context, ws string) (console.Issuer, error) {
	s, _, err := es.Load(ctx, c.log, workspace.Decider, workspace.StreamOf(ws))
	switch {
	case err != nil:
		return console.Issuer{}, err
	case !s.Exists:
		return console.Issuer{}, console.ErrUnknown
	case s.SignIn.IsExternal():
		return externalIssuer(ctx, s.SignIn.Issuer)
	}
	secret, err := consoleSecret(ctx, c.keys, ws)
	inside := basepath.Serve(basepath.Of(c.config.PublicURL), c.identity)
	base := c.config.PublicURL + "/auth/realms/" + ws + "/protocol/openid-connect/"
	return console.Issuer{AuthorizeURL: base + "auth", TokenURL: base + "token", EndSessionURL: base + "logout",
		ClientID: identity.ConsoleClient, ClientSecret: secret, HTTP: &http.Client{Transport: insideTransport{inside}}}, err
}

// issuerTimeout is how long another issuer may take to answer.
const issuerTimeout = 10 * time.Second

func externalIssuer(ctx context.Context, address string) (console.Issuer, error) {
	c := &http.Client{Timeout: issuerTimeout}
	p, err := oidc.NewProvider(oidc.ClientContext(ctx, c), address)
	if err != nil {
		return console.Issuer{}, &domain.Fault{Kind: domain.Unavailable, Message: "The issuer of the workspace does not answer", Cause: err}
	}
	var more struct {
		EndSession string `json:"end_session_endpoint"`
	}
	err = p.Claims(&more)
	return console.Issuer{AuthorizeURL: p.Endpoint().AuthURL, TokenURL: p.Endpoint().TokenURL, EndSessionURL: more.EndSession,
		ClientID: identity.ConsoleClient, HTTP: c}, err
}

// insideTransport answers requests by a handler of this process: the public address may not be
// reachable from here.
type insideTransport struct{ handler http.Handler }

// RoundTrip implements http.RoundTripper.
func (t insideTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := &insideAnswer{header: http.Header{}, status: http.StatusOK}
	inside := r.Clone(r.Context())
	inside.RemoteAddr = "127.0.0.1:0"
	t.handler.ServeHTTP(answer, inside)
	return &http.Response{StatusCode: answer.status, Header: answer.header, Body: io.NopCloser(&answer.body), Request: r,
		ProtoMajor: 1, ProtoMinor: 1}, nil
}

// An insideAnswer takes up what a handler answers.
type insideAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *insideAnswer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *insideAnswer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *insideAnswer) Write(b []byte) (int, error) { return a.body.Write(b) }

// consoleRecords stores the sessions of the console.
type consoleRecords struct{ records }

// Get implements console.Records.
func (r consoleRecords) Get(ctx context.Context, ws, name string) ([]byte, error) {
	b, err := r.records.Get(ctx, ws, name)
	return b, unknownRecord(err)
}

// Update implements console.Records.
func (r consoleRecords) Update(ctx context.Context, ws, name string, change func([]byte) ([]byte, error)) error {
	return unknownRecord(r.records.Update(ctx, ws, name, change))
}

func unknownRecord(err error) error {
	if errors.Is(err, identity.ErrUnknown) {
		return console.ErrUnknown
	}
	return err
}
