package layout

import "unicode"

// turnsOf returns the directions of writing of a page's glyphs: those of their
// styles, but downward for characters that stand upright below each other, as East
// Asian text is set in columns.
func turnsOf(p *Page, styles []Style) []turn {
	out := make([]turn, len(p.Glyphs))
	down, along := 0, 0
	for i := range p.Glyphs {
		out[i] = turn(styles[p.Glyphs[i].Style].Angle)
		if i > 0 && isEastAsian(p.Glyphs[i].Rune) && isEastAsian(p.Glyphs[i-1].Rune) {
			switch {
			case isBelow(&p.Glyphs[i-1], &p.Glyphs[i], styles):
				down++
			case abs(p.Glyphs[i].Loose.Y0-p.Glyphs[i-1].Loose.Y0) < 0.3*p.Glyphs[i].Loose.Height():
				along++
			}
		}
	}
	if down <= along {
		return out
	}
	for i := range out {
		under := i > 0 && isBelow(&p.Glyphs[i-1], &p.Glyphs[i], styles)
		if out[i] == 0 && (under || i+1 < len(out) && isBelow(&p.Glyphs[i], &p.Glyphs[i+1], styles)) {
			out[i] = 270
		}
	}
	return out
}

// isBelow reports whether glyph b stands directly below a. Signs stand in a corner of the square that a
// character has, so baselines tell more than boxes where they are known.
func isBelow(a, b *Glyph, styles []Style) bool {
	width := max(a.Loose.Width(), b.Loose.Width())
	shift := abs((a.Loose.X0 + a.Loose.X1 - b.Loose.X0 - b.Loose.X1) / 2)
	if a.Base != 0 && b.Base != 0 {
		size, step := styles[a.Style].Size, a.Base-b.Base
		return shift < squareShift*size && step > 0.6*size && step < 2.5*size
	}
	step := (a.Loose.Y0 + a.Loose.Y1 - b.Loose.Y0 - b.Loose.Y1) / 2
	return shift < 0.3*width && step > 0.6*width && step < 2.5*width
}

// squareShift is how far the ink of a sign may stand from the middle of its square, in font sizes.
const squareShift = 0.7

// squareOf returns the upright square of a character that stands below another one, the square of which is
// told; ok is false where the box of the glyph serves.
func (b *wordBuilder) squareOf(g *Glyph, s *Style) (square Box, ok bool) {
	if b.turn != 270 || s.Angle != 0 || g.Base == 0 || !isEastAsian(g.Rune) {
		return Box{}, false
	}
	middle := (g.Loose.X0 + g.Loose.X1) / 2
	last, narrow := (b.square.Y0+b.square.Y1)/2, g.Loose.Width() < leastHeight*s.Size
	if narrow && !b.square.Empty() && abs(middle-last) < squareShift*s.Size {
		middle = last
	}
	low := g.Base - 0.12*s.Size
	b.square = Box{-low - s.Size, middle - s.Size/2, -low, middle + s.Size/2}
	return b.square, true
}

// isEastAsian reports whether a rune is of a script that is set without spaces between
// words, in full width.
func isEastAsian(r rune) bool {
	return r >= 0x2E80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF65)
}
