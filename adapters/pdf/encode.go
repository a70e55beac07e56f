package pdf

import (
	"encoding/binary"
	"math"

	"github.com/seed-62a36931/docket/domain/layout"
)

// Sizes of encoded records in bytes.
const (
	glyphSize = 4 + 4 + 1 + 8*4
	ruleSize  = 4*4 + 1
	imageSize = 4 * 4
	minStyle  = 2 + 4 + 2 + 1 + 2
)

// encodePage writes a page and the styles that are new on it.
func encodePage(p layout.Page, news []layout.Style) []byte {
	e := encoder{make([]byte, 0, 64+len(p.Glyphs)*glyphSize+len(p.Rules)*ruleSize)}
	e.float(float32(p.Width))
	e.float(float32(p.Height))
	e.count(p.Rotation)
	e.count(p.Unmapped)
	e.count(len(news))
	for _, s := range news {
		e.style(s)
	}
	e.count(len(p.Glyphs))
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		e.count(int(g.Rune))
		e.count(int(g.Style))
		e.flag(g.Generated)
		e.box(g.Tight)
		e.box(g.Loose)
	}
	e.count(len(p.Rules))
	for _, r := range p.Rules {
		e.box(layout.Box{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y1})
		e.flag(r.Filled)
	}
	e.count(len(p.Images))
	for _, b := range p.Images {
		e.box(b)
	}
	return e.b
}

// An encoder appends values to a buffer.
type encoder struct{ b []byte }

func (e *encoder) count(n int) { e.b = binary.LittleEndian.AppendUint32(e.b, uint32(n)) }
func (e *encoder) float(f float32) {
	e.b = binary.LittleEndian.AppendUint32(e.b, math.Float32bits(f))
}

func (e *encoder) flag(on bool) {
	v := byte(0)
	if on {
		v = 1
	}
	e.b = append(e.b, v)
}

func (e *encoder) box(b layout.Box) {
	e.float(b.X0)
	e.float(b.Y0)
	e.float(b.X1)
	e.float(b.Y1)
}

func (e *encoder) style(s layout.Style) {
	name := s.Font[:min(len(s.Font), nameSize)]
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(len(name)))
	e.b = append(e.b, name...)
	e.float(s.Size)
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(s.Weight))
	e.flag(s.Italic)
	e.flag(s.Fixed)
	e.b = append(e.b, byte(s.Angle/90))
}

// decodePage reads what encodePage wrote and adds the new styles to the document.
func decodePage(data []byte, doc *layout.Document) (layout.Page, error) {
	d := decoder{b: data}
	p := layout.Page{Width: float64(d.float()), Height: float64(d.float()), Rotation: d.count(), Unmapped: d.count()}
	for range d.length(minStyle) {
		doc.Styles = append(doc.Styles, d.style())
	}
	p.Glyphs = make([]layout.Glyph, d.length(glyphSize))
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		g.Rune, g.Style, g.Generated = rune(d.count()), int32(d.count()), d.flag()
		g.Tight, g.Loose = d.box(), d.box()
		if g.Style < 0 || int(g.Style) >= len(doc.Styles) {
			return p, errFrame
		}
	}
	p.Rules = make([]layout.Rule, d.length(ruleSize))
	for i := range p.Rules {
		b := d.box()
		p.Rules[i] = layout.Rule{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1, Filled: d.flag()}
	}
	p.Images = make([]layout.Box, d.length(imageSize))
	for i := range p.Images {
		p.Images[i] = d.box()
	}
	if d.short || len(d.b) > 0 {
		return p, errFrame
	}
	return p, nil
}

// A decoder takes values from a buffer; short is set when it ends too early.
type decoder struct {
	b     []byte
	short bool
}

// take cuts the next n bytes; zeros stand in for what is missing.
func (d *decoder) take(n int) []byte {
	if len(d.b) < n {
		d.short, d.b = true, nil
		return make([]byte, n)
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

// length is a count of records of at least size bytes, none when they cannot all be there.
func (d *decoder) length(size int) int {
	n := d.count()
	if n < 0 || n > len(d.b)/size {
		d.short, d.b = true, nil
		return 0
	}
	return n
}

func (d *decoder) count() int     { return int(int32(u32(d.take(4)))) }
func (d *decoder) float() float32 { return f32(d.take(4)) }
func (d *decoder) flag() bool     { return d.take(1)[0] != 0 }
func (d *decoder) box() layout.Box {
	return layout.Box{X0: d.float(), Y0: d.float(), X1: d.float(), Y1: d.float()}
}

func (d *decoder) style() layout.Style {
	n := int(binary.LittleEndian.Uint16(d.take(2)))
	s := layout.Style{Font: string(d.take(n)), Size: d.float()}
	s.Weight = int(binary.LittleEndian.Uint16(d.take(2)))
	s.Italic, s.Fixed = d.flag(), d.flag()
	s.Angle = int(d.take(1)[0]%4) * 90
	return s
}
