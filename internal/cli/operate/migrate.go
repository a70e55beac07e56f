package operate

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/internal/transfer"
)

// Migrate moves an installation to other engines.
type Migrate struct {
	Copy MigrateCopy `cmd:"" help:"Copy an installation to another engine while it serves; the run behind its stop finishes the copy."`
}

// MigrateCopy copies an installation.
type MigrateCopy struct {
	From      string `required:"" placeholder:"PLACE" help:"The installation: a data folder, sqlite:DIR, or a PostgreSQL database (postgres://..., or postgres: and settings as key=value)."`
	To        string `required:"" placeholder:"PLACE" help:"Where it goes: a data folder, sqlite:DIR, or a PostgreSQL database, in which nothing is."`
	FromData  string `placeholder:"DIR" help:"Data folder of the installation, when --from is a database."`
	ToData    string `placeholder:"DIR" help:"Data folder of the service to come, when --to is a database. May be that of the installation: its bytes stay where they are then."`
	FromBlobs string `placeholder:"DIR" help:"Folder of bytes of the installation, when it is not in the data folder."`
	ToBlobs   string `placeholder:"DIR" help:"Folder of bytes of the service to come, when it is not to be in the data folder."`
	FromS3    string `name:"from-s3" placeholder:"URL" help:"Bucket with the bytes of the installation, https://HOST/BUCKET/PREFIX, when they are in one."`
	ToS3      string `name:"to-s3" placeholder:"URL" help:"Bucket for the bytes of the service to come."`
	BucketKeys
	Follow  bool   `help:"Go on copying what is done until the service has stopped, and finish then."`
	Compare string `default:"all" enum:"all,sizes" help:"How bytes are compared at the end: all of them, or their names and sizes only, which is over sooner. Default ${default}."`
}

// BucketKeys are the rights at an object store.
type BucketKeys struct {
	S3Region          string `name:"s3-region" env:"DOCKET_S3_REGION" placeholder:"NAME" help:"Region of the bucket. Default: the server is asked."`
	S3AccessKey       string `name:"s3-access-key" env:"DOCKET_S3_ACCESS_KEY" placeholder:"KEY" secret:"" help:"Access key for the object store; better by its variable, since other users see flags."`
	S3SecretKey       string `name:"s3-secret-key" env:"DOCKET_S3_SECRET_KEY" placeholder:"SECRET" secret:"" help:"Its secret; better by its variable."`
	S3CredentialsFile string `name:"s3-credentials-file" env:"DOCKET_S3_CREDENTIALS_FILE" placeholder:"FILE" help:"File with access key and secret, in the form of ~/.aws/credentials, section default."`
}

// objectStore is an object store by its address; without one, none.
func (k BucketKeys) objectStore(url string) service.ObjectStore {
	return service.ObjectStore{S3: url, S3Region: k.S3Region, S3AccessKey: k.S3AccessKey, S3SecretKey: k.S3SecretKey, S3CredentialsFile: k.S3CredentialsFile}
}

// Help shows how it is used.
func (MigrateCopy) Help() string {
	return `Copies events with their positions and times, keys, secrets (passwords, sessions, clients,
signing keys), kept answers, sealed bytes and read models. The installation may go on serving: a
run takes over what is there, and the next one goes on where the last one ended, also when that
was broken off. The run that finds the service stopped takes the rest, compares both places by
counts and SHA-256, and finishes; before that no service starts on the copy. Nothing is changed
at the installation itself, and no master key is needed: the service to come has the same.

Examples:
  docket migrate copy --from /var/lib/docket --to postgres://docket@db/docket --to-data /var/lib/docket-cluster
  docket migrate copy --from sqlite:/var/lib/docket --to postgres://docket@db/docket --to-data /var/lib/docket --follow    (same bytes)
  docket migrate copy --from /var/lib/docket --to postgres://docket@db/docket --to-data /srv/docket --to-s3 https://s3.example/acme-docket
  docket migrate copy --from postgres://docket@db/docket --from-data /var/lib/docket --to sqlite:/srv/docket --compare sizes`
}

// Run copies.
func (c MigrateCopy) Run(ctx context.Context, io terminal.Streams) error {
	err := c.copyInstallation(ctx, io)
	if errors.Is(err, context.Canceled) {
		return errors.New("it was interrupted; the same command goes on where it was")
	}
	return err
}

func (c MigrateCopy) copyInstallation(ctx context.Context, io terminal.Streams) error {
	from, err := transfer.ParsePlace(ctx, "--from", c.From,
		service.Place{Data: c.FromData, Blobs: c.FromBlobs, ObjectStore: c.objectStore(c.FromS3)})
	if err != nil {
		return err
	}
	to, err := transfer.ParsePlace(ctx, "--to", c.To, service.Place{Data: c.ToData, Blobs: c.ToBlobs, ObjectStore: c.objectStore(c.ToS3)})
	if err != nil {
		return err
	}
	return transfer.Migrate(ctx, from, to,
		transfer.MigrateOptions{Follow: c.Follow, CompareContent: c.Compare == "all", Out: io.Out, Progress: terminal.NewProgress(io.Err)})
}
