package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// shared is the one server of a test binary; it starts when the first test asks.
var shared struct {
	sync.Mutex
	cluster *Cluster
	err     error
}

var databases atomic.Int64

// Main runs the tests of a package and removes the server afterwards:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
func Main(m *testing.M) int {
	code := m.Run()
	shared.Lock()
	defer shared.Unlock()
	if shared.cluster != nil {
		if err := shared.cluster.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, "stop PostgreSQL:", err)
			return 1
		}
	}
	return code
}

// DSN makes an empty database for a test and gives its connection string. It is
// dropped when the test ends. Without PostgreSQL the test fails and says what
// to install.
func DSN(t testing.TB) string {
	t.Helper()
	shared.Lock()
	if shared.cluster == nil && shared.err == nil {
		shared.cluster, shared.err = Start(context.Background())
	}
	c, err := shared.cluster, shared.err
	shared.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	return c.NewDatabase(t)
}

// NewDatabase makes an empty database of the cluster for a test.
func (c *Cluster) NewDatabase(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test%d", databases.Add(1))
	if err := c.runAdmin("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.runAdmin("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return c.DSN(name)
}

func (c *Cluster) runAdmin(statement string) error {
	ctx := context.Background() // a test's own has ended when it cleans up
	conn, err := pgx.Connect(ctx, c.DSN("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}
