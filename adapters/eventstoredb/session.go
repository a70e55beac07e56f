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
	client *esdb.Client  // nil where it could not be made
	ready  chan struct{} // closed once it is known whether there is a connection
	err    error         // why there is none
	gone   chan struct{} // closed when it was replaced
	node   string        // to which it connects
	// Under the mutex of the log:
	uses    int
	retired bool
	leader  string // as gossip names the node that answers it; empty: unknown
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
		s = &session{ready: make(chan struct{}), gone: make(chan struct{}), uses: 1, leader: l.next}
		l.session, l.next = s, ""
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

// awaitSession waits until a session is connected, at most for the timeout of the log, and until it
// is replaced.
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
	case <-s.gone:
		select {
		case <-s.ready:
			return s.err
		default:
			return errLeft
		}
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errNoNode, ctx.Err())
	case <-l.ctx.Done():
		return ErrLogClosed
	}
}

// connectSession makes the library connect to a server, and wakes those who wait.
func (l *Log) connectSession(s *session) {
	defer l.releaseSession(s)
	asked := time.Now()
	var v *esdb.ServerVersion
	err := l.openClient(s)
	if err == nil {
		err = recoverPanic(func() (err error) { v, err = s.client.GetServerVersion(); return err })
	}
	switch {
	case err != nil:
		s.err = fmt.Errorf("%w: %w", errNoNode, err)
	case v.Major < 23 || v.Major == 23 && v.Minor < 10:
		s.err = fmt.Errorf("%w; this is %d.%d", ErrOldServer, v.Major, v.Minor)
	}
	close(s.ready)
	if s.err != nil {
		l.retireSession(s)
		l.reportLost(asked, s.err)
		return
	}
	l.connectLeader(s)
}

// openClient makes the client of a session. That of a cluster is sent to the leader: the library would
// ask the nodes one after the other, and wait for one that hangs.
func (l *Log) openClient(s *session) (err error) {
	config := *l.config
	if l.isCluster() {
		if config.Address, err = l.chooseNode(s); err != nil {
			return err
		}
		config.DnsDiscover, config.GossipSeeds, config.MaxDiscoverAttempts = false, nil, 1
	}
	s.node = config.Address
	s.client, err = esdb.NewClient(&config)
	return err
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
		s.closeClient()
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
		s.closeClient()
	}
}

func (s *session) closeClient() {
	if s.client != nil {
		_ = s.client.Close() // it never fails
	}
}
