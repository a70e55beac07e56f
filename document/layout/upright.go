package layout

import "github.com/seed-62a36931/docket/document"

// A turn maps the page to a frame in which text of one direction of writing runs
// from left to right, and back. All steps between glyphs and tree work upright.
type turn int // degrees counter-clockwise: 0, 90, 180, 270

// toUpright maps a box of the page to the upright frame.
func (t turn) toUpright(b Box) Box {
	switch t {
	case 90:
		return Box{b.Y0, -b.X1, b.Y1, -b.X0}
	case 180:
		return Box{-b.X1, -b.Y1, -b.X0, -b.Y0}
	case 270:
		return Box{-b.Y1, b.X0, -b.Y0, b.X1}
	}
	return b
}

// toPage maps an upright box to the page.
func (t turn) toPage(b Box) document.Rect {
	switch t {
	case 90:
		b = Box{-b.Y1, b.X0, -b.Y0, b.X1}
	case 180:
		b = Box{-b.X1, -b.Y1, -b.X0, -b.Y0}
	case 270:
		b = Box{b.Y0, -b.X1, b.Y1, -b.X0}
	}
	return document.Rect{X: roundPoints(b.X0), Y: roundPoints(b.Y0), Width: roundPoints(b.X1 - b.X0), Height: roundPoints(b.Y1 - b.Y0)}
}

// edgeToPage maps a position along the direction of writing to the page axis.
func (t turn) edgeToPage(v float32) float32 {
	if t == 180 || t == 270 {
		v = -v
	}
	return float32(roundPoints(v))
}

// roundPoints rounds a coordinate to a thousandth of a point, which keeps stored trees
// small.
func roundPoints(v float32) float64 {
	if v < 0 {
		return -roundPoints(-v)
	}
	return float64(int64(float64(v)*1000+0.5)) / 1000
}
