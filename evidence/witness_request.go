package evidence

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// maxProofLines is how many hashes a proof of consistency has at most: c2sp.org/tlog-witness.
const maxProofLines = 63

// A WitnessRequest asks a witness to sign for a checkpoint: add-checkpoint of c2sp.org/tlog-witness.
type WitnessRequest struct {
	Old   int64          // events that the log had when the witness signed last, 0 for never
	Proof tlog.TreeProof // that the log of the checkpoint begins with what it was then
	Note  []byte         // the signed checkpoint
}

// ErrWitnessRequest is the error of text that is no request to a witness.
var ErrWitnessRequest = errors.New("this is no request of c2sp.org/tlog-witness")

// String returns the text of the request.
func (r WitnessRequest) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "old %d\n", r.Old)
	for _, h := range r.Proof {
		fmt.Fprintln(&b, h)
	}
	return b.String() + "\n" + string(r.Note)
}

// ParseWitnessRequest reads the text of a request; it verifies nothing. Errors: ErrWitnessRequest.
func ParseWitnessRequest(text string) (r WitnessRequest, err error) {
	head, signed, found := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	old, isOld := strings.CutPrefix(lines[0], "old ")
	if !found || !isOld {
		return r, fmt.Errorf("%w: it needs a line with the old size, hashes, an empty line and a checkpoint", ErrWitnessRequest)
	}
	if r.Old, err = strconv.ParseInt(old, 10, 64); err != nil || r.Old < 0 || strconv.FormatInt(r.Old, 10) != old {
		return WitnessRequest{}, fmt.Errorf("%w: its first line has no size: %.40q", ErrWitnessRequest, old)
	}
	if len(lines)-1 > maxProofLines {
		return WitnessRequest{}, fmt.Errorf("%w: a proof has at most %d hashes, this one %d", ErrWitnessRequest, maxProofLines, len(lines)-1)
	}
	for _, line := range lines[1:] {
		h, err := tlog.ParseHash(line)
		if err != nil || h.String() != line {
			return WitnessRequest{}, fmt.Errorf("%w: %.60q is no hash", ErrWitnessRequest, line)
		}
		r.Proof = append(r.Proof, h)
	}
	r.Note = []byte(signed)
	return r, nil
}
