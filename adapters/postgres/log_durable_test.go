package postgres

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// TestAppendsWaitForTheDisk where the default of the database is not to, and what is off on the
// server itself is found.
func TestAppendsWaitForTheDisk(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	first, err := OpenLog(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.pool.Exec(t.Context(), "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', "+
		"current_database()); END $$"); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := OpenLog(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var setting string
	if err := l.pool.QueryRow(t.Context(), "SHOW synchronous_commit").Scan(&setting); err != nil || setting != "on" {
		t.Errorf("appends commit with synchronous_commit %q, %v, want on", setting, err)
	}
	// Servers of tests run without fsync.
	if unsafe, err := l.UnsafeSettings(t.Context()); err != nil || !slices.Equal(unsafe, []string{"fsync", "full_page_writes"}) {
		t.Errorf("unsafe settings: %v, %v, want no error and %v", unsafe, err, []string{"fsync", "full_page_writes"})
	}
}
