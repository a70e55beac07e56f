package pdf

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// verticalPage is a page with text in a font that is not part of the file, in one of Adobe's encodings.
func verticalPage(encoding, content string) []byte {
	return assemblePDF([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 7 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/" + encoding + "/DescendantFonts[6 0 R]>>",
		"<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>" +
			"/FontDescriptor 8 0 R>>",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		"<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 6/Ascent 723/Descent -241/CapHeight 709/ItalicAngle 0/StemV 69" +
			"/FontBBox[-123 -257 1001 910]>>",
	})
}

func TestVerticalTextThatCannotBeReadIsTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	for _, tt := range []struct {
		name, encoding, content string
		want                    int
	}{
		{"downward", "UniJIS-UCS2-V", "BT /F 12 Tf 100 250 Td <8ACB6C4266F8756A53F7> Tj ET BT /F 12 Tf 80 250 Td " +
			"<54088A0891D1984D> Tj ET", 2},
		{"beside other text", "UniJIS-UCS2-V", "BT /G 12 Tf 20 280 Td (Invoice) Tj ET BT /F 12 Tf 100 250 Td <8ACB6C4266F8> Tj ET", 1},
		{"rightward", "UniJIS-UCS2-H", "BT /F 12 Tf 20 250 Td <8ACB6C4266F8756A53F7> Tj ET", 0},
		{"blanks", "UniJIS-UCS2-H", "BT /G 12 Tf 20 280 Td (Invoice) Tj (   ) Tj 0 -20 Td ( ) Tj 0 -20 Td (  ) Tj ET", 0},
	} {
		doc, err := pool.Read(context.Background(), verticalPage(tt.encoding, tt.content), layout.ReadSettings{})
		if err != nil {
			t.Fatalf("%s: %v, want no error", tt.name, err)
		}
		got := 0
		for _, f := range doc.Pages[0].Findings {
			if f.Kind == document.FindingUnknownCharacters {
				got += f.Count
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %d pieces of text told as unknown, want %d (%d glyphs)", tt.name, got, tt.want, len(doc.Pages[0].Glyphs))
		}
	}
}
