package host

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteSynced writes a file that is whole or not there, also after a crash of the machine.
func WriteSynced(file string, content []byte) error {
	folder := filepath.Dir(file)
	f, err := os.CreateTemp(folder, ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	dir, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
