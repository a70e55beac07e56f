package evidence

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// restoredMark stands in the name of a log that was restored, behind the name that it had before.
const restoredMark = "/restored-"

// NewOrigin returns a name for a log that nobody has used before.
func NewOrigin() string { return "docket/" + randomName() }

// RestoredOrigin returns a name for a fork of a log: that of the log with a suffix of its own, which takes the place of the
// suffix of an earlier fork.
func RestoredOrigin(of string) string {
	of, _, _ = strings.Cut(of, restoredMark)
	return of + restoredMark + randomName()
}

// randomName returns 16 hexadecimal digits.
func randomName() string {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	return hex.EncodeToString(id)
}

// MakeNotaryKey makes the signing key of a log of a name, and writes the verifier key beside it.
func MakeNotaryKey(keyFile, origin string) error {
	_, err := makeKey(keyFile, origin)
	return err
}

// retiredMark stands in the names of files of a notary that signs no more.
const retiredMark = ".former-"

// RetireNotary puts key and memory of a notary aside, each under a name that the hash of its key ends, so that another takes
// its place and nothing of it is lost. others are files and folders of the same notary that go with them. When it was
// cut off, it goes on where it was. The name of the verifier key goes last.
func RetireNotary(keyFile, memoryFile string, others ...string) error {
	key, _, err := ReadVerifierKey(keyFile)
	if err != nil {
		return err
	}
	mark := fmt.Sprintf("%s%08x", retiredMark, key.KeyHash())
	for _, file := range append([]string{memoryFile}, others...) {
		if err := putAside(file, strings.TrimSuffix(file, ".txt")+mark+filepath.Ext(file)); err != nil {
			return err
		}
	}
	if err := putAside(keyFile, keyFile+mark); err != nil {
		return err
	}
	return putAside(keyFile+keySuffix, keyFile+mark+keySuffix)
}

// RetireLostNotary puts aside what is left of a notary whose signing key is lost: its verifier key, and its memory also where nobody
// knows the key of that any more.
func RetireLostNotary(keyFile, memoryFile string, others ...string) error {
	if _, _, err := ReadVerifierKey(keyFile); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, RetireNotary(keyFile, memoryFile, others...))
	}
	text, err := os.ReadFile(memoryFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = KeepRetired(memoryFile, "lost.txt", text)
	}
	if err != nil {
		return err
	}
	return removeFile(memoryFile)
}

// putAside renames a file, if it is there, to a name that nothing has.
func putAside(file, to string) error {
	if _, err := os.Lstat(file); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s is there already: move one of it and %s away", to, file))
	}
	if err := os.Rename(file, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// KeepRetired writes checkpoints of a notary that signs no more to a file that RetiredMemories names, behind those that are there.
func KeepRetired(memoryFile, name string, records []byte) error {
	file := strings.TrimSuffix(memoryFile, ".txt") + retiredMark + name
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return writeSynced(file, string(append(before, records...)), 0o644)
}

// RetiredMemories returns the memories that RetireNotary put aside, in order of their names.
func RetiredMemories(memoryFile string) (files []string, err error) {
	folder, name := filepath.Split(memoryFile)
	entries, err := os.ReadDir(filepath.Clean(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), strings.TrimSuffix(name, ".txt")+retiredMark) && strings.HasSuffix(e.Name(), ".txt") {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files, err
}
