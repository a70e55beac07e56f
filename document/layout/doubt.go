package layout

import (
	"slices"
	"strings"
	"unicode"
)

// Lengths of doubt, in font sizes.
const (
	tightGap   = 0.7  // between texts of two cells, up to which they may be one
	wideGap    = 0.5  // between words of one cell, from which they may be two
	longLabel  = 8    // width of the column of labels, from which labels may be wrapped
	leastBlank = 0.25 // between words of a line
	farLines   = 1.6  // between baselines, up to which they may be lines of one cell
)

// markDoubt marks the cells whose text may be that of several cells: texts side by side, several
// figures in a column of single ones, or lines level with the lines of a neighbour.
func (g *grid) markDoubt() {
	figured := g.findFigureColumns()
	byRow := make([][]*gridCell, g.rows)
	for _, c := range g.cells {
		switch {
		case c.parts != nil:
			c.uncertain = true
			continue
		case len(c.lines) == 0:
			continue
		}
		byRow[c.row] = append(byRow[c.row], c)
		if c.hasFiguresBeside() || !c.header && c.colSpan == 1 && (figured[c.col] || c.hasWideGap()) && c.holdsFigures() {
			c.uncertain = true
		}
	}
	doubtHeadersOfFigures(g)
	for _, row := range byRow[min(1, g.rows):] {
		markLevelCells(row)
	}
}

// hasWideGap reports whether more than a space parts words of the only line of a cell.
func (c *gridCell) hasWideGap() bool {
	const twoSpaces = 0.5 // font sizes
	return len(c.lines) == 1 && c.lines[0].widestGap() > twoSpaces
}

// doubtHeadersOfFigures marks headers whose words a wide gap parts over cells with several figures.
func doubtHeadersOfFigures(g *grid) {
	fused := make([]bool, g.cols)
	for _, c := range g.cells {
		fused[c.col] = fused[c.col] || c.uncertain && !c.header && c.colSpan == 1 && c.holdsFigures()
	}
	for _, c := range g.cells {
		if fused[c.col] && c.row == 0 && len(c.lines) > 0 && c.hasWideGap() {
			c.uncertain = true
		}
	}
}

// findFigureColumns reports which columns hold mostly a single figure in each cell.
func (g *grid) findFigureColumns() []bool {
	const least = 3
	figures, all := make([]int, g.cols), make([]int, g.cols)
	for _, c := range g.cells {
		if c.header || c.colSpan > 1 || len(c.lines) == 0 {
			continue
		}
		all[c.col]++
		if len(c.lines) == 1 && isSingleValue(c.lines[0].text) {
			figures[c.col]++
		}
	}
	out := make([]bool, g.cols)
	for i := range out {
		out[i] = figures[i] >= least && figures[i]*4 >= all[i]*3
	}
	return out
}

// hasFiguresBeside reports whether two lines of the cell stand side by side, one of which is a
// figure.
func (c *gridCell) hasFiguresBeside() bool {
	for i, a := range c.lines {
		for _, b := range c.lines[:i] {
			beside := a.row == b.row && a.page == b.page && a.box.overlapX(b.box) < 0.3*a.size
			if beside && (isFigure(a.text) || isFigure(b.text)) {
				return true
			}
		}
	}
	return false
}

// holdsFigures reports whether the cell holds several figures.
func (c *gridCell) holdsFigures() bool {
	if len(c.lines) == 1 {
		return holdsFigures(c.lines[0].text)
	}
	return c.countValues() > 1
}

// countValues counts the lines of the cell that are figures, or marks for none.
func (c *gridCell) countValues() int {
	n := 0
	for _, l := range c.lines {
		if isFigure(l.text) || isNothing(l.text) {
			n++
		}
	}
	return n
}

// isSingleValue reports whether a text is one figure, or a mark for none.
func isSingleValue(s string) bool { return isNothing(s) || isFigure(s) && !holdsFigures(s) }

// holdsFigures reports whether a text is several figures with blanks between them, and not one
// whose thousands are set apart.
func holdsFigures(s string) bool {
	parts := strings.Fields(s)
	if len(parts) < 2 || !isFigure(s) {
		return false
	}
	n := 0
	for i, p := range parts {
		digits := strings.TrimFunc(p, func(r rune) bool { return !unicode.IsDigit(r) })
		if digits == "" {
			if i > 0 && isNothing(p) {
				n++
			}
			continue
		}
		whole, _, _ := strings.Cut(digits, ",")
		whole, _, _ = strings.Cut(whole, ".")
		if i == 0 || len(whole) != 3 || p[0] == '(' || strings.ContainsAny(parts[i-1], ".,()") {
			n++
		}
	}
	return n > 1
}

// markLevelCells marks the cells of a row that have several lines at the same heights, some of
// them figures: they may be as many rows.
func markLevelCells(row []*gridCell) {
	for i, a := range row {
		for _, b := range row[:i] {
			if len(a.lines) > 1 && a.isLevelWith(b) && (a.countValues() > 1 || b.countValues() > 1) {
				a.uncertain, b.uncertain = true, true
			}
		}
	}
}

// isLevelWith reports whether each line of the cell stands beside one of another cell.
func (c *gridCell) isLevelWith(o *gridCell) bool {
	return slices.EqualFunc(c.lines, o.lines, func(a, b *line) bool { return a.row == b.row })
}

// A doubter reads a table a second time, where texts alone tell what is a row and a column, and
// marks the cells that may be read otherwise.
type doubter struct {
	*tabler
	g      *grid
	head   int                 // rows of text of the header
	groups []int               // of each row of text behind it, the row of the body
	of     map[*line]*gridCell // the cell of each text
	at     map[*line]int       // the row of text of each text
	lower  []bool              // columns in which most texts begin with small letters
	blank  float32             // usual gap between words, in font sizes
	lead   float32             // distance of the lines of one cell, 0 when unknown
}

// markDoubt marks the cells of a table that another reading would part or join.
func (t *tabler) markDoubt(g *grid, head int, groups []int) {
	d := newDoubter(t, g, head, groups)
	for _, c := range g.cells {
		for _, l := range c.lines {
			if !c.header && c.colSpan > 1 && isFigure(l.text) || d.hasWideGap(l) {
				c.uncertain = true
			}
		}
	}
	for _, r := range t.rows {
		for i := 1; i < len(r); i++ {
			d.doubtGap(r[i-1], r[i])
		}
	}
	d.lead = d.wrappedDistance()
	d.doubtCells()
	for i := head + 1; i < len(t.rows); i++ {
		d.doubtRows(i)
	}
	if head > 0 {
		d.doubtHeadTail()
		d.doubtHeadRows()
		d.doubtBareHeads()
		d.doubtCutHead()
	}
}

// newDoubter prepares a second reading of a table.
func newDoubter(t *tabler, g *grid, head int, groups []int) *doubter {
	d := &doubter{tabler: t, g: g, head: head, groups: groups, of: map[*line]*gridCell{}, at: map[*line]int{}}
	for _, c := range g.cells {
		for _, l := range c.lines {
			d.of[l] = c
		}
	}
	for i, r := range t.rows {
		for _, l := range r {
			d.at[l] = i
		}
	}
	d.blank, d.lower = d.usualBlank(), d.lowerColumns()
	return d
}

// mark marks the cells of lines.
func (d *doubter) mark(lines ...*line) {
	for _, l := range lines {
		if c := d.of[l]; c != nil {
			c.uncertain = true
		}
	}
}

// widestGap returns the widest gap between words of a line, in font sizes.
func (l *line) widestGap() float32 {
	var widest float32
	for i := 1; i < len(l.placed); i++ {
		a, b := l.placed[i-1], l.placed[i]
		widest = max(widest, (b.box.X0-a.box.X1)/min(a.size, b.size))
	}
	return widest
}

// doubtGap marks two neighbours in a row that hardly a gap parts, unless both are figures.
func (d *doubter) doubtGap(left, right *line) {
	gap := (right.box.X0 - left.box.X1) / min(left.size, right.size)
	if gap > tightGap || gap > leastBlank && d.beginsColumn(right) || isFigure(left.text) && isFigure(right.text) ||
		d.of[left] == d.of[right] ||
		ruleBetween(left.placed[len(left.placed)-1], right.placed[0], d.v) {
		return
	}
	d.mark(left, right)
}

// isJoined reports whether a row of text belongs to the row of the body that the one above it
// belongs to.
func (d *doubter) isJoined(i int) bool {
	return i > d.head && d.groups[i-d.head] == d.groups[i-d.head-1]
}

// wrappedDistance returns the distance of baselines of lines that plainly go on with the line
// above them in their cell, 0 when there are none.
func (d *doubter) wrappedDistance() float32 {
	var found []float32
	for i := d.head + 1; i < len(d.rows); i++ {
		for _, l := range d.rows[i] {
			if a := d.lineOver(d.rows[i-1], l); d.isJoined(i) && a != nil && continuesText(a, l) {
				found = append(found, d.baselineDistance(i))
				break
			}
		}
	}
	if len(found) == 0 {
		return 0
	}
	slices.Sort(found)
	return found[len(found)/2]
}

// doubtRows marks cells of a row of text, which may go on with the row above it though it was
// read as the next one, or the other way round. Rules and distances leave no doubt.
func (d *doubter) doubtRows(i int) {
	joined := d.isJoined(i)
	if d.ruleBetweenRows(i-1, i) || d.lead > 0 && joined != (d.baselineDistance(i) > looseRows*d.lead) {
		return
	}
	if !joined && !d.headsGroup(i) && !d.headsGroup(i-1) {
		d.doubtSplit(i)
	}
}

// doubtSplit marks the cells of two rows of text that may be lines of one: figures in brackets
// under others, a text that goes on below, or a label without figures.
func (d *doubter) doubtSplit(i int) {
	above, below := d.rows[i-1], d.rows[i]
	if d.stacksBrackets(above, below) {
		for _, l := range slices.Concat(above, below) {
			if from, _ := d.spanOf(l); from > 0 {
				d.mark(l)
			}
		}
	}
	if len(above) == len(d.cols) && len(below) == len(d.cols) && !d.isClose(i) {
		return // nobody wraps the texts of all columns at once
	}
	label := d.isLabelBeside(below, above) || d.isLabelBeside(above, below) && !d.isJoined(i-1)
	for _, b := range below {
		a := d.lineOver(above, b)
		if a == nil && i-2 >= d.head {
			a = d.labelOver(i, b)
		}
		if a == nil || isValueOrNothing(a) || isValueOrNothing(b) || d.fitsBehind(a, b) {
			continue
		}
		if from, _ := d.spanOf(b); d.continuesText(a, b) || label && from == 0 && d.cols[0].hi-d.cols[0].lo > longLabel*b.size {
			d.mark(a, b)
		}
	}
}

// isClose reports whether a row of text stands closer to the one above it than the rows of the body mostly do.
func (d *doubter) isClose(i int) bool {
	const usual = 0.95
	var all []float32
	for j := d.head + 1; j < len(d.rows); j++ {
		all = append(all, d.baselineDistance(j))
	}
	return d.baselineDistance(i) < usual*medianOf(all)
}

// labelOver returns the label over that of a row of text, where figures between them stand in the
// middle of both.
func (d *doubter) labelOver(i int, l *line) *line {
	if !d.hasLabelOnly(d.rows[i]) || !d.hasLabelOnly(d.rows[i-2]) || d.baselineDistance(i)+d.baselineDistance(i-1) > farLines*l.size {
		return nil
	}
	return d.rows[i-2][0]
}

// isValueOrNothing reports whether a line is a figure, or a mark for none.
func isValueOrNothing(l *line) bool { return isFigure(l.text) || isNothing(l.text) }

// lineOver returns the line of a row that stands over the same columns as another line.
func (t *tabler) lineOver(row []*line, l *line) *line {
	from, to := t.spanOf(l)
	for _, o := range row {
		if f, u := t.spanOf(o); f == from && u == to {
			return o
		}
	}
	return nil
}

// fitsBehind reports whether the first word of a line would have had room behind the line above
// it, in its columns: then nobody would have wrapped it.
func (t *tabler) fitsBehind(above, below *line) bool {
	const slack = 0.1
	_, to := t.spanOf(above)
	return above.box.X1+leastBlank*above.size+below.words[0].box.Width() < t.cols[to].hi+slack*above.size
}

// continuesText reports whether a line plainly goes on with the text of the line above it.
func continuesText(above, below *line) bool {
	first, _ := firstRune(below.text)
	return unicode.IsLower(first) || endsMidPhrase(above.text) || strings.HasSuffix(above.text, "-") || strings.HasSuffix(above.text, ",")
}

// stacksBrackets reports whether figures in brackets, and nothing else, stand under figures
// without them.
func (t *tabler) stacksBrackets(above, below []*line) bool {
	bracketed := func(l *line) bool { return isFigure(l.text) && (l.text[0] == '(' || l.text[0] == '[') }
	if from, _ := t.spanOf(below[0]); from == 0 || slices.ContainsFunc(above, bracketed) {
		return false
	}
	return !slices.ContainsFunc(below, func(l *line) bool { return !bracketed(l) })
}

// isLabelBeside reports whether a row of text is a label only, next to one that has more.
func (t *tabler) isLabelBeside(label, whole []*line) bool {
	from, to := t.spanOf(whole[0])
	return t.hasLabelOnly(label) && len(whole) > 1 && from == 0 && to == 0
}

// doubtHeadTail marks a label that was read as the last line of the header, and the one below it
// that it may belong to.
func (d *doubter) doubtHeadTail() {
	last := d.rows[d.head-1]
	if d.head < 2 || !d.hasLabelOnly(last) || d.ruleBetweenRows(d.head-2, d.head-1) {
		return
	}
	if c := d.of[last[0]]; c == nil || len(c.lines) < 2 {
		return
	}
	d.mark(last[0])
	if d.head < len(d.rows) && d.isLabelBeside(last, d.rows[d.head]) && !d.fitsBehind(last[0], d.rows[d.head][0]) {
		d.mark(d.rows[d.head][0])
	}
}

// doubtBareHeads marks a header over a column in which nothing stands, and the one that stands
// closely in front of it: they may be one header.
func (d *doubter) doubtBareHeads() {
	const near = 2 // font sizes
	filled := make([]bool, d.g.cols)
	for _, c := range d.g.cells {
		for i := c.col; !c.header && len(c.lines) > 0 && i < c.col+c.colSpan; i++ {
			filled[i] = true
		}
	}
	for _, r := range d.rows[:d.head] {
		for i := 1; i < len(r); i++ {
			a, b := r[i-1], r[i]
			if c := d.of[b]; c != nil && c.colSpan == 1 && !filled[c.col] && b.box.X0-a.box.X1 < near*b.size {
				d.mark(a, b)
			}
		}
	}
}

// doubtCutHead marks the cells of the first row, behind the label's, that begin with a small letter
// among more that do not: what they go on from may stand above the table.
func (d *doubter) doubtCutHead() {
	var small []*gridCell
	all := 0
	for _, c := range d.g.cells {
		if !c.header || c.row > 0 || c.col == 0 || len(c.lines) == 0 {
			continue
		}
		all++
		if text := c.lines[0].text; countLetters(text) > 1 && unicode.IsLower([]rune(text)[0]) {
			small = append(small, c)
		}
	}
	if len(small)*2 >= all {
		return
	}
	for _, c := range small {
		c.uncertain = true
	}
}

// doubtHeadRows marks cells of the header that stand closely over each other in the same columns:
// they may be lines of one.
func (d *doubter) doubtHeadRows() {
	const near = 0.7 // font sizes
	for i, c := range d.g.cells {
		if !c.header || len(c.lines) == 0 || c.col == 0 {
			continue
		}
		for _, o := range d.g.cells[:i] {
			if !o.header || len(o.lines) == 0 || o.col != c.col || o.colSpan != c.colSpan {
				continue
			}
			upper, lower := o.lines[len(o.lines)-1], c.lines[0]
			if lower.row == upper.row+1 && upper.box.Y0-lower.box.Y1 < near*upper.size {
				d.mark(upper, lower)
			}
		}
	}
}
