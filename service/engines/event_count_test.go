package engines

import (
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/cache"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// TestEventsAreCountedWherePositionsAreTokens counts on a log whose positions are no numbers:
// from the tree, from memory and from the log.
func TestEventsAreCountedWherePositionsAreTokens(t *testing.T) {
	log := estest.Sparse(estest.NewStore())
	tree, err := sqlite.OpenEvidence(t.Context(), filepath.Join(t.TempDir(), "evidence.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	tail := cache.NewTail(log, 0, 0)
	at := append([]es.Position{0}, appendEvents(t, log, "thing-a-1", 600)...)
	builder, err := evidence.NewBuilder(t.Context(), tree)
	if err == nil {
		err = builder.CatchUp(t.Context(), log)
	}
	if err == nil {
		_, err = tail.Head(t.Context()) // from here on events are in memory
	}
	if err != nil {
		t.Fatal(err)
	}
	at = append(at, appendEvents(t, log, "thing-a-2", 30)...)
	if err := tail.Wait(t.Context(), at[len(at)-2]); err != nil {
		t.Fatal(err)
	}
	at = append(at, appendEvents(t, log, "thing-a-3", 20)...) // which the memory does not have yet

	c := &eventCounter{tree: tree, logs: []es.Store{tail, log}, limit: 300}
	wantCounts(t, c, at)
	wantCounts(t, c, at) // from what it keeps
	c.known, c.limit = nil, 40
	if n, err := c.CountEvents(t.Context(), 0, at[650]); n != upkeep.Unknown || err != nil {
		t.Errorf("50 events behind the tree, of which 40 may be read: got %v, %v, want n = %v and no error", n, err, upkeep.Unknown)
	}
	if n, err := c.CountEvents(t.Context(), at[615], at[650]); n != 35 || err != nil {
		t.Errorf("35 events behind the tree: got %v, %v, want n = 35 and no error", n, err)
	}
	if err := tree.ResetTree(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.known, c.limit = nil, 1000
	wantCounts(t, c, at)
}

// wantCounts wants the counts between positions, of which each has as many events before it as
// its index says.
func wantCounts(t *testing.T, c *eventCounter, at []es.Position) {
	t.Helper()
	for _, pair := range [][2]int{{0, 1}, {0, 650}, {0, 255}, {0, 256}, {0, 257}, {1, 600}, {255, 513}, {300, 650}, {600, 601}, {629, 631},
		{640, 650}, {650, 650}, {650, 10}} {
		want := upkeep.Count(max(pair[1]-pair[0], 0))
		if n, err := c.CountEvents(t.Context(), at[pair[0]], at[pair[1]]); n != want || err != nil {
			t.Errorf("behind event %d up to %d: got %v, %v, want %v", pair[0], pair[1], n, err, want)
		}
	}
}

// appendEvents adds events to a new stream and returns their positions.
func appendEvents(t *testing.T, log es.Store, stream es.StreamID, n int) []es.Position {
	t.Helper()
	var at []es.Position
	for version := range n {
		r, err := log.Append(t.Context(), stream, uint64(version),
			[]es.Envelope{{ID: uuid.New(), Type: "thing.made", Schema: 1, Body: []byte("{}")}})
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, r.Position)
	}
	return at
}
