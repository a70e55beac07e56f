package processes

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// A StoredBlob is a blob as whatever keeps the bytes sees it.
type StoredBlob struct {
	ID    uuid.UUID
	Place string // where it lies, for the keeper
}

// A BlobInventory lists what a keeper of blobs holds. It knows no subjects.
type BlobInventory interface {
	// StoredBlobs yields, in any order, the blobs that were finished after one moment and, by
	// the keeper's clock, at another or before it. What is removed meanwhile may be
	// yielded or not.
	StoredBlobs(ctx context.Context, after, until time.Time) iter.Seq2[StoredBlob, error]
	// Discard removes a blob for good. None is no error.
	Discard(ctx context.Context, b StoredBlob) error
	// DropUnfinished removes what was begun before a moment, by the keeper's clock, and never
	// finished: blobs that were being written, or dropped.
	DropUnfinished(ctx context.Context, until time.Time) error
}

// An OrphanCollector removes orphaned blobs: those that no event names. Bytes are stored before the event that
// names them, so a process that dies in between leaves some that nobody can find, nor
// erase. Whatever is older than Age and stands in no event is taken for that: Age must
// be longer than any request, or step of a run, may take from its bytes to its event.
type OrphanCollector struct {
	Log   es.Store
	Blobs BlobInventory
	Named func(body []byte) []es.BlobRef // the blobs that the body of an event names
	// Pending calls do for each blob that is kept for an event to come, however old it is; nil: there are none.
	Pending func(ctx context.Context, do func(uuid.UUID)) error
	Marks   Checkpoints
	Age     time.Duration
	Every   time.Duration // between two looks
	Now     func() time.Time
	Logger  *slog.Logger
}

// OrphanCheckpoint is the name of the collector's checkpoint.
const OrphanCheckpoint = "leftovers"

// maxCompared is how many blobs are compared with the log in one reading of it: they are
// held in memory.
const maxCompared = 200_000

// Run looks at once, and then again and again until ctx ends. Of all processes one does.
func (c *OrphanCollector) Run(ctx context.Context) error {
	tick := time.NewTicker(c.Every)
	defer tick.Stop()
	for {
		if err := c.Collect(ctx); err != nil && ctx.Err() == nil {
			c.Logger.Warn("leftover bytes could not be looked for; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Collect looks once. The checkpoint is an event so old that blobs which were stored up
// to Age after it need not be looked at again; an event never names a blob that was
// stored after it, give or take how far clocks differ, for which Age is counted twice.
func (c *OrphanCollector) Collect(ctx context.Context) error {
	mark, err := c.Marks.Load(ctx, OrphanCheckpoint)
	if err != nil {
		return err
	}
	from := mark
	begun, err := c.Log.At(ctx, from)
	if errors.Is(err, es.ErrNoEvent) {
		from, err = 0, nil // nothing was looked at yet, or the log is another one
	}
	if err != nil {
		return err
	}
	until := c.Now().Add(-c.Age)
	if err := c.Blobs.DropUnfinished(ctx, until); err != nil {
		return fmt.Errorf("remove what was not finished: %w", err)
	}
	looked := blobsByID{}
	var next es.Position
	for k, err := range c.Blobs.StoredBlobs(ctx, begun.Time.Add(c.Age), until) {
		if err != nil {
			return fmt.Errorf("list the blobs: %w", err)
		}
		if looked[k.ID] = k; len(looked) == maxCompared {
			if next, err = c.removeOrphans(ctx, from, until, looked); err != nil {
				return err
			}
			clear(looked)
		}
	}
	if len(looked) > 0 {
		if next, err = c.removeOrphans(ctx, from, until, looked); err != nil {
			return err
		}
	}
	if next <= mark {
		return nil
	}
	return c.Marks.Save(ctx, OrphanCheckpoint, mark, next)
}

// ErrManyOrphans means that there are more blobs without an event than processes can
// have left when they died: those of another installation, perhaps.
var ErrManyOrphans = errors.New("more bytes stand in no event than processes that died can have left; " +
	"does another installation keep its bytes there, or was the log restored without them? nothing was removed")

// fewOrphans is how many blobs are believed to be left over however few there are in
// all; of many it is a tenth.
const fewOrphans = 100

// blobsByID are blobs that are compared with the log.
type blobsByID map[uuid.UUID]StoredBlob

// removeOrphans removes the blobs that no event names, and returns the last event that is
// older than until by Age. It searches the events after from first, and the whole log
// for the blobs that are left, because bytes that were restored or moved are younger
// than the events that name them.
func (c *OrphanCollector) removeOrphans(ctx context.Context, from es.Position, until time.Time, looked blobsByID) (es.Position, error) {
	all := len(looked)
	next, err := c.dropNamed(ctx, from, until, looked)
	if err == nil && from > 0 && len(looked) > 0 {
		_, err = c.dropNamed(ctx, 0, until, looked)
	}
	if err == nil && c.Pending != nil && len(looked) > 0 {
		err = c.Pending(ctx, func(id uuid.UUID) { delete(looked, id) })
	}
	if err != nil {
		return 0, fmt.Errorf("read which blobs are named: %w", err)
	}
	if len(looked) > max(fewOrphans, all/10) {
		return 0, fmt.Errorf("%d of %d blobs: %w", len(looked), all, ErrManyOrphans)
	}
	for _, k := range looked {
		if err := c.Blobs.Discard(ctx, k); err != nil {
			return 0, fmt.Errorf("remove leftover bytes: %w", err)
		}
	}
	if len(looked) > 0 {
		c.Logger.Info("removed bytes that no event names", "number", len(looked))
	}
	return next, nil
}

// dropNamed removes from looked the blobs that events after a position name, and returns
// the last event that is older than until by Age.
func (c *OrphanCollector) dropNamed(ctx context.Context, from es.Position, until time.Time, looked blobsByID) (es.Position, error) {
	next := from
	for e, err := range es.ReadToHead(ctx, c.Log, from, es.Filter{}) {
		if err != nil {
			return 0, err
		}
		for _, ref := range c.Named(e.Body) {
			delete(looked, ref.ID)
		}
		if e.Time.Before(until.Add(-c.Age)) {
			next = e.Position
		}
	}
	return next, nil
}
