package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// A direction is the effect of a character on the order of its line.
type direction uint8

const (
	neutral direction = iota
	leftward
	rightward
	figure    // reads rightward, and does not turn its surroundings
	separator // belongs to figures on both sides
)

// directionOf returns the direction of a rune.
func directionOf(r rune) direction {
	if r < 0x80 { // most text: no need to look it up
		switch {
		case r >= '0' && r <= '9':
			return figure
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			return rightward
		case r == '.' || r == ',' || r == ':' || r == '/' || r == '-' || r == '+':
			return separator
		}
		return neutral
	}
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL:
		return leftward
	case bidi.L:
		return rightward
	case bidi.EN, bidi.AN:
		return figure
	case bidi.CS, bidi.ES:
		return separator
	}
	return neutral
}

// readsLeftward reports whether a rune belongs to a script that runs from right to left.
func readsLeftward(r rune) bool { return r >= 0x590 && directionOf(r) == leftward }

// A cluster is a character with its marks, as it stands on the line; a space has no runes.
type cluster struct {
	runes  []rune
	lo, hi float32
	dir    direction
	of     *word // that it comes from
}

// inLogicalOrder puts the words of a line, given from left to right, in the order in
// which they are read when some of their letters run from right to left; their runes,
// too.
func inLogicalOrder(words []*word) []*word {
	if !slices.ContainsFunc(words, func(w *word) bool { return w.leftward }) {
		return words
	}
	var line []cluster
	for i, w := range words {
		if i > 0 {
			line = append(line, cluster{of: w})
		}
		line = append(line, w.splitClusters()...)
	}
	joinTerminators(line)
	if readLeftward(words) {
		slices.Reverse(line)
		turnRuns(line, rightward)
	} else {
		turnRuns(line, leftward)
	}
	mirrorBrackets(line)
	return wordsFrom(line)
}

// countDirections counts the words that run from right to left, and those that run from left to right.
// Addresses do not count: they are Latin in any language.
func countDirections(words []*word) (left, right int) {
	for _, w := range words {
		switch {
		case w.leftward:
			left++
		case slices.Contains(w.runes, '@') || slices.Contains(w.runes[:len(w.runes)-1], '.'):
		case slices.ContainsFunc(w.runes, unicode.IsLetter):
			right++
		}
	}
	return left, right
}

// markLeftward notes in the words of a page whether most of their letters run from right to left. The letters
// of words that do are not put together yet.
func markLeftward(words []*word) {
	n := 0
	for _, w := range words {
		switch left, right := countDirections([]*word{w}); {
		case left > 0:
			n += len(w.runes)
		case right > 0:
			n -= len(w.runes)
		}
	}
	for _, w := range words {
		w.amongLeftward = n > 0
	}
}

// readLeftward reports whether a line is read from right to left: most of its words run that way, or on a
// page that is written so some do.
func readLeftward(words []*word) bool {
	const some = 4 // one of so many words
	left, right := countDirections(words)
	if words[0].amongLeftward {
		return left*some >= left+right
	}
	return left >= right
}

// joinTerminators lets signs such as % and € that stand at a figure read with it, as they do beside Hebrew;
// beside Arabic they are drawn after the figure in the direction of the line.
func joinTerminators(line []cluster) {
	if slices.ContainsFunc(line, func(c cluster) bool { return len(c.runes) > 0 && unicode.Is(unicode.Arabic, c.runes[0]) }) {
		return
	}
	isTerminator := func(c cluster) bool {
		if len(c.runes) == 0 {
			return false
		}
		p, _ := bidi.LookupRune(c.runes[0])
		return p.Class() == bidi.ET
	}
	for i := 1; i < len(line); i++ {
		if line[i-1].dir == figure && isTerminator(line[i]) {
			line[i].dir = figure
		}
	}
	for i := len(line) - 2; i >= 0; i-- {
		if line[i+1].dir == figure && isTerminator(line[i]) {
			line[i].dir = figure
		}
	}
}

// runsLeftward reports whether most cells with letters are written from right to left: the columns
// of such a table run that way, too.
func (g *grid) runsLeftward() bool {
	n := 0
	for _, c := range g.cells {
		for _, l := range c.lines {
			switch {
			case l.hasRightToLeft():
				n++
			case strings.ContainsFunc(l.text, unicode.IsLetter):
				n--
			}
		}
	}
	return n > 0
}

// countFromRight counts the columns from the right.
func (g *grid) countFromRight() {
	for _, c := range g.cells {
		c.col = g.cols - c.col - c.colSpan
	}
	slices.SortStableFunc(g.cells, func(a, b *gridCell) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
}

// splitClusters returns the characters of a word from left to right, marks with their letters.
func (w *word) splitClusters() []cluster {
	var out []cluster
	for i, r := range w.runes {
		if n := len(out); n > 0 && unicode.Is(unicode.Mn, r) {
			out[n-1].runes = append(out[n-1].runes, r)
			continue
		}
		out = append(out, cluster{[]rune{r}, w.lo[i], w.hi[i], directionOf(r), w})
	}
	return out
}

// turnRuns reverses each run of a direction inside a line that runs the other way.
// Figures run rightward in any line, each number by itself.
func turnRuns(line []cluster, dir direction) {
	for i := 0; i < len(line); {
		if end := runEnd(line, i, dir); end > i {
			slices.Reverse(line[i:end])
			i = end
			continue
		}
		i++
	}
}

// runEnd returns where the run that begins at i ends: letters of the direction with what
// stands between them, or a number; i when none begins there.
func runEnd(line []cluster, i int, dir direction) int {
	end := i
	switch {
	case line[i].dir == dir:
		end = i + 1
		for j := end; j < len(line) && (line[j].dir == dir || line[j].dir == neutral || line[j].dir == separator ||
			line[j].dir == figure); j++ {
			if line[j].dir == dir || line[j].dir == figure && dir == rightward {
				end = j + 1
			}
		}
	case line[i].dir == figure && dir == rightward:
		end = i + 1
		for j := end; j < len(line); j++ {
			if line[j].dir == figure || line[j].dir == rightward {
				end = j + 1
			} else if line[j].dir != separator {
				break
			}
		}
		if end+1 < len(line) && len(line[end].runes) == 0 && isNameBefore(line[end+1:]) {
			return runEnd(line, end+1, dir)
		}
	}
	return end
}

// isNameBefore reports whether the word that begins a reversed line, in Latin letters, reads with the number at
// its right, as in ISO 9001: a currency or a unit stands after its number.
func isNameBefore(line []cluster) bool {
	const unit = 2 // letters
	var name []rune
	for _, c := range line {
		if len(c.runes) == 0 {
			break
		}
		if c.dir != rightward {
			return false
		}
		name = slices.Insert(name, 0, c.runes...)
	}
	return len(name) > unit && !currencyCode.MatchString(string(name))
}

// Brackets by their kind.
const opening, closing = "([{", ")]}"

// mirrorBrackets swaps brackets that would open where they should close: some files
// store the shape of a bracket, others its meaning, and some one of the two for either.
func mirrorBrackets(line []cluster) {
	const listMarks = 3 // characters up to which a lone bracket ends the mark of an item
	first, closes := -1, false
	for i, c := range line {
		if kind, isClosing := bracketOf(c); kind >= 0 {
			first, closes = i, isClosing
			break
		}
	}
	if first < 0 {
		return
	}
	asDrawn, mirrored := countUnmatched(line, false), countUnmatched(line, true)
	if mirrored < asDrawn || mirrored == asDrawn && closes && first >= listMarks {
		for i := range line {
			if kind, isClosing := bracketOf(line[i]); kind >= 0 {
				line[i].runes = []rune{bracket(kind, !isClosing)}
			}
		}
	}
	closeBrackets(line)
}

// bracketOf returns the kind of a bracket, -1 of other characters, and whether it closes.
func bracketOf(c cluster) (kind int, closes bool) {
	if len(c.runes) != 1 {
		return -1, false
	}
	if at := strings.IndexRune(opening, c.runes[0]); at >= 0 {
		return at, false
	}
	return strings.IndexRune(closing, c.runes[0]), true
}

// bracket returns the bracket of a kind.
func bracket(kind int, closes bool) rune {
	if closes {
		return rune(closing[kind])
	}
	return rune(opening[kind])
}

// countUnmatched counts the brackets of a line without a counterpart, as they are or mirrored.
func countUnmatched(line []cluster, mirrored bool) int {
	var open [len(opening)]int
	n := 0
	for _, c := range line {
		switch kind, closes := bracketOf(c); {
		case kind < 0:
		case closes == mirrored:
			open[kind]++
		case open[kind] > 0:
			open[kind]--
		default:
			n++
		}
	}
	for _, k := range open {
		n += k
	}
	return n
}

// closeBrackets turns a bracket that opens inside of an open one that nothing closes.
func closeBrackets(line []cluster) {
	var open, left [len(opening)]int
	for _, c := range line {
		if kind, closes := bracketOf(c); kind >= 0 && closes {
			left[kind]++
		}
	}
	for i := range line {
		switch kind, closes := bracketOf(line[i]); {
		case kind < 0:
		case closes:
			left[kind]--
			open[kind] = max(0, open[kind]-1)
		case open[kind] > 0 && left[kind] == 0:
			line[i].runes = []rune{bracket(kind, true)}
			open[kind]--
		default:
			open[kind]++
		}
	}
}

// wordsFrom makes words of clusters in reading order.
func wordsFrom(line []cluster) []*word {
	var out []*word
	var cur *word
	for _, c := range line {
		if len(c.runes) == 0 {
			cur = nil
			continue
		}
		box := c.of.box
		box.X0, box.X1 = c.lo, c.hi
		if cur == nil {
			cur = &word{box: box, base: c.of.base, size: c.of.size, style: c.of.style, spaced: true, leftward: true, mark: c.of.mark}
			out = append(out, cur)
		}
		cur.box = cur.box.Union(box)
		for _, r := range c.runes {
			cur.runes = append(cur.runes, r)
			cur.lo, cur.hi = append(cur.lo, c.lo), append(cur.hi, c.hi)
		}
	}
	return out
}
