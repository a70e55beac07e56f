package service_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A dependency is a server that a service needs, and that a test stops and starts again.
type dependency struct {
	args        []string // of the service
	stop, start func() error
}

// TestOutagesOfDependencies stops each server that a service needs while files are uploaded and
// processed, for longer than a message has attempts, and starts it again: every file that was
// acknowledged is processed once, no message is a dead letter, and the log of the outage is
// short.
func TestOutagesOfDependencies(t *testing.T) {
	for name, open := range map[string]func(*testing.T) dependency{
		"postgres": postgresDependency, "nats": natsDependency, "eventstoredb": eventStoreDependency, "s3": bucketDependency,
	} {
		t.Run(name, func(t *testing.T) {
			if name != "s3" { // its address is in the environment
				t.Parallel()
			}
			d := open(t)
			s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), d.args...)...)
			s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
			c := s.SignIn("mira", "Str0ng-enough")
			u := &uploads{c: c, dossier: c.NewDossier("Outage of " + name)}
			u.await(t, 2)
			stop := u.goOn(t.Context())
			u.await(t, 4)
			if err := d.stop(); err != nil {
				t.Fatal(err)
			}
			outage := time.NewTimer(outageTime()) // the outage itself: nothing is waited for
			<-outage.C
			if err := d.start(); err != nil {
				t.Fatal(err)
			}
			s.AwaitReady()
			u.await(t, len(u.listAcknowledged())+3)
			stop()
			c = s.SignIn("mira", "Str0ng-enough") // tokens live for minutes
			for _, file := range u.listAcknowledged() {
				if f := c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" {
					t.Errorf("%s: got %s %v, want %q", file, f.ProcessingStatus, f.FileErrorInfo, "PROCESSED")
				}
			}
			if out := s.MustRunTool("messages", "list"); strings.Count(out, "\n") > 1 {
				t.Errorf("dead letters:, want at most 1\n%s", out)
			}
			s.Stop()
			checkAnalysedOnce(t, s, u.listAcknowledged())
			checkTold(t, s)
		})
	}
}

// TestOutagesByRoles has PostgreSQL, NATS and EventStoreDB, one after the other, away for five seconds while files are uploaded to
// processes that each have a part of the work: no process tells an outage more than twice, and no
// upload is answered later than 13 seconds after it was sent.
func TestOutagesByRoles(t *testing.T) {
	t.Parallel()
	database, broker, events := postgresDependency(t), natsDependency(t), eventStoreDependency(t)
	dir := t.TempDir()
	shared := append(servicetest.NewMasterKey(t), append(database.args, "--nats", broker.args[3], events.args[0], events.args[1],
		"--blobs", filepath.Join(dir, "blobs"), "--public-url", "http://docket.example")...)
	var nodes []*servicetest.Instance
	for _, roles := range []string{"api", "projector,relay,retention", "worker"} {
		n := servicetest.Launch(t, filepath.Join(dir, roles), append([]string{"--roles", roles}, shared...)...)
		n.AwaitReady()
		nodes = append(nodes, n)
	}
	nodes[0].AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := nodes[0].SignIn("mira", "Str0ng-enough")
	u := &uploads{c: c, dossier: c.NewDossier("Outages by roles")}
	stop := u.goOn(t.Context())
	for _, d := range []dependency{database, broker, events} {
		u.await(t, len(u.listAcknowledged())+3)
		if err := d.stop(); err != nil {
			t.Fatal(err)
		}
		outage := time.NewTimer(5 * time.Second) // the outage itself: nothing is waited for
		<-outage.C
		if err := d.start(); err != nil {
			t.Fatal(err)
		}
		u.await(t, len(u.listAcknowledged())+3)
	}
	stop()
	c = nodes[0].SignIn("mira", "Str0ng-enough")
	for _, file := range u.listAcknowledged() {
		if f := c.AwaitDone(file); f.ProcessingStatus != "PROCESSED" {
			t.Errorf("%s: got %s %v, want PROCESSED", file, f.ProcessingStatus, f.FileErrorInfo)
		}
	}
	if u.longest > 13*time.Second {
		t.Errorf("an upload was answered after %s, want 13 s at most", u.longest)
	}
	for _, n := range nodes {
		n.Stop()
		checkFewLines(t, n, 6) // two of each outage
	}
}

// outageTime is longer than five attempts at a message take; five minutes where tests run in full length.
func outageTime() time.Duration {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 5 * time.Minute
	}
	return 20 * time.Second
}

func postgresDependency(t *testing.T) dependency {
	t.Helper()
	p, err := pgtest.Start(t.Context(), "fsync=on")
	if errors.Is(err, pgtest.ErrNoServer) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Stop() })
	return dependency{[]string{"--postgres", p.NewDatabase(t)}, p.Kill, func() error { return p.Restart(t.Context()) }}
}

func natsDependency(t *testing.T) dependency {
	t.Helper()
	options := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true,
		NoSigs: true}
	var running *server.Server
	start := func() (err error) {
		if running, err = server.NewServer(options); err != nil {
			return err
		}
		running.Start()
		if !running.ReadyForConnections(time.Minute) {
			return errors.New("the broker does not start")
		}
		return nil
	}
	stop := func() error {
		running.Shutdown()
		running.WaitForShutdown()
		return nil
	}
	if err := start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stop() })
	return dependency{[]string{"--postgres", pgtest.DSN(t), "--nats", running.ClientURL()}, stop, start}
}

func eventStoreDependency(t *testing.T) dependency {
	t.Helper()
	n, address := eventStore(t)
	return dependency{[]string{"--eventstore", address}, n.Stop, n.Restart}
}

func bucketDependency(t *testing.T) dependency {
	t.Helper()
	m := buckettest.Start(t)
	servicetest.UseObjectStore(t, m, "acme")
	return dependency{nil, func() error { m.StopServer(); return nil }, func() error { m.RestartServer(); return nil }}
}

// uploads sends files to a dossier as a client does that tries again.
type uploads struct {
	c       *servicetest.Caller
	dossier string
	mu      sync.Mutex
	sent    int
	files   []string      // paths of those that were acknowledged
	refusal string        // the last one
	longest time.Duration // that an answer took
}

func (u *uploads) noteRefusal(what string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.refusal = what
}

func (u *uploads) noteDuration(took time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.longest = max(u.longest, took)
}

// sendNext uploads the next file, and notes it when it is acknowledged.
func (u *uploads) sendNext() {
	u.mu.Lock()
	u.sent++
	name := fmt.Sprintf("%d.pdf", u.sent)
	u.mu.Unlock()
	form, contentType := servicetest.NewMultipartFile(name, servicetest.SamplePDF(u.c.T))
	sent := time.Now()
	a, err := u.c.Do("POST", u.dossier+"/files", contentType, form)
	u.noteDuration(time.Since(sent))
	if err != nil || a.Status != http.StatusCreated {
		u.noteRefusal(fmt.Sprintf("%d %s %v", a.Status, a.Body, err))
		return
	}
	var out struct{ FileIDs []string }
	a.Decode(u.c.T, &out)
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, id := range out.FileIDs {
		u.files = append(u.files, u.dossier+"/files/"+id)
	}
}

// goOn uploads a file every half second until the function that it returns is called.
func (u *uploads) goOn(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				u.sendNext()
			}
		}
	})
	return func() { cancel(); running.Wait() }
}

// listAcknowledged returns the files that were acknowledged.
func (u *uploads) listAcknowledged() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.files)
}

// await uploads until so many files were acknowledged.
func (u *uploads) await(t *testing.T, n int) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); len(u.listAcknowledged()) < n; time.Sleep(100 * time.Millisecond) { // as clients do
		if time.Now().After(end) {
			t.Fatalf("%d files were acknowledged, want %d; the last refusal: %s", len(u.listAcknowledged()), n, u.refusal)
		}
		u.sendNext()
	}
}

// checkAnalysedOnce wants one result of each file in the log of a stopped service.
func checkAnalysedOnce(t *testing.T, s *servicetest.Instance, files []string) {
	t.Helper()
	results := map[string]int{}
	for e, err := range servicetest.OpenTools(t, s).Log.Store.All(t.Context(), 0,
		es.Filter{Types: []string{"file.analysed", "file.failed"}}) {
		if err != nil {
			t.Fatal(err)
		}
		results[e.Stream.Key()+" "+e.Type]++
	}
	for _, file := range files {
		id := filepath.Base(file)
		if once, failed := results[id+" file.analysed"], results[id+" file.failed"]; once != 1 || failed != 0 {
			t.Errorf("%s: got %d results and %d failures, want one result", file, once, failed)
		}
	}
}

// checkTold wants an outage to be told once when it begins, and once more at most, as of another
// server that misses the one that is away.
func checkTold(t *testing.T, s *servicetest.Instance) {
	t.Helper()
	checkFewLines(t, s, 2)
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("a server that is away was taken for a failure of ours")
	}
}
