package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"time"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// AuditTimestamp asks a time-stamping authority for a token over a checkpoint.
type AuditTimestamp struct {
	File   string `arg:"" help:"A checkpoint, or a bundle, of which the checkpoint is stamped."`
	URL    string `name:"url" required:"" env:"DOCKET_TIMESTAMP_URL" placeholder:"URL" help:"Address of the time-stamping authority."`
	Output string `short:"o" required:"" placeholder:"FILE" help:"Where the response is written; it must not exist yet."`
	TSACA  string `name:"tsa-ca" placeholder:"FILE" help:"Root certificates of the authority, in PEM. Default: not checked now."`

	InBundle bool `help:"Write the bundle with the time stamp in it, in place of the response."`

	Wait time.Duration `default:"30s" help:"How long the authority may take to answer."`
}

// Help shows how it is used.
func (AuditTimestamp) Help() string {
	return `Sends the SHA-256 of a checkpoint to a time-stamping authority (RFC 3161), and writes its response, which is the
proof that this very checkpoint, and so all events before it, existed at that time. Nothing else leaves the
machine. Needs no service, database or key of Docket, so that whoever was given a checkpoint can do it. docket audit
verify-bundle and openssl ts -verify verify the response, without a network. Keep the checkpoint, byte by byte. With
--in-bundle the response is written into the bundle, which holds as before for whoever knows no time stamps.

Examples:
  docket audit timestamp evidence.zip --url https://tsa.example/tsr -o evidence.tsr
  docket audit timestamp evidence.zip --url https://tsa.example/tsr -o stamped.zip --in-bundle
  docket audit timestamp 2026-09-30.txt --url https://tsa.example/tsr --tsa-ca authority.pem -o 2026-09-30.tsr`
}

// Run asks and writes the response.
func (c AuditTimestamp) Run(ctx context.Context, io terminal.Streams) error {
	if _, err := os.Lstat(c.Output); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s is there already, and is not overwritten", c.Output), err)
	}
	file, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	signed, err := evidence.CheckpointOf(file)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	response, err := timestamp.Request(ctx, &http.Client{Timeout: c.Wait}, c.URL, signed)
	if err != nil {
		return explainInterrupt(err)
	}
	if c.TSACA != "" {
		if _, err := verifyResponse(response, c.TSACA, signed); err != nil {
			return fmt.Errorf("%s: %w", c.URL, err)
		}
	}
	content := response
	if c.InBundle {
		if content, err = evidence.StampBundle(file, response); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	if err := os.WriteFile(c.Output, content, 0o600); err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.Out, "%s: a time stamp of %d bytes\n", c.Output, len(response))
	return err
}

// verifyTimestamp returns what a file with a response says about a checkpoint. Errors: timestamp.ErrToken.
func verifyTimestamp(file, roots string, signed []byte) (*timestamp.Stamp, error) {
	response, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return verifyResponse(response, roots, signed)
}

// verifyResponse is verifyTimestamp for a response, with a file of root certificates.
func verifyResponse(response []byte, roots string, signed []byte) (*timestamp.Stamp, error) {
	pool, err := timestamp.ReadRoots(roots)
	if err != nil {
		return nil, err
	}
	stamp, err := timestamp.Verify(response, signed, pool)
	return &stamp, err
}
