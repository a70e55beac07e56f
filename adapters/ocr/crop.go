package ocr

import "math"

// cropMargin is how much paper is left around the letters of a cropped picture, in pixels.
const cropMargin = 40

// cropToLetters returns the canvas without what lies beyond its letters.
func (c canvas) cropToLetters() canvas {
	if len(c.letters) == 0 {
		return c
	}
	all := c.letters[0]
	for _, l := range c.letters {
		all = all.union(l)
	}
	x, y := math.Floor(max(all.x0-cropMargin, 0)), math.Floor(max(all.y0-cropMargin, 0))
	picture := c.picture.cropTo(box{x, y, all.x1 + cropMargin, all.y1 + cropMargin})
	if picture.w == 0 {
		return c
	}
	out := canvas{picture: picture, back: shiftMatrix(x, y).followedBy(c.back)}
	for _, l := range c.letters {
		out.letters = append(out.letters, l.mapBox(shiftMatrix(-x, -y)))
	}
	return out
}
