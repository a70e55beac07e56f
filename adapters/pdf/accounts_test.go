package pdf

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// openInstance starts PDFium in this process.
func openInstance(t *testing.T) *instance {
	t.Helper()
	m, err := newMachine(context.Background(), cacheDir(t), 512)
	if err != nil {
		t.Fatal(err)
	}
	in, err := m.newInstance(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.close(); m.runtime.Close(context.Background()) })
	return in
}

// oddPapers are pages with text that is left out for each reason, and text that is not.
func oddPapers() map[string][]byte {
	hiddenLayer := drawLayers("/OC /A BDC "+show("gone", "60")+"EMC "+show("seen", "20"), "")
	far := paper{content: show("here", "20") + "BT /F 12 Tf 1 0 0 1 9000000 0 Tm (there) Tj ET"}
	return map[string][]byte{
		"plain": testPageOf(plainDocket), "white": testPageOf("1 g " + show("gone", "60") + "0 g " + show("seen", "20")),
		"invisible": testPageOf("BT /F 12 Tf 20 60 Td 3 Tr (upper) Tj 0 Tr 0 -40 Td (lower) Tj ET"),
		"covered":   testPageOf(plainDocket + "0 50 200 40 re f"), "clipped": testPageOf("q 0 0 200 40 re W n " + plainDocket + "Q"),
		"outside": testPageOf("BT /F 12 Tf 190 60 Td (half inside) Tj ET"), "layers": hiddenLayer.pdf(), "far": far.pdf(),
		"twice": testPageOf(show("bold", "60") + "BT /F 12 Tf 20.2 60 Td (bold) Tj ET"),
		"ranks": testPageOf("BT /F 12 Tf 20 60 Td (a) Tj 5 Ts (b) Tj 0 Ts (c) Tj ET"),
	}
}

// eachPDF calls a function for the odd pages of the tests, and for the odd documents where there are any.
func eachPDF(t *testing.T, do func(name string, pdf []byte)) {
	t.Helper()
	for name, pdf := range oddPapers() {
		do(name, pdf)
	}
	if os.Getenv("DOCKET_CORPORA") == "" {
		return
	}
	for _, folder := range []string{"odd-pdfs", "tables", "invoices", "invoices-foreign", "invoices-makers"} {
		for _, name := range corpus(t, folder) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			do(filepath.Base(name), data)
		}
	}
}

// TestAllCharactersAreAccountedFor compares the characters that PDFium has on each page with the glyphs and with
// what the findings say was left out.
func TestAllCharactersAreAccountedFor(t *testing.T) {
	in := openInstance(t)
	eachPDF(t, func(name string, pdf []byte) {
		f, err := in.openDocument(pdf, 1000)
		if err != nil {
			return // no pages
		}
		defer f.close()
		r := f.newReader(newShared(), layout.ReadSettings{}).(*pageReader)
		defer r.close()
		for i := range min(f.pages, 20) {
			page := r.loadPage(i)
			if page == 0 {
				continue
			}
			text, all := in.call("FPDFText_LoadPage", page), 0
			for k := range in.callInt("FPDFText_CountChars", text) {
				c := rune(uint32(in.call("FPDFText_GetUnicode", text, uint64(k))))
				if in.callInt("FPDFText_IsGenerated", text, uint64(k)) != 1 && !slices.Contains([]rune{' ', '\t', 0xA0, '\r', '\n'}, c) {
					all++
				}
			}
			in.call("FPDFText_ClosePage", text)
			p := r.readLoaded(page, i, in.frameOf(page), 1_000_000)
			got := 0
			for _, g := range p.Glyphs {
				if g.Rune != ' ' && g.Rune != '\t' && g.Rune != 0xA0 {
					got++
				}
			}
			for _, kind := range findingOf {
				if kind != "" {
					got += countFindings(p.Findings, kind)
				}
			}
			if got != all {
				t.Errorf("%s, page %d: %d characters are accounted for, want %d", name, i+1, got, all)
			}
		}
	})
}

// TestTreesHoldAllGlyphs looks for letters and digits that are on a page and not in the text of the tree, nor told.
func TestTreesHoldAllGlyphs(t *testing.T) {
	pool := testPool(t, "serve", nil)
	eachPDF(t, func(name string, pdf []byte) {
		doc, err := pool.Read(context.Background(), pdf, layout.ReadSettings{})
		if err != nil {
			return
		}
		held := map[rune]int{}
		tree := layout.BuildTree(&doc)
		for _, r := range norm.NFKD.String(tree.Text) {
			held[r]++
		}
		lost := map[rune]int{}
		all := 0
		for _, p := range doc.Pages {
			drawn := map[rune][]layout.Box{}
			for _, g := range p.Glyphs {
				if isOverprint(drawn[g.Rune], g.Loose) {
					continue // a letter that is drawn twice, as bold type may be, is one letter
				}
				drawn[g.Rune] = append(drawn[g.Rune], g.Loose)
				for _, r := range norm.NFKD.String(string(g.Rune)) {
					if (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Lm, r) { // modifiers go into letters
						if held[r]--; held[r] < 0 {
							lost[r]++
							all++
						}
					}
				}
			}
		}
		told := countFindings(tree.Findings, document.FindingRepeatedTextOnce)
		if all > told {
			t.Errorf("%s: %d letters of the pages are not in the tree, %d are told: %v, want all of them told",
				name, all, told, lost)
		}
	})
}

// isOverprint reports whether a letter stands where the same one was drawn before.
func isOverprint(before []layout.Box, b layout.Box) bool {
	near := 0.3 * b.Height()
	return slices.ContainsFunc(before, func(o layout.Box) bool {
		return abs(o.X0-b.X0) < near && abs(o.Y0-b.Y0) < near
	})
}

func TestPagesThatAreNotReadAreTold(t *testing.T) {
	pool := testPool(t, "serve", func(o *Options) { o.MaxGlyphs = 9 })
	_, page := readPaper(t, pool, paper{content: plainDocket}, layout.ReadSettings{})
	if got := countFindings(page.Findings, document.FindingTooManyCharacters); len(page.Glyphs) != 0 || got < 10 || page.Note == "" {
		t.Errorf("%d glyphs, %d characters above the limit, note %q; want a page that is told", len(page.Glyphs), got, page.Note)
	}
	pdf := strings.Replace(string(testPageOf("")), "/Kids[3 0 R]/Count 1", "/Kids[3 0 R 9 0 R]/Count 2", 1)
	doc, err := pool.Read(context.Background(), []byte(pdf), layout.ReadSettings{})
	if err != nil || len(doc.Pages) != 2 {
		t.Fatalf("got %d pages, %v; want 2", len(doc.Pages), err)
	}
	if got := countFindings(doc.Pages[1].Findings, document.FindingPageNotRead); got != 1 {
		t.Errorf("a page that is missing is told %d times, want 1; note %q", got, doc.Pages[1].Note)
	}
}
