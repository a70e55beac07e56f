package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// Witness runs a witness.
type Witness struct {
	State   string   `required:"" env:"DOCKET_WITNESS_STATE" placeholder:"FILE" help:"File with all that the witness has signed."`
	KeyFile string   `env:"DOCKET_WITNESS_KEY_FILE" placeholder:"FILE" help:"Key that it signs with. Default: --state and .key."`
	Log     []string `required:"" placeholder:"FILE" help:"Files with the keys of the logs, as docket audit checkpoint --key prints them."`
	Listen  string   `default:"127.0.0.1:8090" env:"DOCKET_WITNESS_LISTEN" help:"Address of the witness."`
	New     bool     `help:"Make a new witness: a key, and a state that knows no log yet."`
	Name    string   `placeholder:"NAME" help:"With --new: name of the witness, an address without https://."`

	BodyLimit int64         `default:"65536" env:"DOCKET_WITNESS_BODY_LIMIT" help:"Largest request, in bytes."`
	StopTime  time.Duration `default:"10s" help:"How long requests may still take at a stop."`
}

// Help shows how it is used.
func (Witness) Help() string {
	return `Signs for checkpoints of logs that others run, over HTTP as c2sp.org/tlog-witness says (POST
/add-checkpoint), so that nobody can show two histories of a log that both have its signature. Meant for
somebody who does not run the service: another department, a customer. Each checkpoint is on the disk
before its signature leaves. Without its state a witness would sign a second history, so it does not
start; when the state is lost, make a new witness under another name. The key that verifies its signatures
stands beside its key, in FILE.pub. It speaks HTTP; for https put it behind a proxy.

Examples:
  docket witness --new --name witness.example/legal --state /var/lib/witness/state --log docket.pub
  docket witness --state /var/lib/witness/state --log docket.pub --listen 0.0.0.0:8090`
}

// Run answers requests until ctx ends.
func (c Witness) Run(ctx context.Context, io terminal.Streams) error {
	if c.KeyFile == "" {
		c.KeyFile = c.State + ".key"
	}
	if c.New == (c.Name == "") {
		return errors.New("--new and --name belong together: a new witness needs a name, and one that exists has its own")
	}
	if c.BodyLimit < 1 {
		return fmt.Errorf("--body-limit is %d bytes, and must be at least 1", c.BodyLimit)
	}
	logs, err := readLogKeys(c.Log)
	if err != nil {
		return err
	}
	if c.New {
		if err := evidence.MakeWitness(c.Name, c.KeyFile, c.State); err != nil {
			return err
		}
	}
	w, err := evidence.OpenWitness(c.KeyFile, c.State, logs)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(io.Err, nil))
	s := signerServer{Listen: c.Listen, Handler: witness.Handler(w, c.BodyLimit, logger), StopTime: c.StopTime, Logger: logger}
	return errors.Join(s.serve(ctx, "witnessing", "key", w.Key().String()), w.Close())
}

// readLogKeys reads files of keys of logs, one a line.
func readLogKeys(files []string) (keys []note.Verifier, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		lines := strings.Fields(string(text))
		if len(lines) == 0 {
			return nil, fmt.Errorf("%s has no key", file)
		}
		for _, line := range lines {
			key, err := note.NewVerifier(line)
			if err != nil {
				return nil, fmt.Errorf("the key of a log in %s: %w", file, err)
			}
			keys = append(keys, key)
		}
	}
	return keys, nil
}
