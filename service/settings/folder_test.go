package settings

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestNewFoldersAreNamedDurably wants each folder synced that gets a new name in it, the outermost first, and none where the
// folder stands already.
func TestNewFoldersAreNamedDurably(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	data := filepath.Join(root, "var", "lib", "docket")
	var synced []string
	sync := func(folder string) error { synced = append(synced, folder); return syncFolder(folder) }
	if err := makeFolder(data, sync); err != nil {
		t.Fatal(err)
	}
	if want := []string{root, filepath.Join(root, "var"), filepath.Join(root, "var", "lib")}; !slices.Equal(synced, want) {
		t.Errorf("got %v synced, want %v", synced, want)
	}
	if info, err := os.Stat(data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("got %v, %v, want a folder of its owner alone", info, err)
	}
	synced = nil
	if err := makeFolder(data, sync); err != nil || len(synced) > 0 {
		t.Errorf("it stands: got %v synced, %v, want none", synced, err)
	}
	broken := errors.New("the disk is broken")
	if err := makeFolder(filepath.Join(data, "x"), func(string) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makeFolder(filepath.Join(root, "file", "data"), sync); err == nil {
		t.Error("below a file: got no error, want one")
	}
}
