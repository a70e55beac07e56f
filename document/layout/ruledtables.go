package layout

import "sort"

// ruledTables reads the tables that rules draw, and returns the lines outside of them.
func (v *view) ruledTables(rows [][]*line, styles []Style) (tables []*grid, rest [][]*line) {
	rest = rows
	for _, g := range v.grids() {
		outside, ok := g.fillCells(rest)
		if !ok {
			continue
		}
		v.addLabels(g, outside)
		v.addStripes(g, outside, styles)
		inside := g.textRows()
		read, left := v.readRuled(g, inside, styles)
		if read == nil {
			continue
		}
		rest = outside
		putBack(rest, left)
		tables = append(tables, read)
	}
	return tables, rest
}

// grids returns the tables that the rules of the view draw, as yet without text.
func (v *view) grids() []*grid {
	if !v.gridsFound {
		v.ruled, v.gridsFound = ruledGrids(v.horizontal, v.vertical), true
	}
	return v.ruled
}

// readRuled reads a grid that holds rows of text: as it is drawn, or by alignment where
// it draws no more than a frame. What is caption or note is left over. It returns nil
// when there is no table in the frame.
func (v *view) readRuled(g *grid, inside [][]*line, styles []Style) (read *grid, left []*line) {
	if !g.hasMergedCells() {
		left = g.removeTitle()
		g.splitSpans()
		g.readCells(v.horizontal, styles)
		g.markHeader()
		return g, left
	}
	t := v.tablerOf(inside, styles)
	left = t.removeTitle()
	if len(t.cols) < 2 || !t.isTable() {
		return nil, nil
	}
	return t.buildGrid(), left
}

// splitSpans cuts cells that span columns where their texts stand side by side, one in
// each column: rules are missing there, as in shaded headers.
func (g *grid) splitSpans() {
	var cols []stretch
	for _, c := range g.columnPlaces() {
		if c.hi <= c.lo {
			return
		}
		cols = append(cols, c)
	}
	var out []*gridCell
	for _, c := range g.cells {
		at := c.columnsOfLines(cols)
		if at == nil {
			out = append(out, c)
			continue
		}
		for k := range c.colSpan {
			part := &gridCell{box: c.box, row: c.row, col: c.col + k, rowSpan: c.rowSpan, colSpan: 1}
			part.box.X0, part.box.X1 = cols[part.col].lo, cols[part.col].hi
			for i, l := range c.lines {
				if at[i] == part.col {
					part.lines = append(part.lines, l)
				}
			}
			out = append(out, part)
		}
	}
	g.cells = out
}

// columnsOfLines returns the columns in which the lines of a spanning cell stand,
// nil when one of them runs over several, or all stand in one.
func (c *gridCell) columnsOfLines(cols []stretch) []int {
	if c.colSpan < 2 || len(c.lines) < 2 || len(c.lines) > 2*c.colSpan {
		return nil // or blocks of text that are framed together
	}
	const slack = 2
	out := make([]int, len(c.lines))
	several := false
	for i, l := range c.lines {
		out[i] = -1
		for k := c.col; k < c.col+c.colSpan; k++ {
			if l.box.X0 > cols[k].lo-slack && l.box.X1 < cols[k].hi+slack {
				out[i] = k
			}
		}
		if out[i] < 0 {
			return nil
		}
		several = several || out[i] != out[0]
	}
	if !several {
		return nil
	}
	return out
}

// tablerOf prepares the columns of a table of lines, by rows.
func (v *view) tablerOf(rows [][]*line, styles []Style) *tabler {
	var box Box
	for _, r := range rows {
		for _, l := range r {
			box = box.Union(l.box)
		}
	}
	near := v.viewWithin(box)
	t := &tabler{styles: styles, h: near.horizontal, v: near.vertical, page: v.page, turn: v.turn}
	for _, r := range rows {
		var words []*word
		for _, l := range r {
			words = append(words, l.placed...)
		}
		if len(words) > 0 {
			t.rows = append(t.rows, t.cutChunks(words, r[0].row))
		}
	}
	t.box = box
	t.findColumns()
	return t
}

// textRows returns the lines in the cells of a grid, by the rows in which they stand.
func (g *grid) textRows() [][]*line {
	var lines []*line
	for _, c := range g.cells {
		lines = append(lines, c.lines...)
	}
	byPlace(lines)
	var out [][]*line
	for i, l := range lines {
		if i == 0 || l.row != lines[i-1].row {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], l)
	}
	return out
}

// putBack adds lines to the rows in which they stand.
func putBack(rows [][]*line, lines []*line) {
	for _, l := range lines {
		rows[l.row] = append(rows[l.row], l)
		sort.SliceStable(rows[l.row], func(i, j int) bool { return rows[l.row][i].box.X0 < rows[l.row][j].box.X0 })
	}
}
