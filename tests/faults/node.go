package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/tests/faults/proxy"
)

// A node is one process of Docket with the links from it, and to it.
type node struct {
	process
	role     string
	admin    string       // where it reports whether it is ready
	clock    string       // file that moves its clock, where that can be done
	database *proxy.Proxy // between it and PostgreSQL
	broker   *proxy.Proxy // between it and NATS
	store    *proxy.Proxy // between it and the object store
	front    *proxy.Proxy // between clients and it, of an API node
}

// linksByTarget returns all its links by what is at their other end.
func (n *node) linksByTarget() map[string]*proxy.Proxy {
	out := map[string]*proxy.Proxy{}
	if n.database != nil {
		out["PostgreSQL"] = n.database
	}
	if n.broker != nil {
		out["NATS"] = n.broker
	}
	if n.store != nil {
		out["the object store"] = n.store
	}
	if n.front != nil {
		out["its clients"] = n.front
	}
	return out
}

// newNode makes a node and its links, without starting it.
func (c *cluster) newNode(name, roles string) (*node, error) {
	n := &node{role: roles, clock: c.pathOf(name + ".clock")}
	api, err1 := freeport.Address()
	admin, err2 := freeport.Address()
	var err3, err4, err5, err6 error
	n.admin = "http://" + admin
	args := []string{
		c.docket, "serve", "--roles", roles, "--data", dataOf(c, name),
		"--master-key-file", c.pathOf("master.key"),
		"--listen", api, "--admin-listen", admin, "--public-url", "http://docket.test",
		"--import", "templates/invoice", "--pdf-cache", c.pathOf("pdf"),
		"--request-rate", "0", "--sign-in-rate", "0", "--lease-time", leaseTime.String(),
		"--takeover-time", takeoverTime.String(),
		"--sweep-every", "500ms", "--stop-time", "10s", "--workers", "2",
		"--leftover-age", leftoverAge.String(), "--password-grant",
		"--webhook-networks", "127.0.0.0/8", "--webhook-first-pause", "100ms", "--webhook-max-pause", "1s", "--webhook-timeout", "500ms",
	}
	args = append(args, c.logArguments()...)
	if c.postgres != nil {
		n.database, err3 = proxy.Open("unix", c.postgres.SocketPath())
		args = append(args, "--postgres", "postgres://postgres@"+n.database.Address()+"/docket?sslmode=disable")
	}
	if c.store == nil {
		args = append(args, "--blobs", dataOf(c, "blobs"))
	} else {
		n.store, err6 = proxy.Open("tcp", c.storeAddress)
		args = append(
			args, "--s3", "http://"+n.store.Address()+"/"+bucket, "--s3-region", "us-east-1",
			"--s3-access-key", accessKey, "--s3-secret-key", secretKey,
		)
	}
	if c.nats != nil && (strings.Contains(roles, "worker") || strings.Contains(roles, "relay")) {
		n.broker, err4 = proxy.Open("tcp", c.natsAddress)
		args = append(args, "--nats", "nats://"+n.broker.Address())
	}
	if strings.Contains(roles, "api") {
		n.front, err5 = proxy.Open("tcp", api)
	}
	n.process = process{
		name: name,
		args: args,
		dir:  c.root,
		logs: c.pathOf("logs", name+".log"),
		env:  []string{clockVariable + "=" + n.clock},
	}
	return n, errors.Join(moveTime(n.clock, 0), err1, err2, err3, err4, err5, err6)
}

// isReady reports whether the node says that it is ready.
func (n *node) isReady(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, n.admin+"/health/ready", nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// awaitReady waits until the node is ready, or has ended.
func (n *node) awaitReady(ctx context.Context) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !n.isReady(ctx) {
		if n.exitChannel() == nil && !n.isWatched() {
			return fmt.Errorf("%s has ended; see %s", n.name, n.logs)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w", n.name, ctx.Err())
		case <-tick.C:
		}
	}
	return nil
}

// calmLinks makes all links of a node healthy again.
func (n *node) calmLinks() {
	for _, p := range n.linksByTarget() {
		p.SetWeather(proxy.Weather{})
	}
}
