package commands

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

// take waits for a slot; release gives it back. Nil slots are never waited for.
func (s *Slots) take(ctx context.Context, large bool) (release func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	if large {
		if err := enter(ctx, s.large); err != nil {
			return nil, err
		}
	}
	if err := enter(ctx, s.all); err != nil {
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

func enter(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Turns keep large files from filling up the queue of work: at most so many of them
// are in it at once. Another is put aside, and woken when one of them is done. What
// is put aside is forgotten with the process; the sweep finds it.
type Turns struct {
	Large func(ctx context.Context, stream es.StreamID) (bool, error)
	Do    func(ctx context.Context, stream es.StreamID) error
	Wake  func(ctx context.Context, stream es.StreamID) error // have it handled soon
	Most  int                                                 // large files at once

	mu     sync.Mutex
	atWork int
	aside  []es.StreamID
}

// Handle does the work on a stream, or puts it aside.
func (t *Turns) Handle(ctx context.Context, stream es.StreamID) error {
	large, err := t.Large(ctx, stream)
	if err != nil {
		return err
	}
	if !large {
		return t.Do(ctx, stream)
	}
	if !t.enter(stream) {
		return nil
	}
	defer t.leave(ctx)
	return t.Do(ctx, stream)
}

func (t *Turns) enter(stream es.StreamID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.atWork < max(1, t.Most) {
		t.atWork++
		return true
	}
	if !slices.Contains(t.aside, stream) {
		t.aside = append(t.aside, stream)
	}
	return false
}

// leave wakes the one that has waited longest.
func (t *Turns) leave(ctx context.Context) {
	t.mu.Lock()
	t.atWork--
	var next es.StreamID
	if len(t.aside) > 0 {
		next, t.aside = t.aside[0], t.aside[1:]
	}
	t.mu.Unlock()
	if next != "" {
		_ = t.Wake(context.WithoutCancel(ctx), next) // else the sweep finds it
	}
}

// Large says of a file that waits for work whether it is a large one.
func (p *Processor) Large(ctx context.Context, stream es.StreamID) (bool, error) {
	s, _, err := es.Load(ctx, p.Log, file.Decider, stream)
	return s.Processing.Busy() && isLarge(s.Size, s.Pages), err
}

func isLarge(bytes int64, pages int) bool { return bytes > largeBytes || pages > largePages }
