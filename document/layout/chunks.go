package layout

import (
	"slices"
	"sort"
)

// Gaps in font sizes.
const (
	cellGap   = 0.65 // from here a row of a table falls apart into cells
	cellSpace = 0.3  // from here it does at a place where columns part
)

// mostColumns is the largest number of columns of a table.
const mostColumns = 150

// A tabler reads a table from the words that stand in it. The region holds nothing else.
type tabler struct {
	styles []Style
	rows   [][]*line // chunks of text, by height
	h, v   []Rule
	cols   []stretch
	box    Box
	page   int
	turn   turn
	cut    []rowBand // of the rows, by rules
}

// makeLine makes a line of words of the table.
func (t *tabler) makeLine(words []*word, row int) *line {
	l := newLine(slices.Clone(words), row, t.styles)
	l.page, l.turn = t.page, t.turn
	return l
}

// A stretch is an interval of one axis.
type stretch struct{ lo, hi float32 }

func (s stretch) overlap(o stretch) float32 { return min(s.hi, o.hi) - max(s.lo, o.lo) }

func horizontalStretch(b Box) stretch { return stretch{b.X0, b.X1} }

// viewWithin returns the part of a view inside a box.
func (v *view) viewWithin(box Box) *view {
	out := &view{turn: v.turn, page: v.page, top: box.Y1, bottom: box.Y0}
	for _, w := range v.words {
		if box.containsPoint((w.box.X0+w.box.X1)/2, (w.box.Y0+w.box.Y1)/2) {
			out.words = append(out.words, w)
		}
	}
	const slack = 10 // points between a table's text and the rules around it
	for _, r := range v.horizontal {
		if r.Y0 > box.Y0-slack && r.Y0 < box.Y1+slack && r.X1 > box.X0 && r.X0 < box.X1 {
			out.horizontal = append(out.horizontal, r)
		}
	}
	for _, r := range v.vertical {
		if r.X0 > box.X0-slack && r.X0 < box.X1+slack && r.Y1 > box.Y0 && r.Y0 < box.Y1 {
			out.vertical = append(out.vertical, r)
		}
	}
	return out
}

// countLetters counts the runes of a view.
func (v *view) countLetters() int {
	n := 0
	for _, w := range v.words {
		n += len(w.runes)
	}
	return n
}

// readTable reads the one table that fills the view.
func (v *view) readTable(styles []Style) *grid {
	if g := v.latticeGrid(styles); g != nil {
		return g
	}
	return v.newTabler(styles).buildGrid()
}

// newTabler prepares the columns of the one table that fills the view.
func (v *view) newTabler(styles []Style) *tabler {
	t := &tabler{styles: styles, h: v.horizontal, v: v.vertical, page: v.page, turn: v.turn}
	for i, r := range rowsOf(v.words) {
		t.rows = append(t.rows, t.cutChunks(r.words, i))
		t.box = t.box.Union(r.box)
	}
	t.findColumns()
	return t
}

// findColumns finds the columns, and cuts what only a narrow space parts there.
func (t *tabler) findColumns() {
	t.cut = nil
	t.cols = t.columnsFrom(0)
	if len(t.cols) > mostColumns {
		return
	}
	t.cutAtColumns()
	t.cols = t.columnsFrom(0)
	if head := (tableHead{t}).headRows(); head > 0 && len(t.rows)-head >= leastRows {
		t.cols = t.columnsFrom(head)
	}
}

// cutChunks cuts the words of a row at wide gaps and at vertical rules.
func (t *tabler) cutChunks(words []*word, row int) []*line {
	var out []*line
	start := 0
	for j := 1; j <= len(words); j++ {
		if j == len(words) || t.inDifferentCells(words[j-1], words[j]) {
			out = append(out, t.makeLine(words[start:j], row))
			start = j
		}
	}
	return out
}

// inDifferentCells reports whether two neighbouring words stand in different cells.
func (t *tabler) inDifferentCells(a, b *word) bool {
	gap, em := b.box.X0-a.box.X1-a.tracking-b.tracking, min(a.size, b.size)
	return gap > cellGap*em || gap > 0 && ruleBetween(a, b, t.v)
}

// columnsFrom finds the columns: narrow chunks first; one that overlaps several columns
// spans them. Chunks of the header, from its last row upwards, add columns and do not
// widen those that the body has.
func (t *tabler) columnsFrom(head int) []stretch {
	cols := addToColumns(nil, t.rows[head:], true)
	for i := head - 1; i >= 0; i-- {
		cols = addToColumns(cols, t.rows[i:i+1], i == head-1)
	}
	sort.Slice(cols, func(i, j int) bool { return cols[i].lo < cols[j].lo })
	if len(cols) > mostColumns {
		return cols
	}
	return t.joinColumns(cols)
}

// addToColumns adds chunks to columns; with widen the chunks also widen the columns.
func addToColumns(cols []stretch, rows [][]*line, widen bool) []stretch {
	chunks := slices.Concat(rows...)
	sort.SliceStable(chunks, func(i, j int) bool { return chunks[i].box.Width() < chunks[j].box.Width() })
	for _, c := range chunks {
		s := horizontalStretch(c.box)
		found, n := -1, 0
		for i := range cols {
			if s.overlap(cols[i]) > 0.1*c.size {
				found = i
				n++
			}
		}
		switch {
		case n == 0:
			cols = append(cols, s)
		case n == 1 && widen:
			cols[found] = stretch{min(cols[found].lo, s.lo), max(cols[found].hi, s.hi)}
		}
	}
	return cols
}

// joinColumns joins neighbours that more chunks span than stand side by side in, and
// a header with the figures under it that it does not reach.
func (t *tabler) joinColumns(cols []stretch) []stretch {
	for i := 0; i+1 < len(cols); {
		a, b := cols[i], cols[i+1]
		both, spanned := t.countCommonRows(a, b)
		if !t.hasRuleBetween(a, b) && (spanned > both || both == 0 && (b.lo-a.hi < 1.5*t.rows[0][0].size || t.isStacked(a, b))) {
			cols[i] = stretch{min(a.lo, b.lo), max(a.hi, b.hi)}
			cols = slices.Delete(cols, i+1, i+2)
			i = max(0, i-1)
			continue
		}
		i++
	}
	return cols
}

// countCommonRows counts the rows in which each column has a chunk of its own (both), and
// the rows in which one chunk runs over both columns (spanned).
func (t *tabler) countCommonRows(a, b stretch) (both, spanned int) {
	for _, r := range t.rows {
		inA, inB := false, false
		for _, c := range r {
			s := horizontalStretch(c.box)
			overA, overB := s.overlap(a) > 0.1*c.size, s.overlap(b) > 0.1*c.size
			switch {
			case overA && overB:
				if s.hi-s.lo < 1.2*(max(a.hi, b.hi)-min(a.lo, b.lo)) { // and not the whole table
					spanned++
				}
			case overA:
				inA = true
			case overB:
				inB = true
			}
		}
		if inA && inB {
			both++
		}
	}
	return both, spanned
}

// hasRuleBetween reports whether a vertical rule separates two columns.
func (t *tabler) hasRuleBetween(a, b stretch) bool {
	for _, v := range t.v {
		if v.X0 > a.hi-2 && v.X0 < b.lo+2 && v.Y1-v.Y0 > 0.3*t.box.Height() {
			return true
		}
	}
	return false
}

// isStacked reports whether the chunks of one column all stand above those of the other: a
// header beside its figures.
func (t *tabler) isStacked(a, b stretch) bool {
	lastA, firstA, lastB, firstB := -1, len(t.rows), -1, len(t.rows)
	for i, r := range t.rows {
		for _, c := range r {
			s := horizontalStretch(c.box)
			if s.overlap(a) > 0.1*c.size {
				firstA, lastA = min(firstA, i), max(lastA, i)
			}
			if s.overlap(b) > 0.1*c.size {
				firstB, lastB = min(firstB, i), max(lastB, i)
			}
		}
	}
	return lastA < firstB && firstA*4 <= len(t.rows) || lastB < firstA && firstB*4 <= len(t.rows)
}

// cutAtColumns cuts chunks that run over several columns where a space stands between
// the columns, though a narrow one.
func (t *tabler) cutAtColumns() {
	for i, r := range t.rows {
		var out []*line
		for _, c := range r {
			start := 0
			for j := 1; j < len(c.placed); j++ {
				if t.betweenColumns(c.placed[j-1], c.placed[j]) {
					out = append(out, t.makeLine(c.placed[start:j], c.row))
					start = j
				}
			}
			out = append(out, t.makeLine(c.placed[start:], c.row))
		}
		t.rows[i] = out
	}
}

// betweenColumns reports whether the space between two words of a chunk lies between
// columns.
func (t *tabler) betweenColumns(a, b *word) bool {
	if b.box.X0-a.box.X1 < cellSpace*min(a.size, b.size) {
		return false
	}
	for i := 1; i < len(t.cols); i++ {
		if a.box.X1 < t.cols[i].lo+1 && a.box.X1 > t.cols[i-1].lo && b.box.X0 > t.cols[i-1].hi-1 && b.box.X0 < t.cols[i].hi {
			return true
		}
	}
	return false
}

// latticeGrid returns the grid that rules draw around nearly all words of the view, or
// nil.
func (v *view) latticeGrid(styles []Style) *grid {
	for _, g := range ruledGrids(v.horizontal, v.vertical) {
		inside, all := 0, 0
		for _, w := range v.words {
			all += len(w.runes)
			if g.box.containsPoint((w.box.X0+w.box.X1)/2, (w.box.Y0+w.box.Y1)/2) {
				inside += len(w.runes)
			}
		}
		if inside*100 < all*95 {
			continue
		}
		if _, ok := g.fillCells(v.linesByRow(styles)); ok && !g.hasMergedCells() {
			g.readCells(v.horizontal, styles)
			return g
		}
	}
	return nil
}
