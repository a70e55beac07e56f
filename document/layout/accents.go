package layout

import "golang.org/x/text/unicode/norm"

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
