package evidence

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

const (
	nextSuffix     = ".next"     // ends the names of files of the key that follows
	rotationSuffix = ".rotation" // ends the name of the file with what the old key says of it
)

// NextKey returns the verifier key of a rotation that was prepared and not finished; "" for none.
func NextKey(keyFile string) (string, error) {
	_, text, err := ReadVerifierKey(keyFile + nextSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return text, err
}

// PrepareRotation makes the key that follows that of a notary, which must be open, and a memory for it that begins with the
// last checkpoint, and returns what both keys say. Nothing of the notary has changed yet; called again, it goes on with the key that
// it made. With isState the memory is the state of a notary of its own.
func (n *Notary) PrepareRotation(keyFile, memoryFile string, isState bool) (signed []byte, err error) {
	last, _ := n.Last()
	if last.N == 0 {
		return nil, errors.New("nothing is signed yet with the key that is to be rotated")
	}
	nextFile := keyFile + nextSuffix
	secret, err := os.ReadFile(nextFile)
	if errors.Is(err, fs.ErrNotExist) {
		secret, err = makeKey(nextFile, n.Key().Name())
	}
	if err != nil {
		return nil, err
	}
	next, key, err := readSigner(nextFile, secret)
	if err != nil {
		return nil, err
	}
	_, oldText, err := ReadVerifierKey(keyFile)
	if err != nil {
		return nil, err
	}
	_, newText, err := ReadVerifierKey(nextFile)
	if err != nil {
		return nil, err
	}
	first, err := note.Sign(&note.Note{Text: Checkpoint{n.Key().Name(), last}.String()}, next.signer)
	if err != nil {
		return nil, err
	}
	memory := string(first) + "\n"
	if isState {
		memory = notaryHead(key) + memory
	}
	r := Rotation{Origin: n.Key().Name(), Old: oldText, New: newText, Tree: last}
	signed, err = note.Sign(&note.Note{Text: r.String()}, n.signer, next.signer)
	if err != nil {
		return nil, err
	}
	return signed, errors.Join(writeSynced(memoryFile+nextSuffix, memory, 0o644), writeSynced(keyFile+rotationSuffix, string(signed), 0o644))
}

// FinishRotation puts the key and the memory that PrepareRotation made in the place of those before, whose signing key is removed
// for good; its verifier key and its memory are put aside. Nobody may have the notary open. When it was cut off, it goes on
// where it was; where nothing is prepared, it does nothing.
func FinishRotation(keyFile, memoryFile string) error {
	next, err := NextKey(keyFile)
	if err != nil || next == "" {
		return err
	}
	_, now, err := ReadVerifierKey(keyFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil && now != next {
		if err := errors.Join(removeFile(keyFile), RetireNotary(keyFile, memoryFile)); err != nil {
			return err
		}
	}
	for _, f := range [][2]string{{memoryFile + nextSuffix, memoryFile}, {keyFile + nextSuffix, keyFile},
		{keyFile + nextSuffix + keySuffix, keyFile + keySuffix}} { // the name of the verifier key goes last
		if err := putAside(f[0], f[1]); err != nil {
			return err
		}
	}
	return nil
}

// removeFile removes a file for good, where it is there.
func removeFile(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// AdoptRotation puts the new key of a rotation, which a notary that is a process of its own has made, in the place of the
// verifier key of the old one, and the memory of that aside. When it was cut off, it goes on where it was.
func AdoptRotation(keyFile, memoryFile string, r Rotation) error {
	key, now, err := ReadVerifierKey(keyFile)
	if err != nil {
		return err
	}
	if now == r.New {
		return nil
	}
	if now != r.Old {
		return fmt.Errorf("%w that follows the key in %s", ErrRotation, keyFile+keySuffix)
	}
	mark := fmt.Sprintf("%s%08x", retiredMark, key.KeyHash())
	if err := putAside(memoryFile, strings.TrimSuffix(memoryFile, ".txt")+mark+filepath.Ext(memoryFile)); err != nil {
		return err
	}
	return errors.Join(writeSynced(keyFile+mark+keySuffix, now+"\n", 0o644), WriteVerifierKey(keyFile, r.New))
}

// ReadRotation returns what the key before the present one said of it, as it was printed; nothing where no key was rotated.
func ReadRotation(keyFile string) ([]byte, error) {
	signed, err := os.ReadFile(keyFile + rotationSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return signed, err
}
