package postgres_test

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/adapters/vault/vaulttest"
)

func TestKeys(t *testing.T) {
	vaulttest.Run(t, func(t testing.TB) vaulttest.Place {
		dsn := pgtest.DSN(t)
		return func(t testing.TB) vaulttest.Store { return openKeys(t, dsn) }
	})
}

func openKeys(t testing.TB, dsn string) *postgres.Keys {
	t.Helper()
	k, err := postgres.OpenKeys(t.Context(), dsn)
	return openOne(t, k, err)
}

func TestScrubLeavesNothingOfDestroyedKeys(t *testing.T) {
	dsn := pgtest.DSN(t)
	k := openKeys(t, dsn)
	for i := range 300 {
		if _, _, err := k.Insert(t.Context(), fmt.Sprintf("demo/dossier.%d", i), fmt.Appendf(nil, "WRAPPED-%04d", i)); err != nil {
			t.Fatal(err)
		}
	}
	before := 0
	for i := 100; i < 200; i++ {
		if err := k.Destroy(t.Context(), fmt.Sprintf("demo/dossier.%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := 100; i < 200; i++ {
		if onDisk(t, dsn, fmt.Sprintf("WRAPPED-%04d", i)) {
			before++
		}
	}
	if before == 0 {
		t.Fatal("nothing was left before the scrub, so the test shows nothing")
	}
	if err := k.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if found, want := onDisk(t, dsn, fmt.Sprintf("WRAPPED-%04d", i)), i < 100 || i >= 200; found != want {
			t.Errorf("key %d is in the table's file: %v, want %v", i, found, want)
		}
	}
}

// onDisk looks for a text in the file of the table of keys.
func onDisk(t *testing.T, dsn, text string) bool {
	t.Helper()
	exec(t, dsn, "CHECKPOINT")
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var at int
	err = conn.QueryRow(t.Context(),
		"SELECT position($1::bytea IN pg_read_binary_file(pg_relation_filepath('docket_vault.keys')))", []byte(text)).Scan(&at)
	if err != nil {
		t.Fatal(err)
	}
	return at > 0
}
