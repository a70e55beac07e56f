package evidence

import (
	"context"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

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
