package pdf

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestDamagedCodeIsReplaced damages compiled code in ways in which disks do: a process starts all the same, and compiles for
// seconds.
func TestDamagedCodeIsReplaced(t *testing.T) {
	if err := Compile(t.Context(), cacheDir(t)); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if IsCompiled(dir) {
		t.Error("an empty folder is said to have code, want none")
	}
	if err := takeCode(cacheDir(t), dir); err != nil || !IsCompiled(dir) {
		t.Fatalf("taken from a folder with code: got %v and code: %v, want code", err, IsCompiled(dir))
	}
	names, err := filepath.Glob(filepath.Join(dir, codeFolders, "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("got %v, %v, want files", names, err)
	}
	for what, damage := range map[string]func([]byte) []byte{
		"empty": func([]byte) []byte { return nil },
		"other": func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
	} {
		for _, name := range names {
			whole, err := os.ReadFile(filepath.Join(cacheDir(t), filepath.Base(filepath.Dir(name)), filepath.Base(name)))
			if err == nil {
				err = os.WriteFile(name, damage(bytes.Clone(whole)), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := takeCode(cacheDir(t), dir); err != nil { // what is there is kept
			t.Fatal(err)
		}
		if _, err := newMachine(context.Background(), dir, 256); err != nil {
			t.Errorf("%s: got %v, want a machine", what, err)
		}
	}
}

// TestCodeIsTakenOnce from where it is, or not at all.
func TestCodeIsTakenOnce(t *testing.T) {
	from, into := t.TempDir(), t.TempDir()
	at := func(dir string) string { return filepath.Join(dir, "wazero-v1", "abc") }
	if err := takeCode(filepath.Join(from, "nothing"), into); err != nil || IsCompiled(into) {
		t.Errorf("from no folder: got %v and code: %v, want neither", err, IsCompiled(into))
	}
	for _, text := range []string{"first", "second"} {
		if err := os.MkdirAll(filepath.Dir(at(from)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(from), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := takeCode(from, into); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(at(into)); err != nil || string(got) != "first" {
			t.Errorf("after %s: got %q, %v, want first", text, got, err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(at(into))); err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want one file", left, err)
	}
	if err := dropCode(into); err != nil || IsCompiled(into) {
		t.Errorf("dropped: got %v and code: %v, want neither", err, IsCompiled(into))
	}
}
