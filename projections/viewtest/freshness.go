package viewtest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

func testAwait(t *testing.T, place Place) {
	here, there := openPrepared(t, place), openPrepared(t, place)
	must(t, here.Await(t.Context(), 0, "things"))
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := here.Await(short, 3, "things"); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("waiting in vain: %v", err)
	}
	if err := here.Await(t.Context(), 1, "things", "nobody"); !errors.Is(err, store.ErrUnknownView) {
		t.Fatalf("waiting for what is not: %v", err)
	}
	waiting := make(chan error, 3)
	go func() { waiting <- here.Await(t.Context(), 3, "things") }()
	go func() { waiting <- here.Await(t.Context(), 3, "things_v1") }()
	go func() { waiting <- there.Await(t.Context(), 3, "things") }() // nobody tells this one
	putRows(t, here, "things_v1", 0, 3, thingRow("a", "o", 1, true, "{}"))
	here.NotifyReaders("things_v1", 3)
	for range 3 {
		select {
		case err := <-waiting:
			must(t, err)
		case <-time.After(5 * time.Minute):
			t.Fatal("a reader was not woken")
		}
	}
	if got := queryStrings(t, there, "SELECT key FROM things"); !slices.Equal(got, []string{"a"}) {
		t.Fatalf("a woken reader sees %q", got)
	}
}

func testVersions(t *testing.T, place Place) {
	old := openPrepared(t, place)
	putRows(t, old, "things_v1", 0, 2, thingRow("a", "old", 1, true, "{}"))
	next := place(t)
	two := thingsView(2)
	two.Tables[0].Columns = append(two.Tables[0].Columns, projections.Column{Name: "colour", Type: projections.Text})
	must(t, next.Prepare(t.Context(), two))
	coloured := projections.Row{Key: "a", Values: []any{"new", int64(1), true, "red"}, Doc: []byte("{}")}
	putRows(t, next, "things_v2", 0, 1, coloured)

	owner := func(e Engine) string { return queryStrings(t, e, "SELECT owner FROM things")[0] }
	if owner(next) != "old" {
		t.Fatal("the new version is read before the switch")
	}
	must(t, next.Await(t.Context(), 2, "things")) // by name: of the version that is read
	putRows(t, old, "things_v1", 2, 3, thingRow("a", "old", 2, true, "{}"))
	putRows(t, next, "things_v2", 1, 3, coloured)
	must(t, next.Switch(t.Context(), two))
	must(t, next.Switch(t.Context(), two))
	if owner(next) != "new" || owner(old) != "new" || queryStrings(t, next, "SELECT colour FROM things")[0] != "red" {
		t.Fatal("the old version is read after the switch")
	}
	must(t, next.DropOld(t.Context(), "things"))
	if err := old.Update(t.Context(), "things_v1", 3, 4, func(projections.Writer) error { return nil }); !errors.Is(err, store.ErrMoved) {
		t.Fatalf("the old program goes on: %v", err)
	}
	must(t, next.Await(t.Context(), 3, "things"))
	if owner(next) != "new" {
		t.Fatal("the version that is read was dropped")
	}
}

func testReset(t *testing.T, place Place) {
	e := openPrepared(t, place)
	putRows(t, e, "things_v1", 0, 4, thingRow("a", "o", 1, true, "{}"))
	e.NotifyReaders("things_v1", 4)
	stale := e.Update(t.Context(), "things_v1", 4, 5, func(w projections.Writer) error {
		must(t, e.Reset(t.Context(), thingsView(1)))
		return w.Put(t.Context(), "things", thingRow("b", "o", 1, true, "{}"))
	})
	if !errors.Is(stale, store.ErrMoved) {
		t.Fatalf("a batch from before the reset: %v", stale)
	}
	if at, err := e.Checkpoint(t.Context(), "things_v1"); at != 0 || err != nil || dumpTable(t, e, "things") != "" {
		t.Fatalf("checkpoint at %d, %v, rows %q", at, err, dumpTable(t, e, "things"))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := e.Await(ctx, 4, "things"); err == nil {
		t.Fatal("an empty view passes for fresh")
	}
	putRows(t, e, "things_v1", 0, 4, thingRow("a", "o", 2, true, "{}"))
	must(t, e.Await(t.Context(), 4, "things"))
}

func prepareTwice(t *testing.T, place Place) {
	var all sync.WaitGroup
	for range 4 {
		e := place(t)
		all.Go(func() {
			if err := e.Prepare(t.Context(), thingsView(1), otherView()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func testScrub(t *testing.T, place Place) {
	e := openPrepared(t, place)
	putRows(t, e, "things_v1", 0, 1, thingRow("a", "o", 1, true, "{}"), thingRow("b", "o", 2, true, "{}"))
	must(t, e.Update(t.Context(), "things_v1", 1, 2,
		func(w projections.Writer) error { return w.Delete(t.Context(), "things", "size", int64(1)) }))
	rows, err := e.Query(t.Context(), "SELECT key FROM things")
	must(t, err)
	rows.Next()
	rows.Close()
	must(t, e.Scrub(t.Context()))
	if got := queryStrings(t, e, "SELECT key FROM things"); !slices.Equal(got, []string{"b"}) {
		t.Fatalf("left are %q", got)
	}
}

func testAllViews(t *testing.T, place Place) {
	e := place(t)
	must(t, e.Prepare(t.Context(), projections.All(nil)...))
	for _, v := range projections.All(nil) {
		for _, table := range v.Tables {
			if got := queryStrings(t, e, "SELECT key FROM "+table.Name); len(got) != 0 || dumpTable(t, e, table.Name) != "" {
				t.Errorf("%s holds %q", table.Name, got)
			}
		}
		must(t, e.Await(t.Context(), 0, v.Name, v.CheckpointKey()))
	}
}

// otherView is a view whose table has no columns of its own.
func otherView() projections.View {
	return projections.View{Projection: &es.Projection[projections.Writer]{Name: "others", Version: 3},
		Tables: []projections.Table{{Name: "others"}}}
}
