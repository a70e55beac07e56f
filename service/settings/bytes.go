package settings

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"syscall"

	"github.com/seed-62a36931/docket/adapters/blobs"
)

// ObjectStore is where bytes are, if not in a folder.
type ObjectStore struct {
	S3 string `name:"s3" env:"DOCKET_S3" placeholder:"URL" help:"Bucket for the bytes: https://HOST/BUCKET[/PREFIX]."`
	BucketKeys
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

// BucketKeys are the rights at an object store. Without them the AWS_ variables hold, then
// ~/.aws/credentials, then the role of the machine.
type BucketKeys struct {
	S3Region          string `name:"s3-region" env:"DOCKET_S3_REGION" placeholder:"NAME" help:"Region; without one the server is asked."`
	S3AccessKey       string `name:"s3-access-key" env:"DOCKET_S3_ACCESS_KEY" placeholder:"KEY" secret:"" help:"Access key of the bucket."`
	S3SecretKey       string `name:"s3-secret-key" env:"DOCKET_S3_SECRET_KEY" placeholder:"SECRET" secret:"" help:"Secret of that key."`
	S3CredentialsFile string `name:"s3-credentials-file" env:"DOCKET_S3_CREDENTIALS_FILE" placeholder:"FILE" help:"As ~/.aws/credentials."`
}

// CopiedBytes name the places of bytes at both ends of a copy.
type CopiedBytes struct {
	FromBlobs string `placeholder:"DIR" help:"Folder of bytes of the installation, when it is not in the data folder."`
	ToBlobs   string `placeholder:"DIR" help:"Folder of bytes of the service to come, when it is not to be in the data folder."`
	FromS3    string `name:"from-s3" placeholder:"URL" help:"Bucket with the bytes of the installation: https://HOST/BUCKET/PREFIX."`
	ToS3      string `name:"to-s3" placeholder:"URL" help:"Bucket for the bytes of the service to come."`
	BucketKeys
}

// ApplyTo names the bytes of both ends.
func (c CopiedBytes) ApplyTo(from, to *Place) {
	from.Blobs, from.ObjectStore = c.FromBlobs, ObjectStore{S3: c.FromS3, BucketKeys: c.BucketKeys}
	to.Blobs, to.ObjectStore = c.ToBlobs, ObjectStore{S3: c.ToS3, BucketKeys: c.BucketKeys}
}

// BytesFlags returns the names of the flags that say where bytes are.
func BytesFlags() []string {
	return []string{"blobs", "s3", "s3-region", "s3-access-key", "s3-secret-key", "s3-credentials-file", "accept-lost-blobs"}
}

// BytesVariables returns the variables that say where bytes are, with their values; blobs is the folder, "" for the
// default one.
func (o ObjectStore) BytesVariables(blobs string) [][2]string {
	return [][2]string{{"DOCKET_BLOBS", blobs}, {"DOCKET_S3", o.S3}, {"DOCKET_S3_REGION", o.S3Region}, {"DOCKET_S3_ACCESS_KEY", o.S3AccessKey},
		{"DOCKET_S3_SECRET_KEY", o.S3SecretKey}, {"DOCKET_S3_CREDENTIALS_FILE", o.S3CredentialsFile}}
}

// BytesFlag returns the flag that names the place of bytes.
func (s Config) BytesFlag() string {
	if s.S3 != "" {
		return "--s3"
	}
	return "--blobs"
}

// BytesPlace returns the place of bytes as the flag names it.
func (s Config) BytesPlace() string { return cmp.Or(s.S3, s.Blobs) }

// DataFolders returns the folders that the service writes to, by the names that metrics have.
func (s Config) DataFolders() map[string]string {
	return map[string]string{"data": s.Data, "blobs": s.Blobs}
}

// LostBytesPath is the file that names the blobs that the last reading of all stored bytes found lost, for the next start.
func (s Config) LostBytesPath() string { return s.DataPath("lost-bytes.json") }

// LockDataFolder makes the data folder, and keeps services and tools that change it out until the lock
// is closed. It fails at once when another process has it.
func (s Config) LockDataFolder() (io.Closer, error) {
	if err := s.MakeDataFolder(); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(s.DataPath("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		err := fmt.Errorf("another docket serves the data folder %s; stop it first, or name another folder with --data", s.Data)
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}
