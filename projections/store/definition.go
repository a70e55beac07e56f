// Package store holds what every store of read models has in common: the checking
// of definitions, the folding of a batch's writes in memory, waiting for
// freshness, and the canonical form of rows. The stores of a database add the SQL.
package store

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-62a36931/docket/projections"
)

// A Table is a table of one build of a view.
type Table struct {
	projections.Table
	Physical string // its name in the database, quoted for SQL
}

// A Set is the tables of one build of a view.
type Set struct {
	View    string // name without version
	Version int
	Number  int    // of the build of that version, from 0
	Key     string // of the checkpoint
	Tables  []*Table
}

var (
	name     = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)
	numbered = regexp.MustCompile(`_v[0-9]+(_b[0-9]+)?$`)
)

// NewSet checks a view's definition and names its tables.
func NewSet(v projections.View) (*Set, error) {
	s := &Set{View: v.Name, Version: v.Version, Number: v.Build, Key: v.CheckpointKey()}
	if !name.MatchString(v.Name) || v.Version < 1 || v.Build < 0 {
		return nil, fmt.Errorf("view %q version %d build %d: the name is lower-case letters, digits and _, the version at least 1", v.Name,
			v.Version, v.Build)
	}
	for _, t := range v.Tables {
		if err := checkTable(t); err != nil {
			return nil, fmt.Errorf("view %s: %w", v.Name, err)
		}
		if s.Table(t.Name) != nil {
			return nil, fmt.Errorf("view %s: two tables %s", v.Name, t.Name)
		}
		s.Tables = append(s.Tables, &Table{t, PhysicalName(t.Name, v.Version, v.Build)})
	}
	return s, nil
}

// checkTable refuses names that cannot stand in SQL or are the engines' own.
func checkTable(t projections.Table) error {
	if !name.MatchString(t.Name) || numbered.MatchString(t.Name) || strings.HasPrefix(t.Name, "docket_") ||
		strings.HasPrefix(t.Name, "sqlite_") {
		return fmt.Errorf("no name for a table: %q", t.Name)
	}
	seen := map[string]bool{"doc": true, "key": true}
	for _, c := range t.Columns {
		if !name.MatchString(c.Name) || seen[c.Name] || c.Type > projections.Bool {
			return fmt.Errorf("table %s: column %q is doubled, or has no fit name or type", t.Name, c.Name)
		}
		seen[c.Name] = true
	}
	for _, index := range t.Indexes {
		for _, c := range index {
			if !seen[c] || c == "doc" {
				return fmt.Errorf("table %s: an index on %q", t.Name, c)
			}
		}
		if len(index) == 0 {
			return fmt.Errorf("table %s: an index on nothing", t.Name)
		}
	}
	return nil
}

// Table finds a table by its name without version, nil when there is none.
func (s *Set) Table(name string) *Table {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Definition is the shape of a table in one line, to notice that it was changed
// without a new version.
func (t *Table) Definition() string {
	var b strings.Builder
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "%s %d,", c.Name, c.Type)
	}
	for _, index := range t.Indexes {
		fmt.Fprintf(&b, " (%s)", strings.Join(index, ","))
	}
	return b.String()
}

// DDL is the statements that make the table and its indexes; types are the
// engine's names of projections.Text, BigInt and Bool.
func (t *Table) DDL(types [3]string) []string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE TABLE %s (key %s PRIMARY KEY NOT NULL", t.Physical, types[projections.Text])
	for _, c := range t.Columns {
		fmt.Fprintf(&b, ", %q %s NOT NULL", c.Name, types[c.Type])
	}
	fmt.Fprintf(&b, ", doc %s NOT NULL)", types[projections.Text])
	out := []string{b.String()}
	for i, index := range t.Indexes {
		quoted := `"` + strings.Join(index, `", "`) + `"`
		out = append(out, fmt.Sprintf("CREATE INDEX %s_%d\" ON %s (%s)", strings.TrimSuffix(t.Physical, `"`), i+1, t.Physical, quoted))
	}
	return out
}

// ColumnNames are all column names in the order of the table, quoted for SQL.
func (t *Table) ColumnNames() []string {
	out := []string{"key"}
	for _, c := range t.Columns {
		out = append(out, fmt.Sprintf("%q", c.Name))
	}
	return append(out, "doc")
}

// UpsertClause is the end of an INSERT that replaces the row of the same key.
func (t *Table) UpsertClause() string {
	var sets []string
	for _, c := range t.ColumnNames()[1:] {
		sets = append(sets, c+" = excluded."+c)
	}
	return " ON CONFLICT (key) DO UPDATE SET " + strings.Join(sets, ", ")
}

// CheckStanding compares the set with the tables that its version was made with
// (definition by name, nil when it was not made yet).
func (s *Set) CheckStanding(stand map[string]string) error {
	if stand == nil {
		return nil
	}
	for _, t := range s.Tables {
		if was, ok := stand[t.Name]; !ok || was != t.Definition() {
			return fmt.Errorf("table %s changed (was %q, is %q): raise the version of the projection", t.Name, was, t.Definition())
		}
	}
	if len(stand) != len(s.Tables) {
		return fmt.Errorf("a table is gone: raise the version of the projection")
	}
	return nil
}

// NewestTable finds a table by its name without version in the newest of several sets.
func NewestTable(sets map[string]*Set, table string) *Table {
	var found *Table
	var newest *Set
	for _, s := range sets {
		if t := s.Table(table); t != nil && (newest == nil || newest.Build().Less(s.Build())) {
			found, newest = t, s
		}
	}
	return found
}
