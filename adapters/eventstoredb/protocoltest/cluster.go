package protocoltest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
)

// A Cluster is several nodes over one database, as if everything were replicated at once.
// One leads; the others follow, and redirect calls that require the leader.
type Cluster struct {
	Nodes []*Node

	mu    sync.Mutex
	leads int // index, or -1: nobody
	led   int // index of the last leader
	ids   []uuid.UUID

	asked atomic.Int64 // gossip
}

// GossipReads returns how often nodes of the cluster answered who leads so far.
func (c *Cluster) GossipReads() int { return int(c.asked.Load()) }

// StartCluster starts one node for each configuration. The first leads.
func StartCluster(db *Database, nodes ...Config) (*Cluster, error) {
	c := &Cluster{}
	for _, config := range nodes {
		n, err := Start(db, config)
		if err != nil {
			return nil, errors.Join(err, c.Stop())
		}
		n.cluster = c
		c.Nodes, c.ids = append(c.Nodes, n), append(c.ids, uuid.New())
	}
	return c, nil
}

// SetLeader makes another node the leader, by index; -1 leaves the cluster without one. A frozen node
// that led is told as a leader that is not alive from then on, as the others see it.
func (c *Cluster) SetLeader(node int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leads >= 0 {
		c.led = c.leads
	}
	c.leads = node
}

// Stop stops all nodes.
func (c *Cluster) Stop() error {
	var err error
	for _, n := range c.Nodes {
		err = errors.Join(err, n.Stop())
	}
	return err
}

func (c *Cluster) currentLeader() *Node {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leads < 0 {
		return nil
	}
	return c.Nodes[c.leads]
}

// lastLeader returns the node that led before the one that leads, or before nobody did.
func (c *Cluster) lastLeader() *Node {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Nodes[c.led]
}

// members answers gossip: the nodes and their states.
type members struct {
	gossip.UnimplementedGossipServer
	node *Node
}

// Read implements the call of that name.
func (m members) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	if m.node.cluster == nil {
		return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{memberInfo(m.node, uuid.New(), gossip.MemberInfo_Leader)}}, nil
	}
	m.node.cluster.asked.Add(1)
	out, leader, last := &gossip.ClusterInfo{}, m.node.cluster.currentLeader(), m.node.cluster.lastLeader()
	for i, n := range m.node.cluster.Nodes {
		state := gossip.MemberInfo_Follower
		switch {
		case n == leader, n == last && n.frozen.isShut():
			state = gossip.MemberInfo_Leader
		case leader == nil:
			state = gossip.MemberInfo_Unknown
		}
		info := memberInfo(n, m.node.cluster.ids[i], state)
		info.IsAlive = info.IsAlive && (n == leader || !n.frozen.isShut())
		out.Members = append(out.Members, info)
	}
	return out, nil
}

func memberInfo(n *Node, id uuid.UUID, state gossip.MemberInfo_VNodeState) *gossip.MemberInfo {
	host, port := hostPort(n.address)
	n.mu.Lock()
	defer n.mu.Unlock()
	return &gossip.MemberInfo{
		InstanceId:   wireID(id),
		State:        state,
		IsAlive:      n.server != nil,
		HttpEndPoint: &gossip.EndPoint{Address: host, Port: port},
	}
}
