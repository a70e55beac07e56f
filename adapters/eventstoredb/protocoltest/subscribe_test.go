package protocoltest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
)

// heard is what a subscription says, until it has said n things.
func heard(t *testing.T, s *esdb.Subscription, err error, n int) (out string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		switch m := s.Recv(); {
		case m.EventAppeared != nil:
			e := m.EventAppeared.OriginalEvent()
			out += fmt.Sprintf("%s%d ", e.StreamID, e.EventNumber)
		case m.CaughtUp != nil:
			out += "caught-up "
		case m.CheckPointReached != nil:
			out += "checkpoint "
		case m.SubscriptionDropped != nil:
			return out + "dropped"
		}
	}
	return out
}

// A subscription gives what lies behind its place, says that it has caught up, and
// goes on with what is new.
func TestSubscriptions(t *testing.T) {
	_, _, c := start(t, protocoltest.Config{Version: "23.10.8"}) // later ones lose an event from the end
	write(t, c, "a", proposals(3)...)
	at := write(t, c, "b", proposals(1)...)
	ctx := t.Context()
	stream := func(from esdb.StreamPosition) *esdb.Subscription {
		s, err := c.SubscribeToStream(ctx, "a", esdb.SubscribeToStreamOptions{From: from})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	everything := func(from esdb.AllPosition, f esdb.SubscriptionFilter) *esdb.Subscription {
		s, err := c.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: from, Filter: &f})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, x := range []struct {
		what          string
		s             *esdb.Subscription
		before, after string
		n, m          int
	}{
		{"a stream from its start", stream(esdb.Start{}), "a0 a1 a2 caught-up ", "a3 ", 4, 1},
		{"a stream behind a revision", stream(esdb.Revision(1)), "a2 caught-up ", "a3 ", 2, 1},
		{"a stream from its end", stream(esdb.End{}), "caught-up ", "a3 ", 1, 1},
		{"streams by prefix", everything(esdb.Start{},
			esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"b", "c"}}), "b0 caught-up ", "c0 ", 2, 1},
		{"types by prefix", everything(esdb.Start{},
			esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"type-1"}}), "a1 caught-up ", "c1 ", 2, 1},
		{"types by expression", everything(esdb.Start{}, *esdb.ExcludeSystemEventsFilter()), "a0 a1 a2 b0 caught-up ", "a3 c0 c1 ", 5, 3},
		{"behind a position", everything(esdb.Position{Commit: at.CommitPosition, Prepare: at.PreparePosition},
			*esdb.ExcludeSystemEventsFilter()), "caught-up ", "a3 c0 c1 ", 1, 3},
		{"from the end", everything(esdb.End{}, *esdb.ExcludeSystemEventsFilter()), "caught-up ", "a3 c0 c1 ", 1, 3},
	} {
		if got := heard(t, x.s, nil, x.n); got != x.before {
			t.Errorf("%s: %q, want %q", x.what, got, x.before)
		}
		defer func() {
			if got := heard(t, x.s, nil, x.m); got != x.after {
				t.Errorf("%s, later: %q, want %q", x.what, got, x.after)
			}
			_ = x.s.Close()
		}()
	}
	write(t, c, "a", proposals(1)...)
	write(t, c, "c", proposals(2)...)
}

// The server tells how far it has searched after each window times multiplier.
func TestCheckpoints(t *testing.T) {
	db, _, c := start(t, protocoltest.Config{Version: "23.10.8"}) // later ones tell one more
	db.WriteSystemEvents(1000 - db.Len())
	s, err := c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.Start{},
		Filter: esdb.ExcludeSystemEventsFilter(), MaxSearchWindow: 100, CheckpointInterval: 4})
	if got := heard(t, s, err, 3); got != "checkpoint checkpoint caught-up " {
		t.Error(got)
	}
	db.WriteSystemEvents(200)
	if got := heard(t, s, nil, 1); got != "checkpoint " {
		t.Error(got)
	}
	s, err = c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.Start{},
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: "^x"}, MaxSearchWindow: esdb.NoMaxSearchWindow,
		CheckpointInterval: 32})
	if got := heard(t, s, err, 2); got != "checkpoint caught-up " {
		t.Error(got)
	}
}

// awaitDrop reads what a subscription has until it ends, and returns how many events there
// were and why it ended.
func awaitDrop(s *esdb.Subscription) (events int, why error) {
	for {
		switch m := s.Recv(); {
		case m.EventAppeared != nil:
			events++
		case m.SubscriptionDropped != nil:
			return events, m.SubscriptionDropped.Error
		}
	}
}

// More events at once than the buffers hold end a live subscription on servers of 23.10;
// later ones go back to reading the log, and nothing is missing.
func TestSlowSubscribers(t *testing.T) {
	for _, version := range []string{"23.10.8", "24.6.0"} {
		_, n, c := start(t, protocoltest.Config{Version: version})
		s, err := c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: esdb.ExcludeSystemEventsFilter()})
		got := heard(t, s, err, 1)
		if version == "24.6.0" {
			got = strings.TrimPrefix(got+heard(t, s, nil, 1), "checkpoint ")
		}
		if got != "caught-up " {
			t.Fatalf("%s: got %q, want %q", version, got, "caught-up ")
		}
		n.HoldLiveEvents()
		write(t, c, "a", proposals(1000)...)
		n.ReleaseLiveEvents()
		if version == "24.6.0" {
			for i := range 1000 {
				if got, want := heard(t, s, nil, 1), fmt.Sprintf("a%d ", i); got != want && got != "checkpoint " {
					t.Fatalf("%s: got %q, want %q", version, got, want)
				} else if got == "checkpoint " {
					if got := heard(t, s, nil, 1); got != want {
						t.Fatalf("%s: got %q, want %q", version, got, want)
					}
				}
			}
		} else if events, why := awaitDrop(s); events == 1000 ||
			!strings.Contains(fmt.Sprint(why), "Consumer too slow to handle event while live") {
			t.Errorf("%s: got %d events and %v, want fewer than 1000 and a consumer that is too slow",
				version, events, why)
		}
		if n.SlowSubscribers() != 1 {
			t.Errorf("%s: got %d slow subscribers, want 1", version, n.SlowSubscribers())
		}
		_ = s.Close()
	}
}

// A subscription that begins at the end, or behind it, loses live events up to the position
// that it was given on servers after 23.10.
func TestSubscriptionsFromTheEnd(t *testing.T) {
	for version, want := range map[string]string{"23.10.8": "a1 ", "24.6.0": "a2 "} {
		_, _, c := start(t, protocoltest.Config{Version: version})
		write(t, c, "a", proposals(1)...)
		s, err := c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.End{}})
		if got := heard(t, s, err, 1); got != "caught-up " {
			t.Fatalf("%s: got %q, want %q", version, got, "caught-up ")
		}
		write(t, c, "a", proposals(2)...)
		if got := heard(t, s, nil, 1); got != want {
			t.Errorf("%s: got %q, want %q", version, got, want)
		}
		_ = s.Close()
	}
}

// Passwords are asked for, gossip names the leader, and one who does not lead names
// him to those who need him.
func TestAClusterWithPasswords(t *testing.T) {
	a, err := protocoltest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	settings, err := a.NodeConfig("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	ca := filepath.Join(t.TempDir(), "ca.crt")
	if err := os.WriteFile(ca, a.PEM, 0o600); err != nil {
		t.Fatal(err)
	}
	config := protocoltest.Config{TLS: settings, Users: map[string]string{"admin": "changeit"}}
	cluster, err := protocoltest.StartCluster(protocoltest.NewDatabase(), config, config, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	cluster.SetLeader(2)
	for credentials, want := range map[string]string{"admin:changeit@": "ok", "admin:wrong@": "unauthenticated", "": "unauthenticated"} {
		c := dial(t, "esdb://"+credentials+cluster.Nodes[0].Address()+","+cluster.Nodes[1].Address()+"?tlsCaFile="+ca)
		if _, err := c.AppendToStream(t.Context(), "a", esdb.AppendToStreamOptions{}, proposals(1)...); code(err) != want {
			t.Errorf("%q: %v, want %s", credentials, err, want)
		}
	}
}
