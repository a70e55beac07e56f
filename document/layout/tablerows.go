package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Limits of rows of a table that several lines of text make up.
const (
	ruleShare   = 0.4  // of the width of the table, from which a rule parts rows
	looseRows   = 1.22 // times the distance of lines, from which rows stand apart
	sameRow     = 0.62 // font sizes between the baselines of lines that stand side by side
	wrappedFrom = 0.6  // of its column's width, from which a line may be wrapped
	groupIndent = 0.5  // font sizes by which rows are indented under the label of their group
)

// A rowGrouper finds which rows of text make up one row of a table.
type rowGrouper struct{ *tabler }

// groupRows returns, for each row of text after the header, the row of the body that it
// belongs to.
func (t rowGrouper) groupRows(head int) []int {
	out := make([]int, max(0, len(t.rows)-head))
	for _, band := range t.rowBands() {
		band.from = max(band.from, head)
		if band.from >= band.to {
			continue
		}
		joined := t.findJoinedRows(band)
		for i := band.from; i < band.to; i++ {
			if i == head {
				continue
			}
			out[i-head] = out[i-head-1]
			if i == band.from || !joined[i-band.from] {
				out[i-head]++
			}
		}
	}
	return out
}

// A rowBand is the rows of text from..to-1 between two rules.
type rowBand struct{ from, to int }

// rowBands cuts the rows of text at horizontal rules.
func (t *tabler) rowBands() []rowBand {
	if t.cut != nil {
		return t.cut
	}
	var out []rowBand
	start := 0
	for i := 1; i <= len(t.rows); i++ {
		if i == len(t.rows) || t.ruleBetweenRows(i-1, i) {
			out = append(out, rowBand{start, i})
			start = i
		}
	}
	t.cut = out
	return out
}

// ruleBetweenRows reports whether rules part two rows of text over a good part of the
// table's width, or under all that the upper one says.
func (t *tabler) ruleBetweenRows(i, j int) bool {
	var sum float32
	upper, lower := t.rowMiddle(i), t.rowMiddle(j)
	for _, h := range t.h {
		if h.Y0 < upper && h.Y0 > lower {
			sum += max(0, min(h.X1, t.box.X1)-max(h.X0, t.box.X0))
		}
	}
	return sum > ruleShare*t.box.Width()
}

// rowMiddle returns the height of the middle of a row of text.
func (t *tabler) rowMiddle(i int) float32 {
	b := t.rowBox(i)
	return (b.Y0 + b.Y1) / 2
}

// rowBox returns the box around a row of text.
func (t *tabler) rowBox(i int) Box {
	var b Box
	for _, c := range t.rows[i] {
		b = b.Union(c.box)
	}
	return b
}

// findJoinedRows returns, for each row of text of a band, whether it belongs to the row
// above.
func (t rowGrouper) findJoinedRows(band rowBand) []bool {
	out := make([]bool, band.to-band.from)
	if len(out) < 2 {
		return out
	}
	if t.isOneRow(band) {
		for i := range out {
			out[i] = true
		}
		return out
	}
	if t.joinWrapped(band, out) {
		return out
	}
	limit := t.maxLineDistance(band)
	if t.hasCloseRows(band, limit) {
		limit = 0
	}
	for i := band.from + 1; i < band.to; i++ {
		out[i-band.from] = t.continuesRow(i, limit)
	}
	return out
}

// joinWrapped joins the rows of text of a band of words by the white between them, where that leaves cells whose
// lines were all wrapped for want of room. It reports whether there are such.
func (t rowGrouper) joinWrapped(band rowBand, joined []bool) bool {
	const finest, clearly = 1.06, 1.12 // times the distance of lines
	if !t.isWordy(band) {
		return false
	}
	size := t.rows[band.from][0].size
	var d []float32
	for i := band.from + 1; i < band.to; i++ {
		if v := t.baselineDistance(i); v > sameBand*size {
			d = append(d, v)
		}
	}
	slices.Sort(d)
	type split struct{ ratio, limit float32 }
	var splits []split
	for i := 1; i < len(d); i++ {
		if d[i] > finest*d[i-1] {
			splits = append(splits, split{d[i] / d[i-1], (d[i] + d[i-1]) / 2})
		}
	}
	slices.SortStableFunc(splits, func(a, b split) int { return cmp.Compare(b.ratio, a.ratio) })
	if len(d) < len(joined)-1 {
		splits = append(splits, split{0, sameBand * size})
	}
	for _, s := range splits {
		if t.areWrapped(band, s.limit, s.ratio > clearly) {
			for i := band.from + 1; i < band.to; i++ {
				joined[i-band.from] = t.baselineDistance(i) <= s.limit
			}
			return true
		}
	}
	return false
}

// isWordy reports whether hardly any text of a band is a figure.
func (t rowGrouper) isWordy(band rowBand) bool {
	figures, all := 0, 0
	for _, row := range t.rows[band.from:band.to] {
		for _, l := range row {
			all++
			if isFigure(l.text) {
				figures++
			}
		}
	}
	return figures*5 < all
}

// areWrapped reports whether nearly all lines that stand over another one in their column, no farther than
// a limit, had no room for its first word. Where that distance is not clear, most of them have to leave a column
// blank.
func (t rowGrouper) areWrapped(band rowBand, limit float32, isClear bool) bool {
	above := make([]*line, len(t.cols))
	inside, wrapped, beside, full := 0, 0, 0, 0
	for i := band.from; i < band.to; i++ {
		if i > band.from && t.baselineDistance(i) > limit {
			clear(above)
		}
		for _, l := range t.rows[i] {
			from, to := t.spanOf(l)
			if from != to {
				continue
			}
			if a := above[from]; a != nil {
				inside++
				if foundNoRoom(a, l, t.cols[from].hi-t.cols[from].lo) {
					wrapped++
				}
			}
			above[from] = l
		}
		if i > band.from && t.baselineDistance(i) <= limit {
			beside++
			if len(t.rows[i]) == len(t.cols) {
				full++
			}
		}
	}
	return beside > 0 && (isClear || full*2 < beside) && wrapped*10 >= inside*9
}

// hasCloseRows reports whether rows with figures follow each other as closely as the lines
// of one row would: larger distances then set groups of rows apart.
func (t rowGrouper) hasCloseRows(band rowBand, limit float32) bool {
	for i := band.from + 1; i < band.to; i++ {
		if t.baselineDistance(i) <= limit && t.hasValuesUnderValues(t.rows[i-1], t.rows[i]) {
			return true
		}
	}
	return false
}

// headsGroup reports whether a row of text holds a label only that heads the rows below
// it: it is set off from the label under it in bold type or farther out.
func (t *tabler) headsGroup(i int) bool {
	if i+1 >= len(t.rows) || !t.hasLabelOnly(t.rows[i]) {
		return false
	}
	label, below := t.rows[i][0], t.rows[i+1][0]
	if from, to := t.spanOf(below); from != 0 || to != 0 {
		return false
	}
	return label.bold && !below.bold || below.box.X0-label.box.X0 > groupIndent*label.size && len(t.rows[i+1]) > 1
}

// isOneRow reports whether rules around the band make it a row of the table: most of the
// table stands between rules, and no column of the band holds several figures.
func (t rowGrouper) isOneRow(band rowBand) bool {
	if len(t.rowBands()) < 4 && !t.isFullyRuled(band) {
		return false
	}
	if t.hasFullRows(band) {
		return false
	}
	for i := band.from; i+1 < band.to; i++ {
		if t.headsGroup(i) {
			return false
		}
	}
	for c := range t.cols {
		figures := 0
		for i := band.from; i < band.to; i++ {
			for _, l := range t.rows[i] {
				if from, to := t.spanOf(l); from == c && to == c && isValueOrNothing(l) {
					figures++
				}
			}
		}
		if figures > 1 {
			return false
		}
	}
	return true
}

// hasFullRows reports whether each of several rows of text has a text in every column
// and begins like a text of its own.
func (t rowGrouper) hasFullRows(band rowBand) bool {
	if band.to-band.from < leastRows {
		return false
	}
	for i := band.from; i < band.to; i++ {
		first, _ := firstRune(t.rows[i][0].text)
		if len(t.rows[i]) != len(t.cols) || unicode.IsLower(first) {
			return false
		}
	}
	return true
}

// isFullyRuled reports whether vertical rules separate all columns of a band.
func (t rowGrouper) isFullyRuled(band rowBand) bool {
	for i := 1; i < len(t.cols); i++ {
		if !t.hasRuleBetween(t.cols[i-1], t.cols[i]) {
			return false
		}
	}
	return len(t.rowBands()) > 1 && band.from >= 0
}

// maxLineDistance returns the distance of baselines, in points, up to which the lines of a band
// belong together: where distances fall into small and large ones, 0 when they do not.
func (t rowGrouper) maxLineDistance(band rowBand) float32 {
	var d []float32
	for i := band.from + 1; i < band.to; i++ {
		d = append(d, t.baselineDistance(i))
	}
	slices.Sort(d)
	if len(d) < 2 {
		return 0
	}
	best, at := float32(looseRows), -1
	for i := 1; i < len(d); i++ {
		if d[i-1] > 0 && d[i]/d[i-1] > best {
			best, at = d[i]/d[i-1], i
		}
	}
	if at < 0 {
		return 0
	}
	return (d[at-1] + d[at]) / 2
}

// baselineDistance returns the distance from the baseline of a row of text up to that of the
// row above.
func (t *tabler) baselineDistance(i int) float32 {
	return t.rows[i-1][0].words[0].base - t.rows[i][0].words[0].base
}

// continuesRow reports whether a row of text continues the cells of the row above.
func (t rowGrouper) continuesRow(i int, limit float32) bool {
	above, below := t.rows[i-1], t.rows[i]
	if t.headsGroup(i) || t.headsGroup(i-1) {
		return false
	}
	if t.baselineDistance(i) < sameRow*min(above[0].size, below[0].size) && t.isDisjoint(above, below) {
		return true
	}
	if t.hasValuesUnderValues(above, below) {
		return false
	}
	if limit > 0 && t.baselineDistance(i) > limit {
		return false
	}
	if limit > 0 && (!t.isFullRow(i) || t.hasLabelOnly(above) || len(above) == 1 && figuresIn(above) == 0) {
		return true
	}
	return t.isWrapped(above, below) || t.hasLabelOnly(above) && t.carriesLabel(above[0], below)
}

// hasLabelOnly reports whether a row of text has a text in the first column only.
func (t *tabler) hasLabelOnly(row []*line) bool {
	if len(row) != 1 || len(t.cols) < 2 {
		return false
	}
	from, to := t.spanOf(row[0])
	return from == 0 && to == 0
}

// carriesLabel reports whether a row with figures goes on with the label above it, which
// filled its column.
func (t rowGrouper) carriesLabel(label *line, below []*line) bool {
	from, to := t.spanOf(below[0])
	if from != 0 || to != 0 || len(below) < 2 {
		return false
	}
	first, _ := firstRune(below[0].text)
	return (unicode.IsLower(first) || first == '(' || endsMidPhrase(label.text)) &&
		label.box.Width() > wrappedFrom*(t.cols[0].hi-t.cols[0].lo)
}

// isDisjoint reports whether the chunks of two rows stand in different columns.
func (t rowGrouper) isDisjoint(a, b []*line) bool {
	for _, x := range a {
		for _, y := range b {
			if x.box.overlapX(y.box) > 0 {
				return false
			}
		}
	}
	return true
}

// hasValuesUnderValues reports whether some column has figures in both rows of text.
func (t *tabler) hasValuesUnderValues(above, below []*line) bool {
	for _, b := range below {
		if !isValueOrNothing(b) {
			continue
		}
		for _, a := range above {
			if isValueOrNothing(a) && a.box.overlapX(b.box) > 0 {
				return true
			}
		}
	}
	return false
}

// isFullRow reports whether a row of text has a chunk in the first column and in most others.
func (t rowGrouper) isFullRow(i int) bool {
	r := t.rows[i]
	first, _ := t.spanOf(r[0])
	return first == 0 && len(r)*3 >= len(t.cols)*2
}

// isWrapped reports whether the lower row of text only carries on texts of the upper one:
// lines that filled their column, continued in small letters or in columns that are
// not the first.
func (t rowGrouper) isWrapped(above, below []*line) bool {
	for _, b := range below {
		var over *line
		from, to := t.spanOf(b)
		for _, a := range above {
			if f, l := t.spanOf(a); f == from && l == to {
				over = a
			}
		}
		if over == nil || isFigure(b.text) || isFigure(over.text) {
			return false
		}
		width := t.cols[to].hi - t.cols[from].lo
		first, _ := firstRune(b.text)
		carried := unicode.IsLower(first) || endsMidPhrase(over.text) || strings.HasSuffix(over.text, "-") ||
			strings.HasSuffix(over.text, ",")
		if over.box.Width() < wrappedFrom*width || !carried {
			return false
		}
	}
	return len(below) < len(t.cols) || len(t.cols) == 1
}
