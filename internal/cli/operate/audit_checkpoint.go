package operate

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
)

// AuditCheckpoint prints the newest checkpoint.
type AuditCheckpoint struct {
	service.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	service.NotarySettings
	Key       bool `help:"Print the key that checkpoints are verified with, in their place."`
	Rotations bool `help:"Print what keys of the log said of those that followed them, for docket audit follow-key."`
	Rebuild   bool `help:"Build the tree over the log anew, with the service stopped."`
}

// Help shows how it is used.
func (AuditCheckpoint) Help() string {
	return `A checkpoint is a signed note of three lines: the name of the log, how many events it has, and the
root of the Merkle tree over them. Whoever keeps one can have docket audit verify --checkpoints find
any later change of these events, whoever made it. Beside a running service the newest one is printed that it
has signed; where none runs, one of the whole log is signed first.

Examples:
  docket audit checkpoint --data /var/lib/docket --master-key-file /etc/docket/master.key > checkpoint.txt
  docket audit checkpoint --data /var/lib/docket --master-key-file /etc/docket/master.key --key > docket.pub`
}

// Run prints the checkpoint.
func (c AuditCheckpoint) Run(ctx context.Context, io terminal.Streams) error {
	return explainInterrupt(c.printNewest(ctx, io))
}

func (c AuditCheckpoint) printNewest(ctx context.Context, io terminal.Streams) (err error) {
	cfg, err := c.ToolConfig(ctx, c.MasterKeyFile, c.Workspace)
	if err == nil {
		err = cfg.MustExist(ctx)
	}
	if err != nil {
		return err
	}
	cfg.NotarySettings = c.NotarySettings
	if c.Key {
		_, text, err := evidence.ReadVerifierKey(cfg.NotaryKeyPath())
		if err == nil {
			_, err = fmt.Fprintln(io.Out, text)
		}
		return err
	}
	a, err := openStores(ctx, cfg, io)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if c.Rotations {
		rotations, err := a.Rotations(ctx)
		for _, signed := range rotations {
			if _, err := fmt.Fprintln(io.Out, signed); err != nil {
				return err
			}
		}
		return err
	}
	signed, err := a.NewestCheckpoint(ctx, c.Rebuild)
	if err == nil {
		_, err = io.Out.Write(signed)
	}
	return err
}
