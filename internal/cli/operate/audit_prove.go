package operate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
)

// AuditProve proves that an event is in the log.
type AuditProve struct {
	service.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	Position      uint64 `required:"" help:"Position of the event, as histories and docket audit verify tell it."`
}

// Help shows how it is used.
func (AuditProve) Help() string {
	return `Prints the entry of an event, its proof, and the newest checkpoint, in the form of
c2sp.org/tlog-proof. Whoever has the key of the log checks it with docket audit check-proof, without
a service or a database. Content is in it only as a hash.

Examples:
  docket audit prove --data /var/lib/docket --master-key-file /etc/docket/master.key --position 4711 > proof.txt`
}

// Run prints the proof.
func (p AuditProve) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(p.printProof(ctx, io))
}

func (p AuditProve) printProof(ctx context.Context, io terminal.Streams) (err error) {
	cfg, err := p.ToolConfig(ctx, p.MasterKeyFile, p.Workspace)
	if err != nil {
		return err
	}
	a, err := openStores(ctx, cfg, io)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	proof, err := evidence.ProveEvent(ctx, a.Storage.Evidence, a.Log.Store, es.Position(p.Position))
	if err == nil {
		_, err = fmt.Fprint(io.Out, proof)
	}
	return err
}

// AuditCheckProof checks a proof.
type AuditCheckProof struct {
	File string `arg:"" help:"File with the proof."`
	Key  string `required:"" placeholder:"FILE" help:"Key of the log, as docket audit checkpoint --key prints it."`
}

// Help shows how it is used.
func (AuditCheckProof) Help() string {
	return `Says what the event is that is proven, and of which log. Needs no service, database or network.
Ends with exit code 1 when the proof does not hold.

Examples:
  docket audit check-proof proof.txt --key docket.pub`
}

// Run checks the proof and prints the event.
func (c AuditCheckProof) Run(io terminal.Streams) error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	keyText, err := os.ReadFile(c.Key)
	if err != nil {
		return err
	}
	key, err := note.NewVerifier(strings.TrimSpace(string(keyText)))
	if err != nil {
		return fmt.Errorf("the key in %s: %w", c.Key, err)
	}
	p, err := evidence.ParseProof(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	e, signed, err := p.Verify(key)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	_, err = fmt.Fprintf(io.Out, `event %d of the %d events that the log %s had when the checkpoint was signed
position:    %d
stream:      %s, version %d
type:        %s, schema %d
time:        %s
actor:       %s
workspace:   %s
id:          %s
command:     %s
correlation: %s
causation:   %d
trace:       %s
body:        SHA-256 %x
`, p.Index+1, signed.N, signed.Origin, e.Position, e.Stream, e.Version, e.Type, e.Schema, e.Time.Format(time.RFC3339Nano), e.Actor,
		e.Workspace, e.ID, e.Command, e.Correlation, e.Causation, e.Trace, e.BodyHash)
	return err
}
