package eventstoredb_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// node starts a server with a database of its own.
func node(t testing.TB, c protocoltest.Config) *protocoltest.Node {
	t.Helper()
	n, err := protocoltest.Start(protocoltest.NewDatabase(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Stop(); err != nil {
			t.Error("stop:", err)
		}
	})
	return n
}

// plain is the address of a node without TLS.
func plain(n *protocoltest.Node) string { return "esdb://" + n.Address() + "?tls=false" }

func openLog(ctx context.Context, place string) (estest.Closer, error) {
	return eventstoredb.Open(ctx, place, eventstoredb.Options{Logger: slog.New(slog.DiscardHandler)})
}

// Logs of several namespaces have streams of the same names in one database:
// nobody sees or disturbs the others.
func TestNamespaces(t *testing.T) {
	n := node(t, protocoltest.Config{})
	logs := []*eventstoredb.Log{opened(t, plain(n)+"#one", eventstoredb.Options{}), opened(t, plain(n)+"#two", eventstoredb.Options{})}
	want, heads := make([][]es.Envelope, len(logs)), make([]es.Position, len(logs))
	for i := range uint64(30) {
		for j, l := range logs {
			e := events(1 + j)
			r := appendEvents(t, l, "$a-demo-1", i*uint64(1+j), e)
			want[j], heads[j] = append(want[j], e...), r.Position
		}
	}
	for j, l := range logs {
		same(t, "a stream", l.Stream(t.Context(), "$a-demo-1", 0), want[j])
		same(t, "the log", l.All(t.Context(), 0, es.Filter{}), want[j])
		same(t, "one type", l.All(t.Context(), 0, es.Filter{Types: []string{"test.happened"}}), want[j])
		if head, err := l.Head(t.Context()); err != nil || head != heads[j] {
			t.Errorf("head of log %d: %d, %v, want %d", j, head, err, heads[j])
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	appendEvents(t, logs[0], "b-demo-1", 0, events(1))
	if err := logs[1].Wait(ctx, heads[1]); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("woken by another log: %v, want %v", err, context.DeadlineExceeded)
	}
}

// TestNamespace runs the whole suite in databases that other logs use too.
func TestNamespace(t *testing.T) {
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		t.Skip("a second run of the suite; DOCKET_TEST_FULL=1 runs it")
	}
	estest.RunConformance(t, estest.Suite{Open: openLog, Place: func(t testing.TB) string {
		n := node(t, protocoltest.Config{})
		for _, neighbour := range []string{"", "#" + unique()} {
			l := opened(t, plain(n)+neighbour, eventstoredb.Options{})
			for i := range 20 {
				appendEvents(t, l, es.StreamID(fmt.Sprintf("a-demo-%d", i%7)), uint64(i/7), events(1))
			}
		}
		return plain(n) + "#" + unique()
	}})
}

// TestRealServer runs the suite on a server or cluster that DOCKET_TEST_ESDB names.
func TestRealServer(t *testing.T) {
	address := os.Getenv("DOCKET_TEST_ESDB")
	if address == "" {
		t.Skip("DOCKET_TEST_ESDB names no server")
	}
	estest.RunConformance(t, estest.Suite{Place: func(t testing.TB) string { return address + "#" + unique() }, Open: openLog,
		Child: "TestLogChild"})
}

// unique is a namespace that was never used.
func unique() string { return "t" + strings.ReplaceAll(uuid.NewString(), "-", "") }

// events makes n events with new ids.
func events(n int) []es.Envelope {
	out := make([]es.Envelope, n)
	for i := range out {
		out[i] = es.Envelope{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: []byte(fmt.Sprintf(`{"n":%d}`, i))}
	}
	return out
}

// opened opens a log for the time of a test.
func opened(t testing.TB, address string, o eventstoredb.Options) *eventstoredb.Log {
	t.Helper()
	if o.Patience == 0 { // far: machines may be busy
		o.Patience = 5 * time.Minute
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	l, err := eventstoredb.Open(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error("close:", err)
		}
	})
	return l
}

// appendEvents appends and wants success.
func appendEvents(t testing.TB, l *eventstoredb.Log, stream es.StreamID, expect uint64, events []es.Envelope) es.Receipt {
	t.Helper()
	r, err := l.Append(t.Context(), stream, expect, events)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// all collects what is yielded, and the error at its end.
func all(seq func(func(es.Envelope, error) bool)) (out []es.Envelope, err error) {
	for e, err := range seq {
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

// same wants exactly these events, each once and in order.
func same(t testing.TB, what string, seq func(func(es.Envelope, error) bool), want []es.Envelope) {
	t.Helper()
	got, err := all(seq)
	if err != nil {
		t.Errorf("%s: %v, want no error", what, err)
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d events, want %d", what, len(got), len(want))
		return
	}
	for i := range want {
		if got[i].ID != want[i].ID {
			t.Errorf("%s: event %d is another, want got[i].ID = %v", what, i, want[i].ID)
			return
		}
	}
}
