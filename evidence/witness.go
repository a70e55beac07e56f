package evidence

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Witness signs for checkpoints of logs that others run, and remembers them: for each log
// it signs only what continues what it signed last, so that two histories of a log cannot
// both have its signature. It may be used by many goroutines.
type Witness struct {
	cosigner *Cosigner
	logs     map[string][]note.Verifier // by origin

	mu     sync.Mutex
	state  *os.File
	end    int64 // of what is complete in the state
	last   map[string]tlog.Tree
	signed map[string]string // the newest checkpoint of each log, with all signatures
	broken error             // of the write after which nobody knows what is on the disk
}

// Errors of AddCheckpoint, beside ErrWitnessRequest and WitnessConflict.
var (
	// ErrUnknownLog is the error of a checkpoint of a log that the witness has no key of.
	ErrUnknownLog = errors.New("the witness does not know this log")
	// ErrNotByLog is the error of a checkpoint that no key of its log has signed.
	ErrNotByLog = errors.New("the log has not signed this checkpoint")
	// ErrInconsistent is the error of a proof that does not show that the log continues.
	ErrInconsistent = errors.New("the proof does not show that the log continues what the witness signed last")
)

// A WitnessConflict is the error of a checkpoint that does not begin where the witness is: the old
// size is another one, or the log of that size has another root.
type WitnessConflict struct {
	Size int64 // of the log when the witness signed last
	Fork bool  // the size is the same, and the root another one
}

// Error implements error.
func (c *WitnessConflict) Error() string {
	if c.Fork {
		return fmt.Sprintf("the witness has signed another log of %d events", c.Size)
	}
	return fmt.Sprintf("the witness has signed the log when it had %d events", c.Size)
}

// AddCheckpoint signs for a checkpoint, and returns the line of the cosignature. What it signed is on the
// disk when it returns. Errors: ErrWitnessRequest, ErrUnknownLog, ErrNotByLog, ErrInconsistent,
// *WitnessConflict.
func (w *Witness) AddCheckpoint(r WitnessRequest) (line string, err error) {
	signed, c, err := w.openNote(r.Note)
	if err != nil {
		return "", err
	}
	if r.Old > c.N {
		return "", fmt.Errorf("%w: an old size of %d, and a log of %d events", ErrWitnessRequest, r.Old, c.N)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return "", fmt.Errorf("the state of the witness could not be written, it must be started again: %w", w.broken)
	}
	if err := w.checkContinues(r, c); err != nil {
		return "", err
	}
	line = signatureLine(w.cosigner.Cosign(signed.Text, time.Now()))
	if c.Tree == w.lastOf(c.Origin) {
		return line, nil
	}
	record := signed.Text + "\n"
	for _, s := range signed.Sigs {
		record += signatureLine(s)
	}
	if err := w.append(record + line + "\n"); err != nil {
		w.broken = err
		return "", fmt.Errorf("write the state of the witness: %w", err)
	}
	w.last[c.Origin], w.signed[c.Origin] = c.Tree, record+line
	return line, nil
}

// LastCheckpoint returns the newest checkpoint of a log that the witness has signed, with its signature, and ""
// for none.
func (w *Witness) LastCheckpoint(origin string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.signed[origin]
}

// openNote returns what a log has signed.
func (w *Witness) openNote(text []byte) (*note.Note, Checkpoint, error) {
	c, err := ParseCheckpoint(string(text))
	if err != nil {
		return nil, c, fmt.Errorf("%w: %w", ErrWitnessRequest, err)
	}
	keys, known := w.logs[c.Origin]
	if !known {
		return nil, c, fmt.Errorf("%w: %.100q", ErrUnknownLog, c.Origin)
	}
	signed, err := note.Open(text, note.VerifierList(keys...))
	var unverified *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &unverified) || errors.As(err, &invalid):
		return nil, c, fmt.Errorf("%w: %w", ErrNotByLog, err)
	case err != nil:
		return nil, c, fmt.Errorf("%w: %w", ErrWitnessRequest, err)
	case strings.Contains(signed.Text, "\n\n"):
		return nil, c, fmt.Errorf("%w: a checkpoint has no empty lines", ErrWitnessRequest)
	}
	return signed, c, nil
}

// lastOf returns the tree of a log that was signed last, the empty one for none.
func (w *Witness) lastOf(origin string) tlog.Tree {
	if t, known := w.last[origin]; known {
		return t
	}
	return tlog.Tree{Hash: emptyRoot}
}

// checkContinues refuses a log that does not continue the one that was signed last.
func (w *Witness) checkContinues(r WitnessRequest, c Checkpoint) error {
	last := w.lastOf(c.Origin)
	switch {
	case r.Old != last.N:
		return &WitnessConflict{Size: last.N}
	case c.N == last.N && c.Hash != last.Hash:
		return &WitnessConflict{Size: last.N, Fork: true}
	case last.N == 0 || c.N == last.N:
		if len(r.Proof) > 0 {
			return fmt.Errorf("%w: there is nothing to prove, and it has %d hashes", ErrInconsistent, len(r.Proof))
		}
		return nil
	}
	if err := tlog.CheckTree(r.Proof, c.N, c.Hash, last.N, last.Hash); err != nil {
		return fmt.Errorf("%w, of %d events", ErrInconsistent, last.N)
	}
	return nil
}

// append writes behind the state.
func (w *Witness) append(record string) error {
	if _, err := w.state.WriteAt([]byte(record), w.end); err != nil {
		return err
	}
	if err := w.state.Sync(); err != nil {
		return err
	}
	w.end += int64(len(record))
	return nil
}

// Key returns the key that verifies cosignatures, which everybody may know.
func (w *Witness) Key() *CosignatureKey { return w.cosigner.Key() }

// Close closes the state.
func (w *Witness) Close() error { return w.state.Close() }

// MakeWitness makes the key of a new witness and a state that knows nothing, where neither is.
func MakeWitness(name, keyFile, stateFile string) error {
	for _, file := range []string{keyFile, stateFile} {
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("%s is there already: a new witness has a key and a state of its own", file))
		}
	}
	c, err := generateCosigner(name)
	if err != nil {
		return err
	}
	for _, file := range []string{keyFile, stateFile} {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
	}
	if err := writeSynced(keyFile+keySuffix, c.Key().String()+"\n", 0o644); err != nil {
		return err
	}
	if err := writeSynced(keyFile, c.secretText()+"\n", 0o600); err != nil {
		return err
	}
	return writeSynced(stateFile, stateHead(c.Key()), 0o644)
}

// stateHead returns how the state of a witness begins: an emptied file is no state, and neither is
// that of another witness.
func stateHead(key *CosignatureKey) string { return "docket-witness/1 " + key.String() + "\n\n" }
