package evidence

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A CheckpointFile is an append-only file of the checkpoints of one log that its key has signed, each of which
// continues the one before. It may be used by many goroutines.
type CheckpointFile struct {
	key note.Verifier

	mu     sync.Mutex
	file   *os.File
	end    int64 // of what is complete in the file
	last   tlog.Tree
	signed []byte // the last checkpoint, nil for none
	broken error  // of the write after which nobody knows what is on the disk
}

// ErrFork is the error of a tree that does not continue what was signed before.
var ErrFork = errors.New("the log is no continuation of the checkpoint that was signed last")

// OpenCheckpointFile opens the file of what a key has signed, and makes it where it is not there.
func OpenCheckpointFile(file string, key note.Verifier) (*CheckpointFile, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	return loadCheckpointFile(f, key, "")
}

// loadCheckpointFile reads what stands behind the head of an open file, and cuts off what a crash left half written:
// nobody was given that. It refuses a file that is damaged as no crash damages it, and closes one that it refuses.
func loadCheckpointFile(f *os.File, key note.Verifier, head string) (*CheckpointFile, error) {
	c := &CheckpointFile{key: key, file: f}
	if err := c.load(head); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return c, nil
}

func (f *CheckpointFile) load(head string) error {
	name := f.file.Name()
	if err := syscall.Flock(int(f.file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another process signs with the memory in %s: %w", name, err)
	}
	text, err := io.ReadAll(f.file)
	if err != nil {
		return err
	}
	records, isState := strings.CutPrefix(string(text), head)
	if !isState {
		return fmt.Errorf("%s is not the state of the notary %s", name, f.key.Name())
	}
	if _, _, err := splitRecords(records); err != nil {
		return fmt.Errorf("the memory of the notary in %s, without which it must not sign: %w", name, err)
	}
	signed, rest := SplitCheckpoints(records)
	f.end = int64(len(text) - len(rest))
	if len(signed) > 0 {
		f.signed = []byte(signed[len(signed)-1])
		c, err := OpenCheckpoint(f.signed, f.key)
		if err != nil {
			return fmt.Errorf("the last checkpoint in %s: %w", name, err)
		}
		f.last = c.Tree
	}
	if err := f.file.Truncate(f.end); err != nil {
		return err
	}
	if f.end > 0 && !strings.HasSuffix(string(text[:f.end]), "\n\n") { // only the empty line was not written
		if _, err := f.file.WriteAt([]byte{'\n'}, f.end); err != nil {
			return err
		}
		f.end++
	}
	return errors.Join(f.file.Sync(), syncFolder(filepath.Dir(name)))
}

// Close closes the file.
func (f *CheckpointFile) Close() error { return f.file.Close() }

// Key returns the verifier key, which everybody may know.
func (f *CheckpointFile) Key() note.Verifier { return f.key }

// Last returns the tree that was signed last, and the checkpoint; nil for none.
func (f *CheckpointFile) Last() (tlog.Tree, []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last, f.signed
}

// Add has a tree signed, and appends the checkpoint, which is on the disk when Add returns it. prove returns the proof
// that the tree continues an older one; it is not asked for the first. The tree that was signed last is not signed
// again. Errors: ErrFork, ErrCheckpoint where what sign returns is not signed by the key, or is of another tree.
func (f *CheckpointFile) Add(
	t tlog.Tree, prove func(older int64) (tlog.TreeProof, error), sign func(last tlog.Tree) ([]byte, error),
) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t == f.last && f.signed != nil {
		return f.signed, nil
	}
	if f.broken != nil {
		return nil, fmt.Errorf("what was signed could not be written, the notary must be started again: %w", f.broken)
	}
	if err := f.checkContinues(t, prove); err != nil {
		return nil, err
	}
	signed, err := sign(f.last)
	if err != nil {
		return nil, err
	}
	c, err := OpenCheckpoint(signed, f.key)
	if err == nil && c.Tree != t {
		err = fmt.Errorf("%w of this log: it is of %d events, and was asked for %d", ErrCheckpoint, c.N, t.N)
	}
	if err != nil {
		return nil, err
	}
	if err := f.append(signed); err != nil {
		f.broken = err
		return nil, err
	}
	f.last, f.signed = t, signed
	return signed, nil
}

// append writes a checkpoint behind the others, synced.
func (f *CheckpointFile) append(signed []byte) error {
	record := string(signed) + "\n"
	if _, err := f.file.WriteAt([]byte(record), f.end); err != nil {
		return err
	}
	if err := f.file.Sync(); err != nil {
		return err
	}
	f.end += int64(len(record))
	return nil
}

// Begin appends a checkpoint of the key to a file that has none, as where a memory was lost and somebody else kept the checkpoint. A
// file that has one stays as it is, and so does one of another key, which a rotation has begun.
func (f *CheckpointFile) Begin(signed []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	c, err := OpenCheckpoint(signed, f.key)
	if f.signed != nil || err != nil {
		return nil //nolint:nilerr // who may sign is not decided here
	}
	if err := f.append(signed); err != nil {
		f.broken = err
		return err
	}
	f.last, f.signed = c.Tree, signed
	return nil
}

// checkContinues refuses a tree that does not continue the last one.
func (f *CheckpointFile) checkContinues(t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) error {
	if f.last.N == 0 {
		return nil
	}
	if t.N <= f.last.N {
		return fmt.Errorf("%w: it had %d events, and has %d", ErrFork, f.last.N, t.N)
	}
	proof, err := prove(f.last.N)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, t.N, t.Hash, f.last.N, f.last.Hash); err != nil {
		return fmt.Errorf("%w, of %d events: what they were has changed", ErrFork, f.last.N)
	}
	return nil
}
