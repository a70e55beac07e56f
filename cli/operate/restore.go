package operate

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/transfer"
)

// Restore puts a backup where nothing is.
type Restore struct {
	settings.Place
	From          string   `placeholder:"FILE" help:"The backup."`
	Check         bool     `help:"Only check the backup, from its first byte to its last."`
	KeepLog       bool     `help:"Keep the log that stands, and restore keys and bytes only. The log must go on where the backup's ends."`
	Checkpoints   []string `placeholder:"FILE" help:"Files with checkpoints that were kept elsewhere: a log that does not fit them is refused."`
	LogKey        []string `placeholder:"FILE" help:"Keys of the log: checkpoints that none of them has signed are refused. Default: signatures are not looked at."`
	AsFork        bool     `help:"Label the restored log as a fork of the one before, also where it would be refused as one."`
	DeletionsFrom string   `placeholder:"FILE|DIR|URL" help:"Carry over the permanent deletions of a newer backup, data folder or database."`
}

// Help shows how it is used.
func (Restore) Help() string {
	return `Restores into an empty data folder, database or namespace of EventStoreDB only, and checks every digest
before it writes anything. What was deleted for good after the backup was taken is in the backup
still: --deletions-from names a newer log whose deletions are to hold; without --from, in what
was restored before. Start the service with the master key that the installation began with.

Examples:
  docket restore --check --from /backup/docket-20260102T030405Z-1234.tar
  docket restore --from /backup/docket-20260102T030405Z-1234.tar --data /var/lib/docket
  docket restore --from b.tar --data /var/lib/docket --postgres postgres://docket@db/docket --deletions-from /var/lib/docket.old
  docket restore --from b.tar --data /var/lib/docket --checkpoints kept-by-legal.txt --log-key docket.pub
  docket restore --from b.tar --data /var/lib/docket --s3 https://s3.example/acme-docket
  docket restore --from b.tar --data /var/lib/docket --eventstore esdb://docket@db:2113#docket
  docket restore --from b.tar --postgres postgres://docket@db/docket --blobs /mnt/docket
  docket restore --from b.tar --data /var/lib/docket --keep-log    (vault.db and blobs are lost, events.db is not)`
}

// Run restores.
func (r Restore) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(r.restoreBackup(ctx, io))
}

func (r Restore) restoreBackup(ctx context.Context, io terminal.Streams) error {
	if r.From == "" && (r.Check || r.KeepLog || r.AsFork || len(r.Checkpoints) > 0 || r.DeletionsFrom == "") {
		return errors.New("name the backup with --from")
	}
	if r.KeepLog && (r.AsFork || len(r.Checkpoints) > 0) {
		return errors.New("--keep-log restores no log; docket audit verify compares the one that stands with checkpoints")
	}
	cfg, err := r.ToolConfig(ctx, "", "")
	if err != nil {
		return err
	}
	if r.From != "" {
		if err := r.restoreFrom(ctx, cfg, io); err != nil || r.Check {
			return err
		}
	}
	if r.DeletionsFrom == "" {
		return nil
	}
	n, err := transfer.CarryDeletions(ctx, cfg, r.DeletionsFrom)
	if err != nil {
		return fmt.Errorf("carry deletions over: %w", err)
	}
	_, err = fmt.Fprintf(io.Out, "permanent deletions carried over: %d; the next start finishes them\n", n)
	return err
}

// restoreFrom checks the backup, and restores it unless it is to be checked only.
func (r Restore) restoreFrom(ctx context.Context, cfg settings.Config, io terminal.Streams) error {
	known, err := readSignedFiles(r.Checkpoints, r.LogKey)
	if err != nil {
		return err
	}
	m, err := transfer.CompareBackup(ctx, r.From, known)
	isFork := errors.Is(err, transfer.ErrFork)
	if err != nil && !isFork {
		return fmt.Errorf("nothing was written: %w", err)
	}
	if _, err := fmt.Fprintf(io.Out, "%s is whole: position %d of %s, %s, %s, made by version %s\n", r.From, m.Position,
		m.Time.Format("2006-01-02 15:04:05 UTC"), m.Engine, transfer.DescribeParts(m), m.Program); err != nil {
		return err
	}
	if isFork && (r.Check || !r.AsFork) {
		return fmt.Errorf("nothing was written: %w", adviseFork(err))
	}
	if r.Check {
		return nil
	}
	o := transfer.RestoreOptions{KeepLog: r.KeepLog, AsFork: r.AsFork, Known: known}
	label, err := transfer.RestoreBackup(ctx, cfg, r.From, m, o, terminal.NewProgress(io.Err))
	if err != nil {
		return fmt.Errorf("restore: %w", adviseFork(err))
	}
	if label != nil {
		_, err = fmt.Fprintf(io.Out, "labelled as a fork behind its first %d events: checkpoints are signed as %s from now on\n",
			label.Events, label.Origin)
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(io.Out, "restored up to position %d; start the service with the master key of this installation\n", m.Position)
	return err
}

// adviseFork adds to the error of a log that would be a fork what can be done.
func adviseFork(err error) error {
	if !errors.Is(err, transfer.ErrFork) {
		return err
	}
	return fmt.Errorf("%w.\nA newer backup may fit. With --as-fork the log is restored all the same, an event says so (log.restored), and "+
		"checkpoints are signed under a new name, so that nobody takes what follows for the old log", err)
}
