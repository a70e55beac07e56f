package ocr

import "math"

// A matrix maps places: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// apply maps a place.
func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// then maps by m first and by n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		a: n.a*m.a + n.c*m.b, b: n.b*m.a + n.d*m.b,
		c: n.a*m.c + n.c*m.d, d: n.b*m.c + n.d*m.d,
		e: n.a*m.e + n.c*m.f + n.e, f: n.b*m.e + n.d*m.f + n.f,
	}
}

// shift moves places.
func shift(x, y float64) matrix { return matrix{a: 1, d: 1, e: x, f: y} }

// scale stretches places away from the origin.
func scale(x, y float64) matrix { return matrix{a: x, d: y} }

// tilt turns places about the origin by degrees, from the x axis towards the y axis.
func tilt(degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return matrix{a: cos, b: sin, c: -sin, d: cos}
}

// quarter maps the pixels of raster.turned(quarters) back to those of a raster of
// w by h pixels.
func quarter(quarters, w, h int) matrix {
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

// overlap is the area that both boxes cover.
func (b box) overlap(o box) float64 {
	w, h := min(b.x1, o.x1)-max(b.x0, o.x0), min(b.y1, o.y1)-max(b.y0, o.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// union is the smallest box around both.
func (b box) union(o box) box {
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)}
}

// holds says whether the place lies in the box.
func (b box) holds(x, y float64) bool { return x >= b.x0 && x < b.x1 && y >= b.y0 && y < b.y1 }

// inverse maps back; the matrix must not flatten.
func (m matrix) inverse() matrix {
	det := m.a*m.d - m.b*m.c
	return matrix{
		a: m.d / det, b: -m.b / det, c: -m.c / det, d: m.a / det,
		e: (m.c*m.f - m.d*m.e) / det, f: (m.b*m.e - m.a*m.f) / det,
	}
}

// stretch is how much lengths grow.
func (m matrix) stretch() float64 { return math.Hypot(m.a, m.b) }
