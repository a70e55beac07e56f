// Package viewtest is the conformance suite of engines of read models.
package viewtest

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// An Engine keeps read models: what programs use of it.
type Engine interface {
	es.Model[projections.Writer]
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	Await(ctx context.Context, at uint64, views ...string) error
	Prepare(ctx context.Context, views ...projections.View) error
	Builds(ctx context.Context, view string) ([]store.Build, error)
	Switch(ctx context.Context, view projections.View) error
	Drop(ctx context.Context, view string, b store.Build) error
	DropOld(ctx context.Context, view string) error
	Reset(ctx context.Context, view projections.View) error
	Dump(ctx context.Context, table string, w io.Writer) error
	ParkedStreams(ctx context.Context, key string, limit int) ([]store.ParkedStream, error)
	ParkedOf(ctx context.Context, key string, stream es.StreamID) ([]store.Parked, error)
	Replay(ctx context.Context, key string, stream es.StreamID, f func(projections.Writer, []store.Parked) error) error
	Scrub(ctx context.Context) error
}

// Rows is a result being read.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// A Place is where read models are kept: each call opens it again, as another
// process would. What it opens is closed at the end of the test.
type Place func(t testing.TB) Engine

// Run holds a kind of engine to its contract; fresh gives an empty place.
func Run(t *testing.T, fresh func(t testing.TB) Place) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Place)
	}{
		{"a handler's error leaves nothing", testRollback},
		{"one of two runners wins", testRace},
		{"random writes agree with a model", testRandomWrites},
		{"text is kept as it is", testText},
		{"rows that no engine can store are refused", refuseRows},
		{"definitions are checked", refuseDefinitions},
		{"a poisonous event is parked with its stream", testParking},
		{"parked events are applied anew", testReplay},
		{"shared SQL answers the same", portableSQL},
		{"queries cannot write", readOnly},
		{"readers wait for a position", testAwait},
		{"a new version is built beside the old one", testVersions},
		{"several builds of one version stand beside each other", testBuilds},
		{"a dropped build can be made again", testDroppedBuild},
		{"a reset begins from zero", testReset},
		{"two processes prepare at once", prepareTwice},
		{"scrubbing keeps what is not deleted", testScrub},
		{"the product's views can be prepared", testAllViews},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, fresh(t)) })
	}
}

// thingsView is the view that the suite writes.
func thingsView(version int) projections.View {
	return projections.View{
		Projection: &es.Projection[projections.Writer]{Name: "things", Version: version},
		Tables: []projections.Table{
			{Name: "things", Columns: []projections.Column{{Name: "owner", Type: projections.Text},
				{Name: "size", Type: projections.BigInt}, {Name: "open", Type: projections.Bool}},
				Indexes: [][]string{{"owner", "size"}, {"open"}}},
			{Name: "marks", Columns: []projections.Column{{Name: "thing", Type: projections.Text}}, Indexes: [][]string{{"thing"}}},
		},
	}
}

func thingRow(key, owner string, size int64, open bool, doc string) projections.Row {
	return projections.Row{Key: key, Values: []any{owner, size, open}, Doc: []byte(doc)}
}

// openPrepared opens a place with the suite's view in version 1.
func openPrepared(t testing.TB, place Place) Engine {
	t.Helper()
	e := place(t)
	must(t, e.Prepare(t.Context(), thingsView(1)))
	return e
}

// putRows stores rows of things as one batch.
func putRows(t testing.TB, e Engine, key string, from, to es.Position, rows ...projections.Row) {
	t.Helper()
	must(t, e.Update(t.Context(), key, from, to, func(w projections.Writer) error {
		for _, row := range rows {
			if err := w.Put(t.Context(), "things", row); err != nil {
				return err
			}
		}
		return nil
	}))
}

// dumpTable is a table in canonical form.
func dumpTable(t testing.TB, e Engine, table string) string {
	t.Helper()
	var b strings.Builder
	must(t, e.Dump(t.Context(), table, &b))
	return b.String()
}

// queryStrings reads the one column of a query as text.
func queryStrings(t testing.TB, e Engine, sql string, args ...any) []string {
	t.Helper()
	rows, err := e.Query(t.Context(), sql, args...)
	must(t, err)
	defer rows.Close()
	out := []string{}
	for rows.Next() {
		var v any
		must(t, rows.Scan(&v))
		out = append(out, fmt.Sprint(v))
	}
	must(t, rows.Err())
	return out
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
