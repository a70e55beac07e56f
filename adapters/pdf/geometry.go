package pdf

import (
	"math"

	"github.com/seed-62a36931/docket/document/layout"
)

// A matrix maps form space to page space: a b c d e f.
type matrix [6]float32

// followedBy returns the matrix that applies m first and o after it.
func (m matrix) followedBy(o matrix) matrix {
	return matrix{
		m[0]*o[0] + m[1]*o[2], m[0]*o[1] + m[1]*o[3],
		m[2]*o[0] + m[3]*o[2], m[2]*o[1] + m[3]*o[3],
		m[4]*o[0] + m[5]*o[2] + o[4], m[4]*o[1] + m[5]*o[3] + o[5],
	}
}

// applyTo maps a point.
func (m matrix) applyTo(x, y float32) (float32, float32) {
	return x*m[0] + y*m[2] + m[4], x*m[1] + y*m[3] + m[5]
}

// isUpright reports whether rectangles stay rectangles, turned by quarters at most.
func (m matrix) isUpright() bool {
	const slack = 1e-4
	straight := abs(m[1]) <= slack*abs(m[0]) && abs(m[2]) <= slack*abs(m[3])
	turned := abs(m[0]) <= slack*abs(m[1]) && abs(m[3]) <= slack*abs(m[2])
	return straight || turned
}

func abs(f float32) float32 { return float32(math.Abs(float64(f))) }

// everywhere is the box of unclipped content.
var everywhere = layout.Box{X0: -1e9, Y0: -1e9, X1: 1e9, Y1: 1e9}

// intersectBoxes returns the intersection of both boxes; without any it is empty.
func intersectBoxes(a, b layout.Box) layout.Box {
	out := layout.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
	if !(out.X1 > out.X0 && out.Y1 > out.Y0) {
		return layout.Box{}
	}
	return out
}

// boxArea returns the area in square points, 0 for an empty box.
func boxArea(b layout.Box) float32 {
	if b.Empty() {
		return 0
	}
	return b.Width() * b.Height()
}

// placeBox maps a box to the frame: it returns the upright box around it, or everywhere
// for an unknown box.
func (r *objectReader) placeBox(b layout.Box, m matrix, known bool) layout.Box {
	if !known {
		return everywhere
	}
	var out layout.Box
	for i, corner := range [4][2]float32{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := m.applyTo(corner[0], corner[1])
		at := r.fr.toFrame(x, y, x, y)
		if i == 0 {
			out = at
		}
		out = layout.Box{X0: min(out.X0, at.X0), Y0: min(out.Y0, at.Y0), X1: max(out.X1, at.X1), Y1: max(out.Y1, at.Y1)}
	}
	return out
}

// A clipPath is the box around a clip, in the space of the object.
type clipPath struct {
	box   layout.Box
	known bool // there is one
	exact bool // it is the box
}

// clipOf reads the clip of an object, the intersection of paths. Objects share
// paths, so each is read once: its first segment tells it from others.
func (r *objectReader) clipOf(o uint64) clipPath {
	in := r.in
	out := clipPath{box: everywhere, exact: true}
	clip := in.invoke(r.clip, o)
	if clip == 0 {
		return out
	}
	const most = 16
	n := int(int32(in.invoke(r.paths, clip)))
	for i := range min(n, most) {
		first := in.invoke(r.segment, clip, uint64(i), 0)
		one, ok := r.clips[first]
		if !ok {
			one = in.readRectangle(in.callInt("FPDFClipPath_CountPathSegments", clip, uint64(i)), func(k int) uint64 {
				return in.invoke(r.segment, clip, uint64(i), uint64(k))
			})
			if first != 0 {
				r.clips[first] = one
			}
		}
		out.known = true
		out.exact = out.exact && one.exact
		out.box = intersectBoxes(out.box, one.box)
	}
	out.exact = out.exact && n <= most
	return out
}

// readRectangle reads a path of n segments: it returns the box around it, and whether the
// path is that rectangle. A path of too many segments counts as boundless.
func (in *instance) readRectangle(n int, segment func(int) uint64) clipPath {
	const most = 1000
	if n > most {
		return clipPath{box: everywhere, known: true}
	}
	p := uint64(in.scratch)
	point, typeOf := in.lookUp("FPDFPathSegment_GetPoint"), in.lookUp("FPDFPathSegment_GetType")
	out := clipPath{known: true, exact: n >= 4 && n <= 6}
	var at, before [2]float32
	for i := range n {
		s := segment(i)
		in.invoke(point, s, p, p+4)
		in.readFloats(in.scratch, at[:])
		kind := in.invoke(typeOf, s)
		if i == 0 {
			out.box = layout.Box{X0: at[0], Y0: at[1], X1: at[0], Y1: at[1]}
		} else if kind != segmentLine && !(kind == segmentMove && i == n-1) ||
			at[0] != before[0] && at[1] != before[1] && kind == segmentLine {
			out.exact = false
		}
		out.box = layout.Box{
			X0: min(out.box.X0, at[0]), Y0: min(out.box.Y0, at[1]), X1: max(out.box.X1, at[0]), Y1: max(out.box.Y1, at[1]),
		}
		before = at
	}
	return out
}
