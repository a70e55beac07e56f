package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// codeFolders are the folders below a cache that hold compiled code: one for each version of the compiler.
const codeFolders = "wazero-*"

// Compile compiles PDFium into a folder, which Options.CacheDir may name and the folder beside the program may be
// (ShippedCode). It takes some 300 MiB of memory, which an installation that reads PDFs in less than that has not. Other
// processors than this one's kind compile again.
func Compile(ctx context.Context, dir string) error {
	const guest = 64 // MiB; code is the same for any
	m, err := newMachine(ctx, dir, guest)
	if err != nil {
		return err
	}
	defer m.runtime.Close(ctx)
	return selfTest(ctx, m)
}

// ShippedCode returns the folder of code that was compiled ahead and comes with this program: share/docket/pdf beside the
// folder that it is in. It need not be there.
func ShippedCode() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	return filepath.Join(filepath.Dir(filepath.Dir(self)), "share", "docket", "pdf")
}

// IsCompiled reports whether a cache, or what comes with the program, has compiled code.
func IsCompiled(cacheDir string) bool {
	for _, dir := range []string{cacheDir, ShippedCode()} {
		if found, err := filepath.Glob(filepath.Join(dir, codeFolders, "*")); dir != "" && err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

// takeCode copies compiled code that a cache does not have yet into it.
func takeCode(from, cacheDir string) error {
	names, err := filepath.Glob(filepath.Join(from, codeFolders, "*"))
	if err != nil || from == "" {
		return err
	}
	for _, name := range names {
		to := filepath.Join(cacheDir, filepath.Base(filepath.Dir(name)), filepath.Base(name))
		if _, missing := os.Stat(to); !errors.Is(missing, fs.ErrNotExist) {
			continue
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), copyWhole(name, to)); err != nil {
			return err
		}
	}
	return nil
}

// copyWhole copies a file, which is there whole or not at all.
func copyWhole(name, to string) (err error) {
	from, err := os.Open(name) //nolint:gosec // comes with the program
	if err != nil {
		return err
	}
	defer from.Close()
	f, err := os.CreateTemp(filepath.Dir(to), ".taken-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = io.Copy(f, from)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), to)
}

// dropCode removes compiled code from a cache: what is damaged would keep every process from starting.
func dropCode(cacheDir string) error {
	names, err := filepath.Glob(filepath.Join(cacheDir, codeFolders, "*"))
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
	}
	if err != nil {
		return fmt.Errorf("pdf: compilation cache: %w", err)
	}
	return nil
}
