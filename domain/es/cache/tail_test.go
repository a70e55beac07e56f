package cache_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// counted is a store that counts how often it is read, and fails when told to.
type counted struct {
	*estest.Memory
	reads atomic.Int64
	fail  atomic.Pointer[error]
}

func (c *counted) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	c.reads.Add(1)
	if err := c.fail.Load(); err != nil {
		return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, *err) }
	}
	return c.Memory.All(ctx, after, f)
}

// grow appends n events to a stream that stands at a version; every third is a lamp.
func grow(t *testing.T, s es.Store, stream es.StreamID, at uint64, n int) {
	t.Helper()
	for i := range n {
		e := es.Envelope{ID: uuid.New(), Type: "box.filled", Schema: 1, Body: []byte("{}")}
		if (int(at)+i)%3 == 0 {
			e.Type = "lamp.lit"
		}
		if _, err := s.Append(t.Context(), stream, at+uint64(i), []es.Envelope{e}); err != nil {
			t.Error(err)
			return
		}
	}
}

func positions(t *testing.T, s es.Store, after es.Position, types ...string) (out []es.Position) {
	t.Helper()
	for e, err := range s.All(t.Context(), after, es.Filter{Types: types}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Position)
	}
	return out
}

func upTo(from, to es.Position) (out []es.Position) {
	for p := from; p <= to; p++ {
		out = append(out, p)
	}
	return out
}

func TestTailReadsOnceForAll(t *testing.T) {
	s := &counted{Memory: estest.NewStore()}
	grow(t, s, "box-demo-1", 0, 5)
	tail := cache.NewTail(s, 0, 0)
	if head, err := tail.Head(t.Context()); head != 5 || err != nil {
		t.Fatalf("begins at %d, %v, want head = 5 and no error", head, err)
	}
	var ready, done sync.WaitGroup
	for range 8 {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			if err := tail.Wait(t.Context(), 5); err != nil {
				t.Error(err)
			}
		})
	}
	ready.Wait()
	grow(t, s, "box-demo-1", 5, 1)
	done.Wait()
	if head, err := tail.Head(t.Context()); head != 6 || err != nil {
		t.Errorf("at %d after waiting, %v, want head = 6 and no error", head, err)
	}
	before := s.reads.Load()
	for range 8 {
		if got := positions(t, tail, 5); !slices.Equal(got, upTo(6, 6)) {
			t.Errorf("%v is new, want 6", got)
		}
	}
	if got := s.reads.Load() - before; got != 0 || before > 2 {
		t.Errorf("the store was read %d times to take in one event, and %d times for its followers, want got = 0 and before at most 2",
			before, got)
	}
	if got := positions(t, tail, 2); !slices.Equal(got, upTo(3, 6)) {
		t.Errorf("from further back: %v, want 3 to 6", got)
	}
	if got := positions(t, tail, 5, "lamp.lit"); len(got) != 0 {
		t.Errorf("filtered: %v, want 0", got)
	}
	if got := positions(t, tail, 6); len(got) != 0 {
		t.Errorf("behind the end: %v, want 0", got)
	}
}

// TestTailWaitsForNothingBeyond has callers that get their turn to read when what they wait for has
// just come: none may wait for the event after it.
func TestTailWaitsForNothingBeyond(t *testing.T) {
	for range 3000 {
		s := estest.NewStore()
		tail := cache.NewTail(s, 0, 0)
		if _, err := tail.Head(t.Context()); err != nil {
			t.Fatal(err)
		}
		var ready, done sync.WaitGroup
		for range 4 {
			ready.Add(1)
			done.Go(func() {
				ready.Done()
				if err := tail.Wait(t.Context(), 0); err != nil {
					t.Error(err)
				}
			})
		}
		ready.Wait()
		grow(t, s, "box-demo-1", 0, 1)
		done.Wait()
	}
}

func TestTailWaitsAsLongAsItsCallers(t *testing.T) {
	tail := cache.NewTail(estest.NewStore(), 0, 0)
	ctx, cancel := context.WithCancel(t.Context())
	gone, stays := make(chan error, 1), make(chan error, 1)
	go func() { gone <- tail.Wait(ctx, 0) }()
	go func() { stays <- tail.Wait(t.Context(), 0) }()
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v, want %v", err, context.Canceled)
	}
	grow(t, tail, "box-demo-1", 0, 1)
	if err := <-stays; err != nil {
		t.Error(err)
	}
	if got := positions(t, tail, 0); !slices.Equal(got, upTo(1, 1)) {
		t.Errorf("got %v, want 1", got)
	}
}

func TestTailAfterAFailure(t *testing.T) {
	s := &counted{Memory: estest.NewStore()}
	tail := cache.NewTail(s, 0, 0)
	grow(t, s, "box-demo-1", 0, 2)
	if err := tail.Wait(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	grow(t, s, "box-demo-1", 2, 2)
	away := errors.New("the store is away")
	s.fail.Store(&away)
	if err := tail.Wait(t.Context(), 2); !errors.Is(err, away) {
		t.Fatalf("a store that fails: %v, want %v", err, away)
	}
	s.fail.Store(nil)
	before := s.reads.Load()
	if got := positions(t, tail, 0); !slices.Equal(got, upTo(1, 4)) || s.reads.Load() == before {
		t.Errorf("%v, from memory: %v, want 1 to 4 from the store", got, s.reads.Load() == before)
	}
	if err := tail.Wait(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if got := positions(t, tail, 2); !slices.Equal(got, upTo(3, 4)) {
		t.Errorf("got %v, want 3 and 4", got)
	}
}

// stuck is a store whose readings do not come back while they are told to hang.
type stuck struct {
	*estest.Memory
	hangs atomic.Bool
}

func (s *stuck) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	if !s.hangs.Load() {
		return s.Memory.All(ctx, after, f)
	}
	return func(yield func(es.Envelope, error) bool) {
		<-ctx.Done()
		yield(es.Envelope{}, ctx.Err())
	}
}

// TestTailGivesUpAReadingThatHangs: it must not hold up all who wait for it.
func TestTailGivesUpAReadingThatHangs(t *testing.T) {
	s := &stuck{Memory: estest.NewStore()}
	tail := cache.NewTail(s, 0, 20*time.Millisecond)
	s.hangs.Store(true)
	grow(t, s, "box-demo-1", 0, 1)
	if head, err := tail.Head(t.Context()); head != 1 || err != nil {
		t.Fatal(head, err)
	}
	grow(t, s, "box-demo-1", 1, 1)
	if err := tail.Wait(t.Context(), 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a reading that hangs: %v, want %v", err, context.DeadlineExceeded)
	}
	s.hangs.Store(false)
	if err := tail.Wait(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := positions(t, tail, 1); !slices.Equal(got, upTo(2, 2)) {
		t.Errorf("got %v, want 2", got)
	}
}

// TestTailLeavesNothingOut has followers at all places read while writers write faster
// than anything stays at hand.
func TestTailLeavesNothingOut(t *testing.T) {
	const writers, each = 4, 500
	for _, limit := range []int{1, 4000, 1 << 20} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			s := estest.NewStore()
			tail := cache.NewTail(s, limit, 0)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var all sync.WaitGroup
			for range 6 {
				all.Go(func() {
					var seen []es.Position
					for at := es.Position(0); at < writers*each; {
						head, err := tail.Head(ctx)
						if err != nil {
							t.Error(err)
							return
						}
						for e, err := range tail.All(ctx, at, es.Filter{}) {
							if err != nil {
								t.Error(err)
								return
							}
							seen = append(seen, e.Position)
							head = max(head, e.Position)
						}
						if at = max(at, head); at < writers*each && tail.Wait(ctx, at) != nil {
							t.Errorf("nothing new after %d, want %d", at, writers*each)
							return
						}
					}
					if !slices.Equal(seen, upTo(1, writers*each)) {
						t.Errorf("%d positions were seen, or not in order, want %d in order", len(seen), writers*each)
					}
				})
			}
			for i := range writers {
				all.Go(func() { grow(t, s, es.StreamID(fmt.Sprintf("box-demo-%d", i)), 0, each) })
			}
			all.Wait()
		})
	}
}
