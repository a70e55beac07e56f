package viewtest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

func testBuilds(t *testing.T, place Place) {
	e := openPrepared(t, place)
	putRows(t, e, "things_v1", 0, 5, thingRow("a", "old", 1, true, "{}"), thingRow("b", "old", 1, true, "{}"))
	next := thingsView(1).AtBuild(1)
	must(t, e.Prepare(t.Context(), next))
	putRows(t, e, next.CheckpointKey(), 0, 3, thingRow("a", "new", 1, true, "{}"))
	if err := e.Switch(t.Context(), next); !errors.Is(err, store.ErrBehind) {
		t.Fatalf("switched back in time: %v", err)
	}
	checkBuilds(t, e, "things_v1 5 true", "things_v1_b1 3 false")
	if got := queryStrings(t, e, "SELECT key FROM things ORDER BY key"); !slices.Equal(got, []string{"a", "b"}) {
		t.Fatalf("read before the switch: %q", got)
	}
	putRows(t, e, next.CheckpointKey(), 3, 5, thingRow("b", "new", 1, true, "{}"))
	must(t, e.Switch(t.Context(), next))
	if got := queryStrings(t, e, "SELECT DISTINCT owner FROM things"); !slices.Equal(got, []string{"new"}) {
		t.Fatalf("read after the switch: %q", got)
	}
	checkBuilds(t, e, "things_v1 0 false", "things_v1_b1 5 true")
	must(t, e.Await(t.Context(), 5, "things"))
	// A late runner of the old build would tell waiters of what they cannot read.
	if err := e.Update(t.Context(), "things_v1", 5, 6, func(projections.Writer) error { return nil }); !errors.Is(err, store.ErrMoved) {
		t.Fatalf("the old build is still written: %v", err)
	}
	err := e.Drop(t.Context(), "things", store.Build{Key: next.CheckpointKey(), Version: 1, Number: 1})
	if !errors.Is(err, store.ErrServed) {
		t.Fatalf("dropped what is read: %v", err)
	}
	must(t, e.DropOld(t.Context(), "things"))
	checkBuilds(t, e, "things_v1_b1 5 true")
	if err := e.Update(t.Context(), "things_v1", 5, 6, func(projections.Writer) error { return nil }); err == nil {
		t.Fatal("the dropped build is still written")
	}
	must(t, e.Scrub(t.Context()))

	later := place(t) // a program that starts now finds the build and begins another
	must(t, later.Prepare(t.Context(), next, thingsView(1).AtBuild(2)))
	checkBuilds(t, later, "things_v1_b1 5 true", "things_v1_b2 0 false")
	must(t, later.Drop(t.Context(), "things", store.Build{Key: "things_v1_b2", Version: 1, Number: 2}))
	checkBuilds(t, later, "things_v1_b1 5 true")
}

// testDroppedBuild makes a build again under the number of one that was dropped: nothing of
// it shines through.
func testDroppedBuild(t *testing.T, place Place) {
	e := openPrepared(t, place)
	one := thingsView(1).AtBuild(1)
	must(t, e.Prepare(t.Context(), one))
	putRows(t, e, one.CheckpointKey(), 0, 5, thingRow("a", "old", 1, true, "{}"))
	must(t, e.Drop(t.Context(), "things", store.Build{Key: one.CheckpointKey(), Version: 1, Number: 1}))
	must(t, e.DropOld(t.Context(), "things"))
	must(t, e.Prepare(t.Context(), one))
	putRows(t, e, one.CheckpointKey(), 0, 6, thingRow("b", "new", 1, true, "{}"))
	must(t, e.Switch(t.Context(), one))
	if got := queryStrings(t, e, "SELECT key FROM things"); !slices.Equal(got, []string{"b"}) {
		t.Fatalf("read: %q", got)
	}
}

func checkBuilds(t testing.TB, e Engine, want ...string) {
	t.Helper()
	list, err := e.Builds(t.Context(), "things")
	must(t, err)
	var got []string
	for _, b := range list {
		got = append(got, fmt.Sprintf("%s %d %v", b.Key, b.At, b.Served))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("builds %q, want %q", got, want)
	}
}
