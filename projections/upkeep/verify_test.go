package upkeep_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// verifier compares the view with views of its own.
func (w *world) verifier() upkeep.Verifier {
	w.t.Helper()
	scratch, err := sqlite.OpenViews(w.t.Context(), filepath.Join(w.t.TempDir(), "scratch.db"), sqlite.ViewsOptions{})
	closing(w.t, scratch, err)
	return upkeep.Verifier{Log: w.log, Served: w.models.(upkeep.Served), Scratch: scratch}
}

// followToEnd projects the view up to where the log ends now.
func (w *world) followToEnd(t *testing.T) {
	t.Helper()
	head, err := w.store.Head(t.Context())
	must(t, err)
	must(t, ignoreEnd(w.manager(1).Follow(stopAt(t, w, head), "tallies")))
}

// expectFaults compares the view, and wants just some rows to be told, with what is wrong.
func expectFaults(t *testing.T, c upkeep.Verifier, view projections.View, want ...string) {
	t.Helper()
	got, err := c.VerifyView(t.Context(), view)
	must(t, err)
	var told []string
	for _, f := range got.Faults {
		told = append(told, strings.TrimPrefix(f.String(), "view tallies, table tallies, "))
	}
	slices.Sort(told)
	if !slices.Equal(told, want) || got.More || got.Parked != 0 {
		t.Errorf("got %q, more %t, %d parked; want %q, false, 0", told, got.More, got.Parked, want)
	}
}

// TestFaultsOfRowsAreTold alters rows of a view, more of them than are kept at once, and finds just those.
func TestFaultsOfRowsAreTold(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(20, 3)
		w.followToEnd(t)
		c := w.verifier()
		c.AtOnce = 2
		expectFaults(t, c, w.view(1))
		w.append("thing-demo-99", 0, 1) // the position to which the checkpoint moves with the alteration
		at, key, err := w.servedPosition(t.Context())
		must(t, err)
		must(t, w.models.Update(t.Context(), key, at, at+1, func(tx projections.Writer) error {
			for i := range 3 {
				doc := fmt.Appendf(nil, `[%d,""]`, 3+i)
				must(t, tx.Put(t.Context(), "tallies", projections.Row{Key: string(stream(i)), Values: []any{int64(4)}, Doc: doc}))
			}
			must(t, tx.Delete(t.Context(), "tallies", "key", string(stream(7))))
			return tx.Put(t.Context(), "tallies", projections.Row{Key: "thing-demo-99", Values: []any{int64(1)}, Doc: []byte(`[1,""]`)})
		}))
		expectFaults(t, c, w.view(1), `key "thing-demo-0": the row is not what the events say: column n`,
			`key "thing-demo-1": the row is not what the events say: column n, the document`,
			`key "thing-demo-2": the row is not what the events say: column n, the document`,
			`key "thing-demo-7": the row is missing`)
	})
}

// TestChangesMeanwhileAreNoFaults compares the view again and again while it follows a log that grows.
func TestChangesMeanwhileAreNoFaults(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		const streams = 200
		w.fill(streams, 2)
		defer w.following(w.manager(1))()
		ctx, cancel := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		busy.Go(func() { w.write(ctx, streams, 2) })
		c := w.verifier()
		c.AtOnce = 5
		for range full(10, 200) {
			expectFaults(t, c, w.view(1))
		}
		cancel()
		busy.Wait()
	})
}

// TestAViewBehindItsLogIsCompared compares a view that was stopped, as far as it has come, and says where the log is.
func TestAViewBehindItsLogIsCompared(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(3, 2)
		w.followToEnd(t)
		at, _, err := w.servedPosition(t.Context())
		must(t, err)
		head := w.append(stream(0), 2, 3)
		got, err := w.verifier().VerifyView(t.Context(), w.view(1))
		if err != nil || len(got.Faults) != 0 || got.At != at || got.Head != head || got.Rows != 3 {
			t.Errorf("got %+v, %v, want 3 rows at %d of %d without a fault", got, err, at, head)
		}
		_, err = w.verifier().VerifyView(t.Context(), w.view(2))
		if !errors.Is(err, upkeep.ErrNotServed) {
			t.Errorf("a version that queries do not read: got %v, want %v", err, upkeep.ErrNotServed)
		}
	})
}
