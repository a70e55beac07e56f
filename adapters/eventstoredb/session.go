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
	// Under the mutex of the connection:
	uses    int
	retired bool
	leader  string // as gossip names the node that answers it; empty: unknown
}

// acquireSession returns a connected session; the caller must release it. While one connects all
// callers wait for it, each until its context ends, and nobody waits inside the library.
func (c *connection) acquireSession(ctx context.Context) (*session, error) {
	c.mu.Lock()
	if c.ctx.Err() != nil {
		c.mu.Unlock()
		return nil, ErrLogClosed
	}
	s := c.session
	if s == nil || s.retired {
		s = &session{ready: make(chan struct{}), gone: make(chan struct{}), uses: 1, leader: c.cluster.next}
		c.session, c.cluster.next = s, ""
		go c.connectSession(s)
	}
	s.uses++
	c.mu.Unlock()
	if err := c.awaitSession(ctx, s); err != nil {
		c.releaseSession(s)
		return nil, err
	}
	return s, nil
}

// awaitSession waits until a session is connected, at most for the timeout of the connection, and until it
// is replaced.
func (c *connection) awaitSession(ctx context.Context, s *session) error {
	select {
	case <-s.ready:
		return s.err
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
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
	case <-c.ctx.Done():
		return ErrLogClosed
	}
}

// connectSession makes the library connect to a server, and wakes those who wait.
func (c *connection) connectSession(s *session) {
	defer c.releaseSession(s)
	asked := time.Now()
	var v *esdb.ServerVersion
	err := c.openClient(s)
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
		c.retireSession(s)
		c.reportLost(asked, s.err)
		return
	}
	c.connectLeader(s)
}

// openClient makes the client of a session. That of a cluster is sent to the leader: the library would
// ask the nodes one after the other, and wait for one that hangs.
func (c *connection) openClient(s *session) (err error) {
	config := *c.config
	if c.isCluster() {
		if config.Address, err = c.chooseNode(s); err != nil {
			return err
		}
		config.DnsDiscover, config.GossipSeeds, config.MaxDiscoverAttempts = false, nil, 1
	}
	s.node = config.Address
	s.client, err = esdb.NewClient(&config)
	return err
}

// reportAnswer logs once that a server that was lost answers requests again.
func (c *connection) reportAnswer() {
	if c.outage.lost.Load() {
		c.outage.answered.Store(time.Now().UnixNano())
		if c.outage.lost.CompareAndSwap(true, false) {
			c.logger.Info("the event store answers again")
		}
	}
}

// reportLost logs once, until a request is answered, that the server is lost. What was asked
// before it answered last says nothing.
func (c *connection) reportLost(asked time.Time, why error) {
	if c.ctx.Err() == nil && asked.UnixNano() > c.outage.answered.Load() && c.outage.lost.CompareAndSwap(false, true) {
		c.logger.Warn("the event store does not answer as it should; connecting anew", "error", why)
	}
}

// retireSession makes later calls use a new session.
func (c *connection) retireSession(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.retire(s)
}

// retire is retireSession for callers that hold the mutex of the connection.
func (c *connection) retire(s *session) {
	if s.retired {
		return
	}
	s.retired = true
	close(s.gone)
	if d := c.leader.Load(); d != nil && d.session == s {
		c.dropLeader(d)
	}
	if s.uses == 0 {
		s.closeClient()
	}
}

// releaseSession ends a use of a session. A call that hangs inside the library for ever keeps its
// session open: that costs a connection and nothing else.
func (c *connection) releaseSession(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.endUse()
}

// endUse is releaseSession for callers that hold the mutex of the connection.
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
