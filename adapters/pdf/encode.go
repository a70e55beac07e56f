package pdf

import (
	"encoding/binary"
	"math"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Sizes of encoded records in bytes; minimum sizes for those that vary.
const (
	ruleSize    = 4*4 + 1
	imageSize   = 4*4 + 1 + 8
	minStyle    = 2 + 4 + 2 + 1 + 1 + 2 + 1 + 4
	minTag      = 2 + 4
	minBookmark = 2 + 4 + 4 + 4
	minFinding  = 2 + 1 + 2 + 4 + 1
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
	e.putFloat(float32(p.Width))
	e.putFloat(float32(p.Height))
	e.putCount(p.Rotation)
	e.putCount(p.Unmapped)
	e.putFlag(p.Layered)
	e.putText(p.Note)
	e.putFindings(p.Findings)
	e.putCount(len(n.styles))
	for _, s := range n.styles {
		e.putStyle(s)
	}
	e.putCount(len(n.tags))
	for _, t := range n.tags {
		e.putText(t.Role)
		e.putCount(int(t.Parent))
	}
	e.putGlyphs(p.Glyphs)
	e.putCount(len(p.Rules))
	for _, r := range p.Rules {
		e.putBox(layout.Box{X0: r.X0, Y0: r.Y0, X1: r.X1, Y1: r.Y1})
		e.putFlag(r.Filled)
	}
	e.putCount(len(p.Images))
	for _, i := range p.Images {
		e.putBox(i.Box)
		e.putFlag(i.Transparent)
		e.b = binary.LittleEndian.AppendUint64(e.b, i.Content)
	}
	return e.b
}

// encodeOutline writes the bookmarks of a document.
func encodeOutline(list []layout.Bookmark) []byte {
	e := encoder{}
	e.putCount(len(list))
	for _, b := range list {
		e.putText(b.Title)
		e.putCount(b.Level)
		e.putCount(b.Page)
		e.putFloat(b.Y)
	}
	return e.b
}

// An encoder appends values to a buffer.
type encoder struct{ b []byte }

func (e *encoder) putCount(n int) { e.b = binary.LittleEndian.AppendUint32(e.b, uint32(n)) }
func (e *encoder) putFloat(f float32) {
	e.b = binary.LittleEndian.AppendUint32(e.b, math.Float32bits(f))
}

func (e *encoder) putFlag(on bool) {
	v := byte(0)
	if on {
		v = 1
	}
	e.b = append(e.b, v)
}

func (e *encoder) putBox(b layout.Box) {
	e.putFloat(b.X0)
	e.putFloat(b.Y0)
	e.putFloat(b.X1)
	e.putFloat(b.Y1)
}

// putText writes at most maxText bytes.
func (e *encoder) putText(s string) {
	s = s[:min(len(s), maxText)]
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) putFindings(all []document.Finding) {
	e.putCount(len(all))
	for _, f := range all {
		e.putText(string(f.Kind))
		e.putFlag(f.Box != nil)
		if f.Box != nil {
			b := *f.Box
			e.putBox(layout.Box{X0: float32(b.X), Y0: float32(b.Y), X1: float32(b.X + b.Width), Y1: float32(b.Y + b.Height)})
		}
		e.putText(f.Place)
		e.putCount(f.Count)
		e.putFlag(f.Values)
	}
}

func (e *encoder) putStyle(s layout.Style) {
	e.putText(s.Font)
	e.putFloat(s.Size)
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(s.Weight))
	e.putFlag(s.Italic)
	e.putFlag(s.Fixed)
	e.b = binary.LittleEndian.AppendUint16(e.b, uint16(s.Direction))
	e.b = append(e.b, byte(s.Angle/90))
	e.putCount(int(s.Color))
}

// decodePage reads what encodePage wrote and adds what is new to the document. The
// styles and tags of the worker that sends it begin at base.
func decodePage(data []byte, doc *layout.Document, base base) (layout.Page, error) {
	d := decoder{b: data}
	p := layout.Page{Width: float64(d.takeFloat()), Height: float64(d.takeFloat()), Rotation: d.takeCount(), Unmapped: d.takeCount()}
	p.Layered, p.Note = d.takeFlag(), d.takeText()
	p.Findings = d.takeFindings()
	for range d.takeLength(minStyle) {
		doc.Styles = append(doc.Styles, d.takeStyle())
	}
	for range d.takeLength(minTag) {
		t := layout.Tag{Role: d.takeText(), Parent: int32(d.takeCount())}
		if t.Parent < -1 || int(t.Parent) >= len(doc.Tags)-int(base.tags) {
			return p, errFrame
		}
		if t.Parent >= 0 {
			t.Parent += base.tags
		}
		doc.Tags = append(doc.Tags, t)
	}
	p.Glyphs = d.takeGlyphs(base, int32(len(doc.Styles)), int32(len(doc.Tags)))
	p.Rules = make([]layout.Rule, d.takeLength(ruleSize))
	for i := range p.Rules {
		b := d.takeBox()
		p.Rules[i] = layout.Rule{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1, Filled: d.takeFlag()}
	}
	p.Images = make([]layout.Picture, d.takeLength(imageSize))
	for i := range p.Images {
		p.Images[i] = layout.Picture{Box: d.takeBox(), Transparent: d.takeFlag(), Content: binary.LittleEndian.Uint64(d.takeBytes(8))}
	}
	if d.short || len(d.b) > 0 {
		return p, errFrame
	}
	return p, nil
}

// decodeOutline reads what encodeOutline wrote.
func decodeOutline(data []byte) ([]layout.Bookmark, error) {
	d := decoder{b: data}
	out := make([]layout.Bookmark, d.takeLength(minBookmark))
	for i := range out {
		out[i] = layout.Bookmark{Title: d.takeText(), Level: d.takeCount(), Page: d.takeCount(), Y: d.takeFloat()}
	}
	if d.short || len(d.b) > 0 {
		return nil, errFrame
	}
	return out, nil
}

// decodeFindings reads what sendFindings wrote.
func decodeFindings(data []byte) ([]document.Finding, error) {
	d := decoder{b: data}
	out := d.takeFindings()
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

// takeBytes returns the next n bytes, with zeros for missing ones.
func (d *decoder) takeBytes(n int) []byte {
	if len(d.b) < n {
		d.short, d.b = true, nil
		return make([]byte, n)
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

// takeLength returns a count of records of at least size bytes, 0 when the buffer is too
// short for them.
func (d *decoder) takeLength(size int) int {
	n := d.takeCount()
	if n < 0 || n > len(d.b)/size {
		d.short, d.b = true, nil
		return 0
	}
	return n
}

func (d *decoder) takeCount() int     { return int(int32(u32(d.takeBytes(4)))) }
func (d *decoder) takeFloat() float32 { return f32(d.takeBytes(4)) }
func (d *decoder) takeFlag() bool     { return d.takeBytes(1)[0] != 0 }
func (d *decoder) takeBox() layout.Box {
	return layout.Box{X0: d.takeFloat(), Y0: d.takeFloat(), X1: d.takeFloat(), Y1: d.takeFloat()}
}

func (d *decoder) takeShort() int { return int(binary.LittleEndian.Uint16(d.takeBytes(2))) }

func (d *decoder) takeText() string {
	n := d.takeShort()
	if n > maxText {
		d.short, d.b = true, nil
		return ""
	}
	return string(d.takeBytes(n))
}

func (d *decoder) takeFindings() []document.Finding {
	n := d.takeLength(minFinding)
	if n == 0 {
		return nil
	}
	out := make([]document.Finding, n)
	for i := range out {
		f := document.Finding{Kind: document.FindingKind(d.takeText())}
		if d.takeFlag() {
			b := d.takeBox()
			f.Box = &document.Rect{X: float64(b.X0), Y: float64(b.Y0), Width: float64(b.Width()), Height: float64(b.Height())}
		}
		f.Place, f.Count, f.Values = d.takeText(), d.takeCount(), d.takeFlag()
		out[i] = f
	}
	return out
}

func (d *decoder) takeStyle() layout.Style {
	s := layout.Style{Font: d.takeText(), Size: d.takeFloat(), Weight: d.takeShort()}
	s.Italic, s.Fixed = d.takeFlag(), d.takeFlag()
	s.Direction = d.takeShort() % 360
	s.Angle = int(d.takeBytes(1)[0]%4) * 90
	s.Color = uint32(d.takeCount())
	return s
}
