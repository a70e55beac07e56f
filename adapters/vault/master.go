package vault

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Master is the key that wraps the keys of workspaces. It never prints its bytes.
type Master struct{ secret [keySize]byte }

// String hides the key.
func (Master) String() string { return "vault.Master(hidden)" }

// GoString hides the key.
func (m Master) GoString() string { return m.String() }

// maxMasterFile is the largest number of bytes read from a master key file.
const maxMasterFile = 1024

// ParseMaster reads a master key: 32 raw bytes, or the same in base64 (standard
// alphabet, with or without padding, white space around it). All zeros is refused.
func ParseMaster(b []byte) (Master, error) {
	var m Master
	if len(b) != keySize {
		text := bytes.TrimRight(bytes.TrimSpace(b), "=")
		raw, err := base64.RawStdEncoding.DecodeString(string(text))
		if err != nil || len(raw) != keySize {
			return m, errors.New("a master key is 32 bytes, raw or in base64")
		}
		b = raw
	}
	copy(m.secret[:], b)
	if m == (Master{}) {
		return m, errors.New("a master key of zeros protects nothing")
	}
	return m, nil
}

// OpenMaster reads the master key from a file. If the file does not exist and create is
// set, it makes one that only the owner can read; the caller ensures that the path lies
// outside of what is backed up with the data.
func OpenMaster(path string, create bool) (Master, error) {
	b, err := readMaster(path)
	if errors.Is(err, fs.ErrNotExist) && create {
		if err = createMaster(path); err == nil {
			b, err = readMaster(path)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Master{}, fmt.Errorf("%w: there is no %s; put the key that this installation began with there", es.ErrNoMaster, path)
	}
	if err != nil {
		return Master{}, fmt.Errorf("%w: %w", es.ErrNoMaster, err)
	}
	m, err := ParseMaster(b)
	if err != nil {
		return Master{}, fmt.Errorf("%w: %s: %w", es.ErrNoMaster, path, err)
	}
	return m, nil
}

func readMaster(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxMasterFile))
}

// createMaster writes a random key completely before it gets its name, so that two
// processes that start at once both read the same key.
func createMaster(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".master-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	var secret [keySize]byte
	_, _ = rand.Read(secret[:])
	_, err = tmp.WriteString(base64.StdEncoding.EncodeToString(secret[:]) + "\n")
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a new name in a folder durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
