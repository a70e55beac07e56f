package layout

import (
	"slices"
	"sort"
)

// A cellLine is a line of a table that tags describe, with its cell: that of the outer table for a table in a cell
// that is none by itself.
type cellLine struct {
	*line
	in *tagMark
}

// taggedTables reads the tables that the tags of a file describe, takes their lines out
// of the rows, and returns the rest. A table in a cell of another one is a table of its own.
func (v *view) taggedTables(rows [][]*line, styles []Style) (tables []*grid, rest [][]*line) {
	lines := map[int32][]cellLine{}
	var order []int32
	add := func(l cellLine) {
		if lines[l.in.table] == nil {
			order = append(order, l.in.table)
		}
		lines[l.in.table] = append(lines[l.in.table], l)
	}
	for _, r := range rows {
		for _, l := range r {
			if m := l.mark; m.cell > 0 && m.row > 0 {
				add(cellLine{l, m})
			}
		}
	}
	taken := map[*line]bool{}
	for len(order) > 0 {
		id := slices.Max(order) // inner tables come after outer ones
		order = slices.DeleteFunc(order, func(o int32) bool { return o == id })
		if g := taggedGrid(lines[id]); g != nil && g.isCompact(rows, lines[id], taken) {
			tables = append(tables, g)
			for _, l := range lines[id] {
				taken[l.line] = true
			}
			continue
		}
		for _, l := range lines[id] {
			if outer := l.in.around; outer != nil && outer.row > 0 {
				add(cellLine{l.line, outer})
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
func taggedGrid(lines []cellLine) *grid {
	cells := map[int32]*gridCell{}
	rowOf := map[int32]int{}
	rowsOf := map[int32]int32{}
	var rows, ids []int32
	for _, l := range lines {
		m := l.in
		if _, ok := rowOf[m.row]; !ok {
			rowOf[m.row] = 0
			rows = append(rows, m.row)
		}
		c := cells[m.cell]
		if c == nil {
			c = &gridCell{rowSpan: 1, colSpan: 1, header: m.head}
			cells[m.cell], rowsOf[m.cell] = c, m.row
			ids = append(ids, m.cell)
		}
		c.lines = append(c.lines, l.line)
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
		c.row = rowOf[rowsOf[id]]
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

// isCompact reports whether the table's place holds hardly any other lines than its own and those of tables in it.
func (g *grid) isCompact(rows [][]*line, own []cellLine, inner map[*line]bool) bool {
	inside := 0
	for _, r := range rows {
		for _, l := range r {
			if !inner[l] && g.box.containsPoint((l.box.X0+l.box.X1)/2, (l.box.Y0+l.box.Y1)/2) {
				inside++
			}
		}
	}
	return inside*10 <= len(own)*13
}
