package service

import (
	"testing"

	"github.com/seed-62a36931/docket/service/settings"
)

// TestEveryPoolDrawsWithin30Megapixels: with little memory the pool that reads files draws what people look at, too. It still
// gives OCR larger pages.
func TestEveryPoolDrawsWithin30Megapixels(t *testing.T) {
	if o := newPDFOptions(settings.Config{}); o.MaxDrawn != 30_000_000 || o.MaxPixels != 0 {
		t.Errorf("got %d pixels of a page image and %d for OCR, want 30,000,000 and what the pool gives", o.MaxDrawn, o.MaxPixels)
	}
}
