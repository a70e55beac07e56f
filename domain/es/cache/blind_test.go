package cache_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// appendsKnown is a blind store that has at hand what was appended to it after a position.
type appendsKnown struct {
	*estest.Blind
	from es.Position
	log  *estest.Memory
	t    *testing.T
}

// RecentAppends implements cache.Remembering.
func (a appendsKnown) RecentAppends(after es.Position) (out []es.Envelope) {
	if after < a.from {
		return nil
	}
	for e, err := range a.log.All(a.t.Context(), after, es.Filter{}) {
		if err != nil {
			a.t.Error(err)
		}
		out = append(out, e)
	}
	return out
}

// TestTailMovesOverWhatItWasGiven has the store of a tail see nothing after a position: who waits gets an
// error, and the tail stays there, until the store sees again.
func TestTailMovesOverWhatItWasGiven(t *testing.T) {
	for _, hidden := range []es.Position{3, 4, 5} {
		s := estest.NewBlind(estest.NewStore())
		grow(t, s, "box-demo-1", 0, 3)
		tail := cache.NewTail(s, 0, 0)
		if head, err := tail.Head(t.Context()); err != nil || head != 3 {
			t.Fatalf("begins at %d, %v, want no error and head = 3", head, err)
		}
		s.HideAfter(hidden)
		grow(t, s, "box-demo-1", 3, 3)
		for at := es.Position(3); at < hidden; at = hidden {
			if err := tail.Wait(t.Context(), at); err != nil {
				t.Errorf("hidden after %d: %v, want what is seen", hidden, err)
			}
		}
		for range 2 {
			if err := tail.Wait(t.Context(), hidden); !errors.Is(err, es.ErrIncompleteRead) {
				t.Errorf("hidden after %d: got %v, want %v", hidden, err, es.ErrIncompleteRead)
			}
		}
		if head, err := tail.Head(t.Context()); err != nil || head != hidden {
			t.Errorf("hidden after %d: got head %d, %v, want head = %v and no error", hidden, head, err, hidden)
		}
		s.HideNothing()
		if err := tail.Wait(t.Context(), hidden); err != nil {
			t.Errorf("seen again: %v, want no error", err)
		}
		if got := positions(t, tail, 3); !slices.Equal(got, upTo(4, 6)) {
			t.Errorf("seen again: got %v, want 4 to 6", got)
		}
		if err := estest.CheckReadsToHead(t.Context(), tail, "lamp.lit"); err != nil {
			t.Error(err)
		}
	}
}

// TestTailOfARememberingStore needs no read for what the store has at hand, and none of it is missing
// where the store sees nothing.
func TestTailOfARememberingStore(t *testing.T) {
	memory := estest.NewStore()
	s := estest.NewBlind(memory)
	known := appendsKnown{Blind: s, from: 5, log: memory, t: t}
	grow(t, s, "box-demo-1", 0, 3)
	tail := cache.NewTail(known, 0, 0)
	if _, err := tail.Head(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.HideAfter(3)
	grow(t, s, "box-demo-1", 3, 4)
	if err := tail.Wait(t.Context(), 3); !errors.Is(err, es.ErrIncompleteRead) {
		t.Errorf("with 4 and 5 not at hand: got %v, want %v", err, es.ErrIncompleteRead)
	}
	s.HideAfter(5)
	for at := es.Position(3); at < 7; {
		if err := tail.Wait(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		head, err := tail.Head(t.Context())
		if err != nil || head <= at {
			t.Fatalf("got head %d, %v after %d, want head more than %v and no error", head, err, at, at)
		}
		at = head
	}
	if got := positions(t, tail, 3); !slices.Equal(got, upTo(4, 7)) {
		t.Errorf("got %v, want 4 to 7", got)
	}
}
