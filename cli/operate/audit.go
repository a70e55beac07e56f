package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/transfer"
)

// Audit looks into what is stored.
type Audit struct {
	Verify AuditVerify `cmd:"" help:"Read every event: places, versions, bodies and sealed fields."`
	Replay AuditReplay `cmd:"" help:"Print a dossier as it was at a moment, from the log alone."`

	Checkpoint AuditCheckpoint `cmd:"" help:"Print the newest signed checkpoint of the log, for somebody else to keep."`
	RotateKey  AuditRotateKey  `cmd:"" help:"Rotate the key that signs checkpoints of the log; the service must be stopped."`
	MakeKey    AuditMakeKey    `cmd:"" help:"Create the first key that signs checkpoints of a log."`
	FollowKey  AuditFollowKey  `cmd:"" help:"Print the newest key of a log, starting from a trusted one."`
	Prove      AuditProve      `cmd:"" help:"Print the proof that an event is in the log of the newest checkpoint."`
	CheckProof AuditCheckProof `cmd:"" help:"Check the proof of an event with the key of the log alone."`

	Monitor     AuditMonitor     `cmd:"" help:"Follow a log from outside, and detect a second history."`
	Consistency AuditConsistency `cmd:"" help:"Prove that the log of a checkpoint begins with that of an older one."`

	Bundle       AuditBundle       `cmd:"" help:"Write an evidence bundle: all events of a dossier or a file, with proofs."`
	VerifyBundle AuditVerifyBundle `cmd:"" help:"Verify an evidence bundle with trusted keys alone."`
	Timestamp    AuditTimestamp    `cmd:"" help:"Request a time stamp for a checkpoint or bundle (RFC 3161)."`
}

// Help shows how it is used.
func (Audit) Help() string {
	return `Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket audit replay --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02 --until 2024-05-31T10:15:30+02:00`
}

// AuditVerify reads the whole log.
type AuditVerify struct {
	settings.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	Bytes         bool   `help:"Read and check all stored bytes that events name, too."`
	Views         bool   `help:"Compare every row that queries read with what the events say, too."`
	Scratch       string `placeholder:"FOLDER" type:"path" help:"Folder for the views that --views makes, made if it is missing; an interrupted check goes on in it. Default: a temporary one."`
	NotaryKeyFile string `env:"DOCKET_NOTARY_KEY_FILE" placeholder:"FILE" help:"Key that signs checkpoints. Default: in --data."`

	Checkpoints []string `placeholder:"FILE" help:"Files with checkpoints that were kept elsewhere."`
	LogKey      []string `placeholder:"FILE" help:"Keys of the log: checkpoints of --checkpoints that none of them has signed are refused."`
}

// Help shows how it is used.
func (AuditVerify) Help() string {
	return `Reads every event and says what is wrong: positions must grow without a gap, versions of a
stream follow each other, bodies decode with this program in every version, sealed fields open
or are erased; each event is the one that the tree over the log has in its place, the tree is the one
of every checkpoint that is kept and of those given with --checkpoints, and keys are destroyed
where events say so, and only there. Without a checkpoint that was kept elsewhere, whoever can change the database
and has the notary's key can change all of this together. With --bytes every blob that an event names is read, too, and must be there and
whole, unless a later event removed it on purpose. With --views all views are made anew from the log, in a
folder of their own, and every row that queries read is compared with them: rows that were changed, added or
removed are named, with what differs. On EventStoreDB streams that were cut, deleted
or tombstoned there are named, before a scavenge too. Ends with exit code 1 when something is wrong.
Works beside a running service.

Examples:
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key --bytes --views
  docket audit verify --data /var/lib/docket --master-key-file /etc/docket/master.key --checkpoints kept-by-legal.txt
  docket audit verify --postgres postgres://docket@db/docket --data /var/lib/docket --master-key-file /etc/docket/master.key`
}

var errScratchAlone = errors.New("--scratch is the folder of --views, which is not given")

// Run verifies and reports.
func (v AuditVerify) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(v.verifyLog(ctx, io))
}

func (v AuditVerify) verifyLog(ctx context.Context, io terminal.Streams) error {
	if v.Scratch != "" && !v.Views {
		return errScratchAlone
	}
	cfg, err := v.ToolConfig(ctx, v.MasterKeyFile, v.Workspace)
	if err != nil {
		return err
	}
	cfg.NotaryKeyFile = v.NotaryKeyFile
	a, err := openStores(ctx, cfg, io)
	if err != nil {
		return err
	}
	found, err := v.findProblems(ctx, a, io)
	if err == nil && v.Bytes {
		err = verifyBytes(ctx, a, io, found)
	}
	if err == nil && v.Views {
		err = verifyViews(ctx, a, v.Scratch, io, found)
	}
	if err == nil {
		err = found.PrintReport(io.Out)
		if found.ProblemCount() > 0 {
			err = errors.Join(terminal.ErrReported, err)
		}
	}
	return errors.Join(err, a.Close())
}

// openStores opens the stores of an installation that exists, for a command that audits it.
func openStores(ctx context.Context, cfg settings.Config, io terminal.Streams) (*service.App, error) {
	if err := cfg.MustExist(ctx); err != nil {
		return nil, err
	}
	return service.OpenStores(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
}

// findProblems compares the log with all that is known of it.
func (v AuditVerify) findProblems(ctx context.Context, a *service.App, io terminal.Streams) (*transfer.Findings, error) {
	known, wrong, err := a.Evidence.KeptCheckpoints(ctx)
	if err != nil {
		return nil, err
	}
	given, err := readSignedFiles(v.Checkpoints, v.LogKey)
	if err != nil {
		return nil, err
	}
	scope := transfer.AuditScope{Count: a, Tree: a.Storage.Evidence, Checkpoints: known, Given: given}
	scope.Numbers, _ = a.Storage.Log.(numbering.Log)
	scope.Keys = service.AuditedKeys{Storage: a.Storage}
	if scope.Destroyed, err = a.Storage.Keys.DestroyedSubjects(ctx); err != nil {
		return nil, err
	}
	found, err := transfer.VerifyLog(ctx, a.Log, scope, terminal.NewProgress(io.Err))
	if err != nil {
		return nil, err
	}
	cuts, err := a.LogCheck.FindCuts(ctx)
	found.AddCuts(cuts)
	for _, problem := range wrong {
		found.AddProblem(problem)
	}
	return found, err
}

// readSignedFiles reads files of checkpoints that were kept elsewhere, each of which one of some keys has signed, where any are given.
func readSignedFiles(files, keyFiles []string) ([]evidence.KnownCheckpoint, error) {
	all, err := readCheckpointFiles(files)
	if err != nil || len(keyFiles) == 0 {
		return all, err
	}
	keys, err := readLogKeys(keyFiles)
	if err != nil {
		return nil, err
	}
	trusted := make(evidence.LogKeys, len(keys))
	for i, key := range keys {
		trusted[i].Verifier = key
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		signed, _ := evidence.SplitCheckpoints(evidence.RepairMailed(string(text)))
		for _, one := range signed {
			if _, err := trusted.Open([]byte(one)); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return all, nil
}

// readCheckpointFiles reads files of checkpoints that were kept elsewhere.
func readCheckpointFiles(files []string) (all []evidence.KnownCheckpoint, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		known, rest, err := evidence.ReadCheckpoints(evidence.RepairMailed(string(text)), file)
		if err == nil && (len(known) == 0 || strings.TrimSpace(rest) != "") {
			err = fmt.Errorf("%s: %w: %.60q", file, evidence.ErrCheckpoint, rest)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, known...)
	}
	return all, nil
}

// verifyBytes reads all stored bytes, prints how many there are, and adds what is lost to the
// problems that were found.
func verifyBytes(ctx context.Context, a *service.App, io terminal.Streams, found *transfer.Findings) error {
	if err := a.OpenStoredBytes(); err != nil {
		return err
	}
	p := terminal.NewProgress(io.Err)
	c, err := bytestore.CheckBytes(ctx, a.Log.Store, a.Bytes, 0,
		bytestore.BytesProgress{Read: func(blobs uint64) { p.Report("%d blobs read", blobs) }})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.Out, "%d blobs, %s: %d missing, %d damaged\n", c.Checked, terminal.FormatBytes(c.Bytes), c.Missing, c.Damaged)
	for _, l := range c.Lost {
		found.AddProblem(l.String())
	}
	return err
}
