package eventstoredb

import (
	"context"
	"fmt"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
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
	if err := l.awaitSession(ctx, s); err != nil {
		l.releaseSession(s)
		return nil, err
	}
	return s, nil
}

// awaitSession waits until a session is connected, at most for the timeout of the log.
func (l *Log) awaitSession(ctx context.Context, s *session) error {
	select {
	case <-s.ready:
		return s.err
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	select {
	case <-s.ready:
		return s.err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errNoNode, ctx.Err())
	case <-l.ctx.Done():
		return ErrLogClosed
	}
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
	if s.err == nil {
		l.connectLeader(s)
	}
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
	l.retire(s)
}

// retire is retireSession for callers that hold the mutex of the log.
func (l *Log) retire(s *session) {
	if s.retired {
		return
	}
	s.retired = true
	close(s.gone)
	if d := l.leader.Load(); d != nil && d.session == s {
		l.dropLeader(d)
	}
	if s.uses == 0 {
		_ = s.client.Close() // it never fails
	}
}

// releaseSession ends a use of a session. A call that hangs inside the library for ever keeps its
// session open: that costs a connection and nothing else.
func (l *Log) releaseSession(s *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.endUse()
}

// endUse is releaseSession for callers that hold the mutex of the log.
func (s *session) endUse() {
	if s.uses--; s.uses == 0 && s.retired {
		_ = s.client.Close()
	}
}
