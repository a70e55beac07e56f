package service_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestDatabaseAway kills PostgreSQL under a running service and starts it again.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	server, err := pgtest.Start(t.Context(), "fsync=on")
	if errors.Is(err, pgtest.ErrNoServer) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"),
		append(servicetest.NewMasterKey(t), "--postgres", server.NewDatabase(t))...)
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
	t.Parallel()
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
	c.ExpectFailure(503, "The service is not available", "POST", filepath.Dir(dossier), "application/json",
		strings.NewReader(`{"name":"While full"}`))
	c.Want(200, "GET", dossier, nil)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	c.AwaitRecovery(dossier)
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("a full disk was taken for a failure of ours")
	}
}

// TestStartOnAFullDisk kills a service on a full disk: while the disk is full it is not ready, and
// started again it serves what is stored; with room on the disk it is as before.
func TestStartOnAFullDisk(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=160m"); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(root, syscall.MNT_DETACH) })
	data, key := filepath.Join(root, "data"), servicetest.NewMasterKey(t)
	s := servicetest.Serve(t, data, key...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	file := dossier + "/files/" + c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t))
	c.AwaitDone(file)
	servicetest.Await(t, 5*time.Minute, func() bool { _, err := os.Stat(filepath.Join(data, "reserve")); return err == nil })

	ballast := filepath.Join(root, "ballast")
	fill(t, root, ballast)
	wantDiskDown(t, s)
	c.Want(200, "GET", file, nil)
	s.Kill()
	fill(t, root, filepath.Join(root, "more"))
	again := servicetest.Launch(t, data, key...)
	wantDiskDown(t, again)
	c = again.SignIn("mira", "Str0ng-enough")
	c.Want(200, "GET", dossier, nil)
	c.Want(200, "GET", file+"/components", nil)
	if !strings.Contains(again.Log.String(), "starts on its reserve") {
		t.Error("nothing in the log says that the disk is full")
	}
	if err := errors.Join(os.Remove(ballast), os.Remove(filepath.Join(root, "more"))); err != nil {
		t.Fatal(err)
	}
	again.AwaitReady()
	c.AwaitRecovery(dossier)
	if aside, err := filepath.Glob(filepath.Join(data, "*.unusable-*")); len(aside) > 0 || err != nil {
		t.Errorf("left behind: %v, %v, want len(aside) = 0 and no error", aside, err)
	}
}

// wantDiskDown waits until a service says that its disk is full, and wants it to be not ready.
func wantDiskDown(t *testing.T, s *servicetest.Instance) {
	t.Helper()
	var status int
	var body []byte
	servicetest.Await(t, 5*time.Minute, func() bool {
		r, err := http.Get(s.Origin + "/health/ready")
		if err != nil {
			return false
		}
		defer r.Body.Close()
		status = r.StatusCode
		body, err = io.ReadAll(r.Body)
		return err == nil && bytes.Contains(body, []byte(`"disk"`)) && !bytes.Contains(body, []byte(`"service"`))
	})
	if status != http.StatusServiceUnavailable {
		t.Errorf("got %d: %s, want %v", status, body, http.StatusServiceUnavailable)
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
		t.Fatalf("%s: %v, want %v", root, err, syscall.ENOSPC)
	}
}

// TestDamagedDataFolders starts on data of which a part is missing or broken: what
// can be made again is, and what cannot is named.
func TestDamagedDataFolders(t *testing.T) {
	t.Parallel()
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
		kept := replaceDatabase(t, filepath.Join(data, name), bytes.Repeat([]byte("noise"), 10_000))
		s.ExpectRefusal(name, refusal)
		kept()
	}
	kept := replaceDatabase(t, filepath.Join(data, "vault.db"), nil)
	s.ExpectRefusal("no vault.db", "restore the key store")
	kept()
	kept = replaceDatabase(t, filepath.Join(data, "events.db"), nil)
	s.ExpectRefusal("no events.db", "restore the log")
	kept()
	replaceDatabase(t, filepath.Join(data, "views.db"), nil)
	for _, path := range regularFiles(t, filepath.Join(data, "jetstream")) {
		if err := os.WriteFile(path, []byte("noise"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.Start()
	s.SignIn("mira", "Str0ng-enough").AwaitRecovery(dossier)
}

// replaceDatabase puts other content in the place of a database, none at all when it is
// nil, and gives the way back.
func replaceDatabase(t *testing.T, name string, content []byte) func() {
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
