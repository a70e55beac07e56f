package pdf

import (
	"context"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// TestMarksOfRealDocumentsLieOverTheirWords marks a word on the first page of real
// documents, and looks where three renderers draw the mark.
func TestMarksOfRealDocumentsLieOverTheirWords(t *testing.T) {
	files := append(corpus(t, "odd-pdfs"), corpus(t, "ad-buys")[:6]...)
	files = append(files, corpus(t, "nda")[:4]...)
	if os.Getenv("DOCKET_SOAK") == "" {
		files = append(files[:12], files[len(files)-4:]...)
	}
	pool, placed := testPool(t, "serve", nil), 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := pool.Read(context.Background(), data, layout.ReadSettings{})
		if err != nil {
			continue
		}
		box, angle, ok := firstWord(&doc)
		if !ok {
			continue
		}
		marked, err := pool.Mark(context.Background(), data, []Mark{{Page: 1, Box: box, Angle: angle, Color: "#FF8800"}},
			Meta{filepath.Base(f), "Docket"}, Cleaning{Watermarks: true, ImageMetadata: true})
		if err != nil {
			t.Errorf("%s: %v, want no error", filepath.Base(f), err)
			continue
		}
		placed++
		for name, render := range renderers(t, pool, 72) {
			checkBox(t, filepath.Base(f)+", "+name, &doc.Pages[0], box, render(data), render(marked))
		}
	}
	if placed < len(files)/2 {
		t.Errorf("only %d of %d documents were marked, want half of them at least", placed, len(files))
	}
	t.Logf("%d marks in their places, of %d documents", placed, len(files))
}

// checkBox wants changes in a box of a page only, and on the whole of it.
func checkBox(t *testing.T, what string, page *layout.Page, box document.Rect, before, after image.Image) {
	t.Helper()
	if before.Bounds() != after.Bounds() {
		t.Errorf("%s: drawn as %v and %v, want the same size", what, before.Bounds(), after.Bounds())
		return
	}
	s := sheet{seen: [4]float64{0, 0, page.Width, page.Height}, rotate: page.Rotation}
	x0, y0, x1, y1 := box.X, box.Y, box.X+box.Width, box.Y+box.Height
	at := s.findBox([4][2]float64{{x0, y0}, {x1, y0}, {x0, y1}, {x1, y1}}, before.Bounds().Size())
	want := image.Rect(int(at[0]), int(at[1]), int(math.Ceil(at[2])), int(math.Ceil(at[3])))
	const slack = 3
	if got := changedBox(before, after, 12); !want.Inset(slack).In(got) {
		t.Errorf("%s: the mark is at %v, want %v (page %v turned by %d)", what, got, want, before.Bounds().Max, page.Rotation)
	}
	// A page with a translucent mark is mixed in other colors by some renderers: poppler
	// changes it slightly elsewhere, and MuPDF one in printing colors all over.
	if got := changedBox(before, after, 64); !strings.HasSuffix(what, "mutool") && !got.In(want.Inset(-slack)) {
		t.Errorf("%s: the page is changed at %v, want %v (page %v turned by %d)", what, got, want, before.Bounds().Max, page.Rotation)
	}
}

// firstWord is the box around the first word of some length on the first page.
func firstWord(doc *layout.Document) (document.Rect, int, bool) {
	page := &doc.Pages[0]
	whole := layout.Box{X1: float32(page.Width), Y1: float32(page.Height)}
	var box layout.Box
	letters, style := 0, int32(-1)
	for _, g := range append(page.Glyphs, layout.Glyph{Rune: ' '}) {
		at := g.Loose
		if at.Empty() {
			at = g.Tight
		}
		if (unicode.IsLetter(g.Rune) || unicode.IsDigit(g.Rune)) && (letters == 0 || g.Style == style) && !g.Generated {
			box, style, letters = box.Union(at), g.Style, letters+1
			continue
		}
		inside := box.X0 >= whole.X0 && box.Y0 >= whole.Y0 && box.X1 <= whole.X1 && box.Y1 <= whole.Y1
		if letters >= 4 && inside && box.Height() > 4 && box.Width() > 4 && box.Height() < 100 && box.Width() < 300 {
			return document.Rect{X: float64(box.X0), Y: float64(box.Y0), Width: float64(box.Width()),
				Height: float64(box.Height())}, doc.Styles[style].Angle, true
		}
		box, letters = layout.Box{}, 0
	}
	return document.Rect{}, 0, false
}
