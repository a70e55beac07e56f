package pdf

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// TestSizesBelowZeroAreReadAsDrawn has text that its size turns upside down, and a matrix back or not.
func TestSizesBelowZeroAreReadAsDrawn(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const text = "(Total due) Tj 0 14 Td (119 EUR) Tj ET"
	for _, tt := range []struct {
		name, content string
		angle         int
	}{
		{"as usual", "BT /F 10 Tf 1 0 0 1 20 60 Tm (Total due) Tj 0 -14 Td (119 EUR) Tj ET", 0},
		{"turned back", "BT /F -10 Tf -1 0 0 -1 20 60 Tm " + text, 0},
		{"turned back, larger", "BT /F -1 Tf -10 0 0 -10 20 60 Tm (Total due) Tj 0 1.4 Td (119 EUR) Tj ET", 0},
		{"turned back by the page", "-1 0 0 -1 0 0 cm BT /F -10 Tf 1 0 0 1 -20 -60 Tm " + text, 0},
		{"upside down", "BT /F -10 Tf 1 0 0 1 150 40 Tm " + text, 180},
		{"downward", "BT /F -10 Tf 0 1 -1 0 100 90 Tm " + text, 270},
	} {
		doc, page := readPaper(t, pool, paper{content: tt.content}, layout.ReadSettings{})
		text := strings.Join(strings.Fields(layout.BuildTree(&doc).Text), " ")
		s := doc.Styles[page.Glyphs[0].Style]
		if text != "Total due 119 EUR" || s.Size != 10 || s.Angle != tt.angle {
			t.Errorf("%s: got %q, size %v, angle %d; want \"Total due 119 EUR\", 10, %d", tt.name, text, s.Size, s.Angle, tt.angle)
		}
	}
}
