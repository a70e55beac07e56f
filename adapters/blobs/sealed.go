package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Bytes stay sealed when they are moved between stores: they are the same in all of
// them, and moving them needs no key.

// PlaceOf returns the path of a blob below the folder of the blobs, in slashes.
func (d *Disk) PlaceOf(ref es.BlobRef) (string, error) {
	path, err := filepath.Rel(d.root, d.blobPath(ref))
	return filepath.ToSlash(path), err
}

// EachSealed calls f with the place and the length of all blobs in the order of their
// places. Blobs that come or go meanwhile may be included or not.
func (d *Disk) EachSealed(ctx context.Context, f func(place string, size int64) error) error {
	return filepath.WalkDir(d.root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case entry.IsDir() && path == filepath.Join(d.root, unfinished):
			return fs.SkipDir
		case entry.IsDir() || !isBlob(entry.Name()):
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		place, err := filepath.Rel(d.root, path)
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(place), info.Size())
	})
}

// isBlob reports whether the name of a file in the folder is that of a blob.
func isBlob(name string) bool {
	id, err := uuid.Parse(name)
	return err == nil && name == id.String()
}

// OpenSealed opens the sealed bytes at a place. Errors: es.ErrNoBlob.
func (d *Disk) OpenSealed(_ context.Context, place string) (sealed io.ReadCloser, size int64, err error) {
	path, err := d.pathOf(place)
	if err != nil {
		return nil, 0, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fmt.Errorf("blob %s: %w", place, es.ErrNoBlob)
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, info.Size(), nil
}

// StoreSealed writes sealed bytes to a place and replaces those that are there. They are
// on stable storage after the next SyncAll. A disk without room gives ErrFull.
func (d *Disk) StoreSealed(_ context.Context, place string, sealed io.Reader) error {
	path, err := d.pathOf(place)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nameFailure(err)
	}
	scratch := d.scratchPath()
	file, err := os.OpenFile(scratch, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nameFailure(err)
	}
	_, err = io.Copy(file, sealed)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(scratch, path)
	}
	if err != nil {
		return errors.Join(nameFailure(err), removeFile(scratch))
	}
	return nil
}

// RemoveSealed removes the bytes at a place. A place without any is no error.
func (d *Disk) RemoveSealed(_ context.Context, place string) error {
	path, err := d.pathOf(place)
	if err != nil {
		return err
	}
	return removeFile(path)
}

// SyncAll waits until everything that was written is on stable storage.
func (d *Disk) SyncAll() { SyncFolders() }

// Check returns nil: OpenDisk has looked at the folder.
func (d *Disk) Check(context.Context) error { return nil }

// Start returns nil: a folder needs nothing before its first file.
func (d *Disk) Start(context.Context) error { return nil }

func (d *Disk) pathOf(place string) (string, error) {
	if !filepath.IsLocal(place) {
		return "", fmt.Errorf("%q is no place of a blob", place)
	}
	return filepath.Join(d.root, filepath.FromSlash(place)), nil
}
