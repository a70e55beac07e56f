package es

import "context"

// A Mark is a version of a stream. Position is where the event of that version stands, 0 where only the version is asked for.
type Mark struct {
	Stream   StreamID
	Version  uint64
	Position Position
}

// A NextReader is a store that tells in one look at its indexes whether streams go on. Not every store can; those of which
// each stream is a call to another server do not.
type NextReader interface {
	// NextEvents returns the mark of the event that follows each of some marks, in any order; none for a stream that ends there.
	NextEvents(ctx context.Context, after []Mark) ([]Mark, error)
}
