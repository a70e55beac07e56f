package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/projections"
)

// rounds is how often a service is killed in a test.
func rounds() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 20
	}
	return 3
}

// A ledger is what clients were told is done.
type ledger struct {
	mu       sync.Mutex
	dossiers []string // paths
	files    []string // paths
}

func (l *ledger) note(list *[]string, path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*list = append(*list, path)
}

// load makes dossiers and uploads until the service is gone.
func (l *ledger) load(ctx context.Context, c *caller, templatePath string, content []byte, worker string) {
	for n := 0; ctx.Err() == nil; n++ {
		body := bytes.NewBufferString(fmt.Sprintf(`{"name":"%s-%d"}`, worker, n))
		a, err := c.do("POST", templatePath+"/dossiers", "application/json", body)
		if err != nil || a.status != http.StatusCreated {
			return
		}
		var d struct{ ID string }
		a.into(c.t, &d)
		dossier := templatePath + "/dossiers/" + d.ID
		l.note(&l.dossiers, dossier)
		form, contentType := multipartFile("load.pdf", content)
		if a, err = c.do("POST", dossier+"/files", contentType, form); err != nil || a.status != http.StatusCreated {
			return
		}
		var up struct{ FileIDs []string }
		a.into(c.t, &up)
		l.note(&l.files, dossier+"/files/"+up.FileIDs[0])
	}
}

// TestKilledUnderLoad kills the service under load again and again, once in a
// while with the broker's folder gone before the next start: nothing that was
// acknowledged is lost, and every file comes to an end.
func TestKilledUnderLoad(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		data := filepath.Join(t.TempDir(), "data")
		s := serve(t, data, args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		templatePath := filepath.Dir(filepath.Dir(s.as("mira", "Str0ng-enough").newDossier("First")))
		var l ledger
		for round := range rounds() {
			ctx, cancel := context.WithCancel(t.Context())
			var clients sync.WaitGroup
			for n := range 4 {
				c := s.as("mira", "Str0ng-enough")
				clients.Go(func() { l.load(ctx, c, templatePath, sample(t), fmt.Sprintf("r%d-w%d", round, n)) })
			}
			time.Sleep(time.Duration(300+rand.IntN(1200)) * time.Millisecond) // any moment will do
			s.kill()
			cancel()
			clients.Wait()
			if round%2 == 1 {
				if err := os.RemoveAll(filepath.Join(data, "jetstream")); err != nil {
					t.Fatal(err)
				}
			}
			s.start()
			if round%2 == 1 { // a file at which the process dies for the third time has failed
				l.settled(s.as("mira", "Str0ng-enough"))
			}
		}
		l.check(t, s.as("mira", "Str0ng-enough"))
	})
}

// settled waits for every file that was acknowledged so far.
func (l *ledger) settled(c *caller) {
	c.t.Helper()
	for _, path := range l.files {
		c.awaitDone(path)
	}
}

// check finds everything that was acknowledged, and waits for every file.
func (l *ledger) check(t *testing.T, c *caller) {
	t.Helper()
	if len(l.files) < rounds() {
		t.Fatalf("too little load: %d dossiers, %d files", len(l.dossiers), len(l.files))
	}
	t.Logf("%d dossiers and %d files acknowledged", len(l.dossiers), len(l.files))
	for _, path := range l.dossiers {
		c.want(200, "GET", path, nil)
	}
	c = c.s.as("mira", "Str0ng-enough")
	for _, path := range l.files {
		if f := c.awaitDone(path); f.ProcessingStatus != "PROCESSED" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}

// tools opens the data of a stopped service.
func tools(t testing.TB, s *instance) *service.App {
	t.Helper()
	cfg := service.Config{Data: s.data, Workspace: "demo", UploadLimit: 1, MaxPages: 1, LeaseTime: time.Second, SweepEvery: time.Second,
		Retention: workspace.DefaultRetention, ObjectStore: service.ObjectStore{S3: os.Getenv("DOCKET_S3"), S3AccessKey: os.Getenv("DOCKET_S3_ACCESS_KEY"), S3SecretKey: os.Getenv("DOCKET_S3_SECRET_KEY")}}
	for i, a := range s.args {
		switch a {
		case "--postgres":
			cfg.Postgres = s.args[i+1]
		case "--master-key-file":
			cfg.MasterKeyFile = s.args[i+1]
		}
	}
	if err := cfg.Complete(); err != nil {
		t.Fatal(err)
	}
	app, err := service.OpenTools(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return app
}

// catchUp brings all views to the head of the log.
func catchUp(ctx context.Context, a *service.App) error {
	for _, v := range a.Views {
		m := es.Model[projections.Writer](a.Storage.Views)
		at, err := m.Checkpoint(ctx, v.CheckpointKey())
		if err == nil {
			_, err = es.CatchUp(ctx, a.Log, m, v.Projection, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dumps are the canonical contents of all tables, with their documents opened.
func dumps(t *testing.T, a *service.App) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, v := range a.Views {
		for _, table := range v.Tables {
			var b bytes.Buffer
			if err := a.Storage.Views.Dump(t.Context(), table.Name, &b); err != nil {
				t.Fatal(err)
			}
			for line := range bytes.Lines(b.Bytes()) {
				out[table.Name] += openLine(t, a, line)
			}
		}
	}
	return out
}

func openLine(t *testing.T, a *service.App, line []byte) string {
	t.Helper()
	var row map[string]json.RawMessage
	if err := json.Unmarshal(line, &row); err != nil {
		t.Fatal(err)
	}
	if doc, err := atrest.OpenDocument(t.Context(), a.Vault, row["doc"]); err == nil {
		row["doc"] = doc
	}
	b, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

// TestRebuiltViewsEqualTheRunningOnes works on dossiers and files, deletes some,
// and builds every view again from the beginning of the log.
func TestRebuiltViewsEqualTheRunningOnes(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		for n := range 3 {
			dossier := c.newDossier(fmt.Sprintf("Dossier %d", n))
			var paths []string
			for i := range 3 {
				id := c.upload(dossier, fmt.Sprintf("file-%d.pdf", i), sample(t))
				paths = append(paths, dossier+"/files/"+id)
				c.awaitDone(paths[i])
			}
			c.want(204, "POST", paths[0]+"/component-overrides", map[string]any{"name": "Note", "componentValues": []any{map[string]string{"value": "x"}}})
			c.upload(dossier, "file-0.pdf", sample(t)) // a second version
			c.awaitDone(paths[0])
			c.want(200, "POST", dossier+"/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"}})
			c.want(204, "DELETE", paths[1], nil)
			c.want(204, "DELETE", paths[2]+"?deletePermanently=true", nil)
			if n == 2 {
				c.want(204, "DELETE", dossier+"?deletePermanently=true", nil)
			}
		}
		s.stop()
		a := tools(t, s)
		if err := catchUp(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		running := dumps(t, a)
		if len(running["files"]) == 0 || len(running["history"]) == 0 {
			t.Fatal("the running views are empty")
		}
		for _, v := range a.Views {
			if err := a.Storage.Views.Reset(t.Context(), v); err != nil {
				t.Fatal(err)
			}
		}
		if err := catchUp(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		for table, rebuilt := range dumps(t, a) {
			if rebuilt != running[table] {
				t.Errorf("%s differs\nrunning: %.2000s\nrebuilt: %.2000s", table, running[table], rebuilt)
			}
		}
	})
}

// TestTwoServicesOnOneFolder wants the second to say why it does not start.
func TestTwoServicesOnOneFolder(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	args := append([]string{"serve", "--data", s.data, "--listen", freePort(t), "--admin-listen", ""}, s.args...)
	out, err := docket(t.Context(), args...).CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("another docket serves the data folder")) {
		t.Errorf("%v %s", err, out)
	}
}

// TestMasterKeys wants a clear refusal without the key, and with another one.
func TestMasterKeys(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	missing := docket(t.Context(), "serve", "--data", data, "--master-key-file", filepath.Join(t.TempDir(), "none"))
	if out, err := missing.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("docket master-key create")) {
		t.Errorf("without a key: %v %s", err, out)
	}
	s := serve(t, data, masterKey(t)...)
	s.stop()
	other := docket(t.Context(), append([]string{"serve", "--data", data}, masterKey(t)...)...)
	if out, err := other.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("master key")) {
		t.Errorf("with another key: %v %s", err, out)
	}
	inside := docket(t.Context(), "serve", "--data", data, "--master-key-file", filepath.Join(data, "key"))
	if out, err := inside.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("lies in the data folder")) {
		t.Errorf("with the key in the data folder: %v %s", err, out)
	}
}
