package layout

import (
	"regexp"
	"slices"
	"strconv"
)

// loneNumber is the number of a list item without its text.
var loneNumber = regexp.MustCompile(`^\(?(\d{1,2})[.)]$`)

// readCells reads labels and values that stand side by side inside a cell together,
// and takes a cell that frames blocks side by side, as forms have them, apart.
func (g *grid) readCells(horizontal []Rule, styles []Style) {
	for _, c := range g.cells {
		var rows [][]*line
		for i, l := range c.lines {
			if i == 0 || l.row != c.lines[i-1].row {
				rows = append(rows, nil)
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], l)
		}
		joinNumbers(rows, styles)
		joinCurrencies(rows, true, styles)
		pairUp(rows, styles)
		c.lines = slices.Concat(rows...)
		if blocks := blocksOf(rows, horizontal); haveNeighbours(blocks) {
			c.parts, c.lines = readingOrder(blocks), nil
			for _, b := range c.parts {
				c.lines = append(c.lines, b.lines...)
			}
		}
	}
}

// joinNumbers puts the numbers of a list's items in front of their texts. They stand at one place
// of the left edge, count up by one, and have nothing but their texts beside them.
func joinNumbers(rows [][]*line, styles []Style) {
	var numbered []int
	for i, r := range rows {
		m := loneNumber.FindStringSubmatch(r[0].text)
		if m == nil {
			continue
		}
		if len(r) != 2 || r[1].box.X0-r[0].box.X1 > markReach*r[0].size {
			return
		}
		if len(numbered) > 0 && !followsNumber(rows[numbered[len(numbered)-1]][0], r[0]) {
			return
		}
		numbered = append(numbered, i)
	}
	if len(numbered) < 2 {
		return
	}
	for _, i := range numbered {
		rows[i] = []*line{mergeLines(rows[i][0], rows[i][1], styles)}
	}
}

// followsNumber reports whether a line is the next number of a list below another one.
func followsNumber(above, l *line) bool {
	a, b := loneNumber.FindStringSubmatch(above.text), loneNumber.FindStringSubmatch(l.text)
	last, _ := strconv.Atoi(a[1])
	next, _ := strconv.Atoi(b[1])
	aligned := min(abs(above.box.X0-l.box.X0), abs(above.box.X1-l.box.X1)) < 0.3*l.size
	return aligned && (next == last+1 || next == 1)
}

// haveNeighbours reports whether two blocks of several lines stand side by side.
func haveNeighbours(blocks []*block) bool {
	for i, a := range blocks {
		for _, b := range blocks[:i] {
			if a.box.overlapX(b.box) < 0 && a.box.overlapY(b.box) > 0 && len(a.lines) > 1 && len(b.lines) > 1 {
				return true
			}
		}
	}
	return false
}

// readingRuns returns the cells in the order in which one reads them. That is row by
// row; but a row of labels over a single row of values, as forms have it, is read
// down its columns, so that each value follows its label.
func (g *grid) readingRuns() [][]*gridCell {
	rows := make([][]*gridCell, g.rows)
	for _, c := range g.cells {
		rows[c.row] = append(rows[c.row], c)
	}
	var out [][]*gridCell
	for r := 0; r < g.rows; r++ {
		if r+1 < g.rows && hasLabelsOver(rows[r], rows[r+1]) && (r+2 == g.rows || !hasValues(rows[r+2])) {
			out = append(out, columnRuns(rows[r], rows[r+1])...)
			r++
			continue
		}
		if len(rows[r]) > 0 {
			out = append(out, rows[r])
		}
	}
	return out
}

// hasLabelsOver reports whether the upper row holds labels only and the lower one, with
// the same columns, some values.
func hasLabelsOver(upper, lower []*gridCell) bool {
	if len(upper) < 2 || len(upper) != len(lower) || hasValues(upper) || !hasValues(lower) {
		return false
	}
	for i, c := range upper {
		if c.col != lower[i].col || c.rowSpan != 1 || lower[i].rowSpan != 1 || c.colSpan != lower[i].colSpan {
			return false
		}
	}
	return true
}

// hasValues reports whether some cell of a row begins with a value.
func hasValues(cells []*gridCell) bool {
	for _, c := range cells {
		if len(c.lines) > 0 && isValue(c.lines[0].text) {
			return true
		}
	}
	return false
}

// columnRuns pairs the cells of two rows column by column.
func columnRuns(upper, lower []*gridCell) [][]*gridCell {
	out := make([][]*gridCell, len(upper))
	for i := range upper {
		out[i] = []*gridCell{upper[i], lower[i]}
	}
	return out
}
