package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/metadata"
)

const (
	firstPause = 10 * time.Millisecond // before a request is made again; it doubles
	longPause  = time.Second
	grace      = 250 * time.Millisecond // for a call to notice that its time is over
	watchPause = 50 * time.Millisecond  // between two looks for calls that hang
	runnerLife = 10 * time.Second       // of a runner that is not needed
)

// leaderHeader requires that the leader answers. The library means to, but puts the header
// where the server does not see it.
var leaderHeader = metadata.Pairs("requires-leader", "true")

// leaderOnly returns a context for calls that the leader must answer.
func leaderOnly(ctx context.Context) context.Context {
	return metadata.NewOutgoingContext(ctx, leaderHeader)
}

// A request is a call of the library. A runner makes it, since the library does not look at the
// context while it waits for a connection, and whoever asked must get away in time.
type request struct {
	session *session
	caller  context.Context
	asked   time.Time
	settled atomic.Bool   // the outcome is known: of the call, or that it hangs
	err     error         // of the outcome
	done    chan struct{} // gets one value once the request is settled

	over time.Time // when it was first seen to have no time left; guarded by the mutex of the connection
	hung bool      // its session was given up for it; likewise
}

// requests holds what is under way, and the goroutines that make it. It is guarded by the
// mutex of the connection.
type requests struct {
	pending map[*request]struct{}
	// Runners without work. They are used again, the last first: the library needs a deep stack,
	// and growing one for each request costs a tenth of it.
	idle    []*runner
	unused  int       // how many of the idle had no work since they were trimmed last
	trimmed time.Time // when they were
	watch   *time.Timer
	watched bool // the next look for calls that hang is due within watchPause
}

// A runner is a goroutine that makes requests.
type runner struct {
	next chan task // closed when there will be none
}

// A task is a request, and how it is made: call reports its error and keeps its value if the
// request was not settled before.
type task struct {
	request *request
	call    func()
}

// ask makes one request. f must be done within the timeout of the connection, by the deadlines that it
// gives the library; it goes on by itself where the library hangs.
func ask[T any](ctx context.Context, c *connection, f func(context.Context, *esdb.Client) (T, error)) (T, error) {
	var value, none T
	defer c.watchSlow()()
	asked := time.Now()
	s, err := c.acquireSession(ctx)
	if err != nil {
		return none, err
	}
	r := &request{session: s, caller: ctx, asked: asked, done: make(chan struct{}, 1)}
	c.startRequest(task{request: r, call: func() {
		var v T
		err := recoverPanic(func() (err error) { v, err = f(leaderOnly(ctx), s.client); return err })
		if r.settled.CompareAndSwap(false, true) {
			value, r.err = v, err
		}
	}})
	<-r.done
	// The library itself goes to the leader that it was told of.
	switch {
	case isAway(r.err) && (ctx.Err() == nil || errors.Is(context.Cause(ctx), errHung)):
		c.retireSession(s)
		c.reportLost(asked, r.err)
	case r.err == nil:
		c.reportAnswer()
	}
	return value, c.explainDenial(r.err)
}

// startRequest hands a request to a runner.
func (c *connection) startRequest(t task) {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := &c.requests
	if q.pending == nil {
		q.pending = map[*request]struct{}{}
	}
	q.pending[t.request] = struct{}{}
	if !q.watched {
		c.watchAfter(watchPause)
	}
	var w *runner
	if n := len(q.idle); n > 0 {
		w, q.idle = q.idle[n-1], q.idle[:n-1]
		q.unused = min(q.unused, n-1)
	} else {
		w = &runner{next: make(chan task, 1)}
		go c.run(w)
	}
	w.next <- t
}

// run makes requests until there are no more for it.
func (c *connection) run(w *runner) {
	for t := range w.next {
		t.call()
		more := c.endRequest(t.request, w)
		t.request.finish()
		if !more {
			return
		}
	}
}

// endRequest records that a call has ended. It reports whether its runner may get more work.
func (c *connection) endRequest(r *request, w *runner) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.requests.pending, r)
	r.session.endUse()
	if c.ctx.Err() != nil {
		return false
	}
	c.requests.idle = append(c.requests.idle, w)
	return true
}

// finish wakes whoever asked, who is woken already if the call hung.
func (r *request) finish() {
	select {
	case r.done <- struct{}{}:
	default:
	}
}

// watchAfter has the requests looked at after a time. The mutex of the connection must be held.
func (c *connection) watchAfter(pause time.Duration) {
	q := &c.requests
	q.watched = pause == watchPause
	if q.watch == nil {
		q.watch = time.AfterFunc(pause, c.watchRequests)
		return
	}
	q.watch.Reset(pause)
}

// watchRequests looks for calls that hang, and reports the server lost for each.
func (c *connection) watchRequests() {
	for _, r := range c.findHung(time.Now()) {
		c.reportLost(r.asked, errHung)
	}
}

// findHung tells those who asked which calls hang, ends runners that are not needed, and returns
// the requests whose sessions were given up.
func (c *connection) findHung(now time.Time) (hung []*request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for r := range c.requests.pending {
		if c.watchRequest(r, now) {
			hung = append(hung, r)
		}
	}
	c.requests.trimRunners(now)
	switch {
	case len(c.requests.pending) > 0:
		c.watchAfter(watchPause)
	case len(c.requests.idle) > 0:
		c.watchAfter(runnerLife)
	default:
		c.requests.watched = false
	}
	return hung
}

// watchRequest settles a request whose time has been over for a while, and reports whether it
// gave up its session.
func (c *connection) watchRequest(r *request, now time.Time) (hung bool) {
	cause := r.caller.Err()
	if cause == nil && now.Sub(r.asked) > c.timeout {
		cause = context.DeadlineExceeded
	}
	if cause == nil {
		return false
	}
	if r.over.IsZero() {
		r.over = now
	}
	if !r.hung && now.Sub(r.asked) > c.timeout+grace {
		r.hung, hung = true, true
		c.retire(r.session)
	}
	if now.Sub(r.over) >= grace && r.settled.CompareAndSwap(false, true) {
		r.err = fmt.Errorf("%w: %w", errHung, cause)
		r.finish()
	}
	return hung
}

// trimRunners ends the runners that had no work for runnerLife.
func (q *requests) trimRunners(now time.Time) {
	if now.Sub(q.trimmed) < runnerLife {
		return
	}
	for _, w := range q.idle[:q.unused] {
		close(w.next)
	}
	q.idle = slices.Delete(q.idle, 0, q.unused)
	q.unused, q.trimmed = len(q.idle), now
}

// endRunners ends all that have no work.
func (q *requests) endRunners() {
	for _, w := range q.idle {
		close(w.next)
	}
	q.idle, q.unused = nil, 0
}

// requestOnce makes a request that has the timeout of the connection altogether.
func requestOnce[T any](ctx context.Context, c *connection, f func(context.Context, *esdb.Client) (T, error)) (T, error) {
	return ask(ctx, c, func(ctx context.Context, client *esdb.Client) (T, error) {
		ctx, cancel := context.WithTimeout(ctx, c.timeout)
		defer cancel()
		return f(ctx, client)
	})
}

// retryRequest repeats a request until it is answered, at most for patience.
func retryRequest[T any](ctx context.Context, c *connection, patience time.Duration, f func(context.Context,
	*esdb.Client) (T, error)) (T, error) {
	return retry(ctx, c, patience, func() (T, error) { return requestOnce(ctx, c, f) })
}

// retry repeats a request in any form until it is answered, at most for patience, and once more where
// the leader that was asked hung and another one leads. Every request can be made twice.
func retry[T any](ctx context.Context, c *connection, patience time.Duration, request func() (T, error)) (T, error) {
	end := time.Now().Add(patience)
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		var none T
		if err := ctx.Err(); err != nil {
			return none, err
		}
		v, err := request()
		switch {
		case err == nil:
			return v, nil
		case ctx.Err() != nil:
			return none, ctx.Err()
		case c.ctx.Err() != nil:
			return none, ErrLogClosed
		case errors.Is(err, errLeft): // whoever leads now was not asked yet
		case !IsUnavailable(err) || time.Now().Add(pause).After(end):
			return none, err
		}
		select {
		case <-ctx.Done():
			return none, ctx.Err()
		case <-c.ctx.Done():
			return none, ErrLogClosed
		case <-time.After(pause):
		}
	}
}

// recoverPanic converts a panic of the library to an error.
func recoverPanic(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	return f()
}
