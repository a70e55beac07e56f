package eventstoredb_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// fillLog is a log with events of two types in one stream, among others of the
// system.
func fillLog(t *testing.T, n int, o eventstoredb.Options) (*protocoltest.Node, *eventstoredb.Log, []es.Envelope) {
	t.Helper()
	db := protocoltest.NewDatabase()
	server, err := protocoltest.Start(db, protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	l := opened(t, plain(server), o)
	want := events(n)
	for i := 0; i < n; i += 50 {
		for j := i; j < min(i+50, n); j++ {
			want[j].Type = fmt.Sprintf("test.type-%d", j%2)
		}
		appendEvents(t, l, "a-demo-1", uint64(i), want[i:min(i+50, n)])
		db.WriteSystemEvents(7)
	}
	return server, l, want
}

func odd(all []es.Envelope) (out []es.Envelope) {
	for _, e := range all {
		if e.Type == "test.type-1" {
			out = append(out, e)
		}
	}
	return out
}

// readings are the three ways to read.
func readings(ctx context.Context, l *eventstoredb.Log, want []es.Envelope,
	check func(what string, seq func(func(es.Envelope, error) bool), want []es.Envelope)) {
	check("a stream", l.Stream(ctx, "a-demo-1", 0), want)
	check("all streams", l.All(ctx, 0, es.Filter{}), want)
	check("one type", l.All(ctx, 0, es.Filter{Types: []string{"test.type-1"}}), odd(want))
}

// A read that breaks is made again where it ended, over a new connection: nothing
// is missing and nothing comes twice.
func TestReadsThatBreak(t *testing.T) {
	for name, fault := range map[string]protocoltest.Fault{
		"dropped": protocoltest.DropRead, "cut": protocoltest.CutRead, "hanging": protocoltest.HangRead,
		"failed": protocoltest.FailRead, "strange": protocoltest.StrangeRead,
	} {
		t.Run(name, func(t *testing.T) {
			n, l, want := fillLog(t, 1300, eventstoredb.Options{Timeout: 300 * time.Millisecond})
			for _, after := range []int{0, 1, 2, 300} {
				readings(t.Context(), l, want, func(what string, seq func(func(es.Envelope, error) bool), want []es.Envelope) {
					before := n.Faults.CountOf(fault)
					n.Faults.FailAfter(after)
					n.Faults.FailNext(1, fault)
					same(t, fmt.Sprintf("%s after %d", what, after), seq, want)
					if n.Faults.CountOf(fault) == before {
						t.Error("the fault did not happen")
					}
				})
			}
		})
	}
}

// TestReadsThatEndEarly has the server end reads before the last event, as if there were no more: that is no end
// of the log, and once the server gives everything nothing is missing.
func TestReadsThatEndEarly(t *testing.T) {
	n, l, want := fillLog(t, 700, eventstoredb.Options{})
	for _, after := range []int{0, 1, 100, 500} {
		n.Faults.FailAfter(after)
		n.Faults.FailNext(1000, protocoltest.EndRead)
		got, err := all(l.All(t.Context(), 0, es.Filter{}))
		if !errors.Is(err, es.ErrIncompleteRead) || len(got) > after {
			t.Errorf("ended after %d messages: got %d events and %v, want %v", after, len(got), err, es.ErrIncompleteRead)
		}
		n.Faults.FailNext(0, protocoltest.EndRead)
		same(t, "the whole log", l.All(t.Context(), 0, es.Filter{}), want)
	}
}

// TestLongReadings reads more than the longest page holds, whole and from within, while the
// connection breaks in a long page.
func TestLongReadings(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n), eventstoredb.Options{})
	const batches, batch = 24, 500
	for i := range batches {
		appendEvents(t, l, es.StreamID(fmt.Sprintf("a-demo-%d", i)), 0, events(batch))
	}
	whole := must(t, l)
	if len(whole) != batches*batch {
		t.Fatalf("got %d events, want %d", len(whole), batches*batch)
	}
	for i, e := range whole {
		if want := es.StreamID(fmt.Sprintf("a-demo-%d", i/batch)); e.Stream != want || e.Version != uint64(i%batch)+1 {
			t.Fatalf("event %d is %s %d, want %s %d", i, e.Stream, e.Version, want, i%batch+1)
		}
	}
	for _, filter := range []es.Filter{{}, {Types: []string{"test.happened"}}} {
		before := n.Faults.CountOf(protocoltest.CutRead)
		same(t, "the log", func(yield func(es.Envelope, error) bool) {
			read := 0
			for e, err := range l.All(t.Context(), 0, filter) {
				if read++; read == 4_000 { // the page that holds it is in memory; the next one is long too
					n.Faults.FailAfter(2_500)
					n.Faults.FailNext(1, protocoltest.CutRead)
				}
				if !yield(e, err) {
					return
				}
			}
		}, whole)
		if n.Faults.CountOf(protocoltest.CutRead) == before {
			t.Error("no reading was cut")
		}
		same(t, "the end of the log", l.All(t.Context(), whole[777].Position, filter), whole[778:])
	}
}

// A server that is slow gives more in all than one request has time for.
func TestSlowReads(t *testing.T) {
	n, l, want := fillLog(t, 200, eventstoredb.Options{Timeout: 150 * time.Millisecond})
	n.Faults.SlowReads(2 * time.Millisecond)
	readings(t.Context(), l, want, func(what string, seq func(func(es.Envelope, error) bool), want []es.Envelope) {
		same(t, what, seq, want)
	})
}

// A message that the client refuses for its size is an error at once, not an outage,
// and nothing else suffers.
func TestOversizeMessages(t *testing.T) {
	n, l, want := fillLog(t, 100, eventstoredb.Options{})
	n.Faults.FailNext(1, protocoltest.OversizeRead)
	if got, err := all(l.Stream(t.Context(), "a-demo-1", 0)); err == nil || eventstoredb.IsUnavailable(err) || len(got) > 0 {
		t.Errorf("%d events, %v, want none, and an error for good", len(got), err)
	}
	readings(t.Context(), l, want, func(what string, seq func(func(es.Envelope, error) bool), want []es.Envelope) {
		same(t, what, seq, want)
	})
}

// Events of the system, however many, are never yielded, move no head and wake
// nobody; they are searched once.
func TestEventsOfTheSystem(t *testing.T) {
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	db.WriteSystemEvents(3000)
	l := opened(t, plain(n), eventstoredb.Options{})
	if head, err := l.Head(t.Context()); err != nil || head != 0 {
		t.Errorf("head of an empty log: %d, %v, want no error and head = 0", head, err)
	}
	want := events(5)
	r := appendEvents(t, l, "a-demo-1", 0, want)
	db.WriteSystemEvents(3000)
	if head, err := l.Head(t.Context()); err != nil || head != r.Position {
		t.Errorf("head: %d, %v, want %d", head, err, r.Position)
	}
	// The subscription, and what the first search had asked for, may still be on the way
	// and count for a head or two; a head that searches anew costs more each time.
	least := math.MaxInt
	for range 20 {
		before := n.SentMessages()
		if head, err := l.Head(t.Context()); err != nil || head != r.Position {
			t.Errorf("head again: %d, %v, want %d", head, err, r.Position)
		}
		least = min(least, n.SentMessages()-before)
	}
	if least > 10 {
		t.Errorf("a head takes %d messages at least, want at most 10", least)
	}
	same(t, "the log", l.All(t.Context(), 0, es.Filter{}), want)
	same(t, "behind the head", l.All(t.Context(), r.Position, es.Filter{}), nil)
	late := opened(t, plain(n), eventstoredb.Options{})
	if head, err := late.Head(t.Context()); err != nil || head != r.Position {
		t.Errorf("head of another: %d, %v, want %d", head, err, r.Position)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	db.WriteSystemEvents(1)
	if err := late.Wait(ctx, r.Position); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("wait: %v, want %v", err, context.DeadlineExceeded)
	}
}

// The leader's clock is set back; the times that are read never are.
func TestTimesNeverDecrease(t *testing.T) {
	db := protocoltest.NewDatabase()
	n, err := protocoltest.Start(db, protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	l := opened(t, plain(n), eventstoredb.Options{})
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	var at es.Position
	for i, minute := range []int{0, 5, 1, 2, 6} {
		db.SetClock(func() time.Time { return noon.Add(time.Duration(minute) * time.Minute) })
		if r := appendEvents(t, l, "a-demo-1", uint64(i), events(1)); i == 1 {
			at = r.Position
		}
	}
	for what, c := range map[string]struct {
		seq  func(func(es.Envelope, error) bool)
		want []int
	}{
		"a stream": {l.Stream(t.Context(), "a-demo-1", 0), []int{0, 5, 5, 5, 6}},
		"all":      {l.All(t.Context(), 0, es.Filter{}), []int{0, 5, 5, 5, 6}},
		"later":    {l.All(t.Context(), at, es.Filter{}), []int{5, 5, 6}},
	} {
		got, err := all(c.seq)
		if err != nil || len(got) != len(c.want) {
			t.Fatalf("%s: %d events, %v, want len(got) = %d and no error", what, len(got), err, len(c.want))
		}
		for i, e := range got {
			if want := noon.Add(time.Duration(c.want[i]) * time.Minute); !e.Time.Equal(want) {
				t.Errorf("%s: event %d at %v, want %v", what, i, e.Time, want)
			}
		}
	}
}

// What another program wrote among our events is told apart, and a namespace keeps
// it out of sight.
func TestForeignEvents(t *testing.T) {
	n := node(t, protocoltest.Config{})
	first := opened(t, plain(n), eventstoredb.Options{})
	appendEvents(t, first, "a-demo-1", 0, events(1))
	others := node(t, protocoltest.Config{})
	for _, server := range []*protocoltest.Node{n, others} {
		if _, err := client(t, plain(server)).AppendToStream(t.Context(), "order-1", esdb.AppendToStreamOptions{},
			esdb.EventData{EventType: "ordered", ContentType: esdb.ContentTypeJson, Data: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := all(first.All(t.Context(), 0, es.Filter{})); !errors.Is(err, eventstoredb.ErrForeign) {
		t.Errorf("%v, want foreign", err)
	}
	if _, err := eventstoredb.Open(t.Context(), plain(others), eventstoredb.Options{}); !errors.Is(err, eventstoredb.ErrForeign) {
		t.Errorf("open a database of others: %v, want foreign", err)
	}
	l := opened(t, plain(n)+"#docket", eventstoredb.Options{})
	want := events(2)
	appendEvents(t, l, "order-1", 0, want)
	same(t, "in a namespace", l.All(t.Context(), 0, es.Filter{}), want)
}
