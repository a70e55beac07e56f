package ocr

import "testing"

// BenchmarkLook measures what it takes to examine and straighten a page of letters at
// 300 dots an inch, beside Tesseract's own work.
func BenchmarkLook(b *testing.B) {
	page := ruled(2550, 3300).worn(wear{skew: 0.7, noise: 8}, 1)
	for b.Loop() {
		prepare(page, lookAt(page), 0)
	}
}
