package evidence

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// TileWidth is how many hashes a full tile has.
const TileWidth = 1 << tileHeight

// tileHeight is how many levels of the tree a tile stands for.
const tileHeight = 8

// saveEvery is after how many leaves a tree is saved that has far to go.
const saveEvery = 1 << 16

// A Builder builds the tree over a log in a store.
type Builder struct {
	store Store
	state State // as it is stored
	now   State
	edge  []Tile   // by level, the tile that is not full
	dirty []bool   // of the tiles of the edge
	full  []Tile   // since the last save
	spare [][]byte // room for hashes, of tiles that were saved

	appends *appends  // nil: the log is read
	handed  uuid.UUID // of the last event, where it was handed over and not read from the log
	entry   []byte    // to be used again
}

// NewBuilder goes on where the stored tree ends.
func NewBuilder(ctx context.Context, s Store) (*Builder, error) {
	state, err := s.State(ctx)
	if err != nil {
		return nil, err
	}
	b := &Builder{store: s, state: state, now: state}
	for count := state.Size; count > 0; count >>= tileHeight {
		t := Tile{Level: len(b.edge), Index: count >> tileHeight}
		width := int(count & (TileWidth - 1))
		if width > 0 {
			hashes, err := s.Tile(ctx, t.Level, t.Index)
			if err == nil && len(hashes) < width*tlog.HashSize {
				err = fmt.Errorf("tile %d of level %d lacks hashes: build the tree anew", t.Index, t.Level)
			}
			if err != nil {
				return nil, err
			}
			t.Hashes = hashes[:width*tlog.HashSize]
		}
		b.edge, b.dirty = append(b.edge, t), append(b.dirty, false)
	}
	return b, nil
}

// State returns how far the tree is, as far as it is saved.
func (b *Builder) State() State { return b.state }

// CatchUp adds the events that the log has beyond the tree, and saves it. What was handed over since is not read.
func (b *Builder) CatchUp(ctx context.Context, log es.Store) error {
	head, err := log.Head(ctx)
	if err != nil {
		return err
	}
	if b.appends != nil {
		err = b.addAppends(ctx, log)
	}
	if err == nil {
		_, err = b.checkHanded(ctx, log)
	}
	if err == nil && b.now.Position < head {
		err = b.addRead(ctx, log, head)
	}
	if err != nil {
		return err
	}
	return b.save(ctx)
}

// addRead reads the log up to a position at least, and adds what it reads.
func (b *Builder) addRead(ctx context.Context, log es.Store, to es.Position) error {
	for e, err := range es.ReadToKnownHead(ctx, log, b.now.Position, to, es.Filter{}) {
		if err != nil {
			return err
		}
		b.add(&e)
		if b.now.Size-b.state.Size >= saveEvery {
			if err := b.save(ctx); err != nil {
				return err
			}
		}
		if b.now.Position >= to {
			return nil
		}
	}
	return nil
}

// add adds the leaf of an event.
func (b *Builder) add(e *es.Envelope) {
	b.entry = appendLeaf(b.entry[:0], e)
	hash := tlog.Hash(sha256.Sum256(b.entry))
	b.now = State{b.now.Size + 1, e.Position}
	for level := 0; ; level++ {
		if level == len(b.edge) {
			b.edge, b.dirty = append(b.edge, Tile{Level: level}), append(b.dirty, false)
		}
		t := &b.edge[level]
		if len(t.Hashes) == 0 {
			b.beginTile(t, e.Position)
		}
		t.Hashes = append(t.Hashes, hash[:]...)
		b.dirty[level] = true
		if len(t.Hashes) < TileWidth*tlog.HashSize {
			return
		}
		b.full = append(b.full, *t)
		hash = tileRoot(t.Hashes)
		b.edge[level] = Tile{Level: level, Index: t.Index + 1}
		b.dirty[level] = false
	}
}

// beginTile gives a tile room for all of its hashes.
func (b *Builder) beginTile(t *Tile, first es.Position) {
	if t.Level == 0 {
		t.First = first
	}
	if n := len(b.spare); n > 0 {
		t.Hashes, b.spare = b.spare[n-1], b.spare[:n-1]
		return
	}
	t.Hashes = make([]byte, 0, TileWidth*tlog.HashSize)
}

// tileRoot returns the root over the hashes of a full tile.
func tileRoot(hashes []byte) tlog.Hash {
	var r Roots
	for i := 0; i < len(hashes); i += tlog.HashSize {
		r.Add(tlog.Hash(hashes[i : i+tlog.HashSize]))
	}
	return r.Tree().Hash
}

// save saves what was added.
func (b *Builder) save(ctx context.Context) error {
	if b.now == b.state {
		return nil
	}
	tiles := slices.Clip(b.full)
	for level, t := range b.edge {
		if b.dirty[level] {
			tiles = append(tiles, t)
		}
	}
	if err := b.store.SaveTree(ctx, b.state, b.now, tiles); err != nil {
		return fmt.Errorf("save the tree of %d leaves: %w", b.now.Size, err)
	}
	for _, t := range b.full {
		b.spare = append(b.spare, t.Hashes[:0])
	}
	b.state, b.full = b.now, b.full[:0]
	clear(b.dirty)
	return nil
}
