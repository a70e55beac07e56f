package blobs

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
)

var _ commands.Shelf = (*Disk)(nil)

// Kept implements commands.Shelf.
func (d *Disk) Kept(ctx context.Context, after, until time.Time) iter.Seq2[commands.Kept, error] {
	return func(yield func(commands.Kept, error) bool) {
		err := filepath.WalkDir(d.root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // dropped meanwhile
				return nil
			case err != nil:
				return err
			case entry.IsDir() && path == filepath.Join(d.root, unfinished):
				return fs.SkipDir
			case entry.IsDir():
				return ctx.Err()
			}
			id, err := uuid.Parse(entry.Name())
			if err != nil || entry.Name() != id.String() {
				return nil //nolint:nilerr // it is not ours
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || !info.ModTime().After(after) || info.ModTime().After(until) {
				return err
			}
			place, err := filepath.Rel(d.root, path)
			if err == nil && !yield(commands.Kept{ID: id, Place: place}, nil) {
				return fs.SkipAll
			}
			return err
		})
		if err != nil {
			yield(commands.Kept{}, err)
		}
	}
}

// Discard implements commands.Shelf.
func (d *Disk) Discard(_ context.Context, k commands.Kept) error {
	path := filepath.Join(d.root, k.Place)
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}
