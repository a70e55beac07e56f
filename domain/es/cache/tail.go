// Package cache keeps in memory what was read of a log just now: the end of it for those
// who follow it, and the states of streams.
package cache

import (
	"context"
	"iter"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Tail is a store for the many who follow it from where it ends: what is new is read
// once and handed to all of them. Head and All may be behind what was committed just
// now, but not behind what Wait has said, and between them nothing is left out: All
// yields everything up to Head at least. What lies further back comes from the store.
// Head never passes an event that the store has not given.
type Tail struct {
	es.Store
	limit   int
	within  time.Duration
	reading chan struct{} // held by the one who reads

	mu       sync.Mutex
	begun    bool
	events   []es.Envelope // all events after from, up to at; elements never change
	size     int           // of these, in bytes
	from, at es.Position
	moved    chan struct{} // closed when at grows
}

// A Remembering store still has in memory what this process appended to it just now, so
// that a tail need not read that.
type Remembering interface {
	// RecentAppends returns the events right after a position, as the store would yield them:
	// as many as this process appended without one of others between them, and has not
	// forgotten.
	RecentAppends(after es.Position) []es.Envelope
}

// tailEvent is about what an event takes in memory beside its body, in bytes.
const tailEvent = 400

// NewTail keeps up to limit bytes of events in memory, 8 MiB for 0. Reading new
// events fails when it takes longer than within, 10 s for 0: all wait for it, and
// the connection to the store may have broken without a sign.
func NewTail(s es.Store, limit int, within time.Duration) *Tail {
	if limit <= 0 {
		limit = 8 << 20
	}
	if within <= 0 {
		within = 10 * time.Second
	}
	return &Tail{Store: s, limit: limit, within: within, reading: make(chan struct{}, 1), moved: make(chan struct{})}
}

// Head returns the position up to which events are in memory.
func (t *Tail) Head(ctx context.Context) (es.Position, error) {
	if err := t.startAtEnd(ctx); err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.at, nil
}

// startAtEnd starts at the end of the store.
func (t *Tail) startAtEnd(ctx context.Context) error {
	t.mu.Lock()
	begun := t.begun
	t.mu.Unlock()
	if begun {
		return nil
	}
	head, err := t.Store.Head(ctx)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.begun {
		t.begun, t.from, t.at = true, head, head
	}
	return nil
}

// All yields the events after a position, from memory when they are there.
func (t *Tail) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	t.mu.Lock()
	events, here := t.events, t.begun && after >= t.from
	t.mu.Unlock()
	if !here {
		return t.Store.All(ctx, after, f)
	}
	events = events[sort.Search(len(events), func(i int) bool { return events[i].Position > after }):]
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range events {
			if len(f.Types) > 0 && !slices.Contains(f.Types, e.Type) {
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(es.Envelope{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Wait returns when events after a position are in memory, or with ctx's error. Of
// several callers one waits for the store and reads.
func (t *Tail) Wait(ctx context.Context, after es.Position) error {
	if err := t.startAtEnd(ctx); err != nil {
		return err
	}
	for {
		t.mu.Lock()
		at, moved := t.at, t.moved
		t.mu.Unlock()
		if err := ctx.Err(); err != nil || at > after {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moved:
		case t.reading <- struct{}{}:
			err := t.readNew(ctx, after)
			<-t.reading
			if err != nil {
				return err
			}
		}
	}
}

// readNew waits for new events and adds them, unless some after a position have come meanwhile: the
// caller may have been given its turn to read at the same moment as what it waits for.
func (t *Tail) readNew(ctx context.Context, after es.Position) error {
	t.mu.Lock()
	at := t.at
	t.mu.Unlock()
	if at > after {
		return nil
	}
	to := at
	var found []es.Envelope
	err := t.Store.Wait(ctx, at)
	if err == nil {
		brief, cancel := context.WithTimeout(ctx, t.within)
		found, to, err = t.fetchNew(brief, at)
		cancel()
	}
	if ctx.Err() == nil { // else nothing is wrong with the store
		t.keepEvents(found, to, err)
	}
	return err
}

// fetchNew returns the new events and the position up to which they are complete.
func (t *Tail) fetchNew(ctx context.Context, at es.Position) (found []es.Envelope, to es.Position, err error) {
	to = at
	if s, ok := t.Store.(Remembering); ok {
		found = s.RecentAppends(at)
	}
	if len(found) == 0 {
		found, err = t.fetchKept(ctx, at)
	}
	if err == nil && len(found) == 0 { // what the head moved for must be there
		var head es.Position
		if head, err = t.Store.Head(ctx); err == nil {
			found, err = t.fetchKept(ctx, at)
		}
		if err == nil && len(found) == 0 && head > at {
			err = &es.IncompleteRead{At: at, Head: head}
		}
	}
	if len(found) > 0 {
		to = found[len(found)-1].Position // there may be more
	}
	return found, to, err
}

// fetchKept returns the new events, or as many of them as are kept.
func (t *Tail) fetchKept(ctx context.Context, at es.Position) (found []es.Envelope, err error) {
	size := 0
	for e, err := range t.Store.All(ctx, at, es.Filter{}) {
		if err != nil {
			return nil, err
		}
		found = append(found, e)
		if size += len(e.Body) + tailEvent; size > t.limit/2 {
			break
		}
	}
	return found, nil
}

// keepEvents adds the events that were read. After a failure the memory is emptied: a
// store that replaces another one may not hold the same events.
func (t *Tail) keepEvents(found []es.Envelope, at es.Position, failed error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if failed != nil {
		t.events, t.size, t.from = nil, 0, t.at
		return
	}
	for _, e := range found {
		t.size += len(e.Body) + tailEvent
	}
	t.events = append(t.events, found...)
	if t.size > t.limit {
		t.dropOlderHalf()
	}
	if at > t.at {
		t.at = at
		close(t.moved)
		t.moved = make(chan struct{})
	}
}

// dropOlderHalf drops the older half.
func (t *Tail) dropOlderHalf() {
	drop := 0
	for ; drop < len(t.events) && t.size > t.limit/2; drop++ {
		t.size -= len(t.events[drop].Body) + tailEvent
		t.from = t.events[drop].Position
	}
	t.events = slices.Clone(t.events[drop:])
}
