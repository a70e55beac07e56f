package pgtest_test

import (
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestDatabasesAreApart(t *testing.T) {
	for range 2 { // the second would fail on the table of the first
		conn, err := pgx.Connect(t.Context(), pgtest.DSN(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), "CREATE TABLE a (b int)"); err != nil {
			t.Error(err)
		}
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestRestartKeepsCommits(t *testing.T) {
	c, err := pgtest.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Stop() }()
	query := func(sql string) (n int) {
		conn, err := pgx.Connect(t.Context(), c.DSN("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			t.Fatal(err)
		}
		return n
	}
	query("CREATE TABLE a AS SELECT 7 AS b")
	if err := c.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Crash(), c.Restart(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := query("SELECT b FROM a"); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
}
