package pdf

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// A sheet of paper for tests: a page with content, and what its objects are.
type paper struct {
	content   string
	resources string            // beside the font F, Helvetica
	page      string            // further entries of the page
	catalog   string            // further entries of the catalog
	objects   map[int]string    // further objects, from 10 on
	streams   map[int][2]string // further streams: dictionary entries, and data
}

// pdf writes the document.
func (p paper) pdf() []byte {
	list := make([]string, 30)
	for i := range list {
		list[i] = " null"
	}
	list[0] = "<</Type/Catalog/Pages 2 0 R " + p.catalog + ">>"
	list[1] = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	list[2] = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>" + p.resources +
		">>" + p.page + ">>"
	list[3] = fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(p.content), p.content)
	list[4] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
	for number, text := range p.objects {
		list[number-1] = text
	}
	for number, s := range p.streams {
		list[number-1] = fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", s[0], len(s[1]), s[1])
	}
	return assemblePDF(list)
}

// words are the texts of a page, a blank where another line begins.
func words(p layout.Page) string {
	var b strings.Builder
	y := float32(0)
	for _, g := range p.Glyphs {
		if g.Loose.Y0 != y {
			b.WriteByte(' ')
			y = g.Loose.Y0
		}
		b.WriteRune(g.Rune)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// readPaper reads a document of one page.
func readPaper(t *testing.T, pool *Pool, p paper, s layout.ReadSettings) (layout.Document, layout.Page) {
	t.Helper()
	doc, err := pool.Read(context.Background(), p.pdf(), s)
	if err != nil {
		t.Fatal(err)
	}
	return doc, doc.Pages[0]
}

// An image of one by one pixels for the whole page or a part of it.
const (
	greyImage   = "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"
	wholePage   = "q 200 0 0 100 0 0 cm /I Do Q "
	upperHalf   = "q 200 0 0 30 0 55 cm /I Do Q "
	imageI      = "/XObject<</I 10 0 R>>"
	plainDocket = "BT /F 12 Tf 20 60 Td (upper) Tj 0 -40 Td (lower) Tj ET "
)

func TestHiddenTextIsLeftOut(t *testing.T) {
	pool := testPool(t, "serve", nil)
	image := map[int][2]string{10: {greyImage, "x"}}
	masked := map[int][2]string{10: {greyImage + "/SMask 11 0 R", "x"}, 11: {greyImage, "\x40"}}
	keep, over := layout.ReadSettings{KeepHiddenText: true}, layout.ReadSettings{KeepOverlappingObjects: true}
	tests := []struct {
		name    string
		paper   paper
		set     layout.ReadSettings
		want    string
		layered bool
	}{
		{name: "plain", paper: paper{content: plainDocket}, want: "upper lower"},
		{name: "invisible", paper: paper{content: "BT /F 12 Tf 20 60 Td 3 Tr (upper) Tj 0 Tr 0 -40 Td (lower) Tj ET"}, want: "lower"},
		{name: "invisible, kept", set: keep, paper: paper{
			content: "BT /F 12 Tf 20 60 Td 3 Tr (upper) Tj 0 Tr 0 -40 Td (lower) Tj ET"}, want: "upper lower"},
		{name: "transparent", paper: paper{resources: "/ExtGState<</G<</ca 0>>>>", content: "/G gs " + plainDocket}, want: ""},
		{name: "only stroked", paper: paper{resources: "/ExtGState<</G<</ca 0>>>>", content: "/G gs 1 Tr " + plainDocket},
			want: "upper lower"},
		{name: "clipped", paper: paper{content: "q 0 0 200 40 re W n " + plainDocket + "Q"}, want: "lower"},
		{name: "clipped, kept", set: keep, paper: paper{content: "q 0 0 200 40 re W n " + plainDocket + "Q"}, want: "upper lower"},
		{name: "clipped by nothing in common", paper: paper{content: "q 0 0 200 10 re W n 0 90 200 10 re W n " + plainDocket +
			"Q"}, want: ""},
		{name: "outside", paper: paper{page: "/CropBox[0 50 200 100]", content: plainDocket}, want: "upper"},
		{name: "outside, kept", set: keep, paper: paper{page: "/CropBox[0 50 200 100]", content: plainDocket}, want: "upper lower"},
		{name: "covered by a box", paper: paper{content: plainDocket + "0 50 200 40 re f"}, want: "lower"},
		{name: "covered, kept", set: over, paper: paper{content: plainDocket + "0 50 200 40 re f"}, want: "upper lower"},
		{name: "on top of a box", paper: paper{content: ".8 g 0 50 200 40 re f 0 g " + plainDocket}, want: "upper lower"},
		{name: "half covered", paper: paper{content: plainDocket + "0 64 200 40 re f"}, want: "upper lower"},
		{name: "covered by a shade", paper: paper{resources: "/ExtGState<</G<</ca .5>>>>",
			content: plainDocket + "/G gs 0 50 200 40 re f"}, want: "upper lower"},
		{name: "covered by a clipped box", paper: paper{content: plainDocket + "0 0 200 20 re W n 0 50 200 40 re f"}, want: "upper lower"},
		{name: "covered by an image", paper: paper{resources: imageI, streams: image, content: plainDocket + upperHalf}, want: "lower"},
		{name: "covered by a transparent image", paper: paper{resources: imageI, streams: masked,
			content: plainDocket + upperHalf}, want: "upper lower"},
		{name: "in a covering form", want: "lower", paper: paper{resources: imageI, content: plainDocket + "/I Do",
			streams: map[int][2]string{10: {"/Subtype/Form/BBox[0 0 200 100]/Matrix[1 0 0 1 0 50]", "0 0 200 40 re f"}}}},
		{name: "in a form that clips", want: "lower", paper: paper{resources: imageI, content: "/I Do",
			streams: map[int][2]string{10: {"/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 5 0 R>>>>", plainDocket}}}},
		{name: "layer of a scan", layered: true, want: "upper lower",
			paper: paper{resources: imageI, streams: image, content: wholePage + "3 Tr " + plainDocket}},
		{name: "layer behind a scan", layered: true, want: "upper lower",
			paper: paper{resources: imageI, streams: image, content: plainDocket + wholePage}},
		{name: "scan with a stamp", want: "upper lower", paper: paper{resources: imageI, streams: image, content: wholePage + plainDocket}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, p := readPaper(t, pool, tt.paper, tt.set)
			if got := words(p); got != tt.want || p.Layered != tt.layered {
				t.Errorf("%q, layered %v; want %q, %v", got, p.Layered, tt.want, tt.layered)
			}
		})
	}
}

func TestImagesTellWhetherTheyAreTransparent(t *testing.T) {
	pool := testPool(t, "serve", nil)
	for name, tt := range map[string]struct {
		content string
		streams map[int][2]string
		want    bool
	}{
		"opaque":      {upperHalf, map[int][2]string{10: {greyImage, "x"}}, false},
		"soft mask":   {upperHalf, map[int][2]string{10: {greyImage + "/SMask 11 0 R", "x"}, 11: {greyImage, "\x40"}}, true},
		"full mask":   {upperHalf, map[int][2]string{10: {greyImage + "/SMask 11 0 R", "x"}, 11: {greyImage, "\xff"}}, false},
		"translucent": {"/G gs " + upperHalf, map[int][2]string{10: {greyImage, "x"}}, true},
	} {
		_, p := readPaper(t, pool, paper{content: tt.content, resources: imageI + "/ExtGState<</G<</ca .5>>>>",
			streams: tt.streams}, layout.ReadSettings{})
		want := layout.Picture{Box: layout.Box{X0: 0, Y0: 55, X1: 200, Y1: 85}, Transparent: tt.want}
		if len(p.Images) == 1 {
			want.Content = p.Images[0].Content
		}
		if len(p.Images) != 1 || p.Images[0] != want || want.Content == 0 {
			t.Errorf("%s: %+v, want %+v with a content", name, p.Images, want)
		}
	}
}

func TestWatermarksAreLeftOutOnDemand(t *testing.T) {
	pool := testPool(t, "serve", nil)
	marked := "/Artifact <</Type/Pagination/Subtype/Watermark>> BDC BT /F 12 Tf 20 60 Td (draft) Tj ET EMC " +
		"/Artifact <</Type/Pagination/Subtype/Footer>> BDC BT /F 6 Tf 20 3 Td (foot) Tj ET EMC " +
		"/Artifact /W BDC /X Do EMC BT /F 12 Tf 20 20 Td (text) Tj ET"
	p := paper{content: marked, resources: "/XObject<</X 10 0 R>>/Properties<</W<</Subtype/Watermark>>>>",
		streams: map[int][2]string{10: {"/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F 5 0 R>>>>",
			"BT /F 12 Tf 80 20 Td (copy) Tj ET"}}}
	if _, page := readPaper(t, pool, p, layout.ReadSettings{}); words(page) != "draft foot text copy" {
		t.Errorf("kept: %q, want %q", words(page), "draft foot text copy")
	}
	if _, page := readPaper(t, pool, p, layout.ReadSettings{RemoveWatermark: true}); words(page) != "foot text" {
		t.Errorf("removed: %q, want %q", words(page), "foot text")
	}
}

func TestColorsAndDirections(t *testing.T) {
	pool := testPool(t, "serve", nil)
	doc, p := readPaper(t, pool, paper{content: "BT /F 12 Tf 1 0 .2 rg .866 .5 -.5 .866 50 20 Tm (odd) Tj ET " +
		"BT 0 g /F 10 Tf 0 2 -2 0 150 20 Tm (up) Tj ET"}, layout.ReadSettings{})
	odd, up := doc.Styles[p.Glyphs[0].Style], doc.Styles[p.Glyphs[len(p.Glyphs)-1].Style]
	if odd.Color != 0xFF0033 || odd.Direction != 30 || odd.Angle != 0 || odd.Size < 11.9 || odd.Size > 12.1 {
		t.Errorf("odd: %+v, want colour FF0033, direction 30, angle 0 and size 12", odd)
	}
	if up.Color != 0 || up.Direction != 90 || up.Angle != 90 || up.Size != 20 {
		t.Errorf("up: %+v, want up.Color = 0, up.Direction = 90, up.Angle = 90 and up.Size = 20", up)
	}
}

// tagged is a document with a structure tree: a heading of a role of its own, a table
// with one cell, a page number.
var tagged = paper{
	catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
	page:    "/StructParents 0",
	content: "/Big <</MCID 0>> BDC BT /F 12 Tf 20 80 Td (head) Tj ET EMC " +
		"/TD <</MCID 1>> BDC BT /F 12 Tf 20 60 Td (cell) Tj ET EMC " +
		"/Artifact <</Type/Pagination>> BDC BT /F 12 Tf 20 20 Td (7) Tj ET EMC",
	objects: map[int]string{
		10: "<</Type/StructTreeRoot/K 11 0 R/RoleMap<</Big/H1>>/ParentTree<</Nums[0[12 0 R 15 0 R]]>>/ParentTreeNextKey 1>>",
		11: "<</Type/StructElem/S/Document/P 10 0 R/K[12 0 R 13 0 R]>>",
		12: "<</Type/StructElem/S/Big/P 11 0 R/Pg 3 0 R/K 0>>",
		13: "<</Type/StructElem/S/Table/P 11 0 R/K 14 0 R>>",
		14: "<</Type/StructElem/S/TR/P 13 0 R/K 15 0 R>>",
		15: "<</Type/StructElem/S/TD/P 14 0 R/Pg 3 0 R/K<</Type/MCR/Pg 3 0 R/MCID 1>>>>",
	},
}

func TestGlyphsKnowTheirTags(t *testing.T) {
	doc, p := readPaper(t, testPool(t, "serve", nil), tagged, layout.ReadSettings{})
	var got []string
	last := int32(-1)
	for _, g := range p.Glyphs {
		if g.Tag == last || g.Generated {
			continue
		}
		last = g.Tag
		path := ""
		for at := g.Tag - 1; at >= 0; at = doc.Tags[at].Parent {
			path = "/" + doc.Tags[at].Role + path
		}
		got = append(got, path)
	}
	if want := "/Document/H1 /Document/Table/TR/TD /Artifact"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestOutline(t *testing.T) {
	p := paper{content: plainDocket, page: "/CropBox[0 10 200 100]", catalog: "/Outlines 10 0 R", objects: map[int]string{
		10: "<</First 11 0 R/Last 12 0 R/Count 2>>",
		11: "<</Title(One)/Parent 10 0 R/Next 12 0 R/First 13 0 R/Last 13 0 R/Dest[3 0 R/XYZ 0 80 0]>>",
		12: "<</Title(Two)/Parent 10 0 R/Next 11 0 R/A<</S/URI/URI(http://a.example)>>>>", // and in a circle
		13: "<</Title<FEFF00DF>/Parent 11 0 R/A<</S/GoTo/D[3 0 R/Fit]>>>>",
	}}
	doc, _ := readPaper(t, testPool(t, "serve", nil), p, layout.ReadSettings{})
	want := []layout.Bookmark{{Title: "One", Level: 1, Page: 1, Y: 70}, {Title: "ß", Level: 2, Page: 1, Y: 90}, {Title: "Two", Level: 1}}
	if fmt.Sprint(doc.Outline) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", doc.Outline, want)
	}
}

func TestFormFieldsAndNotesAreText(t *testing.T) {
	p := paper{content: plainDocket, page: "/Annots[10 0 R 12 0 R]", catalog: "/AcroForm<</Fields[10 0 R]>>",
		objects: map[int]string{
			10: "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(field)/Rect[100 50 180 70]/AP<</N 11 0 R>>>>",
			12: "<</Type/Annot/Subtype/FreeText/Contents(note)/Rect[100 20 180 40]/AP<</N 13 0 R>>>>",
		},
		streams: map[int][2]string{
			11: {"/Subtype/Form/BBox[0 0 80 20]/Resources<</Font<</F 5 0 R>>>>", "BT /F 12 Tf 2 5 Td (field) Tj ET"},
			13: {"/Subtype/Form/BBox[0 0 80 20]/Resources<</Font<</F 5 0 R>>>>", "BT /F 12 Tf 2 5 Td (note) Tj ET"},
		}}
	_, page := readPaper(t, testPool(t, "serve", nil), p, layout.ReadSettings{})
	got := words(page)
	for _, want := range []string{"upper", "lower", "field", "note"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

func TestGarbageIsCounted(t *testing.T) {
	text := strings.Repeat("Each party keeps what it learns to itself and tells only those who need it. ", 4)
	shifted := strings.Map(func(r rune) rune { return r + 3 }, strings.ReplaceAll(text, " ", ""))
	long := func(s string) paper { return paper{content: "BT /F 1 Tf 1 50 Td (" + s + ") Tj ET"} }
	pool := testPool(t, "serve", nil)
	for name, tt := range map[string]struct {
		paper paper
		most  bool
	}{
		"language": {long(text), false}, "shifted codes": {long(shifted), true},
		"few letters": {long("WXYZ BCDF"), false}, "no letters": {long(strings.Repeat("1.024 ", 80)), false},
	} {
		_, p := readPaper(t, pool, tt.paper, layout.ReadSettings{})
		if len(p.Glyphs) < 9 || (2*p.Unmapped > len(p.Glyphs)) != tt.most {
			t.Errorf("%s: %d of %d glyphs are unmapped, want at least 9 glyphs, most unmapped: %v",
				name, p.Unmapped, len(p.Glyphs), tt.most)
		}
	}
}

// TestTextAtAnAngleIsOneParagraph has a watermark across the lines of a page.
func TestTextAtAnAngleIsOneParagraph(t *testing.T) {
	pool := testPool(t, "serve", nil)
	body := "BT /F 6 Tf 8 TL 10 90 Td " + strings.Repeat("(Lines of a contract run below the watermark of the page and "+
		"go) Tj T* ", 9) + "ET "
	plain, _ := readPaper(t, pool, paper{content: body}, layout.ReadSettings{})
	want := layout.BuildTree(&plain).Text
	for _, degrees := range []float64{15, 30, 45, 60, 75, 120, 150, 200, 225, 300, 315, 345} {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		mark := fmt.Sprintf("BT .8 g /F 18 Tf %.5f %.5f %.5f %.5f %.2f %.2f Tm (DRAFT COPY) Tj ET 0 g ",
			cos, sin, -sin, cos, 100-55*cos, 50-55*sin)
		for name, content := range map[string]string{"below": mark + body, "above": body + mark} {
			doc, _ := readPaper(t, pool, paper{content: content}, layout.ReadSettings{KeepHiddenText: true})
			tree := layout.BuildTree(&doc)
			var marks, sections int
			for _, n := range tree.Nodes {
				if n.Kind == document.KindSection {
					sections++
				}
				if tree.TextOf(n.Span) == "DRAFT COPY" && n.Kind == document.KindParagraph {
					marks++
				}
			}
			rest := strings.Join(strings.Fields(strings.Replace(tree.Text, "DRAFT COPY", "", 1)), " ")
			if marks != 1 || sections != 1 || rest != want {
				t.Errorf("%v degrees, %s: %d marks, %d sections, it reads %q, want marks = 1, sections = 1 and rest = %v",
					degrees, name, marks, sections, tree.Text, want)
			}
		}
	}
}
