package interval

import "testing"

func TestARangeLiesInTheFinestLevelWhoseCellsAreLongEnough(t *testing.T) {
	for _, length := range []int{1, 2, 255, 256, 257, 2047, 2048, 2049, 16384, 16385, 1 << 20, 1<<20 + 1} {
		level := levelOf(length)
		if cell := 1 << shiftOf(level); cell < length {
			t.Errorf("%d bytes lie in cells of %d", length, cell)
		}
		if level > 0 && 1<<shiftOf(level-1) >= length {
			t.Errorf("%d bytes lie in level %d, and the one below has room", length, level)
		}
	}
}

// cells counts the places at which values are kept.
func cells(x *Index[string]) int {
	n := 0
	for _, level := range x.levels {
		for _, list := range level {
			n += len(list)
		}
	}
	return n
}

func TestARangeFallsIntoTwoCellsAtMost(t *testing.T) {
	for _, r := range []struct{ start, end, cells int }{
		{0, 256, 1}, {256, 512, 1}, {255, 257, 2}, {1, 256, 1}, {256, 257, 1}, {10, 266, 2}, {2048, 4096, 1}, {2047, 4095, 2},
		{5, 5, 0}, {6, 5, 0},
	} {
		var x Index[string]
		x.Add(r.start, r.end, "v")
		if got := cells(&x); got != r.cells {
			t.Errorf("[%d, %d) lies in %d cells, want %d", r.start, r.end, got, r.cells)
		}
		x.Remove(r.start, r.end, "other")
		if got := cells(&x); got != r.cells {
			t.Errorf("[%d, %d): another value is removed, want got = %v", r.start, r.end, r.cells)
		}
		x.Remove(r.start, r.end, "v")
		if got := cells(&x); got != 0 {
			t.Errorf("[%d, %d) is still in %d cells, want 0", r.start, r.end, got)
		}
	}
}

func TestRemovingOneOfEqualValuesLeavesTheOthers(t *testing.T) {
	var x Index[string]
	x.Add(0, 10, "a")
	x.Add(0, 10, "a")
	x.Remove(0, 10, "a")
	if got := cells(&x); got != 1 {
		t.Errorf("%d are left, want 1", got)
	}
	x.Remove(0, 1<<30, "a") // of a level that is not there
	x.Remove(3, 3, "a")
	if got := cells(&x); got != 1 {
		t.Errorf("%d are left, want 1", got)
	}
}

// TestASearchStopsWhenToldTo looks through few cells, which are named one by one,
// and through many, of which only those that are there are named.
func TestASearchStopsWhenToldTo(t *testing.T) {
	var x Index[int]
	for i := range 100 {
		x.Add(i*256, i*256+10, i)
	}
	for _, end := range []int{2560, 1 << 40} {
		seen := 0
		x.VisitOverlapping(0, end, func(int) bool { seen++; return seen < 3 })
		if seen != 3 {
			t.Errorf("up to %d: %d values are seen, want 3", end, seen)
		}
	}
}

// TestOneValueIsReportedOnce looks at a range in two cells from one that covers
// many more cells than there are, and from one that covers few.
func TestOneValueIsReportedOnce(t *testing.T) {
	var x Index[string]
	x.Add(250, 260, "v")
	x.Add(1000, 1010, "far")
	for _, r := range [][2]int{{0, 1 << 30}, {0, 800}, {255, 800}, {0, 251}, {259, 1 << 30}} {
		count := map[string]int{}
		x.VisitOverlapping(r[0], r[1], func(v string) bool { count[v]++; return true })
		if far := r[1] > 1000; count["v"] != 1 || (count["far"] == 1) != far {
			t.Errorf("%v: %v", r, count)
		}
	}
	x.VisitOverlapping(260, 1000, func(v string) bool { t.Errorf("%s is no hit", v); return true })
	x.VisitOverlapping(255, 255, func(v string) bool { t.Errorf("%s is no hit", v); return true })
}
