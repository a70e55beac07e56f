package processes

import (
	"context"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// What makes a file a large one: bytes of the original, or pages.
const (
	largeBytes = 8 << 20
	largePages = 300
)

// Slots bound how many steps compute at once. Large files never have the last slot,
// so there is always one that is free soon for a small file. Whoever waits is served
// in turn.
type Slots struct{ all, large chan struct{} }

// NewSlots makes n slots, at least two.
func NewSlots(n int) *Slots {
	n = max(n, 2)
	return &Slots{make(chan struct{}, n), make(chan struct{}, n-1)}
}

// takeSlot waits for a slot; release frees it. Nil slots never wait.
func (s *Slots) takeSlot(ctx context.Context, large bool) (release func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	if large {
		if err := enterSlot(ctx, s.large); err != nil {
			return nil, err
		}
	}
	if err := enterSlot(ctx, s.all); err != nil {
		if large {
			<-s.large
		}
		return nil, err
	}
	return func() {
		<-s.all
		if large {
			<-s.large
		}
	}, nil
}

func enterSlot(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A FairQueue keeps large files from filling up the queue of work: at most MaxLarge of
// them are in it at once. Another is put aside, and woken when one of them is done. What
// is put aside is forgotten with the process; the sweep finds it.
type FairQueue struct {
	IsLarge  func(ctx context.Context, stream es.StreamID) (bool, error)
	Do       func(ctx context.Context, stream es.StreamID) error
	Wake     func(ctx context.Context, stream es.StreamID) error // have it handled soon
	MaxLarge int                                                 // large files at once

	mu      sync.Mutex
	running int // large files
	waiting []es.StreamID
}

// Handle does the work on a stream, or puts it aside.
func (q *FairQueue) Handle(ctx context.Context, stream es.StreamID) error {
	large, err := q.IsLarge(ctx, stream)
	if err != nil {
		return err
	}
	if !large {
		return q.Do(ctx, stream)
	}
	if !q.enterQueue(stream) {
		return nil
	}
	defer q.leaveQueue(ctx)
	return q.Do(ctx, stream)
}

func (q *FairQueue) enterQueue(stream es.StreamID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running < max(1, q.MaxLarge) {
		q.running++
		return true
	}
	if !slices.Contains(q.waiting, stream) {
		q.waiting = append(q.waiting, stream)
	}
	return false
}

// leaveQueue removes a large file from the queue and wakes the one that has waited longest.
func (q *FairQueue) leaveQueue(ctx context.Context) {
	q.mu.Lock()
	q.running--
	var next es.StreamID
	if len(q.waiting) > 0 {
		next, q.waiting = q.waiting[0], q.waiting[1:]
	}
	q.mu.Unlock()
	if next != "" {
		_ = q.Wake(context.WithoutCancel(ctx), next) // else the sweep finds it
	}
}

// IsLarge reports whether a file that waits for work is a large one.
func (p *Processor) IsLarge(ctx context.Context, stream es.StreamID) (bool, error) {
	s, _, err := es.Load(ctx, p.Log, file.Decider, stream)
	return s.Processing.IsBusy() && isLarge(s.Size, s.Pages), err
}

func isLarge(bytes int64, pages int) bool { return bytes > largeBytes || pages > largePages }
