package layout

import (
	"slices"
	"unicode"
)

// Letter-spaced type.
const (
	minTracked  = 4    // pieces that a run must have
	maxTracking = 1.2  // font sizes between two letters
	leastInside = 0.04 // font sizes between letters that kerning has drawn together
)

// joinSpaced joins letter-spaced words: runs of at least four letters, or pairs that
// kerning draws together, with even gaps.
func joinSpaced(words []*word) []*word {
	var out []*word
	for i := 0; i < len(words); {
		n := spacedRun(words[i:])
		if n < minTracked {
			out = append(out, words[i])
			i++
			continue
		}
		out = append(out, joinLetters(words[i:i+n])...)
		i += n
	}
	return out
}

// spacedRun counts the pieces of letter-spaced type at the start of words: mostly
// single letters, less than a font size apart.
func spacedRun(words []*word) int {
	n, single := 0, 0
	for n < len(words) && isPiece(words[n]) {
		if n == 0 && unicode.IsPunct(words[0].runes[0]) {
			break
		}
		if n > 0 && (words[n].box.X0-words[n-1].box.X1 > maxTracking*words[n].size ||
			abs(words[n].size-words[n-1].size) > 0.1*words[n].size) {
			break
		}
		if len(words[n].runes) == 1 {
			single++
		}
		n++
	}
	if single*3 < n*2 {
		return 0
	}
	return n
}

// isPiece reports whether a word may be part of letter-spaced type: one character, or up
// to three that are set apart themselves.
func isPiece(w *word) bool {
	if len(w.runes) > 3 {
		return false
	}
	for i := 1; i < len(w.runes); i++ {
		if w.lo[i]-w.hi[i-1] < leastInside*w.size {
			return false
		}
	}
	return true
}

// joinLetters joins a run of single letters into words; gaps wider than the usual one
// end a word.
func joinLetters(words []*word) []*word {
	gaps := make([]float32, 0, len(words))
	for i := 1; i < len(words); i++ {
		gaps = append(gaps, words[i].box.X0-words[i-1].box.X1)
	}
	sorted := slices.Clone(gaps)
	slices.Sort(sorted)
	usual := sorted[len(sorted)/3]
	if sorted[len(sorted)/2] > 2*usual+0.3*words[0].size {
		return words // uneven: these are single letters indeed
	}
	out := []*word{words[0].clone()}
	for i, w := range words[1:] {
		if gaps[i] > 1.4*usual+0.12*w.size {
			out = append(out, w.clone())
			continue
		}
		out[len(out)-1].appendWord(w)
		out[len(out)-1].tracking = usual
	}
	return out
}
