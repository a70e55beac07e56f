package service

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/observe"
)

// checkpoints keeps the places of consumers beside those of the views.
type checkpoints struct{ Models es.Model[projections.Writer] }

// consumerNames are the consumers of the log beside the views.
var consumerNames = []string{"relay", eraserName, Reanalysis, TemplateCleanup, SignOuts, processes.OrphanCheckpoint}

// Reanalysis is the consumer that asks for another analysis of files when their
// template has changed.
const Reanalysis = string(commands.FollowerReanalysis)

// stride is how many events that concern others a consumer lets pass before it writes
// down where it stands.
const stride = 1000

// consumers are the views without tables that keep the places of consumers.
func consumers(names ...string) []projections.View {
	var out []projections.View
	for _, name := range names {
		out = append(out, projections.View{Projection: &es.Projection[projections.Writer]{Name: "consumer_" + name, Version: 1}})
	}
	return out
}

// Load implements processes.Checkpoints.
func (c checkpoints) Load(ctx context.Context, consumer string) (es.Position, error) {
	return c.Models.Checkpoint(ctx, consumers(consumer)[0].CheckpointKey())
}

// Save implements processes.Checkpoints.
func (c checkpoints) Save(ctx context.Context, consumer string, from, to es.Position) error {
	return c.Models.Update(ctx, consumers(consumer)[0].CheckpointKey(), from, to, func(projections.Writer) error { return nil })
}

// publisher hands wake-ups to the broker.
type publisher struct {
	b interface {
		Publish(ctx context.Context, topic, id string, payload []byte, metadata map[string]string) error
	}
	telemetry *observe.Telemetry
}

// Publish implements processes.Publisher.
func (p publisher) Publish(ctx context.Context, topic, id string, payload []byte) error {
	return p.b.Publish(ctx, topic, id, payload, p.telemetry.TraceMetadata(ctx))
}

// backlog finds work that waits.
type backlog struct{ q *queries.Queries }

// Waiting implements processes.Backlog.
func (b backlog) Waiting(ctx context.Context, before time.Time, limit int) ([]processes.Pending, error) {
	rows, err := b.q.WaitingWork(ctx, before, limit)
	out := make([]processes.Pending, len(rows))
	for i, r := range rows {
		out[i] = processes.Pending{Topic: r.Topic, Stream: r.Stream}
	}
	return out, err
}

// lookups find what others need to know, in views that are far enough.
type lookups struct {
	log     *es.Log
	views   engines.Views
	queries *queries.Queries
}

// lookupsOf returns the lookups of a service whose queries are there.
func lookupsOf(a *App) lookups { return lookups{a.Log, a.Storage.Views, a.Queries} }

// packages finds the packages that hold what is deleted.
type packages struct{ lookups }

// Holding implements commands.Packages.
func (p packages) Holding(ctx context.Context, ws, dossierID, fileID string) ([]string, error) {
	head, err := p.log.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.views.Await(ctx, uint64(head), "downloads"); err != nil {
		return nil, err
	}
	return p.queries.PackagesHolding(ctx, ws, dossierID, fileID)
}

// KeepsPlaceOnly reports whether a view is the place of a consumer, without rows.
func KeepsPlaceOnly(v projections.View) bool { return len(v.Tables) == 0 }

// AllViews are the views and the places of consumers, to be moved, not projected.
func AllViews() []projections.View {
	return append(consumers(consumerNames...), projections.All(nil)...)
}
