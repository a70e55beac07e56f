package postgres_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

var databases atomic.Int64

// database makes an empty database on the server that DOCKET_TEST_POSTGRES names
// as "key=value" settings of a superuser, and drops it at the end of the test.
func database(t testing.TB) string {
	t.Helper()
	server := os.Getenv("DOCKET_TEST_POSTGRES")
	if server == "" {
		t.Skip("DOCKET_TEST_POSTGRES names no PostgreSQL server")
	}
	name := fmt.Sprintf("docket_test_%d_%d", os.Getpid(), databases.Add(1))
	exec(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), server)
		if err == nil {
			_, err = conn.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)")
			_ = conn.Close(context.Background())
		}
		if err != nil {
			t.Error(err)
		}
	})
	var settings []string
	for _, s := range strings.Fields(server) {
		if !strings.HasPrefix(s, "dbname=") {
			settings = append(settings, s)
		}
	}
	return strings.Join(append(settings, "dbname="+name), " ")
}
