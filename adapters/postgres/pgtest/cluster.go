// Package pgtest gives each test a PostgreSQL database of its own in a throw-away
// server that a test binary starts at first use, from locally installed binaries.
package pgtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNoServer says that the PostgreSQL programs are not installed.
var ErrNoServer = errors.New("PostgreSQL is not installed: apt-get install postgresql, or set PG_BIN to the folder of initdb and postgres")

// A Cluster is a PostgreSQL server that listens on a Unix socket only.
type Cluster struct {
	bin, dir string
	data     string // folder
	settings []string
	env      []string
	server   *exec.Cmd
	ended    chan struct{} // closed when the server has ended
}

// FindPrograms finds the folder of initdb and postgres: PG_BIN, the newest of
// /usr/lib/postgresql, or the search path. Errors: ErrNoServer.
func FindPrograms() (string, error) {
	dirs := []string{os.Getenv("PG_BIN")}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is sound
	for i := len(found) - 1; i >= 0; i-- {
		dirs = append(dirs, found[i])
	}
	if p, err := exec.LookPath("initdb"); err == nil {
		dirs = append(dirs, filepath.Dir(p))
	}
	for _, d := range dirs {
		if d == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(d, "initdb")); err == nil {
			return d, nil
		}
	}
	return "", ErrNoServer
}

// Start makes a cluster and starts its server. Settings ("fsync=on") come on
// top of those for tests: fsync is off, so a killed server loses nothing but a
// power cut would. Errors: ErrNoServer.
func Start(ctx context.Context, settings ...string) (*Cluster, error) {
	return StartAt(ctx, "", settings...)
}

// StartAt is Start with the data in a folder that does not exist yet; "" for one that Stop removes.
func StartAt(ctx context.Context, data string, settings ...string) (*Cluster, error) {
	bin, err := FindPrograms()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pg") // short: a socket's path has at most 107 bytes
	if err != nil {
		return nil, err
	}
	c := &Cluster{bin: bin, dir: dir, data: cmp.Or(data, filepath.Join(dir, "data")), settings: settings}
	if err := c.initData(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := c.startAndWait(ctx); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

func (c *Cluster) initData() error {
	if err := os.Mkdir(c.data, 0o700); err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(c.bin, "initdb"), "-D", c.data, "-U", "postgres",
		"-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
	cmd.Dir = c.dir
	if err := c.dropPrivileges(cmd); err != nil {
		return err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

// dropPrivileges drops root, which initdb and postgres refuse to run as, and has
// the kernel stop the process when its starter ends.
func (c *Cluster) dropPrivileges(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		return fmt.Errorf("no account to run PostgreSQL under: %w", err)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return errors.Join(os.Chown(c.dir, uid, gid), os.Chown(c.data, uid, gid))
}

// errEnded says that the server ended before it answered.
var errEnded = errors.New("postgres did not start")

// startAndWait starts the server and waits until it answers. One that was killed may have
// children for a moment longer, beside which no other starts.
func (c *Cluster) startAndWait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for {
		err := c.startOnce(ctx)
		if !errors.Is(err, errEnded) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (c *Cluster) startOnce(ctx context.Context) error {
	args := []string{"-D", c.data, "-k", c.dir, "-h", ""}
	for _, s := range append([]string{"fsync=off", "full_page_writes=off", "autovacuum=off",
		"shared_buffers=64MB", "max_connections=300", "logging_collector=off"}, c.settings...) {
		args = append(args, "-c", s)
	}
	c.server = exec.Command(filepath.Join(c.bin, "postgres"), args...)
	c.server.Dir = c.dir
	c.server.Env = append(os.Environ(), c.env...)
	if err := c.dropPrivileges(c.server); err != nil {
		return err
	}
	var out strings.Builder
	c.server.Stdout, c.server.Stderr = &out, &out
	if err := c.launchServer(); err != nil {
		return err
	}
	ended := make(chan struct{})
	c.ended = ended
	go func(server *exec.Cmd) {
		_ = server.Wait() // the exit status of a crash says nothing
		close(ended)
	}(c.server)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, c.DSN("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("postgres did not start: %w", err)
		case <-ended:
			return fmt.Errorf("%w: %s", errEnded, &out)
		case <-tick.C:
		}
	}
}

// launchServer starts the server from a thread that stays: the kernel's signal at the
// starter's death is tied to the thread, not to the process.
func (c *Cluster) launchServer() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		started <- c.server.Start()
		select {}
	}()
	return <-started
}

// DSN is the connection string of a database of the cluster.
func (c *Cluster) DSN(database string) string {
	return fmt.Sprintf("host=%s user=postgres dbname=%s sslmode=disable", c.dir, database)
}

// SocketPath is the path of the Unix socket that the server listens on.
func (c *Cluster) SocketPath() string { return filepath.Join(c.dir, ".s.PGSQL.5432") }

// DataFolder is where the server keeps its data, which outlast Kill and Crash.
func (c *Cluster) DataFolder() string { return c.data }

// Pid is the process id of the server, the parent of all its processes.
func (c *Cluster) Pid() int { return c.server.Process.Pid }

// Setenv sets a variable, as NAME=VALUE, of servers that are started from then on.
func (c *Cluster) Setenv(variable string) { c.env = append(c.env, variable) }

// Kill ends the server at once, as a crash would: it has its processes end.
func (c *Cluster) Kill() error { return c.endServer(syscall.SIGQUIT) }

// Crash kills the server's parent process, which tells nobody.
func (c *Cluster) Crash() error { return c.endServer(syscall.SIGKILL) }

func (c *Cluster) endServer(how syscall.Signal) error {
	if err := c.server.Process.Signal(how); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-c.ended
	return nil
}

// isRunning reports whether the server was started and has not ended.
func (c *Cluster) isRunning() bool {
	if c.ended == nil {
		return false
	}
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// Restart ends the server as a crash would, unless it was killed before, and
// starts it again on its data.
func (c *Cluster) Restart(ctx context.Context) error {
	if c.isRunning() {
		if err := c.Kill(); err != nil {
			return err
		}
	}
	return c.startAndWait(ctx)
}

// Stop ends the server and removes its data.
func (c *Cluster) Stop() error {
	if c.isRunning() {
		if err := c.Kill(); err != nil {
			return err
		}
	}
	return os.RemoveAll(c.dir)
}
