package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/viewtest"
)

// engine is Views as the suite sees them.
type engine struct{ *sqlite.Views }

func (e engine) Query(ctx context.Context, sql string, args ...any) (viewtest.Rows, error) {
	return e.Views.Query(ctx, sql, args...)
}

func TestViews(t *testing.T) {
	viewtest.Run(t, func(t testing.TB) viewtest.Place {
		path := filepath.Join(t.TempDir(), "views.db")
		return func(t testing.TB) viewtest.Engine { return engine{openViews(t, path)} }
	})
}

func openViews(t testing.TB, path string) *sqlite.Views {
	t.Helper()
	v, err := sqlite.OpenViews(t.Context(), path, sqlite.ViewsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	return v
}

func TestViewsOfNewerProgramAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "views.db")
	if err := openViews(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.PretendNewer(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.OpenViews(t.Context(), path, sqlite.ViewsOptions{}); !errors.Is(err, sqlite.ErrNewerSchema) {
		t.Fatalf("opened: %v, want %v", err, sqlite.ErrNewerSchema)
	}
}

// notes is a view with long and short documents and an index on their text.
var notes = projections.View{
	Projection: &es.Projection[projections.Writer]{Name: "notes", Version: 1},
	Tables: []projections.Table{{Name: "notes", Columns: []projections.Column{{Name: "title", Type: projections.Text},
		{Name: "parity", Type: projections.BigInt}},
		Indexes: [][]string{{"title"}, {"parity"}}}},
}

func note(i, version int) projections.Row {
	word := fmt.Sprintf("NOTE%05d-%d ", i, version)
	return projections.Row{Key: fmt.Sprintf("n%05d", i), Values: []any{word, int64(i % 2)},
		Doc: []byte(`"` + strings.Repeat(word, 1+i*i%700) + `"`)}
}

// TestScrubLeavesNothingOfDeletedRows writes, overwrites and deletes rows of many
// lengths and then looks for their text in the files.
func TestScrubLeavesNothingOfDeletedRows(t *testing.T) {
	dir := t.TempDir()
	v := openViews(t, filepath.Join(dir, "views.db"))
	if err := v.Prepare(t.Context(), notes); err != nil {
		t.Fatal(err)
	}
	const n = 1000
	var at es.Position
	update := func(f func(w projections.Writer) error) {
		t.Helper()
		if err := v.Update(t.Context(), "notes_v1", at, at+1, f); err != nil {
			t.Fatal(err)
		}
		at++
	}
	for version := range 2 {
		for from := 0; from < n; from += 100 {
			update(func(w projections.Writer) error {
				var err error
				for i := from; i < from+100 && err == nil; i++ {
					err = w.Put(t.Context(), "notes", note((i*379)%n, version))
				}
				return err
			})
		}
	}
	update(func(w projections.Writer) error { return w.Delete(t.Context(), "notes", "parity", int64(1)) })
	if err := v.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	left := notesInFiles(t, dir)
	for i := range n {
		if left[fmt.Sprintf("NOTE%05d-0", i)] {
			t.Fatalf("the overwritten text of note %d is in the files, want none of it", i)
		}
		if found := left[fmt.Sprintf("NOTE%05d-1", i)]; found != (i%2 == 0) {
			t.Fatalf("the text of note %d is in the files: %v, want %v", i, found, i%2 == 0)
		}
	}
}

// notesInFiles is the set of the words of notes that stand in the files of a folder.
func notesInFiles(t *testing.T, dir string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range regexp.MustCompile(`NOTE\d{5}-\d`).FindAll(b, -1) {
			found[string(word)] = true
		}
	}
	return found
}

func TestViewsOfKilledProcesses(t *testing.T) {
	viewtest.RunKilled(t, filepath.Join(t.TempDir(), "views.db"), func(t testing.TB, path string) viewtest.Engine {
		return engine{openViews(t, path)}
	})
}
