package pdf

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// TestLettersOfSeveralPartsStandWhereAllOfThemAre has a letter whose dot and body are drawn apart, as those of Arabic
// fonts are, and whose character the marked content tells.
func TestLettersOfSeveralPartsStandWhereAllOfThemAre(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const dot, body = "1 0 0 1 33 68 Tm (.) Tj ", "1 0 0 1 30 60 Tm (o) Tj "
	for _, tt := range []struct {
		name, begin, parts string
		whole              bool
	}{
		{"dot first", "/Span<</ActualText<FEFF0069>>>BDC ", dot + body, true},
		{"body first", "/Span<</ActualText<FEFF0069>>>BDC ", body + dot, true},
		{"on a form", "/Span<</ActualText<FEFF0069>>>BDC ", dot + body, true},
		{"without a character", "/Span BMC ", dot + body, false},
	} {
		p := paper{content: "BT /F 12 Tf " + tt.begin + tt.parts + "EMC ET"}
		if tt.name == "on a form" {
			p.streams = map[int][2]string{10: {"/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Matrix[1 0 0 1 0 0]" +
				"/Resources<</Font<</F 5 0 R>>>>", p.content}}
			p.content, p.resources = "/X Do", "/XObject<</X 10 0 R>>"
		}
		_, page := readPaper(t, pool, p, layout.ReadSettings{})
		got := false
		for _, g := range page.Glyphs {
			if g.Rune == 'i' {
				got = g.Base == 60 && g.Loose.X0 < 31.5 && g.Loose.X1 > 35 && g.Loose.Y0 < 61 && g.Loose.Y1 > 68
			}
		}
		if got != tt.whole {
			t.Errorf("%s: got a whole letter %v, want %v: %+v", tt.name, got, tt.whole, page.Glyphs)
		}
	}
}

// TestLettersOfSeveralPartsAreOneLetter has the dot of a letter so far from its body that PDFium takes it for another letter,
// or thinks that there is a blank.
func TestLettersOfSeveralPartsAreOneLetter(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const meem = "/Span<</ActualText<FEFF0645>>>BDC 1 0 0 1 40 60 Tm (o) Tj EMC "
	for name, noon := range map[string]string{
		"dot beside the body": "1 0 0 1 30 66 Tm (.) Tj 1 0 0 1 32 60 Tm (oo) Tj ",
		"dot in another line": "1 0 0 1 33 75 Tm (.) Tj 1 0 0 1 33 60 Tm (o) Tj ",
		"body first":          "1 0 0 1 33 60 Tm (o) Tj 1 0 0 1 33 75 Tm (.) Tj ",
	} {
		p := paper{content: "BT /F 12 Tf /ReversedChars BMC " + meem + "/Span<</ActualText<FEFF0646>>>BDC " + noon + "EMC EMC ET"}
		_, page := readPaper(t, pool, p, layout.ReadSettings{})
		var got []rune
		for _, g := range page.Glyphs {
			got = append(got, g.Rune)
		}
		if slices.Sort(got); string(got) != "من" {
			t.Errorf("%s: got %q, want م and ن once each, and no blank", name, string(got))
		}
	}
}
