package layout

import (
	"slices"
	"strings"
	"unicode"
)

// A gapKind tells what the gap in front of a word of a row is, as far as the rows above and below show.
type gapKind uint8

const (
	unknownGap gapKind = iota
	columnEdge         // a column of running text begins after it
	wordSpace          // a space of a justified line, however wide
)

// Limits of columns of running text that stand side by side.
const (
	edgePairs    = 5   // rows that have text on both sides of a narrow gutter
	openPairs    = 4   // of a gutter of a font size or more
	edgeWidth    = 4.5 // points that a gutter has at least
	edgeSpaces   = 1.4 // and so many usual spaces between words
	edgeSlack    = 1   // points by which lines of a column begin beside its edge
	edgeIndent   = 4   // font sizes by which lines of a column may be indented
	sideWidth    = 8   // font sizes of the text on either side
	sideLetters  = 3   // letters of it for each other sign
	sideRagged   = 0.6 // of its width by which most lines on the left end before the longest one at most
	widestSide   = 4   // font sizes of a space beside which others are as wide
	sideSpace    = 1.8 // font sizes of a space in it
	fewPairs     = 3   // rows with text on both sides, elsewhere on a page with a gutter
	loneRows     = 6   // rows of a gutter that few lines stand beside each other at
	edgeRowPitch = 3.2 // font sizes from a row of a column to the next
)

// markGaps finds out what the gaps of the rows are: between columns, or inside of justified lines.
func markGaps(rows []*row, vertical []Rule) {
	for _, r := range rows {
		r.gaps = make([]gapKind, len(r.words))
	}
	usual := usualSpace(rows)
	if usual <= 0 {
		return
	}
	for _, x := range edgePlaces(rows, usual) {
		markEdge(rows, x, usual)
	}
	markJustified(rows, vertical)
}

// gapBefore returns the white space in front of word j of the row.
func (r *row) gapBefore(j int) float32 { return r.words[j].box.X0 - r.words[j-1].box.X1 }

// usualSpace returns a usual space between words, not a wide one, in font sizes.
func usualSpace(rows []*row) float32 {
	var spaces []float32
	for _, r := range rows {
		for j := 1; j < len(r.words); j++ {
			if gap := r.gapBefore(j); gap > 0 && gap < chunkGap*r.words[j].size {
				spaces = append(spaces, gap/r.words[j].size)
			}
		}
	}
	if len(spaces) == 0 {
		return 0
	}
	slices.Sort(spaces)
	return spaces[len(spaces)/4]
}

// leastEdge returns the width in points that a gutter in front of a word has at least.
func leastEdge(w *word, usual float32) float32 { return max(edgeWidth, edgeSpaces*usual*w.size) }

// edgePlaces returns the places where several rows have a word after a gap that may be a gutter; those of
// most rows come first.
func edgePlaces(rows []*row, usual float32) []float32 {
	var starts []float32
	for _, r := range rows {
		for j := 1; j < len(r.words); j++ {
			if r.gapBefore(j) >= leastEdge(r.words[j], usual) {
				starts = append(starts, r.words[j].box.X0)
			}
		}
	}
	slices.Sort(starts)
	var out []float32
	count := map[float32]int{}
	for i := 0; i < len(starts); {
		end := i
		for end < len(starts) && starts[end]-starts[i] <= edgeSlack {
			end++
		}
		if 2*(end-i) >= openPairs {
			out = append(out, starts[i])
			count[starts[i]] = end - i
		}
		i = end
	}
	slices.SortStableFunc(out, func(a, b float32) int { return count[b] - count[a] })
	return out
}

// An edgeRun is a run of rows that no word of which crosses a place.
type edgeRun struct {
	from, to int       // rows
	pairs    int       // rows with text on both sides
	aligned  int       // of those, the ones that begin at the place
	space    float32   // the narrowest gap
	spaces   []float32 // the gaps, in font sizes
	left     []float32
	right    []float32 // widths of the text on either side, in font sizes
	letters  [2]int    // of the text on either side
	signs    [2]int    // and what is no letter
	size     float32
}

// markEdge marks the gaps at a place where a column of running text begins, in all rows in which it does.
func markEdge(rows []*row, x, usual float32) {
	runs := edgeRuns(rows, x, usual)
	if !slices.ContainsFunc(runs, edgeRun.isSure) {
		return
	}
	for _, run := range runs {
		if 2*run.aligned < run.pairs || run.pairs < fewPairs && run.to-run.from < loneRows {
			continue
		}
		for _, r := range rows[run.from:run.to] {
			if j := r.firstFrom(x); j > 0 && j < len(r.words) {
				r.gaps[j] = columnEdge
			}
		}
	}
}

// isSure reports whether the rows of a run are lines of two columns.
func (e edgeRun) isSure() bool {
	least := edgePairs
	if e.space >= chunkGap*e.size {
		least = openPairs
	}
	if e.pairs < least || 2*e.aligned < e.pairs || median(e.left) < sideWidth || median(e.right) < sideWidth {
		return false
	}
	for side := range 2 {
		if e.letters[side] < sideLetters*e.signs[side] {
			return false
		}
	}
	return median(e.spaces)-e.space/e.size < sideRagged*median(e.left)
}

// median returns the middle one of values, 0 of none.
func median(values []float32) float32 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// firstFrom returns the index of the first word of the row that begins at a place or after it.
func (r *row) firstFrom(x float32) int {
	for j, w := range r.words {
		if w.box.X0 >= x-edgeSlack {
			return j
		}
	}
	return len(r.words)
}

// edgeRuns returns the runs of rows that have a gutter in front of a place.
func edgeRuns(rows []*row, x, usual float32) []edgeRun {
	var out []edgeRun
	open := false
	for i, r := range rows {
		j := r.firstFrom(x)
		if j > 0 && r.words[j-1].box.X1 > x-leastEdge(r.words[j-1], usual)+edgeSlack {
			open = false
			continue
		}
		if open && rows[i-1].base-r.base > edgeRowPitch*max(r.size, rows[i-1].size) {
			open = false
		}
		if !open {
			out = append(out, edgeRun{from: i, to: i})
			open = true
		}
		run := &out[len(out)-1]
		run.to = i + 1
		if j == 0 || j == len(r.words) {
			continue
		}
		start := r.words[j].box.X0
		if start-x > edgeIndent*r.size {
			continue
		}
		if gap := r.gapBefore(j); run.pairs == 0 || gap < run.space {
			run.space, run.size = gap, r.words[j].size
		}
		run.pairs++
		if start-x <= edgeSlack {
			run.aligned++
		}
		from, to := r.sideBefore(j), r.sideFrom(j)
		run.spaces = append(run.spaces, r.gapBefore(j)/r.words[j].size)
		run.left = append(run.left, (r.words[j-1].box.X1-r.words[from].box.X0)/r.words[j-1].size)
		run.right = append(run.right, (r.words[to-1].box.X1-r.words[j].box.X0)/r.words[j].size)
		run.countLetters(0, r.words[from:j])
		run.countLetters(1, r.words[j:to])
	}
	return out
}

// countLetters counts the letters of a side, and its other signs.
func (e *edgeRun) countLetters(side int, words []*word) {
	for _, w := range words {
		for _, r := range w.runes {
			if unicode.IsLetter(r) || unicode.IsMark(r) {
				e.letters[side]++
			} else {
				e.signs[side]++
			}
		}
	}
}

// sideBefore returns the first word of the text that ends before word j.
func (r *row) sideBefore(j int) int {
	k := j - 1
	most := sideSpace * r.words[k].size
	if k > 0 {
		most = max(most, evenSpaces*min(r.gapBefore(k), widestSide*r.words[k].size))
	}
	for k > 0 && r.gapBefore(k) <= most && r.gaps[k] != columnEdge {
		k--
	}
	return k
}

// sideFrom returns the end of the text that begins with word j.
func (r *row) sideFrom(j int) int {
	k := j + 1
	most := sideSpace * r.words[j].size
	if k < len(r.words) {
		most = max(most, evenSpaces*min(r.gapBefore(k), widestSide*r.words[k].size))
	}
	for k < len(r.words) && r.gapBefore(k) <= most && r.gaps[k] != columnEdge {
		k++
	}
	return k
}

// A segment is the part of a row in one column: words from one index to another.
type segment struct {
	r        *row
	from, to int
}

func (s segment) x0() float32 { return s.r.words[s.from].box.X0 }
func (s segment) x1() float32 { return s.r.words[s.to-1].box.X1 }

// Limits of justified lines.
const (
	justifiedSlack = 1.5 // points by which the edges of justified lines differ
	justifiedLines = 3   // that stand under each other, with the last one, which may be short
	justifiedPitch = 2.2 // font sizes from one to the next
	evenSpaces     = 1.5 // of the widest space of a justified line to the narrowest
	widestSpace    = 8   // font sizes of a space of a justified line
	loneSpace      = 0.7 // of the width of a line of two words, of the space between them
)

// A justifiedRun is lines of one column that stand under each other and may be those of a justified
// paragraph: they end at one place, but for lines of a single word and the last one.
type justifiedRun struct {
	lines []segment
	edge  float32 // where they end
	ended bool    // its last line ends early
}

// markJustified marks the wide spaces of justified lines: those between lines that end at the same place
// most of which have no such spaces, and whose own spaces are all about as wide.
func markJustified(rows []*row, vertical []Rule) {
	var open []*justifiedRun
	for _, r := range rows {
		var next []*justifiedRun
		for _, s := range r.segments() {
			at := slices.IndexFunc(open, func(o *justifiedRun) bool { return o.accept(s) })
			if at >= 0 {
				next = append(next, open[at])
				open = slices.Delete(open, at, at+1)
				continue
			}
			next = append(next, &justifiedRun{lines: []segment{s}, edge: s.x1()})
		}
		for _, o := range open {
			if !o.ended && standsUnder(o.lines[len(o.lines)-1].r, r) {
				next = append(next, o)
				continue
			}
			o.markSpaces(vertical)
		}
		open = next
	}
	for _, o := range open {
		o.markSpaces(vertical)
	}
}

// accept adds a segment to the run if it is its next line.
func (o *justifiedRun) accept(s segment) bool {
	last := o.lines[len(o.lines)-1]
	if o.ended || !standsUnder(last.r, s.r) || abs(s.r.size-last.r.size) > 0.1*last.r.size {
		return false
	}
	if abs(s.x0()-last.x0()) > justifiedSlack && (last.x0() < s.x0() || last.x0()-s.x0() > edgeIndent*s.r.size) {
		return false
	}
	edge := o.edge
	if len(o.lines) == 1 && last.to-last.from == 1 {
		edge = max(edge, s.x1())
	}
	if s.x1() > edge+justifiedSlack {
		return false
	}
	o.edge = edge
	o.ended = s.x1() < edge-justifiedSlack && s.to-s.from > 1
	o.lines = append(o.lines, s)
	return true
}

// standsUnder reports whether a row may hold the line after one of the row above.
func standsUnder(above, r *row) bool {
	return above.base-r.base < justifiedPitch*max(above.size, r.size)
}

// segments returns the parts of a row between the edges of columns.
func (r *row) segments() []segment {
	var out []segment
	start := 0
	for j := 1; j <= len(r.words); j++ {
		if j == len(r.words) || r.gaps[j] == columnEdge {
			out = append(out, segment{r, start, j})
			start = j
		}
	}
	return out
}

// markSpaces marks the spaces of the lines if they are justified.
func (o *justifiedRun) markSpaces(vertical []Rule) {
	if !o.isJustified() {
		return
	}
	for _, s := range o.lines {
		if !o.isFull(s) || !s.hasEvenSpaces() {
			continue
		}
		for j := s.from + 1; j < s.to; j++ {
			if !ruleBetween(s.r.words[j-1], s.r.words[j], vertical) {
				s.r.gaps[j] = wordSpace
			}
		}
	}
}

// isFull reports whether a line has several words and ends at the edge.
func (o *justifiedRun) isFull(s segment) bool {
	return s.to-s.from > 1 && s.x1() >= o.edge-justifiedSlack
}

// isJustified reports whether the lines are those of a justified paragraph: most have no wide spaces, or all
// have even ones that do not stand under each other as the gaps of a table do.
func (o *justifiedRun) isJustified() bool {
	if len(o.lines) < justifiedLines {
		return false
	}
	full, plain, even, several, figures := 0, 0, 0, 0, 0
	for _, s := range o.lines {
		if !o.isFull(s) {
			continue
		}
		full++
		if s.hasPlainSpaces() {
			plain++
		}
		if s.hasEvenSpaces() {
			even++
		}
		if s.to-s.from > 2 {
			several++
		}
		if hasDigit(string(s.r.words[s.to-1].runes)) {
			figures++
		}
	}
	if full < 2 || 2*figures > full {
		return false
	}
	return 2*plain >= full || even == full && 3*several >= full && !isAligned(o.lines)
}

// isAligned reports whether many words of lines begin or end under those of the line above, the first and
// last ones aside.
func isAligned(run []segment) bool {
	under, all := 0, 0
	for i := 1; i < len(run); i++ {
		for j := run[i].from + 1; j < run[i].to; j++ {
			all++
			if run[i-1].hasWordAt(run[i].r.words[j].box) {
				under++
			}
		}
	}
	return 3*under >= all
}

// hasWordAt reports whether a word of the line begins or ends with a box, the first one aside.
func (s segment) hasWordAt(b Box) bool {
	for j := s.from + 1; j < s.to; j++ {
		w := s.r.words[j].box
		if abs(w.X0-b.X0) < edgeSlack || j < s.to-1 && abs(w.X1-b.X1) < edgeSlack {
			return true
		}
	}
	return false
}

// hasPlainSpaces reports whether all spaces of a line are of the width that spaces between words have.
func (s segment) hasPlainSpaces() bool {
	for j := s.from + 1; j < s.to; j++ {
		if s.r.gapBefore(j) > chunkGap*s.r.words[j].size {
			return false
		}
	}
	return true
}

// hasEvenSpaces reports whether the spaces of a line are about as wide as each other; those after a sign
// may be wider.
func (s segment) hasEvenSpaces() bool {
	var least, most, signed float32
	for j := s.from + 1; j < s.to; j++ {
		gap := s.r.gapBefore(j)
		last := s.r.words[j-1].runes
		if strings.ContainsRune(".,;:!?", last[len(last)-1]) && s.to-s.from > 2 {
			signed = max(signed, gap)
			continue
		}
		if least == 0 || gap < least {
			least = gap
		}
		most = max(most, gap)
	}
	if s.to-s.from <= 2 {
		return most < loneSpace*(s.x1()-s.x0()) && !s.hasFigures()
	}
	return most <= evenSpaces*least && signed <= 2*evenSpaces*least && max(most, signed) < widestSpace*s.r.size
}

// hasFigures reports whether a word of the line has a digit.
func (s segment) hasFigures() bool {
	return slices.ContainsFunc(s.r.words[s.from:s.to], func(w *word) bool { return hasDigit(string(w.runes)) })
}
