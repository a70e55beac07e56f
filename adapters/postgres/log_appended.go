package postgres

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/evidence"
)

// A log remembers appendedBytes of what it appended at most, and then begins anew; no more
// is needed than comes together while the tail reads. eventBytes is about what an event
// takes beside its body.
const (
	appendedBytes = 1 << 20
	eventBytes    = 400
)

// appendedEvents are the events that this process appended last, without a gap: nobody need
// read from the server what was just sent there. A server that stands in for another may
// not hold them, but it takes new connections, so they count for nothing behind one.
type appendedEvents struct {
	mu     sync.Mutex
	events []es.Envelope
	bytes  int
	conns  int64 // how many connections had been made

	follower atomic.Pointer[func(es.Position, []es.Envelope)]
}

// rememberBatch takes in the appends of a batch that was committed.
func (a *appendedEvents) rememberBatch(b *batch, conns int64) {
	at := time.UnixMicro(b.at.micros).UTC()
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range b.fresh {
		first := r.Receipt.Position - es.Position(len(r.Events)) + 1
		if n := len(a.events); conns != a.conns || n > 0 && a.events[n-1].Position+1 != first {
			a.events, a.bytes, a.conns = nil, 0, conns
		}
		for i, e := range r.Events {
			e.Stream, e.Time = r.Stream, at
			e.Position, e.Version = first+es.Position(i), r.Receipt.Version-uint64(len(r.Events)-1-i)
			e.Body = append([]byte{}, e.Body...) // never nil, as it is read
			a.events, a.bytes = append(a.events, e), a.bytes+len(e.Body)+eventBytes
		}
		a.tellFollower(len(r.Events))
	}
	if a.bytes > appendedBytes {
		a.events, a.bytes = nil, 0
	}
}

// tellFollower tells of the last n events.
func (a *appendedEvents) tellFollower(n int) {
	if tell := a.follower.Load(); tell != nil && n > 0 {
		last := a.events[len(a.events)-n:]
		(*tell)(last[0].Position-1, last)
	}
}

// FollowAppends implements evidence.FollowableLog.
func (l *Log) FollowAppends(f func(before es.Position, events []es.Envelope)) (stop func()) {
	l.appended.follower.Store(&f)
	return func() { l.appended.follower.CompareAndSwap(&f, nil) }
}

// eventsAfter are the events right behind a position.
func (a *appendedEvents) eventsAfter(after es.Position, conns int64) []es.Envelope {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := len(a.events)
	if n == 0 || conns != a.conns || after+1 < a.events[0].Position || after >= a.events[n-1].Position {
		return nil
	}
	return slices.Clone(a.events[after+1-a.events[0].Position:])
}

// RecentAppends implements cache.Remembering.
func (l *Log) RecentAppends(after es.Position) []es.Envelope {
	return l.appended.eventsAfter(after, l.conns.Load())
}

var (
	_ cache.Remembering      = (*Log)(nil)
	_ evidence.FollowableLog = (*Log)(nil)
)
