package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// makeFolder makes a folder and those above it, and has each synced that gets a new name.
func makeFolder(path string, sync func(folder string) error) error {
	var named []string // from the innermost
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		_, err := os.Stat(at)
		if err == nil || !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break // what else is wrong MkdirAll tells
		}
		named = append(named, filepath.Dir(at))
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	for _, folder := range slices.Backward(named) {
		if err := sync(folder); err != nil {
			return err
		}
	}
	return nil
}

// syncFolder makes the names in a folder durable. Some file systems cannot, and say so.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
