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

// ErrFull means that the disk, or the share of it that the service may use, has no room
// left. Nothing of the blob was stored.
var ErrFull = errors.New("blobs: no room left on the disk")

// Put implements es.Blobs. The bytes are on stable storage when it returns. A disk
// without room gives ErrFull; when ctx ends, its error.
func (d *Disk) Put(ctx context.Context, subject es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	ref := es.BlobRef{Subject: subject, ID: uuid.New()}
	key, err := deriveKey(ctx, d.keys, subject, ref.ID)
	if err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	scratch := d.scratchPath()
	got, err := d.writeSealed(ctx, key, scratch, r)
	if err == nil {
		err = d.moveIntoPlace(scratch, ref)
	}
	if err != nil {
		if left := removeFile(scratch); left != nil {
			err = errors.Join(err, left)
		}
		return es.BlobRef{}, [32]byte{}, err
	}
	if err := removeErased(ctx, d.keys, d, ref); err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	return got.describe(ref), got.digest, nil
}

func (d *Disk) writeSealed(ctx context.Context, key blobKey, path string, r io.Reader) (sealing, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return sealing{}, nameFailure(err)
	}
	got, err := sealInto(ctx, key, file, r)
	if err == nil {
		err = nameFailure(file.Sync())
	}
	if closed := file.Close(); err == nil {
		err = nameFailure(closed)
	}
	return got, err
}

// moveIntoPlace renames a finished file to its final name.
func (d *Disk) moveIntoPlace(scratch string, ref es.BlobRef) error {
	folder, path := d.subjectFolder(ref.Subject), d.blobPath(ref)
	d.place.RLock()
	err := os.Rename(scratch, path)
	d.place.RUnlock()
	if errors.Is(err, fs.ErrNotExist) {
		err = d.moveIntoNewFolder(scratch, folder, path)
	}
	if err != nil {
		return nameFailure(err)
	}
	if err := syncDir(folder); err != nil {
		// Whether the name would outlive a crash is not known: it must not be found.
		return errors.Join(nameFailure(err), removeFile(path))
	}
	return nil
}

// moveIntoNewFolder creates the folder first. Only one goroutine does this at a time, so that
// a folder that can be found is also on stable storage, and nobody drops it before the
// move.
func (d *Disk) moveIntoNewFolder(scratch, folder, path string) error {
	d.place.Lock()
	defer d.place.Unlock()
	if err := d.makeDirs(folder); err != nil {
		return err
	}
	return os.Rename(scratch, path)
}

// nameFailure translates an error of the system.
func nameFailure(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return fmt.Errorf("write a blob: %w", err)
}

func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("discard an unfinished blob: %w", err)
	}
	return nil
}

// Drop implements es.Blobs: it renames the subject's folder in one step and then
// removes it; what a crash leaves is removed when the folder is opened again. Unlinking
// is enough, since the content is sealed and its key is destroyed separately.
func (d *Disk) Drop(_ context.Context, subject es.Subject) error {
	scratch := d.scratchPath()
	folder := d.subjectFolder(subject)
	d.place.Lock()
	err := os.Rename(folder, scratch)
	d.place.Unlock()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = syncDir(filepath.Dir(folder))
	}
	if err == nil {
		err = os.RemoveAll(scratch)
	}
	if err != nil {
		return fmt.Errorf("drop the blobs of %s: %w", subject, err)
	}
	return nil
}

// Remove implements es.Blobs.
func (d *Disk) Remove(_ context.Context, ref es.BlobRef) error {
	path := d.blobPath(ref)
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("remove blob %s: %w", ref.ID, err)
	}
	return nil
}
