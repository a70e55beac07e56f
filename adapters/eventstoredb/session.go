package eventstoredb

import (
	"context"
	"fmt"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/metadata"
)

const (
	firstPause = 10 * time.Millisecond // before a request is made again; it doubles
	longPause  = time.Second
	runnerLife = 10 * time.Second       // of a goroutine that runs requests
	grace      = 250 * time.Millisecond // for a call to notice that its time is over
)

// A session is one client of the library. It is replaced when a call fails because of the
// connection, because a client does not always recover: one that found no server is dead
// for good, a failed read does not make it connect again, and connections that it gives up
// stay open until it is closed. It is closed when nobody uses it any more, because closing
// it during use can panic.
type session struct {
	client *esdb.Client
	ready  chan struct{} // closed once it is known whether there is a connection
	err    error         // why there is none
	gone   chan struct{} // closed when it was replaced
	// Under the mutex of the log:
	uses    int
	retired bool
}

// acquireSession returns a connected session; the caller must release it. While one connects all
// callers wait for it, each until its context ends, and nobody waits inside the library.
func (l *Log) acquireSession(ctx context.Context) (*session, error) {
	l.mu.Lock()
	if l.ctx.Err() != nil {
		l.mu.Unlock()
		return nil, ErrLogClosed
	}
	s := l.session
	if s == nil || s.retired {
		client, err := esdb.NewClient(l.config)
		if err != nil {
			l.mu.Unlock()
			return nil, fmt.Errorf("the address of the event store: %w", err)
		}
		s = &session{client: client, ready: make(chan struct{}), gone: make(chan struct{}), uses: 1}
		l.session = s
		go l.connectSession(s)
	}
	s.uses++
	l.mu.Unlock()
	var err error
	select {
	case <-s.ready:
		err = s.err
	case <-ctx.Done():
		err = fmt.Errorf("%w: %w", errNoNode, ctx.Err())
	case <-l.ctx.Done():
		err = ErrLogClosed
	}
	if err != nil {
		l.releaseSession(s)
		return nil, err
	}
	return s, nil
}

// connectSession makes the library look for a server, and wakes those who wait.
func (l *Log) connectSession(s *session) {
	defer l.releaseSession(s)
	asked := time.Now()
	var v *esdb.ServerVersion
	err := recoverPanic(func() (err error) { v, err = s.client.GetServerVersion(); return err })
	switch {
	case err != nil:
		s.err = fmt.Errorf("%w: %w", errNoNode, err)
	case v.Major < 23 || v.Major == 23 && v.Minor < 10:
		s.err = fmt.Errorf("%w; this is %d.%d", ErrOldServer, v.Major, v.Minor)
	}
	if s.err != nil {
		l.retireSession(s)
		l.reportLost(asked, s.err)
	}
	close(s.ready)
}

// reportAnswer logs once that a server that was lost answers requests again.
func (l *Log) reportAnswer() {
	if l.lost.Load() {
		l.answered.Store(time.Now().UnixNano())
		if l.lost.CompareAndSwap(true, false) {
			l.logger.Info("the event store answers again")
		}
	}
}

// reportLost logs once, until a request is answered, that the server is lost. What was asked
// before it answered last says nothing.
func (l *Log) reportLost(asked time.Time, why error) {
	if l.ctx.Err() == nil && asked.UnixNano() > l.answered.Load() && l.lost.CompareAndSwap(false, true) {
		l.logger.Warn("the event store does not answer as it should; connecting anew", "error", why)
	}
}

// retireSession makes later calls use a new session.
func (l *Log) retireSession(s *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.retired {
		return
	}
	s.retired = true
	close(s.gone)
	if s.uses == 0 {
		_ = s.client.Close() // it never fails
	}
}

// releaseSession ends a use of a session. A call that hangs inside the library for ever keeps its
// session open: that costs a connection and nothing else.
func (l *Log) releaseSession(s *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.uses--; s.uses == 0 && s.retired {
		_ = s.client.Close()
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

// runAside runs f in another goroutine. Those that have done their work are used again for a
// while: the library needs a deep stack, and growing one for each request costs a tenth of it.
func (l *Log) runAside(f func()) {
	select {
	case l.tasks <- f:
	default:
		go l.runTasks(f)
	}
}

// runTasks runs f, and what comes in the time after it.
func (l *Log) runTasks(f func()) {
	f()
	end := time.NewTimer(runnerLife)
	defer end.Stop()
	for {
		select {
		case f := <-l.tasks:
			f()
		case <-end.C:
			return
		case <-l.ctx.Done():
			return
		}
	}
}

// leaderOnly requires that the leader answers. The library means to, but puts the header
// where the server does not see it.
func leaderOnly(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
}

// requestOnce makes one request under our own deadline, because the library does not check the
// context while it waits for a connection.
func requestOnce[T any](ctx context.Context, l *Log, f func(context.Context, *esdb.Client) (T, error)) (T, error) {
	caller, asked := ctx, time.Now()
	ctx, cancel := context.WithTimeout(leaderOnly(ctx), l.timeout)
	var none T
	s, err := l.acquireSession(ctx)
	if err != nil {
		cancel()
		return none, err
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	l.runAside(func() {
		defer cancel()
		defer l.releaseSession(s)
		hung := time.AfterFunc(l.timeout+grace, func() {
			l.retireSession(s)
			l.reportLost(asked, errHung)
		})
		defer hung.Stop()
		var o outcome
		o.err = recoverPanic(func() (err error) { o.value, err = f(ctx, s.client); return err })
		done <- o
	})
	give := func(o outcome) (T, error) {
		// The library itself goes to the leader that it was told of.
		switch {
		case isAway(o.err) && caller.Err() == nil:
			l.retireSession(s)
			l.reportLost(asked, o.err)
		case o.err == nil:
			l.reportAnswer()
		}
		return o.value, l.explainDenial(o.err)
	}
	select {
	case o := <-done:
		return give(o)
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return give(o)
	case <-time.After(grace):
		return none, fmt.Errorf("%w: %w", errHung, ctx.Err())
	}
}

// retryRequest repeats a request until it is answered, at most for patience. Every request can
// be made twice.
func retryRequest[T any](ctx context.Context, l *Log, patience time.Duration, f func(context.Context, *esdb.Client) (T, error)) (T, error) {
	end := time.Now().Add(patience)
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		var none T
		if err := ctx.Err(); err != nil {
			return none, err
		}
		v, err := requestOnce(ctx, l, f)
		switch {
		case err == nil:
			return v, nil
		case ctx.Err() != nil:
			return none, ctx.Err()
		case l.ctx.Err() != nil:
			return none, ErrLogClosed
		case !IsUnavailable(err) || time.Now().Add(pause).After(end):
			return none, err
		}
		select {
		case <-ctx.Done():
			return none, ctx.Err()
		case <-l.ctx.Done():
			return none, ErrLogClosed
		case <-time.After(pause):
		}
	}
}
