package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// sampledTiles is the first events of how many tiles FitsLog looks for at most.
const sampledTiles = 16

// FitsLog reports whether the leaves of a tree are events of a log, as far as can be told by reading
// some of them: the last one, the first ones of some tiles, and the number of those from the last tile on.
func FitsLog(ctx context.Context, s Store, log es.Store) (bool, error) {
	state, err := s.State(ctx)
	if err != nil || state.Size == 0 {
		return err == nil, err
	}
	index, last, err := s.TileOf(ctx, state.Position)
	if err != nil {
		return false, err
	}
	places := map[es.Position]bool{state.Position: true, last: true}
	for tile := int64(0); tile < index; tile += index/sampledTiles + 1 {
		first, err := FirstOfTile(ctx, s, tile)
		if err != nil {
			return false, err
		}
		places[first] = true
	}
	for at := range places {
		if _, err := log.At(ctx, at); err != nil {
			return false, ignoreNoEvent(err)
		}
	}
	size := index<<tileHeight + 1
	for e, err := range log.All(ctx, last, es.Filter{}) {
		if err != nil {
			return false, err
		}
		if e.Position > state.Position {
			break
		}
		size++
	}
	return size == state.Size, nil
}

// ignoreNoEvent returns an error unless it says that there is no event.
func ignoreNoEvent(err error) error {
	if errors.Is(err, es.ErrNoEvent) {
		return nil
	}
	return err
}

// HasLeaf reports whether an event is a leaf of a tree at its position.
func HasLeaf(ctx context.Context, s Store, e es.Envelope) (bool, error) {
	index, _, err := s.TileOf(ctx, e.Position)
	if err != nil {
		return false, err
	}
	hashes, err := s.Tile(ctx, 0, index)
	want := LeafHash(e)
	for hash := range slices.Chunk(hashes, tlog.HashSize) {
		if bytes.Equal(hash, want[:]) {
			return true, err
		}
	}
	return false, err
}

// FindEnds returns the positions of the first and the last event of a tree, zeros for an empty one.
// Both events are read and have the hashes of their leaves, which those of another log have not:
// that is an error, as is an event that cannot be read.
func FindEnds(
	ctx context.Context, s Store, read func(context.Context, es.Position) (es.Envelope, error),
) (first, last es.Position, err error) {
	state, err := s.State(ctx)
	if err != nil || state.Size == 0 {
		return 0, 0, err
	}
	if first, err = FirstOfTile(ctx, s, 0); err != nil {
		return 0, 0, err
	}
	ends := []struct {
		leaf int64
		at   es.Position
	}{{0, first}, {state.Size - 1, state.Position}}
	for _, end := range ends {
		hashes, err := newHashReader(ctx, s).ReadHashes([]int64{tlog.StoredHashIndex(0, end.leaf)})
		if err != nil {
			return 0, 0, err
		}
		e, err := read(ctx, end.at)
		if err != nil {
			return 0, 0, err
		}
		if LeafHash(e) != hashes[0] {
			return 0, 0, fmt.Errorf("the event at position %d is not that of leaf %d in the tree over the log", end.at, end.leaf)
		}
	}
	return first, state.Position, nil
}
