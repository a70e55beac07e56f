package main

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
	a.visits = &processes.SignInRecorder{Log: a.log, Logger: a.logger, Now: time.Now}
	a.kept = identity.Kept{Records: records{a.vault, a.storage.keys}}
	limit := rate.Limit(a.cfg.SignInRate)
	a.identity = identity.New(
		identity.Config{Public: a.cfg.PublicURL, SignInRate: limit, Hasher: identity.NewHasher(hashCost, 0, 5*time.Second), Log: a.logger,
			Address: identity.ForwardedFor(a.cfg.TrustedProxies), Closed: a.Closed, Unavailable: unavailable},
		identity.Ports{Workspaces: workspaces{a.log}, Accounts: accounts{a.queries}, Credentials: a.kept, Brakes: a.kept, Sessions: a.kept,
			SignOns: a.kept, Keys: a.kept, Clients: a.kept, Issuers: issuers{a}, Audit: a.auditSignIn})
	a.commands.Passwords = identity.Passwords{Server: a.identity}
	return nil
}

// hashCost is what a password hash costs; tests make it cheap.
var hashCost = identity.MinimumCost()

// buildHTTP makes the handler of the public address, if this process has one.
func (a *App) buildHTTP(context.Context) (err error) {
	if !a.cfg.is(roleAPI) {
		return nil
	}
	limit := rate.Limit(a.cfg.RequestRate)
	if limit == 0 {
		limit = -1
	}
	q := a.queries
	a.handler, err = rest.New(
		a.cfg.over(rest.Config{Log: a.logger, Now: time.Now, MaxUpload: a.cfg.UploadLimit, Rate: limit, Burst: int(max(1, 2*a.cfg.RequestRate)), Origins: a.cfg.CORSOrigins, PrivateDocuments: a.cfg.PrivateDocs, Unavailable: unavailable, Freshness: a.cfg.freshness()}),
		rest.Ports{Verifier: a.identity, Readiness: a, Freshness: a, Identity: a.identity, FirstAnswers: a.first,
			Templates: q, RuleFiles: q, ChangeRuleFiles: a.commands, WholeTemplates: a.commands, Exports: q, Mappings: q, ChangeMappings: a.commands, ChangeTemplates: a.commands, Entities: q, Reports: q, Definitions: q, ChangeDefinitions: a.commands, Attributes: q, Dossiers: q, ChangeDossiers: a.commands,
			Files: q, ChangeFiles: a.commands, Contents: q, Components: q, ChangeComponents: a.commands,
			Downloads: q, ChangeDownloads: a.downloads, Usage: q, History: q, Audit: q, Events: a.feed, License: q, ChangeStates: a.commands, FileEntities: q, Users: q, ChangeUsers: a.commands, Denials: a})
	return err
}

// freshness is how long requests wait for the views: also while another process takes
// them over from one that died.
func (s Serve) freshness() time.Duration {
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
	return a.storage.views.Await(ctx, at, slices.Concat(answered, further)...)
}

// Closed implements rest.Readiness.
func (a *App) Closed() string { return a.closed.Load().(string) }

// Ready implements rest.Readiness.
func (a *App) Ready(ctx context.Context) map[string]string {
	down := map[string]string{}
	if a.Closed() != "" || !a.ready.Load() {
		down["service"] = "DOWN"
	}
	if _, err := a.log.Store.Head(ctx); err != nil {
		down["database"] = "DOWN"
	}
	if err := a.bytesReady(ctx); err != nil {
		down["bytes"] = "DOWN"
	}
	// Requests are answered while the broker is away: the log keeps what is to be done.
	if a.broker != nil && !a.cfg.is(roleAPI) && a.broker.Away() != nil {
		down["broker"] = "DOWN"
	}
	if len(down) == 0 {
		return nil
	}
	return down
}
