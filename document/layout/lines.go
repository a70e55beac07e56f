package layout

import (
	"regexp"
	"strings"
	"unicode"
)

// Gaps in font sizes.
const (
	chunkGap  = 1.0 // from here a row may fall apart into columns
	gutterGap = 2.5 // from here it does, whatever stands above and below
	ruledGap  = 0.1 // from here it does when a vertical rule stands in the gap
)

// loneMark is the mark of a list item without its text; markReach is how far the text
// may be, in font sizes.
var loneMark = regexp.MustCompile(`^([•·▪●◦○■□➢➤❖✓]|\(([a-z]|[ivx]{1,4})\)|[a-z]\))$`)

const markReach = 4

// leadingLabel is a label with a colon, in front of its value.
var leadingLabel = regexp.MustCompile(`^\p{L}[\p{L}. /-]{1,30}(:( |$)|：)`)

// A line is a run of words on one height that are read together.
type line struct {
	words []*word // in the order in which they are read
	// placed are the same words from left to right, as they stand on the page.
	placed []*word
	box    Box
	size   float32 // of most runes
	style  int32   // of most runes
	bold   bool
	row    int    // index of its row; lines of one row stand side by side
	page   int    // 1-based
	turn   turn   // from the page to the upright frame
	text   string // words with single spaces
	column bool   // it begins a column of running text, see markGaps
	mark   *tagMark
}

// newLine makes a line of words.
func newLine(words []*word, rowIndex int, styles []Style) *line {
	l := &line{placed: words, row: rowIndex}
	words = inLogicalOrder(words)
	l.words = words
	l.mark = markOf(words)
	var b strings.Builder
	most := map[int32]int{}
	bold, total := 0, 0
	for i, w := range words {
		l.box = l.box.Union(w.box)
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(w.runes))
		most[w.style] += len(w.runes)
		total += len(w.runes)
		if styles[w.style].Weight >= 600 {
			bold += len(w.runes)
		}
	}
	best := -1
	for _, w := range words { // in word order, so that ties fall the same way
		if n := most[w.style]; n > best {
			best, l.style, l.size = n, w.style, w.size
		}
	}
	l.bold = bold*10 >= total*9
	l.text = b.String()
	return l
}

// mergeLines makes one line of two that stand side by side.
func mergeLines(a, b *line, styles []Style) *line {
	l := newLine(append(append([]*word{}, a.placed...), b.placed...), a.row, styles)
	l.page, l.turn, l.column = a.page, a.turn, a.column
	return l
}

// linesOf cuts rows at gaps that may be gutters, and takes back the cuts that the
// rows above and below run across.
func linesOf(rows []*row, vertical []Rule, styles []Style) [][]*line {
	out := make([][]*line, len(rows))
	for i, r := range rows {
		start := 0
		for j := 1; j <= len(r.words); j++ {
			if j == len(r.words) || canSplitAt(r, j, vertical) {
				l := newLine(r.words[start:j], i, styles)
				l.column = r.gaps[start] == columnEdge
				out[i] = append(out[i], l)
				start = j
			}
		}
	}
	healed := make([][]*line, len(rows))
	for i := range out {
		healed[i] = joinMarks(rejoinLines(out, i, vertical, styles), styles)
	}
	return healed
}

// joinMarks puts the mark of a list item in front of its text, however far it is set
// apart.
func joinMarks(lines []*line, styles []Style) []*line {
	var out []*line
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if i+1 < len(lines) && (l.isLoneMark() || l.isNumberOf(lines[i+1]) || l.isTickOf(lines[i+1])) &&
			lines[i+1].box.X0-l.box.X1 < markReach*l.size &&
			l.words[0].taggedCell() == lines[i+1].words[0].taggedCell() {
			out = append(out, mergeLines(l, lines[i+1], styles))
			i++
			continue
		}
		out = append(out, l)
	}
	return out
}

// isLoneMark reports whether a line is the mark of a list item; a number is one in an item of a
// tagged cell.
func (l *line) isLoneMark() bool {
	return loneMark.MatchString(l.text) || l.mark.item && l.mark.cell > 0 && loneNumber.MatchString(l.text)
}

// isNumberOf reports whether a line is the number of the item of a list in which the tags say that another one stands.
func (l *line) isNumberOf(other *line) bool {
	return l.mark.item && l.mark.block > 0 && l.mark.block == other.mark.block && loneNumber.MatchString(l.text)
}

// isTickOf reports whether a line is a box, ticked or not, closely in front of another line, and no column of its own.
func (l *line) isTickOf(other *line) bool {
	const reach = 1.5 // font sizes
	return len(l.words) == 1 && len(l.words[0].runes) == 1 && strings.ContainsRune("☐☑☒✔✗✘", l.words[0].runes[0]) &&
		other.box.X0-l.box.X1 < reach*other.size
}

// canSplitAt reports whether the gap in front of word j of a row may divide columns.
func canSplitAt(r *row, j int, vertical []Rule) bool {
	switch r.gaps[j] {
	case columnEdge:
		return true
	case wordSpace:
		return r.words[j-1].taggedCell() != r.words[j].taggedCell()
	}
	return canSplit(r.words[j-1], r.words[j], vertical)
}

// canSplit reports whether the gap between neighbours may divide columns.
func canSplit(a, b *word, vertical []Rule) bool {
	gap, em := b.box.X0-a.box.X1-a.tracking-b.tracking, min(a.size, b.size)
	if gap > chunkGap*em || a.taggedCell() != b.taggedCell() {
		return true
	}
	return gap > ruledGap*em && ruleBetween(a, b, vertical)
}

// ruleBetween reports whether a vertical rule stands between two words.
func ruleBetween(a, b *word, vertical []Rule) bool {
	y := (a.box.Y0 + a.box.Y1) / 2
	for _, v := range vertical {
		if v.X0 > a.box.X1-1 && v.X0 < b.box.X0+1 && v.Y0 < y && y < v.Y1 {
			return true
		}
	}
	return false
}

// rejoinLines rejoins the lines of row i over narrow gaps that the neighbouring rows do
// not share: wide spaces of justified text.
func rejoinLines(rows [][]*line, i int, vertical []Rule, styles []Style) []*line {
	var out []*line
	for _, l := range rows[i] {
		if n := len(out); n > 0 && canRejoin(out[n-1], l, vertical) {
			from, to := out[n-1].box.X1, l.box.X0
			above, below := checkNextRow(rows, i, -1, from, to), checkNextRow(rows, i, +1, from, to)
			if above >= 0 && below >= 0 && above+below > 0 {
				out[n-1] = mergeLines(out[n-1], l, styles)
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// canRejoin reports whether the gap between two lines is narrow and free of rules, and
// the right one does not begin with a label of its own.
func canRejoin(a, b *line, vertical []Rule) bool {
	if b.column || leadingLabel.MatchString(b.text) && strings.ContainsAny(a.text, ":：") {
		return false
	}
	last, first := a.placed[len(a.placed)-1], b.placed[0]
	if last.taggedCell() != first.taggedCell() {
		return false
	}
	return b.box.X0-a.box.X1 < gutterGap*min(a.size, b.size) && !ruleBetween(last, first, vertical)
}

// checkNextRow looks at the next row in a direction: 1 when a line of it runs across the
// gap, -1 when it has a gap there too, 0 when there is nothing to compare.
func checkNextRow(rows [][]*line, i, step int, from, to float32) int {
	j := i + step
	if j < 0 || j >= len(rows) || len(rows[i]) == 0 || len(rows[j]) == 0 {
		return 0
	}
	me := rows[i][0]
	if abs(rows[j][0].box.Y0-me.box.Y0) > 2.2*me.size {
		return 0
	}
	for _, l := range rows[j] {
		if l.box.X0 < from-me.size && l.box.X1 > to+me.size {
			return 1
		}
	}
	left, right := false, false
	for _, l := range rows[j] {
		left = left || l.box.X1 <= to+0.5*me.size && l.box.X1 > from-15*me.size
		right = right || l.box.X0 >= from-0.5*me.size && l.box.X0 < to+15*me.size
	}
	if left && right {
		return -1
	}
	return 0
}

// hasRightToLeft reports whether a line has letters that run from right to left.
func (l *line) hasRightToLeft() bool {
	for _, w := range l.placed {
		if w.leftward {
			return true
		}
	}
	return false
}

// hasDigit reports whether a text has a digit.
func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }
