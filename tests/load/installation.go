package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/internal/procs"
)

// The account that all requests come from.
const account, password = "mira", "Str0ng-enough"

// public is the address that tokens name, whichever node gives them.
const public = "http://docket.test"

// An installation holds the parts of a profile, in processes of its own.
type installation struct {
	docket, folder string
	args           []string // of every node
	postgres       *pgtest.Cluster
	nodes          []*node
	nats           *exec.Cmd
}

// A node is one process of the service.
type node struct {
	cmd         *exec.Cmd
	base, admin string // addresses
}

// startInstallation starts an installation of a profile and makes the account.
func startInstallation(ctx context.Context, docket, profile, folder string) (i *installation, err error) {
	i = &installation{folder: folder}
	defer func() {
		if err != nil {
			i.close()
		}
	}()
	if i.docket, err = filepath.Abs(docket); err != nil {
		return i, err
	}
	if out, err := exec.CommandContext(ctx, i.docket, "master-key", "create", i.pathOf("master.key")).CombinedOutput(); err != nil {
		return i, fmt.Errorf("master-key create: %w: %s", err, out)
	}
	i.args = []string{"--master-key-file", i.pathOf("master.key")}
	nodes := 1
	switch profile {
	case "sqlite":
	case "postgres":
		nodes = 2
		err = errors.Join(i.startPostgres(ctx), i.startNATS(ctx))
	default:
		err = fmt.Errorf("there is no profile %q", profile)
	}
	for n := 0; n < nodes && err == nil; n++ {
		err = i.startNode(ctx, n)
	}
	if err != nil {
		return i, err
	}
	return i, i.addUser(ctx)
}

func (i *installation) pathOf(name string) string { return filepath.Join(i.folder, name) }

// startPostgres starts a server that syncs, as a production server does.
func (i *installation) startPostgres(ctx context.Context) (err error) {
	if i.postgres, err = pgtest.Start(ctx, "fsync=on", "full_page_writes=on", "autovacuum=on", "shared_buffers=512MB"); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, i.postgres.DSN("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE docket")
	i.args = append(i.args, "--postgres", i.postgres.DSN("docket"))
	return errors.Join(err, conn.Close(ctx))
}

func (i *installation) startNATS(ctx context.Context) error {
	self, err1 := os.Executable()
	address, err2 := freeport.Address()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	i.nats = exec.CommandContext(ctx, self, "nats", "-listen", address, "-store", i.pathOf("nats"))
	i.args = append(i.args, "--nats", "nats://"+address)
	if err := launchProcess(i.nats); err != nil {
		return err
	}
	return waitUntil(ctx, "NATS", func() bool {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		return err == nil && conn.Close() == nil
	})
}

// startNode starts a process of the service and waits until it is ready.
func (i *installation) startNode(ctx context.Context, number int) error {
	api, err1 := freeport.Address()
	admin, err2 := freeport.Address()
	log, err3 := os.Create(i.pathOf(fmt.Sprintf("node-%d.log", number)))
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	defer log.Close()
	n := &node{base: "http://" + api, admin: "http://" + admin}
	n.cmd = exec.CommandContext(ctx, i.docket, append([]string{
		"serve", "--data", i.pathOf(fmt.Sprintf("node-%d", number)), "--blobs", i.pathOf("blobs"),
		"--public-url", public, "--listen", api, "--admin-listen", admin, "--request-rate", "0", "--sign-in-rate", "0",
		"--import", "templates/invoice", "--log-level", "warn", "--password-grant",
	}, i.args...)...)
	n.cmd.Stdout, n.cmd.Stderr = log, log
	i.nodes = append(i.nodes, n)
	if err := launchProcess(n.cmd); err != nil {
		return err
	}
	return waitUntil(ctx, log.Name(), func() bool {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.base+"/health/ready", nil)
		if err != nil {
			return false
		}
		resp, err := http.DefaultClient.Do(req)
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
	})
}

// addUser makes the account while the service runs.
func (i *installation) addUser(ctx context.Context) error {
	cmd := exec.CommandContext(
		ctx, i.docket,
		append([]string{"user", "add", "--data", i.pathOf("node-0"), "--roles", "MANAGER,ADMIN", account}, i.toolSettings()...)...,
	)
	cmd.Stdin = strings.NewReader(password + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("user add: %w: %s", err, out)
	}
	return nil
}

// toolSettings returns those settings of the nodes that the tools accept too.
func (i *installation) toolSettings() (out []string) {
	for n := 0; n < len(i.args); n += 2 {
		if i.args[n] != "--nats" {
			out = append(out, i.args[n:n+2]...)
		}
	}
	return out
}

// signIn returns a new access token.
func (i *installation) signIn(ctx context.Context) (string, error) {
	form := url.Values{
		"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {account},
		"password": {password}, "scope": {"openid"},
	}
	req, err := http.NewRequestWithContext(
		ctx, http.MethodPost, i.nodes[0].base+"/auth/realms/demo/protocol/openid-connect/token",
		strings.NewReader(form.Encode()),
	)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || answer.Token == "" {
		return "", fmt.Errorf("sign in: %s, %w", resp.Status, err)
	}
	return answer.Token, nil
}

// A use holds what processes have used, and hold.
type use struct {
	cpu    time.Duration
	memory int64 // bytes
}

// readUse returns what the nodes use together, and what the other servers use.
func (i *installation) readUse() (nodes, servers use, err error) {
	var pids, others []int
	for _, n := range i.nodes {
		pids = append(pids, n.cmd.Process.Pid)
	}
	if i.postgres != nil {
		others = append(others, i.postgres.Pid())
	}
	if i.nats != nil {
		others = append(others, i.nats.Process.Pid)
	}
	for to, of := range map[*use][]int{&nodes: pids, &servers: others} {
		var err1, err2 error
		to.cpu, err1 = procs.CPU(of...)
		to.memory, err2 = procs.MemoryOf(of...)
		err = errors.Join(err, err1, err2)
	}
	return nodes, servers, err
}

// close ends all processes.
func (i *installation) close() {
	for _, n := range i.nodes {
		endProcess(n.cmd)
	}
	endProcess(i.nats)
	if i.postgres != nil {
		_ = i.postgres.Stop() // its folder is a temporary one
	}
}
