package ocr

import "slices"

// patch is the number of pixels of a reduced picture, across and down, that are
// combined when the light on the paper is measured.
const patch = 16

// A light holds the brightness of the paper in each part of a picture.
type light struct {
	w, h   int // in patches
	k      int // pixels of the picture in a patch, across and down
	shades []float64
}

// lightOn measures the paper of a picture of which r is the picture reduced k times:
// the shade of a patch is the one that all but its lightest tenth of pixels are darker
// than. Patches full of ink take that of their neighbours.
func lightOn(r raster, k int) light {
	l := light{w: (r.w + patch - 1) / patch, h: (r.h + patch - 1) / patch, k: patch * k}
	l.shades = make([]float64, l.w*l.h)
	for py := range l.h {
		for px := range l.w {
			l.shades[py*l.w+px] = paperOf(r, px*patch, py*patch)
		}
	}
	l.growLight()
	l.smoothLight()
	return l
}

// paperOf returns the shade below which nine tenths of a patch's pixels lie.
func paperOf(r raster, x0, y0 int) float64 {
	var count [256]int
	n := 0
	for y := y0; y < min(y0+patch, r.h); y++ {
		for _, v := range r.pixelRow(y)[x0:min(x0+patch, r.w)] {
			count[v]++
			n++
		}
	}
	for v, seen := 255, 0; v >= 0; v-- {
		if seen += count[v]; seen*10 >= n {
			return float64(v)
		}
	}
	return 0
}

// growLight gives each patch the shade of its lightest neighbour, so that the inside of
// large letters and thick lines counts as the paper around it.
func (l *light) growLight() {
	before := slices.Clone(l.shades)
	for y := range l.h {
		for x := range l.w {
			for ny := max(y-1, 0); ny <= min(y+1, l.h-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, l.w-1); nx++ {
					l.shades[y*l.w+x] = max(l.shades[y*l.w+x], before[ny*l.w+nx])
				}
			}
		}
	}
}

// smoothLight averages each patch with its neighbours.
func (l *light) smoothLight() {
	before := slices.Clone(l.shades)
	for y := range l.h {
		for x := range l.w {
			sum, n := 0.0, 0.0
			for ny := max(y-1, 0); ny <= min(y+1, l.h-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, l.w-1); nx++ {
					sum, n = sum+before[ny*l.w+nx], n+1
				}
			}
			l.shades[y*l.w+x] = sum / n
		}
	}
}

// shadeAt returns the shade of the paper at a pixel of the full picture, interpolated
// between patches.
func (l light) shadeAt(x, y int) float64 {
	fx := float64(x)/float64(l.k) - 0.5
	fy := float64(y)/float64(l.k) - 0.5
	x0, y0 := min(max(int(fx), 0), l.w-1), min(max(int(fy), 0), l.h-1)
	x1, y1 := min(x0+1, l.w-1), min(y0+1, l.h-1)
	u, v := min(max(fx-float64(x0), 0), 1), min(max(fy-float64(y0), 0), 1)
	top := l.shades[y0*l.w+x0]*(1-u) + l.shades[y0*l.w+x1]*u
	below := l.shades[y1*l.w+x0]*(1-u) + l.shades[y1*l.w+x1]*u
	return top*(1-v) + below*v
}

// isUneven reports whether the paper is so much darker in some parts than in others that
// one threshold for all of it loses text, or whether it is dark as a whole.
func (l light) isUneven() bool {
	sorted := slices.Clone(l.shades)
	slices.Sort(sorted)
	n := len(sorted)
	return n > 0 && (sorted[n*19/20]-sorted[n/10] > 25 || sorted[n/2] < 170)
}

// evenOut returns the picture as it would look on white paper. Paper that is nearly black
// stays: it is illegible, or has white text on black.
func (l light) evenOut(r raster) raster {
	out := newRaster(r.w, r.h)
	for y := range r.h {
		from, to := r.pixelRow(y), out.pixelRow(y)
		gain := 0.0
		for x, v := range from {
			if x&7 == 0 {
				gain = 250 / max(l.shadeAt(x+4, y), 60)
			}
			to[x] = byte(min(float64(v)*gain, 255))
		}
	}
	return out
}
