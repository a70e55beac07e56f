package layout

import (
	"regexp"
	"slices"
)

// captionStart opens the caption of a table or figure, noteStart a note under one.
var (
	captionStart = regexp.MustCompile(
		`(?i)^(table|tab\.|figure|fig\.|chart|graph|tabelle|abbildung|tableau|tabla|cuadro|tabella)\s*[\dA-Z]`)
	noteStart = regexp.MustCompile(
		`(?i)^(\(?[*†‡§]+\)?|\(\d{1,2}\)|\(?[a-z]\)|\d\)|sources?\b|notes?\b|nb\b|n\.b\.|legend\b|data from\b|quellen?\b|anmerkung)`)
)

// removeTitle removes the caption above the header and the notes below the body from
// the rows of text, and returns them.
func (t *tabler) removeTitle() (out []*line) {
	for titled := false; len(t.rows) > 2 && len(t.rows[0]) == 1 && (titled || t.isTitle(0)); titled = true {
		out = append(out, t.rows[0]...)
		t.rows = t.rows[1:]
	}
	for n := len(t.rows); n > 2; n-- {
		last := t.rows[n-1]
		if len(last) != 1 || !noteStart.MatchString(last[0].text) && !t.continuesNote(n-1) {
			break
		}
		out = append(out, last...)
		t.rows = t.rows[:n-1]
	}
	if len(out) > 0 {
		t.box = Box{}
		for i := range t.rows {
			t.box = t.box.Union(t.rowBox(i))
		}
		t.findColumns()
	}
	return out
}

// isTitle reports whether a row of text begins a caption.
func (t *tabler) isTitle(i int) bool {
	if len(t.rows[i]) != 1 {
		return false
	}
	return captionStart.MatchString(t.rows[i][0].text)
}

// continuesNote reports whether a row of text goes on with a note above it that is as wide as
// the table.
func (t *tabler) continuesNote(i int) bool {
	for j := i - 1; j > 1 && len(t.rows[j]) == 1 && j > i-5; j-- {
		l := t.rows[j][0]
		if noteStart.MatchString(l.text) && l.box.Width() > 0.8*t.box.Width() {
			return true
		}
	}
	return false
}

// removeTitle removes from the cells a caption and notes that rules frame together with
// the table, and returns their lines.
func (g *grid) removeTitle() []*line {
	var out []*line
	for g.rows > 2 {
		c := g.onlyCell(0)
		if c == nil || !captionStart.MatchString(c.lines[0].text) {
			break
		}
		out = append(out, c.lines...)
		g.dropRow(0)
	}
	for g.rows > 2 {
		c := g.onlyCell(g.rows - 1)
		if c == nil || !noteStart.MatchString(c.lines[0].text) {
			break
		}
		out = append(out, c.lines...)
		g.dropRow(g.rows - 1)
	}
	return out
}

// onlyCell returns the cell that fills a row alone, nil when there is none or it is
// blank.
func (g *grid) onlyCell(row int) *gridCell {
	for _, c := range g.cells {
		if c.row <= row && row < c.row+c.rowSpan {
			if c.colSpan == g.cols && c.rowSpan == 1 && len(c.lines) > 0 {
				return c
			}
			return nil
		}
	}
	return nil
}

// dropRow takes a row out that one cell fills.
func (g *grid) dropRow(row int) {
	g.cells = slices.DeleteFunc(g.cells, func(c *gridCell) bool { return c.row == row })
	g.rows--
	var box Box
	for _, c := range g.cells {
		if c.row > row {
			c.row--
		}
		box = box.Union(c.box)
	}
	g.box = box
}
