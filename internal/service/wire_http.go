package service

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"github.com/seed-62a36931/docket/adapters/console"
	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/processes"
)

// buildIdentity makes the authorization server.
func (a *App) buildIdentity(ctx context.Context) error {
	mark, err := a.cookieMark(ctx)
	if err != nil {
		return err
	}
	a.signInRecorder = &processes.SignInRecorder{Log: a.Log, Logger: a.logger, Now: time.Now}
	a.IdentityRecords = identity.RecordStore{Records: records{a.Vault, a.Storage.Keys}}
	limit := rate.Limit(a.Config.SignInRate)
	a.identity = identity.New(
		identity.Config{Public: a.Config.PublicURL, SignInRate: limit,
			Hasher: identity.NewHasher(a.Config.Program.hashCost(), 0, 5*time.Second), Log: a.logger,
			Address: identity.ForwardedFor(a.Config.TrustedProxies), Closed: a.ClosedReason, Unavailable: isUnavailable,
			Demo: a.demoAccounts(), Links: a.signInLinks(), Installation: mark},
		identity.Ports{Workspaces: workspaces{a.Log}, Accounts: accounts{a.Queries}, Credentials: a.IdentityRecords,
			Brakes: a.IdentityRecords, Sessions: a.IdentityRecords, SignOns: a.IdentityRecords, Browsers: a.IdentityRecords,
			Keys: a.IdentityRecords, Clients: a.ownClients(), Issuers: issuers{a}, IssuedTokens: a.IdentityRecords,
			Audit: a.auditSignIn})
	a.Commands.Passwords = identity.Passwords{Server: a.identity}
	return nil
}

// ownClients are the registered clients, and those that come with the service.
func (a *App) ownClients() identity.OwnClients {
	own := identity.OwnClients{Registered: a.IdentityRecords, Own: []identity.Client{
		identity.NewAPIPageClient(a.Config.PublicURL, rest.SignedInPath),
		{ID: identity.LoginClient, RedirectURIs: client.RedirectURIs},
	}}
	if a.Config.Console {
		own.Console, own.ConsoleSecret = identity.NewConsoleClient(a.Config.PublicURL, console.CallbackPath), a.consoleSecret
	}
	return own
}

// signInLinks are the pages of the service that the sign-in page leads to.
func (a *App) signInLinks() []identity.Link {
	if !a.Config.Console {
		return nil
	}
	return []identity.Link{
		{Address: "/console/sign-in?choose", English: "Another workspace", German: "Anderer Arbeitsbereich"},
		{Address: console.AboutPath, English: "About this service and its API", German: "Über diesen Dienst und seine API"},
	}
}

// buildHTTP makes the handler of the public address, if this process has one.
func (a *App) buildHTTP(ctx context.Context) (err error) {
	if !a.Config.hasRole(roleAPI) {
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
			Workspace: a.Config.Workspace, PublicURL: a.Config.PublicURL, Demo: a.Config.Demo, Console: a.Config.Console,
			Unavailable: isUnavailable, Freshness: a.Config.freshnessTimeout(), WriteTime: a.Config.WriteTime}),
		rest.Ports{Verifier: a.identity, Readiness: a, Freshness: a, Identity: a.identity, FirstAnswers: a.firstAnswers,
			Templates: q, RuleFiles: q, ChangeRuleFiles: a.Commands, WholeTemplates: a.Commands, Exports: q, Mappings: q,
			ChangeMappings: a.Commands, ChangeTemplates: a.Commands, Entities: q, Reports: q, Definitions: q,
			ChangeDefinitions: a.Commands, Attributes: q, Dossiers: q, ChangeDossiers: a.Commands,
			Files: q, ChangeFiles: a.Commands, Contents: q, Components: q, ChangeComponents: a.Commands,
			Downloads: q, ChangeDownloads: a.downloads, Usage: q, History: q, Audit: q, Events: a.feed, License: q,
			ChangeStates: a.Commands, FileEntities: q, Users: q, ChangeUsers: a.Commands, Denials: a,
			Evidence: a.newEvidenceReader(), EvidenceBundles: a})
	if err != nil {
		return err
	}
	return a.addConsole(ctx)
}

// freshnessTimeout is how long requests wait for the views: also while another process takes
// them over from one that died.
func (s Config) freshnessTimeout() time.Duration {
	if !s.isShared() {
		return 0 // the stock
	}
	return 5*time.Second + s.TakeoverTime
}

// awaitedViews are the views that answers to commands are read from. Usage is not
// waited for.
var awaitedViews = []string{"templates", "dossiers", "files", "downloads", "users", "history"}

// Await implements rest.Freshness.
func (a *App) Await(ctx context.Context, at uint64, further ...string) error {
	return a.Storage.Views.Await(ctx, at, slices.Concat(awaitedViews, further)...)
}

// ClosedReason implements rest.Readiness.
func (a *App) ClosedReason() string { return a.closed.Load().(string) }

// Ready implements rest.Readiness.
func (a *App) Ready(ctx context.Context) map[string]string {
	down := map[string]string{}
	if a.ClosedReason() != "" || !a.ready.Load() {
		down["service"] = "DOWN"
	}
	if _, err := a.Log.Store.Head(ctx); err != nil {
		down["database"] = "DOWN"
	}
	if a.upkeep.LogFault() != "" {
		down["eventLog"] = "DOWN"
	}
	if err := a.bytesReady(ctx); err != nil {
		down["bytes"] = "DOWN"
	}
	if err := a.diskReady(); err != nil {
		down["disk"] = "DOWN"
	}
	// Requests are answered while the broker is away: the log keeps what is to be done.
	if a.broker != nil && !a.Config.hasRole(roleAPI) && a.broker.AwayReason() != nil {
		down["broker"] = "DOWN"
	}
	if len(down) == 0 {
		return nil
	}
	return down
}

// unsignedPart is the part of healthWarnings that tells why checkpoints of the log are signed no more.
const unsignedPart = "evidence"

// healthWarnings returns what is wrong and does not keep the service from its work, by its part.
func (a *App) healthWarnings() map[string]string {
	wrong := map[string]string{}
	if log, ok := a.Storage.Log.(cutLog); ok && log.CutStreams() > 0 {
		wrong["eventStore"] = fmt.Sprintf("%d streams were cut; docket audit verify names them", log.CutStreams())
	}
	if fault := a.upkeep.LogFault(); fault != "" {
		wrong["eventLog"] = fault
	}
	if fork := a.forked.Load().(string); fork != "" {
		wrong[unsignedPart] = fork
	}
	if lost := a.lostBytes.Load(); lost > 0 {
		wrong["bytes"] = fmt.Sprintf("%d blobs are missing or damaged; docket audit verify --bytes names them", lost)
	}
	return wrong
}
