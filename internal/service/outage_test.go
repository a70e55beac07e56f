package service_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// TestDatabaseAway kills PostgreSQL under a running service and starts it again.
func TestDatabaseAway(t *testing.T) {
	server, err := pgtest.Start(t.Context(), "fsync=on")
	if errors.Is(err, pgtest.ErrNoServer) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--postgres", server.NewDatabase(t))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	templatePath := filepath.Dir(filepath.Dir(dossier))
	c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t))
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	c.ExpectUnavailable(templatePath, dossier)
	if err := server.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.AwaitReady()
	c.AwaitRecovery(dossier)
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("a database that is away was taken for a failure of ours")
	}
}

// TestDiskFull fills the disk under a running service and frees it again.
func TestDiskFull(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(root, syscall.MNT_DETACH) })
	s := servicetest.Serve(t, filepath.Join(root, "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t)))

	ballast := filepath.Join(root, "ballast")
	fill(t, root, ballast)
	form, contentType := servicetest.NewMultipartFile("away.pdf", append(servicetest.SamplePDF(t), bytes.Repeat([]byte("\n"), 1<<20)...))
	c.ExpectFailure(503, "The service is not available", "POST", dossier+"/files", contentType, form)
	c.ExpectFailure(503, "The service is not available", "POST", filepath.Dir(dossier), "application/json", strings.NewReader(`{"name":"While full"}`))
	c.Want(200, "GET", dossier, nil)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	c.AwaitRecovery(dossier)
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("a full disk was taken for a failure of ours")
	}
}

// fill writes until there is no room.
func fill(t *testing.T, root, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("%s: %v", root, err)
	}
}

// TestDamagedDataFolders starts on data of which a part is missing or broken: what
// can be made again is, and what cannot is named.
func TestDamagedDataFolders(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	s := servicetest.Serve(t, data, servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t)))
	s.Stop()
	for name, refusal := range map[string]string{
		"views.db": "move it away", "leases.db": "move it away", "events.db": "not a database", "vault.db": "not a database",
	} {
		kept := replaced(t, filepath.Join(data, name), bytes.Repeat([]byte("noise"), 10_000))
		s.ExpectRefusal(name, refusal)
		kept()
	}
	kept := replaced(t, filepath.Join(data, "vault.db"), nil)
	s.ExpectRefusal("no vault.db", "restore the key store")
	kept()
	kept = replaced(t, filepath.Join(data, "events.db"), nil)
	s.ExpectRefusal("no events.db", "restore the log")
	kept()
	replaced(t, filepath.Join(data, "views.db"), nil)
	for _, path := range regularFiles(t, filepath.Join(data, "jetstream")) {
		if err := os.WriteFile(path, []byte("noise"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.Start()
	s.SignIn("mira", "Str0ng-enough").AwaitRecovery(dossier)
}

// replaced puts other content in the place of a database, none at all when it is
// nil, and gives the way back.
func replaced(t *testing.T, name string, content []byte) func() {
	t.Helper()
	aside := t.TempDir()
	parts := []string{"", "-wal", "-shm"}
	for _, p := range parts {
		if err := os.Rename(name+p, filepath.Join(aside, "db"+p)); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if content != nil {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for _, p := range parts {
			_ = os.Remove(name + p)
			if err := os.Rename(filepath.Join(aside, "db"+p), name+p); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
}
