package evidence

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Reader reads the tree over a log for people outside: what c2sp.org/tlog-tiles names, and proofs.
type Reader struct {
	Store Store
	Log   es.Store
}

// ErrNoTile is the error of a tile that the tree does not have, or of a path that names none.
var ErrNoTile = errors.New("there is no such tile")

// ErrForeignEntries is the error of entries that belong to several workspaces, or to another one.
var ErrForeignEntries = errors.New("the tile has entries of another workspace")

// A TilePath names a tile, or the entries of a tile of leaves.
type TilePath struct {
	Entries bool
	Level   int
	Index   int64
	Width   int // hashes or entries, 1 to TileWidth
}

// EntriesLevel stands for the level in the path of a tile of entries.
const EntriesLevel = "entries"

// ParseTilePath reads the path of a tile: its level, which is "entries" for entries, and what follows, such as
// "x001/234" or "x001/234.p/17" (c2sp.org/tlog-tiles). Errors: ErrNoTile.
func ParseTilePath(level, rest string) (TilePath, error) {
	entries := level == EntriesLevel
	if entries {
		level = "data"
	} else if level == "data" {
		return TilePath{}, ErrNoTile
	}
	t, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s/%s", tileHeight, level, rest))
	if err != nil {
		return TilePath{}, ErrNoTile
	}
	return TilePath{Entries: entries, Level: max(t.L, 0), Index: t.N, Width: t.W}, nil
}

// ReadTile returns the hashes of a tile, 32 bytes each. Errors: ErrNoTile.
func (r Reader) ReadTile(ctx context.Context, p TilePath) ([]byte, error) {
	hashes, err := r.Store.Tile(ctx, p.Level, p.Index)
	if err != nil {
		return nil, err
	}
	if len(hashes) < p.Width*tlog.HashSize {
		return nil, ErrNoTile
	}
	return hashes[:p.Width*tlog.HashSize], nil
}

// ReadEntries returns the entries under a tile of leaves, each behind its length in two bytes, big endian. All
// of them must belong to a workspace. Errors: ErrNoTile, ErrForeignEntries.
func (r Reader) ReadEntries(ctx context.Context, workspace string, p TilePath) ([]byte, error) {
	if _, err := r.ReadTile(ctx, p); err != nil {
		return nil, err
	}
	first, err := FirstOfTile(ctx, r.Store, p.Index)
	if err != nil {
		return nil, err
	}
	e, err := r.Log.At(ctx, first)
	if err != nil {
		return nil, err
	}
	var out []byte
	add := func(e es.Envelope) error {
		if e.Workspace != workspace {
			return ErrForeignEntries
		}
		entry := EntryOf(e).AppendBinary(nil)
		if len(entry) > 1<<16-1 {
			return fmt.Errorf("the entry of position %d has %d bytes", e.Position, len(entry))
		}
		out = append(binary.BigEndian.AppendUint16(out, uint16(len(entry))), entry...)
		return nil
	}
	if err := add(e); err != nil || p.Width == 1 {
		return out, err
	}
	count := 1
	for e, err := range r.Log.All(ctx, first, es.Filter{}) {
		if err == nil {
			err = add(e)
		}
		if err != nil {
			return nil, err
		}
		if count++; count == p.Width {
			return out, nil
		}
	}
	return nil, fmt.Errorf("the log ends before the tile of leaves %d does", p.Index)
}

// FirstOfTile returns the position of the first event of a tile of leaves. The store finds tiles by
// positions, which are searched here. Errors: ErrNoTile.
func FirstOfTile(ctx context.Context, store Store, index int64) (es.Position, error) {
	state, err := store.State(ctx)
	if err != nil {
		return 0, err
	}
	for low, high := es.Position(0), state.Position; low <= high; {
		middle := low + (high-low)/2
		found, first, err := store.TileOf(ctx, middle)
		switch {
		case err != nil:
			return 0, err
		case first > 0 && found == index:
			return first, nil
		case first > 0 && found > index:
			high = first - 1
		default:
			low = middle + 1
		}
	}
	return 0, ErrNoTile
}

// ProveEvent proves that the event at a position, which is one of a workspace, is in the log of the newest
// checkpoint. Errors: es.ErrNoEvent, also for an event of another workspace, and ErrNotCovered.
func (r Reader) ProveEvent(ctx context.Context, workspace string, at es.Position) (Proof, error) {
	e, err := r.Log.At(ctx, at)
	if err == nil && e.Workspace != workspace {
		err = es.ErrNoEvent
	}
	if err != nil {
		return Proof{}, err
	}
	return ProveEvent(ctx, r.Store, r.Log, at)
}

// LastCheckpoint returns the newest signed checkpoint, nil for none.
func (r Reader) LastCheckpoint(ctx context.Context) ([]byte, error) {
	return r.Store.LastCheckpoint(ctx)
}
