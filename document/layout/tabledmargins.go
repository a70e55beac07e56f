package layout

import (
	"slices"
	"strings"
)

// Limits of rows at the margins that belong to a table without rules, in distances of its rows.
const (
	headDistance   = 2.0 // of its head from the first row below it
	lastDistance   = 1.4 // of its last row from the one above it
	singleDistance = 1.1 // the same of a row with one text
	runLength      = 12  // rows of it that are looked at
)

// dropTables leaves on the page what repeats in a table: in one that tags or rules tell of, in rows
// aligned with others, and in rows whose figures do not repeat.
func (v *view) dropTables(repeated repeatedLines) {
	if !slices.ContainsFunc(v.rows, repeated.hasAny) {
		return
	}
	tagged := map[int32][]*line{}
	for _, row := range v.rows {
		for _, l := range row {
			if l.mark.cell > 0 && l.mark.row > 0 {
				tagged[l.mark.table] = append(tagged[l.mark.table], l)
			}
		}
	}
	for _, lines := range tagged {
		repeated.dropUnlessAll(lines)
	}
	for _, g := range v.grids() {
		cells, ok := g.cellsOfLines(v.rows)
		if !ok {
			continue
		}
		lines := make([]*line, 0, len(cells))
		for l := range cells {
			lines = append(lines, l)
		}
		repeated.dropUnlessAll(lines)
	}
	v.dropAligned(repeated)
	for _, row := range v.rows {
		repeated.dropWithFigures(row)
	}
}

// dropWithFigures leaves a row on its page that has figures of its own, and figures beside a text
// that does not repeat, but for a number of the page.
func (r repeatedLines) dropWithFigures(row []*line) {
	if r.has(row) {
		return
	}
	var figures []*line
	for _, l := range row {
		if _, ok := r[l]; !ok && isFigure(l.text) {
			r.drop(row)
			return
		}
		if countLetters(l.text) == 0 {
			figures = append(figures, l)
		}
	}
	if len(figures) != 1 || !r[figures[0]] || !isPageNumber(figures[0].text) {
		r.drop(figures)
	}
}

// dropAligned leaves rows on the page that are the first or last ones of a table without rules: they
// stand as close to the next row as that to the ones after it, and in the same columns.
func (v *view) dropAligned(repeated repeatedLines) {
	var rows [][]*line
	for _, row := range v.rows {
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	m := &marginRows{view: v, rows: rows, repeated: repeated}
	m.dropTables(headDistance)
	slices.Reverse(rows)
	m.atBottom = true
	m.dropTables(lastDistance)
}

// A marginRows holds the rows of a page from one of its margins to the other.
type marginRows struct {
	view     *view
	rows     [][]*line
	atBottom bool // the first row is the lowest
	repeated repeatedLines
	prose    map[*line]bool // the lines of running text, once they are needed
}

// dropTables looks at the repeated rows on the first half of the page. distance is how far they may
// stand from the next row.
func (m *marginRows) dropTables(distance float32) {
	middle := (m.view.top + m.view.bottom) / 2
	for i, row := range m.rows {
		if row[0].middle() > middle == m.atBottom {
			return
		}
		if !m.repeated.hasAny(row) || m.repeated.rises(row) {
			continue
		}
		if m.isListed(i) {
			m.repeated.drop(row)
			continue
		}
		for _, inside := range m.rows[i:m.tableEnd(i, distance)] {
			m.repeated.drop(inside)
		}
	}
}

// isListed reports whether a row looks like the next one, which does not repeat.
func (m *marginRows) isListed(i int) bool {
	return i+1 < len(m.rows) && !m.repeated.has(m.rows[i+1]) && rowPattern(m.rows[i]) == rowPattern(m.rows[i+1])
}

// rowPattern returns the texts of a row without figures.
func rowPattern(row []*line) string {
	var b strings.Builder
	letters := 0
	for _, l := range row {
		b.WriteString(withoutFigures(l.text))
		b.WriteByte('|')
		letters += countLetters(l.text)
	}
	if letters == 0 {
		return strings.Repeat("#", len(row)) // figures below figures, whatever marks are between them
	}
	return b.String()
}

// tableEnd returns the index behind the last row of a table, as far as it was looked at, that begins
// with row i; i when none does.
func (m *marginRows) tableEnd(i int, distance float32) int {
	first := i
	if len(m.tableLines(i)) < 2 {
		if !m.atBottom {
			return i // a title
		}
		for first < len(m.rows)-1 && first-i < singleRows && len(m.tableLines(first)) == 1 {
			first++
		}
		distance = singleDistance
		if !beginsWithOne(m.rows[i][0], m.rows[first]) {
			return i
		}
	}
	run := m.alignedRun(first)
	if len(run) < leastRows || !slices.ContainsFunc(run, func(j int) bool { return !m.repeated.has(m.rows[j]) }) {
		return i
	}
	var pitch float32
	for k := range run[1:] {
		if k > 0 || first > i {
			pitch = max(pitch, rowDistance(m.rows[run[k]], m.rows[run[k+1]]))
		}
	}
	if rowDistance(m.rows[i], m.rows[i+1]) > distance*pitch {
		return i
	}
	return run[len(run)-1] + 1
}

// beginsWithOne reports whether a line begins where one of a row does.
func beginsWithOne(l *line, row []*line) bool {
	const near = 2 // points
	return slices.ContainsFunc(row, func(o *line) bool { return abs(o.box.X0-l.box.X0) < near })
}

// tableLines returns the lines of a row that are no running text.
func (m *marginRows) tableLines(i int) []*line {
	if len(m.rows[i]) < 2 && !m.atBottom {
		return m.rows[i]
	}
	if m.prose == nil {
		m.prose = proseOf(m.view.rows, m.view.horizontal).lines
	}
	return slices.DeleteFunc(slices.Clone(m.rows[i]), func(l *line) bool { return m.prose[l] })
}

// alignedRun returns the indexes of rows from one on in which texts stand side by side in the same
// columns. Between them may be rows with one text.
func (m *marginRows) alignedRun(from int) []int {
	run := []int{from}
	last := m.tableLines(from)
	if len(last) < 2 {
		return nil
	}
	singles := 0
	for j := from + 1; j < len(m.rows) && len(run) < runLength; j++ {
		lines := m.tableLines(j)
		if rowGap(m.rows[j-1], m.rows[j]) > farRow*m.rows[j][0].size || len(lines) == 0 {
			break
		}
		if len(lines) == 1 {
			if singles++; singles > singleRows {
				break
			}
			continue
		}
		if !areAligned(last, lines) {
			break
		}
		run, last, singles = append(run, j), lines, 0
	}
	return run
}

// areAligned reports whether the lines of two rows stand in the same columns: none is over two of the
// other row, and two or more over one each. In rows of as many lines, one is enough.
func areAligned(a, b []*line) bool {
	matched := 0
	for _, l := range a {
		switch countOver(l, b) {
		case 0:
		case 1:
			matched++
		default:
			return false
		}
	}
	for _, l := range b {
		if countOver(l, a) > 1 {
			return false
		}
	}
	return matched > 1 || matched == 1 && len(a) == len(b)
}

// countOver counts the lines of a row that share a part of its width with a line.
func countOver(l *line, row []*line) int {
	n := 0
	for _, o := range row {
		if l.box.overlapX(o.box) > 0 {
			n++
		}
	}
	return n
}

// rowDistance returns how far apart the middles of two rows are.
func rowDistance(a, b []*line) float32 { return abs(a[0].middle() - b[0].middle()) }

// rowGap returns the white space between two rows.
func rowGap(a, b []*line) float32 {
	return max(a[0].box.Y0-b[0].box.Y1, b[0].box.Y0-a[0].box.Y1)
}
