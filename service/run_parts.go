package service

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// A supervisor runs the parts that stand beside the requests, and starts them again when they fail.
type supervisor struct {
	config     settings.Config
	logger     *slog.Logger
	metrics    *observe.Metrics
	upkeep     *upkeep.Manager
	singletons *processes.SingletonTasks
}

// newSupervisor returns what runs the parts of a service whose views are known.
func newSupervisor(a *App) *supervisor {
	return &supervisor{config: a.Config, logger: a.logger, metrics: a.metrics, upkeep: a.upkeep,
		singletons: &processes.SingletonTasks{Leases: a.Storage.Leases, Holder: uuid.New(), TTL: a.Config.TakeoverTime,
			Every: min(time.Second, a.Config.TakeoverTime/4), Logger: a.logger, Changed: a.metrics.SetLeaseHeld}}
}

// supervisePart runs a part until ctx ends; one that fails is started again, after a
// pause that grows to five seconds.
func (s *supervisor) supervisePart(ctx context.Context, g *errgroup.Group, name string, run func(context.Context) error) {
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
			s.metrics.Failures.WithLabelValues(name).Inc()
			if !s.upkeep.ReportIncompleteRead(err) {
				s.logger.Error("a background part failed and is started again", "part", name, "after", pause, "error", err)
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
func (d *Deletions) finishErasure(ctx context.Context, e *processes.Eraser, r es.Recorded) error {
	all := make([]string, len(d.views))
	for i, v := range d.views {
		all[i] = v.Name
	}
	if err := d.storage.Views.Await(ctx, uint64(r.Position), all...); err != nil {
		return err
	}
	if err := e.Handle(ctx, r); err != nil {
		return err
	}
	d.forgetSubject(r)
	return nil
}

// scrubStorage tells the engine to leave nothing in its files of what was deleted for good.
func (d *Deletions) scrubStorage(ctx context.Context) error {
	if err := d.storage.Views.Scrub(ctx); err != nil {
		return err
	}
	if k, ok := d.storage.Keys.(interface{ Scrub(context.Context) error }); ok {
		return k.Scrub(ctx)
	}
	return nil
}

// purgeSessions removes sign-ins that nobody can go on with, and keys that signed
// none that is left, in every workspace.
func (s *signInAudit) purgeSessions(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		all, err := s.queries.ListWorkspaces(ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			if err := s.records.Purge(ctx, w.Name, time.Now(), identity.SettingsOf(w.SignIn).AccessLifetime); err != nil {
				return err
			}
			if err := s.identity.PruneKeys(ctx, w.Name); err != nil && !errors.Is(err, identity.ErrUnknown) {
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
func sweepAnswers(ctx context.Context, answers *commands.FirstAnswers) error {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	for {
		if _, err := answers.Sweep(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
