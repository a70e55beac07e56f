package evidence

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

// IsCovered reports whether a signed checkpoint is of a tree that holds the event at a position, which the
// stored tree may not have yet.
func IsCovered(ctx context.Context, s Store, log es.Store, at es.Position, signed []byte) (bool, error) {
	state, err := s.State(ctx)
	if err != nil || state.Position < at {
		return false, err
	}
	c, err := ParseCheckpoint(string(signed))
	if err != nil {
		return false, err
	}
	index, err := indexOf(ctx, s, log, at)
	return index < c.N, err
}

// MakeBundle makes a bundle of all events that some streams have as of heads, to which the event at a
// position commits. The checkpoint covers that event. The bundle holds when it is returned. Errors: es.ErrNoEvent,
// ErrNotCovered, ErrBundle where the log is another one than that of the checkpoint. Without an open no value is shown.
func MakeBundle(
	ctx context.Context, s Store, log es.Store, h *Heads, committed es.Position, streams []es.StreamID, signed []byte, open Opener,
) (*Bundle, error) {
	c, err := ParseCheckpoint(string(signed))
	if err != nil {
		return nil, err
	}
	events, err := readStreams(ctx, log, streams, h.Position)
	if err != nil {
		return nil, err
	}
	last, err := log.At(ctx, committed)
	if err != nil {
		return nil, err
	}
	events = append(events, last)
	indexes, err := indexesOfEvents(ctx, s, log, events)
	if err != nil {
		return nil, err
	}
	if indexes[len(indexes)-1] >= c.N {
		return nil, fmt.Errorf("position %d: %w", committed, ErrNotCovered)
	}
	b := &Bundle{Checkpoint: signed}
	for i, e := range events {
		shown := BundleEvent{Index: indexes[i], Entry: EntryOf(e).AppendBinary(nil), Body: e.Body}
		if open != nil {
			if shown.Opened, err = open(ctx, e); err != nil {
				return nil, err
			}
		}
		b.Events = append(b.Events, shown)
	}
	if b.proof, err = ProveLeaves(newHashReader(ctx, s), c.N, indexes); err != nil {
		return nil, err
	}
	if b.heads, b.headProof, err = h.proveStreams(streams); err != nil {
		return nil, err
	}
	if err := (&BundleReport{Checkpoint: c}).checkProofs(b); err != nil {
		return nil, fmt.Errorf("the log is not the one of its checkpoint; docket audit verify names the place: %w", err)
	}
	return b, nil
}

// readStreams returns the events of streams up to a position, in the order of the log.
func readStreams(ctx context.Context, log es.Store, streams []es.StreamID, until es.Position) (events []es.Envelope, err error) {
	for _, stream := range streams {
		for e, err := range log.Stream(ctx, stream, 0) {
			if err != nil {
				return nil, err
			}
			if e.Position > until {
				break
			}
			events = append(events, e)
		}
	}
	slices.SortFunc(events, func(a, b es.Envelope) int { return cmp.Compare(a.Position, b.Position) })
	return events, nil
}

// indexesOfEvents returns the index of the leaf of each event. They are in the order of the log, each tile
// of which is read once.
func indexesOfEvents(ctx context.Context, s Store, log es.Store, events []es.Envelope) ([]int64, error) {
	var out []int64
	for len(out) < len(events) {
		tile, first, err := s.TileOf(ctx, events[len(out)].Position)
		if err != nil {
			return nil, err
		}
		found, err := ranksInTile(ctx, log, first, events[len(out):])
		if err != nil {
			return nil, err
		}
		for _, rank := range found {
			out = append(out, tile*TileWidth+rank)
		}
	}
	return out, nil
}

// ranksInTile returns the ranks that events have among those of a tile, whose first event is at a position;
// they end with the last event that is in the tile.
func ranksInTile(ctx context.Context, log es.Store, first es.Position, events []es.Envelope) (ranks []int64, err error) {
	rank := int64(0)
	if events[0].Position == first {
		ranks = append(ranks, 0)
	}
	for e, err := range log.All(ctx, first, es.Filter{}) {
		if err != nil {
			return nil, err
		}
		if rank++; rank == TileWidth || len(ranks) == len(events) {
			break
		}
		if e.Position == events[len(ranks)].Position {
			ranks = append(ranks, rank)
		}
	}
	if len(ranks) == 0 {
		return nil, fmt.Errorf("position %d: %w", events[0].Position, es.ErrNoEvent)
	}
	return ranks, nil
}
