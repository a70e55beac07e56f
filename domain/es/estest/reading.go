package estest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// writeEvents fills a store with n events over seven streams, of three types.
func writeEvents(t *testing.T, ctx context.Context, s es.Store, n int) []es.Envelope {
	t.Helper()
	at := map[es.StreamID]uint64{}
	for i := 0; i < n; {
		stream := es.StreamID(fmt.Sprintf("a-demo-%d", i%7))
		events := newEvents(min(37, n-i))
		for j := range events {
			events[j].Type = fmt.Sprintf("test.type-%d", (i+j)%3)
		}
		at[stream] = mustAppend(t, ctx, s, stream, at[stream], events).Version
		i += len(events)
	}
	return mustCollect(t, s.All(ctx, 0, es.Filter{}))
}

func eventIDs(events []es.Envelope) []string {
	out := make([]string, len(events))
	for i, e := range events {
		out[i] = e.ID.String()
	}
	return out
}

func fromAnywhere(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	if got := mustCollect(t, s.All(ctx, 0, es.Filter{})); len(got) != 0 {
		t.Errorf("%d events in an empty store", len(got))
	}
	if head, err := s.Head(ctx); err != nil || head != 0 {
		t.Errorf("head of an empty store: %d, %v", head, err)
	}
	log := writeEvents(t, ctx, s, 1300)
	if len(log) != 1300 {
		t.Fatalf("%d events, want 1300", len(log))
	}
	for _, from := range []int{0, 1, 2, 510, 511, 512, 513, 999, 1023, 1024, 1298, 1299} {
		if got := mustCollect(t, s.All(ctx, log[from].Position, es.Filter{})); !slices.Equal(eventIDs(got), eventIDs(log[from+1:])) {
			t.Errorf("behind event %d: %d events, want %d", from, len(got), len(log)-from-1)
		}
		e := log[from]
		want := slices.DeleteFunc(slices.Clone(log), func(o es.Envelope) bool { return o.Stream != e.Stream || o.Version <= e.Version })
		if got := mustCollect(t, s.Stream(ctx, e.Stream, e.Version)); !slices.Equal(eventIDs(got), eventIDs(want)) {
			t.Errorf("%s behind %d: %d events, want %d", e.Stream, e.Version, len(got), len(want))
		}
	}
	for _, far := range []uint64{1 << 40, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
		// No store gave these: it may refuse them, and yields nothing in any case.
		if got, err := collectAll(s.All(ctx, es.Position(far), es.Filter{})); err != nil && !errors.Is(err, es.ErrNoEvent) ||
			len(got) != 0 {
			t.Errorf("All behind %d: %d events, %v", far, len(got), err)
		}
		if got, err := collectAll(s.Stream(ctx, "a-demo-1", far)); err != nil || len(got) != 0 {
			t.Errorf("Stream behind %d: %d events, %v", far, len(got), err)
		}
	}
}

// eventAt reads single events: those that are there, and positions that no event has.
func eventAt(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	if e, err := s.At(ctx, 0); !errors.Is(err, es.ErrNoEvent) {
		t.Errorf("an empty store has %v at 0: %v", e.ID, err)
	}
	log := writeEvents(t, ctx, s, 300)
	given := map[es.Position]bool{}
	for _, e := range log {
		given[e.Position] = true
	}
	for _, i := range []int{0, 1, 2, 137, 298, 299} {
		want := log[i]
		got, err := s.At(ctx, want.Position)
		if err != nil || got.ID != want.ID || got.Stream != want.Stream || got.Version != want.Version || got.Position != want.Position ||
			!bytes.Equal(got.Body, want.Body) {
			t.Errorf("at %d: got %+v, %v, want %+v", want.Position, got, err, want)
		}
		for _, beside := range []es.Position{want.Position - 1, want.Position + 1} {
			if given[beside] {
				continue
			}
			if got, err := s.At(ctx, beside); !errors.Is(err, es.ErrNoEvent) {
				t.Errorf("at %d, beside %d: got %+v, %v, want %v", beside, want.Position, got, err, es.ErrNoEvent)
			}
		}
	}
	for _, none := range []es.Position{0, 1 << 40, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
		if got, err := s.At(ctx, none); !errors.Is(err, es.ErrNoEvent) {
			t.Errorf("at %d: got %+v, %v, want %v", none, got, err, es.ErrNoEvent)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.At(ended, log[0].Position); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: got %v, want %v", err, context.Canceled)
	}
}

// testEndOfRead reads while each event read leads to another: the end is where it was.
func testEndOfRead(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	log := writeEvents(t, ctx, s, 600)
	n := 0
	for _, err := range s.All(ctx, 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, ctx, s, "b-demo-1", uint64(n), newEvents(1))
		if n++; n > 3*len(log) {
			t.Fatal("the reader runs after the writer without end")
		}
	}
	if n < len(log) {
		t.Errorf("%d events, want at least %d", n, len(log))
	}
}

func testFilter(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	log := writeEvents(t, ctx, s, 1700)
	for _, types := range [][]string{{"test.type-0"}, {"test.type-2", "test.type-1"}, {"test.type-1", "test.none"}, {"test.none"}, {"%"},
		{"test.type-0", "test.type-0"}} {
		for _, from := range []int{0, 700} {
			want := slices.DeleteFunc(slices.Clone(log[from+1:]), func(e es.Envelope) bool { return !slices.Contains(types, e.Type) })
			got := mustCollect(t, s.All(ctx, log[from].Position, es.Filter{Types: types}))
			if !slices.Equal(eventIDs(got), eventIDs(want)) {
				t.Errorf("%v behind %d: %d events, want %d", types, from, len(got), len(want))
			}
		}
	}
}

// testReadsToHead reads while others write: each read comes to the head that there was, with and
// without a filter, and leaves nothing out on the way.
func testReadsToHead(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	const writers, appends = 4, 40
	done := make(chan error, writers)
	for w := range writers {
		go func() {
			var err error
			for i := uint64(0); i < appends && err == nil; i++ {
				events := newEvents(1)
				events[0].Type = fmt.Sprintf("test.type-%d", w)
				_, err = s.Append(ctx, es.StreamID(fmt.Sprintf("a-demo-%d", w)), i, events)
			}
			done <- err
		}()
	}
	for left := writers; left > 0; {
		select {
		case err := <-done:
			if left--; err != nil {
				t.Fatal(err)
			}
		default:
		}
		if err := CheckReadsToHead(ctx, s, "test.type-1"); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(mustCollect(t, s.All(ctx, 0, es.Filter{Types: []string{"test.type-1"}}))); got != appends {
		t.Errorf("of one type: got %d events, want %d", got, appends)
	}
}

// CheckReadsToHead reads a store from its start and from its middle, and returns an error where a read ends before
// the head that the store had when it began. Of a filter for one type it is known what passes up to there.
func CheckReadsToHead(ctx context.Context, s es.Store, typ string) error {
	head, err := s.Head(ctx)
	if err != nil {
		return err
	}
	all, err := collectAll(s.All(ctx, 0, es.Filter{}))
	if err != nil {
		return err
	}
	if n := len(all); head > 0 && (n == 0 || all[n-1].Position < head) {
		return fmt.Errorf("a read of everything ended after %d events, before the head at %d", n, head)
	}
	var middle es.Position
	if len(all) > 1 {
		middle = all[len(all)/2-1].Position
	}
	for _, from := range []es.Position{0, middle} {
		found, err := collectAll(s.All(ctx, from, es.Filter{Types: []string{typ}}))
		if err != nil {
			return err
		}
		want := slices.DeleteFunc(slices.Clone(all), func(e es.Envelope) bool { return e.Type != typ || e.Position <= from })
		if len(found) < len(want) || !slices.Equal(eventIDs(found[:len(want)]), eventIDs(want)) {
			return fmt.Errorf("a read of %s after %d: got %d events, want the %d up to the head at %d, or more", typ, from, len(found),
				len(want), head)
		}
	}
	return nil
}

func testCancel(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	log := writeEvents(t, ctx, s, 600)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Append(ended, "c-demo-1", 0, newEvents(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("append: %v", err)
	}
	if got := mustCollect(t, s.Stream(ctx, "c-demo-1", 0)); len(got) != 0 {
		t.Error("an append that was cancelled before it began was kept")
	}
	for name, seq := range map[string]func(func(es.Envelope, error) bool){
		"All": s.All(ended, 0, es.Filter{}), "Stream": s.Stream(ended, "a-demo-1", 0)} {
		if got, err := collectAll(seq); !errors.Is(err, context.Canceled) || len(got) != 0 {
			t.Errorf("%s: %d events, %v", name, len(got), err)
		}
	}
	if err := s.Wait(ended, log[len(log)-1].Position); !errors.Is(err, context.Canceled) {
		t.Errorf("wait: %v", err)
	}
	late, cancel := context.WithCancel(ctx)
	n, errs := 0, 0
	for _, err := range s.All(late, 0, es.Filter{}) {
		if err != nil {
			errs++
			if !errors.Is(err, context.Canceled) {
				t.Errorf("in the middle: %v", err)
			}
			continue
		}
		if n++; n == 10 {
			cancel()
		}
	}
	if n != 10 || errs != 1 {
		t.Errorf("cancelled at 10: %d events and %d errors", n, errs)
	}
	cancel()
	mustAppend(t, ctx, s, "c-demo-1", 0, newEvents(1)) // and the store goes on
}

// testBrokenReads leaves more iterators than any pool has connections.
func testBrokenReads(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	writeEvents(t, ctx, s, 1100)
	before := runtime.NumGoroutine()
	iterators := scaledSize(40, 200)
	for i := range iterators {
		n := 0
		for _, err := range s.All(ctx, 0, es.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n > 1200*i/iterators {
				break
			}
		}
		for _, err := range s.Stream(ctx, "a-demo-1", 0) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	mustAppend(t, ctx, s, "c-demo-1", 0, newEvents(1))
	for end := time.Now().Add(5 * time.Minute); runtime.NumGoroutine() > before+20; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

func testTail(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	const n = 200
	done := make(chan error, 1)
	go func() {
		var at es.Position
		seen := 0
		for seen < n {
			if err := s.Wait(ctx, at); err != nil {
				done <- err
				return
			}
			before := seen
			for e, err := range s.All(ctx, at, es.Filter{}) {
				if err != nil {
					done <- err
					return
				}
				at = e.Position
				seen++
			}
			if seen == before {
				done <- fmt.Errorf("Wait returned at %d, but nothing is there", at)
				return
			}
		}
		done <- nil
	}()
	var before, last es.Receipt
	for i := range uint64(n) {
		before, last = last, mustAppend(t, ctx, s, "a-demo-1", i, newEvents(1))
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := s.Wait(ctx, before.Position); err != nil {
		t.Errorf("what is there already needs no waiting: %v", err)
	}
	short, cancel := context.WithTimeout(ctx, 250*time.Millisecond)
	defer cancel()
	if err := s.Wait(short, last.Position); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("nothing came, but Wait says %v", err)
	}
}

func manyStreams(t *testing.T, suite Suite) {
	s, ctx := suite.openFresh(t)
	n := scaledSize(5000, 100_000)
	const writers = 256
	errs := make(chan error, writers)
	for w := range writers {
		go func() {
			for i := w; i < n; i += writers {
				if _, err := s.Append(ctx, es.StreamID(fmt.Sprintf("many-demo-%d", i)), 0, newEvents(1)); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < n; i += n / 100 {
		if got := mustCollect(t, s.Stream(ctx, es.StreamID(fmt.Sprintf("many-demo-%d", i)), 0)); len(got) != 1 {
			t.Errorf("stream %d: %d events", i, len(got))
		}
	}
	seen := 0
	for _, err := range s.All(ctx, 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		seen++
	}
	if seen != n {
		t.Errorf("%d events, want %d", seen, n)
	}
}
