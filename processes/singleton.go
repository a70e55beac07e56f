package processes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
)

// SingletonTasks are parts of the service that one process of all runs at a time, such
// as the relay: each under a lease that is renewed as long as its process lives. What a
// task writes is fenced besides, since a process may lose its lease without knowing.
type SingletonTasks struct {
	Leases Leases
	Holder uuid.UUID     // this process
	TTL    time.Duration // of a lease; it is renewed three times in that time
	Every  time.Duration // how often a task that another process runs is asked for
	Logger *slog.Logger
	// Changed is called when this process takes a task over and when it gives it back;
	// may be nil.
	Changed func(task string, held bool)
}

// taskPrefix begins the names of the leases of tasks.
const taskPrefix = "post/"

// errTaskLost ends a task whose lease was lost.
var errTaskLost = errors.New("another process may hold the post")

// Run waits until no other process runs the task, runs it, and gives its lease back when
// ctx ends or the work fails. A lease that was lost ends the work's context; then Run
// waits for the task again.
func (s *SingletonTasks) Run(ctx context.Context, task string, work func(context.Context) error) error {
	for {
		err := s.runUnderLease(ctx, task, work)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case errors.Is(err, ErrLeaseHeld):
		case errors.Is(err, errTaskLost):
			s.Logger.Warn("a post was lost", "post", task, "error", err)
		default:
			return err
		}
		pause := time.NewTimer(s.Every)
		select {
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		case <-pause.C:
		}
	}
}

// runUnderLease takes the lease of a task once and runs it until it ends or the lease is
// lost.
func (s *SingletonTasks) runUnderLease(ctx context.Context, task string, work func(context.Context) error) error {
	asked := time.Now()
	asking, done := context.WithTimeout(ctx, s.TTL)
	fence, err := s.Leases.Take(asking, taskPrefix+task, s.Holder, s.TTL)
	if done(); err != nil {
		return fmt.Errorf("take the post %s: %w", task, err)
	}
	s.Logger.Info("this process has the post", "post", task)
	s.notifyChange(task, true)
	defer s.notifyChange(task, false)
	held, cancel := context.WithCancelCause(ctx)
	beat := make(chan struct{})
	go func() {
		defer close(beat)
		if err := keepLease(held, s.Leases, fence, s.TTL, asked); err != nil {
			cancel(fmt.Errorf("%w: %w", errTaskLost, err))
		}
	}()
	err = work(held)
	if cause := context.Cause(held); cause != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w (%w)", cause, err)
	}
	cancel(nil)
	<-beat
	leave, left := context.WithTimeout(context.WithoutCancel(ctx), s.TTL)
	defer left()
	if released := s.Leases.Release(leave, fence); released != nil {
		s.Logger.Warn("a post was not given back; its lease runs out by itself", "post", task, "error", released)
	}
	return err
}

func (s *SingletonTasks) notifyChange(task string, held bool) {
	if s.Changed != nil {
		s.Changed(task, held)
	}
}
