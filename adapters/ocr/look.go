package ocr

import "math"

// lookPixels is the size of the picture in which lookAt searches for text.
const lookPixels = 2_500_000

// someLetters are enough to determine the direction of their lines.
const someLetters = 100

// A look holds what can be found out about a page's picture without reading it.
type look struct {
	blank    bool
	paper    light
	letters  []box   // ink that may be letters, in pixels of the picture
	height   float64 // of most letters, in pixels of the picture
	skew     float64 // degrees from the x axis towards the y axis
	sideways bool    // lines of text run down or up
	negative bool    // white on black: all else is told of the picture's negative
	scene    bool    // a photo or a drawing: hardly any ink could be letters, and they stand in no lines
}

// examinePicture examines a picture. A dark one may be white on black; it is taken so when more
// of the inverted picture looks like letters.
func examinePicture(r raster) look { return examinePart(r, r.w, r.h) }

// examinePart examines a picture that is a part of a page of w by h pixels, which tells how large letters may be.
func examinePart(r raster, w, h int) look {
	l := examineOnce(r, w, h)
	if r.isDark() {
		if other := examineOnce(r.negative(), w, h); len(other.letters) > len(l.letters) {
			l, l.negative = other, true
		}
	}
	return l
}

// examineOnce examines a part of a page as it is.
func examineOnce(r raster, w, h int) look {
	k := 1
	for r.w*r.h/(k*k) > lookPixels {
		k++
	}
	small := r.reduceBy(k)
	l := look{paper: lightOn(small, k)}
	near := l.paper
	near.k = patch
	runs := inkOf(small, near)
	marks := marksOf(runs)
	likely := findLetterlike(marks, small.w, small.h, w/k, h/k)
	for i, m := range marks {
		if likely[i] {
			l.letters = append(l.letters, box{float64(m.x0 * k), float64(m.y0 * k), float64(m.x1 * k), float64(m.y1 * k)})
		}
	}
	l.blank = isBlank(runs, marks, small)
	points := pointsOf(runs, likely, max(math.Floor(letterHeight(marks, likely, false)/6), 1))
	across, clear := skewOf(points)
	down, clearDown := skewOf(swapAxes(points))
	l.skew = across
	if l.sideways = clearDown > 1.5*clear && len(l.letters) >= someLetters; l.sideways {
		l.skew = -down // the other axis leads
	}
	l.height = letterHeight(marks, likely, l.sideways) * float64(k)
	l.scene = letterlikeInk(runs, likely) < sceneInk && max(clear, clearDown) < sceneLines
	return l
}

// Bounds of the share of letter-like ink, and of the sharpness of its lines, below which a picture is
// taken to be a scene. Pages of text have 0.4 and more of the one and 0.3 and more of the other.
const (
	sceneInk   = 0.2
	sceneLines = 0.3
)

// letterlikeInk returns the share of ink that lies in marks that may be letters.
func letterlikeInk(runs []run, likely []bool) float64 {
	all, in := 0, 0
	for _, r := range runs {
		n := r.x1 - r.x0
		if all += n; likely[r.label] {
			in += n
		}
	}
	return float64(in) / float64(max(all, 1))
}

// isBlank reports whether the page is empty: it has no marks but specks of dust, and no
// ink that is too faint, too large or too broken to be letters either.
func isBlank(runs []run, marks []mark, r raster) bool {
	if len(runs) == 0 {
		return true
	}
	drawn := 0
	for _, m := range marks {
		inside := m.x0 > 0 && m.y0 > 0 && m.x1 < r.w && m.y1 < r.h // else the scanner's shadow
		if inside && m.area >= 12 && max(m.w(), m.h()) >= 5 {
			drawn++
		}
	}
	return drawn < 3
}
