package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// TestMigrateLive copies an installation to the other engine while clients work on
// it, breaks the copy off twice, finishes it behind the stop, and finds that a
// service on the copy gives the same answers, byte for byte.
func TestMigrateLive(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		// The address in answers and tokens is the same at both ends.
		s := serve(t, filepath.Join(t.TempDir(), "data"), append(args, "--public-url", "http://docket.example")...)
		next, copying := s.elsewhere(t)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		templatePath := path.Dir(path.Dir(c.newDossier("First")))
		once := c.keyed("migrated", templatePath+"/dossiers", "application/json", []byte(`{"name":"Once"}`))

		var d deeds
		ctx, stop := context.WithCancel(t.Context())
		var clients sync.WaitGroup
		for n := range 4 {
			c := s.as("mira", "Str0ng-enough")
			clients.Go(func() { d.work(ctx, c, templatePath, n) })
		}
		d.untilDone(t, loadSize())

		first := begin(t, copying...)
		first.until(t, "bytes are copied", func() bool { return anyFile(t, filepath.Join(next.data, "blobs")) })
		first.end(t, syscall.SIGKILL)
		next.refusesToStart(t)
		second := begin(t, copying...)
		second.until(t, "events are copied", func() bool { return strings.Contains(second.out.String(), "copied up to position") })
		d.untilDone(t, d.count()+loadSize())
		if out := second.end(t, os.Interrupt); !strings.Contains(out, "the same command goes on where it was") {
			t.Errorf("interrupted: %s", out)
		}
		next.refusesToStart(t)
		third := begin(t, copying...)
		d.untilDone(t, d.count()+loadSize())
		stop()
		clients.Wait()

		answers := d.everything(t, c, templatePath)
		s.stop()
		out := third.end(t, nil)
		for _, line := range []string{"is finished", "  events ", "  keys ", "  secrets ", "  files ", "  streams ", "sha256"} {
			if !strings.Contains(out, line) {
				t.Errorf("no %q in %s", line, out)
			}
		}
		next.start()
		there := &caller{t, next, c.token} // signed by keys that came along
		for at, was := range d.everything(t, there, templatePath) {
			if !bytes.Equal(was, answers[at]) {
				t.Errorf("%s\nwas\n%s\nand is\n%s", at, answers[at], was)
			}
		}
		again := there.keyed("migrated", templatePath+"/dossiers", "application/json", []byte(`{"name":"Once"}`))
		if once.status != 201 || again.status != 201 || !bytes.Equal(once.body, again.body) {
			t.Errorf("the repeated request: %d %s, then %d %s", once.status, once.body, again.status, again.body)
		}
		next.as("mira", "Str0ng-enough").newDossier("Afterwards")
		if out := next.verify(); !strings.Contains(out, "problems: 0") {
			t.Error(out)
		}
		next.stop()
		for _, part := range []string{"level=ERROR", "being built", "is ahead of the log"} {
			if strings.Contains(next.log.String(), part) {
				t.Errorf("%q in the log of the first start:\n%s", part, next.log)
			}
		}
		docketFails(t, "is a finished copy of this installation already", copying...)
		a := tools(t, next)
		head, err := a.Storage.Log.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.contents(t, a, head)
		sameRebuilt(t, a)
	})
}

// elsewhere is a service to come on the other engine, and the command that copies
// this one there.
func (s *instance) elsewhere(t *testing.T) (next *instance, copying []string) {
	t.Helper()
	next = &instance{t: t, data: filepath.Join(t.TempDir(), "copy")}
	copying = []string{"migrate", "copy", "--follow"}
	for i := 0; i < len(s.args); i++ {
		if s.args[i] == "--postgres" {
			copying = append(copying, "--from", s.args[i+1], "--from-data", s.data, "--to", "sqlite:"+next.data)
			i++
			continue
		}
		next.args = append(next.args, s.args[i])
	}
	if len(copying) == 3 {
		dsn := pgtest.DSN(t)
		next.args = append(next.args, "--postgres", dsn)
		copying = append(copying, "--from", s.data, "--to", "postgres:"+dsn, "--to-data", next.data)
	}
	t.Cleanup(func() {
		if next.cmd != nil {
			next.kill()
		}
	})
	return next, copying
}

// refusesToStart wants no service on half an installation.
func (s *instance) refusesToStart(t *testing.T) {
	t.Helper()
	docketFails(t, "is not finished", append(append([]string{"audit", "verify"}, s.place()...), s.masterFlag()...)...)
	docketFails(t, "is not finished", append([]string{"serve", "--data", s.data, "--listen", "127.0.0.1:0", "--admin-listen", ""}, s.args...)...)
}

// A job is a command at work.
type job struct {
	cmd  *exec.Cmd
	out  *syncBuffer
	done chan error
}

// syncBuffer may be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// begin starts a command.
func begin(t *testing.T, args ...string) *job {
	t.Helper()
	j := &job{cmd: docket(t.Context(), args...), out: &syncBuffer{}, done: make(chan error, 1)}
	j.cmd.Stdout, j.cmd.Stderr = j.out, j.out
	if err := j.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { j.done <- j.cmd.Wait() }()
	return j
}

// until waits for something that the command brings about.
func (j *job) until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(60 * time.Second); !happened(); <-tick.C {
		if time.Now().After(end) || len(j.done) > 0 {
			t.Fatalf("waited in vain until %s: %s", what, j.out)
		}
	}
}

// end tells the command to stop, or with nil waits for its end, and gives what it
// printed. What is not told to stop must succeed.
func (j *job) end(t *testing.T, by os.Signal) string {
	t.Helper()
	if by != nil {
		if err := j.cmd.Process.Signal(by); err != nil {
			t.Fatal(err, j.out)
		}
	}
	select {
	case err := <-j.done:
		if (err == nil) != (by == nil) {
			t.Fatalf("%v: %s", err, j.out)
		}
	case <-time.After(120 * time.Second):
		t.Fatalf("it does not end: %s", j.out)
	}
	return j.out.String()
}

// anyFile says whether there is a blob in a folder.
func anyFile(t *testing.T, dir string) (found bool) {
	t.Helper()
	_ = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && e.Name() != "lock" && filepath.Base(filepath.Dir(at)) != "unfinished" {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// everything asks for what there is to see of all deeds, when no file is at work.
func (d *deeds) everything(t *testing.T, c *caller, templatePath string) map[string][]byte {
	t.Helper()
	paths := []string{"/api/dossier-templates", templatePath, templatePath + "/dossiers?limit=500&includeSoftDeleted=true", templatePath + "/component-definitions",
		templatePath + "/history", "/api/users", "/api/downloads", templatePath + "/bundle"}
	for _, one := range d.done {
		if !one.whole || one.deleted == 0 {
			paths = append(paths, one.dossier, one.dossier+"/files", one.dossier+"/history?order=asc&limit=500")
		}
		if one.deleted == 0 {
			c.awaitDone(one.file)
			paths = append(paths, one.file, one.file+"/components?includeDetails=true", one.file+"/entities", one.file+"/content", one.file+"/history?limit=500")
		} else {
			paths = append(paths, one.file)
		}
	}
	out := map[string][]byte{}
	for _, at := range paths {
		a, err := c.do("GET", at, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.status != http.StatusOK && a.status != http.StatusNotFound {
			t.Errorf("GET %s: %d %s", at, a.status, a.body)
		}
		out[at] = fmt.Appendf(nil, "%d %s %s", a.status, a.header.Get("Content-Type"), withoutCorrelation(a))
	}
	return out
}

// withoutCorrelation is the body of an answer without what is new in each failure.
func withoutCorrelation(a answer) []byte {
	if a.status == http.StatusOK {
		return a.body
	}
	return nil
}
