package operate

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/transfer"
)

// Migrate moves an installation to other engines.
type Migrate struct {
	Copy MigrateCopy `cmd:"" help:"Copy an installation to another engine while it serves; a run after its stop finishes the copy."`
}

// MigrateCopy copies an installation.
type MigrateCopy struct {
	From     string `required:"" placeholder:"PLACE" help:"The installation: a data folder, or a database (postgres://..., esdb://...)."`
	To       string `required:"" placeholder:"PLACE" help:"Where it goes: an empty data folder, database or namespace (#name)."`
	FromData string `placeholder:"DIR" help:"Data folder of the installation, when --from is a database."`
	ToData   string `placeholder:"DIR" help:"Data folder of the service to come, when --to is a database."`
	FromPG   string `name:"from-postgres" placeholder:"URL" help:"PostgreSQL of the installation, when --from is esdb://."`
	ToPG     string `name:"to-postgres" placeholder:"URL" help:"PostgreSQL of the service to come, when --to is esdb://."`
	settings.CopiedBytes
	Follow  bool   `help:"Go on copying what is done until the service has stopped, and finish then."`
	Compare string `default:"all" enum:"all,sizes" help:"Compare all bytes at the end, or only names and sizes, which is faster."`
}

// Help shows how it is used.
func (MigrateCopy) Help() string {
	return `Copies events with their positions and times, keys, secrets (passwords, sessions, clients,
signing keys), kept answers, sealed bytes and read models. The installation may go on serving: a
run takes over what is there, and the next one goes on where the last one ended, also when that
was broken off. The run that finds the service stopped takes the rest, compares both places by
counts and SHA-256, and finishes; before that no service starts on the copy. Nothing is changed
at the installation itself, and no master key is needed: the service to come has the same.

EventStoreDB gives events positions of its own: with it at either end events, ids, times and bodies
stay, positions are given anew, and the service builds its read models at its first start. Keys
and read models of a log there are in the data folder, or in the database of --to-postgres.

A PostgreSQL database can also be given as postgres: and settings as key=value. --to-data may be
the data folder of the installation: its bytes stay where they are then.

Examples:
  docket migrate copy --from /var/lib/docket --to postgres://docket@db/docket --to-data /var/lib/docket-cluster
  docket migrate copy --from sqlite:/var/lib/docket --to postgres://docket@db/docket --to-data /var/lib/docket --follow    (same bytes)
  docket migrate copy --from /var/lib/docket --to postgres://docket@db/docket --to-data /srv/docket --to-s3 https://s3.example/acme-docket
  docket migrate copy --from /var/lib/docket --to esdb://docket@db:2113#docket --to-data /srv/docket
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
	at, target := settings.Place{Data: c.FromData, Postgres: c.FromPG}, settings.Place{Data: c.ToData, Postgres: c.ToPG}
	c.ApplyTo(&at, &target)
	from, err := transfer.ParsePlace(ctx, "--from", c.From, at)
	if err != nil {
		return err
	}
	to, err := transfer.ParsePlace(ctx, "--to", c.To, target)
	if err != nil {
		return err
	}
	return transfer.Migrate(ctx, from, to,
		transfer.MigrateOptions{Follow: c.Follow, CompareContent: c.Compare == "all", Out: io.Out, Progress: terminal.NewProgress(io.Err)})
}
