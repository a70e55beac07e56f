package service

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/settings"
)

// startParts starts everything that runs beside the requests, as far as the roles
// of this process go.
func (a *App) startParts(ctx context.Context, g *errgroup.Group) {
	for _, part := range a.RoleParts() {
		if a.Config.HasRole(part.Role) {
			part.start(ctx, g)
		}
	}
	a.tasks.supervisePart(ctx, g, "lag", a.health.watchLag)
	if a.Config.IsShared() {
		a.Deletions.startForgetting(ctx, g)
	}
}

// A rolePart starts what belongs to one role.
type rolePart struct {
	Role  string
	start func(context.Context, *errgroup.Group)
}

// RoleParts are the parts of all roles, in the order in which they start.
func (a *App) RoleParts() []rolePart {
	return []rolePart{{settings.RoleAPI, a.startAPI}, {settings.RoleProjector, a.startProjector},
		{settings.RoleWorker, a.startWorker}, {settings.RoleRelay, a.startRelay},
		{settings.RoleRetention, a.startRetention}}
}

func (a *App) startAPI(ctx context.Context, g *errgroup.Group) {
	a.tasks.supervisePart(ctx, g, "events", a.feed.Run)
	a.tasks.supervisePart(ctx, g, "rows", a.rowRepair.Run)
	a.tasks.supervisePart(ctx, g, "visits", a.signIns.recorder.Run)
}

func (a *App) startWorker(ctx context.Context, g *errgroup.Group) {
	a.tasks.supervisePart(ctx, g, "broker", a.broker.Run)
}

// startProjector keeps the views and the tree over the log: of all processes one each of them.
func (a *App) startProjector(ctx context.Context, g *errgroup.Group) {
	for _, v := range a.Views {
		a.tasks.superviseSingleton(ctx, g, viewTaskName(v), "view "+v.Name, func(ctx context.Context) error {
			if err := a.upkeep.Resume(ctx, v.Name); err != nil {
				return err
			}
			return a.upkeep.Follow(ctx, v.Name)
		})
	}
	a.tasks.superviseSingleton(ctx, g, keeper.EvidenceTask, keeper.EvidenceTask, a.Evidence.KeepEvidence)
}

// viewTaskName returns the name of the singleton task that projects a view. Programs of two
// versions project side by side while one takes the other's place.
func viewTaskName(v projections.View) string { return fmt.Sprintf("view/%s_v%d", v.Name, v.Version) }

// startRelay follows the log for what has to be done because of it.
func (a *App) startRelay(ctx context.Context, g *errgroup.Group) {
	marks := checkpoints{a.Storage.Views}
	filter, relay := processes.Relay(publisher{a.broker, a.telemetry})
	a.tasks.superviseSingleton(ctx, g, "relay", "relay",
		(&processes.Consumer{Name: "relay", Log: a.tail, Filter: filter, Marks: marks, Stride: stride,
			Handle: func(ctx context.Context, r es.Recorded) error {
				return relay(a.telemetry.ContinueTrace(ctx, r.Trace), r)
			}}).Run)
	again := &processes.Reanalysis{Log: a.Commands.Log, Files: templateFiles{lookupsOf(a)}, Logger: a.logger}
	a.tasks.superviseSingleton(ctx, g, Reanalysis, Reanalysis, (&processes.Consumer{Name: Reanalysis, Log: a.tail, Filter: again.Filter(),
		Marks: marks, Stride: stride, Handle: again.Handle}).Run)
	cleanup := &processes.TemplateCleanup{Log: a.Commands.Log, Dossiers: templateDossiers{lookupsOf(a)}, Logger: a.logger}
	a.tasks.superviseSingleton(ctx, g, TemplateCleanup, TemplateCleanup, (&processes.Consumer{Name: TemplateCleanup, Log: a.tail,
		Filter: cleanup.Filter(), Marks: marks, Stride: stride, Handle: cleanup.Handle}).Run)
	a.tasks.superviseSingleton(ctx, g, SignOuts, SignOuts, (&processes.Consumer{Name: SignOuts, Log: a.tail, Filter: sessionEndingEvents,
		Marks: marks, Stride: stride, Handle: a.signIns.endSessions}).Run)
	sweep := &processes.Sweep{Backlog: backlog{a.Queries}, Leases: a.Storage.Leases, Publish: publisher{a.broker, a.telemetry},
		Now: time.Now, Every: a.Config.SweepEvery, Patience: a.Config.LeaseTime, Logger: a.logger}
	a.tasks.superviseSingleton(ctx, g, "sweep", "sweep", sweep.Run)
	a.tasks.superviseSingleton(ctx, g, WebhookTask, WebhookTask, newWebhookDispatcher(a).Run)
	ended := &processes.EndedRetry{Log: a.Commands.Log, Now: time.Now, Every: time.Hour, Logger: a.logger}
	a.tasks.superviseSingleton(ctx, g, "ended", "ended", ended.Run)
}

// startRetention ends what is due.
func (a *App) startRetention(ctx context.Context, g *errgroup.Group) {
	eraser := &processes.Eraser{Commands: a.Commands}
	a.tasks.superviseSingleton(ctx, g, eraserName, eraserName,
		(&processes.Consumer{Name: eraserName, Log: a.tail, Filter: eraser.Filter(), Marks: checkpoints{a.Storage.Views}, Stride: stride,
			CaughtUp: a.Deletions.scrubStorage,
			Handle:   func(ctx context.Context, r es.Recorded) error { return a.Deletions.finishErasure(ctx, eraser, r) }}).Run)
	a.tasks.supervisePart(ctx, g, "retention", a.Deletions.newRetention().Run) // it has its own lease
	if stored, ok := a.Commands.Blobs.(processes.BlobInventory); ok {
		a.tasks.superviseSingleton(ctx, g, "leftovers", "leftovers", a.Deletions.newOrphanCollector(stored).Run)
	}
	a.tasks.superviseSingleton(ctx, g, "scrub", "scrub", a.place.ScrubBytes)
	a.tasks.superviseSingleton(ctx, g, "view-check", "view-check", a.viewCheck.Run)
	a.tasks.superviseSingleton(ctx, g, "sessions", "sessions", a.signIns.purgeSessions)
	a.tasks.superviseSingleton(ctx, g, "answers", "answers",
		func(ctx context.Context) error { return sweepAnswers(ctx, a.firstAnswers) })
	a.tasks.superviseSingleton(ctx, g, "uploads", "uploads", a.Deletions.sweepUploads)
	a.tasks.superviseSingleton(ctx, g, "deletions", "deletions", a.Deletions.followDeletions)
}

// superviseSingleton supervises a part that one process of all runs at a time.
func (s *supervisor) superviseSingleton(ctx context.Context, g *errgroup.Group, post, name string, run func(context.Context) error) {
	if !s.config.IsShared() { // the lock of the data folder keeps others away
		s.supervisePart(ctx, g, name, run)
		return
	}
	s.supervisePart(ctx, g, name, func(ctx context.Context) error { return s.singletons.Run(ctx, post, run) })
}
