package ocr

import "math"

// maxSkew is the largest tilt of a page, in degrees, that is straightened.
const maxSkew = 15

// doubt is the penalty of a tilt for each degree: few pages are tilted far.
const doubt = 0.015

// maxPoints is the number of points of ink that are used.
const maxPoints = 20_000

// A point is a pixel of ink.
type point struct{ x, y float64 }

// pointsOf picks random points of ink from the runs of likely marks, in a unit of so
// many pixels. Taken at regular distances they would form slanting lines themselves.
// The unit must be whole: otherwise lines of pixels would gather unevenly, which looks
// like lines of text without any tilt.
func pointsOf(runs []run, likely []bool, unit float64) []point {
	total := 0
	for _, r := range runs {
		if likely[r.label] {
			total += r.x1 - r.x0
		}
	}
	every := uint32(max(total/maxPoints, 1))
	dice := uint32(1) // the same for every page: equal pages give equal angles
	var out []point
	for _, r := range runs {
		if !likely[r.label] {
			continue
		}
		for x := r.x0; x < r.x1; x++ {
			if dice = dice*1664525 + 1013904223; (dice>>8)%every == 0 {
				out = append(out, point{float64(x) / unit, float64(r.y) / unit})
			}
		}
	}
	return out
}

// skewOf finds the tilt of lines of text, in degrees from the x axis towards the y
// axis: the one that sorts the ink best into dark lines and white gaps between. The
// strength tells how clear the lines are, whatever the size of the picture.
//
// The points must be given in units of about a sixth of a letter.
func skewOf(points []point) (degrees, strength float64) {
	if len(points) < 50 {
		return 0, 0
	}
	best := func(from, to, step float64) {
		for i := range int((to-from)/step + 1.5) {
			a := from + float64(i)*step
			if s := lineSharpness(points, a) * (1 - doubt*math.Abs(a)); s > strength {
				degrees, strength = a, s
			}
		}
	}
	best(-maxSkew, maxSkew, 0.4)
	best(degrees-0.4, degrees+0.4, 0.1)
	best(degrees-0.1, degrees+0.1, 0.025)
	return degrees, strength
}

// lineSharpness returns how much the amount of ink changes from line to line when the
// points are turned straight by an angle.
func lineSharpness(points []point, degrees float64) float64 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		y := p.y*cos - p.x*sin
		low, high = min(low, y), max(high, y)
	}
	lines := make([]float64, int(high-low)+2)
	for _, p := range points {
		lines[int(p.y*cos-p.x*sin-low)]++
	}
	sum := 0.0
	for i := 1; i < len(lines); i++ {
		d := lines[i] - lines[i-1]
		sum += d * d
	}
	n := float64(len(points))
	return sum * float64(len(lines)) / (n * n)
}

// swapAxes returns the points with the axes exchanged, for lines that run down the page.
func swapAxes(points []point) []point {
	out := make([]point, len(points))
	for i, p := range points {
		out[i] = point{p.y, p.x}
	}
	return out
}
