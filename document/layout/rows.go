package layout

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
)

// A row holds the words that stand on one height of the page, from left to right.
type row struct {
	words []*word
	box   Box
	base  float32
	low   float32 // where the baseline would be by the height of its type
	size  float32
	gaps  []gapKind // of the gap in front of each word, see markGaps
}

// rowsOf sorts words into rows, from top to bottom.
func rowsOf(words []*word) []*row {
	byHeight := slices.Clone(words)
	// Large words first: small ones beside them are raised or lowered characters.
	sort.SliceStable(byHeight, func(i, j int) bool { return byHeight[i].base > byHeight[j].base })
	var rows []*row
	for _, w := range byHeight {
		if r := findRow(rows, w); r != nil {
			r.add(w)
		} else {
			rows = append(rows, &row{words: []*word{w}, box: w.box, base: w.base, low: w.estimateBaseline(), size: w.size})
		}
	}
	rows = attachScripts(rows)
	for _, r := range rows {
		r.sortWords()
	}
	notes := noteNumbers(rows)
	for _, r := range rows {
		r.joinWords(notes)
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].base > rows[j].base })
	return rows
}

// findRow returns the row on whose baseline a word stands, or nil. Type that is aligned by its height, as labels
// beside larger values are, counts, too. Words come from
// top to bottom, so only the last rows can match.
func findRow(rows []*row, w *word) *row {
	const lookBack = 12
	for i := len(rows) - 1; i >= max(0, len(rows)-lookBack); i-- {
		r := rows[i]
		if most := 0.3 * min(r.size, w.size); abs(r.base-w.base) < most || abs(r.low-w.estimateBaseline()) < most {
			return r
		}
	}
	return nil
}

// add puts a word into the row; the largest word sets the baseline.
func (r *row) add(w *word) {
	r.words = append(r.words, w)
	r.box = r.box.Union(w.box)
	if w.size > r.size {
		r.size, r.base, r.low = w.size, w.base, w.estimateBaseline()
	}
}

// attachScripts moves superscripts and subscripts to the row of the word that they
// stand beside.
func attachScripts(rows []*row) []*row {
	var out []*row
	for i, r := range rows {
		if host := scriptHost(rows, i); host != nil {
			for _, w := range r.words {
				host.words = append(host.words, w)
				host.box = host.box.Union(w.box)
			}
			continue
		}
		out = append(out, r)
	}
	return out
}

// scriptHost finds the row that all words of row i are scripts of, or nil.
func scriptHost(rows []*row, i int) *row {
	r := rows[i]
	const most = 40
	if len(r.words) > most {
		return nil
	}
	for j := max(0, i-3); j < min(len(rows), i+4); j++ {
		host := rows[j]
		if j == i || r.size > scriptSize*host.size && !r.isMark() {
			continue
		}
		all := true
		for _, w := range r.words {
			all = all && host.hasScript(w)
		}
		if all {
			return host
		}
	}
	return nil
}

// isMark reports whether all words of a row are references to notes.
func (r *row) isMark() bool {
	return !slices.ContainsFunc(r.words, func(w *word) bool { return !isReference(w) })
}

// isReference reports whether a word is a sign that refers to a note, which is raised in its own size.
func isReference(w *word) bool {
	return !slices.ContainsFunc(w.runes, func(r rune) bool { return !strings.ContainsRune("*†‡§¶", r) })
}

// hasScript reports whether a small word stands close to a word of the row and mostly
// within its height.
func (r *row) hasScript(w *word) bool {
	const beside = 0.25
	before := float32(beside)
	if len(w.runes) < 3 && unicode.IsDigit(w.runes[0]) {
		before = markGap
	}
	for _, o := range r.words {
		near := w.box.X0-o.box.X1 < beside*o.size && o.box.X0-w.box.X1 < before*o.size
		if near && (o.size > w.size || isReference(w)) && w.box.overlapY(o.box) > 0.5*w.box.Height() {
			return true
		}
	}
	return false
}

// sortWords sorts the words of the row from left to right. Those that run from right to left are sorted by
// where they begin, because letters reach under the ones after them.
func (r *row) sortWords() {
	sort.SliceStable(r.words, func(i, j int) bool { return r.words[i].box.X0 < r.words[j].box.X0 })
	for i := 0; i < len(r.words); i++ {
		end := i
		for end < len(r.words) && r.words[end].leftward {
			end++
		}
		if run := r.words[i:end]; len(run) > 1 {
			slices.SortStableFunc(run, func(a, b *word) int {
				return cmp.Or(cmp.Compare(a.box.X1, b.box.X1), cmp.Compare(b.drawn, a.drawn))
			})
		}
		i = max(i, end)
	}
}

// isSpacedFrom reports whether the file has a space between a word and the one at its left. What the reader
// guesses is about what was drawn one after the other.
func (w *word) isSpacedFrom(left *word) bool {
	if (left.leftward || w.leftward) && left.tailDrawn > w.drawn {
		return left.tailSpaced // what is read first stands at the right
	}
	if w.amongLeftward && !w.leftward && w.spaceAt > w.box.X1 {
		return false // the space stands at the other side of the word, which reads rightward
	}
	const touching = 0.06 // font sizes
	if w.box.X0-left.box.X1 >= touching*w.size {
		return w.spaced
	}
	return w.spaced && !(w.guessed && left.tailDrawn != w.drawn-1 && left.tailStyle != w.style) && !(w.spaceAt > w.box.X1 && !w.leftward)
}

// joinWords joins the pieces of words and removes glyphs that are drawn twice. It gets the numbers of the notes
// on the page.
func (r *row) joinWords(notes map[string]bool) {
	var out []*word
	joined := false           // the last word of out is one of several pieces
	marks := map[*word]bool{} // raised marks after the word before them
	for _, w := range r.words {
		if n := len(out); n > 0 {
			last := out[n-1]
			if isShadow(last, w) {
				continue
			}
			gap := w.box.X0 - last.box.X1
			if last.takesPower(w) && (isMultiplied(out) || !isLikelyNote(w.runes, notes)) {
				out[n-1], joined = last.withPower(w), true
				continue
			}
			parted := isParted(last, w, n == 1 || marks[last])
			before, after := last.runes[len(last.runes)-1], w.runes[0]
			em := max(w.size, last.size)
			beside := !w.isSpacedFrom(last) && gap < gapOf(before, after)*em && gap > -leastOverlap(before, after)*em
			if beside && !parted && w.taggedCell() == last.taggedCell() {
				if !joined {
					last = last.clone()
					out[n-1], joined = last, true
				}
				last.appendWord(w)
				continue
			}
			marks[w] = beside && isRaised(w.size, w.base, last.tailSize, last.tailBase)
		}
		out, joined = append(out, w), false
	}
	r.words = joinSpaced(writeMarks(out, marks, notes))
}

// isShadow reports whether b is a printed over once more, as some programs do for
// bold type.
func isShadow(a, b *word) bool {
	return slices.Equal(a.runes, b.runes) && abs(a.box.X0-b.box.X0) < 0.2*a.size &&
		abs(a.box.Y0-b.box.Y0) < 0.2*a.size
}
