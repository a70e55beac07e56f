package sqlite_test

import (
	"database/sql"
	"maps"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
)

// TestKindsOfAnOlderLog opens a log from before kinds were kept.
func TestKindsOfAnOlderLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	l, err := sqlite.OpenLog(t.Context(), path)
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
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"DROP TABLE kinds", "DELETE FROM docket_schema WHERE version_id = 3"} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if l, err = sqlite.OpenLog(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got, err := l.EventVersions(t.Context()); err != nil || !maps.Equal(got, map[string]int{"a": 2, "b": 1}) {
		t.Errorf("%v, %v, want no error and %v", got, err, map[string]int{"a": 2, "b": 1})
	}
}
