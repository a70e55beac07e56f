package sqlite_test

import (
	"errors"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/sqlite"
)

// TestFilesOfNewerProgramAreRefused raises the version of each file, log and keys
// apart, which have tests of their own.
func TestFilesOfNewerProgramAreRefused(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, open := range map[string]func() (io.Closer, error){
		"leases":  func() (io.Closer, error) { return sqlite.OpenLeases(t.Context(), at("leases"), time.Now) },
		"answers": func() (io.Closer, error) { return sqlite.OpenAnswers(t.Context(), at("answers")) },
	} {
		c, err := open()
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.Close(), sqlite.PretendNewer(t.Context(), at(name))); err != nil {
			t.Fatal(err)
		}
		if _, err := open(); !errors.Is(err, sqlite.ErrNewerSchema) {
			t.Errorf("%s opened: %v, want %v", name, err, sqlite.ErrNewerSchema)
		}
	}
}
