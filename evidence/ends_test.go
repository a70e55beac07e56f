package evidence_test

import (
	"context"
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
			t.Errorf("another event at %d is taken for that of the tree", end)
		}
		_, _, err = evidence.FindEnds(t.Context(), b.tree, func(ctx context.Context, at es.Position) (es.Envelope, error) {
			if at == end {
				return es.Envelope{}, es.ErrNoEvent
			}
			return b.log.At(ctx, at)
		})
		if err == nil {
			t.Errorf("an event at %d that is not there is taken for that of the tree", end)
		}
	}
}
