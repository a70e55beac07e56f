package ocr

import (
	"testing"
	"time"
)

// BenchmarkLook measures what it takes to examine and straighten a page of letters at
// 300 dots an inch, beside Tesseract's own work.
func BenchmarkLook(b *testing.B) {
	page := drawStrokes(2550, 3300).withWear(wear{skew: 0.7, noise: 8}, 1)
	for b.Loop() {
		prepareCanvas(page, examinePicture(page), 0)
	}
}

// BenchmarkRecognise recognises a skewed scan of prose, from the PDF to glyphs, and
// sets it against Tesseract alone on the same picture, both in processor time: of a
// share of 0.8, a fifth goes into drawing, straightening and judging.
func BenchmarkRecognise(b *testing.B) {
	pool := drawing(b)
	r := newRecogniser(b, pool)
	file := scanOf(b, drawnPage(b, pool, contract(), 1), noisy)
	picture := drawnPage(b, pool, file, 1).encodePGM()
	by, err := r.newReader(b.Context(), []string{"eng"})
	if err != nil {
		b.Fatal(err)
	}
	recogniseFile(b, pool, r, file) // starts the renderer
	var ours, bare time.Duration
	pages := 0.0
	for b.Loop() {
		before := processorTime()
		recogniseFile(b, pool, r, file)
		between := processorTime()
		if _, err := by.attemptReading(b.Context(), picture, nil, modePage); err != nil {
			b.Fatal(err)
		}
		ours, bare, pages = ours+between-before, bare+processorTime()-between, pages+1
	}
	b.ReportMetric(pages/ours.Seconds(), "pages/cpu-s")
	b.ReportMetric(bare.Seconds()/ours.Seconds(), "of-bare-tesseract")
}
