package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
)

// AuditRotateKey has another key sign checkpoints of the log.
type AuditRotateKey struct {
	service.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	service.NotarySettings
	Statement string `placeholder:"FILE" help:"What docket notary --rotate has printed, where the key is that of a notary of its own."`
}

// Help shows how it is used.
func (AuditRotateKey) Help() string {
	return `With the service stopped, makes a key that signs checkpoints of the log from then on. The old key signs for the
whole log and for the new key, as its last act, and is removed; an event, log.key-rotated, tells it. The log keeps its
name, and checkpoints and bundles of the old key are verified with the old key as ever. Hand what docket audit checkpoint
--rotations prints to those who verify: with it, docket audit follow-key finds the new key from the one that they trust.

Examples:
  docket audit rotate-key --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket notary --rotate --state /var/lib/docket-notary/state > rotation.txt
  docket audit rotate-key --data /var/lib/docket --master-key-file /etc/docket/master.key --statement rotation.txt`
}

// Run rotates the key.
func (c AuditRotateKey) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(c.rotate(ctx, io))
}

func (c AuditRotateKey) rotate(ctx context.Context, io terminal.Streams) (err error) {
	cfg, err := c.ToolConfig(ctx, c.MasterKeyFile, c.Workspace)
	if err != nil {
		return err
	}
	cfg.NotarySettings = c.NotarySettings
	var statement []byte
	if c.Statement != "" {
		if statement, err = os.ReadFile(c.Statement); err != nil {
			return err
		}
	}
	if err := cfg.MustExist(ctx); err != nil {
		return err
	}
	a, err := service.OpenTools(ctx, cfg, slog.New(slog.NewTextHandler(io.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	r, err := a.RotateKey(ctx, statement)
	if err == nil {
		_, err = fmt.Fprintf(io.Out, "%s\nThis key signs checkpoints of the log from now on; %s has signed the last one, of %d events.\n",
			r.New, r.Old, r.N)
	}
	return err
}

// AuditFollowKey finds the newest key of a log.
type AuditFollowKey struct {
	Key       string `arg:"" help:"File with the key of the log that you trust."`
	Rotations string `arg:"" help:"File with what docket audit checkpoint --rotations prints."`
	All       bool   `help:"Print all keys from that one on, a line each, for docket witness --log."`
}

// Help shows how it is used.
func (AuditFollowKey) Help() string {
	return `Prints the key that signs checkpoints of a log now. Each key has signed for the one that follows it, so nothing is believed
but the key that you have, and no service, database or network is needed.

Examples:
  docket audit follow-key docket.pub rotations.txt > docket-2.pub
  docket audit follow-key docket.pub rotations.txt --all > keys.pub`
}

// Run verifies the rotations and prints the key.
func (c AuditFollowKey) Run(io terminal.Streams) error {
	keys, err := followKey(c.Key, c.Rotations)
	if err != nil {
		return err
	}
	if len(keys) == 1 {
		return fmt.Errorf("%s tells of no rotation of the key in %s: it is the newest, or that of another log", c.Rotations, c.Key)
	}
	for i, key := range keys {
		if c.All || i == len(keys)-1 {
			if _, err := fmt.Fprintln(io.Out, key.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

// followKey returns the keys of a log from that in a file on. Without a file of rotations it is the only one.
func followKey(keyFile, rotationsFile string) (evidence.LogKeys, error) {
	keys, err := readLogKeys([]string{keyFile})
	if err != nil {
		return nil, err
	}
	var rotations []string
	if rotationsFile != "" {
		text, err := os.ReadFile(rotationsFile)
		if err != nil {
			return nil, err
		}
		if rotations, err = evidence.SplitRotations(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", rotationsFile, err)
		}
	}
	return evidence.FollowKey(keys[0], rotations)
}
