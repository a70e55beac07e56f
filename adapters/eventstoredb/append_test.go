package eventstoredb_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
)

// An append whose answer is lost stands once, and is answered as if nothing had
// happened.
func TestALostAnswerIsFoundAgain(t *testing.T) {
	for name, fault := range map[string]protocoltest.Fault{
		"cut before it was written":      protocoltest.CutBeforeAppend,
		"cut after it was written":       protocoltest.CutAfterAppend,
		"given up after it was written":  protocoltest.AbortAfterAppend,
		"no answer after it was written": protocoltest.HangAfterAppend,
	} {
		t.Run(name, func(t *testing.T) {
			n := node(t, protocoltest.Config{})
			l := opened(t, plain(n), eventstoredb.Options{Timeout: 300 * time.Millisecond})
			want := events(1)
			appendEvents(t, l, "a-demo-1", 0, want)
			for _, expect := range []uint64{1, 3} {
				n.Faults.FailNext(1, fault)
				two := events(2)
				want = append(want, two...)
				r := appendEvents(t, l, "a-demo-1", expect, two)
				if head, err := l.Head(t.Context()); err != nil || head != r.Position || r.Version != expect+2 {
					t.Errorf("%+v, head %d, %v, want head = %v, r.Version = %v and no error", r, head, err, r.Position, expect+2)
				}
			}
			if n.Faults.CountOf(fault) != 2 {
				t.Error("the fault did not happen")
			}
			same(t, "the stream", l.Stream(t.Context(), "a-demo-1", 0), want)
			same(t, "the log", l.All(t.Context(), 0, es.Filter{}), want)
		})
	}
}

// A server may answer a repeated append without a position: it is read.
func TestAnAnswerWithoutPosition(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n), eventstoredb.Options{})
	two := events(2)
	want := appendEvents(t, l, "a-demo-1", 0, two)
	n.Faults.FailNext(1, protocoltest.NoPosition)
	if r := appendEvents(t, l, "a-demo-1", 0, two); r != want || n.Faults.CountOf(protocoltest.NoPosition) != 1 {
		t.Errorf("%+v, want %+v", r, want)
	}
}

// A server leaves repeated appends without an answer while the first one is not
// replicated. When patience is over, what stands is looked for, so that no failure
// is told of it.
func TestAppendsThatAreNeverAnswered(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n), eventstoredb.Options{Timeout: 100 * time.Millisecond, Patience: 5 * time.Second})
	n.Faults.FailNext(1000, protocoltest.HangAfterAppend)
	two := events(2)
	if r := appendEvents(t, l, "a-demo-1", 0, two); r.Version != 2 {
		t.Errorf("%+v, want r.Version = 2", r)
	}
	if n.Faults.CountOf(protocoltest.HangAfterAppend) < 2 {
		t.Error("it was not asked again")
	}
	same(t, "the log", l.All(t.Context(), 0, es.Filter{}), two)
	n.Faults.FailNext(1000, protocoltest.CutBeforeAppend)
	n.Faults.FailNext(0, protocoltest.HangAfterAppend)
	l = opened(t, plain(n), eventstoredb.Options{Patience: 300 * time.Millisecond})
	if _, err := l.Append(t.Context(), "a-demo-1", 2, events(1)); !eventstoredb.IsUnavailable(err) || errors.Is(err, es.ErrConflict) {
		t.Errorf("what was never written: %v, want an unavailable store and no conflict", err)
	}
}

// An append of which only the first events stand there is a conflict.
func TestOtherEventsBehindTheSameFirstOne(t *testing.T) {
	l := opened(t, plain(node(t, protocoltest.Config{})), eventstoredb.Options{})
	two := events(2)
	appendEvents(t, l, "a-demo-1", 0, two)
	mixed := append(slices.Clone(two[:1]), events(2)...)
	if r, err := l.Append(t.Context(), "a-demo-1", 0, mixed); !errors.Is(err, es.ErrConflict) {
		t.Errorf("%+v, %v, want a conflict", r, err)
	}
}

func TestTooLargeTogether(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n), eventstoredb.Options{Patience: time.Second})
	three := events(3)
	for i := range three {
		three[i].Body = make([]byte, 400<<10)
	}
	if _, err := l.Append(t.Context(), "a-demo-1", 0, three); !errors.Is(err, es.ErrTooLarge) {
		t.Errorf("1.2 MiB: %v, want too large", err)
	}
	appendEvents(t, l, "a-demo-1", 0, three[:2])
	generous := opened(t, plain(node(t, protocoltest.Config{MaxAppendSize: 4 << 20})), eventstoredb.Options{})
	if _, err := generous.Append(t.Context(), "a-demo-1", 0, three); !errors.Is(err, es.ErrTooLarge) {
		t.Errorf("1.2 MiB to a server that takes more than others: %v, want too large", err)
	}
	small := opened(t, plain(node(t, protocoltest.Config{MaxAppendSize: 64 << 10})), eventstoredb.Options{})
	if _, err := small.Append(t.Context(), "a-demo-1", 0, three[:1]); !errors.Is(err, es.ErrTooLarge) {
		t.Errorf("a server that takes less: %v, want too large", err)
	}
}

// client talks to a node as another program would.
func client(t testing.TB, address string) *esdb.Client {
	t.Helper()
	config, err := esdb.ParseConnectionString(address)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	c, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// A stream that was deleted softly is told from one that never was, by who knows its
// version and by who does not. Events are never taken for the first of a new stream.
func TestSoftlyDeletedStreams(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n), eventstoredb.Options{})
	old := events(3)
	appendEvents(t, l, "a-demo-1", 0, old)
	c := client(t, plain(n))
	if _, err := c.DeleteStream(t.Context(), "a-demo-1", esdb.DeleteStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, after := range []uint64{0, 2, 3} {
		if _, err := all(l.Stream(t.Context(), "a-demo-1", after)); !errors.Is(err, es.ErrCut) {
			t.Errorf("deleted, read after %d: %v, want that it was cut", after, err)
		}
	}
	same(t, "the log, which forgets nothing before it is scavenged", l.All(t.Context(), 0, es.Filter{}), old)
	if _, err := l.Append(t.Context(), "a-demo-1", 0, events(1)); !errors.Is(err, es.ErrCut) {
		t.Errorf("append to a deleted stream: %v, want that it was cut", err)
	}
	if _, err := l.Append(t.Context(), "a-demo-1", 0, events(1)); !errors.Is(err, es.ErrConflict) {
		t.Errorf("append to a stream that went on: %v, want a conflict", err)
	}
	if _, err := all(l.Stream(t.Context(), "a-demo-1", 0)); !errors.Is(err, es.ErrCut) {
		t.Errorf("gone on: %v, want that it was cut", err)
	}
}

func TestTombstonedStreams(t *testing.T) {
	n := node(t, protocoltest.Config{})
	l := opened(t, plain(n), eventstoredb.Options{})
	appendEvents(t, l, "a-demo-1", 0, events(3))
	head, err := l.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client(t, plain(n)).TombstoneStream(t.Context(), "a-demo-1", esdb.TombstoneStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := all(l.Stream(t.Context(), "a-demo-1", 0)); !errors.Is(err, eventstoredb.ErrTombstoned) || eventstoredb.IsUnavailable(err) {
		t.Errorf("read: %v, want ErrTombstoned", err)
	}
	for _, expect := range []uint64{0, 3} {
		_, err := l.Append(t.Context(), "a-demo-1", expect, events(1))
		if !errors.Is(err, eventstoredb.ErrTombstoned) || !strings.Contains(err.Error(), "tombstoned") {
			t.Errorf("append: %v, want the error eventstoredb.ErrTombstoned and err.Error() with tombstoned", err)
		}
	}
	if now, err := l.Head(t.Context()); err != nil || now != head {
		t.Errorf("the tombstone, an event of the system, moved the head from %d to %d, %v, want now = %v and no error", head,
			now, err, head)
	}
}
