package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

// A leader whose process hangs answers nothing, while its connections stay open. The others elect a
// new one after seconds, and what was asked of the old one would wait until its time is over. So while
// a request is not answered for a second the nodes are asked by gossip who leads, and as soon as it is
// another one the session is replaced, and what waits on it is asked of the new leader. Nobody is asked
// while requests are answered.
const (
	slowAnswer = time.Second            // age of a request from which on it is asked who leads
	probePause = 250 * time.Millisecond // between two such questions while the leader does not answer
	probeTime  = time.Second            // for the nodes to answer one
)

// isCluster reports whether the address is that of a cluster, whose nodes are found by gossip.
func (c *connection) isCluster() bool { return c.config.DnsDiscover || len(c.config.GossipSeeds) > 0 }

// listNodes returns the nodes that may know who leads. c.mu must not be held.
func (c *connection) listNodes() []string {
	if !c.isCluster() {
		return []string{c.config.Address}
	}
	var nodes []string
	if c.config.DnsDiscover {
		nodes = append(nodes, c.config.Address)
	}
	for _, seed := range c.config.GossipSeeds {
		nodes = append(nodes, seed.String())
	}
	c.mu.Lock()
	nodes = append(nodes, c.cluster.members...)
	c.mu.Unlock()
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// A nodeAnswer is what one node says by gossip.
type nodeAnswer struct {
	node    string
	leader  string   // empty: it knows of none
	members []string // of the cluster
	err     error
}

// askNode asks a node who leads, at most for the gossip timeout of the address.
func (c *connection) askNode(ctx context.Context, node string) (a nodeAnswer) {
	a.node = node
	conn, err := dialNode(c.config, node)
	if err != nil {
		a.err = fmt.Errorf("%s: %w", node, err)
		return a
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(c.config.GossipTimeout)*time.Second)
	defer cancel()
	info, err := gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
	if err != nil {
		a.err = fmt.Errorf("%s: %w", node, err)
		return a
	}
	for _, m := range info.GetMembers() {
		e := m.GetHttpEndPoint()
		address := net.JoinHostPort(e.GetAddress(), strconv.Itoa(int(e.GetPort())))
		a.members = append(a.members, address)
		if m.GetIsAlive() && m.GetState() == gossip.MemberInfo_Leader {
			a.leader = address
		}
	}
	return a
}

// askNodes asks all nodes at once who leads. Those that have not answered shortly after the first
// one are not waited for.
func (c *connection) askNodes(ctx context.Context) (answers []nodeAnswer) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	nodes := c.listNodes()
	next := make(chan nodeAnswer, len(nodes))
	for _, node := range nodes {
		go func() { next <- c.askNode(ctx, node) }()
	}
	var late <-chan time.Time
	for len(answers) < len(nodes) {
		select {
		case a := <-next:
			answers = append(answers, a)
			if a.err == nil && late == nil {
				late = time.After(grace)
			}
		case <-late:
			return answers
		}
	}
	return answers
}

// namedMost returns the leader that most nodes name but for one, empty where they name no other.
func namedMost(answers []nodeAnswer, but string) (leader string) {
	votes := map[string]int{}
	for _, a := range answers {
		if a.err != nil || a.leader == "" || a.leader == but {
			continue
		}
		if votes[a.leader]++; votes[a.leader] > votes[leader] {
			leader = a.leader
		}
	}
	return leader
}

// chooseNode returns the node to which a session of a cluster connects: the leader, or while nobody
// leads one that answers.
func (c *connection) chooseNode(s *session) (string, error) {
	c.mu.Lock()
	leader := s.leader
	c.mu.Unlock()
	if leader != "" {
		return leader, nil
	}
	answers := c.askNodes(c.ctx)
	leader = namedMost(answers, "")
	node := leader
	var errs []error
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range answers {
		if a.err != nil {
			errs = append(errs, a.err)
			continue
		}
		if node == "" {
			node = a.node
		}
		c.cluster.members = a.members
	}
	s.leader = leader
	if node == "" {
		return "", errors.Join(errs...)
	}
	return node, nil
}

// watchSlow makes the connection ask who leads once a request is slow. The request calls answered at its end.
func (c *connection) watchSlow() (answered func()) {
	t := time.AfterFunc(slowAnswer, func() {
		c.slow.Add(1)
		c.watchLeader()
	})
	return func() {
		if !t.Stop() {
			c.slow.Add(-1)
		}
	}
}

// watchLeader asks who leads while requests are slow, one question at a time.
func (c *connection) watchLeader() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cluster.watching || c.ctx.Err() != nil {
		return
	}
	c.cluster.watching = true
	c.parts.Go(func() {
		for c.isSlow() {
			pause := probePause
			if c.checkLeader() {
				pause = slowAnswer
			}
			select {
			case <-c.ctx.Done():
			case <-time.After(pause):
			}
		}
	})
}

// isSlow reports whether requests are slow. Where none are, the next slow one begins to watch again.
func (c *connection) isSlow() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cluster.watching = c.slow.Load() > 0 && c.ctx.Err() == nil
	return c.cluster.watching
}

// checkLeader leaves the leader that is asked if it does not say itself that it leads, and another node
// is named. It reports whether the leader answers.
func (c *connection) checkLeader() (answers bool) {
	c.mu.Lock()
	s := c.session
	leader := ""
	if s != nil && !s.retired {
		leader = s.leader
	}
	c.mu.Unlock()
	if leader == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(c.ctx, probeTime)
	defer cancel()
	said := c.askNodes(ctx)
	for _, a := range said {
		if a.node == leader && a.leader == leader {
			return true // whatever others believe: it is slow
		}
	}
	if other := namedMost(said, leader); other != "" {
		c.leaveLeader(s, other)
	}
	return false
}

// leaveLeader replaces a session whose leader hangs by one with another leader, and has those who
// wait for an answer ask that one.
func (c *connection) leaveLeader(s *session, other string) {
	c.reportLost(time.Now(), fmt.Errorf("%w: %s", errLeft, other))
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.retired {
		return
	}
	c.cluster.next = other
	c.retire(s)
	for r := range c.requests.pending {
		if r.session == s && r.settled.CompareAndSwap(false, true) {
			r.err = errLeft
			r.finish()
		}
	}
}
