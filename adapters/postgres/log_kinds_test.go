package postgres_test

import (
	"maps"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestKindsOfAnOlderLog opens a log from before kinds were kept.
func TestKindsOfAnOlderLog(t *testing.T) {
	dsn := pgtest.DSN(t)
	l, err := postgres.OpenLog(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	events := []es.Envelope{{ID: uuid.New(), Type: "a", Schema: 2}, {ID: uuid.New(), Type: "a", Schema: 1},
		{ID: uuid.New(), Type: "b", Schema: 1}}
	if _, err := l.Append(t.Context(), "a-demo-1", 0, events); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "DROP TABLE docket_log.kinds; ALTER TABLE docket_log.streams ADD COLUMN version bigint; "+
		"DELETE FROM docket_log.docket_schema WHERE version_id > 2"); err != nil {
		t.Fatal(err)
	}
	if l, err = postgres.OpenLog(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got, err := l.EventVersions(t.Context()); err != nil || !maps.Equal(got, map[string]int{"a": 2, "b": 1}) {
		t.Errorf("%v, %v, want no error and %v", got, err, map[string]int{"a": 2, "b": 1})
	}
}
