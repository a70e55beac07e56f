package service_test

import (
	"context"
	"fmt"
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
	"github.com/seed-62a36931/docket/service/servicetest"
)

// natsServer starts a broker that processes share, and gives its address.
func natsServer(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true,
		StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(2 * time.Minute) {
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
	return &cluster{t, dir, dsn, append(servicetest.NewMasterKey(t), "--postgres", dsn, "--nats", natsServer(t), "--blobs",
		filepath.Join(dir, "blobs"),
		"--public-url", "http://docket.example")}
}

// node starts a process with a data folder of its own, and does not wait for it.
func (c *cluster) node(name, roles string) *servicetest.Instance {
	c.t.Helper()
	return servicetest.Launch(c.t, filepath.Join(c.dir, name), append([]string{"--roles", roles}, c.shared...)...)
}

// TestCluster runs three processes that answer requests, two workers, and two of all
// else, which begin at once on an empty database. Each is killed, frozen or stopped
// while requests come: another goes on in time, and nothing that was acknowledged is
// missing.
func TestCluster(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	var nodes []*servicetest.Instance
	for i := range 3 {
		nodes = append(nodes, c.node(fmt.Sprint("api", i), "api"))
	}
	const behind = "projector,relay,retention"
	first, second := c.node("first", behind), c.node("second", behind)
	worker, other := c.node("worker", "worker"), c.node("other", "worker")
	for _, s := range append([]*servicetest.Instance{first, second, worker, other}, nodes...) {
		s.AwaitReady()
	}
	nodes[0].AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	load := c.load(nodes)

	servicetest.Await(t, 5*time.Minute, func() bool { return len(first.OwnTasks())+len(second.OwnTasks()) == servicetest.SingletonTasks })
	if len(first.OwnTasks()) < len(second.OwnTasks()) {
		first, second = second, first
	}
	first.Kill()
	second.AwaitAllTasks("the process behind the views and the relay was killed")
	first.Start()
	second.Signal(syscall.SIGSTOP)
	first.AwaitAllTasks("it was frozen")
	load.awaitAnswer()
	second.Signal(syscall.SIGCONT)
	servicetest.Await(t, 5*time.Minute, func() bool { return len(second.OwnTasks()) == 0 }) // it hears that it was replaced
	first.Stop()
	second.AwaitAllTasks("it was stopped")

	other.Signal(syscall.SIGSTOP) // so that the one to be killed has a file
	path := load.callers[0].NewDossier("Held")
	for i := range 4 {
		load.note(&load.files, path+"/files/"+load.callers[1].Upload(path, fmt.Sprintf("held-%d.pdf", i), servicetest.SamplePDF(t)))
	}
	c.someFileIsHeld()
	worker.Kill()
	other.Signal(syscall.SIGCONT)
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
	servicetest.Await(c.t, 20*time.Second, func() bool {
		held := 0
		err := conn.QueryRow(c.t.Context(), "SELECT count(*) FROM docket_work.leases WHERE key LIKE 'file-%' AND until > now()").Scan(&held)
		return err == nil && held > 0
	})
}

// holdsOnce wants each acknowledged dossier and file in the log, once.
func (c *cluster) holdsOnce(s *servicetest.Instance, l *clusterLoad) {
	c.t.Helper()
	app := servicetest.OpenTools(c.t, s)
	made := map[string]int{}
	for r, err := range app.Log.All(c.t.Context(), 0, es.Filter{Types: []string{"dossier.created", "file.uploaded"}}) {
		if err != nil {
			c.t.Fatal(err)
		}
		made[r.Stream.Key()]++
	}
	for _, path := range append(l.dossiers, l.files...) {
		if n := made[filepath.Base(path)]; n != 1 {
			c.t.Errorf("%s is %d times in the log, want 1", path, n)
		}
	}
	c.t.Logf("%d dossiers and %d files were acknowledged, %d were told to come again", len(l.dossiers), len(l.files), len(l.refused))
}

// clusterLoad are clients that write by one process and read by another.
type clusterLoad struct {
	t       *testing.T
	callers []*servicetest.Caller // one for each process that answers requests
	stop    context.CancelFunc
	clients sync.WaitGroup

	mu              sync.Mutex
	dossiers, files []string // that were acknowledged
	refused         []string
}

func (c *cluster) load(nodes []*servicetest.Instance) *clusterLoad {
	c.t.Helper()
	l := &clusterLoad{t: c.t}
	for _, s := range nodes {
		l.callers = append(l.callers, s.SignIn("mira", "Str0ng-enough"))
	}
	ctx, stop := context.WithCancel(c.t.Context())
	l.stop = stop
	templatePath := filepath.Dir(filepath.Dir(l.callers[0].NewDossier("First")))
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
		if a, err := l.callers[i%len(l.callers)].Do("GET", path, "", nil); err != nil || a.Status != 200 {
			l.t.Errorf("GET %s behind the answer of another process: %d %s %v, want no error and a.Status = 200",
				path, a.Status, a.Body, err)
		}
	}
	for i := n; ctx.Err() == nil; i++ {
		body := strings.NewReader(fmt.Sprintf(`{"name":"c%d-%d"}`, n, i))
		a, err := l.callers[i%len(l.callers)].Do("POST", templatePath+"/dossiers", "application/json", body)
		if err == nil && a.Status == 503 { // nobody projected for long: come again
			l.note(&l.refused, string(a.Body))
			continue
		}
		if err != nil || a.Status != 201 {
			l.t.Errorf("a dossier: %d %s %v, want no error and a.Status = 201", a.Status, a.Body, err)
			return
		}
		var d struct{ ID string }
		a.Decode(l.t, &d)
		path := templatePath + "/dossiers/" + d.ID
		reads(i+1, path)
		l.note(&l.dossiers, path)
		if i%20 == 0 {
			form, contentType := servicetest.NewMultipartFile("a.pdf", servicetest.SamplePDF(l.t))
			if a, err = l.callers[(i+2)%len(l.callers)].Do("POST", path+"/files", contentType, form); err != nil || a.Status != 201 {
				l.t.Errorf("a file: %d %s %v, want no error and a.Status = 201", a.Status, a.Body, err)
				return
			}
			var up struct{ FileIDs []string }
			a.Decode(l.t, &up)
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

// awaitAnswer waits until one more command was answered.
func (l *clusterLoad) awaitAnswer() {
	l.t.Helper()
	count := func() int {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.dossiers)
	}
	before := count()
	servicetest.Await(l.t, 20*time.Second, func() bool { return count() > before })
}

// end stops the clients and waits for all files.
func (l *clusterLoad) end() {
	l.t.Helper()
	l.stop()
	l.clients.Wait()
	for i, path := range l.files {
		if f := l.callers[i%len(l.callers)].AwaitDone(path); f.ProcessingStatus != "PROCESSED" {
			l.t.Errorf("%s: %+v, want f.ProcessingStatus = %q", path, f, "PROCESSED")
		}
	}
}
