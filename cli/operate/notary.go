package operate

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/notary"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
)

// Notary runs a notary.
type Notary struct {
	State     string `required:"" env:"DOCKET_NOTARY_STATE" placeholder:"FILE" help:"File with all that the notary has signed."`
	KeyFile   string `env:"DOCKET_NOTARY_KEY_FILE" placeholder:"FILE" help:"Key that it signs with. Default: --state and .key."`
	TokenFile string `env:"DOCKET_NOTARY_TOKEN_FILE" placeholder:"FILE" help:"Token that requests must bear; made where it is missing. Default: --state and .token."`
	Listen    string `default:"127.0.0.1:8091" env:"DOCKET_NOTARY_LISTEN" help:"Address of the notary; beyond this machine only with --tls-cert."`
	TLSCert   string `name:"tls-cert" env:"DOCKET_NOTARY_TLS_CERT" placeholder:"FILE" help:"Certificate, in PEM; the notary then speaks HTTPS." and:"tls"`
	TLSKey    string `name:"tls-key" env:"DOCKET_NOTARY_TLS_KEY" placeholder:"FILE" help:"Key of the certificate, in PEM." and:"tls"`

	New    bool   `xor:"origin" help:"Make a new notary: a key, and a state in which nothing is signed."`
	Rotate bool   `xor:"origin" help:"Make a key that follows the one before, print what that says of it, and end."`
	Adopt  string `xor:"origin" placeholder:"FOLDER" help:"Move key and memory of a stopped service here: the folder evidence in its data."`

	BodyLimit int64         `default:"65536" env:"DOCKET_NOTARY_BODY_LIMIT" help:"Largest request, in bytes."`
	StopTime  time.Duration `default:"10s" help:"How long requests may still take at a stop."`
}

// Help shows how it is used.
func (Notary) Help() string {
	return `Signs checkpoints of the log of a service with a key that the service does not hold, so that whoever gets hold of
the service and its database cannot sign another history. Run it as another user, or on another machine, and
start the service with --notary and --notary-token-file, a copy of the file with the token. It signs what continues
the checkpoint that it signed last, with a proof, and nothing else. Each checkpoint is on the disk before it leaves. Without
its state the notary would sign a second history, so it does not start. The key that verifies what it signs stands
beside its key, in FILE.pub.

Examples:
  docket notary --new --state /var/lib/docket-notary/state
  docket notary --adopt /var/lib/docket/evidence --state /var/lib/docket-notary/state
  docket notary --rotate --state /var/lib/docket-notary/state > rotation.txt
  docket notary --state /var/lib/docket-notary/state --listen 0.0.0.0:8091 --tls-cert notary.pem --tls-key notary-key.pem
  docket serve --notary http://127.0.0.1:8091 --notary-token-file /etc/docket/notary.token`
}

// Run answers requests until ctx ends.
func (c Notary) Run(ctx context.Context, io terminal.Streams) error {
	if c.KeyFile == "" {
		c.KeyFile = c.State + ".key"
	}
	if c.TokenFile == "" {
		c.TokenFile = c.State + ".token"
	}
	if c.BodyLimit < 1 {
		return fmt.Errorf("--body-limit is %d bytes, and must be at least 1", c.BodyLimit)
	}
	secure, err := c.readCertificate()
	if err != nil {
		return err
	}
	if err := c.makeState(); err != nil {
		return err
	}
	if resumed, err := c.resumeRotation(io); err != nil || resumed && c.Rotate {
		return err
	}
	n, err := evidence.OpenNotaryState(c.KeyFile, c.State)
	if err != nil {
		return err
	}
	if c.Rotate {
		return c.rotate(n, io)
	}
	return errors.Join(c.serve(ctx, n, secure, slog.New(slog.NewTextHandler(io.Err, nil))), n.Close())
}

// resumeRotation finishes a rotation that was cut off when the old key was gone already, and prints what that said of the new one
// where it is asked for.
func (c Notary) resumeRotation(io terminal.Streams) (resumed bool, err error) {
	next, err := evidence.NextKey(c.KeyFile)
	if _, missing := os.Stat(c.KeyFile); err != nil || next == "" || !errors.Is(missing, fs.ErrNotExist) {
		return false, err
	}
	if err := evidence.FinishRotation(c.KeyFile, c.State); err != nil || !c.Rotate {
		return true, err
	}
	signed, err := evidence.ReadRotation(c.KeyFile)
	if err == nil {
		_, err = io.Out.Write(signed)
	}
	return true, err
}

// rotate has another key follow that of the notary, and prints what the old one says of it.
func (c Notary) rotate(n *evidence.Notary, io terminal.Streams) error {
	signed, err := n.PrepareRotation(c.KeyFile, c.State, true)
	if err = errors.Join(err, n.Close()); err == nil {
		err = evidence.FinishRotation(c.KeyFile, c.State)
	}
	if err == nil {
		_, err = io.Out.Write(signed)
	}
	return err
}

// readCertificate returns what the notary speaks HTTPS with, nil for HTTP, with which it listens on this machine alone.
func (c Notary) readCertificate() (*tls.Config, error) {
	if c.TLSCert != "" {
		pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert: %w", err)
		}
		return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err == nil && !settings.IsLoopback(host) {
		err = fmt.Errorf("%s is reached from other machines, and the token would travel in the open: give --tls-cert and --tls-key", c.Listen)
	}
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	return nil, nil
}

// makeState makes key and state where that is asked for.
func (c Notary) makeState() error {
	switch {
	case c.New:
		return evidence.MakeNotary(c.KeyFile, c.State)
	case c.Adopt != "":
		return evidence.MoveNotary(filepath.Join(c.Adopt, "notary.key"), filepath.Join(c.Adopt, "checkpoints.txt"), c.KeyFile, c.State)
	}
	return nil
}

// serve answers requests until ctx ends.
func (c Notary) serve(ctx context.Context, n *evidence.Notary, secure *tls.Config, logger *slog.Logger) error {
	_, key, err := evidence.ReadVerifierKey(c.KeyFile)
	if err != nil {
		return err
	}
	token, err := c.readToken()
	if err != nil {
		return fmt.Errorf("the token of the notary: %w", err)
	}
	s := signerServer{Listen: c.Listen, Handler: notary.Handler(n, key, token, c.BodyLimit, logger), TLS: secure, StopTime: c.StopTime,
		Logger: logger}
	last, _ := n.Last()
	return s.serve(ctx, "signing", "key", key, "token", c.TokenFile, "events", last.N)
}

// readToken reads the token, and makes it where there is none.
func (c Notary) readToken() (string, error) {
	text, err := os.ReadFile(c.TokenFile)
	if errors.Is(err, fs.ErrNotExist) {
		token := rand.Text()
		return token, os.WriteFile(c.TokenFile, []byte(token+"\n"), 0o600)
	}
	token := strings.TrimSpace(string(text))
	if err == nil && token == "" {
		err = fmt.Errorf("%s is empty", c.TokenFile)
	}
	return token, err
}
