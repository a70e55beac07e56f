package protocoltest

import (
	"context"
	"net"
	"sync"
)

// A gate lets everybody pass, or keeps them until it is open again. The zero value is open.
type gate struct {
	mu     sync.Mutex
	closed chan struct{} // nil: open; closed when it opens
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed == nil {
		g.closed = make(chan struct{})
	}
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed != nil {
		close(g.closed)
		g.closed = nil
	}
}

func (g *gate) isShut() bool { return g.opening() != nil }

// opening returns a channel that is closed when the gate opens, nil if it is open.
func (g *gate) opening() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

// await waits until the gate is open.
func (g *gate) await(ctx context.Context) error {
	for opening := g.opening(); opening != nil; opening = g.opening() {
		select {
		case <-opening:
		case <-ctx.Done():
			return endOfCall(ctx)
		}
	}
	return nil
}

// Freeze stops a node as SIGSTOP stops a process: connections stay and new ones are accepted, and nothing
// is read or answered until Thaw or Stop.
func (n *Node) Freeze() { n.frozen.shut() }

// Thaw lets a frozen node go on with what it was asked.
func (n *Node) Thaw() { n.frozen.open() }

// A freezableConn is a connection on which nothing moves while its node is frozen.
type freezableConn struct {
	net.Conn
	node   *Node
	once   sync.Once
	closed chan struct{}
}

// Read returns what came, once the node is not frozen.
func (c *freezableConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.await()
	return n, err
}

// Write writes once the node is not frozen.
func (c *freezableConn) Write(b []byte) (int, error) {
	c.await()
	return c.Conn.Write(b)
}

// Close closes the connection, also that of a frozen node.
func (c *freezableConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

func (c *freezableConn) await() {
	for opening := c.node.frozen.opening(); opening != nil; opening = c.node.frozen.opening() {
		select {
		case <-opening:
		case <-c.closed:
			return
		}
	}
}
