package eventstoredb_test

import (
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// A subscription that was dropped, cut, or went quiet without a word is taken up
// again: whoever waits for what another process appends is woken.
func TestSubscriptionsThatBreak(t *testing.T) {
	for name, fault := range map[string]protocoltest.Fault{
		"dropped": protocoltest.DropRead, "cut": protocoltest.CutRead, "quiet": protocoltest.HangRead, "failed": protocoltest.FailRead,
	} {
		for when, after := range map[string]int{"before it began": 0, "once confirmed": 1, "after two events": 4} {
			t.Run(name+" "+when, func(t *testing.T) {
				n := node(t, protocoltest.Config{})
				writer := opened(t, plain(n), eventstoredb.Options{})
				at := appendEvents(t, writer, "a-demo-1", 0, events(1)).Position
				reader := opened(t, plain(n), eventstoredb.Options{Timeout: 200 * time.Millisecond})
				n.Faults.FailAfter(after)
				n.Faults.FailNext(1, fault)
				n.CutAll() // the subscriptions of both begin anew, and one has the fault
				for i := uint64(1); i < 8; i++ {
					r := appendEvents(t, writer, "a-demo-1", i, events(1))
					if err := reader.Wait(t.Context(), at); err != nil {
						t.Fatal(err)
					}
					at = r.Position
				}
			})
		}
	}
}

// In times when nothing of ours is written the server tells how far it has searched,
// and a subscription that begins anew begins there.
func TestQuietTimesAreNotSearchedAgain(t *testing.T) {
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	l := opened(t, plain(n), eventstoredb.Options{})
	const quiet = 25_000
	begin := l.FollowedPosition()
	db.WriteSystemEvents(quiet / 2)
	for end := time.Now().Add(5 * time.Minute); l.FollowedPosition() == begin; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server does not tell how far it has searched")
		}
	}
	db.WriteSystemEvents(quiet / 2)
	for n.SearchedEvents() < quiet {
		time.Sleep(time.Millisecond) // until the subscription has come by
	}
	before := n.SearchedEvents()
	n.CutAll()
	other := opened(t, plain(n), eventstoredb.Options{})
	head, err := l.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	appendEvents(t, other, "a-demo-1", 0, events(1))
	if err := l.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	if again := n.SearchedEvents() - before; again > quiet*3/4 {
		t.Errorf("%d events were searched again, of %d, want at most three quarters", again, quiet)
	}
	same(t, "the log", l.All(t.Context(), 0, es.Filter{Types: []string{"test.happened"}}), must(t, other))
}

func must(t *testing.T, l *eventstoredb.Log) []es.Envelope {
	t.Helper()
	out, err := all(l.All(t.Context(), 0, es.Filter{}))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
