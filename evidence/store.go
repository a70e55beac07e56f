package evidence

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain/es"
)

// A State is how far a stored tree is.
type State struct {
	Size     int64       // leaves
	Position es.Position // of the event of the last leaf
}

// A Tile holds up to 256 hashes that stand beside each other in a level of the tree. A
// level of tiles stands for eight levels of the tree: the hashes in level 0 are those of
// leaves, in level 1 the roots of full tiles of level 0.
type Tile struct {
	Level  int
	Index  int64       // of the tile in its level
	First  es.Position // of the event of the first leaf, in level 0
	Hashes []byte      // 32 bytes each
}

// ErrStateMoved is the error of a tree that somebody else has saved in the meantime.
var ErrStateMoved = errors.New("the stored tree has moved on")

// A Store keeps the tree over a log, and the checkpoints that were made of it. The tree can
// be built from the log again, the checkpoints cannot.
type Store interface {
	State(ctx context.Context) (State, error)
	// Tile returns the hashes of a tile, as many as there are; none for a tile that is
	// not stored.
	Tile(ctx context.Context, level int, index int64) ([]byte, error)
	// TileOf returns the index of the tile of leaves in which the event at a position is or
	// will be, and the position of the tile's first event; 0 and 0 for an empty tree.
	TileOf(ctx context.Context, at es.Position) (index int64, first es.Position, err error)
	// SaveTree replaces tiles and moves the state, in one transaction. ErrStateMoved when
	// the state is not from.
	SaveTree(ctx context.Context, from, to State, tiles []Tile) error
	// ResetTree empties the tree. Checkpoints stay.
	ResetTree(ctx context.Context) error
	// KeepCheckpoint keeps a signed checkpoint of a tree of a size, once.
	KeepCheckpoint(ctx context.Context, size int64, note []byte) error
	// DropCheckpoint removes a checkpoint, which somebody keeps elsewhere.
	DropCheckpoint(ctx context.Context, note []byte) error
	// LastCheckpoint returns the checkpoint of the largest tree, nil for none.
	LastCheckpoint(ctx context.Context) ([]byte, error)
	// EachCheckpoint calls f with all checkpoints, that of the smallest tree first.
	EachCheckpoint(ctx context.Context, f func(note []byte) error) error
}
