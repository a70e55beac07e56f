package sqlite

import (
	"sync/atomic"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

var _ evidence.FollowableLog = (*Log)(nil)

// A follower is told what this process has committed.
type follower struct {
	f atomic.Pointer[func(es.Position, []es.Envelope)]
}

// FollowAppends implements evidence.FollowableLog.
func (l *Log) FollowAppends(f func(before es.Position, events []es.Envelope)) (stop func()) {
	l.follower.f.Store(&f)
	return func() { l.follower.f.CompareAndSwap(&f, nil) }
}

func (f *follower) isSet() bool { return f.f.Load() != nil }

func (f *follower) tell(events []es.Envelope) {
	if tell := f.f.Load(); tell != nil && len(events) > 0 {
		(*tell)(events[0].Position-1, events)
	}
}
