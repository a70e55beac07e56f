package pdf

import (
	"unicode"

	"github.com/seed-62a36931/docket/document/layout"
)

// What the letters of a font must look like to be language.
const (
	leastLetters = 120 // Latin letters on the page; fewer prove nothing
	leastVowels  = 0.2 // of them; languages in Latin script have 0.3 to 0.5
	mostVowels   = 0.75
)

// isUnmapped reports whether a character cannot be part of text: the font's private
// codes, controls, and the replacement character.
func isUnmapped(r rune) bool {
	switch {
	case r >= 0x20 && r < 0x7F, r == '\t', r == 0xAD:
		return false
	case r < 0x20, r >= 0x7F && r < 0xA0, r == 0xFFFD, r >= 0xFFF0 && r <= 0xFFFF:
		return true
	}
	return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000
}

// countImplausible counts the glyphs of fonts whose letters cannot be language: their codes
// are shifted or shuffled, and nothing in the file says how. Their widths, when there are any, tell, too.
func countImplausible(glyphs []layout.Glyph, styles []layout.Style, widths map[string]*fontWidths) int {
	type tally struct{ all, latin, vowels int }
	fonts := map[string]*tally{}
	var now *tally
	last := int32(-1)
	for i := range glyphs {
		g := &glyphs[i]
		if g.Style != last {
			last = g.Style
			name := styles[last].Font
			if now = fonts[name]; now == nil {
				now = &tally{}
				fonts[name] = now
			}
		}
		if g.Generated || g.Rune == ' ' || isUnmapped(g.Rune) {
			continue
		}
		now.all++
		if latin, vowel := latinLetter(g.Rune); latin {
			now.latin++
			if vowel {
				now.vowels++
			}
		}
	}
	sum := 0
	for name, t := range fonts {
		if w := widths[name]; w != nil && w.lies() {
			sum += t.all
		} else if v := float64(t.vowels); t.latin >= leastLetters && (v < leastVowels*float64(t.latin) || v > mostVowels*float64(t.latin)) {
			sum += t.all
		}
	}
	return sum
}

// latinLetter reports whether a character is a Latin letter, and whether it is a vowel.
func latinLetter(r rune) (latin, vowel bool) {
	if r < unicode.MaxASCII {
		low := uint32(r|0x20) - 'a'
		const vowels = 1 | 1<<('e'-'a') | 1<<('i'-'a') | 1<<('o'-'a') | 1<<('u'-'a')
		return low < 26, low < 26 && vowels>>low&1 == 1
	}
	return unicode.Is(unicode.Latin, r), unicode.Is(unicode.Latin, r) // nearly all with marks are vowels
}
