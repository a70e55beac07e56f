package sqlite

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seed-62a36931/docket/domain/es"
)

// logRecent and logRecentBytes are how much of the end of the log stays in memory:
// several projections read each event as soon as it is there.
const (
	logRecent      = 1024
	logRecentBytes = 4 << 20
)

// recentEvents is the end of the log as this process wrote it, without gaps.
type recentEvents struct {
	mu     sync.RWMutex
	events []es.Envelope
	bytes  int          // of their bodies
	asked  atomic.Int32 // counts down from the last reading
}

// logRecentPatience is how many groups are kept without anybody reading them.
const logRecentPatience = 1000

// wasRead reports whether somebody has read the end of the log lately: only then is it
// worth its memory.
func (r *recentEvents) wasRead() bool { return r.asked.Load() > 0 }

// addCommitted takes over what was committed. What was kept before is forgotten when another
// process has appended in between, and by and by when it is too much.
func (r *recentEvents) addCommitted(events []es.Envelope) {
	if len(events) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asked.Add(-1) <= 0 {
		r.events, r.bytes = nil, 0
		return
	}
	if n := len(r.events); n > 0 && r.events[n-1].Position+1 != events[0].Position {
		r.events, r.bytes = nil, 0
	}
	for _, e := range events {
		r.bytes += len(e.Body)
	}
	r.events = append(r.events, events...)
	if len(r.events) < 2*logRecent && r.bytes < 2*logRecentBytes {
		return
	}
	from := max(0, len(r.events)-logRecent)
	for _, e := range r.events[:from] {
		r.bytes -= len(e.Body)
	}
	for ; r.bytes > logRecentBytes; from++ {
		r.bytes -= len(r.events[from].Body)
	}
	r.events = slices.Clone(r.events[from:]) // readers may hold the old ones
}

// eventsBetween gives the events behind one position up to another; ok is false when they
// are not all here.
func (r *recentEvents) eventsBetween(after, to es.Position) (events []es.Envelope, ok bool) {
	r.asked.Store(logRecentPatience)
	r.mu.RLock()
	defer r.mu.RUnlock()
	if to <= after {
		return nil, true
	}
	if len(r.events) == 0 {
		return nil, false
	}
	first := r.events[0].Position
	if after+1 < first || to > r.events[len(r.events)-1].Position {
		return nil, false
	}
	return r.events[after+1-first : to+1-first], true
}

// filterEvents yields events that a filter lets through.
func filterEvents(ctx context.Context, events []es.Envelope, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range events {
			if ctx.Err() != nil {
				break
			}
			if (len(f.Types) == 0 || slices.Contains(f.Types, e.Type)) && !yield(e, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(es.Envelope{}, fmt.Errorf("read the log: %w", err))
		}
	}
}
