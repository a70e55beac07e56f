package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestRankingsFindWhatLiesWithin adds and removes facts and compares what a ranking finds with a
// search through all of them.
func TestRankingsFindWhatLiesWithin(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	r, ranks, found := &ranking{}, map[*fact]float64{}, 0
	for order := range int64(2000) {
		x := &fact{order: order}
		ranks[x] = float64(random.IntN(60))
		r.addFact(ranks[x], x)
		if order%3 == 2 {
			for gone, rank := range ranks {
				r.removeFact(rank, gone)
				delete(ranks, gone)
				break
			}
		}
		low := float64(random.IntN(60))
		high := low + float64(random.IntN(4))
		got, ok := r.factsWithin(low, high)
		var want []*fact
		for f, rank := range ranks {
			if rank >= low && rank <= high {
				want = append(want, f)
			}
		}
		slices.SortFunc(want, byOrder)
		if ok {
			found += len(got)
		}
		if ok && !slices.Equal(got, want) || !ok && 4*len(want) <= len(ranks) {
			t.Fatalf("%d facts: %d found from %v to %v, want %d", len(ranks), len(got), low, high, len(want))
		}
	}
	if found < 5000 {
		t.Errorf("only %d facts found, want at least 5000", found)
	}
	if got, ok := r.factsWithin(math.Inf(-1), math.Inf(1)); ok {
		t.Errorf("a look at all facts finds %d of them by their rank, want not ok", len(got))
	}
}

// TestStepsGiveWhatFoldingGives adds, replaces and removes values, and compares the result that
// is stepped with the one that is folded.
func TestStepsGiveWhatFoldingGives(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	value := func() any {
		switch random.IntN(8) {
		case 0:
			return nil
		case 1:
			return int32(math.MaxInt32 - random.IntN(2))
		}
		return int32(random.IntN(20) - 10)
	}
	for _, name := range []string{"count", "sum", "sumL", "min", "max"} {
		class, fold := functions[name](&host.Type{Name: "int"})
		step := stepOf(name, class)
		values := []any{}
		result, stepped := fold(values), 0
		for range 3000 {
			change := valueChange{}
			switch n := len(values); {
			case n == 0 || random.IntN(3) == 0:
				change.added, change.count = value(), 1
				values = append(values, change.added)
			case random.IntN(2) == 0:
				i := random.IntN(n)
				change.removed, change.added = values[i], value()
				values[i] = change.added
			default:
				i := random.IntN(n)
				change.removed, change.count = values[i], -1
				values = slices.Delete(values, i, i+1)
			}
			next, ok := step(result, change)
			if want := fold(values); ok && next != want {
				t.Fatalf("%s of %v: got %v, want %v", name, values, next, want)
			}
			if ok {
				stepped++
			}
			result = fold(values)
		}
		if stepped < 1000 {
			t.Errorf("%s: only %d steps, want at least 1000", name, stepped)
		}
	}
	for name, class := range map[string]string{"sum": "Double", "average": "Double", "collectList": "List", "max": "String"} {
		if stepOf(name, class) != nil {
			t.Errorf("%s of %s follows changes, which loses the order of its values or digits, want stepOf(name, class) = nil", name, class)
		}
	}
}
