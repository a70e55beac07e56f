package main

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// licenseKey is the vendor's public key, base64 of its 32 bytes, when the build sets one:
// then no other key is believed.
var licenseKey string

// License is everything about licenses, for who has one and for who sells them.
type License struct {
	Show   LicenseShow   `cmd:"" help:"Check a license file and show what it allows."`
	Keygen LicenseKeygen `cmd:"" help:"Make the pair of keys of a vendor."`
	Sign   LicenseSign   `cmd:"" help:"Write a signed license file, as a vendor."`
}

// Help shows how it is used.
func (License) Help() string {
	return `Without a license everything is allowed, without end. A service reads its license at start: docket serve --license FILE.

Examples:
  docket license show docket.license --license-key vendor.pub
  docket license keygen vendor
  docket license sign --key vendor.key --id L-17 --licensee 'Example Ltd' --valid-to 2025-12-31T23:59:59Z --no-ocr docket.license`
}

// LicensePlace is where a license is, and who must have signed it.
type LicensePlace struct {
	License    string `env:"DOCKET_LICENSE" placeholder:"FILE" help:"Signed license file. Without one everything is allowed, without end."`
	LicenseKey string `env:"DOCKET_LICENSE_KEY" placeholder:"FILE" help:"Public key of who signed the license, unless the program was built with one."`
}

// read gives the license of a place; nil without one.
func (p LicensePlace) read() (*license.License, error) {
	if p.License == "" {
		return nil, nil
	}
	key, err := p.key()
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(p.License)
	if err != nil {
		return nil, fmt.Errorf("the license: %w", err)
	}
	l, err := license.Open(content, key)
	if err != nil {
		return nil, fmt.Errorf("the license %s cannot be used: %w", p.License, err)
	}
	return &l, nil
}

// openLicense reads the license of the service.
func (a *App) openLicense(ctx context.Context) (err error) {
	a.license, err = a.cfg.LicensePlace.read()
	if l := a.license; l != nil {
		a.logger.InfoContext(ctx, "license", "id", l.ID, "licensee", l.Licensee, "status", l.Status(time.Now()), "office", l.Features.OfficeDocuments, "ocr", l.Features.OCR)
	}
	return err
}

// key is the public key that is believed.
func (p LicensePlace) key() (ed25519.PublicKey, error) {
	switch {
	case licenseKey != "" && p.LicenseKey != "":
		return nil, errors.New("this program was built with the key of its vendor, and takes no --license-key")
	case licenseKey != "":
		b, err := base64.StdEncoding.DecodeString(licenseKey)
		if err != nil || len(b) != ed25519.PublicKeySize {
			return nil, errors.New("this program was built with a key that is none")
		}
		return b, nil
	case p.LicenseKey == "":
		return nil, errors.New("a license needs the public key of who signed it: name its file with --license-key")
	}
	b, err := readPEM(p.LicenseKey, "PUBLIC KEY")
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKIXPublicKey(b)
	if public, ok := key.(ed25519.PublicKey); ok && err == nil {
		return public, nil
	}
	return nil, fmt.Errorf("%s holds no Ed25519 public key", p.LicenseKey)
}

func readPEM(name, kind string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the key: %w", err)
	}
	block, _ := pem.Decode(content)
	if block == nil || block.Type != kind {
		return nil, fmt.Errorf("%s holds no %s in PEM", name, kind)
	}
	return block.Bytes, nil
}

// LicenseShow checks a license file.
type LicenseShow struct {
	File       string `arg:"" help:"License file."`
	LicenseKey string `env:"DOCKET_LICENSE_KEY" placeholder:"FILE" help:"Public key of who signed it, unless the program was built with one."`
}

// Run prints what the license allows.
func (s LicenseShow) Run(io terminal.Streams) error {
	l, err := LicensePlace{s.File, s.LicenseKey}.read()
	if err != nil {
		return err
	}
	out := json.NewEncoder(io.Out)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(struct {
		license.License
		Status string `json:"status"`
	}{*l, l.Status(time.Now())})
}

// LicenseKeygen makes the keys of a vendor.
type LicenseKeygen struct {
	Name string `arg:"" help:"The private key goes to NAME.key, the public one to NAME.pub. Neither file may exist."`
}

// Run writes the two files.
func (k LicenseKeygen) Run(io terminal.Streams) error {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	open, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return err
	}
	if err := writeNew(k.Name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600); err != nil {
		return err
	}
	if err := writeNew(k.Name+".pub", pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: open}), 0o644); err != nil {
		return errors.Join(err, os.Remove(k.Name+".key"))
	}
	_, err = fmt.Fprintf(io.Out, "%s.key signs licenses and stays with the vendor; %s.pub goes to who runs docket.\n", k.Name, k.Name)
	return err
}

// writeNew writes a file that must not exist.
func writeNew(name string, content []byte, mode os.FileMode) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// LicenseSign writes a license.
type LicenseSign struct {
	Key           string     `required:"" placeholder:"FILE" help:"The vendor's private key."`
	ID            string     `required:"" name:"id" help:"Number of the license."`
	Licensee      string     `required:"" help:"Who it is for."`
	ValidFrom     *time.Time `placeholder:"TIME" help:"Begins then (RFC 3339). Default: always."`
	ValidTo       *time.Time `placeholder:"TIME" help:"Ends then (RFC 3339). Default: never."`
	Office        bool       `default:"true" negatable:"" help:"Office documents may be uploaded. Default ${default}."`
	OCR           bool       `name:"ocr" default:"true" negatable:"" help:"Text is recognised on scanned pages. Default ${default}."`
	AnalyzedPages *int64     `placeholder:"N" help:"Pages that were agreed on; shown only."`
	UploadedBytes *int64     `placeholder:"N" help:"Bytes that were agreed on; shown only."`
	File          string     `arg:"" help:"Where to write it; must not exist."`
}

// Run signs and writes.
func (s LicenseSign) Run(context.Context) error {
	b, err := readPEM(s.Key, "PRIVATE KEY")
	if err != nil {
		return err
	}
	key, err := x509.ParsePKCS8PrivateKey(b)
	private, ok := key.(ed25519.PrivateKey)
	if err != nil || !ok {
		return fmt.Errorf("%s holds no Ed25519 private key", s.Key)
	}
	signed, err := license.Sign(license.License{ID: s.ID, Licensee: s.Licensee, ValidFrom: s.ValidFrom, ValidTo: s.ValidTo,
		Features: license.Features{OfficeDocuments: s.Office, OCR: s.OCR},
		Limits:   license.Limits{AnalyzedPages: s.AnalyzedPages, UploadedBytes: s.UploadedBytes}}, private)
	if err != nil {
		return err
	}
	return writeNew(s.File, signed, 0o644)
}
