package service

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/service/settings"
)

// ReadLicense returns the license of a place, nil without one. With a vendorKey, base64 of the 32
// bytes that the build knows, no other key is believed.
func ReadLicense(p settings.LicensePlace, vendorKey string) (*license.License, error) {
	if p.License == "" {
		return nil, nil
	}
	key, err := publicKeyOf(p, vendorKey)
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
	a.license, err = ReadLicense(a.Config.LicensePlace, a.Config.Program.LicenseKey)
	if l := a.license; l != nil {
		a.logger.InfoContext(ctx, "license", "id", l.ID, "licensee", l.Licensee, "status", l.StatusAt(time.Now()),
			"office", l.Features.OfficeDocuments, "ocr", l.Features.OCR)
	}
	return err
}

// publicKey is the public key that is believed.
func publicKeyOf(p settings.LicensePlace, licenseKey string) (ed25519.PublicKey, error) {
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

// SignLicense signs a license with the private key of a vendor, which a file holds as PEM.
func SignLicense(l license.License, keyFile string) ([]byte, error) {
	b, err := readPEM(keyFile, "PRIVATE KEY")
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKCS8PrivateKey(b)
	private, ok := key.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s holds no Ed25519 private key", keyFile)
	}
	return license.Sign(l, private)
}
