package evidence_test

import (
	"context"
	"iter"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// TestTheEndsOfATreeAreItsEvents finds the first and last event of a tree, and none where either of them is
// another one, or cannot be read.
func TestTheEndsOfATreeAreItsEvents(t *testing.T) {
	b := newBundler(t, 700)
	b.sign(t)
	first, last, err := evidence.FindEnds(t.Context(), b.tree, b.log.At)
	if err != nil {
		t.Fatal(err)
	}
	state, err := b.tree.State(t.Context())
	if err != nil || last != state.Position {
		t.Errorf("got last %d and %v, want %d", last, err, state.Position)
	}
	for e, err := range b.log.All(t.Context(), 0, es.Filter{}) {
		if err != nil || e.Position != first {
			t.Errorf("got first %d and %v, want %d", first, err, e.Position)
		}
		break
	}
	for _, end := range []es.Position{first, last} {
		_, _, err := evidence.FindEnds(t.Context(), b.tree, func(ctx context.Context, at es.Position) (es.Envelope, error) {
			e, err := b.log.At(ctx, at)
			if at == end {
				e.Version++
			}
			return e, err
		})
		if err == nil {
			t.Errorf("another event at %d is taken for that of the tree, want an error", end)
		}
		_, _, err = evidence.FindEnds(t.Context(), b.tree, func(ctx context.Context, at es.Position) (es.Envelope, error) {
			if at == end {
				return es.Envelope{}, es.ErrNoEvent
			}
			return b.log.At(ctx, at)
		})
		if err == nil {
			t.Errorf("an event at %d that is not there is taken for that of the tree, want an error", end)
		}
	}
}

// A logWithout is a log that lacks the event at a position.
type logWithout struct {
	es.Store
	missing es.Position
}

func (l logWithout) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range l.Store.All(ctx, after, f) {
			if e.Position != l.missing && !yield(e, err) {
				return
			}
		}
	}
}

func (l logWithout) At(ctx context.Context, at es.Position) (es.Envelope, error) {
	if at == l.missing {
		return es.Envelope{}, es.ErrNoEvent
	}
	return l.Store.At(ctx, at)
}

// TestATreeFitsItsLog compares a tree with its log, and with ones that lack an event at the begin of a tile,
// within the last tile, or at the end; and finds its leaves, and no other event among them.
func TestATreeFitsItsLog(t *testing.T) {
	b := newBundler(t, 700)
	b.sign(t)
	var all []es.Envelope
	for e, err := range b.log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	if fits, err := evidence.FitsLog(t.Context(), b.tree, b.log); err != nil || !fits {
		t.Errorf("got %v and %v for the log of the tree, want that it fits", fits, err)
	}
	for _, i := range []int{0, 256, 512, 600, len(all) - 1} {
		if fits, err := evidence.FitsLog(t.Context(), b.tree, logWithout{b.log, all[i].Position}); err != nil || fits {
			t.Errorf("got %v and %v for a log without event %d, want that it does not fit", fits, err, i)
		}
		if has, err := evidence.HasLeaf(t.Context(), b.tree, all[i]); err != nil || !has {
			t.Errorf("got %v and %v for event %d, want that it is a leaf", has, err, i)
		}
		all[i].Stream = "eu-" + all[i].Stream
		if has, err := evidence.HasLeaf(t.Context(), b.tree, all[i]); err != nil || has {
			t.Errorf("got %v and %v for event %d of another stream, want that it is none", has, err, i)
		}
	}
}
