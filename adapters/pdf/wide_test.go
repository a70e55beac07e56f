package pdf

import (
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// drawWide is a page in a font of two bytes a character, with a map to characters. Text is hexadecimal.
func drawWide(text, maps string) paper {
	const system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
	cmap := "begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange\n" + maps + "\nendcmap"
	return paper{
		content: "BT /F 10 Tf 5 60 Td <" + text + "> Tj ET", streams: map[int][2]string{10: {"", cmap}},
		objects: map[int]string{
			5:  "<</Type/Font/Subtype/Type0/BaseFont/Wide/Encoding/Identity-H/DescendantFonts[11 0 R]/ToUnicode 10 0 R>>",
			11: "<</Type/Font/Subtype/CIDFontType2/BaseFont/Wide/DW 500/CIDToGIDMap/Identity/FontDescriptor 12 0 R" + system + ">>",
			12: "<</Type/FontDescriptor/FontName/Wide/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 1000 800]>>",
		},
	}
}

// TestCodesOfWideFontsAreReadOrTold has codes that PDFium takes for characters, because it skips what tells of them.
func TestCodesOfWideFontsAreReadOrTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const all = " <0041><0058> <03AA><03CC> <03AB><03CD> endbfchar"
	for _, tt := range []struct {
		name, maps, want string
		unknown          int
	}{
		{"as it should be", "3 beginbfchar" + all, "XόύX", 0},
		{"more entries told", "4 beginbfchar" + all, "XόύX", 0},
		{"fewer entries told", "2 beginbfchar" + all, "XόύX", 0},
		{"no number", "beginbfchar" + all, "XόύX", 0},
		{"no end", "3 beginbfchar <0041><0058> <03AA><03CC> <03AB><03CD>", "XόύX", 0},
		{"second part", "1 beginbfchar <0041><0058> endbfchar 3 beginbfchar <03AA><03CC> <03AB><03CD> endbfchar", "XόύX", 0},
		{"range", "1 beginbfchar <0041><0058> endbfchar 2 beginbfrange <03AA><03AB><03CC> endbfrange", "XόύX", 0},
		{"range of a list", "1 beginbfchar <0041><0058> endbfchar 0 beginbfrange <03AA><03AB>[<03CC><03CD>] endbfrange", "XόύX", 0},
		{"short characters", "3 beginbfchar <0041><58> <03AA><3CC> <03AB><03CD> endbfchar", "XόύX", 0},
		{"several characters", "9 beginbfchar <0041><00660069> <03AA><03CC> <03AB><03CD> endbfchar", "fiόύfi", 0},
		{"beyond 16 bits", "3 beginbfchar <0041><D835DC00> <03AA><03CC> <03AB><03CD> endbfchar", "\U0001D400όύ\U0001D400", 0},
		{"beyond 16 bits, skipped", "9 beginbfchar <0041><D835DC00> <03AA><03CC> <03AB><03CD> endbfchar", "\U0001D400όύ\U0001D400", 0},
		{"half of a pair", "3 beginbfchar <0041><D835> <03AA><03CC> <03AB><03CD> endbfchar", "\uFFFDόύ\uFFFD", 2},
		{"not in the map", "1 beginbfchar <0041><0058> endbfchar", "XΪΫX", 2},
		{"without a character", "3 beginbfchar <0041><0058> <03AA><> <03AB><03CD> endbfchar", "XΪύX", 1},
	} {
		_, page := readPaper(t, pool, drawWide("004103AA03AB0041", tt.maps), layout.ReadSettings{})
		if got := words(page); got != tt.want || page.Unmapped != tt.unknown {
			t.Errorf("%s: got %q with %d unknown, want %q with %d", tt.name, got, page.Unmapped, tt.want, tt.unknown)
		}
	}
	form := drawWide("004103AA", "4 beginbfchar"+all)
	form.streams[13] = [2]string{"/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F 14 0 R>>>>", form.content}
	form.objects[14], form.objects[5] = form.objects[5], "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
	form.content, form.resources = "/X Do", "/XObject<</X 13 0 R>>"
	if _, page := readPaper(t, pool, form, layout.ReadSettings{}); words(page) != "Xό" || page.Unmapped != 0 {
		t.Errorf("in a form: got %q with %d unknown, want \"Xό\" with 0", words(page), page.Unmapped)
	}
}
