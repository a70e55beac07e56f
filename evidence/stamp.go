package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// stampName is the name in the lines of time stamps.
const stampName = "rfc3161"

// stampHash begins the bytes of such a line as the hash of a key does those of a signature: the one of c2sp.org/signed-note for
// kinds of signatures that have no number (0xff), and name themselves.
var stampHash = func() []byte {
	sum := sha256.Sum256([]byte(stampName + "\n\xffRFC 3161 TimeStampResp"))
	return sum[:4]
}()

// A CheckpointStamp is the response of a time-stamping authority (RFC 3161) that a signed checkpoint has.
type CheckpointStamp struct {
	Response []byte
	Stamped  []byte // what it is over: the checkpoint with the signatures before it
}

// AppendStamp appends the response of a time-stamping authority over a signed checkpoint, as one more line of a
// signature, which whoever knows no time stamps leaves out.
func AppendStamp(signed, response []byte) []byte {
	data := base64.StdEncoding.EncodeToString(append(slices.Clone(stampHash), response...))
	return append(slices.Clone(signed), signaturePrefix+stampName+" "+data+"\n"...)
}

// StampsOf returns the time stamps of a signed checkpoint, in their order; they are not verified. Errors: ErrCheckpoint
// where a line is not written as it was made.
func StampsOf(signed []byte) (stamps []CheckpointStamp, err error) {
	_, signatures, isSigned := bytes.Cut(signed, []byte("\n\n"))
	if !isSigned {
		return nil, nil
	}
	for from := len(signed) - len(signatures); from < len(signed); {
		line, _, _ := bytes.Cut(signed[from:], []byte("\n"))
		text, isStamp := strings.CutPrefix(string(line), signaturePrefix+stampName+" ")
		if isStamp {
			if err := refuseOtherForms([]note.Signature{{Name: stampName, Base64: text}}); err != nil {
				return nil, err
			}
			data, _ := base64.StdEncoding.DecodeString(text) // it is strict already
			if bytes.HasPrefix(data, stampHash) {
				stamps = append(stamps, CheckpointStamp{Response: data[len(stampHash):], Stamped: signed[:from]})
			}
		}
		from += len(line) + 1
	}
	return stamps, nil
}

// StampBundle appends the response of a time-stamping authority to the checkpoint of a bundle, over which it is, and returns
// the bundle with it. It verifies no more than the form. Errors: ErrBundle.
func StampBundle(bundle, response []byte) ([]byte, error) {
	files, err := decodeZip(bundle)
	if err != nil {
		return nil, err
	}
	form := bundleFormat
	if files[manifestFile] == formatManifest(firstBundleFormat, files) {
		form = firstBundleFormat
	}
	files[checkpointFile] = string(AppendStamp([]byte(files[checkpointFile]), response))
	files[manifestFile] = formatManifest(form, files)
	return encodeZip(files)
}
