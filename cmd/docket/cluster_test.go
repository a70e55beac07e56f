package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/projections"
)

// natsServer starts a broker that processes share, and gives its address.
func natsServer(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the broker does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

// A cluster is processes on one database, one broker and one folder of bytes.
type cluster struct {
	t        *testing.T
	dir, dsn string
	shared   []string // arguments of all
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	dir, dsn := t.TempDir(), pgtest.DSN(t)
	return &cluster{t, dir, dsn, append(masterKey(t), "--postgres", dsn, "--nats", natsServer(t), "--blobs", filepath.Join(dir, "blobs"),
		"--public-url", "http://docket.example")}
}

// node starts a process with a data folder of its own, and does not wait for it.
func (c *cluster) node(name, roles string) *instance {
	c.t.Helper()
	return launch(c.t, filepath.Join(c.dir, name), append([]string{"--roles", roles}, c.shared...)...)
}

// alone are the parts that a process alone runs.
func (s *instance) alone() []string {
	r, err := (&http.Client{Transport: &http.Transport{}}).Get(s.admin + "/metrics")
	if err != nil {
		return nil
	}
	defer r.Body.Close()
	var out []string
	for lines := bufio.NewScanner(r.Body); lines.Scan(); {
		if post, ok := strings.CutPrefix(lines.Text(), `docket_lease_held{part="`); ok && strings.HasSuffix(post, `"} 1`) {
			out = append(out, strings.TrimSuffix(post, `"} 1`))
		}
	}
	return out
}

// allPosts is how many parts one process of all runs.
var allPosts = len(projections.All(nil)) + len([]string{"relay", service.Reanalysis, service.TemplateCleanup, service.SignOuts, "sweep", "eraser", "leftovers", "sessions", "answers", "deletions"})

// holdsAll waits until a process alone runs everything, and tells how long that took.
func (s *instance) holdsAll(what string, atMost time.Duration) {
	s.t.Helper()
	began := time.Now()
	for len(s.alone()) < allPosts {
		if time.Since(began) > atMost+20*time.Second {
			s.t.Fatalf("%s: of %d parts this process runs %v", what, allPosts, s.alone())
		}
		time.Sleep(20 * time.Millisecond) // as a monitor looks
	}
	if took := time.Since(began); took > atMost {
		s.t.Errorf("%s: taken over after %s", what, took)
	} else {
		s.t.Logf("%s: taken over after %s", what, took.Round(10*time.Millisecond))
	}
}

func (s *instance) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// TestCluster runs three processes that answer requests, two workers, and two of all
// else, which begin at once on an empty database. Each is killed, frozen or stopped
// while requests come: another goes on in time, and nothing that was acknowledged is
// missing.
func TestCluster(t *testing.T) {
	c := newCluster(t)
	var nodes []*instance
	for i := range 3 {
		nodes = append(nodes, c.node(fmt.Sprint("api", i), "api"))
	}
	const behind = "projector,relay,retention"
	first, second := c.node("first", behind), c.node("second", behind)
	worker, other := c.node("worker", "worker"), c.node("other", "worker")
	for _, s := range append([]*instance{first, second, worker, other}, nodes...) {
		s.awaitReady()
	}
	nodes[0].user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	load := c.load(nodes)

	await(t, 20*time.Second, func() bool { return len(first.alone())+len(second.alone()) == allPosts })
	if len(first.alone()) < len(second.alone()) {
		first, second = second, first
	}
	first.kill()
	second.holdsAll("the process behind the views and the relay was killed", 10*time.Second)
	first.start()
	second.signal(syscall.SIGSTOP)
	first.holdsAll("it was frozen", 10*time.Second)
	load.answered()
	second.signal(syscall.SIGCONT)
	await(t, 20*time.Second, func() bool { return len(second.alone()) == 0 }) // it hears that it was replaced
	first.stop()
	second.holdsAll("it was stopped", 5*time.Second)

	other.signal(syscall.SIGSTOP) // so that the one to be killed has a file
	path := load.callers[0].newDossier("Held")
	for i := range 4 {
		load.note(&load.files, path+"/files/"+load.callers[1].upload(path, fmt.Sprintf("held-%d.pdf", i), sample(t)))
	}
	c.someFileIsHeld()
	worker.kill()
	other.signal(syscall.SIGCONT)
	began := time.Now()
	load.end()
	t.Logf("the files of a worker that was killed were finished %s later", time.Since(began).Round(10*time.Millisecond))
	c.holdsOnce(nodes[0], load)
}

// someFileIsHeld waits until a worker has a file.
func (c *cluster) someFileIsHeld() {
	c.t.Helper()
	conn, err := pgx.Connect(c.t.Context(), c.dsn)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(c.t.Context()))
	await(c.t, 20*time.Second, func() bool {
		held := 0
		err := conn.QueryRow(c.t.Context(), "SELECT count(*) FROM work.leases WHERE key LIKE 'file-%' AND until > now()").Scan(&held)
		return err == nil && held > 0
	})
}

// holdsOnce wants each acknowledged dossier and file in the log, once.
func (c *cluster) holdsOnce(s *instance, l *clusterLoad) {
	c.t.Helper()
	app := tools(c.t, s)
	made := map[string]int{}
	for r, err := range app.Log.All(c.t.Context(), 0, es.Filter{Types: []string{"dossier.created", "file.uploaded"}}) {
		if err != nil {
			c.t.Fatal(err)
		}
		made[r.Stream.Key()]++
	}
	for _, path := range append(l.dossiers, l.files...) {
		if n := made[filepath.Base(path)]; n != 1 {
			c.t.Errorf("%s is %d times in the log", path, n)
		}
	}
	c.t.Logf("%d dossiers and %d files were acknowledged, %d were told to come again", len(l.dossiers), len(l.files), len(l.refused))
}

// clusterLoad are clients that write by one process and read by another.
type clusterLoad struct {
	t       *testing.T
	callers []*caller // one for each process that answers requests
	stop    context.CancelFunc
	clients sync.WaitGroup

	mu              sync.Mutex
	dossiers, files []string // that were acknowledged
	refused         []string
}

func (c *cluster) load(nodes []*instance) *clusterLoad {
	c.t.Helper()
	l := &clusterLoad{t: c.t}
	for _, s := range nodes {
		l.callers = append(l.callers, s.as("mira", "Str0ng-enough"))
	}
	ctx, stop := context.WithCancel(c.t.Context())
	l.stop = stop
	templatePath := filepath.Dir(filepath.Dir(l.callers[0].newDossier("First")))
	for n := range 3 {
		l.clients.Go(func() { l.client(ctx, n, templatePath) })
	}
	c.t.Cleanup(func() { stop(); l.clients.Wait() })
	return l
}

// client makes a dossier and uploads a file to it, by one process after the other,
// and reads each by the next one at once.
func (l *clusterLoad) client(ctx context.Context, n int, templatePath string) {
	reads := func(i int, path string) {
		if a, err := l.callers[i%len(l.callers)].do("GET", path, "", nil); err != nil || a.status != 200 {
			l.t.Errorf("GET %s behind the answer of another process: %d %s %v", path, a.status, a.body, err)
		}
	}
	for i := n; ctx.Err() == nil; i++ {
		body := strings.NewReader(fmt.Sprintf(`{"name":"c%d-%d"}`, n, i))
		a, err := l.callers[i%len(l.callers)].do("POST", templatePath+"/dossiers", "application/json", body)
		if err == nil && a.status == 503 { // nobody projected for long: come again
			l.note(&l.refused, string(a.body))
			continue
		}
		if err != nil || a.status != 201 {
			l.t.Errorf("a dossier: %d %s %v", a.status, a.body, err)
			return
		}
		var d struct{ ID string }
		a.into(l.t, &d)
		path := templatePath + "/dossiers/" + d.ID
		reads(i+1, path)
		l.note(&l.dossiers, path)
		if i%20 == 0 {
			form, contentType := multipartFile("a.pdf", sample(l.t))
			if a, err = l.callers[(i+2)%len(l.callers)].do("POST", path+"/files", contentType, form); err != nil || a.status != 201 {
				l.t.Errorf("a file: %d %s %v", a.status, a.body, err)
				return
			}
			var up struct{ FileIDs []string }
			a.into(l.t, &up)
			reads(i, path+"/files/"+up.FileIDs[0])
			l.note(&l.files, path+"/files/"+up.FileIDs[0])
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond): // a rate that two cores bear beside seven processes
		}
	}
}

func (l *clusterLoad) note(list *[]string, path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*list = append(*list, path)
}

// answered waits until one more command was answered.
func (l *clusterLoad) answered() {
	l.t.Helper()
	count := func() int {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.dossiers)
	}
	before := count()
	await(l.t, 20*time.Second, func() bool { return count() > before })
}

// end stops the clients and waits for all files.
func (l *clusterLoad) end() {
	l.t.Helper()
	l.stop()
	l.clients.Wait()
	for i, path := range l.files {
		if f := l.callers[i%len(l.callers)].awaitDone(path); f.ProcessingStatus != "PROCESSED" {
			l.t.Errorf("%s: %+v", path, f)
		}
	}
}
