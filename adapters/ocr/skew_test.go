package ocr

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawStrokes is a page with lines of letter-like strokes, 24 pixels high and 50 apart.
func drawStrokes(w, h int) raster {
	r := newRaster(w, h)
	for i := range r.px {
		r.px[i] = 255
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for y := 150; y < h-150; y += 50 {
		for x := 120; x < w-140; x += 16 + rnd.IntN(12) {
			if rnd.IntN(6) == 0 {
				x += 12 // between words
			}
			for dy := range 24 {
				clear(r.pixelRow(y + dy)[x : x+6])
				if dy > 20 {
					clear(r.pixelRow(y + dy)[x : x+12])
				}
			}
		}
	}
	return r
}

func TestTiltAndTurnOfPagesAreFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		w, h  int
		wear  wear
		skew  float64
		aside bool
	}{
		{"straight", 1700, 2200, wear{}, 0, false},
		{"a little clockwise", 1700, 2200, wear{skew: 0.7, noise: 12}, 0.7, false},
		{"counter-clockwise", 1700, 2200, wear{skew: -1.5, noise: 15}, -1.5, false},
		{"far", 1700, 2200, wear{skew: 13}, 13, false},
		{"in bad light", 1700, 2200, wear{skew: 3, shade: true, noise: 5}, 3, false},
		{"on its side", 1700, 2200, wear{skew: 2, quarter: 1}, 2, true},
		{"on the other side", 1700, 2200, wear{skew: -2, quarter: 3}, -2, true},
		{"narrow", 600, 2600, wear{skew: 1}, 1, false},
		{"wide", 2600, 600, wear{skew: 1}, 1, false},
	} {
		l := examinePicture(drawStrokes(c.w, c.h).withWear(c.wear, 7))
		if math.Abs(l.skew-c.skew) > 0.15 || l.sideways != c.aside || l.blank {
			t.Errorf("%s: %.2f degrees, on its side %v, blank %v; want %v, %v", c.name, l.skew, l.sideways, l.blank, c.skew, c.aside)
		}
		if l.height < 15 || l.height > 40 {
			t.Errorf("%s: letters of %v pixels, want l.height at least 15 and l.height at most 40", c.name, l.height)
		}
	}
}

func TestPreparedPagesLeadBackToThePage(t *testing.T) {
	page := newRaster(800, 1000)
	for i := range page.px {
		page.px[i] = 255
	}
	for y := 300; y < 310; y++ { // a dot
		clear(page.pixelRow(y)[200:210])
	}
	for _, quarters := range []int{0, 1, 2, 3} {
		for _, l := range []look{{}, {skew: 4}, {skew: -9, height: 9}, {height: 150}, {skew: 1, height: 80}} {
			l.paper = lightOn(page, 1)
			c := prepareCanvas(page, l, quarters)
			x, y, ink := 0.0, 0.0, 0.0
			for i, v := range c.picture.px {
				d := float64(255 - v)
				x, y, ink = x+d*(float64(i%c.picture.w)+0.5), y+d*(float64(i/c.picture.w)+0.5), ink+d
			}
			bx, by := c.back.applyTo(x/ink, y/ink)
			if ink == 0 || math.Abs(bx-205) > 2 || math.Abs(by-305) > 2 {
				t.Errorf("quarters %d, %+v: the dot comes from %.1f, %.1f, want 205, 305", quarters, l.skew, bx, by)
			}
		}
	}
}

func TestBlankPagesShowNoInk(t *testing.T) {
	sheet := newRaster(1275, 1650)
	for i := range sheet.px {
		sheet.px[i] = 240
	}
	dusty := raster{sheet.w, sheet.h, append([]byte{}, sheet.px...)}
	for i := 5000; i < len(dusty.px); i += 200_003 {
		dusty.px[i], dusty.px[i+1] = 0, 0
	}
	black, noise := newRaster(1275, 1650), sheet.withWear(wear{noise: 6}, 3)
	for name, r := range map[string]raster{"white": sheet, "dusty": dusty, "black": black, "noise of a scanner": noise,
		"a pixel": newRaster(1, 1)} {
		if l := examinePicture(r); !l.blank {
			t.Errorf("%s: not blank, %d letters, want l.blank", name, len(l.letters))
		}
	}
	letters := drawStrokes(1275, 1650)
	if examinePicture(letters).blank {
		t.Error("a page of letters is blank")
	}
	for i, v := range letters.px {
		letters.px[i] = 255 - v
	}
	if examinePicture(letters).blank {
		t.Error("a page of white letters on black is blank")
	}
}
