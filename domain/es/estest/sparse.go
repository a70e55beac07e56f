package estest

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
)

// Sparse returns a store whose positions are tokens: those of s, spread so that nobody
// guesses one from another, as those of a log whose positions are offsets of bytes. It
// refuses every position that it cannot have given, also one that lies between two that
// it gave. Positions stay the same when the store is opened again.
func Sparse(s Closer) Closer {
	spread := &sparse{s}
	if r, ok := s.(cache.Remembering); ok {
		return remembering{spread, r}
	}
	return spread
}

type sparse struct{ inner Closer }

// gap is between how many numbers one is a position.
const gap = 1 << 6

// spread returns the token of a position of the store within.
func spread(at es.Position) es.Position {
	if at == 0 {
		return 0
	}
	return at*gap + 1 + (at*2654435761>>7)%(gap-1)
}

// gather returns the position that a token stands for.
func gather(token es.Position) (es.Position, error) {
	if at := token / gap; spread(at) == token {
		return at, nil
	}
	return 0, fmt.Errorf("the store never gave the position %d: %w", token, es.ErrNoEvent)
}

// Close implements io.Closer.
func (s *sparse) Close() error { return s.inner.Close() }

// Append implements es.Store, with tokens for positions.
func (s *sparse) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	r, err := s.inner.Append(ctx, stream, expect, events)
	r.Position = spread(r.Position)
	return r, err
}

// Stream implements es.Store, with tokens for positions.
func (s *sparse) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	return spreadAll(s.inner.Stream(ctx, stream, after))
}

// All implements es.Store, with tokens for positions.
func (s *sparse) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	at, err := gather(after)
	if err != nil {
		return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, err) }
	}
	return spreadAll(s.inner.All(ctx, at, f))
}

// At implements es.Store, with tokens for positions.
func (s *sparse) At(ctx context.Context, token es.Position) (es.Envelope, error) {
	at, err := gather(token)
	if err != nil {
		return es.Envelope{}, err
	}
	e, err := s.inner.At(ctx, at)
	e.Position = spread(e.Position)
	return e, err
}

// Head implements es.Store, with tokens for positions.
func (s *sparse) Head(ctx context.Context) (es.Position, error) {
	head, err := s.inner.Head(ctx)
	return spread(head), err
}

// Wait implements es.Store, with tokens for positions.
func (s *sparse) Wait(ctx context.Context, after es.Position) error {
	at, err := gather(after)
	if err != nil {
		return err
	}
	return s.inner.Wait(ctx, at)
}

func spreadAll(events iter.Seq2[es.Envelope, error]) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range events {
			e.Position = spread(e.Position)
			if !yield(e, err) {
				return
			}
		}
	}
}

// remembering is a sparse store that still has at hand what was appended just now.
type remembering struct {
	*sparse
	memory cache.Remembering
}

// RecentAppends implements cache.Remembering.
func (r remembering) RecentAppends(after es.Position) []es.Envelope {
	at, err := gather(after)
	if err != nil {
		return nil
	}
	events := slices.Clone(r.memory.RecentAppends(at))
	for i := range events {
		events[i].Position = spread(events[i].Position)
	}
	return events
}
