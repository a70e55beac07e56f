package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Pinned set of blobs stays readable for a backup, until it is released.
type Pinned interface {
	// Add adds a blob that was made after Pin. One that is there already, or does not exist, is no error.
	Add(ref es.BlobRef) error
	// OpenPinned opens the sealed bytes of a blob, each blob once; nil for one that is not pinned.
	OpenPinned(ref es.BlobRef) (sealed io.ReadCloser, path string, size int64, err error)
	// RemovedCount returns how many blobs were removed before they were opened.
	RemovedCount() int
	Release() error
}

// Pins are hard links to blobs, for a backup: blobs that are dropped meanwhile stay
// readable by them until they are released. No bytes are copied. What a crash leaves of
// them is removed like other unfinished files.
type Pins struct {
	disk *Disk
	root string
}

// Pin pins all blobs that are there now, as hard links.
func (d *Disk) Pin(context.Context) (Pinned, error) {
	p := &Pins{d, d.scratchPath()}
	err := os.Mkdir(p.root, 0o700)
	if err == nil {
		err = filepath.WalkDir(d.root, p.pinEntry)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("pin the blobs for a backup: %w", err), p.Release())
	}
	return p, nil
}

// pinEntry pins a file of the walk; one that vanished was removed meanwhile.
func (p *Pins) pinEntry(path string, entry fs.DirEntry, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case entry.IsDir() && path == filepath.Join(p.disk.root, unfinished):
		return fs.SkipDir
	case entry.IsDir():
		return nil
	}
	if id, err := uuid.Parse(entry.Name()); err == nil && entry.Name() == id.String() {
		return p.linkBlob(path, id)
	}
	return nil
}

// Add pins a blob that was made after Pin. One that is pinned already, or does not
// exist, is no error.
func (p *Pins) Add(ref es.BlobRef) error { return p.linkBlob(p.disk.blobPath(ref), ref.ID) }

func (p *Pins) linkBlob(path string, id uuid.UUID) error {
	pin := p.pinPath(id)
	err := os.Link(path, pin)
	if errors.Is(err, fs.ErrNotExist) { // the blob, or the folder of the pin
		if err = os.MkdirAll(filepath.Dir(pin), 0o700); err == nil {
			err = os.Link(path, pin)
		}
	}
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (p *Pins) pinPath(id uuid.UUID) string {
	name := id.String()
	return filepath.Join(p.root, name[:2], name)
}

// OpenPinned opens the sealed bytes of a pinned blob and removes the pin, so that each blob
// is taken once; nil for one that is not pinned. path is its place below the folder of
// the blobs, in slashes, and size its length there in bytes.
func (p *Pins) OpenPinned(ref es.BlobRef) (sealed io.ReadCloser, path string, size int64, err error) {
	file, err := os.Open(p.pinPath(ref.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", 0, nil
	}
	if err != nil {
		return nil, "", 0, err
	}
	info, err := file.Stat()
	if err == nil {
		path, err = filepath.Rel(p.disk.root, p.disk.blobPath(ref))
	}
	if err == nil {
		err = os.Remove(file.Name())
	}
	if err != nil {
		return nil, "", 0, errors.Join(err, file.Close())
	}
	return file, filepath.ToSlash(path), info.Size(), nil
}

// RemovedCount returns 0: a pinned blob stays.
func (p *Pins) RemovedCount() int { return 0 }

// Release removes all pins.
func (p *Pins) Release() error { return os.RemoveAll(p.root) }

// RestoreBlob writes sealed bytes below a folder of blobs that no service uses yet, at the
// path that Take returned. They are on stable storage after SyncFolders.
func RestoreBlob(root, path string, sealed io.Reader) error {
	if !filepath.IsLocal(path) {
		return fmt.Errorf("%q is no path of a blob", path)
	}
	name := filepath.Join(root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nameFailure(err)
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nameFailure(err)
	}
	_, err = io.Copy(file, sealed)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nameFailure(err)
	}
	return nil
}

// SyncFolders waits until everything that was restored is on stable storage.
func SyncFolders() { syscall.Sync() }
