package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A Publisher hands messages to the broker. Messages are wake-ups: they hold the
// name of a stream and nothing else, and losing one loses no work.
type Publisher interface {
	// Publish sends a payload; an id that was sent a moment ago is sent once.
	Publish(ctx context.Context, topic, id string, payload []byte) error
}

// Checkpoints remember how far a consumer of the log has come.
type Checkpoints interface {
	Load(ctx context.Context, consumer string) (es.Position, error)
	// Save moves a checkpoint; it fails when it is not at from.
	Save(ctx context.Context, consumer string, from, to es.Position) error
}

// A Consumer hands events of the log to a function, in order, at least once.
type Consumer struct {
	Name   string
	Log    *es.Log
	Filter es.Filter
	Marks  Checkpoints
	Handle func(ctx context.Context, r es.Recorded) error
	// Stride is by how many positions the checkpoint may lag behind events that
	// concern others; it spares a consumer of rare events a write for each of them.
	Stride uint64
	// Settled is called when all that there was is handled, if that was anything, and
	// before the checkpoint says so; nil: nothing is done then.
	Settled func(ctx context.Context) error

	saved es.Position // the checkpoint as it is stored
}

// Run consumes until ctx ends or the handler fails.
func (c *Consumer) Run(ctx context.Context) error {
	at, err := c.Marks.Load(ctx, c.Name)
	c.saved = at
	for err == nil {
		if at, err = c.catchUp(ctx, at); err == nil {
			err = c.Log.Store.Wait(ctx, at)
		}
	}
	return fmt.Errorf("consumer %s at %d: %w", c.Name, at, err)
}

func (c *Consumer) catchUp(ctx context.Context, at es.Position) (es.Position, error) {
	from, handled := at, false
	head, err := c.Log.Store.Head(ctx)
	if err != nil {
		return at, err
	}
	for r, err := range c.Log.All(ctx, at, c.Filter) {
		if err != nil && !errors.Is(err, es.ErrUnreadable) { // what is known of that one must do
			return from, err
		}
		if err := c.Handle(ctx, r); err != nil {
			return from, fmt.Errorf("event %d: %w", r.Position, err)
		}
		at, handled = r.Position, true
	}
	if handled && c.Settled != nil {
		if err := c.Settled(ctx); err != nil {
			return from, err
		}
	}
	if at = max(at, head); at == c.saved || !handled && uint64(at-c.saved) < c.Stride {
		return at, nil
	}
	err = c.Marks.Save(ctx, c.Name, c.saved, at)
	if err == nil {
		c.saved = at
	}
	return at, err
}

// Triggers are the events behind which work waits, with the topic of the work.
var Triggers = map[string]string{
	"file.uploaded":             file.Topic,
	"file.replaced":             file.Topic,
	"file.reanalysis-requested": file.Topic,
	"file.restored":             file.Topic,
	"download.requested":        download.Topic,
}

// Relay wakes a worker for every trigger in the log.
func Relay(p Publisher) (es.Filter, func(ctx context.Context, r es.Recorded) error) {
	var f es.Filter
	for name := range Triggers {
		f.Types = append(f.Types, name)
	}
	return f, func(ctx context.Context, r es.Recorded) error {
		return p.Publish(ctx, Triggers[r.Type], r.ID.String(), []byte(r.Stream))
	}
}

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

	told map[es.StreamID]time.Time // when work that waits was published last
}

// again is after how long work that still waits is published once more: a long
// queue must not fill up with its own echoes.
const again = time.Minute

// Run sweeps at once, whatever its age, and then again and again until ctx ends.
func (s *Sweep) Run(ctx context.Context) error {
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	for patience := time.Duration(0); ; patience = s.Patience {
		if err := s.once(ctx, patience); err != nil && ctx.Err() == nil {
			s.Logger.Warn("sweep failed; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (s *Sweep) once(ctx context.Context, patience time.Duration) error {
	now := s.Now()
	pending, err := s.Backlog.Waiting(ctx, now.Add(-patience), 1000)
	if err != nil || len(pending) == 0 {
		return err
	}
	keys, err := s.Leases.Held(ctx, "")
	if err != nil {
		return err
	}
	held := map[string]bool{}
	for _, k := range keys {
		held[k] = true
	}
	waiting := map[es.StreamID]time.Time{}
	for _, p := range pending {
		last, before := s.told[p.Stream]
		switch {
		case held[string(p.Stream)]:
			continue
		case before && now.Sub(last) < again:
			waiting[p.Stream] = last
			continue
		}
		id := fmt.Sprintf("sweep-%s-%d", p.Stream, now.UnixNano())
		if err := s.Publish.Publish(ctx, p.Topic, id, []byte(p.Stream)); err != nil {
			return err
		}
		waiting[p.Stream] = now
	}
	s.told = waiting
	return nil
}
