package blobs

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/processes"
)

var _ processes.BlobInventory = (*Disk)(nil)

// blobPlace matches the places of blobs, in slashes: below folders of subjects.
var blobPlace = regexp.MustCompile(`^([0-9a-f]{32}/)+[0-9a-f-]{36}$`)

// blobAt returns the blob at a place; ok is false for a name that this package does not
// make.
func blobAt(place string) (id uuid.UUID, ours bool) {
	if !blobPlace.MatchString(place) {
		return id, false
	}
	id, err := uuid.Parse(path.Base(place))
	return id, err == nil
}

// StoredBlobs implements processes.BlobInventory.
func (d *Disk) StoredBlobs(ctx context.Context, after, until time.Time) iter.Seq2[processes.StoredBlob, error] {
	return func(yield func(processes.StoredBlob, error) bool) {
		err := filepath.WalkDir(d.root, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // dropped meanwhile
				return nil
			case err != nil:
				return err
			case entry.IsDir() && name == filepath.Join(d.root, unfinished):
				return fs.SkipDir
			case entry.IsDir():
				return ctx.Err()
			}
			place, err := filepath.Rel(d.root, name)
			if err != nil {
				return err
			}
			id, ours := blobAt(filepath.ToSlash(place))
			if !ours {
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || !info.ModTime().After(after) || info.ModTime().After(until) {
				return err
			}
			if !yield(processes.StoredBlob{ID: id, Place: place}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(processes.StoredBlob{}, err)
		}
	}
}

// Discard implements processes.BlobInventory.
func (d *Disk) Discard(_ context.Context, k processes.StoredBlob) error {
	name := filepath.Join(d.root, k.Place)
	err := os.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(name))
}

// DropUnfinished implements processes.BlobInventory. Where processes share a folder, none is ever alone to
// remove what others left unfinished when it opens it. Pins of a backup stay: they may
// be in use for longer than anything is being written.
func (d *Disk) DropUnfinished(_ context.Context, until time.Time) error {
	left, err := os.ReadDir(filepath.Join(d.root, unfinished))
	if err != nil {
		return err
	}
	for _, entry := range left {
		name := filepath.Join(d.root, unfinished, entry.Name())
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) || err == nil && (info.ModTime().After(until) || entry.IsDir() && isPinFolder(name)) {
			continue
		}
		if err == nil {
			err = os.RemoveAll(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isPinFolder reports whether a folder is one of pins.
func isPinFolder(folder string) bool {
	inside, _ := filepath.Glob(filepath.Join(folder, "[0-9a-f][0-9a-f]")) // the pattern is sound
	return len(inside) > 0
}
