package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
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

// bucket is an object store by its address; without one, none.
func (k BucketKeys) bucket(url string) ObjectStore {
	return ObjectStore{S3: url, S3Region: k.S3Region, S3AccessKey: k.S3AccessKey, S3SecretKey: k.S3SecretKey, S3CredentialsFile: k.S3CredentialsFile}
}

// Help shows how it is used.
func (MigrateCopy) Help() string {
	return `Copies events with their positions and times, keys, secrets (passwords, sessions, clients, signing keys), kept answers, sealed bytes and read models. The installation may go on serving: a run takes over what is there, and the next one goes on where the last one ended, also when that was broken off. The run that finds the service stopped takes the rest, compares both places by counts and SHA-256, and finishes; before that no service starts on the copy. Nothing is changed at the installation itself, and no master key is needed: the service to come has the same.

Examples:
  docket migrate copy --from /var/lib/docket --to postgres://docket@db/docket --to-data /var/lib/docket-cluster
  docket migrate copy --from sqlite:/var/lib/docket --to postgres://docket@db/docket --to-data /var/lib/docket --follow    (same bytes)
  docket migrate copy --from /var/lib/docket --to postgres://docket@db/docket --to-data /srv/docket --to-s3 https://s3.example/acme-docket
  docket migrate copy --from postgres://docket@db/docket --from-data /var/lib/docket --to sqlite:/srv/docket --compare sizes`
}

// Run copies.
func (c MigrateCopy) Run(ctx context.Context, io terminal.Streams) error {
	err := c.run(ctx, io)
	if errors.Is(err, context.Canceled) {
		return errors.New("it was interrupted; the same command goes on where it was")
	}
	return err
}

func (c MigrateCopy) run(ctx context.Context, io terminal.Streams) (err error) {
	m := &migration{follow: c.Follow, whole: c.Compare == "all", out: io.Out, progress: terminal.NewProgress(io.Err)}
	if m.from, err = endOf("--from", c.From, Place{Data: c.FromData, Blobs: c.FromBlobs, ObjectStore: c.bucket(c.FromS3)}); err != nil {
		return err
	}
	if m.to, err = endOf("--to", c.To, Place{Data: c.ToData, Blobs: c.ToBlobs, ObjectStore: c.bucket(c.ToS3)}); err != nil {
		return err
	}
	if m.from.same(m.to) {
		return errors.New("--from and --to are the same place")
	}
	defer func() { err = errors.Join(err, m.close(context.WithoutCancel(ctx))) }()
	if err := m.open(ctx); err != nil {
		return err
	}
	return m.run(ctx)
}

// A migrationPlace is one end of a copy.
type migrationPlace struct{ cfg Serve }

// endOf reads one end of the command line.
func endOf(flag, at string, p Place) (migrationPlace, error) {
	scheme, rest, _ := strings.Cut(at, ":")
	switch {
	case scheme == "esdb" || scheme == "esdb+discover" || scheme == "eventstore" || scheme == "kurrentdb":
		return migrationPlace{}, fmt.Errorf("%s: an event log is moved neither to nor from EventStoreDB, because it gives positions and times of its own; begin an installation there, or copy to postgres://", flag)
	case scheme == "postgres" || scheme == "postgresql":
		p.Postgres = at
		if !strings.HasPrefix(rest, "//") { // settings as key=value
			p.Postgres = rest
		}
	case strings.Contains(at, "://"):
		return migrationPlace{}, fmt.Errorf("%s: %s is no place of docket; name a data folder, sqlite:DIR or postgres://", flag, withoutPassword(at))
	case strings.Contains(at, "=") && !strings.HasPrefix(at, "sqlite:"):
		p.Postgres = at
	case p.Data != "":
		return migrationPlace{}, fmt.Errorf("%s is a data folder already; %s-data belongs to a database", flag, flag)
	default:
		p.Data = strings.TrimPrefix(at, "sqlite:")
	}
	if p.Data == "" {
		return migrationPlace{}, fmt.Errorf("%s is a database: name the data folder of its service too, with %s-data", flag, flag)
	}
	cfg, err := p.config("", "")
	return migrationPlace{cfg}, err
}

// same says whether two places keep their log in the same engine and spot.
func (p migrationPlace) same(o migrationPlace) bool {
	if p.cfg.Postgres != "" || o.cfg.Postgres != "" {
		return p.cfg.Postgres == o.cfg.Postgres
	}
	return sameFolder(p.cfg.Data, o.cfg.Data)
}

// name is the place as people named it, without a password.
func (p migrationPlace) name() string {
	switch {
	case strings.Contains(p.cfg.Postgres, "://"):
		return withoutPassword(p.cfg.Postgres)
	case p.cfg.Postgres != "":
		return "the database"
	}
	return p.cfg.Data
}

// sameFolder says whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	one, err := os.Stat(a)
	other, failed := os.Stat(b)
	return err == nil && failed == nil && os.SameFile(one, other)
}
