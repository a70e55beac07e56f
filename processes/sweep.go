package processes

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Pending is one piece of work that is not done.
type Pending struct {
	Topic  string
	Stream es.StreamID
}

// Backlog lists work that has waited since before a moment, oldest first.
type Backlog interface {
	Waiting(ctx context.Context, before time.Time, limit int) ([]Pending, error)
}

// A Sweep finds what fell through: work that waits although nobody holds its
// lease, because a message was lost or a worker died.
type Sweep struct {
	Backlog  Backlog
	Leases   Leases
	Publish  Publisher
	Now      func() time.Time
	Every    time.Duration // between two sweeps
	Patience time.Duration // how long work may wait before it is taken for lost
	Logger   *slog.Logger

	published map[es.StreamID]time.Time // when work that waits was published last
}

// republishAfter is how long work that still waits is not published once more: a long
// queue must not fill up with its own echoes.
const republishAfter = time.Minute

// Run sweeps at once, whatever its age, and then again and again until ctx ends.
func (s *Sweep) Run(ctx context.Context) error {
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	for patience := time.Duration(0); ; patience = s.Patience {
		if err := s.sweepOnce(ctx, patience); err != nil && ctx.Err() == nil {
			s.Logger.Warn("sweep failed; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (s *Sweep) sweepOnce(ctx context.Context, patience time.Duration) error {
	now := s.Now()
	pending, err := s.Backlog.Waiting(ctx, now.Add(-patience), 1000)
	if err != nil || len(pending) == 0 {
		return err
	}
	keys, err := s.Leases.HeldKeys(ctx, "")
	if err != nil {
		return err
	}
	held := map[string]bool{}
	for _, k := range keys {
		held[k] = true
	}
	waiting := map[es.StreamID]time.Time{}
	for _, p := range pending {
		last, before := s.published[p.Stream]
		switch {
		case held[string(p.Stream)]:
			continue
		case before && now.Sub(last) < republishAfter:
			waiting[p.Stream] = last
			continue
		}
		id := fmt.Sprintf("sweep-%s-%d", p.Stream, now.UnixNano())
		if err := s.Publish.Publish(ctx, p.Topic, id, []byte(p.Stream)); err != nil {
			return err
		}
		waiting[p.Stream] = now
	}
	s.published = waiting
	return nil
}
