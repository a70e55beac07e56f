package pdf

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed-62a36931/docket/document/layout"
)

// A glyphSpan is where the glyphs of a text object stand among those of the page, blanks left out.
type glyphSpan struct{ from, to int }

// extendTo returns the span with the glyph before a place.
func (s glyphSpan) extendTo(end int) glyphSpan {
	if s.to == 0 {
		s.from = end - 1
	}
	s.to = end
	return s
}

// widenSpans gives glyphs whose character their marked content tells the place of all that is drawn for them. PDFium
// gives them that of one part alone, which may be the dots of an Arabic letter.
func widenSpans(r *glyphReader, p *layout.Page, fr frame) {
	texts := r.sight.objs.texts
	byMark := map[uint64]glyphSpan{}
	for o, s := range r.spans {
		if s.to != s.from+1 {
			continue
		}
		mark := r.in.replacingMark(o)
		if mark == 0 {
			continue
		}
		// The parts of a letter stand in lines of their own for PDFium; what is drawn twice lies in one place.
		if other, twice := byMark[mark]; twice && isOneLetter(p.Glyphs[s.from], p.Glyphs[other.from]) {
			if areaOf(p.Glyphs[s.from].Loose) < areaOf(p.Glyphs[other.from].Loose) {
				s, other = other, s
			}
			p.Glyphs[s.from].Loose = p.Glyphs[s.from].Loose.Union(p.Glyphs[other.from].Loose)
			p.Glyphs[other.from].Rune = noCharacter
		}
		byMark[mark] = s
	}
	if len(byMark) == 0 {
		return
	}
	var widened []int
	order := slices.SortedFunc(maps.Keys(texts), func(a, b uint64) int { return cmp.Compare(texts[a].order, texts[b].order) })
	for _, o := range order {
		if r.spans[o].to > 0 {
			continue
		}
		s, told := byMark[r.in.replacingMark(o)]
		box, base, ok := r.in.placeOf(o, texts[o].m, fr)
		if !told || !ok {
			continue
		}
		g := &p.Glyphs[s.from]
		if areaOf(box) > areaOf(g.Loose) && r.styles.styles[g.Style].Angle == 0 {
			g.Base = base
		}
		g.Loose = g.Loose.Union(box)
		widened = append(widened, s.from)
	}
	for _, i := range widened {
		removeFalseBlank(p.Glyphs, i, 1, r.styles.styles)
		removeFalseBlank(p.Glyphs, i, -1, r.styles.styles)
	}
}

// isOneLetter reports whether two glyphs of one marked content are a letter that PDFium told twice: of another height
// each, as the body of a letter and its dots.
func isOneLetter(a, b layout.Glyph) bool {
	return a.Rune == b.Rune && min(a.Loose.Y1, b.Loose.Y1) < max(a.Loose.Y0, b.Loose.Y0)+min(a.Loose.Height(), b.Loose.Height())/4
}

// noCharacter takes the place of a character that PDFium made up: there is none.
const noCharacter = -1

// removeFalseBlank takes the blank beside a widened glyph away, in the order of the text, when the glyph behind it
// stands close by: PDFium guessed it from one part of the letter.
func removeFalseBlank(glyphs []layout.Glyph, at, step int, styles []layout.Style) {
	blank, other := at+step, at+2*step
	if other < 0 || other >= len(glyphs) || glyphs[blank].Rune != ' ' || glyphs[blank].Loose.Width() > 0 {
		return
	}
	a, b := glyphs[at].Loose, glyphs[other].Loose
	if gap := max(a.X0, b.X0) - min(a.X1, b.X1); gap < styles[glyphs[at].Style].Size/8 {
		glyphs[blank].Rune = noCharacter
	}
}

// areaOf returns the area of a box.
func areaOf(b layout.Box) float32 { return b.Width() * b.Height() }

// replacingMark returns the marked content of a text object that tells its characters, 0 for none.
func (in *instance) replacingMark(o uint64) uint64 {
	const most = 32
	n := min(in.callInt("FPDFPageObj_CountMarks", o), most)
	if n <= 0 {
		return 0
	}
	key := uint64(in.put([]byte("ActualText\x00")))
	defer in.free(uint32(key))
	for i := range n {
		if mark := in.call("FPDFPageObj_GetMark", o, uint64(i)); in.callInt("FPDFPageObjMark_GetParamValueType", mark, key) > 0 {
			return mark
		}
	}
	return 0
}

// placeOf returns the box of a text object and where its baseline is, m being the matrix of the form around it.
func (in *instance) placeOf(o uint64, m matrix, fr frame) (box layout.Box, base float32, ok bool) {
	p := uint64(in.scratch)
	if in.call("FPDFPageObj_GetBounds", o, p, p+4, p+8, p+12) == 0 {
		return box, 0, false
	}
	var at [4]float32
	in.readFloats(in.scratch, at[:])
	x0, y0 := m.applyTo(at[0], at[1])
	x1, y1 := m.applyTo(at[2], at[3])
	box = fr.toFrame(x0, y0, x1, y1)
	var own matrix
	if in.call("FPDFPageObj_GetMatrix", o, p) != 0 {
		in.readFloats(in.scratch, own[:])
	}
	_, y := m.applyTo(own[4], own[5])
	return box, y - fr.y0, isFinite(box) && m.isUpright() && y == y
}
