package layout

import "sort"

// taggedTables reads the tables that the tags of a file describe, takes their lines out
// of the rows, and returns the rest.
func (v *view) taggedTables(rows [][]*line, styles []Style) (tables []*grid, rest [][]*line) {
	lines := map[int32][]*line{}
	var order []int32
	for _, r := range rows {
		for _, l := range r {
			if m := l.mark; m.cell > 0 && m.row > 0 {
				if lines[m.table] == nil {
					order = append(order, m.table)
				}
				lines[m.table] = append(lines[m.table], l)
			}
		}
	}
	taken := map[*line]bool{}
	for _, id := range order {
		if g := taggedGrid(lines[id]); g != nil && g.isCompact(rows, lines[id]) {
			tables = append(tables, g)
			for _, l := range lines[id] {
				taken[l] = true
			}
		}
	}
	if len(taken) == 0 {
		return nil, rows
	}
	rest = make([][]*line, len(rows))
	for i, r := range rows {
		for _, l := range r {
			if !taken[l] {
				rest[i] = append(rest[i], l)
			}
		}
	}
	return tables, rest
}

// taggedGrid makes a table of lines whose tags say in which row and cell they stand.
// Columns and spans follow from where the cells are. It returns nil when the cells do
// not stand as cells of a table do.
func taggedGrid(lines []*line) *grid {
	cells := map[int32]*gridCell{}
	rowOf := map[int32]int{}
	var rows, ids []int32
	for _, l := range lines {
		m := l.mark
		if _, ok := rowOf[m.row]; !ok {
			rowOf[m.row] = 0
			rows = append(rows, m.row)
		}
		c := cells[m.cell]
		if c == nil {
			c = &gridCell{rowSpan: 1, colSpan: 1, header: m.head}
			cells[m.cell] = c
			ids = append(ids, m.cell)
		}
		c.lines = append(c.lines, l)
		c.box = c.box.Union(l.box)
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i] < rows[j] })
	for i, r := range rows {
		rowOf[r] = i
	}
	g := &grid{rows: len(rows)}
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	for _, id := range ids {
		c := cells[id]
		c.row = rowOf[c.lines[0].mark.row]
		g.cells = append(g.cells, c)
		g.box = g.box.Union(c.box)
	}
	if !g.placeColumns() {
		return nil
	}
	return g
}

// placeColumns gives the cells their columns, and reports whether that makes a table.
func (g *grid) placeColumns() bool {
	whole := make([]*line, len(g.cells))
	for i, c := range g.cells {
		whole[i] = &line{box: c.box, size: c.lines[0].size}
	}
	cols := addToColumns(nil, [][]*line{whole}, true)
	sort.Slice(cols, func(i, j int) bool { return cols[i].lo < cols[j].lo })
	t := &tabler{cols: cols}
	g.cols = len(cols)
	taken := map[[2]int]bool{}
	for i, c := range g.cells {
		from, to := t.spanOf(whole[i])
		c.col, c.colSpan = from, to-from+1
		for k := from; k <= to; k++ {
			if taken[[2]int{c.row, k}] {
				return false
			}
			taken[[2]int{c.row, k}] = true
		}
	}
	sort.SliceStable(g.cells, func(i, j int) bool {
		if g.cells[i].row != g.cells[j].row {
			return g.cells[i].row < g.cells[j].row
		}
		return g.cells[i].col < g.cells[j].col
	})
	return g.rows > 1 && g.cols > 1 && len(g.cells) > 3
}

// isCompact reports whether the table's place holds hardly any other lines.
func (g *grid) isCompact(rows [][]*line, own []*line) bool {
	inside := 0
	for _, r := range rows {
		for _, l := range r {
			if g.box.containsPoint((l.box.X0+l.box.X1)/2, (l.box.Y0+l.box.Y1)/2) {
				inside++
			}
		}
	}
	return inside*10 <= len(own)*13
}
