package processes

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
)

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
	// CaughtUp is called when all that there was is handled, if that was anything, and
	// before the checkpoint says so; nil: nothing is done then.
	CaughtUp func(ctx context.Context) error

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
	var blind error
	for r, err := range c.Log.AllToHead(ctx, at, head, c.Filter) {
		if errors.Is(err, es.ErrIncompleteRead) {
			blind, head = err, at // it moves over what it was given, and no further
			break
		}
		if err != nil && !errors.Is(err, es.ErrUnreadable) { // what is known of that one must do
			return from, err
		}
		if err := c.Handle(ctx, r); err != nil {
			return from, fmt.Errorf("event %d: %w", r.Position, err)
		}
		at, handled = r.Position, true
	}
	if handled && c.CaughtUp != nil {
		if err := c.CaughtUp(ctx); err != nil {
			return from, err
		}
	}
	if at = max(at, head); at == c.saved || !handled && uint64(at-c.saved) < c.Stride {
		return at, blind
	}
	if err := c.Marks.Save(ctx, c.Name, c.saved, at); err != nil {
		return at, err
	}
	c.saved = at
	return at, blind
}
