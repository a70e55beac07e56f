package main

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// unavailable asks for what needs the database, and wants to be told to come back.
func (c *caller) unavailable(templatePath, dossier string) {
	c.t.Helper()
	const message = "The service is not available"
	c.failed(503, message, "GET", dossier, "", nil)
	c.failed(503, message, "POST", templatePath+"/dossiers", "application/json", strings.NewReader(`{"name":"While away"}`))
	form, contentType := multipartFile("away.pdf", sample(c.t))
	c.failed(503, message, "POST", dossier+"/files", contentType, form)
	r, err := http.Get(c.s.base + "/health/ready")
	if err != nil {
		c.t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != 503 {
		c.t.Errorf("ready: %d", r.StatusCode)
	}
}

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
	s := serve(t, filepath.Join(t.TempDir(), "data"), append(masterKey(t), "--postgres", server.NewDatabase(t))...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Before")
	templatePath := filepath.Dir(filepath.Dir(dossier))
	c.upload(dossier, "before.pdf", sample(t))
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	c.unavailable(templatePath, dossier)
	if err := server.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.awaitReady()
	c.recovered(dossier)
	if strings.Contains(s.log.String(), "status=500") {
		t.Error("a database that is away was taken for a failure of ours")
	}
}

// recovered waits until work goes on, and nothing of the time before is missing.
func (c *caller) recovered(dossier string) {
	c.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(100 * time.Millisecond) { // as clients do
		form, contentType := multipartFile("after.pdf", sample(c.t))
		a, err := c.do("POST", dossier+"/files", contentType, form)
		if err == nil && a.status == http.StatusCreated {
			break
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("no recovery: %d %s %v", a.status, a.body, err)
		}
	}
	var list struct{ FileStatus []fileStatus }
	c.want(200, "GET", dossier+"/files", nil).into(c.t, &list)
	names := map[string]bool{}
	for _, f := range list.FileStatus {
		names[f.Filename] = true
		if done := c.awaitDone(dossier + "/files/" + f.ID); done.ProcessingStatus != "PROCESSED" {
			c.t.Errorf("%+v", done)
		}
	}
	if !names["before.pdf"] || !names["after.pdf"] {
		c.t.Errorf("files: %v", names)
	}
}

// TestDiskFull fills the disk under a running service and frees it again.
func TestDiskFull(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(root, syscall.MNT_DETACH) })
	s := serve(t, filepath.Join(root, "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Before")
	c.awaitDone(dossier + "/files/" + c.upload(dossier, "before.pdf", sample(t)))

	ballast := filepath.Join(root, "ballast")
	fill(t, root, ballast)
	form, contentType := multipartFile("away.pdf", append(sample(t), bytes.Repeat([]byte("\n"), 1<<20)...))
	c.failed(503, "The service is not available", "POST", dossier+"/files", contentType, form)
	c.failed(503, "The service is not available", "POST", filepath.Dir(dossier), "application/json", strings.NewReader(`{"name":"While full"}`))
	c.want(200, "GET", dossier, nil)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	c.recovered(dossier)
	if strings.Contains(s.log.String(), "status=500") {
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
	s := serve(t, data, masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Before")
	c.awaitDone(dossier + "/files/" + c.upload(dossier, "before.pdf", sample(t)))
	s.stop()
	for name, refusal := range map[string]string{
		"views.db": "move it away", "leases.db": "move it away", "events.db": "not a database", "vault.db": "not a database",
	} {
		kept := replaced(t, filepath.Join(data, name), bytes.Repeat([]byte("noise"), 10_000))
		s.refuses(name, refusal)
		kept()
	}
	kept := replaced(t, filepath.Join(data, "vault.db"), nil)
	s.refuses("no vault.db", "restore the key store")
	kept()
	kept = replaced(t, filepath.Join(data, "events.db"), nil)
	s.refuses("no events.db", "restore the log")
	kept()
	replaced(t, filepath.Join(data, "views.db"), nil)
	for _, path := range regularFiles(t, filepath.Join(data, "jetstream")) {
		if err := os.WriteFile(path, []byte("noise"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.start()
	s.as("mira", "Str0ng-enough").recovered(dossier)
}

// refuses wants a start that ends with a reason.
func (s *instance) refuses(what, reason string) {
	s.t.Helper()
	args := append([]string{"serve", "--data", s.data, "--listen", freePort(s.t), "--admin-listen", "", "--pdf-cache", pdfCache(s.t)}, s.args...)
	out, err := docket(s.t.Context(), args...).CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte(reason)) || bytes.Contains(out, []byte("panic")) {
		s.t.Errorf("%s: %v %s", what, err, tail(string(out), 4))
	}
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
