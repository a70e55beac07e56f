// Package proxy is a network that fails on demand: a TCP proxy whose connections can
// be slowed down, held, swallowed and reset, each direction by itself.
package proxy

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// A Weather says what a link does with bytes and connections. The zero value passes
// everything.
type Weather struct {
	// Delay is how long each piece of data takes, in both directions.
	Delay time.Duration
	// Hold keeps data back until the weather changes and then delivers it, like a network
	// whose ends send again.
	Hold Direction
	// Swallow loses data. A connection that lost some is reset when the weather changes:
	// what comes after a gap would be nonsense.
	Swallow Direction
	// Refuse resets all connections, and every new one as soon as it is accepted.
	Refuse bool
	// Close ends all connections in good order, and every new one too.
	Close bool
}

// A Direction says which way data goes.
type Direction uint8

// The directions, which may be added up.
const (
	ToServer Direction = 1 << iota
	ToClient
	Both = ToServer | ToClient
)

// A Proxy listens at an address of its own and connects to another.
type Proxy struct {
	network, target string
	listen          net.Listener

	mu      sync.Mutex
	weather Weather
	changed chan struct{} // closed when the weather changes
	links   map[*link]struct{}
	closed  bool
	pumps   sync.WaitGroup
}

// Open listens on a free port of this machine. network and target are those of net.Dial.
func Open(network, target string) (*Proxy, error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{network: network, target: target, listen: l, changed: make(chan struct{}), links: map[*link]struct{}{}}
	p.pumps.Go(p.acceptConnections)
	return p, nil
}

// Address returns its address, as host:port.
func (p *Proxy) Address() string { return p.listen.Addr().String() }

// SetWeather changes the weather, for existing and new connections.
func (p *Proxy) SetWeather(w Weather) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.weather = w
	close(p.changed)
	p.changed = make(chan struct{})
	for l := range p.links {
		switch {
		case w.Refuse || l.lossy && w.Swallow == 0:
			l.reset()
		case w.Close:
			l.close()
		}
	}
}

// Close ends all connections and stops listening.
func (p *Proxy) Close() error {
	p.mu.Lock()
	p.closed = true
	for l := range p.links {
		l.reset()
	}
	p.mu.Unlock()
	err := p.listen.Close()
	p.pumps.Wait()
	return err
}

// currentWeather returns the weather, and a channel that closes when it changes.
func (p *Proxy) currentWeather() (Weather, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.weather, p.changed
}

func (p *Proxy) acceptConnections() {
	for {
		conn, err := p.listen.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			p.pumps.Go(func() { p.serveClient(conn) })
		}
	}
}

// serveClient connects a client with the server, if the weather permits it. A connection that is
// swallowed from its beginning stays open and reaches nobody.
func (p *Proxy) serveClient(client net.Conn) {
	l := &link{client: client, gone: make(chan struct{})}
	if !p.enterLink(l) {
		l.reset()
		return
	}
	defer p.leaveLink(l)
	w, changed := p.currentWeather()
	for w.Hold&ToServer != 0 {
		select {
		case <-l.gone:
			return
		case <-changed:
		}
		w, changed = p.currentWeather()
	}
	server, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(context.Background(), p.network, p.target)
	if err != nil {
		l.reset() // as a port without a listener does
		return
	}
	if !l.joinServer(server) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.pumpData(l, ToServer, client, server) })
	both.Go(func() { p.pumpData(l, ToClient, server, client) })
	both.Wait()
}

// enterLink counts a link, unless new ones are refused.
func (p *Proxy) enterLink(l *link) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.weather.Refuse || p.weather.Close {
		return false
	}
	p.links[l] = struct{}{}
	return true
}

func (p *Proxy) leaveLink(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.links, l)
	l.close()
}

// pumpData carries data in one direction until an end closes.
func (p *Proxy) pumpData(l *link, d Direction, from io.Reader, to net.Conn) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		if n > 0 && !p.carryPiece(l, d, to, b[:n]) {
			l.reset()
			return
		}
		if err != nil {
			closeWrite(to)
			return
		}
	}
}

// carryPiece passes one piece of data through the weather; it returns false when the link is
// gone.
func (p *Proxy) carryPiece(l *link, d Direction, to net.Conn, data []byte) bool {
	w, changed := p.currentWeather()
	for w.Hold&d != 0 {
		select {
		case <-l.gone:
			return false
		case <-changed:
		}
		w, changed = p.currentWeather()
	}
	if w.Swallow&d != 0 || p.hasLost(l) {
		return p.noteLoss(l)
	}
	if w.Delay > 0 {
		select {
		case <-l.gone:
			return false
		case <-time.After(w.Delay):
		}
	}
	_, err := to.Write(data)
	return err == nil
}

func (p *Proxy) hasLost(l *link) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return l.lossy
}

// noteLoss records that a link lost data; it returns false when the weather has cleared up
// meanwhile, and the link must end.
func (p *Proxy) noteLoss(l *link) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.lossy = true
	return p.weather.Swallow != 0
}
