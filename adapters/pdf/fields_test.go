package pdf

import (
	"bytes"
	"context"
	"image/png"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// withNote is a page with one annotation, or field, in the upper half; entries of the form may follow.
func withNote(entries, form string) paper {
	return paper{content: show("page", "20"), page: "/Annots[12 0 R]",
		catalog: "/AcroForm<</Fields[12 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>" + form + ">>",
		objects: map[int]string{12: "<</Type/Annot/F 4/Rect[20 50 190 80]" + entries + ">>"},
		streams: map[int][2]string{13: {"/Subtype/Form/BBox[0 0 170 30]", "/Tx BMC EMC"},
			14: {"/Subtype/Form/BBox[0 0 170 30]/Resources<</Font<</F 5 0 R>>>>", "BT /F 12 Tf 2 5 Td (old 1) Tj ET"},
			15: {"", "from a stream"}}}
}

func TestFieldsWithoutAppearancesAreRead(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const field, fill = "/Subtype/Widget/T(f)", "/NeedAppearances true"
	for _, tt := range []struct {
		name, entries, form, want string
		drawn                     bool
	}{
		{"a text", field + "/FT/Tx/V(a value)", "", "page a value", true},
		{"a text that viewers draw", field + "/FT/Tx/V(a value)/DA(/Helv 12 Tf 1 0 0 rg)", fill, "page a value", true},
		{"an empty appearance", field + "/FT/Tx/V(a value)/AP<</N 13 0 R>>", "", "page a value", true},
		{"UTF-16", field + "/FT/Tx/V<FEFF00C5003120AC0416>", "", "page \u00c51\u20ac\u0416", true},
		{"Latin", field + "/FT/Tx/V(M\\374ller \\200)", "", "page M\u00fcller \u2022", true},
		{"a stream", field + "/FT/Tx/V 15 0 R", "", "page from a stream", true},
		{"several lines", field + "/FT/Tx/Ff 4096/V(first\\rsecond)/DA(/Helv 8 Tf 0 g)", "", "page first second", true},
		{"words that need several lines",
			field + "/FT/Tx/Ff 4096/V(one two three four five six seven eight nine ten eleven)/DA(/Helv 9 Tf 0 g)", "",
			"page one two three four five six seven eight nine ten eleven", true},
		{"a choice", field + "/FT/Ch/Ff 131072/Opt[(Norway)(Spain)]/V(Norway)", "", "page Norway", true},
		{"a choice by its code", field + "/FT/Ch/Ff 131072/Opt[[(NO)(Norway)][(ES)(Spain)]]/V(ES)", "", "page Spain", true},
		{"a list of choices",
			field + "/FT/Ch/Opt[(Norway)(Spain)(Italy)]/V[(Norway)(Italy)]/DA(/Helv 8 Tf 0 g)", "", "page Norway Italy", true},
		{"a box that is ticked", field + "/FT/Btn/V/Yes/AS/Yes", "", "page \u2611", true},
		{"a box that is not ticked", field + "/FT/Btn/V/Off/AS/Off", "", "page", false},
		{"a button", field + "/FT/Btn/Ff 65536/MK<</CA(Print)>>", "", "page Print", true},
		{"a password", field + "/FT/Tx/Ff 8192/V(abc)", "", "page ***", true},
		{"a signature", field + "/FT/Sig/V<</Type/Sig>>", "", "page", false},
		{"a field that is hidden", field + "/FT/Tx/F 2/V(abc)", "", "page", false},
		{"an old appearance", field + "/FT/Tx/V(new 22)/AP<</N 14 0 R>>", fill, "page new 22", true},
		{"an appearance that viewers keep", field + "/FT/Tx/V(1)/AP<</N 14 0 R>>", fill, "page old 1", true},
		{"a note", "/Subtype/FreeText/Contents(paid in cash)/DA(/Helv 12 Tf 0 g)", "", "page paid in cash", true},
		{"a remark", "/Subtype/Text/Contents(secret)", "", "page", true},
		{"a mark with a remark", "/Subtype/Highlight/Contents(secret)/QuadPoints[20 80 190 80 20 50 190 50]", "", "page", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := withNote(tt.entries, tt.form)
			if strings.Contains(tt.entries, "/F 2/") {
				p.objects[12] = strings.Replace(p.objects[12], "/F 4", "", 1)
			}
			_, page := readPaper(t, pool, p, layout.ReadSettings{})
			if got := words(page); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			notes := countFindings(page.Findings, document.FindingAnnotationsLeftOut)
			hidden := countFindings(page.Findings, document.FindingHiddenTextLeftOut)
			if want := strings.Count(tt.entries, "(secret)"); notes != want {
				t.Errorf("%d notes are told, want %d", notes, want)
			}
			if want := 3*strings.Count(tt.entries, "/F 2/") + 4*strings.Count(tt.name, "an old"); hidden != want {
				t.Errorf("%d hidden characters are told, want %d", hidden, want)
			}
			if got := inkIn(t, pool, p.pdf()) > 0; got != tt.drawn {
				t.Errorf("ink in the box: %v, want %v", got, tt.drawn)
			}
		})
	}
}

// inkIn counts the dark pixels of the upper half of the page.
func inkIn(t *testing.T, pool *Pool, pdf []byte) (n int) {
	t.Helper()
	drawn, err := pool.Render(context.Background(), pdf, 1, 144)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}
	for y := range picture.Bounds().Dy() / 2 {
		for x := range picture.Bounds().Dx() {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 3*0xC000 {
				n++
			}
		}
	}
	return n
}

// TestFieldsInheritTheirValue has two widgets of one field, whose value is the field's.
func TestFieldsInheritTheirValue(t *testing.T) {
	p := withNote("/Subtype/Widget/Parent 16 0 R", "")
	p.objects[16] = "<</FT/Tx/T(f)/V(of both)/Q 2/DA(/Helv 10 Tf 0 g)/Kids[12 0 R]>>"
	doc, page := readPaper(t, testPool(t, "serve", nil), p, layout.ReadSettings{})
	if words(page) != "page of both" {
		t.Fatalf("got %q, want the value of the field", words(page))
	}
	last := page.Glyphs[len(page.Glyphs)-1]
	size := doc.Styles[last.Style].Size
	if size != 10 || last.Loose.X1 < 185 || last.Loose.X1 > 190 || last.Loose.Y0 < 50 || last.Loose.Y1 > 80 {
		t.Errorf("the last letter stands in %v, of size %v; want it at the right end of the box", last.Loose, size)
	}
}

// TestFieldsAreApartFromTheirLabels has a field that begins where its label ends.
func TestFieldsAreApartFromTheirLabels(t *testing.T) {
	p := withNote("/Subtype/Widget/FT/Tx/T(f)/V(second floor)/DA(/Helv 12 Tf 0 g)", "")
	p.content = "BT /F 12 Tf -31 61 Td (Remarks:) Tj ET"
	p.page += "/MediaBox[-40 0 200 100]"
	doc, _ := readPaper(t, testPool(t, "serve", nil), p, layout.ReadSettings{})
	if got, want := layout.BuildTree(&doc).Text, "Remarks: second floor"; strings.TrimSpace(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDrawnFieldsShowTheirTextOnce compares what is drawn with what a page of the same text has.
func TestDrawnFieldsShowTheirTextOnce(t *testing.T) {
	pool := testPool(t, "serve", nil)
	plain := inkIn(t, pool, paper{content: "BT /F 12 Tf 22 60 Td (a value) Tj ET"}.pdf())
	for _, form := range []string{"", "/NeedAppearances true"} {
		got := inkIn(t, pool, withNote("/Subtype/Widget/T(f)/FT/Tx/V(a value)/DA(/Helv 12 Tf 0 g)", form).pdf())
		if got < plain*8/10 || got > plain*12/10 {
			t.Errorf("%q: %d dark pixels, want about %d", form, got, plain)
		}
	}
}

// dynamicForm is a form of which viewers draw the pages, with data and what stands in for it.
func dynamicForm(catalog, page, data string) paper {
	return paper{content: "BT /F 6 Tf 10 60 Td (" + page + ") Tj ET", catalog: catalog,
		streams: map[int][2]string{10: {"", `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">` +
			`<template><subform name="f"/></template><xfa:datasets ` +
			`xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>` + data + `</xfa:data></xfa:datasets></xdp:xdp>`}}}
}

func TestFormsThatViewersDrawAreTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const needed, whole = "/NeedsRendering true/AcroForm<</Fields[]/XFA 10 0 R>>", "/AcroForm<</Fields[20 0 R]/XFA 10 0 R>>"
	const wait, data = "Please wait... If this message is not replaced", "<f><total>250.00</total><who><first>Anna</first><last/></who></f>"
	for _, tt := range []struct {
		name, want string
		paper      paper
		told       int
	}{
		{"one stream", "total: 250.00 first: Anna", dynamicForm(needed, wait, data), 1},
		{"parts",
			"total: 250.00 first: Anna", dynamicForm("/NeedsRendering true/AcroForm<</XFA[(preamble) 11 0 R(all) 10 0 R]>>",
				wait, data), 1},
		{"without the mark", "total: 250.00 first: Anna", dynamicForm("/AcroForm<</XFA 10 0 R>>", wait, data), 1},
		{"German", "total: 250.00 first: Anna", dynamicForm(needed, "Bitte warten... Falls diese Meldung", data), 1},
		{"rich text",
			"note: two words", dynamicForm(needed, wait,
				`<note><body xmlns="http://www.w3.org/1999/xhtml"><p>two <b>words</b></p></body></note>`), 1},
		{"letters of any kind",
			"Stra\u00dfe: \u8acb\u6c42\u66f8", dynamicForm(needed, wait, "<f><Stra\u00dfe>\u8acb\u6c42\u66f8</Stra\u00dfe></f>"), 1},
		{"no data", wait, dynamicForm(needed, wait, ""), 1},
		{"broken data", wait, dynamicForm(needed, wait, "<f><total"), 1},
		{"pages that are there", "The pages of this form are in the file and need no viewer at all.",
			dynamicForm(needed, "The pages of this form are in the file and need no viewer at all.", data), 1},
		{"a form with fields", "The pages of this form are in the file and need no viewer at all.",
			dynamicForm(whole, "The pages of this form are in the file and need no viewer at all.", data), 0},
		{"no such form", wait, dynamicForm("/AcroForm<</Fields[]>>", wait, data), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, p := readPaper(t, pool, tt.paper, layout.ReadSettings{})
			if got := words(p); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := countFindings(p.Findings, document.FindingDynamicForm); got != tt.told {
				t.Errorf("told %d times, want %d", got, tt.told)
			}
		})
	}
}

// TestPreviewsBringAppearancesOfFields looks into marked files, which any viewer may show.
func TestPreviewsBringAppearancesOfFields(t *testing.T) {
	pool := testPool(t, "serve", nil)
	for _, tt := range []struct{ name, entries, form string }{
		{"a text", "/FT/Tx/V(a value)", ""}, {"a text that viewers draw", "/FT/Tx/V(a value)", "/NeedAppearances true"},
		{"a choice", "/FT/Ch/Ff 131072/Opt[(Norway)(Spain)]/V(Norway)", ""},
	} {
		s, err := openStore(markPlain(t, pool, withNote("/Subtype/Widget/T(f)/DA(/Helv 12 Tf 0 g)"+tt.entries, tt.form).pdf()))
		if err != nil {
			t.Fatal(err)
		}
		notes := s.List(s.Pages(1)[0].Get("Annots"))
		found := false
		for _, n := range notes {
			look, err := s.Decode(s.Dict(s.Dict(n).Get("AP")).Get("N"), 1<<20)
			found = found || err == nil && bytes.Contains(look, []byte("Tj")) && s.Name(s.Dict(n).Get("Subtype")) == "Widget"
		}
		if !found {
			t.Errorf("%s: no annotation of the marked file shows text", tt.name)
		}
	}
}
