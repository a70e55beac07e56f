package proxy

import (
	"net"
	"sync"
)

// A link is one connection of a client with the server.
type link struct {
	lossy bool // data was lost; the proxy's lock holds it
	gone  chan struct{}

	mu             sync.Mutex
	ended          bool
	client, server net.Conn // server is nil before it is connected
}

// joinServer adds the server's side; it returns false when the link has ended meanwhile.
func (l *link) joinServer(server net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		_ = server.Close()
		return false
	}
	l.server = server
	return true
}

// close ends both sides in good order.
func (l *link) close() { l.endSides(false) }

// reset ends both sides as a machine does that has forgotten the connection.
func (l *link) reset() { l.endSides(true) }

func (l *link) endSides(hard bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.ended = true
	if l.gone != nil {
		close(l.gone)
	}
	for _, side := range []net.Conn{l.client, l.server} {
		if side == nil {
			continue
		}
		if tcp, ok := side.(*net.TCPConn); ok && hard {
			_ = tcp.SetLinger(0) // closing sends a reset
		}
		_ = side.Close() // it is gone either way
	}
}

// closeWrite closes a side for writing: the other one will send no more.
func closeWrite(to net.Conn) {
	if c, ok := to.(interface{ CloseWrite() error }); ok {
		_ = c.CloseWrite() // the side may be gone
	}
}
