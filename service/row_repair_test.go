package service_test

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestOlderRowsAreRefusedAndBuiltAnew puts the row that a dossier had before a change back beside a running service. What it
// said then is never answered again: the read is refused and told, and the view is built anew from the log by itself.
func TestOlderRowsAreRefusedAndBuiltAnew(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	mira := s.SignIn("mira", "Str0ng-enough")
	path := mira.NewDossier("Before")
	list, id, _ := strings.Cut(path, "/dossiers/")
	putBack := keepRow(t, s, id)
	mira.Want(http.StatusOK, http.MethodPost, list+"/dossiers", map[string]any{"id": id, "name": "After"})
	putBack()
	refused := `docket_view_rows_refused_total{view="dossiers"}`
	servicetest.Await(t, 5*time.Minute, func() bool {
		a, err := mira.AskUnchecked(http.MethodGet, path, nil, http.Header{})
		switch {
		case err != nil:
			t.Fatal(err)
		case a.Status == http.StatusServiceUnavailable && strings.Contains(string(a.Body), "until it is repaired"):
			return false // and is being built anew
		case a.Status != http.StatusOK || !strings.Contains(string(a.Body), "After"):
			t.Fatalf("got %d %s, want the dossier as it was changed, or that it is not available", a.Status, a.Body)
		}
		return s.Metric(refused) > 0
	})
	s.Stop()
	for _, want := range []string{"a row of a view is older than the log and is not shown", "queries read the new build of a view"} {
		if !strings.Contains(s.Log.String(), want) {
			t.Errorf("got the log\n%s\nwant %q in it", servicetest.LastLines(s.Log.String(), 30), want)
		}
	}
}

// keepRow keeps the row that a dossier has in the file of the views; what it returns puts it back.
func keepRow(t *testing.T, s *servicetest.Instance, key string) (putBack func()) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(s.Data, "views.db")+"?_pragma=busy_timeout(60000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var table, doc string
	err = db.QueryRowContext(t.Context(),
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'dossiers_v*'").Scan(&table)
	if err == nil {
		err = db.QueryRowContext(t.Context(), "SELECT doc FROM "+table+" WHERE key = ?", key).Scan(&doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), "UPDATE "+table+" SET doc = ? WHERE key = ?", doc, key); err != nil {
			t.Fatal(err)
		}
	}
}
