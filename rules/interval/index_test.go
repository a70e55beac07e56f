package interval

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOverlappingIsThatOfAPlainSearch compares the index with a list, over random
// ranges of many lengths, some of which are removed again.
func TestOverlappingIsThatOfAPlainSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var index Index[int]
	var starts, ends []int
	removed := map[int]bool{}
	for i := range 2000 {
		start := random.IntN(100_000)
		end := start + random.IntN(1<<random.IntN(17)+1)
		starts, ends = append(starts, start), append(ends, end)
		index.Add(start, end, i)
		if gone := random.IntN(i + 1); i%3 == 0 && !removed[gone] {
			index.Remove(starts[gone], ends[gone], gone)
			removed[gone] = true
		}
		from := random.IntN(100_000)
		to := from + random.IntN(1<<random.IntN(17)+1)
		var got, want []int
		index.VisitOverlapping(from, to, func(v int) bool { got = append(got, v); return true })
		for j := range starts {
			if !removed[j] && starts[j] < to && from < ends[j] && starts[j] < ends[j] && from < to {
				want = append(want, j)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("[%d, %d): got %v, want %v", from, to, got, want)
		}
	}
}

func TestASearchCanEndEarly(t *testing.T) {
	var index Index[int]
	for i := range 10 {
		index.Add(i, i+5, i)
	}
	seen := 0
	index.VisitOverlapping(0, 100, func(int) bool { seen++; return false })
	if seen != 1 {
		t.Errorf("visited %d values, want 1", seen)
	}
}
