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

// A Rotation is what the key of a log says of the key that follows it, as its last act: a note that both have signed. From
// the tree on, the old key signs no checkpoint any more.
type Rotation struct {
	Origin   string
	Old, New string // verifier keys
	tlog.Tree
}

// rotationForm begins the text of a rotation, so that it is no checkpoint.
const rotationForm = "docket-key-rotation/1"

// ErrRotation is the error of a note that is no rotation of a key.
var ErrRotation = errors.New("this is no rotation of the key of the log")

// String returns the text that both keys sign.
func (r Rotation) String() string {
	return fmt.Sprintf("%s\n%s\n%s\n%s\n%d\n%s\n", rotationForm, r.Origin, r.Old, r.New, r.N, base64.StdEncoding.EncodeToString(r.Hash[:]))
}

// OpenRotation verifies a rotation that both keys have signed. Errors: ErrRotation.
func OpenRotation(signed []byte) (Rotation, error) {
	text, _, _ := strings.Cut(string(signed), "\n\n")
	lines := strings.Split(text, "\n")
	if len(lines) != 6 || lines[0] != rotationForm {
		return Rotation{}, fmt.Errorf("%w: it has not the form %s", ErrRotation, rotationForm)
	}
	r := Rotation{Origin: lines[1], Old: lines[2], New: lines[3]}
	c, err := ParseCheckpoint(strings.Join([]string{r.Origin, lines[4], lines[5], ""}, "\n"))
	if err != nil {
		return Rotation{}, fmt.Errorf("%w: %w", ErrRotation, err)
	}
	r.Tree = c.Tree
	for _, text := range []string{r.Old, r.New} {
		key, err := note.NewVerifier(text)
		if err == nil && key.Name() != r.Origin {
			err = fmt.Errorf("%s is not of the log %s", text, r.Origin)
		}
		var n *note.Note
		if err == nil {
			n, err = note.Open(signed, note.VerifierList(key))
		}
		if err == nil && n.Text != r.String() {
			err = errors.New("it is not written as it is signed")
		}
		if err != nil {
			return Rotation{}, fmt.Errorf("%w: %w", ErrRotation, err)
		}
	}
	return r, nil
}

// SplitRotations splits a text of rotations, behind each of which stands an empty line.
func SplitRotations(text string) (signed []string, err error) {
	signed, rest := SplitCheckpoints(text)
	if strings.TrimSpace(rest) != "" {
		return nil, fmt.Errorf("%w: %.60q", ErrRotation, rest)
	}
	return signed, nil
}

// A LogKey is a key of a log, with the size of the largest tree that it signs.
type LogKey struct {
	note.Verifier
	Text  string // of the key, where a rotation tells it
	Until int64  // 0: it is the newest, and signs what comes
}

// LogKeys are the keys of a log that followed each other, the oldest first.
type LogKeys []LogKey

// FollowKey returns the keys of a log from one that somebody trusts to the newest, by rotations in the order in which they
// were made. Those before the key are left out. Errors: ErrRotation.
func FollowKey(key note.Verifier, rotations []string) (LogKeys, error) {
	keys := LogKeys{{Verifier: key}}
	for _, signed := range rotations {
		r, err := OpenRotation([]byte(signed))
		if err != nil {
			return nil, err
		}
		old, err := note.NewVerifier(r.Old)
		if err != nil {
			return nil, err
		}
		last := &keys[len(keys)-1]
		if !isSameKey(old, last.Verifier) {
			if len(keys) == 1 {
				continue
			}
			return nil, fmt.Errorf("%w: %s does not follow %s+%08x", ErrRotation, r.New, last.Name(), last.KeyHash())
		}
		last.Text, last.Until = r.Old, r.N
		next, err := note.NewVerifier(r.New)
		if err != nil {
			return nil, err
		}
		keys = append(keys, LogKey{Verifier: next, Text: r.New})
	}
	return keys, nil
}

// FollowFirst returns the keys of a log from the old one of the first of some rotations on. Errors: ErrRotation.
func FollowFirst(rotations []string) (LogKeys, error) {
	r, err := OpenRotation([]byte(rotations[0]))
	if err != nil {
		return nil, err
	}
	key, err := note.NewVerifier(r.Old)
	if err != nil {
		return nil, err
	}
	return FollowKey(key, rotations)
}

// isSameKey reports whether two keys are the same, by their names and hashes.
func isSameKey(a, b note.Verifier) bool { return a.Name() == b.Name() && a.KeyHash() == b.KeyHash() }

// Newest returns the key that signs what comes.
func (k LogKeys) Newest() note.Verifier { return k[len(k)-1].Verifier }

// Open verifies a checkpoint that one of the keys has signed, of no larger a tree than it signs. Errors: ErrCheckpoint.
func (k LogKeys) Open(signed []byte) (c Checkpoint, err error) {
	for _, key := range k {
		c, err = OpenCheckpoint(signed, key)
		if err == nil && key.Until > 0 && c.N > key.Until {
			return c, fmt.Errorf("%w that holds: it has %s events, and its key, %08x, was given up at %s", ErrCheckpoint,
				strconv.FormatInt(c.N, 10), key.KeyHash(), strconv.FormatInt(key.Until, 10))
		}
		if err == nil {
			return c, nil
		}
	}
	return c, err
}
