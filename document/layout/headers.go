package layout

import "strings"

// markHeader marks the headers of rows in a list of labels and values, else takes the
// first row for the header when it has no figures, while the rows below have some.
func (g *grid) markHeader() {
	if g.isList(true) || !g.markTop() && g.isList(false) {
		for _, c := range g.cells {
			c.header = c.col == 0
		}
	}
}

// markTop does so for the first row, and reports whether it is a header.
func (g *grid) markTop() bool {
	words, figures := 0, 0
	for _, c := range g.cells {
		for _, l := range c.lines {
			switch {
			case c.row == 0 && hasDigit(l.text) && isValue(l.text):
				return false
			case c.row == 0:
				words++
			case hasDigit(l.text):
				figures++
			}
		}
	}
	if words == 0 || figures == 0 && g.rows < 3 {
		return false
	}
	for _, c := range g.cells {
		c.header = c.row == 0
	}
	return true
}

// isList reports whether a table of two columns is a list of labels, with colons if
// wanted, and values; the labels are the headers of its rows.
func (g *grid) isList(colons bool) bool {
	if g.cols != 2 || g.rows < 2 || len(g.cells) != 2*g.rows {
		return false
	}
	values := 0
	for _, c := range g.cells {
		if len(c.lines) == 0 {
			return false
		}
		text := c.lines[0].text
		switch {
		case c.col == 0 && (!isLabel(text) || colons && !strings.HasSuffix(text, ":")):
			return false
		case c.col == 1 && isValue(text):
			values++
		}
	}
	return values*2 >= g.rows
}
