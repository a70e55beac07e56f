package evidence

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Checkpoint is a tree that somebody signs for: the text of c2sp.org/tlog-checkpoint.
type Checkpoint struct {
	Origin string // names the log for ever; the name of its key too
	tlog.Tree
}

// ErrCheckpoint is the error of text that is no checkpoint.
var ErrCheckpoint = errors.New("this is no checkpoint")

// maxTreeSize is the largest tree whose proofs are checked: above it, the library that checks them never ends.
const maxTreeSize = 1 << 62

// String returns the text that is signed.
func (c Checkpoint) String() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.N, base64.StdEncoding.EncodeToString(c.Hash[:]))
}

// ParseCheckpoint reads the text of a checkpoint, with its signatures or without them, which it does
// not verify. Errors: ErrCheckpoint.
func ParseCheckpoint(text string) (c Checkpoint, err error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) < 4 || lines[0] == "" {
		return c, fmt.Errorf("%w: it needs three lines: origin, size and root", ErrCheckpoint)
	}
	c.Origin = lines[0]
	if c.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil || c.N < 0 || c.N > maxTreeSize || strconv.FormatInt(c.N, 10) != lines[1] {
		return Checkpoint{}, fmt.Errorf("%w: its second line is no size: %.40q", ErrCheckpoint, lines[1])
	}
	root, err := base64.StdEncoding.Strict().DecodeString(lines[2])
	if err != nil || len(root) != len(c.Hash) {
		return Checkpoint{}, fmt.Errorf("%w: its third line is no root: %.60q", ErrCheckpoint, lines[2])
	}
	copy(c.Hash[:], root)
	return c, nil
}

// OpenCheckpoint verifies that a checkpoint is signed by a key, and that it is of the log that
// the key is named after. Errors: ErrCheckpoint.
func OpenCheckpoint(signed []byte, key note.Verifier) (Checkpoint, error) {
	n, err := note.Open(signed, note.VerifierList(key))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if err := refuseOtherForms(n.Sigs); err != nil {
		return Checkpoint{}, err
	}
	c, err := ParseCheckpoint(n.Text)
	if err == nil && c.Origin != key.Name() {
		err = fmt.Errorf("%w of %s, it is of %s", ErrCheckpoint, key.Name(), c.Origin)
	}
	return c, err
}

// refuseOtherForms refuses signatures that are not written in the one form of their bytes: the last
// character of base64 has bits that say nothing, and a text that was changed there is not what was signed.
func refuseOtherForms(signatures []note.Signature) error {
	for _, s := range signatures {
		if _, err := base64.StdEncoding.Strict().DecodeString(s.Base64); err != nil {
			return fmt.Errorf("%w: a signature of %s is not written as it was made", ErrCheckpoint, s.Name)
		}
	}
	return nil
}

// signaturePrefix begins each line of a signature in a note.
const signaturePrefix = "— "

// SplitCheckpoints splits a text of signed checkpoints that follow each other, as a notary
// keeps them: behind each stands an empty line. rest is the remainder behind the last that is
// complete, as a crash leaves it.
func SplitCheckpoints(text string) (signed []string, rest string) {
	for {
		body, signatures, found := strings.Cut(text, "\n\n")
		if !found {
			return signed, text
		}
		end, complete := 0, false
		for strings.HasPrefix(signatures[end:], signaturePrefix) {
			n := strings.IndexByte(signatures[end:], '\n')
			if n < 0 {
				break
			}
			end += n + 1
			complete = true
		}
		if !complete || end < len(signatures) && signatures[end] != '\n' {
			return signed, text
		}
		signed = append(signed, body+"\n\n"+signatures[:end])
		text = strings.TrimPrefix(signatures[end:], "\n")
	}
}

// A KnownCheckpoint is a checkpoint that somebody kept.
type KnownCheckpoint struct {
	Checkpoint
	Source string // who kept it, for people: "the database", the name of a file
}

// ReadCheckpoints reads checkpoints that follow each other, as a file that somebody kept has
// them. Signatures are not verified. rest is what remains behind the last that is complete.
// Errors: ErrCheckpoint.
func ReadCheckpoints(text, source string) (known []KnownCheckpoint, rest string, err error) {
	signed, rest := SplitCheckpoints(text)
	for _, one := range signed {
		c, err := ParseCheckpoint(one)
		if err != nil {
			return nil, rest, fmt.Errorf("%s: %w", source, err)
		}
		known = append(known, KnownCheckpoint{c, source})
	}
	return known, rest, nil
}
