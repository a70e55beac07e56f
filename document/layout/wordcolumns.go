package layout

import (
	"regexp"
	"slices"
	"strings"
)

// itemNumber is what stands in front of a clause or an item; signatureMark what is signed, or asks for it.
var (
	itemNumber    = regexp.MustCompile(`^(\(?(\d{1,3}(\.\d{1,3})*|\p{L}|[ivxIVX]{1,5})[.)]?|[^\p{L}\d]{1,2})$`)
	signatureMark = regexp.MustCompile(`(?i)^(/s/|_{3}|(by|name|title|date|signature|printed name)\b)`)
)

// A wordColumn is what tells a column of a table from one of an article.
type wordColumn struct {
	texts, values, marks, digits int
	width                        float32 // of its widest text
	lines, wrapped               int     // that have a line above them, and that found no room there
	last                         int     // row with a text
}

// flows reports whether the column looks like one of an article.
func (c wordColumn) flows(size float32) bool {
	return c.width > proseColumn*size && float64(c.wrapped) > proseFlow*float64(c.lines)
}

// isTable distinguishes a table from columns of an article, blocks of lines side by side, and lists of values.
func (r *wordRun) isTable(t *tabler) bool {
	cols := make([]wordColumn, len(t.cols))
	texts := 0
	for c := range cols {
		cols[c] = r.measureColumn(c)
		texts += cols[c].texts
	}
	if r.isForm(t, cols, texts) {
		return false
	}
	strokes, fills := r.rulesAcross()
	bands, clear := r.bands()
	wide := r.countWide(bands)
	drawn := strokes > 0 || fills > 1
	told := drawn || isBold(t.rows[0])
	if (wide > leastRows || wide == leastRows && told) && float64(wide) > wordShare*float64(len(bands)) &&
		(fills > 2 || clear && r.areCells(cols, bands)) {
		return true
	}
	flowing, several := r.flowingColumn(cols)
	if several {
		return false
	}
	wide = r.countWide(r.single())
	labelled := float64(wide) > wordShare*float64(len(r.rows))
	dense := medianOf(r.distances()) <= denseRows*r.size
	switch {
	case wide < leastRows || wide == leastRows && !told:
		return false
	case flowing >= 0 && r.alignedShare(flowing) > leastAligned:
		return true
	case !labelled || flowing >= 0 && !r.areLabels(cols, flowing):
		return false
	case len(cols) == 2 && dense && !told && wide < denseLeast:
		return false
	}
	return drawn || !r.isBlocks(cols, texts)
}

// isForm reports whether the texts are those of a form, of a list of values or items, of signatures or of a chart.
func (r *wordRun) isForm(t *tabler, cols []wordColumn, texts int) bool {
	colons, signed, marks, values := 0, 0, 0, 0
	for _, row := range t.rows {
		for _, l := range row {
			if strings.HasSuffix(l.text, ":") || leadingLabel.MatchString(l.text) {
				colons++
			}
			if signatureMark.MatchString(l.text) {
				signed++
			}
		}
	}
	for c := range cols {
		marks, values = marks+cols[c].marks, values+cols[c].values
		if !r.isAligned(c) {
			return true
		}
	}
	if len(cols) == 2 && (float64(cols[1].values) > valueShare*float64(cols[1].texts) || cols[0].marks*2 > cols[0].texts) {
		return true
	}
	return signed > 1 && len(r.rows) <= signedRows || marks*10 > texts*3 || float64(colons) > labelColons*float64(texts) ||
		float64(values) > figuresMost*float64(texts)
}

// flowingColumn returns the column that looks like one of an article, -1 when there is none, and whether there are
// several.
func (r *wordRun) flowingColumn(cols []wordColumn) (flowing int, several bool) {
	flowing = -1
	for c := range cols {
		if cols[c].flows(r.size) {
			several = flowing >= 0
			flowing = c
			if several {
				break
			}
		}
	}
	return flowing, several
}

// areLabels reports whether the columns beside that of long texts hold a few words each.
func (r *wordRun) areLabels(cols []wordColumn, flowing int) bool {
	const most = 3 // words
	words, texts := 0, 0
	for c := range cols {
		if c == flowing {
			continue
		}
		texts += cols[c].texts
		for i := range r.cells {
			words += len(r.cells[i][c])
		}
	}
	return words <= most*texts
}

// measureColumn counts what stands in a column.
func (r *wordRun) measureColumn(c int) (out wordColumn) {
	for i := range r.texts {
		if l := r.texts[i][c]; l != nil {
			out.width = max(out.width, l.box.Width())
		}
	}
	var above *line
	for i := range r.texts {
		l := r.texts[i][c]
		if l == nil {
			continue
		}
		out.texts++
		out.last = i
		if isValue(l.text) || isFigure(l.text) {
			out.values++
		}
		if hasDigit(l.text) {
			out.digits++
		}
		if listMark.MatchString(l.text) || itemNumber.MatchString(l.text) || l.isLoneMark() {
			out.marks++
		}
		if above != nil {
			out.lines++
			if out.hasNoRoom(above, l) {
				out.wrapped++
			}
		}
		above = l
	}
	return out
}

// hasNoRoom reports whether the first word of a line had no room behind the line above it.
func (c wordColumn) hasNoRoom(above, l *line) bool {
	return foundNoRoom(above, l, c.width)
}

// foundNoRoom reports whether the first word of a line had no room behind the line above it, in a column whose
// widest text has such a width: the column itself may be a little wider.
func foundNoRoom(above, l *line, width float32) bool {
	const slack = 0.6
	return above.box.Width()+leastBlank*above.size+l.words[0].box.Width() > width-slack*l.size
}

// single returns each row of text as a band.
func (r *wordRun) single() []rowBand {
	out := make([]rowBand, len(r.rows))
	for i := range out {
		out[i] = rowBand{i, i + 1}
	}
	return out
}

// bands parts the rows of text where the white between them is larger than that between the lines of cells.
// clear is false where there are no two such kinds of white.
func (r *wordRun) bands() (out []rowBand, clear bool) {
	const line = 0.9 // font sizes, from which a row of text stands below another one
	var d []float32
	for _, v := range r.distances() {
		if v > line*r.size {
			d = append(d, v)
		}
	}
	slices.Sort(d)
	best, limit := float32(looseBands), line*r.size
	for i := 1; i < len(d); i++ {
		if q := d[i] / d[i-1]; q > best {
			best, limit, clear = q, (d[i]+d[i-1])/2, true
		}
	}
	start := 0
	for i := 1; i <= len(r.rows); i++ {
		if i == len(r.rows) || r.bases[i-1]-r.bases[i] > limit {
			out = append(out, rowBand{start, i})
			start = i
		}
	}
	return out, clear || len(d) < len(r.bases)-1
}

// countWide counts the bands that have texts in two columns or more.
func (r *wordRun) countWide(bands []rowBand) int {
	n := 0
	for _, b := range bands {
		columns := 0
		for c := range r.texts[0] {
			for i := b.from; i < b.to; i++ {
				if r.texts[i][c] != nil {
					columns++
					break
				}
			}
		}
		if columns > 1 {
			n++
		}
	}
	return n
}

// areCells reports whether the lines of a band are those of cells: each was wrapped for want of room, and
// cells side by side have different numbers of them.
func (r *wordRun) areCells(cols []wordColumn, bands []rowBand) bool {
	const most = 15 // lines of a cell
	inside, wrapped, uneven, all := 0, 0, 0, 0
	last := make([]*line, len(cols)) // text of each column above the band
	ends, running := make([]int, len(cols)), make([]int, len(cols))
	for _, b := range bands {
		counts := make([]int, len(cols))
		for c := range cols {
			var above *line
			for i := b.from; i < b.to; i++ {
				l := r.texts[i][c]
				if l == nil {
					continue
				}
				counts[c]++
				if above != nil {
					inside++
					if cols[c].hasNoRoom(above, l) {
						wrapped++
					}
				} else if last[c] != nil {
					ends[c]++
					if cols[c].hasNoRoom(last[c], l) {
						running[c]++
					}
				}
				above, last[c] = l, l
			}
		}
		if slices.Max(counts) > most {
			return false
		}
		if slices.Max(counts) > 1 {
			all++
			if slices.Min(counts) < slices.Max(counts) {
				uneven++
			}
		}
	}
	flowing := 0
	for c := range cols {
		if cols[c].width > proseColumn*r.size && running[c]*10 > ends[c]*6 {
			flowing++
		}
	}
	return all > 0 && flowing < 2 && wrapped*10 >= inside*8 && uneven*2 > all && r.areLevel(bands)
}

// areLevel reports whether the texts in nearly all bands stand side by side as cells do: their first lines, their
// last ones or their middles are on one height.
func (r *wordRun) areLevel(bands []rowBand) bool {
	const level = 0.15 // font sizes
	n, all := 0, 0
	for _, b := range bands {
		var tops, ends, middles []float32
		for c := range r.texts[0] {
			first, last := -1, -1
			for i := b.from; i < b.to; i++ {
				if r.texts[i][c] == nil {
					continue
				}
				if last = i; first < 0 {
					first = i
				}
			}
			if first >= 0 {
				tops, ends = append(tops, r.bases[first]), append(ends, r.bases[last])
				middles = append(middles, (r.bases[first]+r.bases[last])/2)
			}
		}
		if len(tops) < 2 || b.to-b.from < 2 {
			continue
		}
		all++
		for _, v := range [][]float32{tops, ends, middles} {
			if slices.Max(v)-slices.Min(v) < level*r.size {
				n++
				break
			}
		}
	}
	return n*10 >= all*8
}

// isAligned reports whether most texts of a column begin at one place, end at one, or have their middle there.
func (r *wordRun) isAligned(c int) bool {
	const near = 2 // points
	var places [3][]float32
	for i := range r.texts {
		if l := r.texts[i][c]; l != nil {
			for k, x := range []float32{l.box.X0, l.box.X1, (l.box.X0 + l.box.X1) / 2} {
				places[k] = append(places[k], x)
			}
		}
	}
	for _, at := range places {
		slices.Sort(at)
		most, from := 0, 0
		for i := range at {
			for at[i]-at[from] > near {
				from++
			}
			most = max(most, i-from+1)
		}
		if most*10 >= len(at)*6 {
			return true
		}
	}
	return false
}

// alignedShare returns how many of the texts in other columns stand beside the begin of one in a column of
// wrapped texts.
func (r *wordRun) alignedShare(flowing int) float64 {
	col := r.measureColumn(flowing)
	begins, all := 0, 0
	var above *line
	for _, row := range r.texts {
		l := row[flowing]
		begin := l != nil && (above == nil || !col.hasNoRoom(above, l) || endsSentence(above.text))
		if l != nil {
			above = l
		}
		for c, o := range row {
			if c != flowing && o != nil {
				all++
				if begin {
					begins++
				}
				break
			}
		}
	}
	return float64(begins) / float64(max(all, 1))
}

// rulesAcross counts the heights between the first and the last row at which strokes, or edges of filled areas,
// run across most of the width.
func (r *wordRun) rulesAcross() (strokes, fills int) {
	const most = 0.7
	first, last := r.bases[0], r.bases[len(r.bases)-1]
	sums := map[Rule]float32{}
	for _, h := range r.view.horizontal {
		if h.Y0 < first && h.Y0 > last {
			at := Rule{Y0: float32(int(h.Y0)), Filled: h.Filled}
			sums[at] += max(0, min(h.X1, r.box.X1)-max(h.X0, r.box.X0))
		}
	}
	for at, sum := range sums {
		switch {
		case sum < most*r.box.Width():
		case at.Filled:
			fills++
		default:
			strokes++
		}
	}
	return strokes, fills
}

// hasRuleDown reports whether a vertical stroke runs through most of the rows.
func (r *wordRun) hasRuleDown() bool {
	return slices.ContainsFunc(r.view.vertical, func(v Rule) bool {
		return !v.Filled && v.X0 > r.box.X0 && v.X0 < r.box.X1 && min(v.Y1, r.box.Y1)-max(v.Y0, r.box.Y0) > 0.5*r.box.Height()
	})
}

// isBlocks reports whether a few rows close to each other may be blocks of lines, such as addresses: they have
// figures, or end at different heights.
func (r *wordRun) isBlocks(cols []wordColumn, texts int) bool {
	if len(r.rows) > blockRows || medianOf(r.distances()) > denseRows*r.size {
		return false
	}
	digits, even := 0, true
	for _, c := range cols {
		digits += c.digits
		even = even && c.last == cols[0].last
	}
	return !even || digits*10 > texts
}
