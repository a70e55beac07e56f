package files

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // the tus protocol asks for it; it finds accidents, not attacks
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash"
	"io"
	"net/http"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
)

const (
	metadataHeader = "Upload-Metadata"
	checksumHeader = "Upload-Checksum"
	maxMetadata    = 4096
)

// optionKeys are the keys of metadata that are read, and noteKeys those that stock clients add for themselves.
var (
	optionKeys = []contract.Parameter{{Name: "filename"}, {Name: "keepManualChanges", Kind: "boolean"},
		{Name: "disableAutomaticAnalysis", Kind: "boolean"}}
	noteKeys = map[string]bool{"name": true, "filetype": true, "type": true, "contentType": true, "relativePath": true}
)

// readMetadata reads what an upload is to become.
func readMetadata(sent string) (is commands.UploadTarget, err error) {
	if len(sent) > maxMetadata {
		return is, contract.Invalid(domain.TooLong, metadataHeader, "must not be longer than %d", maxMetadata)
	}
	read := map[string]string{}
	for _, pair := range strings.Split(sent, ",") {
		key, coded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(strings.TrimSpace(coded))
		if _, twice := read[key]; twice {
			return is, domain.Refuse(domain.GivenTwice, "Upload-Metadata has %s twice", key).At(metadataHeader)
		}
		if key == "" || err != nil {
			return is, contract.Invalid(domain.InvalidValue, metadataHeader,
				"is not valid: it has keys and, behind a space, their values in base64, with commas between them")
		}
		read[key] = string(value)
	}
	for key := range read {
		if err := checkKey(key, read[key]); err != nil {
			return is, err
		}
	}
	is = commands.UploadTarget{Metadata: sent, KeepManualChanges: strings.EqualFold(read["keepManualChanges"], "true"),
		DisableAutomaticAnalysis: strings.EqualFold(read["disableAutomaticAnalysis"], "true")}
	if strings.TrimSpace(read["filename"]) == "" {
		return is, domain.Refuse(domain.BadFileName, "Upload-Metadata has no filename").At(metadataHeader)
	}
	is.Name, err = exchange.CleanName(read["filename"])
	return is, domain.MoveFault(err, func(string) string { return metadataHeader })
}

// checkKey refuses a key that nobody reads, and a flag that is none.
func checkKey(key, value string) error {
	for _, p := range optionKeys {
		if p.Name == key {
			if p.Kind == "boolean" && value == "" {
				return nil
			}
			return domain.MoveFault(p.Check(value, nil), func(string) string { return metadataHeader })
		}
	}
	if noteKeys[key] {
		return nil
	}
	known := []string{"filename", "keepManualChanges", "disableAutomaticAnalysis"}
	return domain.Refuse(domain.UnknownParameter, "Unknown key of Upload-Metadata: %s%s", key, contract.Hint(key, known)).At(metadataHeader)
}

// errChecksum refuses a body that is not the one that was sent.
var errChecksum = domain.Refuse(domain.WrongChecksum, "The body does not have the checksum that Upload-Checksum tells").At(checksumHeader)

// partOf returns the body of a request as a part of an upload, to be verified by the checksums that it tells.
func partOf(r *http.Request, checksum string) (commands.UploadedPart, error) {
	verify := exchange.Of(r.Context()).VerifyDigest
	part := commands.UploadedPart{Size: r.ContentLength, Content: wholeBody{r.Body}, Verify: verify}
	if checksum == "" {
		return part, nil
	}
	algorithm, coded, _ := strings.Cut(checksum, " ")
	var h hash.Hash
	switch algorithm {
	case "sha1":
		h = sha1.New() //nolint:gosec // see above
	case "sha256":
		h = sha256.New()
	}
	want, err := base64.StdEncoding.DecodeString(coded)
	if h == nil || err != nil || len(want) != h.Size() {
		return part, contract.Invalid(domain.InvalidValue, checksumHeader,
			"is not valid: it is sha1 or sha256, a space, and the checksum in base64")
	}
	part.Content = wholeBody{io.TeeReader(r.Body, h)}
	part.Verify = func() error {
		if !bytes.Equal(h.Sum(nil), want) {
			return errChecksum
		}
		if verify == nil {
			return nil
		}
		return verify()
	}
	return part, nil
}

// A wholeBody fails with a refusal when the body breaks off.
type wholeBody struct{ io.Reader }

// Read implements io.Reader.
func (b wholeBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = exchange.UploadError(err)
	}
	return n, err
}
