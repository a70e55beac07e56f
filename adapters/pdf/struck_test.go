package pdf

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// drawNoted is a page with annotations, objects from 12 on, and an appearance, object 30, where there is one.
func drawNoted(content, appearance string, notes ...string) paper {
	p := paper{content: content, objects: map[int]string{}, streams: map[int][2]string{}}
	var refs strings.Builder
	for i, n := range notes {
		p.objects[12+i] = "<</Type/Annot" + n + ">>"
		refs.WriteString(" " + string(rune('1')) + string(rune('2'+i)) + " 0 R")
	}
	p.page = "/Annots[" + refs.String() + "]"
	if appearance != "" {
		p.streams[30] = [2]string{"/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F 5 0 R>>>>", appearance}
	}
	return p
}

func TestStruckTextIsTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	text := show("old", "60") + show("new", "20")
	const quads = "/QuadPoints[19 72 45 72 19 57 45 57]/Rect[19 57 45 72]"
	for _, tt := range []struct {
		name  string
		paper paper
		want  int
	}{
		{"nothing", paper{content: text}, 0},
		{"a line", paper{content: text + "19 63.5 m 38 63.5 l S"}, 3},
		{"a thin area", paper{content: text + "19 63 20 .7 re f"}, 3},
		{"two lines", paper{content: text + "19 62.5 m 38 62.5 l S 19 64.5 m 38 64.5 l S"}, 3},
		{"a line below", paper{content: text + "19 58.5 m 38 58.5 l S"}, 0},
		{"a line above", paper{content: text + "19 69 m 38 69 l S"}, 0},
		{"a rule that goes on", paper{content: text + "5 63.5 m 190 63.5 l S"}, 0},
		{"the edge of a box", paper{content: ".9 g 19 30 20 33.5 re f 0 g " + text}, 0},
		{"a line upward", paper{content: "BT /F 12 Tf 0 1 -1 0 60 20 Tm (old) Tj ET 56.5 19 m 56.5 38 l S"}, 3},
		{"a mark", drawNoted(text, "", "/Subtype/StrikeOut"+quads), 3},
		{"a mark that is drawn", drawNoted(text, "19 63.5 m 38 63.5 l S", "/Subtype/StrikeOut/AP<</N 30 0 R>>"+quads), 3},
		{"a hidden mark", drawNoted(text, "", "/Subtype/StrikeOut/F 2"+quads), 0},
		{"a highlight", drawNoted(text, "", "/Subtype/Highlight"+quads), 0},
		{"a mark to redact", drawNoted(text, "", "/Subtype/Redact/Rect[19 57 45 72]"), 3},
	} {
		_, p := readPaper(t, pool, tt.paper, layout.ReadSettings{})
		if got := countFindings(p.Findings, document.FindingStruckTextRead); got != tt.want {
			t.Errorf("%s: got %d struck characters, want %d", tt.name, got, tt.want)
		}
	}
}

func TestTextBelowAnnotationsIsCovered(t *testing.T) {
	pool := testPool(t, "serve", nil)
	text := show("below", "60") + show("seen", "20")
	const rect = "/Rect[15 55 100 75]"
	for _, tt := range []struct {
		name  string
		paper paper
		want  string
	}{
		{"a filled square", drawNoted(text, "", "/Subtype/Square/IC[0 0 0]"+rect), "seen"},
		{"a frame", drawNoted(text, "", "/Subtype/Square/C[0 0 0]"+rect), "below seen"},
		{"a square that lets something through", drawNoted(text, "", "/Subtype/Square/IC[1 1 0]/CA .4"+rect), "below seen"},
		{"a note on it", drawNoted(text, "", "/Subtype/FreeText/C[1 1 1]/Contents(note)"+rect), "seen note"},
		{"a note on a square", drawNoted(text, "BT /F 12 Tf 20 60 Td (above) Tj ET", "/Subtype/Square/IC[1 1 1]"+rect,
			"/Subtype/FreeText/Contents(above)/AP<</N 30 0 R>>/Rect[0 0 200 100]"), "seen above"},
		{"a note in rich text", drawNoted(show("seen", "60"), "",
			"/Subtype/FreeText/RC(<body><p>rich <b>note</b></p></body>)/Rect[20 10 150 40]"),
			"seen rich note"},
	} {
		_, p := readPaper(t, pool, tt.paper, layout.ReadSettings{})
		told := countFindings(p.Findings, document.FindingCoveredTextLeftOut)
		if got := words(p); got != tt.want || (told == 5) != (!strings.Contains(got, "below") &&
			strings.Contains(tt.paper.content, "below")) {
			t.Errorf("%s: got %q and %d covered characters, want %q", tt.name, got, told, tt.want)
		}
		if _, p = readPaper(t, pool, tt.paper, layout.ReadSettings{KeepOverlappingObjects: true}); strings.Contains(tt.paper.content, "below") &&
			!strings.Contains(words(p), "below") {
			t.Errorf("%s: got %q, want the covered text where it is kept", tt.name, words(p))
		}
	}
}

func TestTicksThatAreNoTextAreRead(t *testing.T) {
	pool := testPool(t, "serve", nil)
	box := func(entries string) string { return "/Subtype/Widget/FT/Btn/T(a)/Rect[5 20 17 32]" + entries }
	for _, tt := range []struct {
		name, appearance, entries, want string
	}{
		{"lines", "0 0 m 100 90 l S", "/AS/Yes/AP<</N<</Yes 30 0 R>>>>", "other ☑ seen"},
		{"lines of a box that is off", "0 0 m 100 90 l S", "/AS/Off/AP<</N<</Yes 30 0 R>>>>", "other seen"},
		{"a radio button", "40 30 50 40 re f", "/Ff 32768/AS/One/AP<</N<</One 30 0 R>>>>", "other ☑ seen"},
		{"a letter", "BT /F 90 Tf 20 10 Td (X) Tj ET", "/AS/Yes/AP<</N<</Yes 30 0 R>>>>", "X other seen"},
		{"a push button", "40 30 50 40 re f", "/Ff 65536/AS/Yes/AP<</N<</Yes 30 0 R>>>>", "other seen"},
	} {
		const content = "BT /F 12 Tf 27 22 Td (seen) Tj 0 30 Td (other) Tj ET"
		doc, _ := readPaper(t, pool, drawNoted(content, tt.appearance, box(tt.entries)), layout.ReadSettings{})
		if got := strings.TrimSpace(strings.ReplaceAll(layout.BuildTree(&doc).Text, "\n", " ")); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
