package layout

import "slices"

// Limits of labels that stand beside a grid of rules.
const (
	labelShare = 0.75 // of the rows of the grid that have a label
	labelReach = 14   // font sizes between the labels and the grid, at most
	labelRange = 4    // font sizes by which labels are indented, at most
)

// addLabels adds a first column to a grid whose rules leave the labels of its rows
// outside, and takes the labels out of the lines outside of the grid.
func (v *view) addLabels(g *grid, outside [][]*line) {
	at := g.rowPlaces()
	labels := g.labelsBeside(outside, at)
	if labels == nil {
		return
	}
	text := proseOf(outside, v.horizontal)
	left := g.box.X0
	for _, lines := range labels {
		for _, l := range lines {
			if text.lines[l] {
				return
			}
			left = min(left, l.box.X0)
		}
	}
	for _, c := range g.cells {
		c.col++
	}
	g.cols++
	for r, lines := range labels {
		for _, l := range lines {
			outside[l.row] = slices.DeleteFunc(outside[l.row], func(o *line) bool { return o == l })
		}
		box := Box{left, at[r].lo, g.box.X0, at[r].hi}
		first := slices.IndexFunc(g.cells, func(c *gridCell) bool { return c.row >= r })
		g.cells = slices.Insert(g.cells, max(first, 0), &gridCell{box: box, row: r, rowSpan: 1, colSpan: 1, lines: lines})
	}
	g.box.X0 = left
}

// rowPlaces returns the extents of the rows, empty ones for rows without a cell of their
// own.
func (g *grid) rowPlaces() []stretch {
	out := make([]stretch, g.rows)
	for _, c := range g.cells {
		if c.rowSpan == 1 {
			out[c.row] = stretch{c.box.Y0, c.box.Y1}
		}
	}
	return out
}

// labelsBeside returns, by row of the grid, the lines that stand directly to its left; nil
// when they do not label most of its rows.
func (g *grid) labelsBeside(outside [][]*line, at []stretch) [][]*line {
	out := make([][]*line, g.rows)
	labelled := 0
	var last *line
	lo, hi := g.box.X0, float32(0) // of the left edges
	end := float32(0)
	for _, row := range outside {
		l, beside := g.lineBeside(row)
		if beside == 0 {
			continue
		}
		r := slices.IndexFunc(at, func(s stretch) bool { return l.middle() > s.lo && l.middle() < s.hi })
		if beside > 1 || r < 0 || leadingLabel.MatchString(l.text) {
			return nil
		}
		if len(out[r]) == 0 {
			labelled++
		}
		out[r] = append(out[r], l)
		lo, hi, end, last = min(lo, l.box.X0), max(hi, l.box.X0), max(end, l.box.X1), l
	}
	if labelled < leastRows || float32(labelled) < labelShare*float32(g.rows) {
		return nil
	}
	if g.box.X0-end > labelReach*last.size || hi-lo > labelRange*last.size {
		return nil
	}
	return out
}

// lineBeside returns the last line of a row that ends to the left of the grid, at its
// height, and how many there are.
func (g *grid) lineBeside(row []*line) (last *line, n int) {
	for _, l := range row {
		if l.box.X1 < g.box.X0+touch && l.middle() > g.box.Y0 && l.middle() < g.box.Y1 {
			last = l
			n++
		}
	}
	return last, n
}

// middle returns the height of the middle of a line.
func (l *line) middle() float32 { return (l.box.Y0 + l.box.Y1) / 2 }
