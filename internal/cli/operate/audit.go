package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/internal/transfer"
)

// Audit looks into what is stored.
type Audit struct {
	Verify AuditVerify `cmd:"" help:"Read every event: places, versions, bodies and sealed fields."`
	Replay AuditReplay `cmd:"" help:"Print a dossier as it was at a moment, from the log alone."`
}

// Help shows how it is used.
func (Audit) Help() string {
	return `Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket audit replay --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02 --until 2024-05-31T10:15:30+02:00`
}

// AuditVerify reads the whole log.
type AuditVerify struct {
	service.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	Bytes         bool   `help:"Read and check all stored bytes that events name, too."`
}

// Help shows how it is used.
func (AuditVerify) Help() string {
	return `Reads every event and says what is wrong: positions must grow without a gap, versions of a
stream follow each other, bodies decode with this program in every version, sealed fields open
or are erased. With --bytes every blob that an event names is read, too, and must be there and
whole, unless a later event removed it on purpose. On EventStoreDB streams that were cut, deleted
or tombstoned there are named, before a scavenge too. Ends with exit code 1 when something is wrong.
Works beside a running service.

Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key --bytes
  docket audit verify --postgres postgres://docket@db/docket --data /var/lib/docket --master-key-file /etc/docket/master.key`
}

// Run verifies and reports.
func (v AuditVerify) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(v.verifyLog(ctx, io))
}

func (v AuditVerify) verifyLog(ctx context.Context, io terminal.Streams) error {
	cfg, err := v.ToolConfig(ctx, v.MasterKeyFile, v.Workspace)
	if err == nil {
		err = cfg.MustExist(ctx)
	}
	if err != nil {
		return err
	}
	a, err := service.OpenStores(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	found, err := transfer.VerifyLog(ctx, a.Log, a.IsLogDense(), terminal.NewProgress(io.Err))
	var cuts []string
	if err == nil {
		cuts, err = a.FindCuts(ctx)
	}
	if err == nil {
		found.AddCuts(cuts)
		err = found.PrintReport(io.Out)
		if found.ProblemCount() > 0 {
			err = errors.Join(terminal.ErrReported, err)
		}
	}
	if v.Bytes && (err == nil || errors.Is(err, terminal.ErrReported)) {
		err = errors.Join(err, verifyBytes(ctx, a, io))
	}
	return errors.Join(err, a.Close())
}

// verifyBytes reads all stored bytes, and prints what is lost.
func verifyBytes(ctx context.Context, a *service.App, io terminal.Streams) error {
	if err := a.OpenStoredBytes(); err != nil {
		return err
	}
	p := terminal.NewProgress(io.Err)
	c, err := service.CheckBytes(ctx, a.Log.Store, a.Bytes, 0, func(read uint64) { p.Report("%d blobs read", read) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.Out, "%d blobs, %s: %d missing, %d damaged\n", c.Checked, terminal.FormatBytes(c.Bytes), c.Missing, c.Damaged)
	for _, l := range c.Lost {
		_, failed := fmt.Fprintln(io.Out, "  "+l.String())
		err = errors.Join(err, failed, terminal.ErrReported)
	}
	return err
}
