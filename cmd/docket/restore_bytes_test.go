package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/internal/transfer"
)

// TestRestoreOfAFolderOfBytes puts bytes where the service has them outside of its data
// folder: into an empty place, and beside a log that stands.
func TestRestoreOfAFolderOfBytes(t *testing.T) {
	dir, key := t.TempDir(), masterKey(t)
	s := serve(t, filepath.Join(dir, "data"), append(key, "--blobs", filepath.Join(dir, "bytes"))...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("One")
	file := dossier + "/files/" + c.upload(dossier, "one.pdf", canaryPDF("one"))
	c.awaitDone(file)
	backup, _ := s.backup("--blobs", filepath.Join(dir, "bytes"))
	reads := func(data, bytes string) {
		t.Helper()
		s := serve(t, data, append(key, "--blobs", bytes)...)
		s.as("mira", "Str0ng-enough").want(200, "GET", file+"/components", nil)
		s.stop()
		docketOut(t, append([]string{"audit", "verify", "--data", data, "--blobs", bytes}, s.masterFlag()...)...)
		left, err := filepath.Glob(filepath.Join(bytes, transfer.ScratchPrefix+"*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left in the folder: %v %v", left, err)
		}
	}
	data, bytes := filepath.Join(dir, "restored"), filepath.Join(dir, "disk", "bytes")
	if err := os.MkdirAll(filepath.Join(bytes, transfer.ScratchPrefix+"7", "blobs"), 0o700); err != nil { // of an attempt that was killed
		t.Fatal(err)
	}
	docketOut(t, "restore", "--from", backup, "--data", data, "--blobs", bytes)
	if _, err := os.Stat(filepath.Join(data, "blobs")); !os.IsNotExist(err) {
		t.Errorf("bytes in the data folder too: %v", err)
	}
	reads(data, bytes)

	docketFails(t, "holds bytes already", "restore", "--from", backup, "--data", filepath.Join(dir, "again"), "--blobs", bytes)
	s.stop()
	if err := os.RemoveAll(filepath.Join(dir, "bytes")); err != nil {
		t.Fatal(err)
	}
	docketOut(t, "restore", "--from", backup, "--data", s.data, "--blobs", filepath.Join(dir, "bytes"), "--keep-log")
	reads(s.data, filepath.Join(dir, "bytes"))
}
