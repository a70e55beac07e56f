package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/adapters/vault/vaulttest"
	"github.com/seed-62a36931/docket/domain/es"
)

func TestKeys(t *testing.T) {
	vaulttest.Run(t, func(t testing.TB) vaulttest.Place {
		path := filepath.Join(t.TempDir(), "vault ä?#%.db")
		return func(t testing.TB) vaulttest.Store { return openKeys(t, path) }
	})
}

func openKeys(t testing.TB, path string) *sqlite.Keys {
	t.Helper()
	k, err := sqlite.OpenKeys(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = k.Close() })
	return k
}

func TestDestroyedKeysLeaveTheFiles(t *testing.T) {
	dir := t.TempDir()
	k := openKeys(t, filepath.Join(dir, "vault.db"))
	for i := range 300 {
		name := fmt.Sprintf("demo/dossier.%d", i)
		if _, _, err := k.Insert(t.Context(), name, fmt.Appendf(nil, "WRAPPED-%04d-%s", i, strings.Repeat("k", 60))); err != nil {
			t.Fatal(err)
		}
	}
	if n := inFiles(t, dir, "WRAPPED-0123"); n == 0 {
		t.Fatal("the test looks in the wrong place")
	}
	for i := 100; i < 200; i++ {
		if err := k.Destroy(t.Context(), fmt.Sprintf("demo/dossier.%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 300 {
		found := inFiles(t, dir, fmt.Sprintf("WRAPPED-%04d", i)) > 0
		if want := i < 100 || i >= 200; found != want {
			t.Errorf("key %d is in the files: %v, want %v", i, found, want)
		}
	}
}

// inFiles counts a text in all files of a folder.
func inFiles(t testing.TB, dir, text string) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(b, []byte(text))
	}
	return n
}

func TestKeysOfNewerProgramAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.db")
	if err := openKeys(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.PretendNewer(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.OpenKeys(t.Context(), path); !errors.Is(err, sqlite.ErrNewerSchema) {
		t.Fatalf("opened: %v, want %v", err, sqlite.ErrNewerSchema)
	}
}

// TestKilledWhileMakingKeys kills a process that makes key after key. Every box
// that it handed out must open, and a key made but not used must do no harm.
func TestKilledWhileMakingKeys(t *testing.T) {
	if path := os.Getenv("DOCKET_TEST_MAKE_KEYS"); path != "" {
		makeKeys(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "vault.db")
	for round := range 3 {
		sealed := killMaking(t, path, 20+round*7)
		v := vaulttest.OpenVault(t, openKeys(t, path))
		for subject, box := range sealed {
			if plain, err := v.Open(t.Context(), es.Subject(subject), nil, box); err != nil || string(plain) != subject {
				t.Fatalf("%s: %q %v, want string(plain) = %v and no error", subject, plain, err, subject)
			}
		}
		for i := range len(sealed) + 3 { // the next ones may have a key already
			s := es.Subject(fmt.Sprintf("demo/file.%d", i))
			if _, err := v.Seal(t.Context(), s, nil, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// makeKeys is what the child does until it is killed.
func makeKeys(t *testing.T, path string) {
	v := vaulttest.OpenVault(t, openKeys(t, path))
	for i := 0; ; i++ {
		s := es.Subject(fmt.Sprintf("demo/file.%d", i))
		box, err := v.Seal(t.Context(), s, nil, []byte(s))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("sealed %s %s\n", s, base64.StdEncoding.EncodeToString(box))
	}
}

func killMaking(t *testing.T, path string, after int) map[string][]byte {
	ctx, kill := context.WithCancel(t.Context()) // cancelling sends SIGKILL
	defer kill()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestKilledWhileMakingKeys$")
	child.Env = append(os.Environ(), "DOCKET_TEST_MAKE_KEYS="+path)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	sealed := map[string][]byte{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) != 3 || f[0] != "sealed" {
			continue
		}
		if sealed[f[1]], err = base64.StdEncoding.DecodeString(f[2]); err != nil {
			continue // cut off by the kill
		}
		if len(sealed) == after {
			kill()
			break
		}
	}
	_ = child.Wait()
	if len(sealed) < after {
		t.Fatalf("the child sealed %d values, want at least %v", len(sealed), after)
	}
	return sealed
}

// TestDestroyingAtOnce has many destroy keys together, over two openings of the
// file: each empties the write-ahead log, and none may fail because another does.
func TestDestroyingAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vault.db")
	stores := []*sqlite.Keys{openKeys(t, path), openKeys(t, path)}
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			k, subject := stores[i%2], fmt.Sprintf("demo/dossier.%d", i%16)
			if _, _, err := k.Insert(t.Context(), subject, []byte("wrapped")); err != nil {
				t.Error(err)
			}
			if err := k.Destroy(t.Context(), subject); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if gone, err := stores[0].DestroyedSubjects(t.Context()); err != nil || len(gone) != 16 {
		t.Errorf("%d destroyed, %v, want no error and len(gone) = 16", len(gone), err)
	}
}
