package blobs_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/domain/es"
)

func openDisk(t testing.TB, root string, keys blobs.Keys) *blobs.Disk {
	t.Helper()
	d, err := blobs.OpenDisk(root, keys)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	})
	return d
}

func put(t testing.TB, d *blobs.Disk, s es.Subject, content []byte) es.BlobRef {
	t.Helper()
	ref, _, err := d.Put(t.Context(), s, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// files lists the paths of all files below root but the lock.
func files(t testing.TB, root string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "lock" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestDiskConforms(t *testing.T) {
	blobstest.Run(t, func(t *testing.T, keys *blobstest.Keys) blobstest.Store {
		return openDisk(t, filepath.Join(t.TempDir(), "made", "on", "open"), keys)
	})
}

func TestNothingReadableIsStored(t *testing.T) {
	root := t.TempDir()
	d := openDisk(t, root, new(blobstest.Keys))
	secret := strings.Repeat("Ada Lovelace, born 1815. ", 1000)
	subject := es.Subject("demo").Child("user", "ada.lovelace")
	put(t, d, subject, []byte(secret))
	for _, path := range files(t, root) {
		if name := strings.TrimPrefix(path, root); strings.Contains(name, "lovelace") || strings.Contains(name, "demo") {
			t.Errorf("the path %s tells whose it is, want no %q in name and no %q in name", path, "lovelace", "demo")
		}
		sealed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(sealed, []byte("Lovelace")) {
			t.Errorf("%s holds plain text, want no %q in it", path, "Lovelace")
		}
	}
}

func TestOnlyTheOwnerMayRead(t *testing.T) {
	root := filepath.Join(t.TempDir(), "blobs")
	d := openDisk(t, root, new(blobstest.Keys))
	put(t, d, blobstest.FileSubject("1", "1"), []byte("x"))
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s is %o, want %o", path, info.Mode().Perm(), want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFailedPutsLeaveNoFile(t *testing.T) {
	root := t.TempDir()
	d := openDisk(t, root, new(blobstest.Keys))
	dead := errors.New("dead")
	r := io.MultiReader(bytes.NewReader(make([]byte, 1<<20)), broken{dead})
	if _, _, err := d.Put(t.Context(), "demo", r); !errors.Is(err, dead) {
		t.Fatal(err)
	}
	if left := files(t, root); len(left) != 0 {
		t.Errorf("left behind: %v, want 0", left)
	}
}

type broken struct{ err error }

func (e broken) Read([]byte) (int, error) { return 0, e.err }

func TestOpenSweepsWhatACrashLeft(t *testing.T) {
	root := t.TempDir()
	crashed := openDisk(t, root, new(blobstest.Keys))
	ref := put(t, crashed, "demo", []byte("kept"))
	leave := func() string {
		dir := filepath.Join(root, "unfinished", "dropped")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "half")
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}

	path := leave()
	second := openDisk(t, root, new(blobstest.Keys)) // the first is still at work
	if _, err := os.Stat(path); err != nil {
		t.Errorf("a second opener took away what the first may be writing: %v, want no error", err)
	}
	if err := errors.Join(crashed.Close(), second.Close()); err != nil {
		t.Fatal(err)
	}
	third := openDisk(t, root, new(blobstest.Keys))
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an unfinished file was not swept: %v, want %v", err, fs.ErrNotExist)
	}
	if _, err := third.Open(t.Context(), ref); err != nil {
		t.Errorf("a finished blob is gone: %v, want no error", err)
	}
}

func TestOpenDiskNamesTheFolderItCannotUse(t *testing.T) {
	root := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(root, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := blobs.OpenDisk(root, new(blobstest.Keys)); err == nil || !strings.Contains(err.Error(), root) {
		t.Errorf("got %v, want an error and err.Error() with %v", err, root)
	}
}
