package service_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestLostBytesAreTold by a start, by reads, by a backup and by audit verify: a service whose bytes
// are gone must not look well.
func TestLostBytesAreTold(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		d := servicetest.CanaryDossier(t, c, 1)
		s.Stop()
		keyed := append(s.DataFlags(), s.MasterKeyFlags()...)
		verify := append([]string{"audit", "verify", "--bytes"}, keyed...)
		if out := servicetest.RunDocket(t, verify...); !strings.Contains(out, "0 missing, 0 damaged") {
			t.Errorf("whole: %s, want %q in it", out, "0 missing, 0 damaged")
		}

		// A folder that is not mounted: everything is missing, the marker too.
		bytes, aside := filepath.Join(s.Data, "blobs"), filepath.Join(t.TempDir(), "blobs")
		if err := os.Rename(bytes, aside); err != nil {
			t.Fatal(err)
		}
		serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", ""}, keyed...)
		servicetest.ExpectFailure(t, "holds none of the", serve...)
		if err := os.WriteFile(filepath.Join(bytes, "installation"), []byte("another\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		servicetest.ExpectFailure(t, "holds the bytes of another installation", serve...)
		if err := os.RemoveAll(bytes); err != nil {
			t.Fatal(err)
		}

		s.Args = append(s.Args, "--accept-lost-blobs")
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		for _, path := range []string{d.File + "/content", d.File + "/components"} {
			if body := string(c.Want(500, "GET", path, nil).Body); !strings.Contains(body, "bytes of this are missing") {
				t.Errorf("%s: %s, want %q in it", path, body, "bytes of this are missing")
			}
		}
		c.Want(200, "GET", d.File, nil)
		backup := append([]string{"backup", "--to", filepath.Join(t.TempDir(), "b.tar")}, s.DataFlags()...)
		servicetest.ExpectFailure(t, "lacks the bytes of", backup...)
		s.Stop()
		servicetest.ExpectFailure(t, "missing: blob", verify...)

		// What is put back is there again; a damaged byte is found.
		if err := os.RemoveAll(bytes); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(aside, bytes); err != nil {
			t.Fatal(err)
		}
		damageOne(t, bytes)
		servicetest.ExpectFailure(t, "1 damaged", verify...)
	})
}

// damageOne changes a byte of the first blob in a folder.
func damageOne(t *testing.T, root string) {
	t.Helper()
	done := false
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || done || !d.Type().IsRegular() || filepath.Dir(path) == root {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil || len(b) == 0 {
			return err
		}
		b[len(b)-1] ^= 1
		done = true
		return os.WriteFile(path, b, 0o600)
	})
	if err != nil || !done {
		t.Fatalf("nothing was damaged: %v, want done and no error", err)
	}
}
