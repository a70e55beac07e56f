package proxy_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/tests/faults/proxy"
)

// echo answers every line with itself, until its client is gone.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(c, c)
				_ = c.Close()
			}()
		}
	}()
	return l.Addr().String()
}

func open(t *testing.T) *proxy.Proxy {
	t.Helper()
	p, err := proxy.Open("tcp", echo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// peer is a client of the echo.
type peer struct {
	t *testing.T
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, p *proxy.Proxy) peer {
	t.Helper()
	c, err := net.Dial("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return peer{t, c, bufio.NewReader(c)}
}

func (c peer) say(line string) {
	c.t.Helper()
	if _, err := c.Write([]byte(line + "\n")); err != nil {
		c.t.Fatal(err)
	}
}

// hear reads a line within a time.
func (c peer) hear(within time.Duration) (string, error) {
	if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
		c.t.Fatal(err)
	}
	return c.in.ReadString('\n')
}

func (c peer) hears(line string) {
	c.t.Helper()
	if got, err := c.hear(5 * time.Second); err != nil || got != line+"\n" {
		c.t.Errorf("heard %q %v, want %q", got, err, line)
	}
}

func (c peer) hearsNothing() {
	c.t.Helper()
	if got, err := c.hear(50 * time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		c.t.Errorf("heard %q %v, want nothing", got, err)
	}
}

// expectRefused wants a connection that is ended before it carries anything.
func expectRefused(t *testing.T, p *proxy.Proxy) {
	t.Helper()
	c, err := net.Dial("tcp", p.Address())
	if err != nil {
		return
	}
	defer c.Close()
	if _, err := (peer{t, c, bufio.NewReader(c)}).hear(5 * time.Second); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a connection that should be ended: %v", err)
	}
}

func TestDataPasses(t *testing.T) {
	c := dial(t, open(t))
	c.say("one")
	c.hears("one")
	if err := c.Conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.hear(5 * time.Second); !errors.Is(err, io.EOF) {
		t.Errorf("the end: %v, want %v", err, io.EOF)
	}
}

func TestDataIsSlow(t *testing.T) {
	p := open(t)
	c := dial(t, p)
	p.SetWeather(proxy.Weather{Delay: 60 * time.Millisecond})
	begun := time.Now()
	c.say("slow")
	c.hears("slow")
	if took := time.Since(begun); took < 120*time.Millisecond {
		t.Errorf("it took %s, want at least %v", took, 120*time.Millisecond)
	}
}

// TestHeldDataComesLate in each direction, and on a connection that is made meanwhile.
func TestHeldDataComesLate(t *testing.T) {
	for _, d := range []proxy.Direction{proxy.ToServer, proxy.ToClient, proxy.Both} {
		p := open(t)
		c := dial(t, p)
		c.say("before")
		c.hears("before")
		p.SetWeather(proxy.Weather{Hold: d})
		late := dial(t, p)
		c.say("held")
		late.say("held too")
		c.hearsNothing()
		late.hearsNothing()
		p.SetWeather(proxy.Weather{})
		c.hears("held")
		late.hears("held too")
	}
}

// TestSwallowedDataIsLost for good, and ends the connection when the weather clears up.
func TestSwallowedDataIsLost(t *testing.T) {
	for _, d := range []proxy.Direction{proxy.ToServer, proxy.ToClient} {
		p := open(t)
		c, quiet := dial(t, p), dial(t, p)
		quiet.say("before")
		quiet.hears("before")
		p.SetWeather(proxy.Weather{Swallow: d})
		c.say("lost")
		c.hearsNothing()
		p.SetWeather(proxy.Weather{})
		if got, err := c.hear(5 * time.Second); !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("behind a gap: %q %v, want %v", got, err, syscall.ECONNRESET)
		}
		quiet.say("whole")
		quiet.hears("whole")
	}
}

func TestConnectionsAreReset(t *testing.T) {
	p := open(t)
	c := dial(t, p)
	c.say("before")
	c.hears("before")
	p.SetWeather(proxy.Weather{Refuse: true})
	if _, err := c.hear(5 * time.Second); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("a connection that stood: %v, want %v", err, syscall.ECONNRESET)
	}
	expectRefused(t, p)
	p.SetWeather(proxy.Weather{Close: true})
	expectRefused(t, p)
	p.SetWeather(proxy.Weather{})
	again := dial(t, p)
	again.say("after")
	again.hears("after")
}

func TestNobodyBehindIt(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := proxy.Open("tcp", nobody)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	expectRefused(t, p)
}
