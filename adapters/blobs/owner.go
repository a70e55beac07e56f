package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/domain/es"
)

// ownerName is the file, or the object below the prefix, that names the installation whose
// bytes lie there. It tells an empty place from one that lost its content, and one's own from
// somebody else's.
const ownerName = "installation"

// maxOwner is the longest name of an installation, in bytes.
const maxOwner = 256

// Owner returns the name of the installation whose bytes lie in the folder, "" when none is
// written there.
func (d *Disk) Owner(context.Context) (string, error) {
	b, err := os.ReadFile(filepath.Join(d.root, ownerName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read whose bytes lie in %s: %w", d.root, err)
	}
	return strings.TrimSpace(string(b)), nil
}

// SetOwner writes the name of the installation into the folder. It is on stable storage when
// SetOwner returns.
func (d *Disk) SetOwner(_ context.Context, installation string) error {
	scratch := d.scratchPath()
	err := writeSynced(scratch, installation+"\n")
	if err == nil {
		err = nameFailure(os.Rename(scratch, filepath.Join(d.root, ownerName)))
	}
	if err == nil {
		err = syncDir(d.root)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write whose bytes lie in %s: %w", d.root, err), removeFile(scratch))
	}
	return nil
}

func writeSynced(path, text string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nameFailure(err)
	}
	_, err = file.WriteString(text)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return nameFailure(err)
}

// Holds reports whether the bytes of a blob are there. It does not read them.
func (d *Disk) Holds(_ context.Context, ref es.BlobRef) (bool, error) {
	_, err := os.Stat(d.blobPath(ref))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for blob %s: %w", ref.ID, err)
	}
	return true, nil
}

// String returns the folder.
func (d *Disk) String() string { return d.root }

// Owner returns the name of the installation whose bytes lie below the prefix, "" when none is
// written there. It sends one request.
func (b *Bucket) Owner(ctx context.Context) (string, error) {
	const doing = "read whose bytes these are"
	body, _, _, err := b.core.GetObject(ctx, b.name, b.prefix+ownerName, minio.GetObjectOptions{})
	if err = toFailure(ctx, doing, err); errors.Is(err, es.ErrNoBlob) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, maxOwner))
	return strings.TrimSpace(string(text)), toFailure(ctx, doing, err)
}

// SetOwner writes the name of the installation below the prefix.
func (b *Bucket) SetOwner(ctx context.Context, installation string) error {
	if err := b.putWhole(ctx, b.prefix+ownerName, []byte(installation+"\n")); err != nil {
		return fmt.Errorf("write whose bytes lie in %s: %w", b, err)
	}
	return nil
}

// Holds reports whether the bytes of a blob are there. It sends one request and does not read
// them.
func (b *Bucket) Holds(ctx context.Context, ref es.BlobRef) (bool, error) {
	_, err := b.core.StatObject(ctx, b.name, b.objectKey(ref), minio.StatObjectOptions{})
	switch err = toFailure(ctx, "look for a blob", err); {
	case errors.Is(err, es.ErrNoBlob):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}
