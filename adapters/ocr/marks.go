package ocr

import "slices"

// A mark is a connected patch of ink: often a letter.
type mark struct {
	x0, y0, x1, y1 int // pixels, the last ones excluded
	area           int
}

func (m mark) w() int { return m.x1 - m.x0 }
func (m mark) h() int { return m.y1 - m.y0 }

// A run is a piece of ink in one line of pixels.
type run struct{ y, x0, x1, label int }

// maxRuns is the number of runs that are examined: a picture that has more is noise.
const maxRuns = 600_000

// inkOf finds the ink of a picture: pixels clearly darker than the paper around them.
// Of a noisy picture it returns only the upper part.
func inkOf(r raster, paper light) []run {
	var runs []run
	for y := range r.h {
		start, level := -1, byte(0)
		for x, v := range r.pixelRow(y) {
			if x&7 == 0 {
				level = byte(paper.shadeAt(x+4, y) * 0.82)
			}
			switch dark := v < level; {
			case dark && start < 0:
				start = x
			case !dark && start >= 0:
				runs = append(runs, run{y, start, x, 0})
				start = -1
			}
		}
		if start >= 0 {
			runs = append(runs, run{y, start, r.w, 0})
		}
		if len(runs) > maxRuns {
			return runs
		}
	}
	return runs
}

// marksOf joins runs that touch, also over corners, to marks; each run is labelled with
// the index of its mark.
func marksOf(runs []run) []mark {
	parent := make([]int, len(runs))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	above, start := 0, 0 // first run of the line above that may touch; first of this line
	for i, r := range runs {
		if i > 0 && runs[i-1].y != r.y {
			if above = start; runs[i-1].y != r.y-1 {
				above = i
			}
			start = i
		}
		for above < start && runs[above].x1 < r.x0 {
			above++
		}
		for j := above; j < start && runs[j].x0 <= r.x1; j++ {
			parent[root(j)] = root(i)
		}
	}
	return collectMarks(runs, root)
}

// collectMarks measures the marks of labelled runs.
func collectMarks(runs []run, root func(int) int) []mark {
	number := map[int]int{}
	var marks []mark
	for i := range runs {
		r := &runs[i]
		label, known := number[root(i)]
		if !known {
			label = len(marks)
			number[root(i)] = label
			marks = append(marks, mark{r.x0, r.y, r.x1, r.y + 1, 0})
		}
		r.label = label
		m := &marks[label]
		m.x0, m.x1 = min(m.x0, r.x0), max(m.x1, r.x1)
		m.y1, m.area = r.y+1, m.area+r.x1-r.x0
	}
	return marks
}

// findLetterlike reports for each mark whether it may be a letter, or letters that touch:
// no specks, no lines and frames, nothing that touches the edge of the picture of w by h pixels, and nothing
// that is large on its page.
func findLetterlike(marks []mark, w, h, pageW, pageH int) []bool {
	out := make([]bool, len(marks))
	for i, m := range marks {
		long, short := max(m.w(), m.h()), min(m.w(), m.h())
		edge := m.x0 == 0 || m.y0 == 0 || m.x1 == w || m.y1 == h
		out[i] = m.area >= 8 && m.h() >= 4 && !edge &&
			m.h() < max(pageH/12, 12) && m.w() < max(pageW/4, 12) && long < 25*short &&
			m.area*20 > m.w()*m.h()
	}
	return out
}

// letterHeight returns the median height of letters without small specks; on a page on
// its side, that of letters lying down.
func letterHeight(marks []mark, likely []bool, sideways bool) float64 {
	var heights []int
	for i, m := range marks {
		h := m.h()
		if sideways {
			h = m.w()
		}
		if likely[i] && h >= 5 {
			heights = append(heights, h)
		}
	}
	if len(heights) == 0 {
		return 0
	}
	slices.Sort(heights)
	return float64(heights[len(heights)/2])
}
