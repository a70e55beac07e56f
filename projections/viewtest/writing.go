package viewtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

func testRollback(t *testing.T, place Place) {
	e := openPrepared(t, place)
	putRows(t, e, "things_v1", 0, 5, thingRow("a", "x", 1, true, `{"n":1}`))
	before := dumpTable(t, e, "things")
	wrong := errors.New("wrong")
	err := e.Update(t.Context(), "things_v1", 5, 9, func(w projections.Writer) error {
		must(t, w.Put(t.Context(), "things", thingRow("b", "x", 1, true, `{}`)))
		must(t, w.Delete(t.Context(), "things", "key", "a"))
		return wrong
	})
	if !errors.Is(err, wrong) {
		t.Fatalf("the handler's error is lost: %v", err)
	}
	if at, err := e.Checkpoint(t.Context(), "things_v1"); at != 5 || err != nil {
		t.Errorf("checkpoint at %d, %v", at, err)
	}
	if after := dumpTable(t, e, "things"); after != before || before == "" {
		t.Errorf("rows were %s, are %s", before, after)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = e.Update(ctx, "things_v1", 5, 9, func(projections.Writer) error { cancel(); return nil })
	if at, _ := e.Checkpoint(t.Context(), "things_v1"); err == nil || at != 5 {
		t.Errorf("a cancelled batch: %v, checkpoint at %d", err, at)
	}
}

func testRace(t *testing.T, place Place) {
	runners := []Engine{openPrepared(t, place), openPrepared(t, place)}
	for round := range es.Position(20) {
		var won, moved int
		var mu sync.Mutex
		var all sync.WaitGroup
		for i, e := range runners {
			all.Go(func() {
				err := e.Update(t.Context(), "things_v1", round, round+1, func(w projections.Writer) error {
					return w.Put(t.Context(), "things", thingRow(fmt.Sprintf("%d/%d", round, i), "x", int64(i), true, "{}"))
				})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won++
				} else if errors.Is(err, store.ErrMoved) {
					moved++
				} else {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		all.Wait()
		if won != 1 || moved != 1 {
			t.Fatalf("round %d: %d won, %d were told", round, won, moved)
		}
	}
	if n := strings.Count(dumpTable(t, runners[0], "things"), "\n"); n != 20 {
		t.Errorf("%d rows of 20 batches", n)
	}
}

// testRandomWrites makes 10,000 reads and writes in batches of 1 to 200, one in five of
// which fails, and compares each answer with maps in memory.
func testRandomWrites(t *testing.T, place Place) {
	e := openPrepared(t, place)
	r := rand.New(rand.NewPCG(3, 4))
	model := map[string]projections.Row{}
	var at es.Position
	for done := 0; done < 10_000; {
		next, size := maps.Clone(model), 1+r.IntN(200)
		fail := errors.New("thrown away")
		keep := r.IntN(5) > 0
		err := e.Update(t.Context(), "things_v1", at, at+1, func(w projections.Writer) error {
			for range size {
				randomStep(t, r, w, next)
			}
			if !keep {
				return fail
			}
			return nil
		})
		if keep {
			must(t, err)
			model, at = next, at+1
		} else if !errors.Is(err, fail) {
			t.Fatal(err)
		}
		done += size
	}
	var want strings.Builder
	for _, key := range slices.Sorted(maps.Keys(model)) {
		must(t, store.WriteRow(&want, thingsView(1).Tables[0], model[key]))
	}
	if got := dumpTable(t, e, "things"); got != want.String() || len(model) < 20 {
		t.Errorf("%d rows; stored\n%s\nmodel\n%s", len(model), got, want.String())
	}
}

// randomStep does one random thing to both and compares.
func randomStep(t *testing.T, r *rand.Rand, w projections.Writer, model map[string]projections.Row) {
	key, owner := fmt.Sprintf("k%d", r.IntN(150)), fmt.Sprintf("o%d", r.IntN(12))
	open := r.IntN(2) == 0
	switch r.IntN(10) {
	case 0, 1, 2, 3, 4:
		row := thingRow(key, owner, r.Int64(), open, fmt.Sprintf(`{"n":%d,"t":"%d \u0000 é"}`, r.Int64(), r.IntN(9)))
		must(t, w.Put(t.Context(), "things", row))
		model[key] = row
	case 5, 6:
		doc, ok, err := w.Get(t.Context(), "things", key)
		must(t, err)
		if row, want := model[key]; ok != want || string(doc) != string(row.Doc) {
			t.Fatalf("get %s: %q %v, want %q %v", key, doc, ok, row.Doc, want)
		}
	case 7:
		must(t, w.Delete(t.Context(), "things", "key", key))
		delete(model, key)
	case 8:
		if r.IntN(4) == 0 {
			must(t, w.Delete(t.Context(), "things", "owner", owner))
			maps.DeleteFunc(model, func(_ string, row projections.Row) bool { return row.Values[0] == owner })
		}
	case 9:
		compareKeys(t, w, model, "owner", 0, owner)
		compareKeys(t, w, model, "open", 2, open)
	}
}

func compareKeys(t *testing.T, w projections.Writer, model map[string]projections.Row, column string, at int, value any) {
	t.Helper()
	got, err := w.Keys(t.Context(), "things", column, value)
	must(t, err)
	var want []string
	for _, key := range slices.Sorted(maps.Keys(model)) {
		if model[key].Values[at] == value {
			want = append(want, key)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("keys where %s is %v: %q, want %q", column, value, got, want)
	}
}
