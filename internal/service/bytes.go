package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/domain/es"
)

// ObjectStore is where bytes are, if not in a folder.
type ObjectStore struct {
	S3 string `name:"s3" env:"DOCKET_S3" placeholder:"URL" help:"Bucket for the bytes: https://HOST/BUCKET[/PREFIX]."`
	BucketKeys
}

// BucketKeys are the rights at an object store. Without them the AWS_ variables hold, then
// ~/.aws/credentials, then the role of the machine.
type BucketKeys struct {
	S3Region          string `name:"s3-region" env:"DOCKET_S3_REGION" placeholder:"NAME" help:"Region; without one the server is asked."`
	S3AccessKey       string `name:"s3-access-key" env:"DOCKET_S3_ACCESS_KEY" placeholder:"KEY" secret:"" help:"Access key of the bucket."`
	S3SecretKey       string `name:"s3-secret-key" env:"DOCKET_S3_SECRET_KEY" placeholder:"SECRET" secret:"" help:"Secret of that key."`
	S3CredentialsFile string `name:"s3-credentials-file" env:"DOCKET_S3_CREDENTIALS_FILE" placeholder:"FILE" help:"As ~/.aws/credentials."`
}

// LogValue implements slog.LogValuer: it shows no secret.
func (o ObjectStore) LogValue() slog.Value {
	shown := o.S3
	if _, err := blobs.ParseAddress(o.S3); err != nil && o.S3 != "" {
		shown = "(set)" // whatever it is, it may hold a secret
	}
	set := func(s string) string {
		if s == "" {
			return ""
		}
		return "(set)"
	}
	return slog.GroupValue(slog.String("S3", shown), slog.String("S3Region", o.S3Region), slog.String("S3AccessKey", set(o.S3AccessKey)),
		slog.String("S3SecretKey", set(o.S3SecretKey)), slog.String("S3CredentialsFile", o.S3CredentialsFile))
}

// checkPlace refuses what cannot be; folder is the one that --blobs names.
func (o ObjectStore) checkPlace(folder string) error {
	if o.S3 == "" {
		return nil
	}
	if folder != "" {
		return errors.New("--s3 and --blobs are two places for the same bytes: name one of them")
	}
	_, err := blobs.ParseAddress(o.S3)
	return err
}

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
func (s Config) OpenBytes(keys blobs.Keys, logger *slog.Logger) (ByteStore, error) {
	if s.S3 == "" {
		disk, err := blobs.OpenDisk(s.Blobs, keys)
		if err != nil {
			return nil, err
		}
		return disk, nil
	}
	return s.OpenBucket(keys, logger)
}

// OpenBucket opens the object store that the configuration names. Nothing is asked of it yet.
func (s Config) OpenBucket(keys blobs.Keys, logger *slog.Logger) (*blobs.Bucket, error) {
	address, err := blobs.ParseAddress(s.S3)
	if err != nil {
		return nil, err
	}
	return blobs.OpenBucket(blobs.BucketConfig{Address: address, Region: s.S3Region, Logger: logger,
		Credentials: blobs.Credentials{AccessKey: s.S3AccessKey, SecretKey: s.S3SecretKey, File: s.S3CredentialsFile}}, keys)
}

// startBytes looks at the place of the bytes before anything is put there.
func (a *App) startBytes(ctx context.Context) error {
	if b, ok := a.Bytes.(*blobs.Bucket); ok {
		if err := a.Config.blame("--s3", b.Start(ctx)); err != nil {
			return err
		}
	}
	return a.checkOwner(ctx)
}

// bytesCheckTime is how long an object store may take to tell that it is there.
const bytesCheckTime = 2 * time.Second

// bytesReady returns an error if the place of the bytes cannot be reached within two seconds, or
// is not this installation's any more.
func (a *App) bytesReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, bytesCheckTime)
	defer cancel()
	if a.owner != "" {
		return a.ownerReady(ctx)
	}
	if b, ok := a.Bytes.(*blobs.Bucket); ok {
		return b.Check(ctx)
	}
	return nil
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
