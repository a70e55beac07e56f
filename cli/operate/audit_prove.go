package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
)

// AuditProve proves that events are in the log.
type AuditProve struct {
	InWorkspace
	Position uint64 `xor:"what" required:"" help:"Position of an event, as histories and docket audit verify tell it."`
	Dossier  string `placeholder:"ID" xor:"what" required:"" help:"All events of a dossier, and of all files that it ever had."`
	File     string `placeholder:"ID" xor:"what" required:"" help:"All events of one file."`
	Output   string `short:"o" placeholder:"DIR" help:"Folder for the proofs of --dossier and --file, which must not exist yet."`
}

// Help shows how it is used.
func (AuditProve) Help() string {
	return `Prints the entry of an event, its proof, and the newest checkpoint, in the form of
c2sp.org/tlog-proof. Whoever has the key of the log checks it with docket audit check-proof, without
a service or a database. Content is in it only as a hash. With --dossier or --file each event has a file of
its own, named after its position. That these are all events, only a bundle proves: docket audit bundle.

Examples:
  docket audit prove --data /var/lib/docket --master-key-file /etc/docket/master.key --position 4711 > proof.txt
  docket audit prove --data /var/lib/docket --master-key-file /etc/docket/master.key \
      --file 56ab26e5-eeb3-4249-8c96-03ca49d52333 -o proofs`
}

// Run prints the proof, or writes one for each event.
func (p AuditProve) Run(ctx context.Context, io terminal.Streams) error {
	if (p.Output == "") != (p.Dossier+p.File == "") {
		return errors.New("--dossier and --file need --output, and --position has none")
	}
	return p.useWorkspace(ctx, io, func(a *service.App) error {
		if p.Output == "" {
			proof, err := evidence.ProveEvent(ctx, a.Storage.Evidence, a.Log.Store, es.Position(p.Position))
			if err == nil {
				_, err = fmt.Fprint(io.Out, proof)
			}
			return err
		}
		streams, err := findStreams(ctx, a, p.Workspace, p.Dossier, p.File)
		if err == nil {
			err = os.Mkdir(p.Output, 0o700)
		}
		if err != nil {
			return err
		}
		written, err := p.writeProofs(ctx, a, streams)
		if err == nil {
			_, err = fmt.Fprintf(io.Out, "%s: %d proofs of the events of %d streams\n", p.Output, written, len(streams))
		}
		return err
	})
}

// writeProofs writes a proof of each event of some streams, and returns how many these are.
func (p AuditProve) writeProofs(ctx context.Context, a *service.App, streams []es.StreamID) (written int, err error) {
	for _, stream := range streams {
		for e, err := range a.Log.Store.Stream(ctx, stream, 0) {
			if err != nil {
				return written, err
			}
			proof, err := evidence.ProveEvent(ctx, a.Storage.Evidence, a.Log.Store, e.Position)
			if err == nil {
				err = os.WriteFile(filepath.Join(p.Output, fmt.Sprintf("%d.txt", e.Position)), []byte(proof.String()), 0o600)
			}
			if err != nil {
				return written, err
			}
			written++
		}
	}
	return written, nil
}

// AuditCheckProof checks proofs.
type AuditCheckProof struct {
	Files []string `arg:"" name:"file" help:"Files with proofs, one in each."`
	Key   string   `required:"" placeholder:"FILE" help:"Key of the log, as docket audit checkpoint --key prints it."`
}

// Help shows how it is used.
func (AuditCheckProof) Help() string {
	return `Says what the event is that is proven, and of which log. Needs no service, database or network.
Ends with exit code 1 when the proof does not hold.

Examples:
  docket audit check-proof proof.txt --key docket.pub
  docket audit check-proof proofs/*.txt --key docket.pub`
}

// Run checks the proofs and prints their events.
func (c AuditCheckProof) Run(io terminal.Streams) error {
	keyText, err := os.ReadFile(c.Key)
	if err != nil {
		return err
	}
	key, err := note.NewVerifier(strings.TrimSpace(string(keyText)))
	if err != nil {
		return fmt.Errorf("the key in %s: %w", c.Key, err)
	}
	var failures []error
	for i, file := range c.Files {
		if i > 0 {
			if _, err := fmt.Fprintln(io.Out); err != nil {
				return err
			}
		}
		if err := checkProof(io.Out, file, key); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", file, err))
		}
	}
	return errors.Join(failures...)
}

// checkProof checks the proof in a file, and prints its event.
func checkProof(to io.Writer, file string, key note.Verifier) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p, err := evidence.ParseProof(string(text))
	if err != nil {
		return err
	}
	e, signed, err := p.Verify(key)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, `event %d of the %d events that the log %s had when the checkpoint was signed
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
