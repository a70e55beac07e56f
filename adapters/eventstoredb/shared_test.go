package eventstoredb_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// foreignEvents is how many events of others stand in a database; DOCKET_TEST_FOREIGN asks for more.
func foreignEvents(t *testing.T) int {
	t.Helper()
	text := os.Getenv("DOCKET_TEST_FOREIGN")
	if text == "" {
		return 100_000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestASharedDatabase opens a log in a database with many events of others: none of them is
// brought here but for a bounded number, whether the log is empty, or was idle while others
// wrote, and those before its first event are looked at once.
func TestASharedDatabase(t *testing.T) {
	for _, version := range []string{"23.10.8", "24.6.0"} {
		db := protocoltest.NewDatabase()
		n, err := protocoltest.Start(db, protocoltest.Config{Version: version})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = n.Stop() })
		many := foreignEvents(t)
		db.WriteForeignEvents(many)
		const brought = 10_000 // by a search backwards, before the server searches

		sent, began := n.SentMessages(), time.Now()
		l := opened(t, plain(n)+"#docket", eventstoredb.Options{})
		t.Logf("%s: opened beside %d events of others in %s", version, many, time.Since(began))
		if got := n.SentMessages() - sent; got > brought {
			t.Errorf("%s: opening brought %d messages, want at most %d", version, got, brought)
		}
		want := events(3)
		appendEvents(t, l, "a-demo-1", 0, want)
		sent, searched := n.SentMessages(), n.SearchedEvents()
		for range 20 { // as views and consumers do, each for itself
			same(t, "the log", l.All(t.Context(), 0, es.Filter{}), want)
		}
		if got := n.SentMessages() - sent + n.SearchedEvents() - searched; got > 1000 {
			t.Errorf("%s: 20 readings of a log of 3 events looked at %d, want at most 1000", version, got)
		}

		db.WriteForeignEvents(many)
		sent, began = n.SentMessages(), time.Now()
		again := opened(t, plain(n)+"#docket", eventstoredb.Options{})
		t.Logf("%s: opened after others wrote %d events in %s", version, many, time.Since(began))
		if got := n.SentMessages() - sent; got > brought {
			t.Errorf("%s: opening again brought %d messages, want at most %d", version, got, brought)
		}
		more := events(2)
		appendEvents(t, again, "a-demo-1", 3, more)
		sent = n.SentMessages()
		same(t, "the log, opened again", again.All(t.Context(), 0, es.Filter{}), append(want, more...))
		if got := n.SentMessages() - sent; got > 2000 {
			t.Errorf("%s: reading 5 events between %d of others brought %d messages, want at most 2000", version, 2*many, got)
		}
	}
}

// TestASearchGoesOnBehindWhatIsKnown opens a log that was idle while others wrote, with the positions of
// its first and last event: the server searches behind the last, and readings begin at the first. Where
// nothing is known the last event is found all the same.
func TestASearchGoesOnBehindWhatIsKnown(t *testing.T) {
	const many = 20_000
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	db.WriteForeignEvents(many)
	log := opened(t, plain(n)+"#docket", eventstoredb.Options{})
	want := events(3)
	first := appendEvents(t, log, "a-demo-1", 0, want[:1]).Position
	middle := appendEvents(t, log, "a-demo-1", 1, want[1:2]).Position
	last := appendEvents(t, log, "a-demo-1", 2, want[2:]).Position
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	db.WriteForeignEvents(many)
	for name, c := range map[string]struct {
		known eventstoredb.Bounds
		err   error
		most  int // events that the server searches through
	}{
		"the last event":          {eventstoredb.Bounds{First: first, Last: last}, nil, many * 3 / 2},
		"an event before":         {eventstoredb.Bounds{First: first, Last: middle}, nil, many * 3 / 2},
		"nothing":                 {eventstoredb.Bounds{}, nil, 3 * many},
		"what cannot be told now": {eventstoredb.Bounds{First: first, Last: last}, errors.New("the engine is away"), 3 * many},
	} {
		searched := n.SearchedEvents()
		l := opened(t, plain(n)+"#docket", eventstoredb.Options{FindBounds: func(
			ctx context.Context, read func(context.Context, es.Position) (es.Envelope, error),
		) (eventstoredb.Bounds, error) {
			if e, err := read(ctx, first); err != nil || e.ID != want[0].ID {
				t.Errorf("%s: got event %s and %v at the first position, want %s", name, e.ID, err, want[0].ID)
			}
			return c.known, c.err
		}})
		if head, err := l.Head(t.Context()); err != nil || head != last {
			t.Errorf("%s: got head %d and %v, want %d", name, head, err, last)
		}
		if got := n.SearchedEvents() - searched; got > c.most || got == 0 {
			t.Errorf("%s: the server searched through %d events, want at most %d", name, got, c.most)
		}
		searched = n.SearchedEvents()
		same(t, name, l.All(t.Context(), 0, es.Filter{}), want)
		if got := n.SearchedEvents() - searched; got > many/2 {
			t.Errorf("%s: the server searched through %d events for a reading, want at most %d", name, got, many/2)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
