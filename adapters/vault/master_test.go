package vault_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/domain/es"
)

func TestOpenMaster(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys", "master.key")
	if _, err := vault.OpenMaster(path, false); !errors.Is(err, es.ErrNoMaster) || !strings.Contains(err.Error(), path) {
		t.Fatalf("a missing key: %v, want the error es.ErrNoMaster and err.Error() with %v", err, path)
	}
	made := make([]vault.Master, 8)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			var err error
			if made[i], err = vault.OpenMaster(path, true); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	again, err := vault.OpenMaster(path, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range made {
		if m != again {
			t.Fatal("two processes made two master keys")
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v, want info.Mode().Perm() = 0o600 and no error", info.Mode(), err)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if len(left) != 0 {
		t.Fatalf("left over: %q, want 0", left)
	}
}

func TestParseMaster(t *testing.T) {
	raw := bytes.Repeat([]byte{0xfe}, 32)
	text := base64.StdEncoding.EncodeToString(raw)
	want, err := vault.ParseMaster(raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{text, text + "\n", "  " + strings.TrimRight(text, "=") + "\r\n"} {
		if m, err := vault.ParseMaster([]byte(in)); err != nil || m != want {
			t.Errorf("%q: %v, want no error and m = %v", in, err, want)
		}
	}
	for _, in := range []string{"", "short", text[:40], text + text, strings.Repeat("\x00", 32), strings.Repeat("?", 44)} {
		if _, err := vault.ParseMaster([]byte(in)); err == nil {
			t.Errorf("%q was taken for a key, want an error", in)
		}
	}
	if s := fmt.Sprintf("%v %+v %#v %s", want, want, want, want); strings.Contains(s, "254") || strings.Contains(s, "fe") {
		t.Errorf("the key prints: %s, want no %q in s and no %q in s", s, "254", "fe")
	}
}

func FuzzParseMaster(f *testing.F) {
	f.Add(bytes.Repeat([]byte{1}, 32))
	f.Add([]byte(base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{2}, 32)) + "\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := vault.ParseMaster(b); err == nil && m == (vault.Master{}) {
			t.Fatal("an empty key")
		}
	})
}
