package pdf

import (
	"encoding/xml"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Where a line strikes text out, in font sizes above the baseline, and how much of it the text takes.
const (
	strikeLow   = 0.15
	strikeHigh  = 0.42
	strikeThick = 0.15 // of a line that is a filled area, at most
	strikeShare = 0.6  // of the line's length
	leastStruck = 2    // characters
	tallestType = 64   // points of type that is looked at
)

// A struckLine is a line along the direction of writing, on the page turned so that text stands upright.
type struckLine struct {
	from, to, at float32
	filled       bool
}

// lineOf returns a rule as a line for text of an angle; false when it runs across it.
func lineOf(r layout.Rule, angle int) (struckLine, bool) {
	b := uprightBox(layout.Box{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y1}, angle)
	return struckLine{b.X0, b.X1, (b.Y0 + b.Y1) / 2, r.Filled}, b.Width() > b.Height() && b.Width() > 1
}

// uprightBox turns a box of the page so that text of an angle stands upright.
func uprightBox(b layout.Box, angle int) layout.Box {
	switch angle {
	case 90:
		return layout.Box{X0: b.Y0, Y0: -b.X1, X1: b.Y1, Y1: -b.X0}
	case 180:
		return layout.Box{X0: -b.X1, Y0: -b.Y1, X1: -b.X0, Y1: -b.Y0}
	case 270:
		return layout.Box{X0: -b.Y1, Y0: b.X0, X1: -b.Y0, Y1: b.X1}
	}
	return b
}

// findStruck marks the glyphs through which a line of the page is drawn from their beginning to their end.
func findStruck(p *layout.Page, styles []layout.Style, struck map[int]bool) {
	for angle := 0; angle < 360; angle += 90 {
		var lines []struckLine
		for _, r := range p.Rules {
			if l, ok := lineOf(r, angle); ok {
				lines = append(lines, l)
			}
		}
		if len(lines) == 0 {
			continue
		}
		slices.SortFunc(lines, func(a, b struckLine) int {
			if a.at < b.at {
				return -1
			}
			return 1
		})
		through := map[int][]int{} // line -> glyphs
		for i := range p.Glyphs {
			g := &p.Glyphs[i]
			if s := &styles[g.Style]; s.Angle == angle && g.Base != 0 && s.Size <= tallestType {
				addLinesThrough(through, lines, i, uprightBox(g.Loose, angle), g.Base, s.Size)
			}
		}
		for l, glyphs := range through {
			markStruck(p, lines[l], glyphs, angle, struck)
		}
	}
}

// addLinesThrough adds a glyph to the lines, sorted from low to high, that run through the middle of its letters.
func addLinesThrough(through map[int][]int, lines []struckLine, glyph int, box layout.Box, base, size float32) {
	from, _ := slices.BinarySearchFunc(lines, base+strikeLow*size, func(l struckLine, at float32) int {
		if l.at < at {
			return -1
		}
		return 1
	})
	middle := (box.X0 + box.X1) / 2
	for k := from; k < len(lines) && lines[k].at <= base+strikeHigh*size; k++ {
		if l := lines[k]; l.from <= middle && l.to >= middle && (!l.filled || isThinFill(lines, k, strikeThick*size)) {
			through[k] = append(through[k], glyph)
		}
	}
}

// isThinFill reports whether an edge of a filled area has its opposite edge close by.
func isThinFill(lines []struckLine, k int, most float32) bool {
	l := lines[k]
	opposite := func(o struckLine) bool { return o.filled && o.from == l.from && o.to == l.to && o.at != l.at }
	for i := k - 1; i >= 0 && l.at-lines[i].at <= most; i-- {
		if opposite(lines[i]) {
			return true
		}
	}
	for i := k + 1; i < len(lines) && lines[i].at-l.at <= most; i++ {
		if opposite(lines[i]) {
			return true
		}
	}
	return false
}

// markStruck marks the glyphs that a line runs through when they take most of it.
func markStruck(p *layout.Page, l struckLine, glyphs []int, angle int, struck map[int]bool) {
	taken, letters := float32(0), 0
	for _, i := range glyphs {
		taken += uprightBox(p.Glyphs[i].Loose, angle).Width()
		if p.Glyphs[i].Rune > ' ' {
			letters++
		}
	}
	if letters < leastStruck || taken < strikeShare*(l.to-l.from) {
		return
	}
	for _, i := range glyphs {
		struck[i] = true
	}
}

// Subtypes of annotations that say something about the text below them.
const (
	annotationSquare    = 5
	annotationStrikeOut = 12
	annotationRedact    = 28
)

// A markup holds what the annotations of a page do to the text below them.
type markup struct {
	struck  []layout.Box // struck out, or marked to be redacted
	covered []layout.Box // below an opaque area
}

// markupOf reads the marks of a loaded page, those that are hidden aside.
func (f *pdfFile) markupOf(page uint64, index int, fr frame) (m markup) {
	f.in.eachAnnotation(page, func(i, kind int, a uint64) (remove bool) {
		switch kind {
		case annotationSquare, annotationStrikeOut, annotationRedact, annotationFreeText:
		default:
			return false
		}
		d := f.annotationDict(index, i)
		if d == nil || f.isHiddenNote(d) {
			return false
		}
		switch {
		case kind == annotationStrikeOut || kind == annotationRedact:
			m.struck = append(m.struck, f.store.areasOf(d, fr)...)
		case f.store.Number(d.Get("CA"), 1) < 1:
		case kind == annotationSquare && len(f.store.List(d.Get("IC"))) > 0,
			kind == annotationFreeText && len(f.store.List(d.Get("C"))) > 0 && !(annotation{f.in, a}).hasAppearance():
			m.covered = append(m.covered, boxesOf(f.store, d.Get("Rect"), 4, fr)...)
		}
		return false
	})
	return m
}

// areasOf returns the areas of a mark: its quadrilaterals, else its rectangle.
func (s *objectStore) areasOf(a syntax.Dict, fr frame) []layout.Box {
	if quads := boxesOf(s, a.Get("QuadPoints"), 8, fr); len(quads) > 0 {
		return quads
	}
	return boxesOf(s, a.Get("Rect"), 4, fr)
}

// boxesOf returns the boxes around groups of n coordinates.
func boxesOf(s *objectStore, v any, n int, fr frame) (out []layout.Box) {
	list := s.List(v)
	for ; len(list) >= n && len(out) < maxAnnotations; list = list[n:] {
		x, y := float32(s.Number(list[0], 0)), float32(s.Number(list[1], 0))
		b := fr.toFrame(x, y, x, y)
		for i := 2; i < n; i += 2 {
			x, y = float32(s.Number(list[i], 0)), float32(s.Number(list[i+1], 0))
			at := fr.toFrame(x, y, x, y)
			b = layout.Box{X0: min(b.X0, at.X0), Y0: min(b.Y0, at.Y0), X1: max(b.X1, at.X1), Y1: max(b.Y1, at.Y1)}
		}
		if isFinite(b) {
			out = append(out, b)
		}
	}
	return out
}

// isMostlyIn reports whether the middle of a glyph is in one of some boxes.
func isMostlyIn(g layout.Glyph, boxes []layout.Box) bool {
	b := boxOfGlyph(g)
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	return slices.ContainsFunc(boxes, func(o layout.Box) bool { return x >= o.X0 && x <= o.X1 && y >= o.Y0 && y <= o.Y1 })
}

// A placedRune is a character at its place.
type placedRune struct {
	rune
	layout.Box
}

// coveredBy returns the glyphs of a page that lie below areas of annotations.
func coveredBy(p *layout.Page, areas []layout.Box) map[placedRune]bool {
	out := map[placedRune]bool{}
	if len(areas) == 0 {
		return out
	}
	for _, g := range p.Glyphs {
		b := boxOfGlyph(g)
		inset := inkInset * b.Height()
		if slices.ContainsFunc(areas, func(a layout.Box) bool {
			return a.X0 <= b.X0 && a.X1 >= b.X1 && a.Y0 <= b.Y0+inset && a.Y1 >= b.Y1-inset
		}) {
			out[placedRune{g.Rune, g.Loose}] = true
		}
	}
	return out
}

// applyMarkup takes covered glyphs out of a page, unless they are wanted, and tells of them and of struck text.
func (m *markup) applyMarkup(p *layout.Page, below map[placedRune]bool, styles []layout.Style, keepCovered bool) {
	if len(below) > 0 && !keepCovered {
		var out leftOut
		p.Glyphs = slices.DeleteFunc(p.Glyphs, func(g layout.Glyph) bool {
			gone := below[placedRune{g.Rune, g.Loose}]
			if gone {
				out.add(covered, g.Rune)
			}
			return gone
		})
		p.Findings = append(p.Findings, out.findings()...)
	}
	struck := map[int]bool{}
	findStruck(p, styles, struck)
	n := 0
	for i, g := range p.Glyphs {
		if g.Rune > ' ' && g.Rune != 0xA0 && (struck[i] || len(m.struck) > 0 && isMostlyIn(g, m.struck)) {
			n++
		}
	}
	if n > 0 {
		p.Findings = append(p.Findings, document.Finding{Kind: document.FindingStruckTextRead, Count: n, Values: true})
	}
}

// richText returns the text of a note that is written in XHTML, a paragraph a line.
func richText(source string) string {
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(source))
	d.Strict = false
	for {
		token, err := d.Token()
		if err != nil {
			return strings.TrimSpace(b.String())
		}
		switch v := token.(type) {
		case xml.CharData:
			b.Write(v)
		case xml.EndElement:
			if v.Name.Local == "p" {
				b.WriteByte('\n')
			}
		}
	}
}
