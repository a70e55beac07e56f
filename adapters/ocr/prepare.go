package ocr

import "math"

// Limits of the height of letters in pixels. Tesseract reads best in between; a book at
// 300 dots an inch has about 25.
const (
	smallLetters = 18
	largeLetters = 42
	goodLetters  = 28
)

// Pixels of the largest picture for Tesseract.
const (
	maxPicture = 40_000_000
	maxScene   = 4_000_000 // of a photo or drawing, where only large writing is looked for
)

// A canvas is a picture that is ready for reading.
type canvas struct {
	picture raster
	back    matrix // from its pixels to those of the rendered page
	letters []box  // ink that may be letters
}

// prepareCanvas returns a picture with dark letters on evenly light paper, turned clockwise
// by quarters, straightened, and scaled to a good size of letters.
func prepareCanvas(r raster, l look, quarters int) canvas {
	if l.negative {
		r = r.negative()
	}
	if l.paper.isUneven() {
		r = l.paper.evenOut(r)
	}
	back := quarterMatrix(quarters, r.w, r.h)
	r = r.turnBy(quarters)
	zoom := 1.0
	switch {
	case l.height > 0 && l.height < smallLetters:
		zoom = min(goodLetters/l.height, 4)
	case l.height > largeLetters:
		zoom = max(goodLetters/l.height, 0.25)
	}
	if zoom < 0.5 {
		k := int(1 / zoom)
		r, back = r.reduceBy(k), scaleMatrix(float64(k), float64(k)).followedBy(back)
		zoom *= float64(k)
	}
	most := float64(maxPicture)
	if l.scene {
		zoom, most = min(zoom, 1), maxScene
	}
	zoom = min(zoom, math.Sqrt(most/float64(r.w*r.h)))
	if math.Abs(l.skew) > 0.12 || math.Abs(zoom-1) > 0.05 {
		w, h, to := straightenedSize(r.w, r.h, l.skew, zoom)
		r, back = r.drawMapped(w, h, to), to.followedBy(back)
	}
	c := canvas{picture: r, back: back}
	forth := back.inverse()
	for _, b := range l.letters {
		c.letters = append(c.letters, b.mapBox(forth))
	}
	return c
}

// straightenedSize returns the size of a picture of w by h pixels after it is turned against
// its tilt and zoomed, and the matrix from it to the picture.
func straightenedSize(w, h int, skew, zoom float64) (int, int, matrix) {
	sin, cos := math.Sincos(math.Abs(skew) * math.Pi / 180)
	fw, fh := float64(w), float64(h)
	nw, nh := math.Ceil((fw*cos+fh*sin)*zoom), math.Ceil((fh*cos+fw*sin)*zoom)
	to := shiftMatrix(-nw/2, -nh/2).followedBy(scaleMatrix(1/zoom, 1/zoom)).followedBy(tiltMatrix(skew)).followedBy(shiftMatrix(fw/2, fh/2))
	return int(nw), int(nh), to
}

// mapBox returns the smallest upright box around the mapped box.
func (b box) mapBox(m matrix) box {
	out := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range [][2]float64{{b.x0, b.y0}, {b.x1, b.y0}, {b.x0, b.y1}, {b.x1, b.y1}} {
		x, y := m.applyTo(p[0], p[1])
		out = out.union(box{x, y, x, y})
	}
	return out
}

// turnAgain returns the canvas turned clockwise by further quarters.
func (c canvas) turnAgain(quarters int) canvas {
	m := quarterMatrix(quarters, c.picture.w, c.picture.h)
	out := canvas{picture: c.picture.turnBy(quarters), back: m.followedBy(c.back)}
	forth := m.inverse()
	for _, b := range c.letters {
		out.letters = append(out.letters, b.mapBox(forth))
	}
	return out
}
