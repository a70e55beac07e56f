package messaging

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// A fleet is three servers that keep each message on two of them at least before it
// counts as stored.
type fleet struct {
	nodes []*server.Server
	users []string
}

// accounts is how many tests find servers of their own, as it seems to them.
const accounts = 24

func startFleet(t *testing.T) *fleet {
	t.Helper()
	f := &fleet{}
	var routes []*url.URL
	for range 3 {
		routes = append(routes, &url.URL{Scheme: "nats", Host: freeport.Find(t)})
	}
	for i := range accounts {
		f.users = append(f.users, fmt.Sprintf("u%d", i))
	}
	for i := range routes {
		f.nodes = append(f.nodes, f.start(t, i, routes))
	}
	t.Cleanup(func() {
		for _, s := range f.nodes {
			stopServer(s)
		}
	})
	for deadline := time.Now().Add(2 * patience); !f.hasLeader(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the servers find no leader")
		}
	}
	return f
}

func (f *fleet) start(t *testing.T, i int, routes []*url.URL) *server.Server {
	t.Helper()
	o := &server.Options{ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: port(freeport.Find(t)), NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 64 << 30, JetStreamMaxMemory: 1 << 30, Routes: routes,
		Cluster: server.ClusterOpts{Name: "fleet", Host: "127.0.0.1", Port: port(routes[i].Host), PoolSize: -1}}
	for _, name := range f.users {
		a := server.NewAccount(name)
		o.Accounts = append(o.Accounts, a)
		o.Users = append(o.Users, &server.User{Username: name, Password: "secret", Account: a})
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		t.Fatal("a server does not start")
	}
	for _, name := range f.users {
		a, err := s.LookupAccount(name)
		if err == nil {
			err = a.EnableJetStream(nil, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func port(host string) (n int) {
	_, _ = fmt.Sscan(host[strings.LastIndexByte(host, ':')+1:], &n)
	return n
}

// hasLeader says that the servers have found each other and a leader.
func (f *fleet) hasLeader() bool {
	leaders, current := 0, 0
	for _, s := range f.nodes {
		if s.JetStreamIsLeader() {
			leaders++
		}
		if s.JetStreamIsCurrent() {
			current++
		}
	}
	return leaders == 1 && current == len(f.nodes)
}

// at is the address of all servers for an account.
func (f *fleet) at(user string) string {
	var all []string
	for _, s := range f.nodes {
		all = append(all, fmt.Sprintf("nats://%s:secret@%s", user, s.Addr()))
	}
	return strings.Join(all, ",")
}

// TestCluster holds brokers on three servers to what holds in the process, and then
// stops one of the servers.
func TestCluster(t *testing.T) {
	f := startFleet(t)
	theSame(t, f)
	t.Run("losing a node", func(t *testing.T) { f.losesANode(t) })
}

func theSame(t *testing.T, f *fleet) {
	used := map[string]string{} // accounts by the folder that they take the place of
	abroad = func(dir string) string {
		if used[dir] == "" {
			used[dir] = f.users[len(used)]
		}
		return f.at(used[dir])
	}
	defer func() { abroad = nil }()
	for name, test := range map[string]func(*testing.T){
		"message": TestAMessageComesAsItWasPublished, "twice": TestAnIdPublishedTwiceComesOnce,
		"at once": TestAsManyHandlersWorkAtOnceAsAreAllowed,
		"topics":  TestTopicsAreCheckedAndHaveOneHandler, "refused": TestWhatCannotTravelIsRefused,
		"full":   TestAFullBrokerSaysSoAndRecovers,
		"closed": TestAClosedBrokerSaysSo, "graceful": TestAGracefulStopForgetsNothingAndRepeatsNothing,
		"stop":        TestAStopWaitsForTheHandlerAtWork,
		"handed back": TestAHandlerThatDoesNotStopHandsItsMessageBack, "slow": TestASlowHandlerKeepsItsMessage,
		"subscription": TestTheEndOfASubscriptionIsAStop,
		"poisonous":    TestAPoisonousMessageBecomesADeadLetter, "panic": TestAPanicIsAFailure,
		"dead letters": TestDeadLettersAreListedShownAndDropped,
	} {
		t.Run(name, test)
	}
}

// losesANode stops the server that leads while messages flow: all that was published
// is handled.
func (f *fleet) losesANode(t *testing.T) {
	c := config("")
	c.URL, c.Replicas, c.AckWait = f.at(f.users[accounts-1]), 3, 2*time.Second
	b := openBroker(t, c)
	var mu sync.Mutex
	seen, all := map[string]int{}, make(chan bool)
	const n = 300
	handle(t, b, "b", func(_ context.Context, m Message) error {
		mu.Lock()
		defer mu.Unlock()
		if seen[m.ID]++; len(seen) == n && seen[m.ID] == 1 {
			close(all)
		}
		return nil
	})
	defer run(t, b)()
	for i := range n {
		if i == n/3 {
			go stopServer(f.nodes[leader(b)])
		}
		for { // as the relay does
			if err := b.Publish(t.Context(), "b", fmt.Sprint(i), nil, nil); err == nil {
				break
			}
		}
	}
	receive(t, awaitClosed(all), "every message")
}

// leader is the number of the server that leads the stream of work.
func leader(b *Broker) (n int) {
	s, err := b.js.Stream(b.life, b.streams().work)
	if err == nil {
		_, _ = fmt.Sscanf(s.CachedInfo().Cluster.Leader, "n%d", &n)
	}
	return n
}

// awaitClosed gives true when a channel is closed.
func awaitClosed(c <-chan bool) <-chan bool {
	out := make(chan bool, 1)
	go func() { <-c; out <- true }()
	return out
}
