package estest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Closer is a store that can be closed.
type Closer interface {
	es.Store
	Close() error
}

// A Suite describes how to open the stores that RunConformance tests.
type Suite struct {
	// Place makes an empty place, such as a path or a connection string. It is
	// removed when the test ends.
	Place func(t testing.TB) string
	// Open opens the store of a place. Where Child is set, what an earlier store
	// or another process wrote there must be found.
	Open func(ctx context.Context, place string) (Closer, error)
	// Dense stores give positions 1, 2, 3; others give growing ones.
	Dense bool
	// Child names a test of the same binary that calls RunChild, when several
	// processes can share a place; empty when they cannot.
	Child string
}

// hangTimeout bounds what could hang if a store were wrong.
func hangTimeout() time.Duration { return time.Duration(scaledSize(2, 10)) * time.Minute }

// scaledSize returns n, or the larger size where tests run in full length.
func scaledSize(n, full int) int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return full
	}
	return n
}

// RunConformance tests everything that es.Store promises.
func RunConformance(t *testing.T, s Suite) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, Suite)
	}{
		{"ExpectedVersion", expectedVersion},
		{"LostAnswer", lostAnswer},
		{"RaceOfOne", raceOfOne},
		{"Envelope", envelopeFields},
		{"Bodies", testBodies},
		{"TooLarge", tooLarge},
		{"Kinds", testKinds},
		{"StreamNames", streamNames},
		{"BadText", badText},
		{"FromAnywhere", fromAnywhere},
		{"At", eventAt},
		{"UpToNow", testEndOfRead},
		{"Next", testNext},
		{"Filter", testFilter},
		{"ToHead", testReadsToHead},
		{"Cancel", testCancel},
		{"BrokenOff", testBrokenReads},
		{"Tail", testTail},
		{"Order", testOrder},
		{"HandOver", testHandOver},
		{"ManyStreams", manyStreams},
		{"Reopen", testReopen},
		{"Kill", testKill},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, s) })
	}
}

// openFresh opens the store of an empty place.
func (s Suite) openFresh(t *testing.T) (Closer, context.Context) {
	t.Helper()
	return s.openAt(t, s.Place(t))
}

func (s Suite) openAt(t *testing.T, place string) (Closer, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hangTimeout())
	store, err := s.Open(ctx, place)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		if err := store.Close(); err != nil {
			t.Error("close:", err)
		}
	})
	return store, ctx
}

// newEvents makes n events with new ids.
func newEvents(n int) []es.Envelope {
	out := make([]es.Envelope, n)
	for i := range out {
		out[i] = es.Envelope{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: []byte(`{}`),
			Meta: es.Meta{Actor: "a", Workspace: "demo", Command: uuid.New(), Correlation: uuid.New()}}
	}
	return out
}

// mustAppend appends events and fails the test on an error.
func mustAppend(t *testing.T, ctx context.Context, s es.Store, stream es.StreamID, expect uint64, events []es.Envelope) es.Receipt {
	t.Helper()
	r, err := s.Append(ctx, stream, expect, events)
	if err != nil {
		t.Fatalf("append to %.40q at %d: %v", stream, expect, err)
	}
	if want := expect + uint64(len(events)); r.Version != want || r.Position == 0 {
		t.Fatalf("append to %.40q: got %+v, want version %d", stream, r, want)
	}
	return r
}

// collectAll collects what an iterator yields.
func collectAll(seq func(func(es.Envelope, error) bool)) (out []es.Envelope, err error) {
	for e, err := range seq {
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

// mustCollect collects what an iterator yields and fails the test on an error.
func mustCollect(t *testing.T, seq func(func(es.Envelope, error) bool)) []es.Envelope {
	t.Helper()
	out, err := collectAll(seq)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func expectedVersion(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	first := mustAppend(t, ctx, s, "a-demo-1", 0, newEvents(2))
	for _, c := range []struct {
		stream es.StreamID
		expect uint64
		n      int
	}{{"a-demo-1", 0, 1}, {"a-demo-1", 1, 1}, {"a-demo-1", 1, 5}, {"a-demo-1", 3, 1}, {"a-demo-1", 1 << 40, 1}, {"a-demo-2", 1, 1}} {
		if r, err := s.Append(ctx, c.stream, c.expect, newEvents(c.n)); !errors.Is(err, es.ErrConflict) {
			t.Errorf("%s at %d: got %+v, %v, want a conflict", c.stream, c.expect, r, err)
		}
	}
	if head, err := s.Head(ctx); err != nil || head != first.Position {
		t.Errorf("head is %d, %v after refusals, want %d", head, err, first.Position)
	}
	if r := mustAppend(t, ctx, s, "a-demo-1", 2, newEvents(1)); r.Position <= first.Position {
		t.Errorf("position %d behind %d", r.Position, first.Position)
	}
	if got := mustCollect(t, s.Stream(ctx, "a-demo-2", 0)); len(got) != 0 {
		t.Errorf("a refused append left %d events", len(got))
	}
}

func lostAnswer(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	before, events := newEvents(1), newEvents(3)
	mustAppend(t, ctx, s, "a-demo-1", 0, before)
	want := mustAppend(t, ctx, s, "a-demo-1", 1, events)
	for _, later := range []int{0, 2} {
		if later > 0 {
			mustAppend(t, ctx, s, "a-demo-1", 4, newEvents(later))
		}
		if r, err := s.Append(ctx, "a-demo-1", 1, events); err != nil || r != want {
			t.Errorf("with %d later events: got %+v, %v, want %+v", later, r, err, want)
		}
		if later == 0 {
			continue
		}
		other := append(newEvents(2), events[2])
		for name, again := range map[string][]es.Envelope{
			"other ids": newEvents(3), "the last id the same": other, "another order": {events[1], events[0], events[2]},
			"at another place": before} {
			if r, err := s.Append(ctx, "a-demo-1", 1, again); !errors.Is(err, es.ErrConflict) {
				t.Errorf("%s: got %+v, %v, want a conflict", name, r, err)
			}
		}
	}
	if got := mustCollect(t, s.Stream(ctx, "a-demo-1", 0)); len(got) != 6 {
		t.Errorf("%d events, want 6", len(got))
	}
}

// raceOfOne has many append to one stream at one version: one wins.
func raceOfOne(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	const rivals = 32
	for version := range uint64(5) {
		errs := make(chan error, 2*rivals)
		for i := range rivals {
			rival, bystander := newEvents(1), es.StreamID(fmt.Sprintf("b-demo-%d", i))
			go func() { _, err := s.Append(ctx, "a-demo-1", version, rival); errs <- err }()
			go func() {
				if _, err := s.Append(ctx, bystander, version, newEvents(1)); err != nil {
					errs <- fmt.Errorf("a bystander of the race: %v", err)
				} else {
					errs <- es.ErrConflict // so that all but the winner count alike
				}
			}()
		}
		won := 0
		for range 2 * rivals {
			if err := <-errs; err == nil {
				won++
			} else if !errors.Is(err, es.ErrConflict) {
				t.Error(err)
			}
		}
		if won != 1 {
			t.Fatalf("%d of %d won version %d", won, rivals, version+1)
		}
	}
}
