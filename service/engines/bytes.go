package engines

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/settings"
)

// ByteStore is where bytes are.
type ByteStore interface {
	es.Blobs
	fmt.Stringer                               // the place, for messages
	Owner(ctx context.Context) (string, error) // the installation whose bytes lie there, "" for none
	SetOwner(ctx context.Context, installation string) error
	Holds(ctx context.Context, ref es.BlobRef) (bool, error)
	Close() error
}

// OpenBytes opens where bytes are. Of an object store nothing is asked yet.
func OpenBytes(s settings.Config, keys blobs.Keys, logger *slog.Logger) (ByteStore, error) {
	if s.S3 == "" {
		disk, err := blobs.OpenDisk(s.Blobs, keys)
		if err != nil {
			return nil, err
		}
		return disk, nil
	}
	return OpenBucket(s, keys, logger)
}

// OpenBucket opens the object store that the configuration names. Nothing is asked of it yet.
func OpenBucket(s settings.Config, keys blobs.Keys, logger *slog.Logger) (*blobs.Bucket, error) {
	address, err := blobs.ParseAddress(s.S3)
	if err != nil {
		return nil, err
	}
	return blobs.OpenBucket(blobs.BucketConfig{Address: address, Region: s.S3Region, Logger: logger,
		Credentials: blobs.Credentials{AccessKey: s.S3AccessKey, SecretKey: s.S3SecretKey, File: s.S3CredentialsFile}}, keys)
}

// Pins hold on to blobs for a backup.
type Pins interface {
	Add(ref es.BlobRef) error
	OpenPinned(ref es.BlobRef) (sealed io.ReadCloser, path string, size int64, err error)
	Release() error
}

// PinBytes pins what is there now.
func PinBytes(ctx context.Context, from ByteStore) (Pins, error) {
	if b, ok := from.(*blobs.Bucket); ok {
		return b.Pin(ctx)
	}
	if d, ok := from.(*blobs.Disk); ok {
		return d.Pin()
	}
	return nil, errors.New("these bytes cannot be backed up")
}

// DescribeRemoved tells of bytes that were deleted while they were backed up.
func DescribeRemoved(p Pins) string {
	if l, ok := p.(*blobs.Listing); ok && l.RemovedCount() > 0 {
		return fmt.Sprintf("%d files were deleted behind that position, before their turn; "+
			"the object store had them no more, and their bytes are not in the backup\n", l.RemovedCount())
	}
	return ""
}

// SealedReader hands out single blobs as they are stored.
type SealedReader interface {
	PlaceOf(ref es.BlobRef) (string, error)
	OpenSealed(ctx context.Context, place string) (sealed io.ReadCloser, size int64, err error)
}

// InstallationName returns the name of the installation whose keys these are: 32 hex digits, the same
// for as long as it exists, and in its backups.
func InstallationName(ctx context.Context, k Keys) (string, error) {
	check, _, err := k.Get(ctx, MasterCheck)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte("docket installation\n"), check...))
	return hex.EncodeToString(sum[:16]), nil
}
