package ocr

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/walls"
)

// letterheadLines are the text of pictures.
var letterheadLines = []string{"Tarnbrook Joinery Limited", "VAT GB 284 5510 77, telephone 01632 960 118",
	"Account 40718825 at Harrow Bank"}

// textPicture draws lines of text in a size, as a picture of them alone at 300 dots per inch.
func textPicture(t *testing.T, pool *pdf.Pool, lines []string, size float64) raster {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "BT /F %f Tf %f TL 12 %f Td ", size, 1.4*size, float64(len(lines)-1)*1.4*size+12)
	for _, line := range lines {
		fmt.Fprintf(&b, "(%s) Tj T* ", line)
	}
	page := imagePage{width: 24 + 25*size, height: 20 + float64(len(lines))*1.4*size, over: b.String() + "ET",
		space: "/DeviceGray", bits: 8}
	return drawnPage(t, pool, pdfOf(page), 1)
}

// beside puts a picture of 300 dots per inch times zoom onto a page of typed text.
func beside(t *testing.T, r raster, w wear) imagePage {
	t.Helper()
	worn := r.withWear(w, 3)
	zoom := w.zoom
	if zoom == 0 {
		zoom = 1
	}
	p := gray(t, worn, 300*zoom, max(w.quality, 40))
	p.inset = layout.Box{X0: 60, Y0: float32(760 - p.height), X1: float32(60 + p.width), Y1: 760}
	p.width, p.height = 612, 792
	p.over = "BT /F 11 Tf 72 300 Td (Typed text of the page itself stands here.) Tj ET"
	return p
}

// between maps the shades of a picture: black and white become those given.
func (r raster) between(black, white int) raster {
	out := newRaster(r.w, r.h)
	for i, v := range r.px {
		out.px[i] = byte(black + (white-black)*int(v)/255)
	}
	return out
}

// examinePictures reads a PDF, looks at its pictures and recognises them.
func examinePictures(t *testing.T, pool *pdf.Pool, r *Recogniser, file []byte) (doc layout.Document, done []int) {
	t.Helper()
	doc, err := pool.Read(t.Context(), file, layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	if err = r.ExaminePictures(t.Context(), file, &doc); err != nil {
		t.Fatal(err)
	}
	if _, done, err = r.Recognise(t.Context(), file, &doc, []string{"eng"}); err != nil {
		t.Fatal(err)
	}
	return doc, done
}

func TestTextInPicturesBesideTextIsRead(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	plain := textPicture(t, pool, letterheadLines, 12)
	want := strings.Join(letterheadLines, " ")
	turned := beside(t, plain, wear{quality: 85})
	turned.rotate = 90
	banner := beside(t, textPicture(t, pool, []string{"Received 14 March 2025 by post"}, 16), wear{quality: 85})
	for _, c := range []struct {
		name string
		page imagePage
		want string
	}{
		{"a letterhead", beside(t, plain, wear{quality: 90}), want},
		{"white on dark", beside(t, plain.between(250, 40), wear{quality: 90}), want},
		{"on grey", beside(t, plain.between(20, 190), wear{quality: 90}), want},
		{"of a screen", beside(t, plain, wear{quality: 90, zoom: 0.4}), want},
		{"a photo", beside(t, plain, wear{quality: 60, noise: 8, shade: true, skew: 2}), want},
		{"on its side", beside(t, plain, wear{quality: 85, quarter: 1}), want},
		{"small print", beside(t, textPicture(t, pool, letterheadLines, 7), wear{quality: 90}), want},
		{"on a page that is turned", turned, want},
		{"a stamp", banner, "Received 14 March 2025 by post"},
	} {
		doc, done := examinePictures(t, pool, r, pdfOf(c.page))
		tree := layout.BuildTree(&doc)
		if got := recall(c.want, tree.Text); got < 0.9 || len(done) != 1 {
			t.Errorf("%s: %.2f of the words on pages %v, want 0.9:\n%s", c.name, got, done, tree.Text)
		}
		if strings.Count(tree.Text, "Typed text of the page itself") != 1 {
			t.Errorf("%s: the typed text is not there once:\n%s, want it = 1", c.name, tree.Text)
		}
		if n := countFindings(tree, document.FindingPictureTextRead); n < len(strings.Fields(c.want))*9/10 {
			t.Errorf("%s: %d words are told, want %d: %v", c.name, n, len(strings.Fields(c.want)), tree.Findings)
		}
	}
}

// countFindings returns the sum of the counts of a kind.
func countFindings(tree *document.Tree, kind document.FindingKind) (n int) {
	for _, f := range tree.Findings {
		if f.Kind == kind {
			n += f.Count
		}
	}
	return n
}

// modules returns a picture of a code to scan, of so many modules across.
func modules(across, size int) raster {
	rnd := rand.New(rand.NewPCG(9, 9))
	r := newRaster((across+4)*size, (across+4)*size).negative()
	for y := range across {
		for x := range across {
			for dy := range size * rnd.IntN(2) {
				clear(r.pixelRow((y+2)*size + dy)[(x+2)*size : (x+3)*size])
			}
		}
	}
	return r
}

// bars returns a picture of a bar code.
func bars(n int) raster {
	rnd := rand.New(rand.NewPCG(4, 4))
	r := newRaster(n*12, 200).negative()
	for i := range n - 4 {
		wide := 3 + rnd.IntN(6)
		for y := 20; y < 180; y++ {
			clear(r.pixelRow(y)[24+i*12 : 24+i*12+wide])
		}
	}
	return r
}

func TestPicturesWithoutTextAreNotTold(t *testing.T) {
	pool := drawing(t)
	path, runs := recordRuns(t, "Latin")
	r := New(pool, Settings{Command: path, Walls: walls.Policy{Write: []string{filepath.Dir(path)}}})
	text := textPicture(t, pool, letterheadLines, 12)
	background := gray(t, landscape(1275, 1650).between(190, 250), 150, 80)
	background.over = "BT /F 11 Tf 14 TL 72 700 Td "
	for _, line := range clauses {
		background.over += fmt.Sprintf("(%s) Tj T* ", strings.NewReplacer("(", "", ")", "").Replace(line))
	}
	background.over += "ET"
	shown := beside(t, text.between(255, 255), wear{quality: 90})
	shown.over += fmt.Sprintf(" BT /F 12 Tf 17 TL 72 745 Td (%s) Tj T* (%s) Tj T* (%s) Tj ET", letterheadLines[0],
		letterheadLines[1], letterheadLines[2])
	for name, page := range map[string]imagePage{
		"a photo": beside(t, landscape(900, 700), wear{quality: 80}), "a drawing": beside(t, figure(900, 800), wear{quality: 80}),
		"a code to scan": beside(t, modules(45, 12), wear{quality: 90}), "a bar code": beside(t, bars(60), wear{quality: 90}),
		"a logo":    beside(t, textPicture(t, pool, []string{"Tarnbrook"}, 24), wear{quality: 90}),
		"one shade": beside(t, newRaster(900, 300).between(200, 255), wear{quality: 80}), "a background": background,
		"text over a picture": shown,
	} {
		doc, done := examinePictures(t, pool, r, pdfOf(page))
		if findings := layout.BuildTree(&doc).Findings; len(findings) > 0 || len(done) > 0 || len(doc.Pages[0].Writings) > 0 {
			t.Errorf("%s: findings %v, done %v, want none", name, findings, done)
		}
	}
	if got := runs(); len(got) > 0 {
		t.Errorf("Tesseract ran %d times, want none", len(got))
	}
}

// TestPicturesThatNothingReadsAreTold holds that a picture of text is told when the engine is not there,
// and when it finds nothing certain.
func TestPicturesThatNothingReadsAreTold(t *testing.T) {
	pool := drawing(t)
	file := pdfOf(beside(t, textPicture(t, pool, letterheadLines, 12), wear{quality: 90}))
	poor, _ := recordRuns(t, "Latin")
	for _, c := range []struct {
		name, command string
		due           int
	}{{"without an engine", t.TempDir() + "/none", 1}, {"nothing certain", poor, 0}} {
		r := New(pool, Settings{Command: c.command})
		doc, err := pool.Read(t.Context(), file, layout.ReadSettings{})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.ExaminePictures(t.Context(), file, &doc); err != nil {
			t.Fatal(err)
		}
		due, done, err := r.Recognise(t.Context(), file, &doc, nil)
		if err != nil || len(done) > 0 || len(due) != c.due {
			t.Errorf("%s: due %v, done %v, %v; want %d due and none done", c.name, due, done, err, c.due)
		}
		found := layout.BuildTree(&doc).Findings
		if len(found) != 1 || found[0].Kind != document.FindingPicturesNotRead || !found[0].Values || found[0].Box == nil ||
			found[0].Page != 1 {
			t.Errorf("%s: findings %+v, want one of the picture", c.name, found)
		}
	}
}

// TestAPictureOnEachPageIsReadOnce holds that what pages have in common is recognised for the first of them.
func TestAPictureOnEachPageIsReadOnce(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	page := beside(t, textPicture(t, pool, letterheadLines, 12), wear{quality: 90})
	lower := page
	lower.inset.Y0, lower.inset.Y1 = page.inset.Y0-90, page.inset.Y1-90
	drawn := &countedPages{Renderer: pool}
	r.pages = drawn
	doc, done := examinePictures(t, pool, r, pdfOf(page, page, lower))
	if len(done) != 3 || drawn.n != 2 {
		t.Errorf("pages %v are read and %d drawn, want three and two", done, drawn.n)
	}
	first, last := boxOf(&doc.Pages[0], "Tarnbrook"), boxOf(&doc.Pages[2], "Tarnbrook")
	if d := first.Y0 - last.Y0; first.Empty() || d < 89 || d > 91 {
		t.Errorf("the words are at %v and %v, want them 90 points apart", first, last)
	}
}

// countedPages counts the pages that are drawn.
type countedPages struct {
	Renderer
	n int
}

func (c *countedPages) RenderGray(ctx context.Context, file []byte, page int, dpi float64) (int, int, []byte, error) {
	c.n++
	return c.Renderer.RenderGray(ctx, file, page, dpi)
}
