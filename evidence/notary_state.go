package evidence

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// MakeNotary makes the key of a new notary and a state in which nothing is signed, where neither is.
func MakeNotary(keyFile, stateFile string) error {
	if err := requireAbsent(keyFile, stateFile); err != nil {
		return err
	}
	_, err := makeKey(keyFile, NewOrigin())
	if err == nil {
		err = os.MkdirAll(filepath.Dir(stateFile), 0o700)
	}
	if err != nil {
		return err
	}
	key, _, err := ReadVerifierKey(keyFile)
	if err != nil {
		return err
	}
	return writeSynced(stateFile, notaryHead(key), 0o644)
}

func requireAbsent(files ...string) error {
	for _, file := range files {
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("%s is there already: a new notary has a key and a state of its own", file))
		}
	}
	return nil
}

// notaryHead returns how the state of a notary begins: an emptied file is no state, and neither is that of
// another notary.
func notaryHead(key note.Verifier) string {
	return fmt.Sprintf("docket-notary/1 %s+%08x\n\n", key.Name(), key.KeyHash())
}

// MoveNotary makes a key and a state of a notary that OpenNotary opened until now, and removes the old key, so that
// nobody else signs with it; the old memory stays, as a copy. Nobody may have that notary open. When it was cut off,
// it goes on where it was.
func MoveNotary(oldKeyFile, oldMemoryFile, keyFile, stateFile string) (err error) {
	secret, err := os.ReadFile(oldKeyFile)
	if err != nil {
		return fmt.Errorf("the key of the notary that moves: %w", err)
	}
	old, _, err := OpenNotary(oldKeyFile, oldMemoryFile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, old.Close()) }() // no other process signs as long as it is open
	_, text, err := ReadVerifierKey(oldKeyFile)
	if err != nil {
		return err
	}
	records, err := os.ReadFile(oldMemoryFile)
	if err != nil {
		return err
	}
	state := notaryHead(old.Key()) + string(records)
	// The state comes first: a key without one signs nothing, and the old key goes when all is on the disk.
	for _, f := range []struct {
		file, text string
		mode       os.FileMode
	}{{stateFile, state, 0o644}, {keyFile + keySuffix, text + "\n", 0o644}, {keyFile, string(secret), 0o600}} {
		if err := writeOnce(f.file, f.text, f.mode); err != nil {
			return err
		}
	}
	if err := os.Remove(oldKeyFile); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(oldKeyFile))
}

// writeOnce writes a file, synced, where none is, or one that begins as this one does: that of an attempt that was cut off.
func writeOnce(file, text string, mode os.FileMode) error {
	there, err := os.ReadFile(file)
	switch {
	case err == nil && string(there) == text:
		return nil
	case err == nil && !strings.HasPrefix(text, string(there)):
		return requireAbsent(file)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return writeSynced(file, text, mode)
}

// OpenNotaryState opens a notary that MakeNotary or MoveNotary made. Without its state it would sign a second history,
// so it makes none.
func OpenNotaryState(keyFile, stateFile string) (*Notary, error) {
	secret, err := os.ReadFile(keyFile)
	if err != nil {
		return nil, fmt.Errorf("the key of the notary: %w", err)
	}
	n, key, err := readSigner(keyFile, secret)
	if err != nil {
		return nil, err
	}
	state, err := os.OpenFile(stateFile, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("the state of the notary, without which it must not sign: %w", err)
	}
	n.CheckpointFile, err = loadCheckpointFile(state, key, notaryHead(key))
	if err != nil {
		return nil, err
	}
	return n, nil
}

// SignRequest signs the checkpoint that a request has, without signatures, and returns it signed. The tree that was
// signed last is answered without a proof. Errors: ErrWitnessRequest, ErrUnknownLog, ErrFork, and *WitnessConflict for a
// request whose old size is not that of the tree that was signed last.
func (n *Notary) SignRequest(r WitnessRequest) ([]byte, error) {
	c, err := ParseCheckpoint(string(r.Note))
	if err != nil || c.String() != string(r.Note) {
		return nil, errors.Join(fmt.Errorf("%w: behind the proof it needs the three lines of a checkpoint", ErrWitnessRequest), err)
	}
	if c.Origin != n.Key().Name() {
		return nil, fmt.Errorf("%w: %.100q", ErrUnknownLog, c.Origin)
	}
	if c.N == 0 {
		return nil, fmt.Errorf("%w: an empty log is not signed", ErrWitnessRequest)
	}
	return n.Sign(c.Tree, func(older int64) (tlog.TreeProof, error) {
		if older != r.Old {
			return nil, &WitnessConflict{Size: older}
		}
		return r.Proof, nil
	})
}
