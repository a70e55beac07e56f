package layout

import (
	"sort"
	"strings"
	"unicode"
)

// A headCell is a cell of the header: text rows top..bottom over columns from..to.
type headCell struct {
	from, to    int
	top, bottom int
	lines       []*line
}

// A tableHead finds which rows of text are the header of a table, and its cells.
type tableHead struct{ *tabler }

// headRows counts the rows of text in front of the body, which begins with the first
// row that has figures in half of the columns that have figures at all.
func (t tableHead) headRows() int {
	const most = 12
	n := t.wordsFirst()
	if n > most {
		return 0
	}
	if n > 1 && t.beginsGroups(n-1) {
		return n - 1
	}
	return n - t.countFirstLines(n)
}

// countFirstLines counts the rows of text above the first row with figures, n, that are no header but begin with the
// cell of that row: single texts below a header of all columns, closer to each other and to the row than to the header.
func (t tableHead) countFirstLines(n int) int {
	if n < 2 || n >= len(t.rows) {
		return 0
	}
	size := t.rows[n][0].size
	for i := n - 1; i > 0; i-- {
		l := t.rows[i][0]
		if len(t.rows[i]) != 1 || t.baselineDistance(i+1) > closeLines*size || l.bold && !t.rows[n][0].bold {
			return 0
		}
		if from, to := t.spanOf(l); from != to {
			return 0
		}
		if t.baselineDistance(i) > looseRows*t.baselineDistance(i+1) && t.baselineDistance(i) > closeLines*size {
			if len(t.rows[i-1]) == len(t.cols) {
				return n - i
			}
			return 0
		}
	}
	return 0
}

// beginsGroups reports whether a row of text right under a header of all columns is the label of the
// first group of rows: more such labels follow.
func (t tableHead) beginsGroups(i int) bool {
	const even = 0.9 // of the distance of the next row
	if len(t.rows[i-1]) != len(t.cols) || i+1 >= len(t.rows) || !t.headsGroup(i) ||
		t.baselineDistance(i) < even*t.baselineDistance(i+1) {
		return false
	}
	label := t.rows[i][0]
	if first, _ := firstRune(label.text); unicode.IsLower(first) || endsMidPhrase(t.rows[i-1][0].text) {
		return false
	}
	for j := i + 2; j+1 < len(t.rows); j++ {
		if o := t.rows[j][0]; t.headsGroup(j) && o.bold == label.bold && abs(o.box.X0-label.box.X0) < groupIndent*o.size {
			return true
		}
	}
	return false
}

// wordsFirst counts the rows of text in front of the first one with figures.
func (t tableHead) wordsFirst() int {
	figures, marks, years := make([]int, len(t.cols)), make([]int, len(t.cols)), make([]int, len(t.cols))
	for i := range t.rows {
		for c, year := range t.figuresOf(i) {
			figures[c]++
			if year {
				years[c]++
			}
		}
		for _, l := range t.rows[i] {
			if from, to := t.spanOf(l); from == to && isNothing(l.text) {
				marks[from]++
			}
		}
	}
	filled, body := 0, make([]bool, len(t.cols)) // columns with figures, and those of them with years only
	for c, n := range figures {
		if c > 0 && (n*3 >= len(t.rows) || n >= 3) && n > marks[c] {
			filled++
			body[c] = years[c] == n && n*2 > len(t.rows)
		}
	}
	if filled == 0 {
		return t.headBand()
	}
	for i := range t.rows {
		n, inHead := 0, 0
		for c, year := range t.figuresOf(i) {
			if c == 0 {
				continue
			}
			n++
			if year && !body[c] {
				inHead++
			}
		}
		if n*2 >= filled && inHead*2 < n {
			return i
		}
	}
	return t.headBand()
}

// headBand counts the rows of text above the first rule of a table in words; without
// one, the first row when it alone is bold.
func (t tableHead) headBand() int {
	bands := t.rowBands()
	if len(bands) > 1 && (bands[0].to-bands[0].from)*3 <= len(t.rows) {
		return bands[0].to
	}
	if len(t.rows) > 2 && isBold(t.rows[0]) && !isBold(t.rows[1]) && len(t.rows[0]) > 1 {
		return 1
	}
	return 0
}

// isBold reports whether all texts of a row are bold.
func isBold(row []*line) bool {
	for _, l := range row {
		if !l.bold {
			return false
		}
	}
	return true
}

// figuresOf returns the columns in which a row of text has a figure of one column; true
// where it looks like a year, which headers have too.
func (t tableHead) figuresOf(i int) map[int]bool {
	out := map[int]bool{}
	for _, l := range t.rows[i] {
		if from, to := t.spanOf(l); from == to && (isFigure(l.text) || isNothing(l.text)) {
			out[from] = isYear(l.text)
		}
	}
	return out
}

// isFigure reports whether a text is a value with hardly a letter in it.
func isFigure(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= digits && letters <= 4
}

// isNothing reports whether a text is a mark for no value.
func isNothing(s string) bool {
	switch s {
	case "-", "–", "—", "−", "n/a", "N/A", "n.a.", "na", "NA", "..", "...", ":", "*":
		return true
	}
	return false
}

// isYear reports whether the only figures of a text are years.
func isYear(s string) bool {
	years := 0
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if len(part) != 4 || !strings.HasPrefix(part, "19") && !strings.HasPrefix(part, "20") {
			return false
		}
		years++
	}
	return years > 0
}

// headCells puts the texts of the header into cells: lines of one cell stand right
// under each other in the same columns.
func (t tableHead) headCells(rows int) []*headCell {
	var out []*headCell
	for i := range rows {
		for _, l := range t.rows[i] {
			from, to := t.headSpan(l, i, rows)
			if c := t.headAbove(out, from, to, i); c != nil {
				c.lines, c.bottom = append(c.lines, l), i
				continue
			}
			out = append(out, &headCell{from, to, i, i, []*line{l}})
		}
	}
	return out
}

// headAbove returns the cell that a line of the header over the given columns carries on.
func (t tableHead) headAbove(cells []*headCell, from, to, row int) *headCell {
	for i := len(cells) - 1; i >= 0; i-- {
		c := cells[i]
		if c.to < from || c.from > to {
			continue
		}
		last := c.lines[len(c.lines)-1]
		if c.from == from && c.to == to && c.bottom < row && last.box.Y0-t.rowBox(row).Y1 < 0.7*last.size && !t.ruleUnderHead(c, row) {
			return c
		}
		return nil
	}
	return nil
}

// ruleUnderHead reports whether a rule parts a cell of the header from a row of text.
func (t tableHead) ruleUnderHead(c *headCell, row int) bool {
	last := c.lines[len(c.lines)-1]
	upper, lower := (last.box.Y0+last.box.Y1)/2, t.rowMiddle(row)
	for _, h := range t.h {
		if h.Y0 < upper && h.Y0 > lower && min(h.X1, last.box.X1)-max(h.X0, last.box.X0) > 0.5*last.box.Width() {
			return true
		}
	}
	return false
}

// headSpan returns the columns that a text of the header stands over: those that it
// covers, those over the rule below it, or as many more as it is centred over.
func (t tableHead) headSpan(l *line, row, rows int) (from, to int) {
	from, to = t.spanOf(l)
	if row == rows-1 {
		return from, to
	}
	lo, hi := t.freeAround(row, from, to, l)
	if f, u, ok := t.underlinedColumns(l); ok && f <= from && u >= to && f >= min(lo, from) && u <= hi {
		return f, u
	}
	centre := (l.box.X0 + l.box.X1) / 2
	best := abs(centre - (t.cols[from].lo+t.cols[to].hi)/2)
	if from == to && best < 0.25*t.spanWidth(from, to) && (from == 0 || best < 0.6*l.size) {
		return from, to
	}
	f, u := from, to
	for i := lo; i <= from; i++ {
		for j := to; j <= hi; j++ {
			off := abs(centre - (t.cols[i].lo+t.cols[j].hi)/2)
			wider := from < to && off < 0.8*l.size && j-i > u-f
			if off < best-0.5*l.size || wider {
				best, f, u = off, i, j
			}
		}
	}
	if best > 1.5*l.size || f == u {
		return from, to
	}
	return f, u
}

func (t tableHead) spanWidth(from, to int) float32 { return t.cols[to].hi - t.cols[from].lo }

// underlinedColumns returns the columns over a rule right under a text of the header, when the
// rule does not run under the whole table.
func (t tableHead) underlinedColumns(l *line) (from, to int, ok bool) {
	for _, h := range t.h {
		under := h.Y0 < l.box.Y0+0.3*l.size && h.Y0 > l.box.Y0-0.8*l.size
		if !under || h.X0 > l.box.X0+1 || h.X1 < l.box.X1-1 || h.X1-h.X0 > 0.9*t.box.Width() {
			continue
		}
		from, to = -1, -1
		for i, c := range t.cols {
			if min(c.hi, h.X1)-max(c.lo, h.X0) > 0.5*(c.hi-c.lo) {
				if from < 0 {
					from = i
				}
				to = i
			}
		}
		if from >= 0 {
			return from, to, true
		}
	}
	return 0, 0, false
}

// freeAround widens columns from..to over neighbours that have no other text in the
// row, but text below it; the first column of the table is free for none.
func (t tableHead) freeAround(row, from, to int, me *line) (lo, hi int) {
	taken := make([]bool, len(t.cols))
	for _, l := range t.rows[row] {
		if l != me {
			f, u := t.spanOf(l)
			for i := f; i <= u; i++ {
				taken[i] = true
			}
		}
	}
	lo, hi = from, to
	for lo > 1 && !taken[lo-1] {
		lo--
	}
	for hi+1 < len(t.cols) && !taken[hi+1] {
		hi++
	}
	return lo, hi
}

// headGrid makes the rows of the header out of its cells: as few as keep cells that
// stand above each other apart. A cell with nothing above it reaches up to the top.
func (t tableHead) headGrid(cells []*headCell) (out []*gridCell, rows int) {
	if len(cells) == 0 {
		return nil, 0
	}
	cuts := cutsBetween(cells)
	rowOf := func(text int) int {
		return sort.Search(len(cuts), func(i int) bool { return cuts[i] >= text })
	}
	rows = len(cuts) + 1
	for _, c := range cells {
		top, bottom := rowOf(c.top), rowOf(c.bottom)
		if c.from == c.to && !someAbove(cells, c) {
			top = 0
		}
		if c.from == c.to && !someBelow(cells, c) {
			bottom = rows - 1
		}
		cell := &gridCell{row: top, rowSpan: bottom - top + 1, col: c.from, colSpan: c.to - c.from + 1, header: true, lines: c.lines}
		for _, l := range c.lines {
			cell.box = cell.box.Union(l.box)
		}
		out = append(out, cell)
	}
	return out, rows
}

// cutsBetween returns the text rows after which a row of the header ends.
func cutsBetween(cells []*headCell) []int {
	type gap struct{ first, last int } // any place from first to last parts two cells
	var gaps []gap
	for _, a := range cells {
		for _, b := range cells {
			if a.bottom < b.top && a.from <= b.to && b.from <= a.to {
				gaps = append(gaps, gap{a.bottom, b.top - 1})
			}
		}
	}
	sort.Slice(gaps, func(i, j int) bool { return gaps[i].last < gaps[j].last })
	var cuts []int
	for _, g := range gaps {
		if n := len(cuts); n == 0 || cuts[n-1] < g.first {
			cuts = append(cuts, g.last)
		}
	}
	return cuts
}

func someAbove(cells []*headCell, c *headCell) bool {
	for _, o := range cells {
		if o != c && o.bottom < c.top && o.from <= c.to && c.from <= o.to {
			return true
		}
	}
	return false
}

func someBelow(cells []*headCell, c *headCell) bool {
	for _, o := range cells {
		if o != c && o.top > c.bottom && o.from <= c.to && c.from <= o.to {
			return true
		}
	}
	return false
}
