package license

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// signed is a license file: the license and the vendor's signature over it.
type signed struct {
	License   json.RawMessage `json:"license"`
	Signature []byte          `json:"signature"` // Ed25519, over context and the license without white space
}

// context keeps signatures for licenses apart from all others of the same key.
const context = "docket license 1\n"

// MaxFile is the largest license file, in bytes.
const MaxFile = 64 << 10

// Sign writes a license file. White space in it may be changed afterwards, nothing else.
func Sign(l License, key ed25519.PrivateKey) ([]byte, error) {
	if err := l.checkTerms(); err != nil {
		return nil, err
	}
	b, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("write the license: %w", err)
	}
	out, err := json.MarshalIndent(signed{b, ed25519.Sign(key, append([]byte(context), b...))}, "", "  ")
	return append(out, '\n'), err
}

// Open reads a license file that the owner of a key has signed. Its errors describe
// the defect of the file.
func Open(file []byte, key ed25519.PublicKey) (License, error) {
	var s signed
	if len(file) > MaxFile {
		return License{}, errors.New("it is too large to be a license")
	}
	if err := decodeStrict(file, &s); err != nil || len(s.License) == 0 {
		return License{}, errors.New("it is no license file")
	}
	var plain bytes.Buffer
	if err := json.Compact(&plain, s.License); err != nil {
		return License{}, errors.New("it is no license file")
	}
	if !ed25519.Verify(key, append([]byte(context), plain.Bytes()...), s.Signature) {
		return License{}, errors.New("its signature does not match: it was changed, or somebody else signed it")
	}
	var l License
	if err := decodeStrict(plain.Bytes(), &l); err != nil {
		return License{}, fmt.Errorf("it holds what this program does not know: %w", err)
	}
	return l, l.checkTerms()
}

// decodeStrict reads exactly one value, of known members.
func decodeStrict(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more behind it")
	}
	return nil
}

// checkTerms refuses licenses that make no sense.
func (l License) checkTerms() error {
	switch {
	case strings.TrimSpace(l.ID) == "":
		return errors.New("the license has no licenseId")
	case strings.TrimSpace(l.Licensee) == "":
		return errors.New("the license has no licensee")
	case l.ValidFrom != nil && l.ValidTo != nil && l.ValidFrom.After(*l.ValidTo):
		return errors.New("validFrom of the license is after validTo")
	case l.Limits.AnalyzedPages != nil && *l.Limits.AnalyzedPages < 0, l.Limits.UploadedBytes != nil && *l.Limits.UploadedBytes < 0:
		return errors.New("a limit of the license is below 0")
	}
	return nil
}
