package evidence_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/evidence"
)

// rotatedNotary is a notary in a folder, whose key is about to be rotated.
type rotatedNotary struct {
	dir, key, memory string
	old              note.Verifier
	log              history
	statement        string
}

// newRotated makes a notary that has signed, and prepares the rotation of its key.
func newRotated(t *testing.T) *rotatedNotary {
	t.Helper()
	r := &rotatedNotary{dir: t.TempDir()}
	r.key, r.memory = filepath.Join(r.dir, "keys", "notary.key"), filepath.Join(r.dir, "checkpoints.txt")
	n := openNotary(t, r.dir)
	if _, err := n.PrepareRotation(r.key, r.memory, false); err == nil {
		t.Error("a key that has signed nothing is rotated")
	}
	r.log.grow(t, 5, 0)
	if _, err := r.log.sign(n); err != nil {
		t.Fatal(err)
	}
	r.old = n.Key()
	r.prepare(t, n)
	return r
}

// prepare prepares the rotation, and closes the notary.
func (r *rotatedNotary) prepare(t *testing.T, n *evidence.Notary) {
	t.Helper()
	signed, err := n.PrepareRotation(r.key, r.memory, false)
	if err = errors.Join(err, n.Close()); err != nil {
		t.Fatal(err)
	}
	r.statement = string(signed)
}

// TestARotationThatIsCutOffIsFinished cuts the exchange of the files off behind each of its steps: finished later, the new key
// signs what continues the log, and nothing else; the old signing key is gone, and what it signed is kept.
func TestARotationThatIsCutOffIsFinished(t *testing.T) {
	for cut := range 7 {
		r := newRotated(t)
		aside := r.key + ".former-" + hashOf(r.old)
		moves := [][2]string{{r.key, ""}, {r.memory, filepath.Join(r.dir, "checkpoints.former-"+hashOf(r.old)+".txt")},
			{r.key + ".pub", aside + ".pub"},
			{r.memory + ".next", r.memory}, {r.key + ".next", r.key}, {r.key + ".next.pub", r.key + ".pub"}}
		for _, m := range moves[:cut] {
			var err error
			if m[1] == "" {
				err = os.Remove(m[0])
			} else {
				err = os.Rename(m[0], m[1])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := evidence.FinishRotation(r.key, r.memory); err != nil {
			t.Fatalf("cut off behind step %d: %v, want no error", cut, err)
		}
		if err := evidence.FinishRotation(r.key, r.memory); err != nil {
			t.Errorf("twice: %v, want no error", err)
		}
		r.expectFinished(t, cut, moves)
	}
}

// hashOf returns the hash of a key as files are named after it.
func hashOf(key note.Verifier) string {
	return fmt.Sprintf("%08x", key.KeyHash())
}

// expectFinished wants files and notary as they are after a rotation.
func (r *rotatedNotary) expectFinished(t *testing.T, cut int, moves [][2]string) {
	t.Helper()
	n := openNotary(t, r.dir)
	defer mustClose(t, n)
	if n.Key().KeyHash() == r.old.KeyHash() || n.Key().Name() != r.old.Name() {
		t.Errorf("cut off behind step %d: the key is %s, want another one of %s", cut, hashOf(n.Key()), r.old.Name())
	}
	var fork history
	fork.grow(t, 9, 100)
	if _, err := fork.sign(n); !errors.Is(err, evidence.ErrFork) {
		t.Errorf("cut off behind step %d: another history: got %v, want %v", cut, err, evidence.ErrFork)
	}
	r.log.grow(t, 9, 0)
	if _, err := r.log.sign(n); err != nil {
		t.Errorf("cut off behind step %d: %v, want no error", cut, err)
	}
	for _, kept := range []string{moves[1][1], moves[2][1]} {
		if _, err := os.Stat(kept); err != nil {
			t.Errorf("cut off behind step %d: %v, want no error", cut, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(r.dir, "keys", "*.former-????????")); err != nil || len(left) > 0 {
		t.Errorf("cut off behind step %d: the old signing key is kept in %v, %v, want no error and len(left) = 0",
			cut, left, err)
	}
}

// TestKeysAreFollowed follows a log from its first key over two rotations. Neither a changed statement, nor one that is left out,
// nor a checkpoint that an old key signs later is accepted.
func TestKeysAreFollowed(t *testing.T) {
	r := newRotated(t)
	first := r.statement
	if err := evidence.FinishRotation(r.key, r.memory); err != nil {
		t.Fatal(err)
	}
	n := openNotary(t, r.dir)
	middle := n.Key()
	r.log.grow(t, 8, 0)
	signed, err := r.log.sign(n)
	if err != nil {
		t.Fatal(err)
	}
	r.prepare(t, n)
	second := r.statement
	keys, err := evidence.FollowKey(r.old, []string{first, second})
	if err != nil || len(keys) != 3 || keys[0].Until != 5 || keys[1].Until != 8 || keys[2].Until != 0 {
		t.Fatalf("got %+v, %v, want keys that sign until 5, 8 and ever", keys, err)
	}
	if c, err := keys.Open(signed); err != nil || c.N != 8 {
		t.Errorf("the checkpoint of the second key: %+v, %v, want no error and c.N = 8", c, err)
	}
	if from, err := evidence.FollowKey(middle, []string{first, second}); err != nil || len(from) != 2 {
		t.Errorf("from the second key: got %d keys, %v, want 2", len(from), err)
	}
	n = openNotary(t, r.dir) // the second key goes on, behind its back
	r.log.grow(t, 11, 0)
	late, err := r.log.sign(n)
	mustClose(t, n)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keys.Open(late); !errors.Is(err, evidence.ErrCheckpoint) {
		t.Errorf("a checkpoint of a key that was given up: got %v, want %v", err, evidence.ErrCheckpoint)
	}
	for name, statements := range map[string][]string{
		"a size that is changed":   {strings.Replace(first, "\n5\n", "\n6\n", 1)},
		"a key that is changed":    {strings.Replace(first, hashOf(middle), hashOf(r.old), 1)},
		"without the old key":      {dropSignature(first, 1)},
		"without the new key":      {dropSignature(first, 2)},
		"a checkpoint":             {string(signed)},
		"one that does not follow": {first, first},
	} {
		if _, err := evidence.FollowKey(r.old, statements); !errors.Is(err, evidence.ErrRotation) {
			t.Errorf("%s: got %v, want %v", name, err, evidence.ErrRotation)
		}
	}
}

// dropSignature leaves the n-th signature of a note out.
func dropSignature(signed string, n int) string {
	text, signatures, _ := strings.Cut(signed, "\n\n")
	lines := strings.SplitAfter(signatures, "\n")
	return text + "\n\n" + strings.Join(append(lines[:n-1:n-1], lines[n:]...), "")
}
