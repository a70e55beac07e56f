package layout

import "slices"

// addStripes adds the rows below a table that filled areas draw: where each second row is filled, the
// others are drawn by nothing, and the next filled one stands apart. A row belongs to the table when it
// is the next one by its height, its texts stand in the columns and apart from each other, and the first
// column and half of all have one.
func (v *view) addStripes(g *grid, outside [][]*line, styles []Style) {
	if g.cols < 3 || len(g.cells) != g.rows*g.cols || v.hasStrokesIn(g.box) {
		return
	}
	cols := g.columnPlaces()
	height := g.cells[len(g.cells)-1].box.Height()
	for i, row := range outside {
		if len(row) == 0 || !g.isNextRow(row, height) {
			continue
		}
		cells := cutAtPlaces(row, cols)
		if cells == nil {
			return
		}
		box := g.box
		box.Y1, box.Y0 = g.box.Y0, g.box.Y0-height
		for c, words := range cells {
			cell := &gridCell{box: Box{cols[c].lo, box.Y0, cols[c].hi, box.Y1}, row: g.rows, col: c, rowSpan: 1, colSpan: 1}
			if len(words) > 0 {
				l := newLine(words, i, styles)
				l.page, l.turn = row[0].page, row[0].turn
				cell.lines = []*line{l}
			}
			g.cells = append(g.cells, cell)
		}
		g.rows++
		g.box.Y0 = box.Y0
		outside[i] = nil
	}
}

// hasStrokesIn reports whether strokes divide a box; the edges of filled areas are none.
func (v *view) hasStrokesIn(box Box) bool {
	return slices.ContainsFunc(v.vertical, func(r Rule) bool {
		return !r.Filled && r.X0 > box.X0-touch && r.X0 < box.X1+touch && r.Y1 > box.Y0 && r.Y0 < box.Y1
	})
}

// isNextRow reports whether a row of lines stands where the next row of the grid, of a height, would be,
// and not wider than the grid.
func (g *grid) isNextRow(row []*line, height float32) bool {
	for _, l := range row {
		if below := g.box.Y0 - l.middle(); below < 0 || below > height || l.box.X0 < g.box.X0-touch || l.box.X1 > g.box.X1+touch {
			return false
		}
	}
	return true
}

// cutAtPlaces returns the words of a row of lines by the columns in which they stand; nil when they are
// no row of these columns.
func cutAtPlaces(row []*line, cols []stretch) [][]*word {
	out := make([][]*word, len(cols))
	var last *word
	at, filled := -1, 0
	for _, l := range row {
		for _, w := range l.placed {
			c := slices.IndexFunc(cols, func(s stretch) bool { return w.box.X0 > s.lo-touch && w.box.X1 < s.hi+touch })
			if c < at || c < 0 || c != at && last != nil && w.box.X0-last.box.X1 < cellGap*l.size {
				return nil
			}
			if len(out[c]) == 0 {
				filled++
			}
			out[c], at, last = append(out[c], w), c, w
		}
	}
	if len(out[0]) == 0 || filled < 2 || 2*filled < len(cols) {
		return nil
	}
	return out
}
