package layout

// leaderRun is the number of dots in a row that lead the eye from a label to its
// value; three are an ellipsis.
const leaderRun = 4

// withoutLeaders drops dots that only lead the eye, "Total ........ 12.00": they
// are drawn, not written, and stand between a label and its value.
func withoutLeaders(words []*word) []*word {
	var out []*word
	for _, w := range words {
		out = append(out, w.withoutLeaders()...)
	}
	return out
}

// withoutLeaders returns the parts of a word around its leaders: the word itself where
// it has none.
func (w *word) withoutLeaders() []*word {
	var out []*word
	from := 0
	for from < len(w.runes) {
		start, end := nextLeader(w.runes, from)
		if from == 0 && start == len(w.runes) {
			return []*word{w}
		}
		if start > from {
			out = append(out, w.subWord(from, start))
		}
		from = end
	}
	return out
}

// nextLeader returns the first run of leader dots from a rune on; without one it is
// empty and stands at the end.
func nextLeader(runes []rune, from int) (start, end int) {
	for start = from; start < len(runes); start = end + 1 {
		for end = start; end < len(runes) && isLeader(runes[end]); end++ {
		}
		if end-start >= leaderRun {
			return start, end
		}
	}
	return len(runes), len(runes)
}

func isLeader(r rune) bool { return r == '.' || r == '…' || r == '·' }

// subWord returns the runes from..to of a word as a word; after a leader it stands
// apart.
func (w *word) subWord(from, to int) *word {
	p := *w
	p.runes, p.lo, p.hi = w.runes[from:to:to], w.lo[from:to:to], w.hi[from:to:to]
	p.box.X0, p.box.X1 = p.lo[0], p.hi[len(p.hi)-1]
	p.spaced = w.spaced || from > 0
	return &p
}
