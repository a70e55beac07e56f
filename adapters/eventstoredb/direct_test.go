package eventstoredb_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestAppendsOnTheirOwnConnection appends on the connection for appends, to every kind of node:
// what was written is answered with its place, repeated appends are found again, and conflicts,
// events that are too large and deleted streams are told apart as they are through the library.
func TestAppendsOnTheirOwnConnection(t *testing.T) {
	c := cluster(t, 3)
	c.SetLeader(1)
	for name, address := range map[string]string{
		"the leader":     plain(c.Nodes[1]),
		"a follower":     plain(c.Nodes[0]),
		"several nodes":  "esdb://" + c.Nodes[0].Address() + "," + c.Nodes[2].Address() + "?tls=false",
		"by a DNS entry": "esdb+discover://" + c.Nodes[2].Address() + "?tls=false",
	} {
		t.Run(name, func(t *testing.T) {
			l := opened(t, address, eventstoredb.Options{})
			stream := es.StreamID("a-demo-" + name)
			waitUntil(t, "appends go to the leader", func() bool {
				appendEvents(t, l, es.StreamID("b-demo-"+name+time.Now().String()), 0, events(1))
				return l.Leader() == c.Nodes[1].Address()
			})
			two := events(2)
			r := appendEvents(t, l, stream, 0, two)
			if again := appendEvents(t, l, stream, 0, two); again != r || r.Version != 2 {
				t.Errorf("got %+v and %+v for the same events, want version 2 twice", r, again)
			}
			if _, err := l.Append(t.Context(), stream, 1, events(1)); !errors.Is(err, es.ErrConflict) {
				t.Errorf("got %v, want a conflict", err)
			}
			c.Nodes[1].Faults.FailNext(1, protocoltest.NoPosition)
			if again := appendEvents(t, l, stream, 0, two); again != r {
				t.Errorf("got %+v for an answer without a position, want %+v", again, r)
			}
			third := events(1)
			appendEvents(t, l, stream, 2, third)
			same(t, "the stream", l.Stream(t.Context(), stream, 0), append(two, third...))
			if l.Leader() != c.Nodes[1].Address() {
				t.Errorf("got appends at %q, want them at the leader", l.Leader())
			}
		})
	}
}

// TestAppendsFollowTheLeader changes the leader under a log: appends go to the new one, and not
// through the library for ever.
func TestAppendsFollowTheLeader(t *testing.T) {
	c := cluster(t, 2)
	l := opened(t, plain(c.Nodes[0]), eventstoredb.Options{})
	at := uint64(0)
	for lead := range 4 {
		c.SetLeader(lead % 2)
		waitUntil(t, "appends go to the leader", func() bool {
			appendEvents(t, l, "a-demo-1", at, events(1))
			at++
			return l.Leader() == c.Nodes[lead%2].Address()
		})
	}
	if got, err := all(l.Stream(t.Context(), "a-demo-1", 0)); err != nil || uint64(len(got)) != at {
		t.Errorf("got %d events and %v, want %d", len(got), err, at)
	}
}
