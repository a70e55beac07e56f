package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
)

// Posts are parts of the service that one process of all runs at a time, such as the
// relay: each under a lease that is renewed as long as its process lives. What a part
// writes is fenced besides, since a process may lose its lease without knowing.
type Posts struct {
	Leases Leases
	Holder uuid.UUID     // this process
	TTL    time.Duration // of a lease; it is renewed three times in that time
	Every  time.Duration // how often a post that another process holds is asked for
	Logger *slog.Logger
	// Changed is told when this process takes a post and when it lets go of it; nil:
	// nobody is.
	Changed func(post string, held bool)
}

// postPrefix is what the names of the leases of posts begin with.
const postPrefix = "post/"

// errUnseated ends a part whose lease was lost.
var errUnseated = errors.New("another process may hold the post")

// Hold waits for a post, does its work, and lets go of it when ctx ends or the work
// fails. A lease that was lost ends the work's context; then the post is waited for
// again.
func (p *Posts) Hold(ctx context.Context, post string, work func(context.Context) error) error {
	for {
		err := p.term(ctx, post, work)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case errors.Is(err, ErrLeaseHeld):
		case errors.Is(err, errUnseated):
			p.Logger.Warn("a post was lost", "post", post, "error", err)
		default:
			return err
		}
		pause := time.NewTimer(p.Every)
		select {
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		case <-pause.C:
		}
	}
}

// term is one time of holding a post.
func (p *Posts) term(ctx context.Context, post string, work func(context.Context) error) error {
	asked := time.Now()
	asking, done := context.WithTimeout(ctx, p.TTL)
	fence, err := p.Leases.Take(asking, postPrefix+post, p.Holder, p.TTL)
	if done(); err != nil {
		return fmt.Errorf("take the post %s: %w", post, err)
	}
	p.Logger.Info("this process has the post", "post", post)
	p.tell(post, true)
	defer p.tell(post, false)
	seated, cancel := context.WithCancelCause(ctx)
	beat := make(chan struct{})
	go func() {
		defer close(beat)
		if err := keepLease(seated, p.Leases, fence, p.TTL, asked); err != nil {
			cancel(fmt.Errorf("%w: %w", errUnseated, err))
		}
	}()
	err = work(seated)
	if cause := context.Cause(seated); cause != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w (%w)", cause, err)
	}
	cancel(nil)
	<-beat
	leave, left := context.WithTimeout(context.WithoutCancel(ctx), p.TTL)
	defer left()
	if released := p.Leases.Release(leave, fence); released != nil {
		p.Logger.Warn("a post was not given back; its lease runs out by itself", "post", post, "error", released)
	}
	return err
}

func (p *Posts) tell(post string, held bool) {
	if p.Changed != nil {
		p.Changed(post, held)
	}
}
