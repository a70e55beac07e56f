package layout

import "sort"

// ruledTables reads the tables that rules draw, and returns the lines outside of them.
func (v *view) ruledTables(rows [][]*line, styles []Style) (tables []*grid, rest [][]*line) {
	rest = rows
	for _, g := range ruledGrids(v.horizontal, v.vertical) {
		outside, ok := g.fill(rest)
		if !ok {
			continue
		}
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

// readRuled reads a grid that holds rows of text: as it is drawn, or by alignment where
// it draws no more than a frame. What is caption or note is left over. It returns nil
// when there is no table in the frame.
func (v *view) readRuled(g *grid, inside [][]*line, styles []Style) (read *grid, left []*line) {
	if !g.merged() {
		left = g.untitle()
		g.readCells(v.horizontal, styles)
		g.markHeader()
		return g, left
	}
	t := v.tablerOf(inside, styles)
	left = t.untitled()
	if len(t.cols) < 2 || !t.isTable() {
		return nil, nil
	}
	return t.grid(), left
}

// tablerOf prepares the columns of a table of lines, by rows.
func (v *view) tablerOf(rows [][]*line, styles []Style) *tabler {
	var box Box
	for _, r := range rows {
		for _, l := range r {
			box = box.Union(l.box)
		}
	}
	near := v.within(box)
	t := &tabler{styles: styles, h: near.horizontal, v: near.vertical, page: v.page, turn: v.turn}
	for _, r := range rows {
		var words []*word
		for _, l := range r {
			words = append(words, l.placed...)
		}
		if len(words) > 0 {
			t.rows = append(t.rows, t.chunks(words, r[0].row))
		}
	}
	t.box = box
	t.findColumns()
	return t
}

// textRows are the lines in the cells of a grid, by the rows in which they stand.
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
