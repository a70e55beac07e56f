package operate

import (
	"context"
	"errors"
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
}

// Help shows how it is used.
func (AuditVerify) Help() string {
	return `Reads every event and says what is wrong: positions must grow without a gap, versions of a
stream follow each other, bodies decode with this program in every version, sealed fields open
or are erased. Ends with exit code 1 when something is wrong. Works beside a running service.

Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
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
	if err == nil {
		err = found.PrintReport(io.Out)
		if found.ProblemCount() > 0 {
			err = errors.Join(terminal.ErrReported, err)
		}
	}
	return errors.Join(err, a.Close())
}
