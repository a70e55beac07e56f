package ocr

import "math"

// A matrix maps points: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// applyTo maps a point.
func (m matrix) applyTo(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// followedBy returns the matrix that applies m first and n after it.
func (m matrix) followedBy(n matrix) matrix {
	return matrix{
		a: n.a*m.a + n.c*m.b, b: n.b*m.a + n.d*m.b,
		c: n.a*m.c + n.c*m.d, d: n.b*m.c + n.d*m.d,
		e: n.a*m.e + n.c*m.f + n.e, f: n.b*m.e + n.d*m.f + n.f,
	}
}

// shiftMatrix returns a translation.
func shiftMatrix(x, y float64) matrix { return matrix{a: 1, d: 1, e: x, f: y} }

// scaleMatrix returns a scaling about the origin.
func scaleMatrix(x, y float64) matrix { return matrix{a: x, d: y} }

// tiltMatrix returns a rotation about the origin by degrees, from the x axis towards the y
// axis.
func tiltMatrix(degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return matrix{a: cos, b: sin, c: -sin, d: cos}
}

// quarterMatrix returns the matrix from the pixels of a raster turned by quarters back to
// those of the raster of w by h pixels.
func quarterMatrix(quarters, w, h int) matrix {
	switch quarters & 3 {
	case 1:
		return matrix{b: -1, c: 1, f: float64(h)}
	case 2:
		return matrix{a: -1, d: -1, e: float64(w), f: float64(h)}
	case 3:
		return matrix{b: 1, c: -1, e: float64(w)}
	}
	return identity
}

// A box is an upright rectangle of pixels, y from the top.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) width() float64  { return b.x1 - b.x0 }
func (b box) height() float64 { return b.y1 - b.y0 }

func (b box) area() float64 { return b.width() * b.height() }

// overlapArea returns the area of the intersection of both boxes.
func (b box) overlapArea(o box) float64 {
	w, h := min(b.x1, o.x1)-max(b.x0, o.x0), min(b.y1, o.y1)-max(b.y0, o.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// union returns the smallest box around both.
func (b box) union(o box) box {
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// containsPoint reports whether the point lies in the box.
func (b box) containsPoint(x, y float64) bool { return x >= b.x0 && x < b.x1 && y >= b.y0 && y < b.y1 }

// inverse returns the inverse matrix; the matrix must be invertible.
func (m matrix) inverse() matrix {
	det := m.a*m.d - m.b*m.c
	return matrix{
		a: m.d / det, b: -m.b / det, c: -m.c / det, d: m.a / det,
		e: (m.c*m.f - m.d*m.e) / det, f: (m.b*m.e - m.a*m.f) / det,
	}
}

// stretchFactor returns the factor by which lengths grow.
func (m matrix) stretchFactor() float64 { return math.Hypot(m.a, m.b) }
