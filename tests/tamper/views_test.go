package tamper

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A standingTable is a table that queries read.
type standingTable struct {
	projections.Table
	view, physical string
	row            string // the key of its first row
}

// standingTables are the tables of all views that hold a row.
func (v *victim) standingTables(t *testing.T) []standingTable {
	t.Helper()
	var out []standingTable
	for _, view := range projections.All(nil) {
		var version, build int
		if err := v.db.QueryRowContext(t.Context(), "SELECT version, build FROM docket_served WHERE view = $1", view.Name).
			Scan(&version, &build); err != nil {
			t.Fatalf("the build of %s: %v, want no error", view.Name, err)
		}
		for _, table := range view.Tables {
			s := standingTable{Table: table, view: view.Name, physical: store.PhysicalName(table.Name, version, build)}
			if v.db.QueryRowContext(t.Context(), "SELECT key FROM "+s.physical+" ORDER BY key LIMIT 1").Scan(&s.row) == nil {
				out = append(out, s)
			}
		}
	}
	return out
}

// whileViewsAltered alters a row of each table, calls do, and brings all rows back.
func (v *victim) whileViewsAltered(t *testing.T, all []standingTable, alter func(standingTable) string, do func()) {
	t.Helper()
	for _, s := range all {
		saved := "whole_" + s.Name
		v.exec(t, fmt.Sprintf("CREATE TEMPORARY TABLE %s AS SELECT * FROM %s", saved, s.physical))
		defer func() {
			v.exec(t, "DELETE FROM "+s.physical)
			v.exec(t, fmt.Sprintf("INSERT INTO %s SELECT * FROM %s", s.physical, saved))
			v.exec(t, "DROP TABLE "+saved)
		}()
		if statement := alter(s); statement != "" {
			v.exec(t, statement, s.row)
		}
	}
	do()
}

// copyRow is the statement that adds a row like another one.
func (s standingTable) copyRow() string {
	names := ""
	for _, c := range s.Columns {
		names += fmt.Sprintf("%q, ", c.Name)
	}
	return fmt.Sprintf("INSERT INTO %[1]s (key, %[2]s doc) SELECT key || '-2', %[2]s doc FROM %[1]s WHERE key = $1", s.physical, names)
}

// changeColumn is the statement that changes the first column of a row, "" for a table without columns.
func (s standingTable) changeColumn() string {
	if len(s.Columns) == 0 {
		return ""
	}
	changed := map[projections.ColumnType]string{projections.Text: "%q || 'x'", projections.BigInt: "%q + 1", projections.Bool: "NOT %q"}
	c := s.Columns[0]
	return fmt.Sprintf("UPDATE %s SET %q = "+changed[c.Type]+" WHERE key = $1", s.physical, c.Name, c.Name)
}

// TestAlterationsOfViewsAreFound changes what queries read: rows go, are added, changed and made old again, in
// each table of each view.
func TestAlterationsOfViewsAreFound(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		if v.postgres {
			v.exec(t, "SET search_path TO docket_log, docket_vault, docket_evidence, docket_views")
		} else {
			v.exec(t, fmt.Sprintf("ATTACH '%s' AS views", filepath.Join(v.Data, "views.db")))
		}
		all := v.standingTables(t)
		if len(all) < 10 {
			t.Fatalf("got %d tables with rows, want at least 10", len(all))
		}
		v.expectNothing(t, "--views")
		for name, alter := range map[string]func(standingTable) string{
			"is missing":                         func(s standingTable) string { return "DELETE FROM " + s.physical + " WHERE key = $1" },
			"is there, but no event makes it":    standingTable.copyRow,
			"is not what the events say: column": standingTable.changeColumn,
			"is not what the events say: the document": func(s standingTable) string {
				return "UPDATE " + s.physical + " SET doc = '{\"status\":\"APPROVED\"}' WHERE key = $1"
			},
		} {
			t.Run(name, func(t *testing.T) {
				v.whileViewsAltered(t, all, alter, func() {
					var want []string
					for _, s := range all {
						key := s.row
						if strings.HasPrefix(name, "is there") {
							key += "-2"
						}
						if alter(s) != "" {
							want = append(want, fmt.Sprintf("view %s, table %s, key %q: the row %s", s.view, s.Name, key, name))
						}
					}
					v.expectFinding(t, want, "--views")
				})
			})
		}
		t.Run("an older row put back", func(t *testing.T) { v.putOldRowBack(t, all) })
		scratch := filepath.Join(t.TempDir(), "made")
		v.expectNothing(t, "--views", "--scratch", scratch)
		v.expectNothing(t, "--views", "--scratch", scratch) // goes on from there
		out, err := servicetest.NewCommand(t.Context(), v.audit("verify", "--scratch", scratch)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "--scratch is the folder of --views") {
			t.Errorf("--scratch alone: got %v, %s, want a refusal", err, out)
		}
	})
}

// putOldRowBack puts the row of a file back that stood there before its value was corrected.
func (v *victim) putOldRowBack(t *testing.T, all []standingTable) {
	t.Helper()
	var files standingTable
	for _, s := range all {
		if s.Name == "files" {
			files = s
		}
	}
	files.row = filepath.Base(v.file)
	var older string
	if err := v.db.QueryRowContext(t.Context(), "SELECT doc FROM "+files.physical+" WHERE key = $1", files.row).Scan(&older); err != nil {
		t.Fatal(err)
	}
	v.Start()
	v.SignIn("mira", "Str0ng-enough").Want(200, "PUT", v.file+"/workflow-status", map[string]any{"workflowStatus": "APPROVED"})
	v.Stop()
	v.expectNothing(t, "--views")
	v.whileViewsAltered(t, []standingTable{files}, func(standingTable) string { return "" }, func() {
		v.exec(t, "UPDATE "+files.physical+" SET doc = $2 WHERE key = $1", files.row, older)
		v.expectFinding(t, []string{fmt.Sprintf("key %q: the row is not what the events say: the document's ", files.row),
			"version"}, "--views")
	})
}
