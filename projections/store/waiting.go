package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrUnknownView says that somebody waits for a view that nobody prepared.
var ErrUnknownView = errors.New("there is no such view")

// Progress is a stored checkpoint; Epoch counts the resets and replays before it.
type Progress struct {
	At    es.Position
	Epoch int64
}

// EpochAt is the epoch once the checkpoint is at a position: a new one when it
// stays where it is, so that a runner that read older rows notices.
func (p Progress) EpochAt(to es.Position) int64 {
	if to == p.At {
		return p.Epoch + 1
	}
	return p.Epoch
}

// A Stand holds what the database says of all views: the checkpoints by key, and
// the key that queries read by view name.
type Stand struct {
	Progress map[string]Progress
	Served   map[string]string
}

// Waiters wake those who wait for freshness: at once when this process projects, or
// another one that says so; within the interval when a notice of it was lost.
type Waiters struct {
	read     func(context.Context) (Stand, error)
	interval time.Duration
	mu       sync.Mutex
	stand    Stand
	asked    time.Time
	changed  chan struct{}
}

// NewWaiters makes them on a function that reads the stand from the database.
func NewWaiters(read func(context.Context) (Stand, error), interval time.Duration) *Waiters {
	if interval <= 0 {
		interval = 50 * time.Millisecond
	}
	return &Waiters{read: read, interval: interval, changed: make(chan struct{}),
		stand: Stand{map[string]Progress{}, map[string]string{}}}
}

// Reached notes how far a projection of this process has come.
func (w *Waiters) Reached(key string, at es.Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.stand.Progress[key]
	if at > p.At {
		w.stand.Progress[key] = Progress{at, p.Epoch}
		w.wakeWaiters()
	}
}

// LearnProgress notes how far a projection of another process says that it has come. What is
// older than what is known counts for nothing, and neither does a projection that
// this process has not heard of.
func (w *Waiters) LearnProgress(key string, p Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	old, known := w.stand.Progress[key]
	if !known || p.Epoch < old.Epoch || p.Epoch == old.Epoch && p.At <= old.At {
		return
	}
	w.stand.Progress[key] = p
	w.wakeWaiters()
}

func (w *Waiters) wakeWaiters() {
	close(w.changed)
	w.changed = make(chan struct{})
}

// Await returns when all named views (by name for the version that is read, or by
// checkpoint key) are at a position or beyond. Errors: ErrUnknownView, ctx's.
func (w *Waiters) Await(ctx context.Context, at es.Position, views ...string) error {
	for first := true; ; first = false {
		behind, known, changed := w.firstBehind(at, views)
		if behind == "" {
			return nil
		}
		if first && !known {
			if err := w.Refresh(ctx); err != nil {
				return err
			}
			if _, known, _ = w.firstBehind(at, views); !known {
				return fmt.Errorf("%s: %w", behind, ErrUnknownView)
			}
			continue
		}
		tick := time.NewTimer(w.interval)
		select {
		case <-ctx.Done():
			tick.Stop()
			return fmt.Errorf("wait for %s to reach %d: %w", behind, at, ctx.Err())
		case <-changed:
			tick.Stop()
		case <-tick.C:
			if err := w.refreshOnce(ctx); err != nil {
				return err
			}
		}
	}
}

// firstBehind names the first view that is not there yet; known is false when nothing
// at all is known of one of them.
func (w *Waiters) firstBehind(at es.Position, views []string) (behind string, known bool, changed chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known = true
	for _, view := range views {
		key := view
		if served, ok := w.stand.Served[view]; ok {
			key = served
		}
		p, ok := w.stand.Progress[key]
		if !ok {
			return view, false, w.changed
		}
		if p.At < at && behind == "" {
			behind = view
		}
	}
	return behind, known, w.changed
}

// refreshOnce asks the database, unless another waiter just did.
func (w *Waiters) refreshOnce(ctx context.Context) error {
	w.mu.Lock()
	fresh := time.Since(w.asked) < w.interval/2
	w.mu.Unlock()
	if fresh {
		return nil
	}
	return w.Refresh(ctx)
}

// Refresh reads the stand from the database.
func (w *Waiters) Refresh(ctx context.Context) error {
	w.mu.Lock()
	w.asked = time.Now()
	w.mu.Unlock()
	stand, err := w.read(ctx)
	if err != nil {
		return fmt.Errorf("read the checkpoints: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, p := range stand.Progress {
		// What this process knows may be newer than what was read, but not of
		// a view that was reset since.
		if old, ok := w.stand.Progress[key]; ok && old.Epoch >= p.Epoch && old.At > p.At {
			stand.Progress[key] = old
		}
	}
	w.stand = stand
	w.wakeWaiters()
	return nil
}
