package upgrade

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/internal/freeport"
)

// patience is how long a test waits for something that has to happen. It is far
// beyond what a slow machine needs.
const patience = 4 * time.Minute

// fixtures holds what the version before left behind.
const fixtures = "testdata/b5baffa"

func TestMain(m *testing.M) {
	code := pgtest.Main(m)
	if built.path != "" {
		_ = os.RemoveAll(filepath.Dir(built.path)) // it lies among temporary files
	}
	os.Exit(code)
}

// root returns the folder of the repository.
func root(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var built struct {
	sync.Once
	path string
	err  error
}

// findBinary returns the program under test: the one that DOCKET_BINARY names, or
// one that is built from the tree, once for all tests.
func findBinary(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("DOCKET_BINARY"); path != "" {
		return path
	}
	built.Do(func() {
		built.path = filepath.Join(os.TempDir(), fmt.Sprintf("docket-upgrade-%d", os.Getpid()), "docket")
		cmd := exec.Command("go", "build", "-trimpath", "-o", built.path, "./cmd/docket")
		cmd.Dir = root(t)
		if out, err := cmd.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w: %s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// A setting is one setting of the service, which old scripts give as a flag or as
// an environment variable. Values may hold {root}, {dir}, {fixtures}, {listen},
// {admin} and {cache}.
type setting struct{ Flag, Env, Value string }

// loadSettings reads the settings that the fixtures were made with.
func loadSettings(t testing.TB) []setting {
	t.Helper()
	var out []setting
	readJSON(t, filepath.Join(fixtures, "settings.json"), &out)
	return out
}

func readJSON(t testing.TB, path string, into any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		t.Fatalf("%s: %v, want no error", path, err)
	}
}

// An installation is a data folder, and for the profile postgres a database, with
// the program that serves it.
type installation struct {
	t       testing.TB
	binary  string
	profile string // sqlite: settings are flags; postgres: they are environment variables
	dir     string // holds data and the master key
	dsn     string // of the database, "" without one

	base, admin string
	cmd         *exec.Cmd
	ended       chan struct{}
	failure     error // of the process, valid when ended is closed
	log         *lockedBuffer
}

// newInstallation makes an installation without data. Its process is killed when
// the test ends.
func newInstallation(t testing.TB, binary, profile string) *installation {
	t.Helper()
	i := &installation{t: t, binary: binary, profile: profile, dir: t.TempDir(), log: &lockedBuffer{}}
	if profile == "postgres" {
		i.dsn = pgtest.DSN(t)
	}
	t.Cleanup(func() {
		i.kill()
		if t.Failed() {
			t.Logf("end of the service's log:\n%s", lastLines(i.log.String(), 40))
		}
	})
	return i
}

// restoreInstallation makes an installation of the fixture of a profile.
func restoreInstallation(t testing.TB, binary, profile, from string) *installation {
	t.Helper()
	i := newInstallation(t, binary, profile)
	unpackFolder(t, filepath.Join(from, profile+".tar.gz"), i.dir)
	if profile == "postgres" {
		restoreDatabase(t, filepath.Join(from, "postgres.sql.gz"), i.dsn)
	}
	return i
}

func unpackFolder(t testing.TB, archive, dir string) {
	t.Helper()
	r := tar.NewReader(bytes.NewReader(unzip(t, archive)))
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err := unpackEntry(path, h, r); err != nil {
			t.Fatal(err)
		}
	}
}

func unpackEntry(path string, h *tar.Header, content io.Reader) error {
	if h.Typeflag == tar.TypeDir {
		return os.MkdirAll(path, 0o700)
	}
	b, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o600)
}

// unzip returns what a .gz file holds.
func unzip(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// restoreDatabase runs a dump of statements, which needs no program of PostgreSQL.
func restoreDatabase(t testing.TB, dump, dsn string) {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), string(unzip(t, dump))).ReadAll(); err != nil {
		t.Fatalf("restore %s: %v, want no error", dump, err)
	}
}

// start starts the service and waits until it is ready.
func (i *installation) start() {
	i.t.Helper()
	listen, admin := freeport.Find(i.t), freeport.Find(i.t)
	i.base, i.admin = "http://"+listen, "http://"+admin
	args, env := i.arguments(listen, admin)
	i.cmd = exec.Command(i.binary, args...)
	// The version before kept packages until somebody deleted them, and so must those of the
	// fixtures be, whatever day it is.
	i.cmd.Dir, i.cmd.Env = i.dir, append(append(cleanEnvironment(), env...), "DOCKET_PACKAGE_DAYS=0")
	i.cmd.Stdout, i.cmd.Stderr = i.log, i.log
	if err := launch(i.cmd); err != nil {
		i.t.Fatal(err)
	}
	i.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		i.failure = cmd.Wait()
		close(ended)
	}(i.cmd, i.ended)
	await(i.t, "the service to be ready", func() bool {
		select {
		case <-i.ended:
			i.t.Fatalf("the service ended: %v", i.failure)
		default:
		}
		r, err := http.Get(i.base + "/health/ready")
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
}

// arguments returns the command line and the environment of the service.
func (i *installation) arguments(listen, admin string) (args, env []string) {
	args = []string{"serve"}
	cache := filepath.Join(os.TempDir(), fmt.Sprintf("docket-test-pdf-%d", os.Getuid()))
	fixed, err := filepath.Abs(fixtures)
	if err != nil {
		i.t.Fatal(err)
	}
	fill := strings.NewReplacer("{root}", root(i.t), "{dir}", i.dir, "{fixtures}", fixed, "{listen}", listen, "{admin}", admin,
		"{cache}", cache)
	for _, s := range loadSettings(i.t) {
		value := fill.Replace(s.Value)
		if i.profile == "postgres" {
			env = append(env, s.Env+"="+value)
		} else {
			args = append(args, s.Flag+"="+value)
		}
	}
	if i.dsn != "" {
		env = append(env, "DOCKET_POSTGRES="+i.dsn)
	}
	return args, env
}

// cleanEnvironment returns the environment without settings of Docket.
func cleanEnvironment() []string {
	var out []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DOCKET_") {
			out = append(out, v)
		}
	}
	return out
}

// stop ends the service gracefully.
func (i *installation) stop() {
	i.t.Helper()
	if err := i.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		i.t.Fatal(err)
	}
	await(i.t, "the service to stop", func() bool {
		select {
		case <-i.ended:
			return true
		default:
			return false
		}
	})
	if i.failure != nil {
		i.t.Errorf("the service stopped with %v, want no failure", i.failure)
	}
	i.cmd = nil
}

func (i *installation) kill() {
	if i.cmd != nil {
		_ = i.cmd.Process.Kill() // it may have ended
		<-i.ended
		i.cmd = nil
	}
}

// run runs another command of the program on the installation and returns what it
// prints. The first words of args name the command.
func (i *installation) run(input string, args ...string) string {
	i.t.Helper()
	args = append(args, "--data", filepath.Join(i.dir, "data"), "--master-key-file", filepath.Join(i.dir, "data.key"))
	if i.dsn != "" {
		args = append(args, "--postgres", i.dsn)
	}
	if args[0] == "audit" { // it looks into files
		args = append(args, "--blobs", filepath.Join(i.dir, "bytes"))
	}
	cmd := exec.Command(i.binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = i.dir, cleanEnvironment(), strings.NewReader(input)
	var out, failures bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failures
	if err := cmd.Run(); err != nil {
		i.t.Fatalf("docket %s: %v\n%s%s, want no error", strings.Join(args, " "), err, &out, &failures)
	}
	return out.String()
}

// launch starts a process from a thread that stays: the kernel kills it when its
// starter dies, which it takes the thread for.
func launch(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		started <- cmd.Start()
		select {}
	}()
	return <-started
}

// await waits until a condition holds.
func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// A lockedBuffer is a buffer that can be read while a process writes to it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func lastLines(s string, n int) string {
	all := strings.Split(s, "\n")
	return strings.Join(all[max(0, len(all)-n):], "\n")
}
