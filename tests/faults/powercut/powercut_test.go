package powercut

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "disk" {
		if err := Serve(os.Args[2], os.Args[3] == "true", os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func mountTest(t *testing.T, journal bool) (string, *Disk) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	d, err := Mount(self, "disk", folder, fmt.Sprint(journal))
	if errors.Is(err, ErrCannotMount) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return folder, d
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// syncPath syncs a file or the names of a folder.
func syncPath(path string) error {
	f, err := os.Open(path)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	return err
}

// cut cuts the power and restores it.
func cut(t *testing.T, d *Disk, kind Kind, seed uint64) {
	t.Helper()
	must(t, d.CutPower())
	_, err := d.RestorePower(kind, seed)
	must(t, err)
}

// TestWhatIsSyncedIsKept and of the rest, what the kind of the cut leaves.
func TestWhatIsSyncedIsKept(t *testing.T) {
	folder, d := mountTest(t, false)
	at := func(name string) string { return filepath.Join(folder, name) }
	must(t, os.Mkdir(at("a"), 0o700), os.WriteFile(at("a/kept"), []byte("old"), 0o600), syncPath(at("a/kept")), syncPath(at("a")), syncPath(folder))
	must(t, os.WriteFile(at("a/kept"), []byte("newer"), 0o600), os.WriteFile(at("a/nameless"), []byte("x"), 0o600), syncPath(at("a/nameless")))
	must(t, os.WriteFile(at("a/empty"), []byte("x"), 0o600), syncPath(at("a")), os.Rename(at("a/empty"), at("b")), os.Remove(at("a/kept")))
	must(t, d.CutPower())
	if _, err := os.ReadFile(at("a/kept")); err == nil {
		t.Error("a disk without power is read, want an error")
	}
	if f, err := os.Create(at("c")); err == nil {
		t.Errorf("a disk without power is written to: %s, want an error", f.Name())
	}
	_, err := d.RestorePower(Nothing, 1)
	must(t, err)
	for name, want := range map[string]string{"a/kept": "old", "a/nameless": "x", "a/empty": "", "b": "none", "c": "none"} {
		got, err := os.ReadFile(at(name))
		if errors.Is(err, fs.ErrNotExist) {
			got, err = []byte("none"), nil
		}
		if err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
		}
	}
	must(t, os.WriteFile(at("d"), []byte("x"), 0o600), syncPath(at("d")))
	cut(t, d, Nothing, 1)
	if _, err := os.Stat(at("d")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a name that was not synced: got %v, want none", err)
	}
	must(t, os.WriteFile(at("d"), []byte("all"), 0o600), d.SyncAll())
	cut(t, d, Nothing, 1)
	if got, err := os.ReadFile(at("d")); err != nil || string(got) != "all" {
		t.Errorf("got %q, %v, want what was synced with all", got, err)
	}
}

// TestAJournalKeepsNamesWithFiles where the disk has one.
func TestAJournalKeepsNamesWithFiles(t *testing.T) {
	folder, d := mountTest(t, true)
	file := filepath.Join(folder, "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600), syncPath(file), os.WriteFile(file+"2", []byte("x"), 0o600))
	cut(t, d, Nothing, 1)
	if got, err := os.ReadFile(file); err != nil || string(got) != "x" {
		t.Errorf("got %q, %v, want the file", got, err)
	}
	if _, err := os.Stat(file + "2"); err == nil {
		t.Error("a file that was not synced is there, want none")
	}
}

// TestBlocksAreLostOrTorn writes over what was synced, and finds some of the new: whole blocks of it, or sectors.
func TestBlocksAreLostOrTorn(t *testing.T) {
	folder, d := mountTest(t, false)
	file := filepath.Join(folder, "file")
	const blocks = 64
	for _, kind := range Kinds {
		old, later := bytes.Repeat([]byte("o"), 4096*blocks), bytes.Repeat([]byte("n"), 4096*blocks)
		must(t, os.WriteFile(file, old, 0o600), syncPath(file), syncPath(folder))
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteAt(later, 0)
		must(t, err, f.Close())
		cut(t, d, kind, 7)
		got, err := os.ReadFile(file)
		must(t, err)
		torn, news := 0, 0
		for at := 0; at < len(got); at += 4096 {
			n := strings.Count(string(got[at:at+4096]), "n")
			news += n
			if n%512 != 0 {
				t.Fatalf("%s: a sector is torn, want it whole", kind)
			}
			if n > 0 && n < 4096 {
				torn++
			}
		}
		if len(got) != len(old) || (torn > 0) != (kind == Sectors) || (news == 0) != (kind == Nothing) || news == len(later) {
			t.Errorf("%s: got %d bytes, %d of them new, %d of %d blocks torn", kind, len(got), news, torn, blocks)
		}
	}
}

// TestLengthsAreLost cuts a file off and lengthens it.
func TestLengthsAreLost(t *testing.T) {
	folder, d := mountTest(t, false)
	file := filepath.Join(folder, "file")
	text := bytes.Repeat([]byte("0123456789"), 500)
	must(t, os.WriteFile(file, text, 0o600), syncPath(file), syncPath(folder))
	for _, length := range []int64{0, 10, 512, 3000, 9000} {
		must(t, os.Truncate(file, length))
		cut(t, d, Nothing, 1)
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, text) {
			t.Errorf("cut off at %d: got %d bytes, %v, want the %d of before", length, len(got), err, len(text))
		}
		must(t, os.Truncate(file, length), syncPath(file))
		cut(t, d, Sectors, 1)
		if got, err := os.Stat(file); err != nil || got.Size() != length {
			t.Errorf("got %v, %v, want %d bytes that were synced", got, err, length)
		}
		must(t, os.WriteFile(file, text, 0o600), syncPath(file))
	}
}
