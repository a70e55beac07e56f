package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/tests/faults/powercut"
)

// leaseTime is how long a worker that gives no sign of life keeps its file.
const leaseTime = 3 * time.Second

// takeoverTime is how long a process that gives no sign of life keeps a task that one
// process of all runs.
const takeoverTime = 4 * time.Second

// startedWithin is how long each part of the cluster may take to start; far, for busy machines.
const startedWithin = 5 * time.Minute

// leftoverAge is the age at which bytes that no event names count as leftovers: longer
// than a request is waited for.
const leftoverAge = 20 * time.Second

// A cluster is PostgreSQL, NATS, a folder of bytes and the processes of Docket.
type cluster struct {
	docket, folder, root string // the binary; everything of this run; the repository
	postgres             *pgtest.Cluster
	nats                 *process
	natsAddress          string
	nodes                []*node
	mounted              []string // small file systems, none where they cannot be
	store                *process // nil without it
	storeAddress         string
	eventStore           *protocoltest.Node // nil without it
	clock                string             // file that says by how much PostgreSQL's clock is off, "" without one
	made                 options            // how it was asked for
	memory               *memoryGroup       // that the processes of Docket share, nil without a limit
	disk                 *powercut.Disk     // that all data are on, nil without power cuts
}

// clusterLayout holds the processes of a cluster by name and role, and aloneLayout the one of an installation of one process.
var clusterLayout, aloneLayout = [][2]string{
	{"api-1", "api"}, {"api-2", "api"}, {"api-3", "api"},
	{"worker-1", "worker"}, {"worker-2", "worker"},
	{"projector-1", "projector"}, {"projector-2", "projector"},
	{"relay-1", "relay,retention"}, {"relay-2", "relay,retention"},
}, [][2]string{{"docket", "api,projector,worker,relay,retention"}}

// rooms holds the sizes of the file systems for bytes and for messages.
var rooms = map[string]string{"blobs": "size=512m", "nats": "size=64m"}

func (c *cluster) pathOf(parts ...string) string {
	return filepath.Join(append([]string{c.folder}, parts...)...)
}

// startCluster starts everything and waits until it serves.
func startCluster(ctx context.Context, s options) (*cluster, error) {
	c := &cluster{folder: s.folder, made: s}
	var err error
	if c.docket, err = filepath.Abs(s.docket); err != nil {
		return nil, err
	}
	if c.root, err = repositoryFolder(); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{
		c.makeFolders, c.limitMemory(s.memory), c.startPostgres, c.startNATS, c.startStore, c.startEventStore, c.startNodes,
	} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, c.close(false))
		}
	}
	return c, nil
}

// repositoryFolder returns the folder of go.mod, at or above the working directory.
func repositoryFolder() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir, nil
		}
	}
	return "", errors.Join(errors.New("run it in the repository"), err)
}

func (c *cluster) makeFolders(ctx context.Context) error {
	if err := mountDisk(c); err != nil {
		return err
	}
	for _, folder := range []string{c.pathOf("logs"), dataOf(c, "blobs"), c.pathOf("nats"), c.pathOf("pdf"), c.pathOf("sidecar")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	if c.made.memory > 0 { // as in our image: there is no memory for it later
		if out, err := exec.CommandContext(ctx, c.docket, "worker", "pdf", "--compile", c.pathOf("pdf")).CombinedOutput(); err != nil {
			return fmt.Errorf("worker pdf --compile: %w: %s", err, out)
		}
	}
	if c.made.alone != "" { // its disk is never full, and its bytes are kept with the folder
		return c.makeMasterKey(ctx)
	}
	for name, size := range rooms {
		if syscall.Mount("none", c.pathOf(name), "tmpfs", 0, size) == nil {
			c.mounted = append(c.mounted, c.pathOf(name))
		}
	}
	return c.makeMasterKey(ctx)
}

func (c *cluster) makeMasterKey(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, c.docket, "master-key", "create", c.pathOf("master.key")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("master-key create: %w: %s", err, out)
	}
	return nil
}

// limitMemory limits what all processes of Docket take together.
func (c *cluster) limitMemory(limit int64) func(context.Context) error {
	return func(context.Context) error {
		var what string
		if c.memory, what = makeMemoryGroup(limit); c.memory != nil {
			fmt.Printf("Docket has %d MiB of memory, %s\n", limit>>20, what)
		}
		return nil
	}
}

func (c *cluster) startPostgres(ctx context.Context) (err error) {
	if c.made.alone == "sqlite" {
		return nil
	}
	data := ""
	if c.disk != nil {
		data = dataOf(c, "postgres")
	}
	if c.postgres, err = pgtest.StartAt(ctx, data, "fsync=on", "full_page_writes=on", "autovacuum=on"); err != nil {
		return err
	}
	if err := c.fakeClock(ctx); err != nil {
		return err
	}
	if err := syncServer(c); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, c.postgres.DSN("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE docket")
	return errors.Join(err, conn.Close(ctx))
}

func (c *cluster) startNATS(ctx context.Context) (err error) {
	if c.made.alone != "" {
		return nil
	}
	if c.natsAddress, err = freeport.Address(); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c.nats = &process{
		name: "nats",
		args: []string{self, "nats", "-listen", c.natsAddress, "-store", c.pathOf("nats")},
		dir:  c.folder,
		logs: c.pathOf("logs", "nats.log"),
	}
	return errors.Join(c.nats.start(), c.awaitNATS(ctx))
}

// awaitNATS waits until NATS listens.
func (c *cluster) awaitNATS(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startedWithin)
	defer cancel()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", c.natsAddress)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("NATS does not come up: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// startNodes makes the account, which creates the schemas, and starts the processes.
func (c *cluster) startNodes(ctx context.Context) error {
	layout := clusterLayout
	if c.made.alone != "" {
		layout = aloneLayout
	}
	for _, l := range layout {
		n, err := c.newNode(l[0], l[1])
		if err != nil {
			return err
		}
		c.nodes = append(c.nodes, n)
	}
	for _, n := range c.nodes {
		n.memory, n.restart = c.memory, c.made.alone != ""
		if err := n.start(); err != nil {
			return err
		}
	}
	if err := c.awaitReady(ctx, startedWithin); err != nil {
		return err
	}
	at := c.settings()
	args := append(c.logArguments(), "--data", at.Data, "--master-key-file", at.MasterKeyFile, "--roles", "MANAGER,ADMIN")
	if at.Postgres != "" {
		args = append(args, "--postgres", at.Postgres)
	}
	args = append(args, account)
	user := exec.CommandContext(ctx, c.docket, append([]string{"user", "add"}, args...)...)
	user.Stdin = strings.NewReader(password + "\n")
	if out, err := user.CombinedOutput(); err != nil {
		return fmt.Errorf("user add: %w: %s", err, out)
	}
	return nil
}

// settings are those by which tools of the installation find it, without links.
func (c *cluster) settings() settings.Config {
	out := settings.Config{Data: c.pathOf("tool"), MasterKeyFile: c.pathOf("master.key")}
	if c.made.alone != "" {
		out.Data = dataOf(c, aloneLayout[0][0])
	}
	if c.postgres != nil {
		out.Postgres = c.postgres.DSN("docket")
	}
	if c.eventStore != nil {
		out.EventStore = c.eventStoreURL()
	}
	return out
}

// awaitReady waits until all nodes are ready.
func (c *cluster) awaitReady(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, n := range c.nodes {
		if err := n.awaitReady(ctx); err != nil {
			return err
		}
	}
	return nil
}

// withRole returns the nodes that have a role.
func (c *cluster) withRole(role string) (out []*node) {
	for _, n := range c.nodes {
		if strings.Contains(n.role, role) {
			out = append(out, n)
		}
	}
	return out
}

// stopNodes ends the processes of Docket as an operator would.
func (c *cluster) stopNodes() error {
	failures := make(chan error, len(c.nodes))
	for _, n := range c.nodes {
		go func() { failures <- n.stop() }()
	}
	var failed error
	for range c.nodes {
		failed = errors.Join(failed, <-failures)
	}
	return failed
}

// close ends everything that still runs. What tells of the run afterwards stays where it is to be kept.
func (c *cluster) close(keep bool) (err error) {
	for _, n := range c.nodes {
		_ = n.end() // it may have ended
		for _, p := range n.linksByTarget() {
			_ = p.Close()
		}
	}
	if c.nats != nil {
		_ = c.nats.kill()
	}
	if c.store != nil {
		_ = c.store.kill()
	}
	if c.eventStore != nil {
		_ = c.eventStore.Stop() // it may have stopped
	}
	if c.postgres != nil {
		_ = signalAll(c.postgres.Pid(), syscall.SIGCONT)
		if keep {
			err = c.postgres.Kill() // its data stay, as a crash leaves them
		} else {
			_ = c.postgres.Stop() // its folder is a temporary one
		}
	}
	c.memory.close()
	err = errors.Join(err, closeDisk(c, keep))
	for _, dir := range c.mounted {
		if keep && filepath.Base(dir) == "blobs" {
			err = errors.Join(err, os.CopyFS(c.pathOf("blobs.kept"), os.DirFS(dir)))
		}
		_ = syscall.Unmount(dir, syscall.MNT_DETACH)
	}
	return err
}
