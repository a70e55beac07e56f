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
	letters := 0
	for i, w := range words {
		if i > 0 {
			line = append(line, cluster{of: w})
		}
		for _, c := range w.splitClusters() {
			line = append(line, c)
			switch c.dir {
			case leftward:
				letters++
			case rightward:
				letters--
			}
		}
	}
	if letters >= 0 {
		slices.Reverse(line)
		turnRuns(line, rightward)
	} else {
		turnRuns(line, leftward)
	}
	mirrorBrackets(line)
	return wordsFrom(line)
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
	}
	return end
}

// mirrorBrackets swaps brackets that would open where they should close: some files
// store the shape of a bracket, others its meaning.
func mirrorBrackets(line []cluster) {
	const opening, closing = "([{", ")]}"
	for _, c := range line {
		if len(c.runes) != 1 {
			continue
		}
		if slices.Contains([]rune(opening), c.runes[0]) {
			return
		}
		if slices.Contains([]rune(closing), c.runes[0]) {
			break
		}
	}
	for i := range line {
		if len(line[i].runes) != 1 {
			continue
		}
		r := line[i].runes[0]
		if at := slices.Index([]rune(opening), r); at >= 0 {
			line[i].runes = []rune{[]rune(closing)[at]}
		} else if at := slices.Index([]rune(closing), r); at >= 0 {
			line[i].runes = []rune{[]rune(opening)[at]}
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
			cur = &word{box: box, size: c.of.size, style: c.of.style, spaced: true, leftward: true, mark: c.of.mark}
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
