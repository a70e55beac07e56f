package estest

import (
	"context"
	"iter"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Blind store breaks the promise of es.Store.All for as long as it is told to: reads yield nothing after
// a position, and no error, while Head, Wait, At and receipts know of what is appended.
type Blind struct {
	Closer

	mu    sync.Mutex
	blind bool
	after es.Position
	types bool // only reads with a filter are blind
}

// NewBlind returns a store that sees everything until it is told otherwise.
func NewBlind(s Closer) *Blind { return &Blind{Closer: s} }

// HideAfter lets reads yield nothing after a position.
func (b *Blind) HideAfter(at es.Position) { b.set(true, at, false) }

// HideFilteredAfter lets reads with a filter yield nothing after a position.
func (b *Blind) HideFilteredAfter(at es.Position) { b.set(true, at, true) }

// HideNothing lets reads yield everything again.
func (b *Blind) HideNothing() { b.set(false, 0, false) }

func (b *Blind) set(blind bool, after es.Position, types bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blind, b.after, b.types = blind, after, types
}

// hides reports whether a read does not yield the event at a position.
func (b *Blind) hides(at es.Position, f es.Filter) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.blind && at > b.after && (!b.types || len(f.Types) > 0)
}

// All yields what the store does, up to where it is blind.
func (b *Blind) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range b.Closer.All(ctx, after, f) {
			if err == nil && b.hides(e.Position, f) || !yield(e, err) {
				return
			}
		}
	}
}
