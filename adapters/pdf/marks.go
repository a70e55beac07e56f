package pdf

import (
	"github.com/seed-62a36931/docket/domain/layout"
)

// Types of page objects and path segments, and the limits of what is looked at.
const (
	objectPath  = 2
	objectImage = 3
	objectForm  = 5

	segmentLine = 0
	segmentMove = 2

	maxFormDepth    = 4
	maxPathSegments = 400   // longer paths are drawings, not ruling
	maxRules        = 20000 // a page with more is a drawing
	ruleSlack       = 0.8   // how far from upright a ruling line may be, in points
)

// A matrix maps form space to page space: a b c d e f.
type matrix [6]float32

// then is the matrix that applies m first and o after it.
func (m matrix) then(o matrix) matrix {
	return matrix{
		m[0]*o[0] + m[1]*o[2], m[0]*o[1] + m[1]*o[3],
		m[2]*o[0] + m[3]*o[2], m[2]*o[1] + m[3]*o[3],
		m[4]*o[0] + m[5]*o[2] + o[4], m[4]*o[1] + m[5]*o[3] + o[5],
	}
}

// apply maps a point.
func (m matrix) apply(x, y float32) (float32, float32) {
	return x*m[0] + y*m[2] + m[4], x*m[1] + y*m[3] + m[5]
}

// A markReader collects the ruling lines and images of a page.
type markReader struct {
	in     *instance
	fr     frame
	rules  []layout.Rule
	images []layout.Picture
}

// page walks the objects of a page.
func (r *markReader) page(page uint64) {
	r.walk(page, "FPDFPage_CountObjects", "FPDFPage_GetObject", matrix{1, 0, 0, 1, 0, 0}, 0)
}

// walk visits the objects of a page or form, and the forms inside.
func (r *markReader) walk(parent uint64, count, get string, m matrix, depth int) {
	n := r.in.callInt(count, parent)
	typeOf, object := r.in.fn("FPDFPageObj_GetType"), r.in.fn(get)
	for i := 0; i < n && len(r.rules) < maxRules; i++ {
		o := r.in.invoke(object, parent, uint64(i))
		kind := r.in.invoke(typeOf, o)
		if kind != objectPath && kind != objectImage && kind != objectForm {
			continue
		}
		own, ok := r.matrixOf(o)
		if !ok {
			continue
		}
		switch at := own.then(m); {
		case kind == objectPath:
			r.path(o, at)
		case kind == objectImage:
			r.image(at)
		case depth < maxFormDepth:
			r.walk(o, "FPDFFormObj_CountObjects", "FPDFFormObj_GetObject", at, depth+1)
		}
	}
}

// matrixOf reads an object's own matrix.
func (r *markReader) matrixOf(o uint64) (m matrix, ok bool) {
	if r.in.call("FPDFPageObj_GetMatrix", o, uint64(r.in.scratch)) == 0 {
		return m, false
	}
	copy(m[:], r.in.floats(6))
	return m, true
}

// image adds the place of an image, which is the unit square under its matrix.
func (r *markReader) image(m matrix) {
	var box layout.Box
	for i, corner := range [][2]float32{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		x, y := m.apply(corner[0], corner[1])
		b := r.fr.box(x, y, x, y)
		if i == 0 {
			box = b
		}
		box = layout.Box{X0: min(box.X0, b.X0), Y0: min(box.Y0, b.Y0), X1: max(box.X1, b.X1), Y1: max(box.Y1, b.Y1)}
	}
	if finite(box) && !box.Empty() {
		r.images = append(r.images, layout.Picture{Box: box})
	}
}

// path adds the straight upright segments of a painted path.
func (r *markReader) path(o uint64, m matrix) {
	in, p := r.in, uint64(r.in.scratch)
	in.call("FPDFPath_GetDrawMode", o, p, p+4)
	b := in.bytes(in.scratch, 8)
	fill, stroke := u32(b) != 0, u32(b[4:]) != 0
	n := in.callInt("FPDFPath_CountSegments", o)
	if !fill && !stroke || n > maxPathSegments {
		return
	}
	var sx, sy, px, py float32
	for i := range n {
		segment := in.call("FPDFPath_GetPathSegment", o, uint64(i))
		in.call("FPDFPathSegment_GetPoint", segment, p, p+4)
		at := in.floats(2)
		x, y := m.apply(at[0], at[1])
		switch in.call("FPDFPathSegment_GetType", segment) {
		case segmentMove:
			sx, sy = x, y
		case segmentLine:
			r.rule(px, py, x, y, !stroke)
		}
		if in.call("FPDFPathSegment_GetClose", segment) == 1 {
			r.rule(x, y, sx, sy, !stroke)
		}
		px, py = x, y
	}
}

// rule adds a segment when it is upright and no point.
func (r *markReader) rule(x0, y0, x1, y1 float32, filled bool) {
	b := r.fr.box(x0, y0, x1, y1)
	upright := b.Width() <= ruleSlack || b.Height() <= ruleSlack
	if !upright || b.Width()+b.Height() < 2*ruleSlack || !finite(b) {
		return
	}
	r.rules = append(r.rules, layout.Rule{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y1, Filled: filled})
}
