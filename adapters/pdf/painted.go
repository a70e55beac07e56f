package pdf

import (
	"math"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// What makes a glyph suspicious of not being seen, and how a drawing of the page tells.
const (
	paleFrom     = 0xE0 // of 255, in each colour: from here on a glyph may not show on paper
	alikeWithin  = 12   // of 255, in each colour: two colours that nobody tells apart
	leastSize    = 0.5  // points; smaller glyphs may not show
	drawnHeight  = 12.0 // pixels of the lowest suspicious glyph, as it is drawn
	mostScale    = 4.0  // pixels for each point
	mostDrawn    = 4e6  // pixels of a drawing
	mostSuspects = 1_000_000

	mostDrawnObjects = 30_000 // of a page; one with more takes too long to draw, and all its glyphs stay

	bitmapBGRx = 3

	renderAnnotations = 0x01
	renderReverse     = 0x10 // red comes first
)

// A reason says why a glyph of the file is not among the glyphs of its page.
type reason int

const (
	counted   reason = iota // it is
	hidden                  // nobody sees it
	covered                 // something else was drawn over it
	watermark               // it belongs to a watermark that is not wanted
	reasons
)

// findingOf names what tells of glyphs that were left out for a reason.
var findingOf = [reasons]document.FindingKind{
	hidden: document.FindingHiddenTextLeftOut, covered: document.FindingCoveredTextLeftOut, watermark: document.FindingWatermarkLeftOut,
}

// leftOut counts the glyphs of a page that are left out, by reason.
type leftOut [reasons]int

// add counts a glyph, unless it is blank.
func (l *leftOut) add(why reason, r rune) {
	if r != ' ' && r != '\t' && r != 0xA0 {
		l[why]++
	}
}

// findings returns what tells of the glyphs that were left out.
func (l *leftOut) findings() (out []document.Finding) {
	for why := hidden; why < reasons; why++ {
		if l[why] > 0 {
			out = append(out, document.Finding{Kind: findingOf[why], Count: l[why]})
		}
	}
	return out
}

// A suspect is a glyph that may not show although nothing hides it.
type suspect struct {
	index  int // in Page.Glyphs
	object uint64
	clip   bool // it only clips what is drawn after it
}

// areAlike reports whether nobody tells two colours apart.
func areAlike(a, b uint32) bool {
	for shift := 0; shift < 24; shift += 8 {
		if d := int(a>>shift&255) - int(b>>shift&255); d > alikeWithin || d < -alikeWithin {
			return false
		}
	}
	return true
}

// isPale reports whether a colour may not show on white paper.
func isPale(rgb uint32) bool {
	return rgb>>16&255 >= paleFrom && rgb>>8&255 >= paleFrom && rgb&255 >= paleFrom
}

// isSuspicious reports whether a glyph of the object that is looked at may not show: it has about the colour of
// what lies under it, it is tiny, or it belongs to a page with hidden layers. One without opacity that counts stands over what shows it.
func (s *sight) isSuspicious(box layout.Box) bool {
	if s.unseen || s.layered > 0 || s.set.KeepHiddenText || s.object == nil || s.objs.count > mostDrawnObjects {
		return false
	}
	if s.set.KeepOverlappingObjects && s.isCovered(box, false) {
		return false
	}
	if s.hasHiddenLayers || s.object.mode == modeClip || s.tiny && box.Height() < leastSize {
		return true
	}
	if !s.pale && len(s.alike) == 0 {
		return false
	}
	for _, c := range s.alike {
		if x, y := (box.X0+box.X1)/2, (box.Y0+box.Y1)/2; x >= c.X0 && x <= c.X1 && y >= c.Y0 && y <= c.Y1 {
			return true
		}
	}
	return s.pale && !s.isOnFill(box)
}

// isOnFill reports whether the last area that was filled below a glyph has another colour than the glyph.
func (s *sight) isOnFill(box layout.Box) bool {
	for i := min(len(s.objs.covers), maxCovers) - 1; i >= 0; i-- {
		c := s.objs.covers[i]
		if c.order < s.object.order && c.X0 <= box.X0+inkInset*box.Width() && c.X1 >= box.X1-inkInset*box.Width() &&
			c.Y0 <= box.Y0+inkInset*box.Height() && c.Y1 >= box.Y1-inkInset*box.Height() {
			return c.image == 0 && !areAlike(c.color, s.color)
		}
	}
	return false
}

// dropUnpainted draws the page with the suspicious glyphs and without them, and takes those out of the page that
// make no difference. When the page cannot be drawn, all stay.
func (s *sight) dropUnpainted(p *layout.Page, fr frame, out *leftOut) {
	if len(s.suspects) == 0 || len(s.suspects) > mostSuspects {
		return
	}
	area, low := layout.Box{}, float32(math.MaxFloat32)
	for _, c := range s.suspects {
		b := intersectBoxes(boxOfGlyph(p.Glyphs[c.index]), s.visible)
		if area = area.Union(b); b.Height() > 0 {
			low = min(low, b.Height())
		}
	}
	d, ok := s.in.newDrawing(s.page, fr, area, float64(low))
	if !ok {
		return
	}
	defer d.close()
	with := append([]byte(nil), d.draw()...)
	switched := map[uint64]bool{}
	for _, c := range s.suspects {
		if !switched[c.object] {
			switched[c.object] = true
			s.in.call("FPDFPageObj_SetIsActive", c.object, 0)
		}
	}
	without := d.draw()
	drop := make(map[int]bool, len(s.suspects))
	for _, c := range s.suspects {
		b := boxOfGlyph(p.Glyphs[c.index])
		if c.clip {
			drop[c.index] = d.isUniform(with, b)
		} else {
			drop[c.index] = !d.differs(with, without, b)
		}
	}
	for object := range switched {
		s.in.call("FPDFPageObj_SetIsActive", object, 1)
	}
	kept, gone := p.Glyphs[:0], false
	for i, g := range p.Glyphs {
		if !g.Generated || i == 0 {
			gone = drop[i]
		}
		if !gone {
			kept = append(kept, g)
		} else if !g.Generated {
			out.add(hidden, g.Rune)
		}
	}
	p.Glyphs = kept
}

// boxOfGlyph returns where a glyph may have ink.
func boxOfGlyph(g layout.Glyph) layout.Box {
	if g.Loose.Empty() {
		return g.Tight
	}
	return g.Loose
}

// A drawing is an area of a page in pixels, unrotated.
type drawing struct {
	in           *instance
	page, bitmap uint64
	fr           frame
	area         layout.Box
	scale        float64
	wide, high   int
}

// newDrawing prepares to draw an area so large that glyphs of that height can be told from none. It returns false
// when the area is empty or there is no memory.
func (in *instance) newDrawing(page uint64, fr frame, area layout.Box, low float64) (d *drawing, ok bool) {
	if area.Empty() || !isFinite(area) {
		return nil, false
	}
	const margin = 2
	area = layout.Box{X0: area.X0 - margin, Y0: area.Y0 - margin, X1: area.X1 + margin, Y1: area.Y1 + margin}
	w, h := float64(area.Width()), float64(area.Height())
	scale := min(mostScale, max(1, drawnHeight/max(low, 0.01)), math.Sqrt(mostDrawn/(w*h)))
	d = &drawing{in: in, page: page, fr: fr, area: area, scale: scale, wide: int(w*scale) + 1, high: int(h*scale) + 1}
	d.bitmap = in.call("FPDFBitmap_CreateEx", uint64(d.wide), uint64(d.high), bitmapBGRx, 0, 0)
	return d, d.bitmap != 0
}

func (d *drawing) close() { d.in.call("FPDFBitmap_Destroy", d.bitmap) }

// draw draws the area and returns its pixels, of four bytes each, valid until the next call.
func (d *drawing) draw() []byte {
	in := d.in
	in.call("FPDFBitmap_FillRect", d.bitmap, 0, 0, uint64(d.wide), uint64(d.high), 0xffffffff)
	w, h := int(float64(d.fr.width)*d.scale+.5), int(float64(d.fr.height)*d.scale+.5)
	left, top := int(-float64(d.area.X0)*d.scale), int(-(float64(d.fr.height)-float64(d.area.Y1))*d.scale)
	back := (4 - d.fr.rotation/90) % 4
	in.call("FPDF_RenderPageBitmap", d.bitmap, d.page, uint64(uint32(int32(left))), uint64(uint32(int32(top))), uint64(w), uint64(h),
		uint64(back), renderReverse)
	stride := in.callInt("FPDFBitmap_GetStride", d.bitmap)
	return in.viewMemory(uint32(in.call("FPDFBitmap_GetBuffer", d.bitmap)), stride*d.high)
}

// pixels returns the pixels that a box touches: from and to, columns and rows.
func (d *drawing) pixels(b layout.Box) (x0, y0, x1, y1 int) {
	x0, x1 = int(float64(b.X0-d.area.X0)*d.scale), int(float64(b.X1-d.area.X0)*d.scale)+1
	y0, y1 = int(float64(d.area.Y1-b.Y1)*d.scale), int(float64(d.area.Y1-b.Y0)*d.scale)+1
	return max(x0, 0), max(y0, 0), min(x1, d.wide), min(y1, d.high)
}

// differs reports whether two drawings differ where a glyph stands, so that people see it.
func (d *drawing) differs(a, b []byte, box layout.Box) bool {
	x0, y0, x1, y1 := d.pixels(box)
	stride := len(a) / d.high
	for y := y0; y < y1; y++ {
		for i := y*stride + 4*x0; i < y*stride+4*x1; i++ {
			if diff := int(a[i]) - int(b[i]); i%4 != 3 && (diff > alikeWithin || diff < -alikeWithin) {
				return true
			}
		}
	}
	return false
}

// isUniform reports whether a drawing has one colour where a glyph stands.
func (d *drawing) isUniform(a []byte, box layout.Box) bool {
	x0, y0, x1, y1 := d.pixels(box)
	if x0 >= x1 || y0 >= y1 {
		return false
	}
	stride := len(a) / d.high
	first := a[y0*stride+4*x0:][:3]
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			for c := range 3 {
				if diff := int(a[y*stride+4*x+c]) - int(first[c]); diff > alikeWithin || diff < -alikeWithin {
					return false
				}
			}
		}
	}
	return true
}
