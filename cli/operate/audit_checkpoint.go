package operate

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
)

// AuditCheckpoint prints the newest checkpoint.
type AuditCheckpoint struct {
	settings.Place
	MasterKeyFile string `env:"DOCKET_MASTER_KEY_FILE" placeholder:"FILE" help:"Master key. Default: the data folder's name plus .key."`
	Workspace     string `default:"demo" env:"DOCKET_WORKSPACE" help:"A workspace of the installation."`
	settings.NotarySettings
	Key       bool `help:"Print the key that checkpoints are verified with, in their place."`
	Rotations bool `help:"Print what keys of the log said of those that followed them, for docket audit follow-key."`
	Rebuild   bool `help:"Build the tree over the log anew, with the service stopped."`

	Publish          bool   `help:"Hand it to witnesses, authority, folder, address and bucket, as docket serve does, and print it with their signatures."`
	WitnessPolicy    string `env:"DOCKET_WITNESS_POLICY" placeholder:"FILE" help:"Witnesses that --publish asks to sign."`
	TimestampURL     string `env:"DOCKET_TIMESTAMP_URL" placeholder:"URL" help:"Time-stamping authority (RFC 3161) that --publish asks."`
	TimestampCA      string `name:"timestamp-ca" env:"DOCKET_TIMESTAMP_CA" placeholder:"FILE" help:"Its root certificates, in PEM. Default: not checked now."`
	CheckpointFolder string `env:"DOCKET_CHECKPOINT_FOLDER" placeholder:"DIR" help:"Folder to which --publish copies it."`
	CheckpointURL    string `name:"checkpoint-url" env:"DOCKET_CHECKPOINT_URL" placeholder:"URL" help:"Address to which --publish sends it (POST)."`
	settings.CheckpointLock
}

// Help shows how it is used.
func (AuditCheckpoint) Help() string {
	return `A checkpoint is a signed note of three lines: the name of the log, how many events it has, and the
root of the Merkle tree over them. Whoever keeps one can have docket audit verify --checkpoints find
any later change of these events, whoever made it. Beside a running service the newest one is printed that it
has signed; where none runs, one of the whole log is signed first. With --publish it is handed at once to all
outside whom the flags name, and is printed with the signatures of the witnesses; exit code 1 when any of them
did not take it.

Examples:
  docket audit checkpoint --data /var/lib/docket --master-key-file /etc/docket/master.key > checkpoint.txt
  docket audit checkpoint --data /var/lib/docket --master-key-file /etc/docket/master.key --key > docket.pub
  docket audit checkpoint --data /var/lib/docket --master-key-file /etc/docket/master.key --publish \
      --witness-policy policy.txt --checkpoint-folder /mnt/archive > checkpoint.txt`
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
	cfg.WitnessPolicy, cfg.CheckpointFolder, cfg.CheckpointURL = c.WitnessPolicy, c.CheckpointFolder, c.CheckpointURL
	cfg.CheckpointLock = c.CheckpointLock
	cfg.TimestampURL, cfg.TimestampCA = c.TimestampURL, c.TimestampCA
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
		rotations, err := a.Evidence.Rotations(ctx)
		for _, signed := range rotations {
			if _, err := fmt.Fprintln(io.Out, signed); err != nil {
				return err
			}
		}
		return err
	}
	signed, err := a.Evidence.NewestCheckpoint(ctx, c.Rebuild)
	if err != nil {
		return err
	}
	var failed error
	if c.Publish {
		published, err := a.Anchors.PublishCheckpoint(ctx, signed, func(done string) { _, _ = fmt.Fprintln(io.Err, done) })
		if published == nil {
			return err
		}
		signed, failed = published, err
	}
	_, err = io.Out.Write(signed)
	return errors.Join(failed, err)
}
