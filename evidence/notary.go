package evidence

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Notary signs checkpoints of one log and remembers them: it signs nothing that is not a
// continuation of what it signed last, so that whoever changes the log cannot have another
// history signed without taking the memory away too. It may be used by many goroutines.
type Notary struct {
	*CheckpointFile // its memory

	signer note.Signer
}

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
		secret, err = makeKey(keyFile, NewOrigin())
	}
	if err != nil {
		return nil, false, fmt.Errorf("the key of the notary: %w", err)
	}
	n, key, err := readSigner(keyFile, secret)
	if err == nil {
		n.CheckpointFile, err = OpenCheckpointFile(memoryFile, key)
	}
	if err != nil {
		return nil, false, err
	}
	return n, made, nil
}

// readSigner returns a notary without a memory, and the key that verifies what it signs.
func readSigner(keyFile string, secret []byte) (n *Notary, key note.Verifier, err error) {
	n = &Notary{}
	if n.signer, err = note.NewSigner(strings.TrimSpace(string(secret))); err != nil {
		return nil, nil, fmt.Errorf("the key of the notary in %s: %w", keyFile, err)
	}
	key, _, err = ReadVerifierKey(keyFile)
	return n, key, err
}

// makeKey makes a signing key for a log of a name, and writes the verifier key beside it, first.
func makeKey(file, origin string) (secret []byte, err error) {
	signer, verifier, err := note.GenerateKey(rand.Reader, origin)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if err := WriteVerifierKey(file, verifier); err != nil {
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

// WriteVerifierKey writes the text of a verifier key to where ReadVerifierKey reads that of a signing key.
func WriteVerifierKey(keyFile, text string) error {
	return writeSynced(keyFile+keySuffix, text+"\n", 0o644)
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

// Sign signs a tree. prove returns the proof that the tree continues an older one; it is not
// asked for the first. The checkpoint is on the disk when Sign returns. Errors: ErrFork.
func (n *Notary) Sign(t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) ([]byte, error) {
	return n.Add(t, prove, func(tlog.Tree) ([]byte, error) {
		signed, err := note.Sign(&note.Note{Text: Checkpoint{n.signer.Name(), t}.String()}, n.signer)
		if err != nil {
			return nil, fmt.Errorf("sign a checkpoint: %w", err)
		}
		return signed, nil
	})
}
