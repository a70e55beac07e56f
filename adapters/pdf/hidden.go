package pdf

import "github.com/seed-62a36931/docket/document/layout"

const (
	layerShare = 0.5   // of the page: an image so large is a scan, and text behind it a layer
	fewPixels  = 100e3 // of an image that is looked at for transparency in any case
	manyPixels = 20e6  // of an image that is never looked at
	maxCovers  = 2000  // of a page that are looked at
	maxLooks   = 20    // at small images of a page
	clearAlpha = 250   // of 255; less lets something through
	clearShare = 0.02  // of an image's pixels that make it transparent
	leastSeen  = 0.1   // of a glyph's box, to call it visible
	// outlineShare is how much of a glyph's height the outline of its line has at least.
	outlineShare = 0.35
	inkInset     = 0.15 // of a glyph's height, above and below, that holds no ink
	bitmapBGRA   = 4    // format of a bitmap with transparency
)

// A sight decides which glyphs of a page count as its text.
type sight struct {
	in      *instance
	doc     uint64
	page    uint64
	set     layout.ReadSettings
	visible layout.Box
	objs    *objects
	looked  map[int]bool // image -> it is transparent

	// of the text object that is looked at
	object  *textObject
	plain   bool       // its glyphs count where they stand in the window
	window  layout.Box // what of the page may show it
	unseen  bool       // drawn so that nothing shows
	covers  []cover
	color   uint32  // of its fill
	pale    bool    // which may not show on white paper
	tiny    bool    // so small that it may not show
	alike   []cover // below it, of its colour
	layered int     // glyphs so far that stand in the layer of a scan

	hasHiddenLayers bool      // parts of the page belong to layers that are hidden
	suspects        []suspect // glyphs so far that may not show
}

// enterObject switches to the glyphs of another text object; color and alpha are those of its
// fill, and size that of its glyphs in points.
func (s *sight) enterObject(object uint64, alpha, color uint32, size float32) {
	s.object = s.objs.texts[object]
	s.covers, s.alike, s.window = s.covers[:0], s.alike[:0], s.visible
	if s.object != nil && s.object.mode == modeStroke {
		color, alpha = s.in.strokeColor(object, color, alpha)
	}
	s.color, s.pale, s.tiny = color, isPale(color) || alpha <= alikeWithin, size < leastSize
	if s.object == nil {
		s.unseen = alpha == 0
		s.plain = !s.unseen
		return
	}
	s.window = intersectBoxes(s.visible, s.object.clip)
	s.unseen = s.object.mode == modeInvisible || s.object.mode == modeFill && alpha == 0 || s.object.unseen
	for _, c := range s.objs.covers[:min(len(s.objs.covers), maxCovers)] {
		if c.order > s.object.order && s.object.mode < firstClipMode { // what is drawn through glyphs does not cover them
			s.covers = append(s.covers, c)
		} else if c.order < s.object.order && c.image == 0 && areAlike(c.color, color) {
			s.alike = append(s.alike, c)
		}
	}
	s.plain = !s.unseen && len(s.covers) == 0 && !s.object.watermark
}

// strokeColor returns the colour of an object's outline and its opacity, else the given ones.
func (in *instance) strokeColor(object uint64, color, alpha uint32) (rgb, opacity uint32) {
	p := uint64(in.scratch)
	if in.call("FPDFPageObj_GetStrokeColor", object, p, p+4, p+8, p+12) == 0 {
		return color, alpha
	}
	b := in.viewMemory(in.scratch, 16)
	return u32(b)&255<<16 | u32(b[4:])&255<<8 | u32(b[8:])&255, u32(b[12:]) & 255
}

// judge returns whether a glyph counts as text of the page, or why not.
func (s *sight) judge(box layout.Box) reason {
	if s.plain && box.X0 >= s.window.X0 && box.X1 <= s.window.X1 && box.Y0 >= s.window.Y0 && box.Y1 <= s.window.Y1 {
		return counted
	}
	o := s.object
	if o != nil && o.watermark && s.set.RemoveWatermark {
		return watermark
	}
	if s.unseen || s.isCovered(box, true) {
		if s.onScan(box) {
			s.layered++
			return counted
		}
	}
	if s.unseen && s.isOutlined(box) {
		return counted
	}
	if !s.set.KeepHiddenText {
		if s.unseen || !isInside(box, s.visible) || o != nil && !isInside(box, o.clip) {
			return hidden
		}
	}
	if !s.set.KeepOverlappingObjects && s.isCovered(box, false) {
		return covered
	}
	return counted
}

// isInside reports whether enough of a glyph is inside of a box to be seen.
func isInside(glyph, box layout.Box) bool {
	if glyph.Empty() {
		return glyph.X0 >= box.X0 && glyph.X1 <= box.X1 && glyph.Y0 >= box.Y0 && glyph.Y1 <= box.Y1
	}
	return boxArea(intersectBoxes(glyph, box)) >= leastSeen*boxArea(glyph)
}

// isCovered reports whether one area, drawn later, hides all ink of a glyph: a scan if
// scan is set, else anything but a scan.
func (s *sight) isCovered(glyph layout.Box, scan bool) bool {
	inset := inkInset * glyph.Height()
	for _, c := range s.covers {
		if scan == (c.image > 0 && s.isLarge(c.Box)) && c.X0 <= glyph.X0 && c.X1 >= glyph.X1 &&
			c.Y0 <= glyph.Y0+inset && c.Y1 >= glyph.Y1-inset && (c.image == 0 || !s.seeThrough(c.image-1)) {
			return true
		}
	}
	return false
}

// isOutlined reports whether a shape as high as a glyph stands where it does: letters that were drawn as outlines, as
// for a bold face that a font lacks, have their text without opacity over them.
func (s *sight) isOutlined(glyph layout.Box) bool {
	x := (glyph.X0 + glyph.X1) / 2
	for _, o := range s.objs.outlines {
		if x < o.X0 || x > o.X1 || o.Height() > 1.3*glyph.Height() {
			continue
		}
		if in := intersectBoxes(o, glyph); in.Height() >= outlineShare*glyph.Height() {
			return true
		}
	}
	return false
}

// isLarge reports whether a box takes much of the page.
func (s *sight) isLarge(b layout.Box) bool { return boxArea(b) >= layerShare*boxArea(s.visible) }

// onScan reports whether a glyph lies where the page is an image, in one piece or in
// strips.
func (s *sight) onScan(glyph layout.Box) bool {
	x, y := (glyph.X0+glyph.X1)/2, (glyph.Y0+glyph.Y1)/2
	all, here := float32(0), false
	for _, i := range s.objs.images {
		all += boxArea(i.Box)
		here = here || x >= i.X0 && x <= i.X1 && y >= i.Y0 && y <= i.Y1
	}
	return here && all >= layerShare*boxArea(s.visible)
}

// lookAtImages finds out which of the small images are transparent.
func (s *sight) lookAtImages() {
	for i := range s.objs.images[:min(len(s.objs.images), maxLooks)] {
		if w, h := s.imagePixels(i); w*h <= fewPixels {
			s.seeThrough(i)
		}
	}
}

// imagePixels returns the size of an image.
func (s *sight) imagePixels(image int) (w, h float64) {
	p := uint64(s.in.scratch)
	if s.in.call("FPDFImageObj_GetImagePixelSize", s.objs.handles[image], p, p+4) == 0 {
		return 0, 0
	}
	b := s.in.viewMemory(s.in.scratch, 8)
	return float64(u32(b)), float64(u32(b[4:]))
}

// seeThrough reports whether an image is transparent, at least in places.
func (s *sight) seeThrough(image int) bool {
	if known, ok := s.looked[image]; ok {
		return known
	}
	see := s.objs.images[image].Transparent
	if w, h := s.imagePixels(image); !see && w*h > 0 && w*h <= manyPixels {
		see = s.in.hasAlpha(s.doc, s.page, s.objs.handles[image])
	}
	s.objs.images[image].Transparent = see
	s.looked[image] = see
	return see
}

// hasAlpha draws an image by itself and looks for pixels that are not opaque.
func (in *instance) hasAlpha(doc, page, image uint64) bool {
	bitmap := in.call("FPDFImageObj_GetRenderedBitmap", doc, page, image)
	if bitmap == 0 {
		return false
	}
	defer in.call("FPDFBitmap_Destroy", bitmap)
	if in.callInt("FPDFBitmap_GetFormat", bitmap) != bitmapBGRA {
		return false
	}
	h, stride := in.callInt("FPDFBitmap_GetHeight", bitmap), in.callInt("FPDFBitmap_GetStride", bitmap)
	w := in.callInt("FPDFBitmap_GetWidth", bitmap)
	pixels := in.viewMemory(uint32(in.call("FPDFBitmap_GetBuffer", bitmap)), stride*h)
	through := 0
	for y := range h {
		row := pixels[y*stride : y*stride+4*w]
		for x := 3; x < len(row); x += 4 {
			if row[x] < clearAlpha {
				through++
			}
		}
	}
	return float64(through) > clearShare*float64(w*h)
}
