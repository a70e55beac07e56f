package operate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
)

// AuditConsistency proves that one checkpoint continues another.
type AuditConsistency struct {
	settings.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	Old           string `arg:"" help:"File with the older checkpoint."`
	New           string `arg:"" help:"File with the newer checkpoint."`
	Request       bool   `help:"Print the proof as a request to a witness."`
}

// Help shows how it is used.
func (AuditConsistency) Help() string {
	return `Proves from the tree over the log that the events of the older checkpoint are the first ones of the newer
one. With --request it prints old size, proof and newer checkpoint, as a witness is asked for a signature
(c2sp.org/tlog-witness); whoever has both checkpoints can check that without a service or a database.
Ends with exit code 1 when it cannot be proven. Signatures are not verified here.

Examples:
  docket audit consistency --data /var/lib/docket --master-key-file /etc/docket/master.key june.txt july.txt
  docket audit consistency --data /var/lib/docket --master-key-file /etc/docket/master.key june.txt july.txt --request |
      curl --data-binary @- https://witness.example/add-checkpoint`
}

// Run prints what is proven.
func (c AuditConsistency) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(c.printConsistency(ctx, io))
}

func (c AuditConsistency) printConsistency(ctx context.Context, io terminal.Streams) (err error) {
	older, _, err := readOneCheckpoint(c.Old)
	if err != nil {
		return err
	}
	newer, signed, err := readOneCheckpoint(c.New)
	if err != nil {
		return err
	}
	cfg, err := c.ToolConfig(ctx, c.MasterKeyFile, c.Workspace)
	if err != nil {
		return err
	}
	a, err := openStores(ctx, cfg, io)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	proof, err := evidence.ProveContinuation(ctx, a.Storage.Evidence, older, newer)
	if err != nil {
		return err
	}
	if c.Request {
		_, err = fmt.Fprint(io.Out, evidence.WitnessRequest{Old: older.N, Proof: proof, Note: signed})
		return err
	}
	_, err = fmt.Fprintf(io.Out, "the first %d of the %d events of the log %s are those of the older checkpoint\n",
		older.N, newer.N, newer.Origin)
	return err
}

// readOneCheckpoint reads a file with one checkpoint.
func readOneCheckpoint(file string) (c evidence.Checkpoint, signed []byte, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return c, nil, err
	}
	all, rest := evidence.SplitCheckpoints(evidence.RepairMailed(string(text)))
	if len(all) != 1 || strings.TrimSpace(rest) != "" {
		return c, nil, fmt.Errorf("%s: %w: it has %d of them, one is wanted", file, evidence.ErrCheckpoint, len(all))
	}
	if c, err = evidence.ParseCheckpoint(all[0]); err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return c, []byte(all[0]), err
}
