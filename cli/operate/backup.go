package operate

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/transfer"
)

// Backup writes a backup.
type Backup struct {
	settings.Place
	To        string `required:"" env:"DOCKET_BACKUP_TO" placeholder:"FILE|DIR" help:"New file; or a folder, for one named by time."`
	WithViews bool   `help:"Take the read models too, so that a restored service need not build them."`
}

// Help shows how it is used.
func (Backup) Help() string {
	return `Writes log, keys (as they are stored, wrapped by the master key), sealed bytes and, if asked
for, read models into one file; in a folder it is named by time and position. Works beside a running service and needs no master key; keep
that apart, for without it the backup cannot be read. The same file can be restored into SQLite
files, into PostgreSQL and into a namespace of EventStoreDB. Positions in EventStoreDB are its
own: in the file events are numbered from 1, and read models are built anew.

Examples:
  docket backup --data /var/lib/docket --to /backup
  docket backup --data /var/lib/docket --postgres postgres://docket@db/docket --to /backup/before-upgrade.tar
  docket backup --data /var/lib/docket --eventstore esdb://docket@db:2113#docket --to /backup
  docket restore --check --from /backup/before-upgrade.tar`
}

// Run makes the backup.
func (b Backup) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(b.writeBackup(ctx, io))
}

func (b Backup) writeBackup(ctx context.Context, io terminal.Streams) error {
	cfg, err := b.ToolConfig(ctx, "", "")
	if err == nil {
		err = cfg.MustExist(ctx)
	}
	if err != nil {
		return err
	}
	made, err := transfer.WriteBackup(ctx, cfg, b.To, b.WithViews, terminal.NewProgress(io.Err))
	if err == nil {
		_, err = fmt.Fprintf(io.Out, "backup up to position %d: %s, %s in %s\n%s", made.Position, transfer.DescribeParts(made.Manifest),
			terminal.FormatBytes(made.Size), made.Path, made.Note)
	}
	return err
}
