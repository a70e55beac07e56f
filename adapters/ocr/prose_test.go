package ocr

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/document/layout"
)

// clauses are the text of a contract.
var clauses = []string{
	"SUPPLY AGREEMENT",
	"This Supply Agreement is entered into as of March 14, 2023 by and between",
	"Northgate Instruments Inc., a Delaware corporation with offices at 4410 Harbor",
	"Street, Baltimore, Maryland 21230, and Ferndale Tooling GmbH of Augsburg.",
	"1. Term. The agreement begins on the date above and remains in force for a",
	"period of thirty-six (36) months unless it is terminated earlier as set out in",
	"Section 7. It renews for further periods of twelve months each if neither party",
	"gives written notice at least ninety days before the end of the current term.",
	"2. Price. The Buyer shall pay $1,284.50 for each unit delivered, net of taxes,",
	"within thirty days of the receipt of a correct invoice. Overdue amounts bear",
	"interest at a rate of 1.5 percent for each month or part of a month.",
	"3. Delivery. The Seller shall pack, label and ship the goods so that they reach",
	"the warehouse of the Buyer without damage. Risk passes when they are unloaded.",
	"4. Confidentiality. Neither party shall disclose what it learns of the business",
	"of the other, except to employees who need it for the purposes of this contract",
	"and who are bound by obligations no less strict than those contained herein.",
	"5. Warranty. The goods will be free from defects in material and workmanship for",
	"two years. The sole remedy is repair, replacement or a refund of the price paid.",
	"6. Liability. Except for willful misconduct, liability under this agreement is",
	"limited to the amounts paid during the twelve months before the claim arose.",
	"7. Termination. Either party may terminate for material breach that is not cured",
	"within sixty days after notice in writing describing the breach in detail.",
	"8. Governing law. The laws of the State of New York govern this agreement, and",
	"its courts have jurisdiction over every dispute that arises from or under it.",
}

// contract is a page of prose in eleven point type.
func contract() []byte {
	var b strings.Builder
	b.WriteString("BT /F 11 Tf 14 TL 72 720 Td ")
	for _, line := range clauses {
		fmt.Fprintf(&b, "(%s) Tj T* T* ", strings.NewReplacer("(", `\(`, ")", `\)`).Replace(line))
	}
	return pdfOf(imagePage{width: 612, height: 792, over: b.String() + "ET", space: "/DeviceGray", bits: 8})
}

// processorTime is the processor time of this process and of those that it has waited for.
func processorTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

// Ways in which pages are worn, and the share of their words that must be read.
var (
	clean   = wear{quality: 92}
	noisy   = wear{skew: 0.7, noise: 12, blur: true, quality: 60}
	coarse  = wear{skew: 1.5, noise: 12, blur: true, quality: 60, zoom: 0.5}
	upended = wear{quality: 80, quarter: 2, skew: 1}
	aside   = wear{quality: 80, quarter: 3, noise: 6}
	photo   = wear{quality: 70, shade: true, noise: 8, skew: -3}
)

// scanOf makes an image-only PDF of a picture drawn at 300 dots an inch.
func scanOf(tb testing.TB, page raster, w wear) []byte {
	tb.Helper()
	dpi := 300.0
	if w.zoom > 0 {
		dpi *= w.zoom
	}
	return pdfOf(gray(tb, page.withWear(w, 1), dpi, w.quality))
}

func TestScansOfProseAreRead(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	page := drawnPage(t, pool, contract(), 1)
	want := strings.Join(clauses, " ")
	for _, c := range []struct {
		name  string
		wear  wear
		least float64
	}{
		{"clean", clean, 0.98}, {"skewed and noisy", noisy, 0.95}, {"150 dots an inch", coarse, 0.95},
		{"upside down", upended, 0.95}, {"on its side", aside, 0.95}, {"a photo", photo, 0.95},
	} {
		before := processorTime()
		doc, due, done := recogniseFile(t, pool, r, scanOf(t, page, c.wear), "eng")
		took := processorTime() - before
		if len(due) != 1 || len(done) != 1 || !doc.Pages[0].Recognised {
			t.Errorf("%s: due %v, done %v, want len(due) = 1, len(done) = 1 and doc.Pages[0].Recognised", c.name, due, done)
			continue
		}
		found := recall(want, textOf(doc))
		t.Logf("%s: %.3f of the words, %.1f s of processor time", c.name, found, took.Seconds())
		if found < c.least {
			t.Errorf("%s: %.3f of the words are read:\n%s, want at least %v", c.name, found, textOf(doc), c.least)
		}
		for _, line := range layout.BuildTree(&doc).PageLines(1) {
			for _, w := range line.Words {
				if w.Confidence < 1 || w.Confidence > 100 {
					t.Errorf("%s: %q has a confidence of %d, want w.Confidence at least 1 and w.Confidence at most 100",
						c.name, w.Text, w.Confidence)
				}
			}
		}
		if !strings.Contains(textOf(doc), "bear interest at a rate") && !strings.Contains(textOf(doc), "bear\ninterest at a rate") {
			t.Errorf("%s: lines are out of order, want \"bear interest at a rate\":\n%s", c.name, textOf(doc))
		}
	}
}

// boxOf is the box around the first glyphs of a page that spell a word.
func boxOf(p *layout.Page, word string) (b layout.Box) {
	runes := []rune(word)
	for i := 0; i+len(runes) <= len(p.Glyphs); i++ {
		b = layout.Box{}
		for j, r := range runes {
			if p.Glyphs[i+j].Rune != r {
				b = layout.Box{}
				break
			}
			b = b.Union(p.Glyphs[i+j].Loose)
		}
		if !b.Empty() {
			return b
		}
	}
	return b
}

// TestWordsStandWhereTheyAreSeen compares the places of words on scans, which are
// worn and stored turned, with those on the page that was scanned.
func TestWordsStandWhereTheyAreSeen(t *testing.T) {
	pool := drawing(t)
	r := newRecogniser(t, pool)
	original, err := pool.Read(t.Context(), contract(), layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	page := drawnPage(t, pool, contract(), 1)
	for _, rotate := range []int{0, 90} {
		w := wear{skew: 2, quality: 80}
		scan := gray(t, page.withWear(w, 1), 300, w.quality)
		scan.rotate = rotate
		doc, _, _ := recogniseFile(t, pool, r, pdfOf(scan))
		p := &doc.Pages[0]
		for _, word := range []string{"Baltimore,", "$1,284.50", "Warranty.", "jurisdiction"} {
			was, is := boxOf(&original.Pages[0], word), boxOf(p, word)
			if is.Empty() {
				t.Errorf("%s was not read", word)
				continue
			}
			to := shiftMatrix(-306, -396).followedBy(tiltMatrix(-w.skew)).followedBy(shiftMatrix(306, 396)) // clockwise, y upwards
			x, y := to.applyTo(float64(was.X0+was.X1)/2, float64(was.Y0+was.Y1)/2)
			ix, iy := float64(is.X0+is.X1)/2, float64(is.Y0+is.Y1)/2
			if math.Abs(ix-x) > 3 || math.Abs(iy-y) > 3 {
				t.Errorf("%s stands at %.1f %.1f and not at %.1f %.1f (page turned by %d)", word, ix, iy, x, y, rotate)
			}
			if h := is.Height(); h < 9 || h > 17 {
				t.Errorf("%s is %.1f points high, want h at least 9 and h at most 17", word, h)
			}
		}
		if math.Abs(p.Skew+w.skew) > 0.2 {
			t.Errorf("skew %.2f, not %v", p.Skew, -w.skew)
		}
	}
}

// TestScansOfContracts scans pages of real contracts.
func TestScansOfContracts(t *testing.T) {
	files := corpus(t, "nda", "*.pdf")
	pool := drawing(t)
	r := newRecogniser(t, pool)
	step := 122 // three contracts
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		step = 17
	}
	for _, c := range []struct {
		name  string
		wear  wear
		least float64
	}{{"clean", clean, 0.98}, {"noisy", noisy, 0.95}} {
		sum, pages, before := 0.0, 0.0, processorTime()
		for i := 2; i < len(files); i += step {
			scan, want := contractScan(t, pool, files[i], c.wear)
			if len(strings.Fields(want)) < 150 {
				continue // a title or a signature
			}
			doc, _, _ := recogniseFile(t, pool, r, scan)
			found := recall(want, textOf(doc))
			if found < c.least {
				t.Logf("%s %s: %.3f", c.name, filepath.Base(files[i]), found)
			}
			sum, pages = sum+found, pages+1
		}
		took := (processorTime() - before).Seconds() / pages
		t.Logf("%s: %.4f of the words over %.0f pages, %.1f s of processor time for each", c.name, sum/pages, pages, took)
		if sum < c.least*pages {
			t.Errorf("%s: %.4f of the words are read, want sum at least %v", c.name, sum/pages, c.least*pages)
		}
	}
}

// contractScan scans a page of a contract, the second where there is one, and tells
// what stands on it.
func contractScan(t *testing.T, pool *pdf.Pool, file string, w wear) (scan []byte, text string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := pool.Read(t.Context(), data, layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	k := min(1, len(doc.Pages)-1)
	doc.Pages = doc.Pages[k : k+1]
	return scanOf(t, drawnPage(t, pool, data, k+1), w), textOf(doc)
}
