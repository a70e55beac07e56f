package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// readBounds returns the first and the last event of the tree over the log, and nothing where there
// is no tree. Both events are read, and have the hashes of their leaves: a tree over another log, as
// of a folder that belongs to another server, is an error.
func (c Config) readBounds(
	ctx context.Context, read func(context.Context, es.Position) (es.Envelope, error),
) (b eventstoredb.Bounds, err error) {
	var tree evidenceStore
	if c.Postgres != "" {
		tree, err = postgres.OpenEvidence(ctx, c.Postgres)
	} else if _, err = os.Stat(c.DataPath("evidence.db")); err == nil {
		tree, err = sqlite.OpenEvidence(ctx, c.DataPath("evidence.db"))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return b, nil
	case err != nil:
		return b, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	s, err := tree.State(ctx)
	if err != nil || s.Size == 0 {
		return b, err
	}
	first, err := evidence.FirstOfTile(ctx, tree, 0)
	if err != nil {
		return b, err
	}
	if err := checkLeaf(ctx, tree, 0, first, read); err != nil {
		return b, err
	}
	if err := checkLeaf(ctx, tree, s.Size-1, s.Position, read); err != nil {
		return b, err
	}
	return eventstoredb.Bounds{First: first, Last: s.Position}, nil
}

// checkLeaf returns an error unless the event at a position is that of a leaf.
func checkLeaf(
	ctx context.Context, tree evidence.Store, leaf int64, at es.Position, read func(context.Context, es.Position) (es.Envelope, error),
) error {
	tile, err := tree.Tile(ctx, 0, leaf/evidence.TileWidth)
	if err != nil {
		return err
	}
	offset := int(leaf%evidence.TileWidth) * tlog.HashSize
	if len(tile) < offset+tlog.HashSize {
		return fmt.Errorf("leaf %d of the tree over the log is not stored", leaf)
	}
	e, err := read(ctx, at)
	if err != nil {
		return err
	}
	if evidence.LeafHash(e) != tlog.Hash(tile[offset:offset+tlog.HashSize]) {
		return fmt.Errorf("the event at position %d is not that of leaf %d in the tree over the log", at, leaf)
	}
	return nil
}
