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
func (l *Log) isCluster() bool { return l.config.DnsDiscover || len(l.config.GossipSeeds) > 0 }

// listNodes returns the nodes that may know who leads. l.mu must not be held.
func (l *Log) listNodes() []string {
	if !l.isCluster() {
		return []string{l.config.Address}
	}
	var nodes []string
	if l.config.DnsDiscover {
		nodes = append(nodes, l.config.Address)
	}
	for _, seed := range l.config.GossipSeeds {
		nodes = append(nodes, seed.String())
	}
	l.mu.Lock()
	nodes = append(nodes, l.members...)
	l.mu.Unlock()
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
func (l *Log) askNode(ctx context.Context, node string) (a nodeAnswer) {
	a.node = node
	conn, err := dialNode(l.config, node)
	if err != nil {
		a.err = fmt.Errorf("%s: %w", node, err)
		return a
	}
	defer func() { _ = conn.Close() }()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(l.config.GossipTimeout)*time.Second)
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
func (l *Log) askNodes(ctx context.Context) (answers []nodeAnswer) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	nodes := l.listNodes()
	next := make(chan nodeAnswer, len(nodes))
	for _, node := range nodes {
		go func() { next <- l.askNode(ctx, node) }()
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
func (l *Log) chooseNode(s *session) (string, error) {
	l.mu.Lock()
	leader := s.leader
	l.mu.Unlock()
	if leader != "" {
		return leader, nil
	}
	answers := l.askNodes(l.ctx)
	leader = namedMost(answers, "")
	node := leader
	var errs []error
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range answers {
		if a.err != nil {
			errs = append(errs, a.err)
			continue
		}
		if node == "" {
			node = a.node
		}
		l.members = a.members
	}
	s.leader = leader
	if node == "" {
		return "", errors.Join(errs...)
	}
	return node, nil
}

// watchSlow has the log ask who leads once a request is slow. The request calls answered at its end.
func (l *Log) watchSlow() (answered func()) {
	t := time.AfterFunc(slowAnswer, func() {
		l.slow.Add(1)
		l.watchLeader()
	})
	return func() {
		if !t.Stop() {
			l.slow.Add(-1)
		}
	}
}

// watchLeader asks who leads while requests are slow, one question at a time.
func (l *Log) watchLeader() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watching || l.ctx.Err() != nil {
		return
	}
	l.watching = true
	l.parts.Go(func() {
		for l.isSlow() {
			pause := probePause
			if l.checkLeader() {
				pause = slowAnswer
			}
			select {
			case <-l.ctx.Done():
			case <-time.After(pause):
			}
		}
	})
}

// isSlow reports whether requests are slow. Where none are, the next slow one begins to watch again.
func (l *Log) isSlow() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.watching = l.slow.Load() > 0 && l.ctx.Err() == nil
	return l.watching
}

// checkLeader leaves the leader that is asked if it does not say itself that it leads, and another node
// is named. It reports whether the leader answers.
func (l *Log) checkLeader() (answers bool) {
	l.mu.Lock()
	s := l.session
	leader := ""
	if s != nil && !s.retired {
		leader = s.leader
	}
	l.mu.Unlock()
	if leader == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(l.ctx, probeTime)
	defer cancel()
	said := l.askNodes(ctx)
	for _, a := range said {
		if a.node == leader && a.leader == leader {
			return true // whatever others believe: it is slow
		}
	}
	if other := namedMost(said, leader); other != "" {
		l.leaveLeader(s, other)
	}
	return false
}

// leaveLeader replaces a session whose leader hangs by one with another leader, and has those who
// wait for an answer ask that one.
func (l *Log) leaveLeader(s *session, other string) {
	l.reportLost(time.Now(), fmt.Errorf("%w: %s", errLeft, other))
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.retired {
		return
	}
	l.next = other
	l.retire(s)
	for r := range l.requests.pending {
		if r.session == s && r.settled.CompareAndSwap(false, true) {
			r.err = errLeft
			r.finish()
		}
	}
}
