package layout

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// continueTable adds the table that begins a page to the one that ends the page before
// it, when they have the same columns: rows that repeat the header are left out. It
// returns what is left of the page, and false when nothing is continued.
func continueTable(items, next []*item) ([]*item, bool) {
	last := lastItem(items)
	if last == nil || last.kind != document.KindTable {
		return next, false
	}
	at := firstTable(next)
	if at < 0 || next[at].turn != last.turn || !haveSameColumns(last.table, next[at].table) {
		return next, false
	}
	if hasOtherHeader(last.table, next[at].table) && last.table.brokenRow(next[at].table, 0) == nil {
		return next, false
	}
	last.continueWith(next[at])
	return slices.Delete(slices.Clone(next), at, at+1), true
}

// opensPart reports whether a bookmark says that a part of the document begins at the top of a page, as those of
// the sheets of a workbook do. One that names the number of the page only tells pages.
func opensPart(doc *Document, page int) bool {
	const top = 2 // points
	return slices.ContainsFunc(doc.Outline, func(b Bookmark) bool {
		return b.Page == page && float64(b.Y) > float64(doc.Pages[page-1].Height)-top && !slices.Contains(figuresOf(b.Title), page)
	})
}

// lastItem returns the last item but images.
func lastItem(items []*item) *item {
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].kind != document.KindImage {
			return items[i]
		}
	}
	return nil
}

// firstTable returns the index of the table that begins a page, with nothing but its
// caption above it, or -1.
func firstTable(items []*item) int {
	for i, it := range items {
		switch {
		case it.kind == document.KindTable:
			return i
		case it.kind == document.KindImage:
		case len(it.lines) == 1 && isContinuedMark(it.lines[0].text):
		default:
			return -1
		}
	}
	return -1
}

// isContinuedMark reports whether a text marks the continuation of a table.
func isContinuedMark(s string) bool {
	s = strings.ToLower(s)
	return strings.Contains(s, "continued") || strings.Contains(s, "cont'd") || strings.Contains(s, "cont’d") ||
		strings.Contains(s, "(cont") || strings.Contains(s, "fortsetzung") || strings.Contains(s, "(suite)")
}

// haveSameColumns reports whether two tables have as many columns, at the same places.
func haveSameColumns(a, b *grid) bool {
	if a.cols != b.cols || a.cols < 2 {
		return false
	}
	x, y := a.columnPlaces(), b.columnPlaces()
	known, same := 0, 0
	for i := range x {
		if x[i].hi <= x[i].lo || y[i].hi <= y[i].lo {
			continue
		}
		known++
		if x[i].overlap(y[i]) > 0.5*min(x[i].hi-x[i].lo, y[i].hi-y[i].lo) {
			same++
		}
	}
	return known > 0 && same*10 >= known*9 && abs(a.box.X0-b.box.X0) < 20 && abs(a.box.X1-b.box.X1) < 30
}

// columnPlaces returns the extents of the columns.
func (g *grid) columnPlaces() []stretch {
	out := make([]stretch, g.cols)
	for _, c := range g.cells {
		if c.colSpan != 1 || c.box.Empty() {
			continue
		}
		if s := &out[c.col]; s.hi <= s.lo {
			*s = horizontalStretch(c.box)
		} else {
			*s = stretch{min(s.lo, c.box.X0), max(s.hi, c.box.X1)}
		}
	}
	return out
}

// hasOtherHeader reports whether the second table begins with a header of its own, with
// other words than the first one.
func hasOtherHeader(a, b *grid) bool {
	words, figures := 0, 0
	for _, c := range b.cells {
		if c.row == 0 && len(c.lines) > 0 {
			if c.header {
				words++
			}
			if isFigure(c.lines[0].text) || isNothing(c.lines[0].text) {
				figures++
			}
		}
	}
	return words*2 > b.cols && figures == 0 && repeatedRows(a, b) == 0
}

// headingLines is how many lines a heading of a column has at most. A cell with more of them holds the
// head of a form, which stays on each page that it stands on.
const headingLines = 4

// headingRows is how many rows of headings a table has at most.
const headingRows = 8

// repeatedRows counts the rows at the start of b that say the same as those of a, as headings do.
func repeatedRows(a, b *grid) int {
	n := 0
	for n < a.rows && n < b.rows-1 && n < headingRows {
		want := a.rowText(n)
		if want == "" || want != b.rowText(n) || b.mostLines(n) > headingLines || !a.isHeading(n) {
			break
		}
		n++
	}
	return n
}

// isHeading reports whether a row is one of headings and none of a list whose rows are alike: its cells are headers,
// or it has no figures and none of the next rows says the same.
func (g *grid) isHeading(row int) bool {
	const near = 12 // rows
	header, figures := true, false
	for _, c := range g.cells {
		if c.row == row && len(c.lines) > 0 {
			header = header && c.header
			figures = figures || isFigure(c.lines[0].text) && !isYear(c.lines[0].text)
		}
	}
	if header || figures {
		return header
	}
	want := g.rowText(row)
	for r := row + 1; r < min(g.rows, row+near); r++ {
		if g.rowText(r) == want {
			return false
		}
	}
	return true
}

// mostLines returns how many lines the cell has that has most of those that begin in a row.
func (g *grid) mostLines(row int) (most int) {
	for _, c := range g.cells {
		if c.row == row {
			most = max(most, len(c.lines))
		}
	}
	return most
}

// rowText returns the text of the cells that begin in a row.
func (g *grid) rowText(row int) string {
	var b strings.Builder
	for _, c := range g.cells {
		if c.row == row {
			for _, l := range c.lines {
				b.WriteString(l.text)
			}
			b.WriteByte('|')
		}
	}
	return strings.Trim(b.String(), "|")
}

// brokenRow returns the cells of a row of another table that go on with the last row of the
// table, by the cells there; nil unless that is plain: its label is missing or goes on, none of its
// texts is a figure, and one begins in the middle of a phrase or goes on with a list.
func (g *grid) brokenRow(more *grid, row int) map[*gridCell]*gridCell {
	out := map[*gridCell]*gridCell{}
	plain := false
	for _, c := range more.cells {
		if c.row != row {
			continue
		}
		if c.rowSpan > 1 || c.parts != nil {
			return nil
		}
		if len(c.lines) == 0 {
			continue
		}
		above := g.cellWithText(g.rows-1, c.col, c.colSpan)
		if above == nil || isValueOrNothing(c.lines[0]) || isValueOrNothing(above.lines[0]) {
			return nil
		}
		goesOn := continuesText(above.lines[len(above.lines)-1], c.lines[0])
		if c.col == 0 && !goesOn {
			return nil
		}
		plain = plain || goesOn || c.continuesList(above)
		out[above] = c
	}
	if !plain || g.cellWithText(g.rows-1, 0, 1) == nil {
		return nil
	}
	return out
}

// continuesList reports whether a cell begins with an item of the list with which another one ends.
func (c *gridCell) continuesList(above *gridCell) bool {
	return bulletMark.MatchString(c.lines[0].text) && slices.ContainsFunc(above.lines, func(l *line) bool {
		return bulletMark.MatchString(l.text)
	})
}

// cellWithText returns the cell of one row of the body with lines of text that covers the columns,
// nil when there is none.
func (g *grid) cellWithText(row, col, span int) *gridCell {
	for _, c := range g.cells {
		if c.row == row && c.rowSpan == 1 && c.col == col && c.colSpan == span && len(c.lines) > 0 && c.parts == nil && !c.header {
			return c
		}
	}
	return nil
}

// continueWith adds the rows of a table on a later page, but those that repeat the
// header. A row that the page break divides stays one.
func (it *item) continueWith(next *item) {
	g, more := it.table, next.table
	drop := repeatedRows(g, more)
	if broken := g.brokenRow(more, drop); broken != nil {
		for above, c := range broken {
			above.lines = append(above.lines, c.lines...)
			above.later = append(above.later, tablePart{max(c.page, next.page), c.box})
		}
		drop++
	}
	if n := repeatedRows(g, more); n > 0 {
		g.onceOnly = append(g.onceOnly, document.Finding{Kind: document.FindingRepeatedTextOnce, Page: next.page, Count: n})
	}
	g.onceOnly = append(g.onceOnly, more.onceOnly...)
	for _, c := range more.cells {
		if c.row < drop {
			continue
		}
		c.row += g.rows - drop
		if c.page == 0 {
			c.page = next.page
		}
		g.cells = append(g.cells, c)
	}
	g.rows += more.rows - drop
	g.parts = append(g.parts, tablePart{next.page, more.box})
	g.parts = append(g.parts, more.parts...)
}
