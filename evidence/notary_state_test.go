package evidence_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// askNotary asks a notary to sign a history, from an older size on.
func (h *history) askNotary(t *testing.T, n *evidence.Notary, old int64) error {
	t.Helper()
	c := evidence.Checkpoint{Origin: n.Key().Name(), Tree: h.roots.Tree()}
	signed, err := n.SignRequest(evidence.WitnessRequest{Old: old, Proof: h.prove(t, old), Note: []byte(c.String())})
	if err != nil {
		return err
	}
	got, err := evidence.OpenCheckpoint(signed, n.Key())
	if err == nil && got != c {
		t.Errorf("signed is %+v, want %+v", got, c)
	}
	return err
}

// TestNotaryOfItsOwn makes a notary with a state, has it asked for two histories, and opens it again. It does not open
// without its state, with an emptied one, or with that of another notary.
func TestNotaryOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	key, state := filepath.Join(dir, "a", "key"), filepath.Join(dir, "b", "state")
	if err := evidence.MakeNotary(key, state); err != nil {
		t.Fatal(err)
	}
	if err := evidence.MakeNotary(key, state); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("made twice: %v, want an error and err.Error() with is there already", err)
	}
	var log, fork history
	n := openState(t, key, state)
	log.grow(t, 5, 0)
	fork.grow(t, 5, 0)
	if err := log.askNotary(t, n, 0); err != nil {
		t.Fatal(err)
	}
	log.grow(t, 9, 0)
	fork.grow(t, 9, 100)
	if err := log.askNotary(t, n, 5); err != nil {
		t.Fatal(err)
	}
	mustClose(t, n)
	n = openState(t, key, state)
	if err := log.askNotary(t, n, 5); err != nil {
		t.Errorf("the tree that was signed last: %v, want no error", err)
	}
	if err := fork.askNotary(t, n, 5); !errors.Is(err, evidence.ErrFork) {
		t.Errorf("another continuation: got %v, want %v", err, evidence.ErrFork)
	}
	fork.grow(t, 12, 100)
	if err := fork.askNotary(t, n, 9); !errors.Is(err, evidence.ErrFork) {
		t.Errorf("another continuation, longer: got %v, want %v", err, evidence.ErrFork)
	}
	log.grow(t, 12, 0)
	var conflict *evidence.WitnessConflict
	if err := log.askNotary(t, n, 5); !errors.As(err, &conflict) || conflict.Size != 9 {
		t.Errorf("from an older size: got %v, want a conflict at 9", err)
	}
	for name, row := range map[string]struct {
		text string
		want error
	}{
		"no checkpoint": {"x", evidence.ErrWitnessRequest},
		"a fourth line": {evidence.Checkpoint{Origin: n.Key().Name(), Tree: log.roots.Tree()}.String() + "more\n",
			evidence.ErrWitnessRequest},
		"nothing":     {evidence.Checkpoint{Origin: n.Key().Name()}.String(), evidence.ErrWitnessRequest},
		"another log": {evidence.Checkpoint{Origin: "other", Tree: log.roots.Tree()}.String(), evidence.ErrUnknownLog},
	} {
		if _, err := n.SignRequest(evidence.WitnessRequest{Old: 9, Proof: log.prove(t, 9), Note: []byte(row.text)}); !errors.Is(err, row.want) {
			t.Errorf("%s: got %v, want %v", name, err, row.want)
		}
	}
	mustClose(t, n)

	otherKey, otherState := filepath.Join(dir, "other"), filepath.Join(dir, "other.state")
	if err := evidence.MakeNotary(otherKey, otherState); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct{ state, want string }{
		"no state":    {state + "x", "without which it must not sign"},
		"emptied":     {empty, "is not the state of the notary"},
		"of another":  {otherState, "is not the state of the notary"},
		"checkpoints": {movedMemory(t, state), "is not the state of the notary"},
	} {
		if n, err := evidence.OpenNotaryState(key, row.state); err == nil {
			t.Errorf("%s: it was opened, want an error", name)
			mustClose(t, n)
		} else if !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", name, err, row.want)
		}
	}
}

func openState(t *testing.T, key, state string) *evidence.Notary {
	t.Helper()
	n, err := evidence.OpenNotaryState(key, state)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// movedMemory returns a file with the checkpoints of a state, without what it begins with.
func movedMemory(t *testing.T, state string) string {
	t.Helper()
	text, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	_, records, _ := strings.Cut(string(text), "\n\n")
	if err := os.WriteFile(state+".records", []byte(records), 0o600); err != nil {
		t.Fatal(err)
	}
	return state + ".records"
}

// TestNotaryMoves from a service to a state of its own, also when an attempt was cut off behind any of its files. It
// goes on where it was, and the old key is gone.
func TestNotaryMoves(t *testing.T) {
	for _, whole := range []string{"", "state", "key.pub", "key"} {
		dir := t.TempDir()
		var log history
		log.grow(t, 5, 0)
		n := openNotary(t, dir)
		if _, err := log.sign(n); err != nil {
			t.Fatal(err)
		}
		oldKey, memory := filepath.Join(dir, "keys", "notary.key"), filepath.Join(dir, "checkpoints.txt")
		key, state := filepath.Join(dir, "own", "key"), filepath.Join(dir, "own", "state")
		if err := evidence.MoveNotary(oldKey, memory, key, state); err == nil || !strings.Contains(err.Error(), "another process signs") {
			t.Errorf("while it signs: %v, want an error and err.Error() with another process signs", err)
		}
		mustClose(t, n)
		cutOff(t, whole, oldKey, memory, key, state)
		log.grow(t, 7, 0)
		if whole == "" || whole == "state" { // the service went on meanwhile
			n = openNotary(t, dir)
			if _, err := log.sign(n); err != nil {
				t.Fatal(err)
			}
			mustClose(t, n)
		}
		if err := evidence.MoveNotary(oldKey, memory, key, state); err != nil {
			t.Fatalf("cut off behind %q: %v, want no error", whole, err)
		}
		if _, err := os.Stat(oldKey); !os.IsNotExist(err) {
			t.Errorf("cut off behind %q: the old key is there: %v, want os.IsNotExist(err)", whole, err)
		}
		if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the key: %v, %v, want info.Mode().Perm() = 0o600 and no error", info.Mode(), err)
		}
		n = openState(t, key, state)
		last, _ := n.Last()
		log.grow(t, 9, 0)
		if err := log.askNotary(t, n, last.N); err != nil || last.N < 5 {
			t.Errorf("cut off behind %q: it goes on from %d: %v, want no error and last.N at least 5", whole, last.N, err)
		}
		mustClose(t, n)
		if err := evidence.MoveNotary(oldKey, memory, key, state); err == nil {
			t.Error("it moved twice")
		}
	}
}

// cutOff leaves what a move leaves that was cut off behind one of its files; "" for behind none.
func cutOff(t *testing.T, behind, oldKey, memory, key, state string) {
	t.Helper()
	if behind == "" {
		return
	}
	secret, err := os.ReadFile(oldKey)
	if err != nil {
		t.Fatal(err)
	}
	if err := evidence.MoveNotary(oldKey, memory, key, state); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(oldKey, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	files := []string{key, key + ".pub", state}
	for i, file := range files {
		if filepath.Base(file) == behind {
			files = files[:i]
		}
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNotaryForgetsNothingThatFails closes the file under a notary, as a disk does that fails: it signs no more.
func TestNotaryForgetsNothingThatFails(t *testing.T) {
	n := openNotary(t, t.TempDir())
	var log history
	log.grow(t, 3, 0)
	if _, err := log.sign(n); err != nil {
		t.Fatal(err)
	}
	mustClose(t, n)
	log.grow(t, 4, 0)
	for range 2 {
		if signed, err := log.sign(n); err == nil || errors.Is(err, evidence.ErrFork) {
			t.Errorf("signed without a memory: %s, %v, want a refusal that is no fork", signed, err)
		}
	}
	if last, _ := n.Last(); last != (tlog.Tree{N: 3, Hash: last.Hash}) {
		t.Errorf("it takes %d for signed, want 3", last.N)
	}
}
