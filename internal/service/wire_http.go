package service

import (
	"context"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/processes"
)

// buildIdentity makes the authorization server.
func (a *App) buildIdentity(context.Context) error {
	a.visits = &processes.SignInRecorder{Log: a.Log, Logger: a.logger, Now: time.Now}
	a.Kept = identity.Kept{Records: records{a.Vault, a.Storage.Keys}}
	limit := rate.Limit(a.Config.SignInRate)
	a.identity = identity.New(
		identity.Config{Public: a.Config.PublicURL, SignInRate: limit, Hasher: identity.NewHasher(a.Config.Program.hashCost(), 0, 5*time.Second), Log: a.logger,
			Address: identity.ForwardedFor(a.Config.TrustedProxies), Closed: a.Closed, Unavailable: unavailable},
		identity.Ports{Workspaces: workspaces{a.Log}, Accounts: accounts{a.Queries}, Credentials: a.Kept, Brakes: a.Kept, Sessions: a.Kept,
			SignOns: a.Kept, Keys: a.Kept, Clients: a.Kept, Issuers: issuers{a}, Audit: a.auditSignIn})
	a.Commands.Passwords = identity.Passwords{Server: a.identity}
	return nil
}

// buildHTTP makes the handler of the public address, if this process has one.
func (a *App) buildHTTP(context.Context) (err error) {
	if !a.Config.is(roleAPI) {
		return nil
	}
	limit := rate.Limit(a.Config.RequestRate)
	if limit == 0 {
		limit = -1
	}
	q := a.Queries
	a.handler, err = rest.New(
		a.Config.Over(rest.Config{Log: a.logger, Now: time.Now, MaxUpload: a.Config.UploadLimit, Rate: limit, Burst: int(max(1, 2*a.Config.RequestRate)), Origins: a.Config.CORSOrigins, PrivateDocuments: a.Config.PrivateDocs, Unavailable: unavailable, Freshness: a.Config.freshness()}),
		rest.Ports{Verifier: a.identity, Readiness: a, Freshness: a, Identity: a.identity, FirstAnswers: a.first,
			Templates: q, RuleFiles: q, ChangeRuleFiles: a.Commands, WholeTemplates: a.Commands, Exports: q, Mappings: q, ChangeMappings: a.Commands, ChangeTemplates: a.Commands, Entities: q, Reports: q, Definitions: q, ChangeDefinitions: a.Commands, Attributes: q, Dossiers: q, ChangeDossiers: a.Commands,
			Files: q, ChangeFiles: a.Commands, Contents: q, Components: q, ChangeComponents: a.Commands,
			Downloads: q, ChangeDownloads: a.downloads, Usage: q, History: q, Audit: q, Events: a.feed, License: q, ChangeStates: a.Commands, FileEntities: q, Users: q, ChangeUsers: a.Commands, Denials: a})
	return err
}

// freshness is how long requests wait for the views: also while another process takes
// them over from one that died.
func (s Config) freshness() time.Duration {
	if !s.shared() {
		return 0 // the stock
	}
	return 5*time.Second + s.TakeoverTime
}

// answered are the views that answers to commands are read from. Usage is not
// waited for.
var answered = []string{"templates", "dossiers", "files", "downloads", "users", "history"}

// Await implements rest.Freshness.
func (a *App) Await(ctx context.Context, at uint64, further ...string) error {
	return a.Storage.Views.Await(ctx, at, slices.Concat(answered, further)...)
}

// Closed implements rest.Readiness.
func (a *App) Closed() string { return a.closed.Load().(string) }

// Ready implements rest.Readiness.
func (a *App) Ready(ctx context.Context) map[string]string {
	down := map[string]string{}
	if a.Closed() != "" || !a.ready.Load() {
		down["service"] = "DOWN"
	}
	if _, err := a.Log.Store.Head(ctx); err != nil {
		down["database"] = "DOWN"
	}
	if err := a.bytesReady(ctx); err != nil {
		down["bytes"] = "DOWN"
	}
	// Requests are answered while the broker is away: the log keeps what is to be done.
	if a.broker != nil && !a.Config.is(roleAPI) && a.broker.Away() != nil {
		down["broker"] = "DOWN"
	}
	if len(down) == 0 {
		return nil
	}
	return down
}
