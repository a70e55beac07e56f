package layout

import (
	"slices"
	"strings"
	"unicode"
)

// compoundsOf returns the compounds that the pages write on one line with their hyphens,
// like heavy-duty, in small letters. At the end of a line they keep the hyphen, which a
// divided word loses.
func compoundsOf(pages []*sheet) map[string]bool {
	out := map[string]bool{}
	for _, s := range pages {
		for _, v := range s.views {
			for _, w := range v.words {
				if slices.Contains(w.runes, '-') {
					if c := compoundIn(string(w.runes)); c != "" {
						out[c] = true
					}
				}
			}
		}
	}
	return out
}

// compoundIn returns a word without the signs around it, in small letters, when it has a
// hyphen between letters, "" otherwise.
func compoundIn(word string) string {
	word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
	if !strings.Contains(word, "-") {
		return ""
	}
	return word
}

// isCompound reports whether the word that is broken at the end of line a is a compound
// that the document writes with its hyphen elsewhere.
func (w *treeWriter) isCompound(a, b *line) bool {
	if len(w.compounds) == 0 {
		return false
	}
	return w.compounds[compoundIn(string(a.words[len(a.words)-1].runes)+string(b.words[0].runes))]
}
