package messaging

import (
	"context"
	"fmt"
	"net/netip"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// startElsewhere runs a server that is reached over the network, as one of another
// machine is.
func startElsewhere(t *testing.T, dir string, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true,
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
	s := startElsewhere(t, t.TempDir(), server.RANDOM_PORT)
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
			t.Errorf("%s came twice", id)
		}
		seen[id] = true
		nodes[node]++
	}
	if nodes["first"] == 0 || nodes["second"] == 0 {
		t.Errorf("the nodes shared unfairly: %v", nodes)
	}
}

func TestABrokerOutlivesARestartOfItsServer(t *testing.T) {
	dir := t.TempDir()
	s := startElsewhere(t, dir, server.RANDOM_PORT)
	b := elsewhere(t, s)
	got := make(chan Message, 100)
	handle(t, b, "a", into(got))
	defer run(t, b)()
	publish(t, b, "a", "before")
	if m := receive(t, got, "a message"); m.ID != "before" {
		t.Errorf("got %s", m.ID)
	}
	port := s.Addr().(interface{ AddrPort() netip.AddrPort }).AddrPort().Port()
	stopServer(s)
	startElsewhere(t, dir, int(port))
	for { // the connection comes back by itself
		if err := b.Publish(t.Context(), "a", "after", nil, nil); err == nil {
			break
		}
	}
	for receive(t, got, "a message of after the restart").ID != "after" {
	}
}

func TestAServerThatIsNotThereIsReported(t *testing.T) {
	c := config("")
	c.URL = "nats://127.0.0.1:1"
	if b, err := Open(c); err == nil {
		t.Errorf("opened %v", b.Close())
	}
}
