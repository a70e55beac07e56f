package layout

import (
	"slices"
	"strings"
	"unicode"
)

// Limits by which rows and cells are doubted, in font sizes unless told otherwise.
const (
	leastWide    = 0.36 // gap between words of a cell, from which they may be two, at least
	wideTimes    = 1.35 // times the usual gap of the table
	edgeNear     = 0.15 // between the left edges of texts that begin at one place
	clearRows    = 1.05 // times the largest distance of lines of a cell, that rows are apart where that is clear
	labelledRows = 0.35 // of the rows, that have a label, from which one without is odd
	levelNear    = 0.25 // between heights that are one
	lowerStarts  = 0.5  // of the texts of a column, from which small letters at their beginning tell nothing
	cutFrom      = 0.8  // of its column's width, from which a last line may go on below the table
)

// doubtCells marks cells of the body that a second reading cuts otherwise: by the room that the lines had, by the
// heights of cells side by side, and by the labels of rows.
func (d *doubter) doubtCells() {
	rows := d.bodyRows()
	clear := d.areRowsClear()
	for _, c := range d.g.cells {
		d.doubtRoom(c, clear && !c.header)
	}
	for i, r := range rows {
		d.doubtOrphans(rows, i)
		d.doubtLevel(r)
	}
	d.doubtContinued()
	d.doubtFused()
	d.doubtLastRow(rows)
}

// doubtLines marks cells whose lines may be those of several rows, by the room that the lines had and by the heights
// of cells side by side.
func (d *doubter) doubtLines() {
	clear := d.areRowsClear()
	for _, c := range d.g.cells {
		d.doubtRoom(c, clear)
	}
	for _, r := range d.bodyRows() {
		d.doubtLevel(r)
	}
}

// bodyRows returns the cells of the body, row by row.
func (d *doubter) bodyRows() [][]*gridCell {
	out := make([][]*gridCell, d.g.rows)
	for _, c := range d.g.cells {
		if !c.header && len(c.lines) > 0 {
			out[c.row] = append(out[c.row], c)
		}
	}
	return slices.DeleteFunc(out, func(r []*gridCell) bool { return len(r) == 0 })
}

// beginsColumn reports whether a text begins where most texts of its column do.
func (d *doubter) beginsColumn(l *line) bool {
	const least = 3
	from, _ := d.spanOf(l)
	at, all := 0, 0
	for _, r := range d.rows {
		for _, o := range r {
			if f, _ := d.spanOf(o); f != from {
				continue
			}
			all++
			if abs(o.box.X0-l.box.X0) < edgeNear*l.size {
				at++
			}
		}
	}
	return at >= least && at*10 >= all*6
}

// areRowsClear reports whether the rows of the body stand farther apart than all lines of its cells, or rules part them.
func (d *doubter) areRowsClear() bool {
	var inside, between float32
	ruled := true
	for i := d.head + 1; i < len(d.rows); i++ {
		if v := d.baselineDistance(i); d.isJoined(i) {
			inside = max(inside, v)
		} else if ruled = ruled && d.ruleBetweenRows(i-1, i); between == 0 || v < between {
			between = v
		}
	}
	return ruled && between > 0 || inside > 0 && between > clearRows*inside
}

// lowerColumns reports in which columns most texts begin with small letters, so that these tell nothing.
func (d *doubter) lowerColumns() []bool {
	lower, all := make([]int, len(d.cols)), make([]int, len(d.cols))
	for _, c := range d.g.cells {
		if !c.header && len(c.lines) > 0 {
			all[c.col]++
			if first, _ := firstRune(c.lines[0].text); unicode.IsLower(first) {
				lower[c.col]++
			}
		}
	}
	out := make([]bool, len(d.cols))
	for i := range out {
		out[i] = float64(lower[i]) > lowerStarts*float64(all[i])
	}
	return out
}

// doubtRoom marks a cell in which a line begins with a word that had room on the line above, or does not plainly go on
// with it. Where rows stand clearly apart this tells only of a label over a row.
func (d *doubter) doubtRoom(c *gridCell, clear bool) {
	for i := 1; i < len(c.lines); i++ {
		a, b := c.lines[i-1], c.lines[i]
		if d.at[a] == d.at[b] || isValueOrNothing(b) || clear && !d.isLabelBeside(d.rows[d.at[a]], d.rows[d.at[b]]) {
			continue
		}
		if d.fitsBehind(a, b) || !d.continuesText(a, b) {
			c.uncertain = true
		}
	}
}

// continuesText reports whether a line plainly goes on with the text of the line above it. A small letter tells
// nothing where most texts of the column begin with one.
func (d *doubter) continuesText(above, below *line) bool {
	if from, _ := d.spanOf(below); !d.lower[from] {
		return continuesText(above, below)
	}
	return endsMidPhrase(above.text) || strings.HasSuffix(above.text, "-") || strings.HasSuffix(above.text, ",")
}

// doubtFused marks all cells of a column in which wide white parts the words of most.
func (d *doubter) doubtFused() {
	wide, all := make([]int, len(d.cols)), make([]int, len(d.cols))
	gap := func(c *gridCell) bool {
		return slices.ContainsFunc(c.lines, d.hasWideGap)
	}
	for _, c := range d.g.cells {
		if len(c.lines) > 0 {
			all[c.col]++
			if gap(c) {
				wide[c.col]++
			}
		}
	}
	for _, c := range d.g.cells {
		if len(c.lines) > 0 && wide[c.col] > 1 && wide[c.col]*2 > all[c.col] {
			c.uncertain = true
		}
	}
}

// doubtOrphans marks the few texts of a row without a label, and those over and under them, where other rows have
// labels.
func (d *doubter) doubtOrphans(rows [][]*gridCell, i int) {
	labelled := 0
	for _, r := range rows {
		if r[0].col == 0 {
			labelled++
		}
	}
	r := rows[i]
	if r[0].col == 0 || float64(labelled) < labelledRows*float64(len(rows)) || len(r)*2 > d.g.cols {
		return
	}
	for _, c := range r {
		if isValueOrNothing(c.lines[0]) {
			return
		}
	}
	for _, c := range r {
		c.uncertain = true
		for _, j := range []int{i - 1, i + 1} {
			if j < 0 || j == len(rows) {
				continue
			}
			for _, o := range rows[j] {
				if o.col == c.col && o.colSpan == c.colSpan && !isValueOrNothing(o.lines[0]) && !d.isParted(o, c) {
					o.uncertain = true
				}
			}
		}
	}
}

// isParted reports whether a rule parts the rows of two cells.
func (d *doubter) isParted(a, b *gridCell) bool {
	if a.row > b.row {
		a, b = b, a
	}
	return d.ruleBetweenRows(d.at[a.lines[len(a.lines)-1]], d.at[b.lines[0]])
}

// doubtLevel marks the cells of several lines in a row in which neither the first lines stand side by side, nor the
// last ones, nor the middles.
func (d *doubter) doubtLevel(row []*gridCell) {
	var heights [3][]float32
	several := false
	for _, c := range row {
		first, last := c.lines[0], c.lines[len(c.lines)-1]
		several = several || d.at[first] != d.at[last]
		top, end := first.words[0].base, last.words[0].base
		heights[0], heights[1], heights[2] = append(heights[0], top), append(heights[1], end), append(heights[2], (top+end)/2)
	}
	if !several || len(row) < 2 {
		return
	}
	for _, h := range heights {
		if slices.Max(h)-slices.Min(h) < levelNear*row[0].lines[0].size {
			return
		}
	}
	for _, c := range row {
		if d.at[c.lines[0]] != d.at[c.lines[len(c.lines)-1]] {
			c.uncertain = true
		}
	}
}

// doubtContinued marks two cells over each other in a column where the text of the upper one plainly goes on.
func (d *doubter) doubtContinued() {
	above := make([]*line, len(d.cols))
	for i := d.head; i < len(d.rows); i++ {
		for _, b := range d.rows[i] {
			from, to := d.spanOf(b)
			if from != to {
				continue
			}
			a := above[from]
			above[from] = b
			if a == nil || d.of[a] == d.of[b] || isValueOrNothing(a) || isValueOrNothing(b) || d.fitsBehind(a, b) ||
				a.words[0].base-b.words[0].base > farLines*b.size || d.ruleBetweenRows(d.at[a], i) {
				continue
			}
			if d.continuesText(a, b) {
				d.mark(a, b)
			}
		}
	}
}

// doubtLastRow marks a cell of the last row whose text breaks off.
func (d *doubter) doubtLastRow(rows [][]*gridCell) {
	if len(rows) == 0 {
		return
	}
	for _, c := range rows[len(rows)-1] {
		l := c.lines[len(c.lines)-1]
		if col := d.cols[c.col]; c.colSpan == 1 && l.box.Width() > cutFrom*(col.hi-col.lo) && endsMidPhrase(l.text) {
			c.uncertain = true
		}
	}
}

// doubtLinesBelow marks the cells of the last row, behind the label's, under which a line stands by itself as close as
// lines of a cell do, and begins where they do.
func (g *grid) doubtLinesBelow(rows [][]*line) {
	for _, c := range g.cells {
		if len(c.lines) == 0 || c.col == 0 || c.row+c.rowSpan < g.rows {
			continue
		}
		last := c.lines[len(c.lines)-1]
		for _, r := range rows {
			if len(r) != 1 || r[0].page != last.page {
				continue
			}
			l := r[0]
			below := last.words[0].base - l.words[0].base
			if below > 0 && !isValueOrNothing(last) && below < farLines*l.size && abs(l.box.X0-last.box.X0) < edgeNear*l.size &&
				l.bold == last.bold {
				c.uncertain = true
			}
		}
	}
}

// usualBlank returns the usual gap between words of the table, in font sizes.
func (d *doubter) usualBlank() float32 {
	var all []float32
	for _, c := range d.g.cells {
		for _, l := range c.lines {
			for i := 1; i < len(l.placed); i++ {
				a, b := l.placed[i-1], l.placed[i]
				all = append(all, (b.box.X0-a.box.X1)/min(a.size, b.size))
			}
		}
	}
	return medianOf(all)
}

// hasWideGap reports whether white as between two columns parts the words of a line.
func (d *doubter) hasWideGap(l *line) bool {
	return !isFigure(l.text) && l.widestGap() > max(leastWide, min(wideGap, wideTimes*d.blank))
}
