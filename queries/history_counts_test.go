package queries_test

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// Beside each event of a history stands how many its stream has, so that entries which somebody took out of the index are
// missed, wherever they stood, and nothing is missed else: not what histories do not tell, nor what the index has not come to.
func historiesCountTheirStreams(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.busy()
	page, err := c.q.ReadHistory(t.Context(), c.history("", 100))
	if err != nil {
		t.Fatal(err)
	}
	users, err := c.q.AuditEvents(t.Context(), queries.AskAudit{Caller: c.anna, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var at []uint64
	for _, e := range append(page.Entries, users.Entries...) {
		at = append(at, e.Position)
	}
	check := func(name string, missing map[es.StreamID]uint64) {
		t.Helper()
		counts, err := c.q.CountStreams(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range counts {
			e, err := c.store.At(t.Context(), es.Position(at[i]))
			if err != nil {
				t.Fatal(err)
			}
			want := queries.StreamCount{Version: e.Version, Events: uint64(len(c.store.streams[e.Stream])), Missing: missing[e.Stream]}
			if got.Version == 0 && missing[e.Stream] > 0 {
				continue // the one that was taken out
			}
			if got != want {
				t.Errorf("%s: event %d of %s: got %+v, want %+v", name, at[i], e.Stream, got, want)
			}
		}
	}
	check("untouched", nil)
	for _, place := range []int{len(page.Entries) / 2, len(page.Entries) - 1} {
		gone := page.Entries[place].Position
		view := projections.History()
		reached := c.at[view.Name]
		err := c.views.Update(t.Context(), view.CheckpointKey(), reached, reached+1, func(tx projections.Writer) error {
			return tx.Delete(t.Context(), "history", "key", fmt.Sprintf("%020d", gone))
		})
		if err != nil {
			t.Fatal(err)
		}
		c.at[view.Name]++
	}
	missing := map[es.StreamID]uint64{}
	for _, place := range []int{len(page.Entries) / 2, len(page.Entries) - 1} {
		e, err := c.store.At(t.Context(), es.Position(page.Entries[place].Position))
		if err != nil {
			t.Fatal(err)
		}
		missing[e.Stream]++
	}
	check("two are gone", missing)
}
