package layout

import (
	"strings"
	"unicode"
)

// Limits of tables that are found by the alignment of their texts.
const (
	leastRows   = 3   // with texts side by side
	farRow      = 2.6 // font sizes of white space, which end a table
	singleRows  = 4   // of one text in a row, which end a table
	longRun     = 40  // rows that are no table, of which no later one begins one either
	closeLines  = 1.5 // font sizes between the baselines of lines of one cell, at most
	labelColons = 0.3 // of the texts, from which a form it is rather than a table
)

// alignedTables finds tables whose columns only alignment shows, or rules that do not
// meet. Their lines are taken out of the rows.
func (v *view) alignedTables(rows [][]*line, styles []Style) []*grid {
	text := proseOf(rows, v.horizontal)
	text.ruled = ruledBoxes(rows, v.horizontal)
	text.gutters = guttersBetween(text.ruled, rows, v.horizontal)
	var out []*grid
	hopeless := map[stretch]int{} // the row up to which there is no table in a band
	for i := range rows {
		for _, band := range text.bandsOf(rows[i]) {
			r := startRun(rows, text, band, i)
			if r == nil || i < hopeless[band] {
				continue
			}
			for j := i + 1; j < len(rows) && j-i < maxTableRows && r.acceptRow(j); j++ {
			}
			r.trimNotes()
			r.addHeadRows()
			if g := r.readTable(v, styles); g != nil {
				r.removeLines()
				out = append(out, g)
			} else if r.last-i > longRun {
				hopeless[band] = r.last
			}
		}
	}
	return out
}

// A tableRun is rows of lines that may be a table.
type tableRun struct {
	rows        [][]*line // of the page
	text        *runningText
	band        stretch // of the page's width
	first, last int
	inside      map[int][]*line // the lines of the table
	box         Box
	singles     int // rows with one text at the end of the run
	wide        int // rows with texts side by side
	figured     int // rows with figures side by side
}

// startRun begins with a row in which texts stand side by side, or returns nil.
func startRun(rows [][]*line, text *runningText, band stretch, i int) *tableRun {
	r := &tableRun{rows: rows, text: text, band: band, first: i, last: i, inside: map[int][]*line{}}
	lines := r.candidateLines(i)
	if len(lines) < 2 || isFormRow(lines) {
		return nil
	}
	r.addRow(i, lines)
	return r
}

// candidateLines returns the lines of a row in the band that are not prose.
func (r *tableRun) candidateLines(i int) []*line {
	var out []*line
	for _, l := range r.rows[i] {
		if at := (l.box.X0 + l.box.X1) / 2; !r.text.lines[l] && at > r.band.lo && at < r.band.hi {
			out = append(out, l)
		}
	}
	return out
}

func (r *tableRun) addRow(i int, lines []*line) {
	r.inside[i], r.last = lines, i
	for _, l := range lines {
		r.box = r.box.Union(l.box)
	}
	if len(lines) > 1 {
		r.wide++
		r.singles = 0
		if figuresIn(lines) > 0 {
			r.figured++
		}
	} else {
		r.singles++
	}
}

// acceptRow adds the next row, or reports false when the run ends above it.
func (r *tableRun) acceptRow(i int) bool {
	lines := r.candidateLines(i)
	if len(lines) == 0 {
		return r.box.Y0-rowTop(r.rows[i], r.box.Y0) < farRow*10
	}
	size := lines[0].size
	if r.text.hasGutterThrough(r.box, lines[0]) || r.text.entersRuled(r.inside[r.last], lines) {
		return false
	}
	if r.box.Y0-rowTop(lines, r.box.Y0) > farRow*size {
		return false
	}
	if isFormRow(lines) || r.isSum(lines) || r.isNext(lines) {
		return false
	}
	if len(lines) == 1 {
		l := lines[0]
		if r.singles >= singleRows || l.box.X0 < r.box.X0-3*size || l.box.Width() > 0.75*r.box.Width() && l.box.Width() > proseWidth*size {
			return false
		}
	}
	r.addRow(i, lines)
	return true
}

// isFormRow reports whether a row has a label with a colon before its value.
func isFormRow(lines []*line) bool {
	for i, l := range lines {
		if strings.HasSuffix(l.text, ":") && i+1 < len(lines) || leadingLabel.MatchString(l.text) && !strings.HasSuffix(l.text, ":") {
			return true
		}
	}
	return false
}

// isSum reports whether a row is a label and one amount under the last columns of a
// table: it sums the table up and is not one of its rows.
func (r *tableRun) isSum(lines []*line) bool {
	if r.wide < 2 || len(lines) < 2 || !isLabel(lines[0].text) || lines[0].box.X0 < r.box.X0+0.25*r.box.Width() {
		return false
	}
	amounts := 0
	for _, l := range lines[1:] {
		if isCurrency(l.text, true) {
			continue
		}
		if !isValue(l.text) {
			return false
		}
		amounts++
	}
	return amounts == 1
}

// isNext reports whether a row belongs to the next table: it is a caption, or a
// header in words after a title that follows rows with figures.
func (r *tableRun) isNext(lines []*line) bool {
	if len(lines) == 1 {
		return captionStart.MatchString(lines[0].text)
	}
	return r.figured >= leastRows-1 && r.singles > 0 && figuresIn(lines) == 0 && isHeaderRow(lines) && len(lines)*2 > r.maxTexts()
}

// maxTexts returns the largest number of texts that stand side by side in the run.
func (r *tableRun) maxTexts() int {
	n := 0
	for _, lines := range r.inside {
		n = max(n, len(lines))
	}
	return n
}

// figuresIn counts the lines that are figures, years left aside, or marks for none.
func figuresIn(lines []*line) int {
	n := 0
	for _, l := range lines {
		if (isFigure(l.text) || isNothing(l.text)) && !isYear(l.text) {
			n++
		}
	}
	return n
}

// rowTop returns the upper edge of lines, or a height when there are none.
func rowTop(lines []*line, or float32) float32 {
	if len(lines) == 0 {
		return or
	}
	top := lines[0].box.Y1
	for _, l := range lines {
		top = max(top, l.box.Y1)
	}
	return top
}

// trimNotes removes rows with a single text at the end: notes, and the text after them. What goes
// on with the label of the last row stays.
func (r *tableRun) trimNotes() {
	last := r.last
	for last > r.first && len(r.inside[last]) < 2 {
		last--
	}
	if len(r.inside[last]) > 0 {
		last += max(r.countLabelLines(last), r.countCloseLines(last))
	}
	for ; r.last > last; r.last-- {
		delete(r.inside, r.last)
	}
}

// countLabelLines counts the rows below one that only go on with its label, which was wrapped:
// they begin where it does, in small letters, and would have had no room in the line above.
func (r *tableRun) countLabelLines(row int) int {
	label := r.inside[row][0]
	var edge float32 // of the column of labels
	for _, lines := range r.inside {
		if l := lines[0]; len(lines) > 1 && abs(l.box.X0-label.box.X0) < l.size {
			edge = max(edge, l.box.X1)
		}
	}
	n := 0
	for row+n < r.last && len(r.inside[row+n+1]) == 1 {
		l := r.inside[row+n+1][0]
		first, _ := firstRune(l.text)
		near := label.box.Y0-l.box.Y1 < 0.5*l.size && abs(l.box.X0-label.box.X0) < 0.2*l.size
		wrapped := label.box.X1+leastBlank*l.size+l.words[0].box.Width() > edge
		if !near || !wrapped || !unicode.IsLower(first) || l.box.X1 > edge+l.size {
			break
		}
		label = l
		n++
	}
	return n
}

// countCloseLines counts the rows below the last one with texts side by side that hold one text each and stand as
// close to it as the lines of one cell do, where rows stand farther apart: they begin where the texts of their column
// do, and end in it.
func (r *tableRun) countCloseLines(row int) int {
	apart := r.minRowDistance()
	n := 0
	for above := row; above < r.last; above++ {
		lines := r.inside[above+1]
		if len(lines) != 1 || len(r.inside[above]) == 0 {
			break
		}
		l := lines[0]
		distance := r.inside[above][0].words[0].base - l.words[0].base
		if distance > closeLines*l.size || distance*looseRows > apart || isValueOrNothing(l) || !r.fitsColumn(l) {
			break
		}
		n++
	}
	return n
}

// minRowDistance returns the smallest distance of baselines between two rows with figures side by side, or 0 when
// there are no two. Rows with one text, which may go on with a cell of either, do not count.
func (r *tableRun) minRowDistance() float32 {
	var least, above float32
	isBelow := false
	for i := r.first; i <= r.last; i++ {
		lines := r.inside[i]
		if len(lines) < 2 || figuresIn(lines) == 0 {
			continue
		}
		base := lines[0].words[0].base
		if d := above - base; isBelow && (least == 0 || d < least) {
			least = d
		}
		above, isBelow = base, true
	}
	return least
}

// fitsColumn reports whether a text begins where texts of several rows with figures do, and ends before the texts that
// stand right of these.
func (r *tableRun) fitsColumn(l *line) bool {
	n := 0
	for _, lines := range r.inside {
		if len(lines) < 2 || figuresIn(lines) == 0 {
			continue
		}
		for i, a := range lines {
			if isValueOrNothing(a) || abs(a.box.X0-l.box.X0) > 0.2*l.size {
				continue
			}
			if i+1 < len(lines) && l.box.X1 > lines[i+1].box.X0 {
				return false
			}
			n++
		}
	}
	return n > 1
}

// addHeadRows adds the rows above the run whose texts head all columns but the first.
func (r *tableRun) addHeadRows() {
	const most = 2
	for n := 0; n < most && r.first > 0; n++ {
		above := r.first - 1
		for above > 0 && len(r.candidateLines(above)) == 0 { // rows of other columns
			above--
		}
		lines := r.candidateLines(above)
		below := r.inside[r.first]
		if len(lines) != 1 || len(below) == 0 {
			return
		}
		l := lines[0]
		left := r.box.X0 + 0.1*r.box.Width()
		if len(below) > 1 && below[0].box.X0 < r.box.X0+below[0].size {
			left = below[0].box.X1
		}
		if l.box.X0 < left || l.box.X1 > r.box.X1+max(2*l.size, 0.6*l.box.Width()) || l.box.Y0-rowTop(below, l.box.Y0) > l.size {
			return
		}
		r.first = above
		r.inside[r.first] = lines
		r.box = r.box.Union(l.box)
	}
}

// removeLines removes the lines of the table from the page's rows.
func (r *tableRun) removeLines() {
	for i, lines := range r.inside {
		var rest []*line
		for _, l := range r.rows[i] {
			taken := false
			for _, t := range lines {
				taken = taken || t == l
			}
			if !taken {
				rest = append(rest, l)
			}
		}
		r.rows[i] = rest
	}
}

// readTable reads the run as a table, or returns nil when it is none.
func (r *tableRun) readTable(v *view, styles []Style) *grid {
	if r.wide < leastRows {
		return nil
	}
	var rows [][]*line
	for i := r.first; i <= r.last; i++ {
		if len(r.inside[i]) > 0 {
			rows = append(rows, r.inside[i])
		}
	}
	t := v.tablerOf(rows, styles)
	left := t.removeTitle()
	if !t.isTable() {
		return nil
	}
	g := t.buildGrid()
	if g.rows < leastRows && !t.hasRulesAround() { // blocks of lines under bold words
		return nil
	}
	r.returnLines(left)
	return g
}

// returnLines puts lines that do not belong to the table back into the rows of the page.
func (r *tableRun) returnLines(lines []*line) {
	for _, l := range lines {
		delete(r.inside, l.row)
	}
}

// isTable distinguishes a table from a form, a list, a page of contents and columns
// of text.
func (t *tabler) isTable() bool {
	if len(t.cols) < 2 || len(t.cols) > mostColumns {
		return false
	}
	head := tableHead{t}.headRows()
	body, figures, colons, long, all := 0, 0, 0, 0, 0
	for i, r := range t.rows {
		for _, l := range r {
			all++
			if strings.HasSuffix(l.text, ":") || leadingLabel.MatchString(l.text) {
				colons++
			}
			if len(l.text) > 45 {
				long++
			}
			if from, _ := t.spanOf(l); i >= head && from > 0 {
				body++
				if isFigure(l.text) || isNothing(l.text) {
					figures++
				}
			}
		}
	}
	if t.isSparse() || float64(colons) > labelColons*float64(all) || body < 2 || long*3 > all {
		return false
	}
	if len(t.cols) == 2 {
		return head > 0 && len(t.rows)-head >= leastRows && figures*5 >= body*4 && !t.isContents(head)
	}
	if head == 0 {
		return figures*10 >= body*6
	}
	return figures*10 >= body*4 || t.hasRulesAround() || t.isAlignedTable()
}

// isAlignedTable reports whether words make a table: short texts in at least three columns, each
// beginning at one place, with hardly a blank.
func (t *tabler) isAlignedTable() bool {
	const aligned, short = 2, 30 // points, letters
	if len(t.cols) < 3 || len(t.rows) < leastRows+1 {
		return false
	}
	begins := make([]map[int]int, len(t.cols))
	all := 0
	for _, r := range t.rows {
		for _, l := range r {
			from, to := t.spanOf(l)
			if from != to || len([]rune(l.text)) > short {
				continue
			}
			if begins[from] == nil {
				begins[from] = map[int]int{}
			}
			begins[from][int(l.box.X0/aligned+0.5)]++
			all++
		}
	}
	if all*10 < 8*len(t.rows)*len(t.cols) {
		return false
	}
	for _, b := range begins {
		most, n := 0, 0
		for _, k := range b {
			most, n = max(most, k), n+k
		}
		if most*10 < n*8 {
			return false
		}
	}
	return true
}

// isSparse reports whether texts fill less than half of the grid, as the labels of
// charts do.
func (t *tabler) isSparse() bool {
	filled := 0
	for _, r := range t.rows {
		for _, l := range r {
			from, to := t.spanOf(l)
			filled += to - from + 1
		}
	}
	return filled*20 < 9*len(t.rows)*len(t.cols)
}

// isContents reports whether the last column counts up, as page numbers do.
func (t *tabler) isContents(head int) bool {
	last, n := 0, 0
	for _, r := range t.rows[head:] {
		v := 0
		for _, c := range r[len(r)-1].text {
			if c < '0' || c > '9' {
				return false
			}
			v = v*10 + int(c-'0')
		}
		if v < last {
			return false
		}
		last = v
		n++
	}
	return n > 2
}

// hasRulesAround reports whether rules stand above, under the header or below the table.
func (t *tabler) hasRulesAround() bool {
	n := 0
	for _, h := range t.h {
		if min(h.X1, t.box.X1)-max(h.X0, t.box.X0) > 0.8*t.box.Width() {
			n++
		}
	}
	return n >= 2
}
