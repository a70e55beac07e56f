package main

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
)

// startParts starts everything that runs beside the requests.
func (a *App) startParts(ctx context.Context, g *errgroup.Group) {
	for _, v := range a.views {
		a.supervise(ctx, g, "view "+v.Name, func(ctx context.Context) error {
			return a.upkeep.Follow(ctx, v.Name)
		})
	}
	marks := checkpoints{a.storage.views}
	filter, relay := commands.Relay(publisher{a.broker, a.telemetry})
	a.supervise(ctx, g, "relay", (&commands.Consumer{Name: "relay", Log: a.log, Filter: filter, Marks: marks,
		Handle: func(ctx context.Context, r es.Recorded) error { return relay(a.telemetry.behind(ctx, r.Trace), r) }}).Run)
	eraser := &commands.Eraser{Commands: a.commands}
	a.supervise(ctx, g, "eraser", (&commands.Consumer{Name: "eraser", Log: a.log, Filter: eraser.Filter(), Marks: marks,
		Settled: a.scrub,
		Handle:  func(ctx context.Context, r es.Recorded) error { return a.erased(ctx, eraser, r) }}).Run)
	again := &commands.Reanalysis{Commands: a.commands, Files: templateFiles{a}, Logger: a.logger}
	a.supervise(ctx, g, reanalysis, (&commands.Consumer{Name: reanalysis, Log: a.log, Filter: again.Filter(), Marks: marks, Stride: reanalysisStride, Handle: again.Handle}).Run)
	settle := &commands.Settlement{Commands: a.commands, Dossiers: templateDossiers{a}, Logger: a.logger}
	a.supervise(ctx, g, settlement, (&commands.Consumer{Name: settlement, Log: a.log, Filter: settle.Filter(), Marks: marks, Stride: reanalysisStride, Handle: settle.Handle}).Run)
	a.supervise(ctx, g, signOuts, (&commands.Consumer{Name: signOuts, Log: a.log, Filter: endsSessions, Marks: marks, Handle: a.endSessions}).Run)
	sweep := &commands.Sweep{Backlog: backlog{a.queries}, Leases: a.storage.leases, Publish: publisher{a.broker, a.telemetry}, Now: time.Now,
		Every: a.cfg.SweepEvery, Patience: a.cfg.LeaseTime, Logger: a.logger}
	a.supervise(ctx, g, "sweep", sweep.Run)
	a.supervise(ctx, g, "retention", a.retention().Run)
	a.supervise(ctx, g, "broker", a.broker.Run)
	a.supervise(ctx, g, "events", a.feed.Run)
	a.supervise(ctx, g, "lag", a.watchLag)
	a.supervise(ctx, g, "sessions", a.purgeSessions)
	a.supervise(ctx, g, "visits", a.visits.Run)
	a.supervise(ctx, g, "answers", a.sweepAnswers)
	a.supervise(ctx, g, "deletions", a.followDeletions)
}

// supervise runs a part until ctx ends; one that fails is started again, after a
// pause that grows to five seconds.
func (a *App) supervise(ctx context.Context, g *errgroup.Group, name string, run func(context.Context) error) {
	g.Go(func() error {
		for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
			began := time.Now()
			err := run(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if time.Since(began) > time.Minute {
				pause = 100 * time.Millisecond
			}
			a.metrics.failures.WithLabelValues(name).Inc()
			a.logger.Error("a background part failed and is started again", "part", name, "after", pause, "error", err)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
	})
}

// erased finishes a permanent deletion, when the views have forgotten too.
func (a *App) erased(ctx context.Context, e *commands.Eraser, r es.Recorded) error {
	all := make([]string, len(a.views))
	for i, v := range a.views {
		all[i] = v.Name
	}
	if err := a.storage.views.Await(ctx, uint64(r.Position), all...); err != nil {
		return err
	}
	if err := e.Handle(ctx, r); err != nil {
		return err
	}
	a.forget(r)
	return nil
}

// scrub tells the engine to leave nothing in its files of what was deleted for good.
func (a *App) scrub(ctx context.Context) error {
	if err := a.storage.views.Scrub(ctx); err != nil {
		return err
	}
	if k, ok := a.storage.keys.(interface{ Scrub(context.Context) error }); ok {
		return k.Scrub(ctx)
	}
	return nil
}

// forget drops from memory what another process may have erased.
func (a *App) forget(r es.Recorded) {
	var subject es.Subject
	category, ws, id := r.Stream.Parts()
	switch category {
	case dossier.Category:
		subject = dossier.Subject(ws, id)
	case download.Category:
		subject = download.Subject(ws, id)
	default: // a file's subject names its dossier, which its last event does not
		subject = es.Subject(ws)
	}
	a.vault.Forget(subject)
	a.queries.Results.Forget(subject)
	a.queries.Drawings.Forget(subject)
	a.feed.Forget()
}

// watchLag tells how far behind the log each view is.
func (a *App) watchLag(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := a.watchViews(ctx); err != nil {
			return err
		}
	}
}

// purgeSessions removes sign-ins that nobody can go on with, and keys that signed
// none that is left, in every workspace.
func (a *App) purgeSessions(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		all, err := a.queries.Workspaces(ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			if err := a.kept.Purge(ctx, w.Name, time.Now(), identity.SettingsOf(w.SignIn).AccessLifetime); err != nil {
				return err
			}
			if err := a.identity.PruneKeys(ctx, w.Name); err != nil && !errors.Is(err, identity.ErrUnknown) {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// sweepAnswers removes answers that were kept for long enough.
func (a *App) sweepAnswers(ctx context.Context) error {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	for {
		if _, err := a.first.Sweep(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
