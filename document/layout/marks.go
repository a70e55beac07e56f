package layout

import (
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// isAm reports whether a rune is the vowel am of Thai or Lao, which is drawn as a ring over the letter before
// it and a letter after it.
func isAm(r rune) bool { return r == 0xE33 || r == 0xEB3 }

// isTone reports whether a rune is a tone mark, or another sign that stands above the vowels, of Thai or Lao.
func isTone(r rune) bool { return r >= 0xE48 && r <= 0xE4C || r >= 0xEC8 && r <= 0xECC }

// isAttached reports whether a rune is drawn over another one.
func isAttached(r rune) bool { return unicode.Is(unicode.Mn, r) || isAm(r) }

// insertMark puts a mark that is drawn back over an earlier letter of the word behind that letter, and marks
// of Thai and Lao in the order in which they are written: a vowel before its tone. It reports whether it did.
func (b *wordBuilder) insertMark(r rune, box Box, base, size float32) bool {
	w := b.cur
	if w == nil || !isAttached(r) || w.leftward || readsLeftward(r) || len(w.runes) == 0 {
		return false
	}
	middle := (box.X0 + box.X1) / 2
	if box.X0 > w.box.X1+0.2*size || middle < w.box.X0-0.5*size || abs(base-w.base) > size {
		return false
	}
	at := len(w.runes)
	for at > 0 && (isAttached(w.runes[at-1]) || w.lo[at-1] > middle) {
		at--
	}
	if at == 0 {
		return false
	}
	for at < len(w.runes) && isBefore(w.runes[at], r) {
		at++
	}
	if at == len(w.runes) && !isAm(r) {
		return false // the usual way
	}
	if joined := []rune(norm.NFC.String(string([]rune{w.runes[at-1], r}))); len(joined) == 1 {
		w.runes[at-1] = joined[0]
		return true
	}
	w.runes = slices.Insert(w.runes, at, r)
	w.lo, w.hi = slices.Insert(w.lo, at, w.lo[at-1]), slices.Insert(w.hi, at, w.hi[at-1])
	w.box = w.box.Union(box)
	b.last, b.shared = Box{}, 0
	return true
}

// isBefore reports whether a mark of a letter is written before another one of it, in the order of drawing
// unless the script has another.
func isBefore(mark, next rune) bool {
	if !isAttached(mark) || isAm(mark) && !isAm(next) {
		return false
	}
	return !isTone(mark) || isTone(next) || isAm(next)
}

// widenWord lets a glyph whose character is not known take its place in a word of a script in which vowels are
// drawn around letters.
func (b *wordBuilder) widenWord(box Box, base, size float32) {
	w := b.cur
	if w == nil || box.Width() <= 0 || b.space || !isBrahmic(w.runes[len(w.runes)-1]) || !b.continuesWord('x', box, base, size) {
		return
	}
	w.box.X1 = max(w.box.X1, box.X1)
}

// A glyphCode is a character code of a font that does not say which character it is.
type glyphCode struct {
	style int32
	code  rune
}

// lettersOfAm returns the letters that glyphs without a character are, by their index. Makers that draw the
// vowel am in its two parts say of the ring that it is the vowel and of the letter nothing, also where it
// stands alone.
func lettersOfAm(p *Page, styles []Style) map[int]rune {
	codes, parts := map[glyphCode]rune{}, map[int]bool{}
	for i := range p.Glyphs {
		if r := p.Glyphs[i].Rune; isAm(r) {
			for k := max(0, i-amReach); k < min(len(p.Glyphs), i+amReach+1); k++ {
				if g := &p.Glyphs[k]; isUnnamed(g.Rune) && isPartOfAm(&p.Glyphs[i], g, styles[g.Style].Size) {
					codes[glyphCode{g.Style, g.Rune}], parts[k] = r-1, true // the letter aa
				}
			}
		}
	}
	if len(codes) == 0 {
		return nil
	}
	out := map[int]rune{}
	for i := range p.Glyphs {
		if r := codes[glyphCode{p.Glyphs[i].Style, p.Glyphs[i].Rune}]; r != 0 && !parts[i] {
			out[i] = r
		}
	}
	return out
}

// amReach is how many glyphs may be drawn between the parts of the vowel am.
const amReach = 3

// isUnnamed reports whether a rune stands for a glyph without a character.
func isUnnamed(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' }

// isPartOfAm reports whether a glyph follows the ring of the vowel am.
func isPartOfAm(ring, g *Glyph, size float32) bool {
	return abs(g.Loose.X0-ring.Loose.X1) < 0.15*size && abs(g.Loose.Y0-ring.Loose.Y0) < 0.4*size
}

// accents are the marks that old fonts draw over a letter as characters of their own,
// with the combining marks that they stand for.
var accents = map[rune]rune{
	'`': 0x300, 0xB4: 0x301, 0x2C6: 0x302, 0x2DC: 0x303, 0xAF: 0x304, 0x2D8: 0x306, 0x2D9: 0x307,
	0xA8: 0x308, 0x2DA: 0x30A, 0x2DD: 0x30B, 0x2C7: 0x30C, 0xB8: 0x327, 0x2DB: 0x328,
}

// combineAccent combines an accent and the letter that it is drawn over, whichever comes
// first in the file, into one letter. It reports whether it combined r with the last
// rune.
func (b *wordBuilder) combineAccent(r rune, box Box) bool {
	w := b.cur
	if w == nil || len(w.runes) == 0 {
		return false
	}
	n := len(w.runes) - 1
	letter, mark := r, accents[w.runes[n]]
	if mark == 0 {
		letter, mark = w.runes[n], accents[r]
	}
	if mark == 0 || !isOverprinted(stretch{w.lo[n], w.hi[n]}, horizontalStretch(box)) || abs(w.box.Y0-box.Y0) > box.Height() {
		return false
	}
	whole := []rune(norm.NFC.String(string([]rune{plainI(letter), mark})))
	if len(whole) != 1 {
		return false
	}
	w.runes[n] = whole[0]
	w.lo[n], w.hi[n] = min(w.lo[n], box.X0), max(w.hi[n], box.X1)
	w.box.X0, w.box.X1 = min(w.box.X0, box.X0), max(w.box.X1, box.X1)
	return true
}

// plainI returns the letter i for the one without a dot, which accents stand over.
func plainI(r rune) rune {
	if r == 'ı' {
		return 'i'
	}
	return r
}

// isOverprinted reports whether two characters stand over each other rather than side by
// side.
func isOverprinted(a, b stretch) bool {
	return a.overlap(b) > 0.6*min(a.hi-a.lo, b.hi-b.lo)
}
