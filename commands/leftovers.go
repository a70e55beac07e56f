package commands

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

// A Kept is a blob as whatever keeps the bytes sees it.
type Kept struct {
	ID    uuid.UUID
	Place string // where it lies, for the keeper
}

// A Shelf lists what a keeper of blobs holds. It knows no subjects.
type Shelf interface {
	// Kept yields, in any order, the blobs that were finished after one moment and, by
	// the keeper's clock, at another or before it. What is removed meanwhile may be
	// yielded or not.
	Kept(ctx context.Context, after, until time.Time) iter.Seq2[Kept, error]
	// Discard removes a blob for good. None is no error.
	Discard(ctx context.Context, k Kept) error
	// DropUnfinished removes what was begun before a moment, by the keeper's clock, and never
	// finished: blobs that were being written, or dropped.
	DropUnfinished(ctx context.Context, until time.Time) error
}

// Leftovers removes blobs that no event names. Bytes are stored before the event that
// names them, so a process that dies in between leaves some that nobody can find, nor
// erase. Whatever is older than Age and stands in no event is taken for that: Age must
// be longer than any request, or step of a run, may take from its bytes to its event.
type Leftovers struct {
	Log    es.Store
	Shelf  Shelf
	Named  func(body []byte) []es.BlobRef // the blobs that the body of an event names
	Marks  Checkpoints
	Age    time.Duration
	Every  time.Duration // between two looks
	Now    func() time.Time
	Logger *slog.Logger
}

// LeftoversName is the name of the checkpoint.
const LeftoversName = "leftovers"

// lookedAtOnce is how many blobs are held against the log in one reading of it: they
// are held in memory.
const lookedAtOnce = 200_000

// Run looks at once, and then again and again until ctx ends. Of all processes one does.
func (l *Leftovers) Run(ctx context.Context) error {
	tick := time.NewTicker(l.Every)
	defer tick.Stop()
	for {
		if err := l.Remove(ctx); err != nil && ctx.Err() == nil {
			l.Logger.Warn("leftover bytes could not be looked for; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Remove looks once. The checkpoint is an event so old that blobs which were stored up
// to Age after it need not be looked at again; an event never names a blob that was
// stored after it, give or take how far clocks differ, for which Age is counted twice.
func (l *Leftovers) Remove(ctx context.Context) error {
	mark, err := l.Marks.Load(ctx, LeftoversName)
	if err != nil {
		return err
	}
	from := mark
	begun, err := l.Log.At(ctx, from)
	if errors.Is(err, es.ErrNoEvent) {
		from, err = 0, nil // nothing was looked at yet, or the log is another one
	}
	if err != nil {
		return err
	}
	until := l.Now().Add(-l.Age)
	if err := l.Shelf.DropUnfinished(ctx, until); err != nil {
		return fmt.Errorf("remove what was not finished: %w", err)
	}
	looked := map[uuid.UUID]Kept{}
	var next es.Position
	for k, err := range l.Shelf.Kept(ctx, begun.Time.Add(l.Age), until) {
		if err != nil {
			return fmt.Errorf("list the blobs: %w", err)
		}
		if looked[k.ID] = k; len(looked) == lookedAtOnce {
			if next, err = l.compare(ctx, from, until, looked); err != nil {
				return err
			}
			clear(looked)
		}
	}
	if len(looked) > 0 {
		if next, err = l.compare(ctx, from, until, looked); err != nil {
			return err
		}
	}
	if next <= mark {
		return nil
	}
	return l.Marks.Save(ctx, LeftoversName, mark, next)
}

// ErrManyLeftovers says that more bytes stand in no event than processes can have left
// when they died: those of another installation, perhaps.
var ErrManyLeftovers = errors.New("more bytes stand in no event than processes that died can have left; does another installation keep its bytes there, or was the log restored without them? nothing was removed")

// fewLeftovers is how many blobs are believed to be left over however few there are in
// all; of many it is a tenth.
const fewLeftovers = 100

// compare holds blobs against the log and removes those that nothing names. It gives
// the last event that is older than until by Age. Behind a position almost all are
// found; only what is not is looked for in the whole log, because bytes that were
// restored or moved are younger than the events that name them.
func (l *Leftovers) compare(ctx context.Context, from es.Position, until time.Time, looked map[uuid.UUID]Kept) (es.Position, error) {
	all := len(looked)
	next, err := l.strike(ctx, from, until, looked)
	if err == nil && from > 0 && len(looked) > 0 {
		_, err = l.strike(ctx, 0, until, looked)
	}
	if err != nil {
		return from, fmt.Errorf("read which blobs are named: %w", err)
	}
	if len(looked) > max(fewLeftovers, all/10) {
		return from, fmt.Errorf("%d of %d blobs: %w", len(looked), all, ErrManyLeftovers)
	}
	for _, k := range looked {
		if err := l.Shelf.Discard(ctx, k); err != nil {
			return from, fmt.Errorf("remove leftover bytes: %w", err)
		}
	}
	if len(looked) > 0 {
		l.Logger.Info("removed bytes that no event names", "number", len(looked))
	}
	return next, nil
}

// strike takes out the blobs that events behind a position name, and gives the last
// event that is older than until by Age.
func (l *Leftovers) strike(ctx context.Context, from es.Position, until time.Time, looked map[uuid.UUID]Kept) (es.Position, error) {
	next := from
	for e, err := range l.Log.All(ctx, from, es.Filter{}) {
		if err != nil {
			return from, err
		}
		for _, ref := range l.Named(e.Body) {
			delete(looked, ref.ID)
		}
		if e.Time.Before(until.Add(-l.Age)) {
			next = e.Position
		}
	}
	return next, nil
}
