package service_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service/servicetest"
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
func (l *ledger) load(ctx context.Context, c *servicetest.Caller, templatePath string, content []byte, worker string) {
	for n := 0; ctx.Err() == nil; n++ {
		body := bytes.NewBufferString(fmt.Sprintf(`{"name":"%s-%d"}`, worker, n))
		a, err := c.Do("POST", templatePath+"/dossiers", "application/json", body)
		if err != nil || a.Status != http.StatusCreated {
			return
		}
		var d struct{ ID string }
		a.Decode(c.T, &d)
		dossier := templatePath + "/dossiers/" + d.ID
		l.note(&l.dossiers, dossier)
		form, contentType := servicetest.NewMultipartFile("load.pdf", content)
		if a, err = c.Do("POST", dossier+"/files", contentType, form); err != nil || a.Status != http.StatusCreated {
			return
		}
		var up struct{ FileIDs []string }
		a.Decode(c.T, &up)
		l.note(&l.files, dossier+"/files/"+up.FileIDs[0])
	}
}

// TestKilledUnderLoad kills the service under load again and again, once in a
// while with the broker's folder gone before the next start: nothing that was
// acknowledged is lost, and every file comes to an end.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		data := filepath.Join(t.TempDir(), "data")
		s := servicetest.Serve(t, data, args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		templatePath := filepath.Dir(filepath.Dir(s.SignIn("mira", "Str0ng-enough").NewDossier("First")))
		var l ledger
		for round := range rounds() {
			ctx, cancel := context.WithCancel(t.Context())
			var clients sync.WaitGroup
			for n := range 4 {
				c := s.SignIn("mira", "Str0ng-enough")
				clients.Go(func() { l.load(ctx, c, templatePath, servicetest.SamplePDF(t), fmt.Sprintf("r%d-w%d", round, n)) })
			}
			time.Sleep(time.Duration(300+rand.IntN(1200)) * time.Millisecond) // any moment will do
			s.Kill()
			cancel()
			clients.Wait()
			if round%2 == 1 {
				if err := os.RemoveAll(filepath.Join(data, "jetstream")); err != nil {
					t.Fatal(err)
				}
			}
			s.Start()
			if round%2 == 1 { // a file at which the process dies for the third time has failed
				l.awaitFiles(s.SignIn("mira", "Str0ng-enough"))
			}
		}
		l.check(t, s.SignIn("mira", "Str0ng-enough"))
	})
}

// awaitFiles waits for every file that was acknowledged so far.
func (l *ledger) awaitFiles(c *servicetest.Caller) {
	c.T.Helper()
	for _, path := range l.files {
		c.AwaitDone(path)
	}
}

// check finds everything that was acknowledged, and waits for every file.
func (l *ledger) check(t *testing.T, c *servicetest.Caller) {
	t.Helper()
	if len(l.files) < rounds() {
		t.Fatalf("too little load: %d dossiers, %d files, want %d files at least",
			len(l.dossiers), len(l.files), rounds())
	}
	t.Logf("%d dossiers and %d files acknowledged", len(l.dossiers), len(l.files))
	for _, path := range l.dossiers {
		c.Want(200, "GET", path, nil)
	}
	c = c.Service.SignIn("mira", "Str0ng-enough")
	for _, path := range l.files {
		if f := c.AwaitDone(path); f.ProcessingStatus != "PROCESSED" {
			t.Errorf("%s: %+v, want f.ProcessingStatus = %q", path, f, "PROCESSED")
		}
	}
}

// TestRebuiltViewsEqualTheRunningOnes works on dossiers and files, deletes some,
// and builds every view again from the beginning of the log.
func TestRebuiltViewsEqualTheRunningOnes(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		for n := range 3 {
			dossier := c.NewDossier(fmt.Sprintf("Dossier %d", n))
			var paths []string
			for i := range 3 {
				id := c.Upload(dossier, fmt.Sprintf("file-%d.pdf", i), servicetest.SamplePDF(t))
				paths = append(paths, dossier+"/files/"+id)
				c.AwaitDone(paths[i])
			}
			c.Want(204, "POST", paths[0]+"/component-overrides",
				map[string]any{"name": "Note", "componentValues": []any{map[string]string{"value": "x"}}})
			c.Upload(dossier, "file-0.pdf", servicetest.SamplePDF(t)) // a second version
			c.AwaitDone(paths[0])
			c.Want(200, "POST", dossier+"/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"}})
			c.Want(204, "DELETE", paths[1], nil)
			c.Want(204, "DELETE", paths[2]+"?deletePermanently=true", nil)
			if n == 2 {
				c.Want(204, "DELETE", dossier+"?deletePermanently=true", nil)
			}
		}
		s.Stop()
		a := servicetest.OpenTools(t, s)
		if err := servicetest.CatchUp(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		running := servicetest.DumpViews(t, a)
		if len(running["files"]) == 0 || len(running["history"]) == 0 {
			t.Fatal("the running views are empty")
		}
		for _, v := range a.Views {
			if err := a.Storage.Views.Reset(t.Context(), v); err != nil {
				t.Fatal(err)
			}
		}
		if err := servicetest.CatchUp(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		for table, rebuilt := range servicetest.DumpViews(t, a) {
			if rebuilt != running[table] {
				t.Errorf("%s differs\nrunning: %.2000s\nrebuilt: %.2000s, want the same",
					table, running[table], rebuilt)
			}
		}
	})
}

// TestTwoServicesOnOneFolder wants the second to say why it does not start.
func TestTwoServicesOnOneFolder(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	args := append([]string{"serve", "--data", s.Data, "--listen", freeport.Find(t), "--admin-listen", ""}, s.Args...)
	out, err := servicetest.NewCommand(t.Context(), args...).CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte("another docket serves the data folder")) {
		t.Errorf("%v %s, want an error and %q in out", err, out, "another docket serves the data folder")
	}
}

// TestMasterKeys wants a clear refusal without the key, and with another one.
func TestMasterKeys(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	serve := []string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"}
	missing := servicetest.NewCommand(t.Context(), append(serve, "--master-key-file", filepath.Join(t.TempDir(), "none"))...)
	if out, err := missing.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("docket master-key create")) {
		t.Errorf("without a key: %v %s, want an error and %q in out", err, out, "docket master-key create")
	}
	s := servicetest.Serve(t, data, servicetest.NewMasterKey(t)...)
	s.Stop()
	other := servicetest.NewCommand(t.Context(), append(serve, servicetest.NewMasterKey(t)...)...)
	if out, err := other.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("master key")) {
		t.Errorf("with another key: %v %s, want an error and %q in out", err, out, "master key")
	}
	inside := servicetest.NewCommand(t.Context(), append(serve, "--master-key-file", filepath.Join(data, "key"))...)
	if out, err := inside.CombinedOutput(); err == nil || !bytes.Contains(out, []byte("lies in the data folder")) {
		t.Errorf("with the key in the data folder: %v %s, want an error and %q in out", err, out, "lies in the data folder")
	}
}
