package service_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestViewsAreCheckedByThemselves takes rows out of a view beside a running service, and wants that to be told by the log and
// the metrics, and at the next start before anything is compared.
func TestViewsAreCheckedByThemselves(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--verify-every", "1s")...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	s.SignIn("mira", "Str0ng-enough").NewDossier("Seen")
	differing, checked := `docket_view_check_rows{state="differing"}`, `docket_view_check_rows{state="checked"}`
	servicetest.Await(t, 5*time.Minute, func() bool { return s.Metric(checked) > 0 })
	if n := s.Metric(differing); n != 0 {
		t.Errorf("untouched: got %v rows that differ, want none\n%s", n, s.Log)
	}
	takeRows(t, filepath.Join(s.Data, "views.db"))
	servicetest.Await(t, 5*time.Minute, func() bool { return s.Metric(differing) > 0 })
	s.Stop()
	const told = "rows that queries read are not what the events say"
	if !strings.Contains(s.Log.String(), told) || !strings.Contains(s.Log.String(), "view history") {
		t.Errorf("got the log\n%s\nwant %q and a row of the view history in it", servicetest.LastLines(s.Log.String(), 30), told)
	}
	s.Args = append(s.Args, "--verify-every", "24h")
	s.Start()
	servicetest.Await(t, 5*time.Minute, func() bool {
		_, _, warnings := readiness(t, s)
		return strings.Contains(warnings["views"], "rows that queries read are not what the events say")
	})
	if n := s.Metric("docket_view_check_end_timestamp_seconds"); n != 0 {
		t.Errorf("after the next start: got a check that ended at %v, want that the one before is told", n)
	}
}

// takeRows takes all rows out of the history that queries read.
func takeRows(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(60000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'history%'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil || len(tables) == 0 {
		t.Fatalf("got the tables %v, %v, want one of the history", tables, err)
	}
	for _, name := range tables {
		if _, err := db.ExecContext(t.Context(), "DELETE FROM "+name); err != nil {
			t.Fatal(err)
		}
	}
}
