package pdf

import (
	"github.com/tetratelabs/wazero/api"

	"github.com/seed-62a36931/docket/document/layout"
)

// Types of page objects and path segments, and the limits of reading them.
const (
	objectText  = 1
	objectPath  = 2
	objectImage = 3
	objectForm  = 5

	segmentLine = 0
	segmentMove = 2

	modeFill      = 0
	modeStroke    = 1
	modeInvisible = 3
	modeClip      = 7
	firstClipMode = 4 // from here on, glyphs clip what is drawn after them

	maxFormDepth    = 6
	maxObjects      = 300_000 // of a page, those of its forms included
	maxPathSegments = 400     // longer paths are drawings, not ruling
	maxRules        = 20000   // a page with more is a drawing
	maxOutlines     = 2000    // of a page
	leastOutline    = 8       // segments of the outline of a letter
	maxOutlineLine  = 100     // points; what is higher is a drawing
	ruleSlack       = 0.8     // how far from upright a ruling line may be, in points
)

// A textObject holds the properties of a text object besides its glyphs.
type textObject struct {
	order     int        // counts the objects of the page in the order of drawing
	clip      layout.Box // what may be seen of it, in the frame
	tag       int32      // as in layout.Glyph
	watermark bool
	m         matrix // of the form around it
	mode      int    // how it is drawn: with fill, with stroke, ...
	unseen    bool   // it belongs to a form that is drawn without opacity
}

// A cover is an opaque upright area that hides what was drawn before.
type cover struct {
	layout.Box
	order int
	image int    // index in objects.images plus 1; 0 for a filled path
	color uint32 // of a filled path
}

// objects holds the marks of a page besides its glyphs, and the properties of its text
// objects.
type objects struct {
	rules   []layout.Rule
	images  []layout.Picture
	handles []uint64 // of the images
	texts   map[uint64]*textObject
	covers  []cover
	// outlines are filled shapes as high as a line and with as many segments as letters have.
	outlines []layout.Box
	count    int // of all
}

// An objectReader walks the objects of a page.
type objectReader struct {
	in       *instance
	fr       frame
	doc      uint64
	page     uint64
	settings layout.ReadSettings
	tags     *pageTags // nil when the page has no structure tree
	clips    map[uint64]clipPath
	seen     int
	out      objects

	mode, clip, paths, segment api.Function // called for every text object
}

// A surround holds the properties that objects inherit from the forms around them.
type surround struct {
	m         matrix
	clip      layout.Box
	exact     bool // the clip is that box, and not only inside of it
	see       bool // what is below shows through
	unseen    bool // nothing shows
	tag       int32
	watermark bool
	depth     int
}

// readObjects walks the objects of a page and of the forms on it.
func (in *instance) readObjects(page, doc uint64, fr frame, s layout.ReadSettings, tags *pageTags) objects {
	r := objectReader{in: in, fr: fr, doc: doc, page: page, settings: s, tags: tags, clips: map[uint64]clipPath{}}
	r.out.texts = map[uint64]*textObject{}
	r.mode, r.clip = in.lookUp("FPDFTextObj_GetTextRenderMode"), in.lookUp("FPDFPageObj_GetClipPath")
	r.paths, r.segment = in.lookUp("FPDFClipPath_CountPaths"), in.lookUp("FPDFClipPath_GetPathSegment")
	visible := layout.Box{X1: fr.width, Y1: fr.height}
	r.walkObjects(page, "FPDFPage_CountObjects", "FPDFPage_GetObject", surround{m: matrix{1, 0, 0, 1, 0, 0}, clip: visible, exact: true})
	r.out.count = r.seen
	return r.out
}

// walkObjects visits the objects of a page or form, and the forms inside.
func (r *objectReader) walkObjects(parent uint64, count, get string, c surround) {
	n := r.in.callInt(count, parent)
	typeOf, object := r.in.lookUp("FPDFPageObj_GetType"), r.in.lookUp(get)
	for i := 0; i < n && r.seen < maxObjects; i++ {
		o := r.in.invoke(object, parent, uint64(i))
		r.seen++
		switch r.in.invoke(typeOf, o) {
		case objectText:
			r.noteText(o, r.surroundOf(o, c))
		case objectPath:
			r.addPath(o, c)
		case objectImage:
			r.addImage(o, c)
		case objectForm:
			r.walkForm(o, c)
		}
	}
}

// surroundOf adds an object's own clip and marks to the inherited ones.
func (r *objectReader) surroundOf(o uint64, c surround) surround {
	clip := r.clipOf(o)
	c.clip = intersectBoxes(c.clip, r.placeBox(clip.box, c.m, clip.known))
	c.exact = c.exact && clip.exact && c.m.isUpright()
	if r.tags != nil || r.settings.RemoveWatermark {
		r.marksOf(o, &c)
	}
	return c
}

// noteText records the properties of a text object.
func (r *objectReader) noteText(o uint64, c surround) {
	r.out.texts[o] = &textObject{
		order: r.seen, clip: c.clip, tag: c.tag, watermark: c.watermark, unseen: c.unseen, m: c.m,
		mode: int(int32(r.in.invoke(r.mode, o))),
	}
}

// walkForm visits the objects of a form.
func (r *objectReader) walkForm(o uint64, c surround) {
	own, ok := r.matrixOf(o)
	if !ok || c.depth >= maxFormDepth {
		return
	}
	c = r.surroundOf(o, c)
	c.see = c.see || r.in.call("FPDFPageObj_HasTransparency", o) != 0
	c.unseen = c.unseen || c.see && r.isClear(o)
	c.m, c.depth = own.followedBy(c.m), c.depth+1
	r.walkObjects(o, "FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", c)
}

// isClear reports whether an object is drawn without any opacity.
func (r *objectReader) isClear(o uint64) bool {
	p := uint64(r.in.scratch)
	return r.in.call("FPDFPageObj_GetFillColor", o, p, p+4, p+8, p+12) != 0 && u32(r.in.viewMemory(r.in.scratch+12, 4)) == 0
}

// matrixOf reads an object's own matrix.
func (r *objectReader) matrixOf(o uint64) (m matrix, ok bool) {
	if r.in.call("FPDFPageObj_GetMatrix", o, uint64(r.in.scratch)) == 0 {
		return m, false
	}
	r.in.readFloats(r.in.scratch, m[:])
	return m, true
}

// addImage adds the place of an image, which is the unit square under its matrix.
func (r *objectReader) addImage(o uint64, c surround) {
	own, ok := r.matrixOf(o)
	if !ok {
		return
	}
	c = r.surroundOf(o, c)
	m := own.followedBy(c.m)
	box := intersectBoxes(r.placeBox(layout.Box{X1: 1, Y1: 1}, m, true), c.clip)
	if !isFinite(box) || box.Empty() || c.watermark && r.settings.RemoveWatermark {
		return
	}
	see := c.see || r.in.call("FPDFPageObj_HasTransparency", o) != 0
	r.out.images = append(r.out.images, layout.Picture{Box: box, Transparent: see})
	r.out.handles = append(r.out.handles, o)
	if !see && c.exact && m.isUpright() {
		r.out.covers = append(r.out.covers, cover{Box: box, order: r.seen, image: len(r.out.images)})
	}
}

// addPath adds the straight upright segments of a painted path, and the area that it
// covers.
func (r *objectReader) addPath(o uint64, c surround) {
	in, p := r.in, uint64(r.in.scratch)
	own, ok := r.matrixOf(o)
	in.call("FPDFPath_GetDrawMode", o, p, p+4)
	b := in.viewMemory(in.scratch, 8)
	fill, stroke := u32(b) != 0, u32(b[4:]) != 0
	n := in.callInt("FPDFPath_CountSegments", o)
	if fill && n >= leastOutline {
		r.addOutline(o, c)
	}
	if !ok || !fill && !stroke || n > maxPathSegments {
		return
	}
	m := own.followedBy(c.m)
	if fill && n <= 6 {
		r.addCover(o, n, m, c)
	}
	if len(r.out.rules) < maxRules {
		r.addSegments(o, n, m, stroke)
	}
}

// addOutline adds the place of a filled shape that may be the outline of letters.
func (r *objectReader) addOutline(o uint64, c surround) {
	p := uint64(r.in.scratch)
	if len(r.out.outlines) >= maxOutlines || c.unseen || r.isClear(o) ||
		r.in.call("FPDFPageObj_GetBounds", o, p, p+4, p+8, p+12) == 0 {
		return
	}
	var at [4]float32 // left, bottom, right, top
	r.in.readFloats(r.in.scratch, at[:])
	c = r.surroundOf(o, c)
	box := intersectBoxes(r.placeBox(layout.Box{X0: at[0], Y0: at[1], X1: at[2], Y1: at[3]}, c.m, true), c.clip)
	if isFinite(box) && !box.Empty() && box.Height() <= maxOutlineLine {
		r.out.outlines = append(r.out.outlines, box)
	}
}

// addSegments adds the upright straight segments of a path.
func (r *objectReader) addSegments(o uint64, n int, m matrix, stroke bool) {
	in, p := r.in, uint64(r.in.scratch)
	segmentOf, pointOf := in.lookUp("FPDFPath_GetPathSegment"), in.lookUp("FPDFPathSegment_GetPoint")
	typeOf, closes := in.lookUp("FPDFPathSegment_GetType"), in.lookUp("FPDFPathSegment_GetClose")
	var sx, sy, px, py float32
	var at [2]float32
	for i := range n {
		segment := in.invoke(segmentOf, o, uint64(i))
		in.invoke(pointOf, segment, p, p+4)
		in.readFloats(in.scratch, at[:])
		x, y := m.applyTo(at[0], at[1])
		switch in.invoke(typeOf, segment) {
		case segmentMove:
			sx, sy = x, y
		case segmentLine:
			r.addRule(px, py, x, y, !stroke)
		}
		if in.invoke(closes, segment) == 1 {
			r.addRule(x, y, sx, sy, !stroke)
		}
		px, py = x, y
	}
}

// addRule adds a segment if it is upright and not a point.
func (r *objectReader) addRule(x0, y0, x1, y1 float32, filled bool) {
	b := r.fr.toFrame(x0, y0, x1, y1)
	upright := b.Width() <= ruleSlack || b.Height() <= ruleSlack
	if !upright || b.Width()+b.Height() < 2*ruleSlack || !isFinite(b) {
		return
	}
	r.out.rules = append(r.out.rules, layout.Rule{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1, Filled: filled})
}

// addCover adds a filled rectangle if it is opaque.
func (r *objectReader) addCover(o uint64, n int, m matrix, c surround) {
	in, p := r.in, uint64(r.in.scratch)
	if c.see || !m.isUpright() || in.call("FPDFPageObj_HasTransparency", o) != 0 {
		return
	}
	if in.call("FPDFPageObj_GetFillColor", o, p, p+4, p+8, p+12) == 0 || u32(in.viewMemory(in.scratch+12, 4)) != 255 {
		return
	}
	b := in.viewMemory(in.scratch, 12)
	color := u32(b)&255<<16 | u32(b[4:])&255<<8 | u32(b[8:])&255
	shape := in.readRectangle(n, func(i int) uint64 { return in.call("FPDFPath_GetPathSegment", o, uint64(i)) })
	if !shape.exact {
		return
	}
	if c = r.surroundOf(o, c); !c.exact || c.watermark && r.settings.RemoveWatermark {
		return
	}
	const least = 3 // points; thinner is a line
	box := intersectBoxes(r.placeBox(shape.box, m, true), c.clip)
	if box.Width() >= least && box.Height() >= least && isFinite(box) {
		r.out.covers = append(r.out.covers, cover{Box: box, order: r.seen, color: color})
	}
}
