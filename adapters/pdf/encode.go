package pdf

import (
	"encoding/binary"
	"math"

	"github.com/seed-62a36931/docket/document/layout"
)

// Sizes of encoded records in bytes; minimum sizes for those that vary.
const (
	ruleSize    = 4*4 + 1
	imageSize   = 4*4 + 1
	minStyle    = 2 + 4 + 2 + 1 + 1 + 2 + 1 + 4
	minTag      = 2 + 4
	minBookmark = 2 + 4 + 4 + 4
	maxText     = 1024 // of a name or title
)

// news holds the new styles and tags of a page, to which later pages may refer too.
type news struct {
	styles []layout.Style
	tags   []layout.Tag
}

// encodePage appends a page with its new styles and tags to a buffer.
func encodePage(buffer []byte, p *layout.Page, n news) []byte {
	e := encoder{buffer}
	e.float(float32(p.Width))
	e.float(float32(p.Height))
	e.count(p.Rotation)
	e.count(p.Unmapped)
	e.flag(p.Layered)
	e.text(p.Note)
	e.count(len(n.styles))
	for _, s := range n.styles {
		e.style(s)
	}
	e.count(len(n.tags))
	for _, t := range n.tags {
		e.text(t.Role)
		e.count(int(t.Parent))
	}
	e.glyphs(p.Glyphs)
	e.count(len(p.Rules))
	for _, r := range p.Rules {
		e.box(layout.Box{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y1})
		e.flag(r.Filled)
	}
	e.count(len(p.Images))
	for _, i := range p.Images {
		e.box(i.Box)
		e.flag(i.Transparent)
	}
	return e.b
}

// encodeOutline writes the bookmarks of a document.
func encodeOutline(list []layout.Bookmark) []byte {
	e := encoder{}
	e.count(len(list))
	for _, b := range list {
		e.text(b.Title)
		e.count(b.Level)
		e.count(b.Page)
		e.float(b.Y)
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

// text writes at most maxText bytes.
func (e *encoder) text(s string) {
	s = s[:min(len(s), maxText)]
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) style(s layout.Style) {
	e.text(s.Font)
	e.float(s.Size)
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(s.Weight))
	e.flag(s.Italic)
	e.flag(s.Fixed)
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(s.Direction))
	e.b = append(e.b, byte(s.Angle/90))
	e.count(int(s.Color))
}

// decodePage reads what encodePage wrote and adds what is new to the document. The
// styles and tags of the worker that sends it begin at base.
func decodePage(data []byte, doc *layout.Document, base base) (layout.Page, error) {
	d := decoder{b: data}
	p := layout.Page{Width: float64(d.float()), Height: float64(d.float()), Rotation: d.count(), Unmapped: d.count()}
	p.Layered, p.Note = d.flag(), d.text()
	for range d.length(minStyle) {
		doc.Styles = append(doc.Styles, d.style())
	}
	for range d.length(minTag) {
		t := layout.Tag{Role: d.text(), Parent: int32(d.count())}
		if t.Parent < -1 || int(t.Parent) >= len(doc.Tags)-int(base.tags) {
			return p, errFrame
		}
		if t.Parent >= 0 {
			t.Parent += base.tags
		}
		doc.Tags = append(doc.Tags, t)
	}
	p.Glyphs = d.glyphs(base, int32(len(doc.Styles)), int32(len(doc.Tags)))
	p.Rules = make([]layout.Rule, d.length(ruleSize))
	for i := range p.Rules {
		b := d.box()
		p.Rules[i] = layout.Rule{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1, Filled: d.flag()}
	}
	p.Images = make([]layout.Picture, d.length(imageSize))
	for i := range p.Images {
		p.Images[i] = layout.Picture{Box: d.box(), Transparent: d.flag()}
	}
	if d.short || len(d.b) > 0 {
		return p, errFrame
	}
	return p, nil
}

// decodeOutline reads what encodeOutline wrote.
func decodeOutline(data []byte) ([]layout.Bookmark, error) {
	d := decoder{b: data}
	out := make([]layout.Bookmark, d.length(minBookmark))
	for i := range out {
		out[i] = layout.Bookmark{Title: d.text(), Level: d.count(), Page: d.count(), Y: d.float()}
	}
	if d.short || len(d.b) > 0 {
		return nil, errFrame
	}
	return out, nil
}

// A decoder takes values from a buffer; short is set when the buffer ends too early.
type decoder struct {
	b     []byte
	short bool
}

// take returns the next n bytes, with zeros for missing ones.
func (d *decoder) take(n int) []byte {
	if len(d.b) < n {
		d.short, d.b = true, nil
		return make([]byte, n)
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

// length returns a count of records of at least size bytes, 0 when the buffer is too
// short for them.
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

func (d *decoder) short16() int { return int(binary.LittleEndian.Uint16(d.take(2))) }

func (d *decoder) text() string {
	n := d.short16()
	if n > maxText {
		d.short, d.b = true, nil
		return ""
	}
	return string(d.take(n))
}

func (d *decoder) style() layout.Style {
	s := layout.Style{Font: d.text(), Size: d.float(), Weight: d.short16()}
	s.Italic, s.Fixed = d.flag(), d.flag()
	s.Direction = d.short16() % 360
	s.Angle = int(d.take(1)[0]%4) * 90
	s.Color = uint32(d.count())
	return s
}
