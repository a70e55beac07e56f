package ocr

import (
	"bytes"
	"fmt"
	"math"
)

// A raster is a picture in shades of grey, row by row: 0 is black, 255 white.
type raster struct {
	w, h int
	px   []byte
}

// newRaster returns a black picture of a size.
func newRaster(w, h int) raster { return raster{w, h, make([]byte, w*h)} }

// pixelRow returns one line of pixels.
func (r raster) pixelRow(y int) []byte { return r.px[y*r.w : (y+1)*r.w] }

// encodePGM returns the picture as a binary portable grey map, which Tesseract reads.
func (r raster) encodePGM() []byte {
	var b bytes.Buffer
	b.Grow(len(r.px) + 32)
	fmt.Fprintf(&b, "P5\n%d %d\n255\n", r.w, r.h)
	b.Write(r.px)
	return b.Bytes()
}

// reduceBy returns the picture with every k by k pixels averaged to one.
func (r raster) reduceBy(k int) raster {
	if k <= 1 {
		return r
	}
	out := newRaster(max(r.w/k, 1), max(r.h/k, 1))
	sums := make([]int, out.w)
	for y := range out.h {
		clear(sums)
		rows := min(k, r.h-y*k)
		for dy := range rows {
			line := r.pixelRow(y*k + dy)
			for x := range sums {
				for _, v := range line[x*k : min(x*k+k, r.w)] {
					sums[x] += int(v)
				}
			}
		}
		for x, s := range sums {
			out.px[y*out.w+x] = byte(s / (rows * min(k, r.w-x*k)))
		}
	}
	return out
}

// negative returns the picture with light and dark exchanged.
func (r raster) negative() raster {
	out := newRaster(r.w, r.h)
	for i, v := range r.px {
		out.px[i] = 255 - v
	}
	return out
}

// isDark reports whether most of the picture is darker than a middle grey.
func (r raster) isDark() bool {
	const every = 7 // pixels are looked at
	below, seen := 0, 0
	for i := 0; i < len(r.px); i += every {
		if seen++; r.px[i] < 128 {
			below++
		}
	}
	return below*2 > seen
}

// turnBy returns the picture turned clockwise by quarters of a full turn.
func (r raster) turnBy(quarters int) raster {
	switch quarters & 3 {
	case 1:
		out := newRaster(r.h, r.w)
		for y := range r.h {
			for x, v := range r.pixelRow(y) {
				out.px[x*out.w+out.w-1-y] = v
			}
		}
		return out
	case 2:
		out := newRaster(r.w, r.h)
		for i, v := range r.px {
			out.px[len(r.px)-1-i] = v
		}
		return out
	case 3:
		out := newRaster(r.h, r.w)
		for y := range r.h {
			for x, v := range r.pixelRow(y) {
				out.px[(out.h-1-x)*out.w+y] = v
			}
		}
		return out
	}
	return r
}

// drawMapped returns a picture of w by h pixels, each of which is interpolated between the
// four pixels around the point where the matrix maps it; beyond the edges everything is
// white.
func (r raster) drawMapped(w, h int, to matrix) raster {
	out := newRaster(w, h)
	for y := range h {
		line := out.pixelRow(y)
		sx, sy := to.applyTo(0.5, float64(y)+0.5)
		fx, fy := toFixed(sx-0.5), toFixed(sy-0.5)
		dx, dy := toFixed(to.a), toFixed(to.b)
		for x := range line {
			line[x] = r.mixAt(fx, fy)
			fx, fy = fx+dx, fy+dy
		}
	}
	return out
}

// toFixed converts a coordinate to a fixed-point number with sixteen fractional bits.
func toFixed(v float64) int { return int(math.Round(v * 65536)) }

// mixAt interpolates the four pixels around a point given with sixteen fractional
// bits.
func (r raster) mixAt(fx, fy int) byte {
	x, y := fx>>16, fy>>16
	u, v := (fx>>8)&255, (fy>>8)&255
	if x >= 0 && y >= 0 && x+1 < r.w && y+1 < r.h {
		i := y*r.w + x
		top := int(r.px[i])*(256-u) + int(r.px[i+1])*u
		below := int(r.px[i+r.w])*(256-u) + int(r.px[i+r.w+1])*u
		return byte((top*(256-v) + below*v) >> 16)
	}
	top := r.shadeAt(x, y)*(256-u) + r.shadeAt(x+1, y)*u
	below := r.shadeAt(x, y+1)*(256-u) + r.shadeAt(x+1, y+1)*u
	return byte((top*(256-v) + below*v) >> 16)
}

// shadeAt returns the shade of a pixel, white beyond the edges.
func (r raster) shadeAt(x, y int) int {
	if x < 0 || y < 0 || x >= r.w || y >= r.h {
		return 255
	}
	return int(r.px[y*r.w+x])
}

// cropTo returns the part of the picture within a box of pixels.
func (r raster) cropTo(b box) raster {
	x0, y0 := max(int(b.x0), 0), max(int(b.y0), 0)
	x1, y1 := min(int(math.Ceil(b.x1)), r.w), min(int(math.Ceil(b.y1)), r.h)
	if x1 <= x0 || y1 <= y0 {
		return raster{}
	}
	out := newRaster(x1-x0, y1-y0)
	for y := range out.h {
		copy(out.pixelRow(y), r.pixelRow(y0 + y)[x0:x1])
	}
	return out
}
