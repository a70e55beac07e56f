package layout

import (
	"slices"
	"sort"
)

// A row holds the words that stand on one height of the page, from left to right.
type row struct {
	words []*word
	box   Box
	base  float32
	size  float32
}

// rowsOf sorts words into rows, from top to bottom.
func rowsOf(words []*word) []*row {
	byHeight := slices.Clone(words)
	// Large words first: small ones beside them are raised or lowered characters.
	sort.SliceStable(byHeight, func(i, j int) bool { return byHeight[i].estimateBaseline() > byHeight[j].estimateBaseline() })
	var rows []*row
	for _, w := range byHeight {
		if r := findRow(rows, w); r != nil {
			r.add(w)
		} else {
			rows = append(rows, &row{words: []*word{w}, box: w.box, base: w.estimateBaseline(), size: w.size})
		}
	}
	rows = attachScripts(rows)
	for _, r := range rows {
		sort.SliceStable(r.words, func(i, j int) bool { return r.words[i].box.X0 < r.words[j].box.X0 })
		r.joinWords()
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].base > rows[j].base })
	return rows
}

// findRow returns the row on whose baseline a word stands, or nil. Words come from
// top to bottom, so only the last rows can match.
func findRow(rows []*row, w *word) *row {
	const lookBack = 12
	for i := len(rows) - 1; i >= max(0, len(rows)-lookBack); i-- {
		r := rows[i]
		if abs(r.base-w.estimateBaseline()) < 0.3*min(r.size, w.size) {
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
		r.size, r.base = w.size, w.estimateBaseline()
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
	if len(r.words) > 6 {
		return nil
	}
	for j := max(0, i-3); j < min(len(rows), i+4); j++ {
		host := rows[j]
		if j == i || r.size > 0.8*host.size {
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

// hasScript reports whether a small word stands close to a word of the row and mostly
// within its height.
func (r *row) hasScript(w *word) bool {
	for _, o := range r.words {
		near := w.box.X0-o.box.X1 < 0.25*o.size && o.box.X0-w.box.X1 < 0.25*o.size
		if near && o.size > w.size && w.box.overlapY(o.box) > 0.5*w.box.Height() {
			return true
		}
	}
	return false
}

// joinWords joins the pieces of words and removes glyphs that are drawn twice.
func (r *row) joinWords() {
	var out []*word
	joined := false // the last word of out is one of several pieces
	for _, w := range r.words {
		if n := len(out); n > 0 {
			last := out[n-1]
			if isShadow(last, w) {
				continue
			}
			gap := w.box.X0 - last.box.X1
			spaced := w.spaced
			if (last.leftward || w.leftward) && last.tailDrawn > w.drawn {
				spaced = last.tailSpaced // what is read first stands at the right
			}
			if em := max(w.size, last.size); !spaced && w.taggedCell() == last.taggedCell() &&
				gap < gapOf(last.runes[len(last.runes)-1], w.runes[0])*em && gap > -0.5*em {
				if !joined {
					last = last.clone()
					out[n-1], joined = last, true
				}
				last.appendWord(w)
				continue
			}
		}
		out, joined = append(out, w), false
	}
	r.words = joinSpaced(out)
}

// isShadow reports whether b is a printed over once more, as some programs do for
// bold type.
func isShadow(a, b *word) bool {
	return slices.Equal(a.runes, b.runes) && abs(a.box.X0-b.box.X0) < 0.2*a.size &&
		abs(a.box.Y0-b.box.Y0) < 0.2*a.size
}
