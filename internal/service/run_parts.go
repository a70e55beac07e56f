package service

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
)

// supervisePart runs a part until ctx ends; one that fails is started again, after a
// pause that grows to five seconds.
func (a *App) supervisePart(ctx context.Context, g *errgroup.Group, name string, run func(context.Context) error) {
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
			a.metrics.Failures.WithLabelValues(name).Inc()
			if !a.upkeep.ReportIncompleteRead(err) {
				a.logger.Error("a background part failed and is started again", "part", name, "after", pause, "error", err)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
	})
}

// finishErasure finishes a permanent deletion, when the views have forgotten too.
func (a *App) finishErasure(ctx context.Context, e *processes.Eraser, r es.Recorded) error {
	all := make([]string, len(a.Views))
	for i, v := range a.Views {
		all[i] = v.Name
	}
	if err := a.Storage.Views.Await(ctx, uint64(r.Position), all...); err != nil {
		return err
	}
	if err := e.Handle(ctx, r); err != nil {
		return err
	}
	a.forgetSubject(r)
	return nil
}

// scrubStorage tells the engine to leave nothing in its files of what was deleted for good.
func (a *App) scrubStorage(ctx context.Context) error {
	if err := a.Storage.Views.Scrub(ctx); err != nil {
		return err
	}
	if k, ok := a.Storage.Keys.(interface{ Scrub(context.Context) error }); ok {
		return k.Scrub(ctx)
	}
	return nil
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
		all, err := a.Queries.ListWorkspaces(ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			if err := a.IdentityRecords.Purge(ctx, w.Name, time.Now(), identity.SettingsOf(w.SignIn).AccessLifetime); err != nil {
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
		if _, err := a.firstAnswers.Sweep(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
