package transfer_test

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
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestMigrateLive copies an installation from every engine to another, in full length to every other one, while clients
// work on it, breaks the copy off twice, finishes it behind the stop, and finds that a
// service on the copy gives the same answers, byte for byte.
func TestMigrateLive(t *testing.T) {
	t.Parallel()
	servicetest.EveryEngine(t, func(t *testing.T, args []string) {
		engines := []string{"sqlite", "postgres", "eventstoredb"}
		from := slices.Index(engines, path.Base(t.Name()))
		for at, engine := range engines {
			if next := (from + 1) % len(engines); at == next || at != from && os.Getenv("DOCKET_TEST_FULL") != "" {
				t.Run("to "+engine, func(t *testing.T) { migrateLive(t, argumentsOfEmpty(t, args), engine) })
			}
		}
	})
}

// argumentsOfEmpty are arguments of a service that name another, empty database where they name one.
func argumentsOfEmpty(t *testing.T, args []string) []string {
	t.Helper()
	was := &servicetest.Instance{T: t, Args: args}
	for engine, flag := range map[string]string{"postgres": "--postgres", "eventstoredb": "--eventstore"} {
		if at := slices.Index(args, flag); at >= 0 {
			return slices.Concat(args[:at], was.NewStore(engine), args[at+2:])
		}
	}
	return args
}

func migrateLive(t *testing.T, args []string, engine string) {
	t.Helper()
	// The address in answers and tokens is the same at both ends.
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(args, "--public-url", "http://docket.example")...)
	next, copying := s.CopyElsewhere(t, engine)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	templatePath := path.Dir(path.Dir(c.NewDossier("First")))
	once := c.SendKeyed("migrated", templatePath+"/dossiers", "application/json", []byte(`{"name":"Once"}`))

	var d deeds
	ctx, stop := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	for n := range 4 {
		c := s.SignIn("mira", "Str0ng-enough")
		clients.Go(func() { d.work(ctx, c, templatePath, n) })
	}
	d.untilDone(t, loadSize())

	first := begin(t, copying...)
	first.until(t, "bytes are copied", func() bool { return anyFile(t, filepath.Join(next.Data, "blobs")) })
	first.end(t, syscall.SIGKILL)
	next.RefusesToStart(t)
	second := begin(t, copying...)
	second.until(t, "events are copied", func() bool { return strings.Contains(second.out.String(), "copied up to event") })
	d.untilDone(t, d.count()+loadSize())
	if out := second.end(t, os.Interrupt); !strings.Contains(out, "the same command goes on where it was") {
		t.Errorf("interrupted: %s, want %q in it", out, "the same command goes on where it was")
	}
	next.RefusesToStart(t)
	third := begin(t, copying...)
	d.untilDone(t, d.count()+loadSize())
	stop()
	clients.Wait()

	answers := d.everything(t, c, templatePath)
	s.Stop()
	out := third.end(t, nil)
	for _, line := range []string{"is finished", "  events ", "  keys ", "  secrets ", "  files ", "  streams ", "sha256"} {
		if !strings.Contains(out, line) {
			t.Errorf("no %q in %s", line, out)
		}
	}
	next.Start()
	there := &servicetest.Caller{T: t, Service: next, Token: c.Token} // signed by keys that came along
	sameAnswers(t, answers, d.everything(t, there, templatePath))
	again := there.SendKeyed("migrated", templatePath+"/dossiers", "application/json", []byte(`{"name":"Once"}`))
	if once.Status != 201 || again.Status != 201 || !bytes.Equal(once.Body, again.Body) {
		t.Errorf("the repeated request: %d %s, then %d %s, want once.Status = 201, again.Status = 201 and once.Body = %v",
			once.Status, once.Body, again.Status, again.Body, again.Body)
	}
	next.SignIn("mira", "Str0ng-enough").NewDossier("Afterwards")
	if out := next.Verify(); !strings.Contains(out, "problems: 0") {
		t.Error(out)
	}
	next.Stop()
	unwanted := []string{"level=ERROR", "is ahead of the log"}
	if engine != "eventstoredb" && !slices.Contains(args, "--eventstore") { // read models came along
		unwanted = append(unwanted, "being built")
	}
	for _, part := range unwanted {
		if strings.Contains(next.Log.String(), part) {
			t.Errorf("%q in the log of the first start, want none:\n%s", part, next.Log)
		}
	}
	servicetest.ExpectFailure(t, "is a finished copy of this installation already", copying...)
	a := servicetest.OpenTools(t, next)
	head, err := a.Storage.Log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.contents(t, a, head)
	servicetest.CompareRebuilt(t, a)
}

// sameAnswers wants answers that differ in positions at most.
func sameAnswers(t *testing.T, before, after map[string][]byte) {
	t.Helper()
	for at, is := range after {
		if is, was := withoutPositions(is), withoutPositions(before[at]); !bytes.Equal(is, was) {
			t.Errorf("%s\nwas\n%s\nand is\n%s, want the same bytes", at, was, is)
		}
	}
	if len(after) != len(before) || len(after) == 0 {
		t.Errorf("got %d answers, want %d", len(after), len(before))
	}
}

// positions are what differs between two logs with the same events.
var positions = regexp.MustCompile(`"(position|causedBy|cursor|nextCursor)":("[^"]*"|\d+)`)

func withoutPositions(answer []byte) []byte { return positions.ReplaceAll(answer, []byte(`"$1":0`)) }

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
	j := &job{cmd: servicetest.NewCommand(t.Context(), args...), out: &syncBuffer{}, done: make(chan error, 1)}
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
	for end := time.Now().Add(3 * time.Minute); !happened(); <-tick.C {
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
			t.Fatalf("%v: got %s, want an error: %v", err, j.out, by != nil)
		}
	case <-time.After(120 * time.Second):
		t.Fatalf("it does not end: %s, want an end within two minutes", j.out)
	}
	return j.out.String()
}

// anyFile reports whether there is a blob in a folder.
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
func (d *deeds) everything(t *testing.T, c *servicetest.Caller, templatePath string) map[string][]byte {
	t.Helper()
	paths := []string{"/api/dossier-templates", templatePath, templatePath + "/dossiers?limit=500&includeSoftDeleted=true",
		templatePath + "/component-definitions",
		templatePath + "/history", "/api/users", "/api/downloads", templatePath + "/bundle"}
	for _, one := range d.done {
		if !one.whole || one.deleted == 0 {
			paths = append(paths, one.dossier, one.dossier+"/files", one.dossier+"/history?order=asc&limit=500")
		}
		if one.deleted == 0 {
			c.AwaitDone(one.file)
			paths = append(paths, one.file, one.file+"/components?includeDetails=true", one.file+"/entities",
				one.file+"/content", one.file+"/history?limit=500")
		} else {
			paths = append(paths, one.file)
		}
	}
	out := map[string][]byte{}
	for _, at := range paths {
		a, err := c.Do("GET", at, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.Status != http.StatusOK && a.Status != http.StatusNotFound {
			t.Errorf("GET %s: %d %s, want a.Status = %v or a.Status = %v", at, a.Status, a.Body, http.StatusOK, http.StatusNotFound)
		}
		out[at] = fmt.Appendf(nil, "%d %s %s", a.Status, a.Header.Get("Content-Type"), withoutCorrelation(a))
	}
	return out
}

// withoutCorrelation is the body of an answer without what is new in each failure.
func withoutCorrelation(a servicetest.Answer) []byte {
	if a.Status == http.StatusOK {
		return a.Body
	}
	return nil
}
