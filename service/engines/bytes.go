package engines

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/settings"
)

// A ByteStore is where bytes are. What no service needs of it is in SealedBytes.
type ByteStore interface {
	es.Blobs
	SealedBytes
	fmt.Stringer                               // the place, for messages
	Owner(ctx context.Context) (string, error) // the installation whose bytes lie there, "" for none
	SetOwner(ctx context.Context, installation string) error
	Holds(ctx context.Context, ref es.BlobRef) (bool, error)
	// Pin holds on to all blobs that are there now, until ctx ends or they are released.
	Pin(ctx context.Context) (Pins, error)
}

// SealedBytes are blobs as they are stored, which are the same in every place.
type SealedBytes interface {
	SealedReader
	EachSealed(ctx context.Context, f func(place string, size int64) error) error
	StoreSealed(ctx context.Context, place string, sealed io.Reader) error
	RemoveSealed(ctx context.Context, place string) error
	SyncAll()                        // what was kept outlives a power cut
	Check(ctx context.Context) error // the place can be reached
	Start(ctx context.Context) error // it can be written to; once, before the first write
	Close() error
}

// RemoteBytes are a place that a restore fills itself, and no folder that it moves into place.
type RemoteBytes interface {
	fmt.Stringer
	Start(ctx context.Context) error
	IsEmpty(ctx context.Context) (bool, error)
	// Restore stores sealed bytes under their path in a backup.
	Restore(ctx context.Context, path string, sealed io.Reader) error
	Clear(ctx context.Context) error // removes all that is there
	Close() error
}

// OpenBytes opens where bytes are. Of an object store nothing is asked yet.
func OpenBytes(s settings.Config, keys blobs.Keys, logger *slog.Logger) (ByteStore, error) {
	if s.S3 != "" {
		return openBucket(s, keys, logger)
	}
	disk, err := blobs.OpenDisk(s.Blobs, keys)
	if err != nil {
		return nil, err
	}
	return disk, nil
}

// OpenRemote opens the place that a restore fills with bytes, nil when that is a folder.
func OpenRemote(s settings.Config) (RemoteBytes, error) {
	if s.S3 == "" {
		return nil, nil
	}
	return openBucket(s, nil, slog.Default())
}

// OpenSealed opens bytes as they are stored, to be written too or only read. The caller closes
// what it gets, also beside an error.
func OpenSealed(ctx context.Context, s settings.Config, written bool) (SealedBytes, error) {
	store, err := OpenBytes(s, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	if written {
		return store, store.Start(ctx)
	}
	return store, store.Check(ctx)
}

func openBucket(s settings.Config, keys blobs.Keys, logger *slog.Logger) (*blobs.Bucket, error) {
	address, err := blobs.ParseAddress(s.S3)
	if err != nil {
		return nil, err
	}
	return blobs.OpenBucket(blobs.BucketConfig{Address: address, Region: s.S3Region, Logger: logger,
		Credentials: blobs.Credentials{AccessKey: s.S3AccessKey, SecretKey: s.S3SecretKey, File: s.S3CredentialsFile}}, keys)
}

// Pins hold on to blobs for a backup.
type Pins = blobs.Pinned

// DescribeRemoved tells of bytes that were deleted while they were backed up.
func DescribeRemoved(p Pins) string {
	if n := p.RemovedCount(); n > 0 {
		return fmt.Sprintf("%d files were deleted behind that position, before their turn; "+
			"the object store had them no more, and their bytes are not in the backup\n", n)
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
