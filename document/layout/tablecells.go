package layout

import "sort"

// buildGrid puts the chunks into cells: those of the header, then those of the body.
func (t *tabler) buildGrid() *grid {
	header := tableHead{t}
	head := header.headRows()
	g := &grid{box: t.box, cols: len(t.cols)}
	g.cells, g.rows = header.headGrid(header.headCells(head))
	groups := rowGrouper{t}.groupRows(head)
	type key struct{ row, from, to int }
	cells := map[key]*gridCell{}
	first := g.rows
	for i := head; i < len(t.rows); i++ {
		row := first + groups[i-head]
		g.rows = max(g.rows, row+1)
		for j, c := range t.rows[i] {
			from, to := t.spanOf(c)
			if j+1 < len(t.rows[i]) { // what stands beside it has a cell of its own
				to = max(from, min(to, t.columnOf(t.rows[i][j+1])-1))
			}
			k := key{row, from, to}
			cell := cells[k]
			if cell == nil {
				cell = &gridCell{row: row, col: from, rowSpan: 1, colSpan: to - from + 1}
				cells[k] = cell
				g.cells = append(g.cells, cell)
			}
			cell.lines = append(cell.lines, c)
			cell.box = cell.box.Union(c.box)
		}
	}
	t.markDoubt(g, head, groups)
	g.joinOverlapping()
	sort.SliceStable(g.cells, func(i, j int) bool {
		if g.cells[i].row != g.cells[j].row {
			return g.cells[i].row < g.cells[j].row
		}
		return g.cells[i].col < g.cells[j].col
	})
	return g
}

// joinOverlapping makes one cell of those that claim the same place: lines of one
// text, of which some are wider than others.
func (g *grid) joinOverlapping() {
	at := map[[2]int]*gridCell{}
	var out []*gridCell
	for _, c := range g.cells {
		var host *gridCell
		for r := c.row; r < c.row+c.rowSpan && host == nil; r++ {
			for k := c.col; k < c.col+c.colSpan && host == nil; k++ {
				host = at[[2]int{r, k}]
			}
		}
		if host == nil {
			host = c
			out = append(out, c)
		} else {
			host.absorbCell(c)
		}
		for r := host.row; r < host.row+host.rowSpan; r++ {
			for k := host.col; k < host.col+host.colSpan; k++ {
				if at[[2]int{r, k}] == nil {
					at[[2]int{r, k}] = host
				}
			}
		}
	}
	g.cells = out
}

// absorbCell takes over the lines of another cell.
func (c *gridCell) absorbCell(o *gridCell) {
	right, bottom := max(c.col+c.colSpan, o.col+o.colSpan), max(c.row+c.rowSpan, o.row+o.rowSpan)
	c.row, c.col = min(c.row, o.row), min(c.col, o.col)
	c.rowSpan, c.colSpan = bottom-c.row, right-c.col
	c.uncertain = true
	c.lines = append(c.lines, o.lines...)
	c.box = c.box.Union(o.box)
	byPlace(c.lines)
}

// columnOf returns the column that a chunk covers most of.
func (t *tabler) columnOf(c *line) int {
	s, best := horizontalStretch(c.box), 0
	for i, col := range t.cols {
		if s.overlap(col) > s.overlap(t.cols[best]) {
			best = i
		}
	}
	return best
}

// spanOf returns the first and the last column that a chunk covers.
func (t *tabler) spanOf(c *line) (from, to int) {
	s := horizontalStretch(c.box)
	from, to = -1, -1
	best, nearest := float32(-1e9), 0
	for i, col := range t.cols {
		o := s.overlap(col)
		if o > best {
			best, nearest = o, i
		}
		if o > 0.3*min(c.size, col.hi-col.lo, s.hi-s.lo) {
			if from < 0 {
				from = i
			}
			to = i
		}
	}
	if from < 0 {
		return nearest, nearest
	}
	return from, to
}
