package service

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/processes"
)

// A memoryCheckpoint is the place of a consumer that starts at the end of the log each time, so nothing is stored.
type memoryCheckpoint struct {
	mu sync.Mutex
	at es.Position
}

// Load implements processes.Checkpoints.
func (c *memoryCheckpoint) Load(context.Context, string) (es.Position, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at, nil
}

// Save implements processes.Checkpoints.
func (c *memoryCheckpoint) Save(_ context.Context, _ string, _, to es.Position) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = to
	return nil
}

// forgetEvery is how often a process looks for what others deleted.
const forgetEvery = 500 * time.Millisecond

// A throttledLog wakes its followers at most every forgetEvery.
type throttledLog struct{ es.Store }

// Wait implements es.Store.
func (l throttledLog) Wait(ctx context.Context, after es.Position) error {
	if err := l.Store.Wait(ctx, after); err != nil {
		return err
	}
	rest := time.NewTimer(forgetEvery)
	defer rest.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-rest.C:
		return nil
	}
}

// startForgetting drops from the memory of this process what any process deletes for
// good: soon after it happened, and again when the eraser has finished, since until then
// a key may have been read once more.
func (d *Deletions) startForgetting(ctx context.Context, g *errgroup.Group) {
	filter := (&processes.Eraser{Commands: d.commands}).Filter()
	log := &es.Log{Store: throttledLog{d.tail.Store}, Codec: d.tail.Codec}
	d.tasks.supervisePart(ctx, g, "forgetting", (&processes.Consumer{Name: "forgetting", Log: log, Filter: filter,
		Marks: &memoryCheckpoint{at: d.from}, Handle: func(_ context.Context, r es.Recorded) error {
			d.forgetSubject(r)
			return nil
		}}).Run)
	d.tasks.supervisePart(ctx, g, "forgetting again", (&processes.Consumer{Name: "forgetting again", Log: log, Filter: filter,
		Marks: &memoryCheckpoint{at: d.from}, Handle: func(ctx context.Context, r es.Recorded) error {
			err := d.storage.Views.Await(ctx, uint64(r.Position), consumers(eraserName)[0].CheckpointKey())
			if err == nil {
				d.forgetSubject(r)
			}
			return err
		}}).Run)
}

// forgetSubject drops from memory what another process may have erased.
func (d *Deletions) forgetSubject(r es.Recorded) {
	var subject es.Subject
	category, ws, id := r.Stream.Parts()
	switch category {
	case dossier.Category:
		subject = dossier.SubjectOf(ws, id)
	case download.Category:
		subject = download.SubjectOf(ws, id)
	case user.Category:
		subject = user.SubjectOf(ws, id)
	default: // a file's subject names its dossier, which its last event does not
		subject = es.Subject(ws)
	}
	d.vault.Forget(subject)
	d.queries.Results.Forget(subject)
	d.queries.Names.Forget(subject)
	d.queries.Texts.Forget(subject)
	d.queries.Drawings.Forget(subject)
	d.queries.Trees.Forget(subject)
	d.feed.Forget()
}
