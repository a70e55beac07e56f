package service

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"github.com/seed-62a36931/docket/adapters/console"
	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/apikeys"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/downloads"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/operations"
	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/adapters/rest/users"
	"github.com/seed-62a36931/docket/adapters/rest/webhooks"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/basepath"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// buildIdentity makes the authorization server.
func (a *App) buildIdentity(ctx context.Context) error {
	mark, err := cookieMark(ctx, a.Storage.Keys)
	if err != nil {
		return err
	}
	a.IdentityRecords = recordstore.New(records{a.Vault, a.Storage.Keys})
	a.signIns = &signInAudit{logger: a.logger, metrics: a.metrics, queries: a.Queries, records: a.IdentityRecords,
		keyUses:  &apikeys.Uses{Records: a.IdentityRecords.Records, Log: a.logger},
		recorder: &processes.SignInRecorder{Log: a.Log, Logger: a.logger, Now: time.Now}}
	limit := rate.Limit(a.Config.SignInRate)
	a.identity = identity.New(
		identity.Config{Public: a.Config.PublicURL, SignInRate: limit,
			Hasher: identity.NewHasher(a.Config.Program.PasswordCost(), 0, 5*time.Second), Log: a.logger,
			Address: identity.ForwardedFor(a.Config.TrustedProxies), Closed: a.progress.ClosedReason, Unavailable: observe.IsUnavailable,
			Demo: demoAccounts(a.Config), Links: signInLinks(a.Config), Installation: mark},
		identity.Ports{Workspaces: workspaces{a.Log}, Accounts: accountViews{a.Queries}, Credentials: a.IdentityRecords,
			Brakes: a.IdentityRecords, Sessions: a.IdentityRecords, SignOns: a.IdentityRecords, Browsers: a.IdentityRecords,
			Keys: a.IdentityRecords, Clients: a.ownClients(), Issuers: issuers{lookupsOf(a), a.Commands},
			IssuedTokens: a.IdentityRecords, Logouts: a.IdentityRecords,
			Audit: a.signIns.auditSignIn})
	a.signIns.identity = a.identity
	a.Accounts.Serve(a.Commands, a.IdentityRecords, a.identity, a.Config.IssuerHosts)
	a.Commands.Passwords, a.Commands.KeyPolicy = identity.Passwords{Server: a.identity}, newKeyPolicy(a)
	a.Commands.Clients, a.Commands.SignIn = accounts.ClientRegistry{Records: a.IdentityRecords}, a.Accounts
	return nil
}

// ownClients are the registered clients, and those that come with the service.
func (a *App) ownClients() identity.OwnClients {
	own := identity.OwnClients{Registered: a.IdentityRecords, Own: []identity.Client{
		identity.NewAPIPageClient(a.Config.PublicURL, rest.SignedInPath),
		{ID: identity.LoginClient, RedirectURIs: client.RedirectURIs},
	}}
	if a.Config.Console {
		own.Console = identity.NewConsoleClient(a.Config.PublicURL, console.CallbackPath)
		own.ConsoleSecret = func(ctx context.Context, ws string) (string, error) {
			return consoleSecret(ctx, engines.DerivedKeys{Vault: a.Vault}, ws)
		}
	}
	return own
}

// signInLinks are the pages of the service that the sign-in page leads to.
func signInLinks(c settings.Config) []identity.Link {
	if !c.Console {
		return nil
	}
	return []identity.Link{
		{Address: "/console/sign-in?choose", English: "Another workspace", German: "Anderer Arbeitsbereich"},
		{Address: console.AboutPath, English: "About this service and its API", German: "Über diesen Dienst und seine API"},
	}
}

// buildHTTP makes the handler of the public address, if this process has one.
func (a *App) buildHTTP(ctx context.Context) (err error) {
	if !a.Config.HasRole(settings.RoleAPI) {
		return nil
	}
	limit := rate.Limit(a.Config.RequestRate)
	if limit == 0 {
		limit = -1
	}
	q := a.Queries
	a.handler, err = rest.New(
		a.Config.ApplyTo(rest.Config{Log: a.logger, Now: time.Now, MaxUpload: a.Config.UploadLimit, Rate: limit,
			Burst: int(max(1, 2*a.Config.RequestRate)), Origins: a.Config.CORSOrigins, PrivateDocuments: a.Config.PrivateDocs,
			PublicEvidence: a.Config.ShareEvidence, Address: identity.ForwardedFor(a.Config.TrustedProxies),
			Workspace: a.Config.Workspace, PublicURL: a.Config.PublicURL, Demo: a.Config.Demo, Console: a.Config.Console, Issuer: a.issuerOf,
			Unavailable: observe.IsUnavailable, Freshness: a.Config.FreshnessTimeout(), WriteTime: a.Config.WriteTime}),
		rest.Ports{Verifier: newVerifier(a), Readiness: a.health, Freshness: a, Identity: a.identity, FirstAnswers: a.firstAnswers, Workspaces: a,
			Denials:    a.signIns,
			Dossiers:   dossiers.Ports{Queries: q, Commands: a.Commands},
			Files:      files.Ports{Queries: q, Commands: a.Commands, Uploads: a.Commands.Resumable},
			Components: components.Ports{Queries: q, Commands: a.Commands},
			Templates:  templates.Ports{Queries: q, Commands: a.Commands},
			Users:      users.Ports{Queries: q, Commands: a.Commands, KeyUses: a.signIns.keyUses, Clients: a.Commands, Workspace: a.Commands},
			History:    history.Ports{Queries: q, Feed: a.feed, Evidence: a.Evidence.NewEvidenceReader(), Bundles: a.Bundles},
			Downloads:  downloads.Ports{Queries: q, Commands: a.downloads},
			Operations: operations.Ports{Queries: q, Commands: a.Commands},
			Usage:      q,
			Webhooks:   webhooks.Ports{Queries: q, Commands: a.Commands}})
	if err != nil {
		return err
	}
	if a.Config.Console {
		if a.handler, err = newConsole(ctx, a); err != nil {
			return err
		}
	}
	a.handler = secureTransport(a.Config.PublicURL, basepath.Serve(basepath.Of(a.Config.PublicURL), a.handler))
	return nil
}

// awaitedViews are the views that answers to commands are read from. Usage is not
// waited for.
var awaitedViews = []string{"templates", "dossiers", "files", "downloads", "users", "history", "webhooks", "layouts", "operations"}

// Await implements exchange.Freshness.
func (a *App) Await(ctx context.Context, at uint64, further ...string) error {
	return a.Storage.Views.Await(ctx, at, slices.Concat(awaitedViews, further)...)
}

// LogHead implements exchange.Freshness. Logs whose positions are no numbers know their end late: to them none is beyond.
func (a *App) LogHead(ctx context.Context) (uint64, error) {
	if !numbering.IsDense(a.Storage.Log) {
		return math.MaxUint64, nil
	}
	head, err := a.Log.Store.Head(ctx)
	return uint64(head), err
}

// RefusesUnknown implements guard.Workspaces. It is asked only about requests with unknown names.
func (a *App) RefusesUnknown(ctx context.Context, ws string) (bool, error) {
	s, _, err := es.Load(ctx, a.Log, workspace.Decider, workspace.StreamOf(ws))
	return s.StrictNames, err
}

// issuerOf returns the address of the issuer whose tokens a workspace takes.
func (a *App) issuerOf(ctx context.Context, ws string) (string, error) {
	s, _, err := es.Load(ctx, a.Log, workspace.Decider, workspace.StreamOf(ws))
	return cmp.Or(s.SignIn.Issuer, a.Config.PublicURL+"/auth/realms/"+ws), err
}

// ClosedReason implements rest.Readiness.
func (p *progress) ClosedReason() string { return p.closed.Load().(string) }

// cookieMark returns what tells the cookies of this installation from those of others on the same
// host: the beginning of its name.
func cookieMark(ctx context.Context, k engines.Keys) (string, error) {
	name, err := engines.InstallationName(ctx, k)
	return name[:min(len(name), 8)], err
}

// transportSecurity is what browsers are told that come by https: not to come by http for a year (RFC 6797). Other hosts of the
// domain may be somebody else's, so they are not spoken for.
const transportSecurity = "max-age=31536000"

// secureTransport returns a handler that tells browsers to stay with https, where the public address is one of https.
func secureTransport(public string, h http.Handler) http.Handler {
	if u, err := url.Parse(public); err != nil || u.Scheme != "https" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", transportSecurity)
		h.ServeHTTP(w, r)
	})
}

// isReadOnTheWay reports whether what goes to and from a public address passes a network in the open.
func isReadOnTheWay(public string) bool {
	u, err := url.Parse(public)
	return err == nil && u.Scheme == "http" && !settings.IsLoopback(u.Hostname())
}

// warnOpenTransport tells at the start that passwords and documents pass a network in the open.
func warnOpenTransport(c settings.Config, logger *slog.Logger) {
	if isReadOnTheWay(c.PublicURL) {
		logger.Warn("the public address is one of http: passwords, tokens and documents can be read and changed on their way; "+
			"let a proxy end TLS, and name its https address with --public-url", "public", c.PublicURL)
	}
}
