package messaging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// startElsewhere runs a server that is reached over the network, as one of another
// machine is.
func startElsewhere(t *testing.T, dir, address string) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port(address), JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() { stopServer(s) })
	return s
}

func elsewhere(t *testing.T, s *server.Server) *Broker {
	t.Helper()
	c := config("")
	c.URL = s.ClientURL()
	return openBroker(t, c)
}

func TestNodesShareTheWorkOfAServerElsewhere(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	first, second := elsewhere(t, s), elsewhere(t, s)
	got := make(chan string)
	for node, b := range map[string]*Broker{"first": first, "second": second} {
		handle(t, b, "a", func(_ context.Context, m Message) error {
			got <- node + " " + m.ID
			return nil
		})
		defer run(t, b)()
	}
	const n = 40
	for i := range n {
		publish(t, first, "a", fmt.Sprint(i))
	}
	seen, nodes := map[string]bool{}, map[string]int{}
	for range n {
		var node, id string
		if _, err := fmt.Sscan(receive(t, got, "a message"), &node, &id); err != nil {
			t.Fatal(err)
		}
		if seen[id] {
			t.Errorf("%s came twice, want it once", id)
		}
		seen[id] = true
		nodes[node]++
	}
	if nodes["first"] == 0 || nodes["second"] == 0 {
		t.Errorf(`the nodes shared unfairly: %v, want nodes["first"] other than 0 and nodes["second"] other than 0`, nodes)
	}
}

func TestABrokerOutlivesARestartOfItsServer(t *testing.T) {
	dir := t.TempDir()
	s := startElsewhere(t, dir, freeport.Find(t))
	b := elsewhere(t, s)
	got := make(chan Message, 100)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	publish(t, b, "a", "before")
	if m := receive(t, got, "a message"); m.ID != "before" {
		t.Errorf("got %s, want %q", m.ID, "before")
	}
	address := s.Addr().String()
	stopServer(s)
	startElsewhere(t, dir, address)
	for { // the connection comes back by itself
		if err := b.Publish(t.Context(), "a", "after", nil, nil); err == nil {
			break
		}
	}
	for receive(t, got, "a message of after the restart").ID != "after" {
	}
}

// TestServersThatAreAwayAtTheStart opens a broker before its server is there.
func TestServersThatAreAwayAtTheStart(t *testing.T) {
	address := freeport.Find(t)
	c := config("")
	var log lines
	c.URL, c.Logger = "nats://"+address, slog.New(slog.NewTextHandler(&log, nil))
	b := openBroker(t, c)
	got := make(chan Message, 1)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.Publish(short, "a", "early", nil, nil); !errors.Is(err, ErrAway) {
		t.Errorf("published to nobody: %v, want %v", err, ErrAway)
	}
	if _, err := b.DeadLetters(short, "", 0, 1); !errors.Is(err, ErrAway) {
		t.Errorf("dead letters of nobody: %v, want %v", err, ErrAway)
	}
	if b.AwayReason() == nil {
		t.Error("a broker that is away is said to be there")
	}
	startElsewhere(t, t.TempDir(), address)
	publish(t, b, "a", "1")
	if m := receive(t, got, "the message"); m.ID != "1" || b.AwayReason() != nil {
		t.Errorf("got %s; away: %v, want m.ID = 1 and b.AwayReason() = nil", m.ID, b.AwayReason())
	}
	for _, want := range []string{"the broker is away", "the broker is there"} {
		if !log.has(want) {
			t.Errorf("%q is not in the log, want log.has(want)", want)
		}
	}
}

// lines is a log that is written and read at once.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) has(s string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.text.String(), s)
}

// TestServersThatLostTheirFoldersAreSetUpAgain wants messages to be kept and handled
// on a server that came back empty.
func TestServersThatLostTheirFoldersAreSetUpAgain(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	b := elsewhere(t, s)
	got := make(chan Message, 10)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	publish(t, b, "a", "before")
	receive(t, got, "a message")
	address := s.Addr().String()
	stopServer(s)
	startElsewhere(t, t.TempDir(), address)
	for b.Publish(t.Context(), "a", "after", nil, nil) != nil { // until the streams stand
	}
	if m := receive(t, got, "a message of after the loss"); m.ID != "after" {
		t.Errorf("got %s, want %q", m.ID, "after")
	}
}

func TestCredentialsThatCannotBeReadAreRefused(t *testing.T) {
	for _, set := range []func(*Config){func(c *Config) { c.Credentials = "nowhere" }, func(c *Config) { c.CA = "nowhere" }} {
		c := config("")
		c.URL = "nats://127.0.0.1:1"
		set(&c)
		if b, err := Open(c); err == nil {
			t.Errorf("opened %v, want an error", b.Close())
		}
	}
}

// TestAGuestChangesNothing lets a tool with other settings look at the dead letters of
// a service.
func TestAGuestChangesNothing(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	b := elsewhere(t, s)
	c := config("")
	c.URL, c.AckWait, c.Guest = s.ClientURL(), time.Hour, true
	if _, err := openBroker(t, c).DeadLetters(t.Context(), "", 0, 1); err != nil {
		t.Error(err)
	}
	consumer, err := b.js.Consumer(t.Context(), b.streams().work, "a")
	if err != nil {
		t.Fatal(err)
	}
	if wait := consumer.CachedInfo().Config.AckWait; wait != b.config.AckWait {
		t.Errorf("messages of dead processes come again after %s, want %v", wait, b.config.AckWait)
	}
}
