package service

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// Deletions carry out what is deleted for good, in the log's keys, in the bytes, and in the memory of this process.
type Deletions struct {
	config   settings.Config
	logger   *slog.Logger
	storage  *engines.Storage
	log      *es.Log
	tail     *es.Log
	vault    *vault.Vault
	views    []projections.View
	commands *commands.Commands
	queries  *queries.Queries
	feed     *queries.Feed
	records  recordstore.Store
	tasks    *supervisor
	from     es.Position // the head of the log when this process started
}

// newDeletions returns what carries out the deletions of a service.
func newDeletions(a *App) *Deletions {
	return &Deletions{config: a.Config, logger: a.logger, storage: a.Storage, log: a.Log, tail: a.tail, vault: a.Vault, views: a.Views,
		commands: a.Commands, queries: a.Queries, feed: a.feed, records: a.IdentityRecords, tasks: a.tasks, from: a.startHead}
}

// replayDeletions carries out again every permanent deletion in the log whose key
// is there: a vault that was restored from a backup brings nothing back. Those up to
// the vault's own mark are finished; a restored vault has an older mark.
func (d *Deletions) replayDeletions(ctx context.Context) error {
	tombstones, err := d.storage.Keys.DestroyedSubjects(ctx)
	if err != nil {
		return err
	}
	gone := map[string]bool{}
	for _, subject := range tombstones {
		gone[subject[strings.LastIndexByte(subject, '/')+1:]] = true
	}
	eraser := &processes.Eraser{Commands: d.commands}
	head, from, err := d.DeletionsMark(ctx)
	if err != nil {
		return err
	}
	for r, err := range d.log.All(ctx, from, eraser.Filter()) {
		if err != nil {
			return err
		}
		category, ws, id := r.Stream.Parts()
		own := es.Subject(ws).Child(category, id)
		if gone[string(own)[strings.LastIndexByte(string(own), '/')+1:]] {
			continue
		}
		d.logger.Warn("a deletion is carried out again: its key was there", "stream", r.Stream)
		if err := eraser.Handle(ctx, r); err != nil {
			return fmt.Errorf("carry out the deletion at %d again: %w", r.Position, err)
		}
	}
	return d.markDeletions(ctx, head)
}

// markName is the secret that says up to which position all deletions are finished.
// It lies with the keys, so that it is as old as they are.
const markName = "deletions-finished"

// DeletionsMark reads the mark, 0 without one that fits the log, and the head of
// the log. A mark names the event at its position too: a log that was restored, and
// has grown again since, may have another one there.
func (d *Deletions) DeletionsMark(ctx context.Context) (head, mark es.Position, err error) {
	if head, err = d.log.Store.Head(ctx); err != nil || head == 0 {
		return head, 0, err
	}
	b, err := d.records.Records.Get(ctx, d.config.Workspace, markName)
	if errors.Is(err, identity.ErrUnknown) {
		return head, 0, nil
	}
	if err != nil || len(b) < 8 {
		return head, 0, err
	}
	mark = es.Position(binary.BigEndian.Uint64(b))
	e, err := d.log.Store.At(ctx, mark)
	if errors.Is(err, es.ErrNoEvent) || err == nil && !bytes.Equal(b[8:], e.ID[:]) {
		return head, 0, nil
	}
	return head, mark, err
}

func (d *Deletions) markDeletions(ctx context.Context, at es.Position) error {
	e, err := d.log.Store.At(ctx, at)
	if errors.Is(err, es.ErrNoEvent) { // the first event is written before the first key
		return nil
	}
	if err != nil {
		return err
	}
	return d.records.Records.Put(ctx, d.config.Workspace, markName,
		append(binary.BigEndian.AppendUint64(nil, uint64(at)), e.ID[:]...))
}

// AuditedKeys are the keys of an installation as an audit compares them with deletions.
type AuditedKeys struct{ *engines.Storage }

// LiveSubjects lists the subjects that have a key.
func (k AuditedKeys) LiveSubjects(ctx context.Context) ([]string, error) {
	return k.Keys.LiveSubjects(ctx)
}

// deletionPatience is how long a running service may take to carry a deletion out.
const deletionPatience = 10 * time.Second

// AwaitDeletions returns when everything that the log deletes for good up to a position is deleted, or when no service
// has done that for deletionPatience.
func (k AuditedKeys) AwaitDeletions(ctx context.Context, at es.Position) error {
	patient, cancel := context.WithTimeout(ctx, deletionPatience)
	defer cancel()
	err := k.Views.Await(patient, uint64(at), consumers(eraserName)[0].CheckpointKey())
	if patient.Err() != nil || errors.Is(err, store.ErrUnknownView) {
		return ctx.Err()
	}
	return err
}

// eraserName names the consumer that carries out deletions.
const eraserName = "eraser"

// followDeletions moves the mark to where the eraser is, now and then, so that a
// start need not look at all events since the one before.
func (d *Deletions) followDeletions(ctx context.Context) error {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		at, err := checkpoints{d.storage.Views}.Load(ctx, eraserName)
		if err == nil {
			err = d.markDeletions(ctx, at)
		}
		if err != nil {
			return err
		}
	}
}

// trashEvery is how often the trash is looked into at least: well within the minute
// in which what is due must be gone, even when another process dies at it.
const trashEvery = 15 * time.Second

// newRetention empties the trash.
func (d *Deletions) newRetention() *processes.Retention {
	return &processes.Retention{Commands: d.commands, Trash: trash{lookups{d.log, d.storage.Views, d.queries}},
		Alone: d.commands.Alone, PackageAge: d.config.PackageAge(), OperationAge: d.config.OperationAge(),
		Clock: d.config.Program.TrashNow(), Every: min(d.config.SweepEvery, trashEvery), Logger: d.logger}
}

// newOrphanCollector removes bytes that no event names.
func (d *Deletions) newOrphanCollector(inventory processes.BlobInventory) *processes.OrphanCollector {
	age := cmp.Or(d.config.LeftoverAge, defaultLeftoverAge)
	return &processes.OrphanCollector{Log: d.log.Store, Blobs: inventory, Named: stored.BlobRefs, Pending: d.eachPart,
		Marks: checkpoints{d.storage.Views}, Age: age, Every: max(age/8, time.Second), Now: time.Now, Logger: d.logger}
}

// eachWorkspace calls do for each workspace.
func (d *Deletions) eachWorkspace(ctx context.Context, do func(name string) error) error {
	for e, err := range d.log.Store.All(ctx, 0, es.Filter{Types: []string{"workspace.created"}}) {
		if err != nil {
			return err
		}
		_, ws, _ := e.Stream.Parts()
		if err := do(ws); err != nil {
			return err
		}
	}
	return nil
}

// sweepUploads removes the uploads by parts that expired, until ctx ends.
func (d *Deletions) sweepUploads(ctx context.Context) error {
	tick := time.NewTicker(min(max(d.commands.Resumable.Limits.Age/8, time.Second), 10*time.Minute))
	defer tick.Stop()
	for {
		err := d.eachWorkspace(ctx, func(ws string) error {
			n, err := d.commands.Resumable.Sweep(ctx, ws)
			if n > 0 {
				d.logger.Info("removed uploads that expired", "workspace", ws, "number", n)
			}
			return err
		})
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// eachPart calls do for each blob that an upload in progress has.
func (d *Deletions) eachPart(ctx context.Context, do func(uuid.UUID)) error {
	return d.eachWorkspace(ctx, func(ws string) error { return d.commands.Resumable.EachPart(ctx, ws, do) })
}

// defaultLeftoverAge is the stock: much longer than anything works on bytes before an event
// names them.
const defaultLeftoverAge = 24 * time.Hour

// trash finds what lies in the trash.
type trash struct{ lookups }

// ExpiredStreams implements processes.Trash.
func (t trash) ExpiredStreams(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error) {
	head, err := t.log.Store.Head(ctx)
	if err == nil {
		err = t.views.Await(ctx, uint64(head), "dossiers", "files")
	}
	if err != nil {
		return nil, err
	}
	return t.queries.ExpiredStreams(ctx, by, limit)
}

// ExpiredOperations implements processes.Trash.
func (t trash) ExpiredOperations(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error) {
	return t.queries.ExpiredOperations(ctx, before, limit)
}

// ExpiredPackages implements processes.Trash.
func (t trash) ExpiredPackages(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error) {
	return t.queries.ExpiredPackages(ctx, before, limit)
}
