package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// AuditRotateKey has another key sign checkpoints of the log.
type AuditRotateKey struct {
	settings.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	settings.NotarySettings
	Statement string `placeholder:"FILE" xor:"how" help:"What docket notary --rotate has printed, where the key is that of a notary of its own."`
	Lost      bool   `xor:"how" help:"The key is lost: the log says so, and is signed under another name from now on."`
}

// Help shows how it is used.
func (AuditRotateKey) Help() string {
	return `With the service stopped, makes a key that signs checkpoints of the log from then on. The old key signs for the
whole log and for the new key, as its last act, and is removed; an event, log.key-rotated, tells it. The log keeps its
name, and checkpoints and bundles of the old key are verified with the old key as ever. Hand what docket audit checkpoint
--rotations prints to those who verify: with it, docket audit follow-key finds the new key from the one that they trust.

A key that is lost cannot sign for another one. With --lost an event, log.key-lost, tells it, if the log is that of all checkpoints
that are kept; the log gets another name and another key, which those who verify must be told of.

Examples:
  docket audit rotate-key --data /var/lib/docket --master-key-file /etc/docket/master.key
  docket notary --rotate --state /var/lib/docket-notary/state > rotation.txt
  docket audit rotate-key --data /var/lib/docket --master-key-file /etc/docket/master.key --statement rotation.txt
  docket audit rotate-key --data /var/lib/docket --master-key-file /etc/docket/master.key --lost`
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
	if c.Lost {
		return replaceLostKey(ctx, a, io)
	}
	r, err := a.Evidence.RotateKey(ctx, statement)
	if err == nil {
		_, err = fmt.Fprintf(io.Out, "%s\nThis key signs checkpoints of the log from now on; %s has signed the last one, of %d events.\n",
			r.New, r.Old, r.N)
	}
	return err
}

// replaceLostKey has the log signed under another name, and tells which.
func replaceLostKey(ctx context.Context, a *service.App, io terminal.Streams) error {
	lost, err := a.Evidence.ReplaceLostKey(ctx)
	if err != nil {
		return err
	}
	_, key, err := evidence.ReadVerifierKey(a.Config.NotaryKeyPath())
	if err != nil {
		return err
	}
	for _, f := range lost.Former {
		if _, err := fmt.Fprintf(io.Err, "Nothing is signed as %s any more, of which %d events were signed.\n", f.Origin, f.Events); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(io.Out, "%s\nThis key signs checkpoints of the log from now on: hand it to those who verify.\n", key)
	return err
}

// AuditMakeKey makes a key that signs checkpoints.
type AuditMakeKey struct {
	File string `arg:"" help:"File that does not exist yet, for --notary-key-file of an installation that has signed nothing."`
}

// Help shows how it is used.
func (AuditMakeKey) Help() string {
	return `Makes a key that signs checkpoints of a log, and beside it, in FILE.pub, the key that verifies them, for an installation that is to
find its key where it starts, such as in a secret. Elsewhere docket serve makes one by itself.

Example:
  docket audit make-key notary.key`
}

// Run makes the key.
func (c AuditMakeKey) Run(io terminal.Streams) error {
	for _, file := range []string{c.File, c.File + ".pub"} {
		if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("%s is there already", file))
		}
	}
	if err := evidence.MakeNotaryKey(c.File, evidence.NewOrigin()); err != nil {
		return err
	}
	_, key, err := evidence.ReadVerifierKey(c.File)
	if err == nil {
		_, err = fmt.Fprintln(io.Out, key)
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
