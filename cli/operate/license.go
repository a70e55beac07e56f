package operate

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// License is everything about licenses, for who has one and for who sells them.
type License struct {
	Show   LicenseShow   `cmd:"" help:"Check a license file and show what it allows."`
	Keygen LicenseKeygen `cmd:"" help:"Create the key pair of a vendor."`
	Sign   LicenseSign   `cmd:"" help:"Sign a license file as a vendor."`
}

// Help shows how it is used.
func (License) Help() string {
	return `Without a license everything is allowed, without end. A service reads its license at start: docket serve --license FILE.

Examples:
  docket license show docket.license --license-key vendor.pub
  docket license keygen vendor
  docket license sign --key vendor.key --id L-17 --licensee 'Example Ltd' --valid-to 2025-12-31T23:59:59Z --no-ocr docket.license`
}

// LicenseShow checks a license file.
type LicenseShow struct {
	File       string `arg:"" help:"License file."`
	LicenseKey string `env:"DOCKET_LICENSE_KEY" placeholder:"FILE" help:"Public key of its signer, unless the program was built with one."`
}

// Run prints what the license allows.
func (s LicenseShow) Run(ctx context.Context, io terminal.Streams) error {
	l, err := service.ReadLicense(settings.LicensePlace{License: s.File, LicenseKey: s.LicenseKey}, settings.ProgramOf(ctx).LicenseKey)
	if err != nil {
		return err
	}
	out := json.NewEncoder(io.Out)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(struct {
		license.License
		Status string `json:"status"`
	}{*l, l.StatusAt(time.Now())})
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
	Office        bool       `default:"true" negatable:"" help:"Office documents may be uploaded."`
	OCR           bool       `name:"ocr" default:"true" negatable:"" help:"Text is recognised on scanned pages."`
	AnalyzedPages *int64     `placeholder:"N" help:"Pages that were agreed on; shown only."`
	UploadedBytes *int64     `placeholder:"N" help:"Bytes that were agreed on; shown only."`
	File          string     `arg:"" help:"Where to write it; must not exist."`
}

// Run signs and writes.
func (s LicenseSign) Run(context.Context) error {
	signed, err := service.SignLicense(license.License{ID: s.ID, Licensee: s.Licensee, ValidFrom: s.ValidFrom, ValidTo: s.ValidTo,
		Features: license.Features{OfficeDocuments: s.Office, OCR: s.OCR},
		Limits:   license.Limits{AnalyzedPages: s.AnalyzedPages, UploadedBytes: s.UploadedBytes}}, s.Key)
	if err != nil {
		return err
	}
	return writeNew(s.File, signed, 0o644)
}
