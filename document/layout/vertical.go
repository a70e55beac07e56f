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
			case isBelow(&p.Glyphs[i-1], &p.Glyphs[i]):
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
		if out[i] == 0 && (i > 0 && isBelow(&p.Glyphs[i-1], &p.Glyphs[i]) || i+1 < len(out) && isBelow(&p.Glyphs[i], &p.Glyphs[i+1])) {
			out[i] = 270
		}
	}
	return out
}

// isBelow reports whether glyph b stands directly below a.
func isBelow(a, b *Glyph) bool {
	width := max(a.Loose.Width(), b.Loose.Width())
	shift := abs((a.Loose.X0 + a.Loose.X1 - b.Loose.X0 - b.Loose.X1) / 2)
	step := (a.Loose.Y0 + a.Loose.Y1 - b.Loose.Y0 - b.Loose.Y1) / 2
	return shift < 0.3*width && step > 0.6*width && step < 2.5*width
}

// isEastAsian reports whether a rune is of a script that is set without spaces between
// words, in full width.
func isEastAsian(r rune) bool {
	return r >= 0x2E80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF65)
}
