package evidence

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// A FollowableLog tells of what this process appends to it.
type FollowableLog interface {
	// FollowAppends calls f with the events of each commit, in the order of the log, and the position of the event before
	// them, until stop is called; it replaces the f of an earlier call. f must not keep the slice, may keep the bodies, and
	// must not block: appends wait for it.
	FollowAppends(f func(before es.Position, events []es.Envelope)) (stop func())
}

// appendsBytes is how many bytes of events wait for the tree at most, and appendsBatch how many events wake whoever
// adds them.
const (
	appendsBytes = 8 << 20
	appendsBatch = 256
	entryBytes   = 400 // about what an event takes beside its body
)

// yieldEvery is after how many events whoever adds them lets others run that wait for a processor: writers, and who commits
// for them.
const yieldEvery = 4

// appends holds what a process has appended to a log, until it is added to the tree, so that it need not be read
// from the log again. When too much of it waits, what comes then is read from the log.
type appends struct {
	ready chan struct{} // holds one when a batch waits
	mu    sync.Mutex
	kept  appended      // without a gap
	spare []es.Envelope // to be used again
	bytes int
}

// appended are events that follow each other, and the position of the event before them.
type appended struct {
	before es.Position
	events []es.Envelope
}

func newAppends() *appends { return &appends{ready: make(chan struct{}, 1)} }

// put adds the events of a commit.
func (a *appends) put(before es.Position, events []es.Envelope) {
	if len(events) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.bytes > appendsBytes {
		return
	}
	if n := len(a.kept.events); n > 0 && a.kept.events[n-1].Position != before {
		a.dropKept()
	}
	if len(a.kept.events) == 0 {
		a.kept.before = before
	}
	for i := range events {
		a.bytes += len(events[i].Body) + entryBytes
	}
	a.kept.events = append(a.kept.events, events...)
	if len(a.kept.events) < appendsBatch && a.bytes <= appendsBytes {
		return
	}
	select {
	case a.ready <- struct{}{}:
	default:
	}
}

// dropKept forgets what waits, and lets go of its bodies.
func (a *appends) dropKept() {
	clear(a.kept.events)
	a.kept.events, a.bytes = a.kept.events[:0], 0
}

// take returns what waits; release gives it back.
func (a *appends) take() (taken appended) {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken = a.kept
	a.kept.events, a.spare, a.bytes = a.spare, nil, 0
	return taken
}

// release takes back a slice that take has returned.
func (a *appends) release(events []es.Envelope) {
	clear(events)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spare = events[:0]
}

// FollowAppends has the builder add what this process appends to its log while it is appended, until stop is called.
func (b *Builder) FollowAppends(log FollowableLog) (stop func()) {
	b.appends = newAppends()
	return log.FollowAppends(b.appends.put)
}

// AddUntil adds what is appended right behind the tree until a time is due, or somebody asks, or ctx ends. Where the
// log is not followed nothing is added.
func (b *Builder) AddUntil(ctx context.Context, log es.Store, due <-chan time.Time, asked <-chan struct{}) error {
	var ready <-chan struct{}
	if b.appends != nil {
		ready = b.appends.ready
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-due:
			return nil
		case <-asked:
			return nil
		case <-ready:
			if err := b.addAppends(ctx, log); err != nil {
				return err
			}
		}
	}
}

// addAppends adds what waits, and what lies between the tree and that: what others appended, or what was not kept. So a tree
// that fell behind once goes on from memory.
func (b *Builder) addAppends(ctx context.Context, log es.Store) error {
	taken := b.appends.take()
	defer func() { b.appends.release(taken.events) }()
	if len(taken.events) == 0 {
		return nil
	}
	if taken.before > b.now.Position {
		if stands, err := b.checkHanded(ctx, log); err != nil || !stands {
			return err
		}
		switch err := b.addRead(ctx, log, taken.before); {
		case errors.Is(err, es.ErrIncompleteRead):
			return nil // a server that took over has lost it
		case err != nil:
			return err
		}
	}
	for i := range taken.events {
		if i%yieldEvery == 0 {
			runtime.Gosched()
		}
		e := &taken.events[i]
		if e.Position <= b.now.Position {
			continue
		}
		b.add(e)
		b.handed = e.ID
		if b.now.Size-b.state.Size < saveEvery {
			continue
		}
		if stands, err := b.checkHanded(ctx, log); err != nil || !stands {
			return err
		}
		if err := b.save(ctx); err != nil {
			return err
		}
	}
	return nil
}

// checkHanded reports whether the last event that was handed over stands in the log. Otherwise it goes back to the
// stored tree: a server that took over from another one may have lost what that one committed.
func (b *Builder) checkHanded(ctx context.Context, log es.Store) (stands bool, err error) {
	if b.handed == uuid.Nil {
		return true, nil
	}
	e, err := log.At(ctx, b.now.Position)
	if err == nil && e.ID == b.handed {
		b.handed = uuid.Nil
		return true, nil
	}
	if err != nil && !errors.Is(err, es.ErrNoEvent) {
		return false, fmt.Errorf("look for the last event of the tree: %w", err)
	}
	stored, err := NewBuilder(ctx, b.store)
	if err == nil {
		stored.appends = b.appends
		*b = *stored
	}
	return false, err
}
