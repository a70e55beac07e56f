package evidence

import (
	"context"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// TreeAt returns the tree that the stored one was when it had so many leaves.
func TreeAt(ctx context.Context, s Store, size int64) (tlog.Tree, error) {
	root, err := tlog.TreeHash(size, newHashReader(ctx, s))
	return tlog.Tree{N: size, Hash: root}, err
}

// ProveConsistency proves that the tree of a size begins with that of an older size.
func ProveConsistency(ctx context.Context, s Store, size, older int64) (tlog.TreeProof, error) {
	return tlog.ProveTree(size, older, newHashReader(ctx, s))
}

// hashReader reads hashes of the tree out of tiles, each of which it reads once.
type hashReader struct {
	ctx   context.Context
	store Store
	tiles map[tlog.Tile][]byte
}

func newHashReader(ctx context.Context, s Store) *hashReader {
	return &hashReader{ctx, s, map[tlog.Tile][]byte{}}
}

// ReadHashes implements tlog.HashReader.
func (r *hashReader) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		t := tlog.TileForIndex(tileHeight, index)
		hashes, err := r.readTile(t)
		if err != nil {
			return nil, err
		}
		if out[i], err = tlog.HashFromTile(t, hashes, index); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readTile returns the first hashes of a tile, as many as its width says.
func (r *hashReader) readTile(t tlog.Tile) ([]byte, error) {
	key := tlog.Tile{L: t.L, N: t.N}
	hashes, known := r.tiles[key]
	if !known {
		var err error
		if hashes, err = r.store.Tile(r.ctx, t.L, t.N); err != nil {
			return nil, err
		}
		r.tiles[key] = hashes
	}
	if len(hashes) < t.W*tlog.HashSize {
		return nil, fmt.Errorf("tile %d of level %d has %d hashes, %d are wanted", t.N, t.L, len(hashes)/tlog.HashSize, t.W)
	}
	return hashes[:t.W*tlog.HashSize], nil
}
