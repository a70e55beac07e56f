package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// countFindings returns how much the findings of a kind are about.
func countFindings(all []document.Finding, kind document.FindingKind) (n int) {
	for _, f := range all {
		if f.Kind == kind {
			n += f.Count
		}
	}
	return n
}

// drawLayers is a page whose content names the layers A (object 20) and B (object 21); A is off.
func drawLayers(content, config string) paper {
	if config == "" {
		config = "/OFF[20 0 R]"
	}
	return paper{content: content, resources: "/Properties<</A 20 0 R/B 21 0 R/M 22 0 R>>/XObject<</X 10 0 R>>",
		catalog: "/OCProperties<</OCGs[20 0 R 21 0 R]/D<<" + config + ">>>>",
		objects: map[int]string{20: "<</Type/OCG/Name(A)>>", 21: "<</Type/OCG/Name(B)>>", 22: "<</Type/OCMD/OCGs[20 0 R 21 0 R]/P/AllOn>>"},
		streams: map[int][2]string{10: {"/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F 5 0 R>>/Properties<</A 20 0 R>>>>", ""}}}
}

// show writes a text at a height.
func show(text, y string) string { return "BT /F 12 Tf 20 " + y + " Td (" + text + ") Tj ET " }

// outlines is a filled shape of four letters in a box, as programs draw letters that a font lacks.
func outlines(x, y, width, height float64) (out string) {
	for i := range 4 {
		left := x + float64(i)*width/4
		right, top := left+width/5, y+height
		out += fmt.Sprintf("%g %g m %g %g l %g %g l %g %g l h ", left, y, left, top, right, top, right, y)
	}
	return out + "f "
}

func TestTextThatIsNotPaintedIsLeftOut(t *testing.T) {
	pool := testPool(t, "serve", nil)
	seen := show("seen", "20")
	form := func(entries, content string) paper {
		p := drawLayers(seen+"/X Do", "")
		p.streams[10] = [2]string{p.streams[10][0] + entries, content}
		return p
	}
	withImage := func(sample, content string) paper {
		return paper{content: "q 200 0 0 45 0 50 cm /I Do Q " + content, resources: imageI,
			streams: map[int][2]string{10: {greyImage, sample}}}
	}
	member := drawLayers("/OC /M BDC "+show("gone", "60")+"EMC "+seen, "")
	expressed := func(ve string) paper {
		p := drawLayers("/OC /M BDC "+show("gone", "60")+"EMC "+seen, "")
		p.objects[22] = "<</Type/OCMD/VE" + ve + ">>"
		return p
	}
	shading := paper{content: "q 0 50 200 50 re W n /S sh Q 1 g " + show("kept", "60") + "0 g " + seen,
		resources: "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]" +
			"/Function<</FunctionType 2/Domain[0 1]/C0[.2]/C1[.4]/N 1>>/Extend[true true]>>>>"}
	noteIn := func(entries string) paper {
		p := drawLayers(seen, "")
		p.page = "/Annots[12 0 R]"
		p.objects[12] = "<</Type/Annot/Subtype/FreeText/Contents(gone)/Rect[20 50 180 80]/AP<</N 13 0 R>>" + entries + ">>"
		p.streams[13] = [2]string{"/Subtype/Form/BBox[0 0 160 30]/Resources<</Font<</F 5 0 R>>>>", "BT /F 12 Tf 2 5 Td (gone) Tj ET"}
		return p
	}
	rotated := paper{content: "1 g " + show("gone", "60") + "0 g " + seen, page: "/Rotate 90"}
	moved := paper{content: "1 g " + show("gone", "60") + "0 0 1 rg 0 10 200 30 re f 1 g " + show("kept", "20"),
		page: "/MediaBox[-50 -30 150 170]/CropBox[0 0 150 90]"}
	tests := []struct {
		name  string
		paper paper
		want  string
	}{
		{"a layer that is off", drawLayers("/OC /A BDC "+show("gone", "60")+"EMC "+seen, ""), "seen"},
		{"a layer that is on", drawLayers("/OC /B BDC "+show("kept", "60")+"EMC "+seen, ""), "kept seen"},
		{"all off but one",
			drawLayers("/OC /A BDC "+show("gone", "60")+"EMC /OC /B BDC "+show("kept", "40")+"EMC "+seen,
				"/BaseState/OFF/ON[21 0 R]"), "kept seen"},
		{"a layer inside of another", drawLayers("/OC /B BDC /OC /A BDC "+show("gone", "60")+"EMC EMC "+seen, ""), "seen"},
		{"a membership", member, "seen"},
		{"an expression", expressed("[/Not 21 0 R]"), "seen"},
		{"an expression that holds", expressed("[/And 21 0 R[/Not 20 0 R]]"), "gone seen"},
		{"a form of a layer", form("/OC 20 0 R", show("gone", "60")), "seen"},
		{"a layer in a form", form("", "/OC /A BDC "+show("gone", "60")+"EMC "+show("kept", "40")), "seen kept"},
		{"a note in a layer", noteIn("/OC 20 0 R"), "seen"},
		{"a note in a layer that is on", noteIn("/OC 21 0 R"), "seen gone"},
		{"a note that is not viewed", noteIn("/F 32"), "seen"},
		{"a note that is hidden", noteIn("/F 2"), "seen"},
		{"white on white", paper{content: "1 g " + show("gone", "60") + "0 g " + seen}, "seen"},
		{"nearly white on white", paper{content: ".98 g " + show("gone", "60") + "0 g " + seen}, "seen"},
		{"pale grey on white", paper{content: ".9 g " + show("kept", "60") + "0 g " + seen}, "kept seen"},
		{"white in colours of print", paper{content: "0 0 0 0 k " + show("gone", "60") + "0 g " + seen}, "seen"},
		{"white on a white box",
			paper{content: "0 g 0 50 200 40 re f 1 g 10 52 180 30 re f " + show("gone", "60") + "0 g " + seen}, "seen"},
		{"white on a white image", withImage("\xff", "1 g "+show("gone", "60")+"0 g "+seen), "seen"},
		{"white on a dark image", withImage("\x20", "1 g "+show("kept", "60")+"0 g "+seen), "kept seen"},
		{"white on a dark box", paper{content: "0 0 1 rg 0 50 200 40 re f 1 g " + show("kept", "60") + "0 g " + seen}, "kept seen"},
		{"white on a dark round shape",
			paper{content: "0 0 1 rg 0 50 m 100 30 200 30 200 50 c 200 90 l 0 90 l f 1 g " + show("kept", "60") + "0 g " +
				seen}, "kept seen"},
		{"white on a shading", shading, "kept seen"},
		{"an outline in white", paper{content: "1 Tr 1 G " + show("gone", "60") + "0 Tr " + seen}, "seen"},
		{"an outline in black, with a white fill", paper{content: "1 Tr 1 g 0 G " + show("kept", "60") + "0 Tr 0 g " + seen}, "kept seen"},
		{"hardly any opacity", paper{content: "q /G gs " + show("gone", "60") + "Q " + seen,
			resources: "/ExtGState<</G<</ca .02>>>>"}, "seen"},
		{"some opacity", paper{content: "q /G gs " + show("kept", "60") + "Q " + seen, resources: "/ExtGState<</G<</ca .2>>>>"},
			"kept seen"},
		{"white with a black outline", paper{content: "1 g 0 G 2 Tr " + show("kept", "60") + "0 g 0 Tr " + seen}, "kept seen"},
		{"blue on blue", paper{content: "0 0 1 rg 0 50 200 40 re f " + show("gone", "60") + "0 g " + seen}, "seen"},
		{"blue on light blue on blue",
			paper{content: "0 0 1 rg 0 50 200 40 re f .5 .5 1 rg 0 55 200 30 re f 0 0 1 rg " + show("kept", "60") + "0 g " +
				seen}, "kept seen"},
		{"clips only", paper{content: "q 7 Tr " + show("gone", "60") + "Q " + seen}, "seen"},
		{"clips a filled area",
			paper{content: "q BT /F 12 Tf 7 Tr 20 60 Td (kept) Tj ET 1 0 0 rg 0 50 200 40 re f Q " + seen}, "kept seen"},
		{"much too small", paper{content: "BT /F .01 Tf 20 60 Td (gone) Tj ET " + seen}, "seen"},
		{"small", paper{content: "BT /F 1 Tf 20 60 Td (kept) Tj ET " + seen}, "kept seen"},
		{"a form without opacity", func() paper {
			p := form("/Group<</S/Transparency>>", show("gone", "60"))
			p.resources, p.content = p.resources+"/ExtGState<</G<</ca 0/CA 0>>>>", seen+"q /G gs /X Do Q"
			return p
		}(), "seen"},
		{"outlines of letters under text without opacity", paper{content: "0 g " + outlines(20, 60, 24, 8) + "q /G gs " + show("kept", "60") +
			"Q " + seen, resources: "/ExtGState<</G<</ca 0>>>>"}, "kept seen"},
		{"outlines of letters under text that is not drawn", paper{content: "0 g " + outlines(20, 60, 24, 8) + "3 Tr " + show("kept", "60") +
			"0 Tr " + seen}, "kept seen"},
		{"a drawing under text that is not drawn", paper{content: "0 g " + outlines(10, 45, 100, 40) + "3 Tr " + show("gone", "60") +
			"0 Tr " + seen}, "seen"},
		{"a line under text that is not drawn", paper{content: "0 g " + outlines(20, 58, 24, 1) + "3 Tr " + show("gone", "60") +
			"0 Tr " + seen}, "seen"},
		{"outlines without opacity under such text", paper{content: "q /G gs " + outlines(20, 60, 24, 8) + show("gone", "60") + "Q " + seen,
			resources: "/ExtGState<</G<</ca 0>>>>"}, "seen"},
		{"outlines beside text that is not drawn", paper{content: "0 g " + outlines(60, 60, 24, 8) + "3 Tr " + show("gone", "60") +
			"0 Tr " + seen}, "seen"},
		{"white on a page that lies", rotated, "seen"},
		{"white on a page whose corner is elsewhere", moved, "kept"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, p := readPaper(t, pool, tt.paper, layout.ReadSettings{})
			told := countFindings(p.Findings, document.FindingHiddenTextLeftOut)
			if got := words(p); got != tt.want || (told == 4) == strings.Contains(got, "gone") && !strings.Contains(tt.want, "kept") {
				t.Errorf("got %q and %d hidden characters, want %q", got, told, tt.want)
			}
			_, all := readPaper(t, pool, tt.paper, layout.ReadSettings{KeepHiddenText: true})
			told = countFindings(all.Findings, document.FindingHiddenTextLeftOut)
			if len(words(all)) < len(tt.want) || told > 0 && !strings.HasPrefix(tt.name, "a note") {
				t.Errorf("with hidden text kept: got %q, %v, want %q", words(all), all.Findings, tt.want)
			}
		})
	}
}
