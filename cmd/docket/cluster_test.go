package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
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
	t      testing.TB
	dir    string
	shared []string // arguments of all
}

func newCluster(t testing.TB) *cluster {
	t.Helper()
	dir := t.TempDir()
	return &cluster{t, dir, append(masterKey(t), "--postgres", pgtest.DSN(t), "--nats", natsServer(t), "--blobs", filepath.Join(dir, "blobs"))}
}

// node starts a process with a data folder of its own.
func (c *cluster) node(name, roles string, further ...string) *service {
	c.t.Helper()
	return serve(c.t, filepath.Join(c.dir, name), append(append([]string{"--roles", roles}, c.shared...), further...)...)
}

func TestRolesApart(t *testing.T) {
	c := newCluster(t)
	one := c.node("projector", "projector,retention")
	_ = one
	c.node("relay", "relay")
	c.node("worker", "worker")
	a, b := c.node("a", "api"), c.node("b", "api")
	a.user("mira", "Str0ng-enough", "MANAGER")
	at, other := a.as("mira", "Str0ng-enough"), b.as("mira", "Str0ng-enough")
	dossier := at.newDossier("Shared")
	other.want(200, "GET", dossier, nil)
	id := at.upload(dossier, "one.pdf", sample(t))
	other.want(200, "GET", dossier+"/files/"+id, nil)
	if f := other.awaitDone(dossier + "/files/" + id); f.ProcessingStatus != "PROCESSED" {
		t.Errorf("%+v", f)
	}
}
