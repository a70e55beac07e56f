package transfer_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/transfer"
)

// TestRestoreOfAFolderOfBytes puts bytes where the service has them outside of its data
// folder: into an empty place, and beside a log that stands.
func TestRestoreOfAFolderOfBytes(t *testing.T) {
	t.Parallel()
	dir, key := t.TempDir(), servicetest.NewMasterKey(t)
	s := servicetest.Serve(t, filepath.Join(dir, "data"), append(key, "--blobs", filepath.Join(dir, "bytes"))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("One")
	file := dossier + "/files/" + c.Upload(dossier, "one.pdf", servicetest.CanaryPDF("one"))
	c.AwaitDone(file)
	backup, _ := s.Backup("--blobs", filepath.Join(dir, "bytes"))
	reads := func(data, bytes string) {
		t.Helper()
		s := servicetest.Serve(t, data, append(key, "--blobs", bytes)...)
		s.SignIn("mira", "Str0ng-enough").Want(200, "GET", file+"/components", nil)
		s.Stop()
		servicetest.RunDocket(t, append([]string{"audit", "verify", "--data", data, "--blobs", bytes}, s.MasterKeyFlags()...)...)
		left, err := filepath.Glob(filepath.Join(bytes, transfer.ScratchPrefix+"*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left in the folder: %v %v, want no error and len(left) = 0", left, err)
		}
	}
	data, bytes := filepath.Join(dir, "restored"), filepath.Join(dir, "disk", "bytes")
	if err := os.MkdirAll(filepath.Join(bytes, transfer.ScratchPrefix+"7", "blobs"), 0o700); err != nil { // of an attempt that was killed
		t.Fatal(err)
	}
	servicetest.RunDocket(t, "restore", "--from", backup, "--data", data, "--blobs", bytes)
	if _, err := os.Stat(filepath.Join(data, "blobs")); !os.IsNotExist(err) {
		t.Errorf("bytes in the data folder too: %v, want os.IsNotExist(err)", err)
	}
	reads(data, bytes)

	servicetest.ExpectFailure(t, "holds bytes already", "restore", "--from", backup, "--data", filepath.Join(dir, "again"),
		"--blobs", bytes)
	s.Stop()
	if err := os.RemoveAll(filepath.Join(dir, "bytes")); err != nil {
		t.Fatal(err)
	}
	servicetest.RunDocket(t, "restore", "--from", backup, "--data", s.Data, "--blobs", filepath.Join(dir, "bytes"), "--keep-log")
	reads(s.Data, filepath.Join(dir, "bytes"))
}
