package ocr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// notice are the lines of a short letter.
var notice = []string{"Southgate Timber", "Invoice number: ST-4418", "Total due: 76.00 EUR", "Please pay within 30 days"}

// drawLayered puts lines of invisible text over a scan, as a program for recognition does, in eleven point type from
// a height downwards.
func drawLayered(p imagePage, lines []string, top float64) imagePage {
	var b strings.Builder
	fmt.Fprintf(&b, "BT 3 Tr /F 11 Tf 14 TL 72 %f Td ", top)
	for _, line := range lines {
		fmt.Fprintf(&b, "(%s) Tj T* T* ", strings.NewReplacer("(", `\(`, ")", `\)`).Replace(line))
	}
	p.over = b.String() + "ET"
	return p
}

// mapLines returns lines with some letters exchanged.
func mapLines(lines []string, pairs ...string) (out []string) {
	for _, line := range lines {
		out = append(out, strings.NewReplacer(pairs...).Replace(line))
	}
	return out
}

func TestPoorLayersOfScansAreReplaced(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	long := gray(t, drawnPage(t, pool, contract(), 1).withWear(clean, 1), 300, 90)
	short := gray(t, drawnPage(t, pool, pdfOf(layeredVisible(notice)), 1).withWear(clean, 1), 300, 90)
	faint := gray(t, drawnPage(t, pool, contract(), 1).withWear(wear{noise: 95, blur: true, zoom: 0.3}, 1), 90, 40)
	other := strings.Fields(strings.Repeat("Other words stand here that nobody wrote on this page at all. ", 30))
	otherLines := make([]string, 24)
	for i := range otherLines {
		otherLines[i] = strings.Join(other[i*10:i*10+10], " ")
	}
	for _, c := range []struct {
		name     string
		page     imagePage
		asked    bool
		replaced bool
		want     []string
		least    float64
	}{
		{"a good layer", drawLayered(long, clauses, 720), false, false, clauses, 1},
		{"a good short layer", drawLayered(short, notice, 720), false, false, notice, 1},
		{"a good layer, asked", drawLayered(long, clauses, 720), true, true, clauses, 0.98},
		{"misspelt", drawLayered(long, mapLines(clauses, "l", "1", "e", "c", "m", "rn", "t", "l"), 720), false, true, clauses, 0.98},
		{"plausible and wrong", drawLayered(long, otherLines, 720), false, true, clauses, 0.98},
		{"figures", drawLayered(short, mapLines(notice, "4418", "44l8", "76", "16", "ou", "on", "m", "n"), 720), false, true, notice, 1},
		{"somewhere else", drawLayered(long, clauses, 640), false, true, clauses, 0.98},
		{"a part of the lines", drawLayered(long, mapLines(clauses, "agreement", "agrccrncnt", "the ", "lhc ", "Section",
			"Scclion"), 720), true, true, clauses, 0.98},
		{"over a picture that nobody can read", drawLayered(faint, clauses, 720), false, false, clauses, 1},
	} {
		file := pdfOf(c.page)
		doc, err := pool.Read(t.Context(), file, layout.ReadSettings{})
		if err != nil || !doc.Pages[0].Layered {
			t.Fatalf("%s: layered %v, %v, want doc.Pages[0].Layered and no error", c.name, doc.Pages[0].Layered, err)
		}
		doc.Pages[0].Distrusted = c.asked
		_, done, err := r.Recognise(t.Context(), file, &doc, []string{"eng"})
		tree := layout.BuildTree(&doc)
		told := countFindings(tree, document.FindingTextLayerReplaced) > 0
		if err != nil || told != c.replaced || len(done) == 1 != c.replaced || doc.Pages[0].Recognised != c.replaced {
			t.Errorf("%s: done %v, told %v, %v; want replaced %v", c.name, done, told, err, c.replaced)
		}
		if got := recall(strings.Join(c.want, " "), tree.Text); got < c.least {
			t.Errorf("%s: %.3f of the words, want %.2f:\n%s", c.name, got, c.least, tree.Text)
		}
		if n := len(strings.Fields(tree.Text)); n > len(strings.Fields(strings.Join(c.want, " ")))*11/10 {
			t.Errorf("%s: %d words, want none twice:\n%s", c.name, n, tree.Text)
		}
	}
}

// layeredVisible is a page of seen text where layered has the unseen.
func layeredVisible(lines []string) imagePage {
	p := drawLayered(imagePage{width: 612, height: 792, space: "/DeviceGray", bits: 8}, lines, 720)
	p.over = strings.Replace(p.over, "3 Tr", "0 Tr", 1)
	return p
}

// TestGoodLayersCostAStrip holds that a good layer is not recognised again: three strips of a long document.
func TestGoodLayersCostAStrip(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	page := drawLayered(gray(t, drawnPage(t, pool, contract(), 1).withWear(clean, 1), 300, 90), clauses, 720)
	drawn := &countedPages{Renderer: pool}
	r.pages = drawn
	doc, _, done := recogniseFile(t, pool, r, pdfOf(page, page, page, page, page), "eng")
	if len(done) > 0 || drawn.n != sampledPages || !doc.Pages[4].Layered {
		t.Errorf("pages %v are read and %d drawn, want none and %d", done, drawn.n, sampledPages)
	}
}
