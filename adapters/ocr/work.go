package ocr

// workLimit is about how many seconds of a quiet core the processes for one page may take. It is compared
// with an estimate, not with a clock, so that the same page is read in the same ways on every machine.
const workLimit = 10.0

// Costs by which the work at a picture is estimated.
const (
	secondsPerPixel  = 0.07e-6
	secondsPerLetter = 1.5e-3
	secondsPerStart  = 0.25
)

// A work counts the processes that ran for one page.
type work struct{ runs int }

// countRun counts a process.
func (w *work) countRun() {
	if w != nil {
		w.runs++
	}
}

// hasRoom reports whether another process may read the picture.
func (w *work) hasRoom(c canvas) bool {
	if w == nil {
		return true
	}
	each := secondsPerStart + secondsPerPixel*float64(c.picture.w*c.picture.h) + secondsPerLetter*float64(len(c.letters))
	return float64(w.runs+1)*each <= workLimit
}
