package ocr

// Weights of the pixels at a distance of 0, 1 and 2 from the one that is smoothed, of 256: a bell curve
// with a deviation of one pixel.
const (
	weightHere = 100
	weightNear = 62
	weightFar  = 16
)

// smoothOut returns the picture with each pixel blended with those around it, which closes the gaps of
// dotted letters and rounds the steps of enlarged ones.
func (r raster) smoothOut() raster {
	return r.smoothRows().turnBy(1).smoothRows().turnBy(3)
}

// smoothRows blends each pixel with those to its left and right.
func (r raster) smoothRows() raster {
	out := newRaster(r.w, r.h)
	for y := range r.h {
		from, to := r.pixelRow(y), out.pixelRow(y)
		at := func(x int) int { return int(from[min(max(x, 0), r.w-1)]) }
		for x := range to {
			if x < 2 || x >= r.w-2 {
				to[x] = byte((weightHere*at(x) + weightNear*(at(x-1)+at(x+1)) + weightFar*(at(x-2)+at(x+2))) >> 8)
				continue
			}
			near, far := int(from[x-1])+int(from[x+1]), int(from[x-2])+int(from[x+2])
			to[x] = byte((weightHere*int(from[x]) + weightNear*near + weightFar*far) >> 8)
		}
	}
	return out
}
