package blobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Disk keeps blobs in a folder:
//
//	<root>/<subject>/<subject below it>/.../<id of the blob>
//	<root>/unfinished/    what is being written or removed
//
// where a subject's name is a hash of its path, so that no form of subject can name
// a place outside, and dropping a subject is one rename. Several processes may
// share a folder. A Disk is safe for concurrent use.
type Disk struct {
	root  string
	keys  Keys
	lock  *os.File
	place sync.RWMutex // held alone to make or drop folders
}

var _ es.Blobs = (*Disk)(nil)

const unfinished = "unfinished"

// OpenDisk opens the folder root, which it creates if missing, and removes what a crash
// left unfinished. Folders have mode 0700 and files 0600.
func OpenDisk(root string, keys Keys) (*Disk, error) {
	d := &Disk{root: filepath.Clean(root), keys: keys}
	if err := os.MkdirAll(d.root, 0o700); err != nil {
		return nil, fmt.Errorf("open the blobs: %w", err)
	}
	if err := d.makeDirs(filepath.Join(root, unfinished)); err != nil {
		return nil, fmt.Errorf("open the blobs in %s: %w", root, err)
	}
	if err := d.takeLock(); err != nil {
		return nil, fmt.Errorf("open the blobs in %s: %w", root, err)
	}
	return d, nil
}

// takeLock removes unfinished files if no other process can be writing them, and shows
// later processes that this one may be.
func (d *Disk) takeLock() error {
	lock, err := os.OpenFile(filepath.Join(d.root, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	d.lock = lock
	if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		if err := d.removeScratch(); err != nil {
			return errors.Join(err, lock.Close())
		}
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_SH); err != nil {
		return errors.Join(err, lock.Close())
	}
	return nil
}

func (d *Disk) removeScratch() error {
	left, err := os.ReadDir(filepath.Join(d.root, unfinished))
	if err != nil {
		return err
	}
	for _, entry := range left {
		if err := os.RemoveAll(filepath.Join(d.root, unfinished, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the folder; open readers stay usable.
func (d *Disk) Close() error { return d.lock.Close() }

// Open implements es.Blobs. Bytes that were tampered with give ErrDamaged, here or
// when they are read.
func (d *Disk) Open(ctx context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	file, err := os.Open(d.blobPath(ref))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, d.explainMissing(ctx, ref)
	}
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", ref.ID, err)
	}
	r, err := d.unsealFile(ctx, ref, file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open blob %s: %w", ref.ID, err), file.Close())
	}
	return r, nil
}

// explainMissing returns the error for a blob without a file: bytes that were erased are not
// missing.
func (d *Disk) explainMissing(ctx context.Context, ref es.BlobRef) error {
	if _, err := deriveKey(ctx, d.keys, ref.Subject, ref.ID); err != nil {
		return fmt.Errorf("open blob %s: %w", ref.ID, err)
	}
	return fmt.Errorf("blob %s: %w", ref.ID, es.ErrNoBlob)
}

func (d *Disk) unsealFile(ctx context.Context, ref es.BlobRef, file *os.File) (*reader, error) {
	key, err := deriveKey(ctx, d.keys, ref.Subject, ref.ID)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return openSealedBytes(key, file, info.Size(), ref.Size, file)
}

// subjectPlace returns the path of a subject's blobs below the root: each part of the subject
// is hashed together with those above it.
func subjectPlace(subject es.Subject) string {
	var parts []string
	for i := 0; i <= len(subject); i++ {
		if i == len(subject) || subject[i] == '/' {
			sum := sha256.Sum256([]byte(subject[:i]))
			parts = append(parts, hex.EncodeToString(sum[:16]))
		}
	}
	return strings.Join(parts, "/")
}

func (d *Disk) subjectFolder(subject es.Subject) string {
	return filepath.Join(d.root, filepath.FromSlash(subjectPlace(subject)))
}

func (d *Disk) blobPath(ref es.BlobRef) string {
	return filepath.Join(d.subjectFolder(ref.Subject), ref.ID.String())
}

// scratchPath returns a fresh path for an unfinished file.
func (d *Disk) scratchPath() string {
	return filepath.Join(d.root, unfinished, uuid.NewString())
}

// makeDirs creates a folder and those above it up to the root, and syncs the parent of
// each one created, because a crash could lose them otherwise.
func (d *Disk) makeDirs(path string) error {
	err := os.Mkdir(path, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) && path != d.root {
		if err := d.makeDirs(filepath.Dir(path)); err != nil {
			return err
		}
		err = os.Mkdir(path, 0o700)
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
