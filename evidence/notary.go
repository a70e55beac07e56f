package evidence

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Notary signs checkpoints of one log and remembers them: it signs nothing that is not a
// continuation of what it signed last, so that whoever changes the log cannot have another
// history signed without taking the memory away too. It may be used by many goroutines.
type Notary struct {
	signer note.Signer
	key    note.Verifier

	mu     sync.Mutex
	memory *os.File
	end    int64 // of what is complete in the memory
	last   tlog.Tree
	signed []byte // the last checkpoint, nil for none
}

// ErrFork is the error of a tree that does not continue what was signed before.
var ErrFork = errors.New("the log is no continuation of the checkpoint that was signed last")

// keySuffix ends the name of the file that tells the verifier key of a signing key.
const keySuffix = ".pub"

// OpenNotary opens a notary: its key in one file, and in another all that it ever signed. Both are made
// when neither is there. made reports that a key was made.
func OpenNotary(keyFile, memoryFile string) (n *Notary, made bool, err error) {
	secret, err := os.ReadFile(keyFile)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(memoryFile); !errors.Is(err, fs.ErrNotExist) {
			return nil, false, fmt.Errorf("%s tells of checkpoints, but their key is missing: bring %s back, or move the file away",
				memoryFile, keyFile)
		}
		made = true
		secret, err = makeKey(keyFile)
	}
	if err != nil {
		return nil, false, fmt.Errorf("the key of the notary: %w", err)
	}
	n = &Notary{}
	if n.signer, err = note.NewSigner(strings.TrimSpace(string(secret))); err != nil {
		return nil, false, fmt.Errorf("the key of the notary in %s: %w", keyFile, err)
	}
	if n.key, _, err = ReadVerifierKey(keyFile); err != nil {
		return nil, false, err
	}
	return n, made, n.openMemory(memoryFile)
}

// makeKey makes a signing key for a log with a name of its own, and writes the verifier key
// beside it, first.
func makeKey(file string) (secret []byte, err error) {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	signer, verifier, err := note.GenerateKey(rand.Reader, "docket/"+hex.EncodeToString(id))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if err := writeSynced(file+keySuffix, verifier+"\n", 0o644); err != nil {
		return nil, err
	}
	return []byte(signer), writeSynced(file, signer+"\n", 0o600)
}

// writeSynced writes a file that outlives a power cut.
func writeSynced(file, text string, mode os.FileMode) error {
	partial := file + ".partial"
	f, err := os.OpenFile(partial, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(partial, file); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// ReadVerifierKey returns the verifier key that stands beside a signing key, and its text.
func ReadVerifierKey(keyFile string) (key note.Verifier, text string, err error) {
	b, err := os.ReadFile(keyFile + keySuffix)
	if err != nil {
		return nil, "", fmt.Errorf("the verifier key of the notary: %w", err)
	}
	text = strings.TrimSpace(string(b))
	if key, err = note.NewVerifier(text); err != nil {
		return nil, "", fmt.Errorf("the verifier key in %s: %w", keyFile+keySuffix, err)
	}
	return key, text, nil
}

// openMemory opens the file of what was signed, and cuts off what a crash left half written:
// nobody was given that. It refuses a file that is damaged as no crash damages it.
func (n *Notary) openMemory(file string) (err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if n.memory, err = os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, n.memory.Close())
		}
	}()
	if err := syscall.Flock(int(n.memory.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another process signs with the memory in %s: %w", file, err)
	}
	text, err := io.ReadAll(n.memory)
	if err != nil {
		return err
	}
	if _, _, err := splitRecords(string(text)); err != nil {
		return fmt.Errorf("the memory of the notary in %s, without which it must not sign: %w", file, err)
	}
	signed, rest := SplitCheckpoints(string(text))
	n.end = int64(len(text) - len(rest))
	if len(signed) > 0 {
		n.signed = []byte(signed[len(signed)-1])
		c, err := OpenCheckpoint(n.signed, n.key)
		if err != nil {
			return fmt.Errorf("the last checkpoint in %s: %w", file, err)
		}
		n.last = c.Tree
	}
	if err := n.memory.Truncate(n.end); err != nil {
		return err
	}
	if n.end > 0 && !strings.HasSuffix(string(text[:n.end]), "\n\n") { // only the empty line was not written
		if _, err := n.memory.WriteAt([]byte{'\n'}, n.end); err != nil {
			return err
		}
		n.end++
	}
	return errors.Join(n.memory.Sync(), syncFolder(filepath.Dir(file)))
}

// Close closes the memory.
func (n *Notary) Close() error { return n.memory.Close() }

// Key returns the verifier key, which everybody may know.
func (n *Notary) Key() note.Verifier { return n.key }

// Last returns the tree that was signed last, and the checkpoint; nil for none.
func (n *Notary) Last() (tlog.Tree, []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.last, n.signed
}

// Sign signs a tree. prove returns the proof that the tree continues an older one; it is not
// asked for the first. The checkpoint is on the disk when Sign returns. Errors: ErrFork.
func (n *Notary) Sign(t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if t == n.last && n.signed != nil {
		return n.signed, nil
	}
	if err := n.checkContinues(t, prove); err != nil {
		return nil, err
	}
	signed, err := note.Sign(&note.Note{Text: Checkpoint{n.signer.Name(), t}.String()}, n.signer)
	if err != nil {
		return nil, fmt.Errorf("sign a checkpoint: %w", err)
	}
	if _, err := n.memory.WriteAt(append(signed, '\n'), n.end); err != nil {
		return nil, err
	}
	if err := n.memory.Sync(); err != nil {
		return nil, err
	}
	n.end += int64(len(signed)) + 1
	n.last, n.signed = t, signed
	return signed, nil
}

// checkContinues refuses a tree that does not continue the last one.
func (n *Notary) checkContinues(t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) error {
	if n.last.N == 0 {
		return nil
	}
	if t.N <= n.last.N {
		return fmt.Errorf("%w: it had %d events, and has %d", ErrFork, n.last.N, t.N)
	}
	proof, err := prove(n.last.N)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, t.N, t.Hash, n.last.N, n.last.Hash); err != nil {
		return fmt.Errorf("%w, of %d events: what they were has changed", ErrFork, n.last.N)
	}
	return nil
}
