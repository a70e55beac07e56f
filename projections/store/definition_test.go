package store_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

func view(table, column string, index ...string) projections.View {
	return projections.View{Projection: &es.Projection[projections.Writer]{Name: "list", Version: 3},
		Tables: []projections.Table{{Name: table, Columns: []projections.Column{{Name: column, Type: projections.BigInt}},
			Indexes: [][]string{index}}}}
}

func TestDefinitionBecomesSQL(t *testing.T) {
	set, err := store.NewSet(view("items", "size", "size", "key"))
	if err != nil {
		t.Fatal(err)
	}
	got := set.Table("items").DDL([3]string{"TEXT", "INTEGER", "BOOLEAN"})
	want := []string{`CREATE TABLE "items_v3" (key TEXT PRIMARY KEY NOT NULL, "size" INTEGER NOT NULL, doc TEXT NOT NULL)`,
		`CREATE INDEX "items_v3_1" ON "items_v3" ("size", "key")`}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %v", got, want)
	}
	if upsert := set.Table("items").UpsertClause(); upsert != ` ON CONFLICT (key) DO UPDATE SET "size" = excluded."size", doc = excluded.doc` {
		t.Error(upsert)
	}
}

// Whatever names are let through, nothing but them stands between the quotes.
func FuzzNamesInSQL(f *testing.F) {
	f.Add("items", "size")
	f.Add(`a"; DROP TABLE x; --`, "key")
	f.Add("items_v1", "ü")
	quoted := regexp.MustCompile(`"[a-z][a-z0-9_]*"`)
	f.Fuzz(func(t *testing.T, table, column string) {
		set, err := store.NewSet(view(table, column, column))
		if err != nil {
			return
		}
		for _, ddl := range set.Tables[0].DDL([3]string{"TEXT", "INTEGER", "BOOLEAN"}) {
			if rest := quoted.ReplaceAllString(ddl, ""); strings.ContainsAny(rest, `";'-`) {
				t.Fatalf("got %q, want plain names alone", ddl)
			}
		}
	})
}
