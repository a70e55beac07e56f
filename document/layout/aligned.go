package layout

import (
	"slices"
	"unicode"
)

// Limits of tables without rules.
const (
	minHeaders   = 3   // columns that the header row must have
	rowReach     = 4.5 // how far apart rows may stand, in font sizes
	wrapReach    = 2.0 // how far apart the lines of one row may stand
	figureShare  = 0.6 // of the cells of a column of figures
	maxTableRows = 2000
)

// alignedGrids finds tables that only the alignment of their columns shows: a header
// row in words over rows with figures. Their lines are taken out of the rows.
func alignedGrids(rows [][]*line) []*grid {
	var out []*grid
	for i := 0; i < len(rows); i++ {
		if !isHeaderRow(rows[i]) {
			continue
		}
		b := startTable(rows[i])
		last := i
		for j := i + 1; j < len(rows) && j-i < maxTableRows; j++ {
			if len(rows[j]) == 0 {
				continue
			}
			if !b.acceptRow(rows[j]) {
				break
			}
			last = j
		}
		g := b.buildGrid()
		if g == nil {
			if last-i > longRun {
				i = last
			}
			continue
		}
		for j := i; j <= last; j++ {
			rows[j] = nil
		}
		out = append(out, g)
		i = last
	}
	return out
}

// isHeaderRow reports whether a row may be the header of a table: at least three short
// texts, hardly any with figures, none a label with a colon.
func isHeaderRow(lines []*line) bool {
	if len(lines) < minHeaders {
		return false
	}
	figures := 0
	for _, l := range lines {
		n := len([]rune(l.text))
		if n > 40 || l.text[len(l.text)-1] == ':' {
			return false
		}
		if hasDigit(l.text) {
			figures++
		}
	}
	return figures*3 <= len(lines) && hasLetters(lines)
}

// hasLetters reports whether most of the texts are words.
func hasLetters(lines []*line) bool {
	n := 0
	for _, l := range lines {
		for _, r := range l.text {
			if unicode.IsLetter(r) {
				n++
				break
			}
		}
	}
	return n*3 >= len(lines)*2
}

// A tableBuilder grows a table downwards from its header row.
type tableBuilder struct {
	cols   []Box       // extents of the columns so far
	rows   [][][]*line // row, column, lines
	bottom float32     // of the last row
	head   bool        // no row of the body yet
	size   float32
}

// startTable begins with the header row.
func startTable(header []*line) *tableBuilder {
	b := &tableBuilder{head: true, size: header[0].size}
	row := make([][]*line, len(header))
	for i, l := range header {
		b.cols = append(b.cols, l.box)
		row[i] = []*line{l}
	}
	b.rows = [][][]*line{row}
	b.bottom = header[0].box.Y0
	return b
}

// acceptRow adds a row of lines, or reports false when the table has ended above it.
func (b *tableBuilder) acceptRow(lines []*line) bool {
	size := max(b.size, lines[0].size)
	gap := b.bottom - lines[0].box.Y0
	if gap > rowReach*size {
		return false
	}
	at, ok := b.columnsOf(lines)
	if !ok {
		return false
	}
	if gap < wrapReach*size && b.continuesCells(lines, at) {
		b.putLines(len(b.rows)-1, lines, at)
		return true
	}
	used := map[int]bool{}
	for _, c := range at {
		used[c] = true
	}
	if len(used) < 2 || !used[0] && !used[1] || len(used) < (len(b.cols)+2)/3 {
		return false
	}
	if !used[0] && len(lines) == 2 && isLabel(lines[0].text) && isValue(lines[1].text) {
		return false // a sum under the last columns is not a row of the table
	}
	b.rows = append(b.rows, make([][]*line, len(b.cols)))
	b.head = false
	b.putLines(len(b.rows)-1, lines, at)
	return true
}

// continuesCells reports whether lines continue the cells of the row above: a second line of
// headers, or of a description.
func (b *tableBuilder) continuesCells(lines []*line, at []int) bool {
	last := b.rows[len(b.rows)-1]
	for i, l := range lines {
		if isValue(l.text) && len(last[at[i]]) > 0 && isValue(last[at[i]][0].text) {
			return false
		}
		if b.head && isValue(l.text) {
			return false
		}
		if len(last[at[i]]) == 0 && len(lines) > 1 {
			return false
		}
	}
	return len(lines) < len(b.cols)
}

// putLines adds lines to the cells of a row and widens the columns.
func (b *tableBuilder) putLines(row int, lines []*line, at []int) {
	for i, l := range lines {
		c := at[i]
		b.rows[row][c] = append(b.rows[row][c], l)
		b.cols[c].X0, b.cols[c].X1 = min(b.cols[c].X0, l.box.X0), max(b.cols[c].X1, l.box.X1)
		b.bottom = min(b.bottom, l.box.Y0)
	}
}

// columnsOf says in which column each line stands; ok is false when a line runs
// across two columns.
func (b *tableBuilder) columnsOf(lines []*line) (at []int, ok bool) {
	prev := -1
	for _, l := range lines {
		c := b.columnOf(l)
		if c < 0 || c <= prev && len(lines) > 1 {
			return b.inOrder(lines)
		}
		at, prev = append(at, c), c
	}
	return at, true
}

// inOrder gives each column one line, where there are as many: figures set to the
// right may end nearer to the next header than to their own.
func (b *tableBuilder) inOrder(lines []*line) (at []int, ok bool) {
	if len(lines) != len(b.cols) {
		return nil, false
	}
	for i, l := range lines {
		if i > 0 && l.box.X0 < b.cols[i-1].X1 || i+1 < len(b.cols) && l.box.X1 > b.cols[i+1].X0 {
			return nil, false
		}
		at = append(at, i)
	}
	return at, true
}

// columnOf returns the column that a line overlaps, or the nearest one when it stands
// between two; -1 when it overlaps several.
func (b *tableBuilder) columnOf(l *line) int {
	found, nearest := -1, 0
	best := float32(-1e9)
	for i, c := range b.cols {
		o := l.box.overlapX(c)
		if o > best {
			best, nearest = o, i
		}
		if o > 0.5*l.size {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	if found < 0 && best > -6*l.size {
		found = nearest
	}
	return found
}

// buildGrid builds the table, or returns nil when it lacks rows or columns of figures:
// half of the columns must hold figures, or one when the header is set off in bold
// type.
func (b *tableBuilder) buildGrid() *grid {
	figures := b.figureColumns()
	if len(b.rows) < 2 || figures == 0 || figures*2 < len(b.cols) && !b.boldHeader() {
		return nil
	}
	g := &grid{rows: len(b.rows), cols: len(b.cols)}
	for r, row := range b.rows {
		for c, lines := range row {
			cell := &gridCell{row: r, col: c, rowSpan: 1, colSpan: 1, header: r == 0, lines: lines}
			for _, l := range lines {
				cell.box = cell.box.Union(l.box)
			}
			g.cells = append(g.cells, cell)
			g.box = g.box.Union(cell.box)
		}
	}
	b.markDoubt(g)
	return g
}

// markDoubt marks cells whose lines may be those of several rows.
func (b *tableBuilder) markDoubt(g *grid) {
	t := &tabler{box: g.box}
	for _, c := range b.cols {
		t.cols = append(t.cols, horizontalStretch(c))
	}
	var of []int // the row of the table of each row of text
	head := 0
	for r, row := range b.rows {
		byRow := map[int][]*line{}
		var order []int
		for _, l := range slices.Concat(row...) {
			if byRow[l.row] == nil {
				order = append(order, l.row)
			}
			byRow[l.row] = append(byRow[l.row], l)
		}
		slices.Sort(order)
		for _, i := range order {
			t.rows, of = append(t.rows, byRow[i]), append(of, r)
		}
		if r == 0 {
			head = len(t.rows)
		}
	}
	newDoubter(t, g, head, of[head:]).doubtLines()
}

// boldHeader reports whether the header is bold and the body is not.
func (b *tableBuilder) boldHeader() bool {
	for _, lines := range b.rows[0] {
		if len(lines) > 0 && !lines[0].bold {
			return false
		}
	}
	for _, lines := range b.rows[1] {
		if len(lines) > 0 && !lines[0].bold {
			return true
		}
	}
	return false
}

// figureColumns counts the columns that hold mostly figures under their header.
func (b *tableBuilder) figureColumns() int {
	n := 0
	for c := range b.cols {
		values, all := 0, 0
		for _, row := range b.rows[1:] {
			if len(row[c]) > 0 {
				all++
				if isValue(row[c][0].text) {
					values++
				}
			}
		}
		if values > 0 && float64(values) >= figureShare*float64(all) {
			n++
		}
	}
	return n
}
