package layout

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// leftward draws a string whose first letter stands at the right, as Hebrew and Arabic
// are drawn; numbers inside run rightward.
func (c *canvas) leftward(right, y float32, s string) *canvas {
	runes := []rune(s)
	for i := 0; i < len(runes); {
		j := i + 1
		if runes[i] >= '0' && runes[i] <= '9' {
			for j < len(runes) && runes[j] < 0x80 && runes[j] != ' ' {
				j++
			}
		}
		right -= 5 * float32(j-i)
		c.text(right, y, string(runes[i:j]))
		i = j
	}
	return c
}

func TestTextFromRightToLeft(t *testing.T) {
	for name, text := range map[string]string{
		"Hebrew":          "שלום עולם",
		"with a number":   "סכום 12,345.67 שקל",
		"with a date":     "תאריך 12/03/2024 הוא",
		"Arabic":          "مرحبا بالعالم",
		"brackets":        "שלום (עולם) טוב",
		"narrow letters":  "יין ווין",
		"several numbers": "עמוד 12 מתוך 34 כאן",
	} {
		t.Run(name, func(t *testing.T) {
			tree := newCanvas().leftward(500, 700, text).tree(t)
			if tree.Text != text {
				t.Errorf("got %q, want %q", tree.Text, text)
			}
		})
	}
}

// TestBracketsAfterLatinAmongHebrew draws words of other directions in brackets, of which some makers store the shape.
func TestBracketsAfterLatinAmongHebrew(t *testing.T) {
	for _, tt := range []struct{ drawn, want string }{
		{"שלום (ראו B) טוב", "שלום (ראו B) טוב"},
		{"שלום (ראו B( טוב", "שלום (ראו B) טוב"},
		{"שלום )ראו ב( טוב", "שלום (ראו ב) טוב"},
		{"(א) שלום (ב) טוב", "(א) שלום (ב) טוב"},
		{"א) שלום (ב) טוב", "א) שלום (ב) טוב"},
		{"נספח (ראו (ב)) טוב", "נספח (ראו (ב)) טוב"},
	} {
		if got := newCanvas().leftward(500, 700, tt.drawn).tree(t).Text; got != tt.want {
			t.Errorf("drawn %q: got %q, want %q", tt.drawn, got, tt.want)
		}
	}
}

// TestASpaceBeforeALatinWordIsNoneBehindIt draws a bracket behind words that read rightward, with a narrow gap.
func TestASpaceBeforeALatinWordIsNoneBehindIt(t *testing.T) {
	for _, word := range []string{"B", "17%", "AX-200"} {
		width := 5 * float32(len(word))
		c := newCanvas().leftward(500, 700, "שלום (נספח").text(445, 700, " ").text(445-width, 700, word)
		c.text(439-width, 700, ")").text(434-width, 700, " ").leftward(434-width, 700, "טוב")
		want := "שלום (נספח " + word + ") טוב"
		if got := c.tree(t).Text; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAWordFromRightToLeftHasItsPlace(t *testing.T) {
	tree := newCanvas().leftward(500, 700, "סכום 250 שקל").tree(t)
	for word, want := range map[string][2]float64{"סכום": {480, 500}, "250": {460, 475}, "שקל": {440, 455}, "כו": {485, 495}} {
		at := strings.Index(tree.Text, word)
		boxes := tree.BoxesOf(document.Span{Start: at, End: at + len(word)})
		if len(boxes) != 1 || boxes[0].Box.X != want[0] || boxes[0].Box.X+boxes[0].Box.Width != want[1] {
			t.Errorf("%s stands at %v, want %v", word, boxes, want)
		}
	}
}

func TestLatinAndHebrewOnOneLine(t *testing.T) {
	c := newCanvas().text(50, 700, "Signed by").leftward(135, 700, "דנה לוי").text(140, 700, "today")
	if got := c.tree(t).Text; got != "Signed by דנה לוי today" {
		t.Errorf("text %q, want %q", got, "Signed by דנה לוי today")
	}
}

func TestColumnsFromRightToLeft(t *testing.T) {
	c := newCanvas()
	for i := range 4 {
		y := 700 - 12*float32(i)
		c.leftward(540, y, "ימין ראשון של העמוד כאן עוד").leftward(250, y-3, "שמאל שני של העמוד כאן עוד")
	}
	if text := c.tree(t).Text; strings.LastIndex(text, "ימין") > strings.Index(text, "שמאל") {
		t.Errorf("columns are mixed: %q", text)
	}
}

// ideographs draws characters of full width, along or below each other.
func (c *canvas) ideographs(x, y float32, down bool, s string) *canvas {
	p := &c.doc.Pages[len(c.doc.Pages)-1]
	for _, r := range s {
		b := Box{x, y - 2.2, x + 10, y + 8.8}
		p.Glyphs = append(p.Glyphs, Glyph{Rune: r, Style: regular, Tight: b, Loose: b})
		if down {
			y -= 10
		} else {
			x += 10
		}
	}
	return c
}

func TestEastAsianLinesAreJoinedWithoutSpaces(t *testing.T) {
	c := newCanvas().ideographs(50, 700, false, "本契約は二当事者の間で締結").ideographs(50, 688, false, "された。")
	if got := c.tree(t).Text; got != "本契約は二当事者の間で締結された。" {
		t.Errorf("text %q, want %q", got, "本契約は二当事者の間で締結された。")
	}
}

func TestColumnsOfEastAsianTextAreReadFromTheRight(t *testing.T) {
	c := newCanvas().ideographs(500, 700, true, "吾輩は猫である名前は").ideographs(484, 700, true, "まだ無い。")
	tree := c.tree(t)
	if tree.Text != "吾輩は猫である名前はまだ無い。" {
		t.Fatalf("text %q, want %q", tree.Text, "吾輩は猫である名前はまだ無い。")
	}
	if l := tree.Lines[0]; l.Angle != 270 || l.Box.X != 500 || l.Box.Height < 95 {
		t.Errorf("line at %+v, angle %d, want l.Angle = 270, l.Box.X = 500 and l.Box.Height at least 95", l.Box, l.Angle)
	}
	cat := tree.BoxesOf(document.Span{Start: strings.Index(tree.Text, "猫"), End: strings.Index(tree.Text, "猫") + 3})
	if len(cat) != 1 || cat[0].Box.Y > 670 || cat[0].Box.Y < 665 {
		t.Errorf("the fourth character stands at %v, want len(cat) = 1, cat[0].Box.Y at most 670 and cat[0].Box.Y at least 665", cat)
	}
}

func TestHyphens(t *testing.T) {
	for _, tt := range []struct{ first, second, want string }{
		{"a long agree-", "ment here", "a long agreement here"},
		{"a long agree\u00ad", "ment here", "a long agreement here"},
		{"a long agree\u2010", "ment here", "a long agreement here"},
		{"our waf\u00adfles and", "reels", "our waffles and reels"},
		{"about Jean-", "Paul here", "about Jean-Paul here"},
		{"pages 10-", "12 of it", "pages 10-12 of it"},
	} {
		if got := newCanvas().text(50, 700, tt.first).text(50, 688, tt.second).tree(t).Text; got != tt.want {
			t.Errorf("%q and %q: %q, want %q", tt.first, tt.second, got, tt.want)
		}
	}
}

func TestRunsOfALine(t *testing.T) {
	tree := newCanvas().leftward(500, 700, "שלום 12").tree(t)
	var parts []string
	for _, l := range tree.Lines {
		parts = append(parts, tree.TextOf(l.Span))
	}
	if !slices.Equal(parts, []string{"שלום ", "12"}) {
		t.Errorf("lines %q, want %v", parts, []string{"שלום ", "12"})
	}
}

func TestAccentsDrawnOverLetters(t *testing.T) {
	for name, draw := range map[string]func(*canvas){
		"accent first": func(c *canvas) { c.text(50, 700, "B\u00a8").text(55, 700, "orsch") },
		"letter first": func(c *canvas) { c.text(50, 700, "Bo").text(55, 700, "\u00a8").text(60, 700, "rsch") },
	} {
		c := newCanvas()
		draw(c)
		if got := c.tree(t).Text; got != "Börsch" {
			t.Errorf("%s: %q, want %q", name, got, "Börsch")
		}
	}
	if got := newCanvas().text(50, 700, "a\u00b4s").tree(t).Text; got != "a\u00b4s" {
		t.Errorf("an accent beside letters: %q, want %q", got, "a\u00b4s")
	}
}

func TestACompoundKeepsItsHyphenAtTheEndOfALine(t *testing.T) {
	c := newCanvas().text(50, 700, "a (heavy-duty) pump and one more Heavy-").text(50, 688, "duty, long-lived pump of a good build").
		text(50, 676, "that stands be-").text(50, 664, "side it")
	const want = "a (heavy-duty) pump and one more Heavy-duty, long-lived pump of a good build that stands beside it"
	if got := c.tree(t).Text; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTablesFromRightToLeftCountColumnsFromTheRight(t *testing.T) {
	c := newCanvas()
	for i, row := range [][]string{{"פריט", "כמות", "מחיר"}, {"משלוח", "12", "450"}, {"סחורות", "7", "1,250"}, {"שירותים", "31", "88"}} {
		y := 700 - 14*float32(i)
		for col, text := range row {
			c.leftward(500-90*float32(col), y, text)
		}
	}
	tree := c.tree(t)
	for _, n := range tree.Nodes {
		if n.Cell == nil {
			continue
		}
		text := tree.TextOf(n.Span)
		if letters := strings.ContainsAny(text, "אבגדהוזחטיכלמנסעפצקרשתםןץףך"); n.Cell.Row > 0 && letters != (n.Cell.Col == 0) {
			t.Errorf("%q stands in column %d", text, n.Cell.Col)
		}
	}
	if !strings.Contains(tree.Text, "משלוח 12 450") {
		t.Errorf("text %q, want %q in it", tree.Text, "משלוח 12 450")
	}
}

func TestBulletsOfSymbolFontsStandBeforeTheirTexts(t *testing.T) {
	c := newCanvas()
	for i, text := range []string{"the first of the items", "the second of the items"} {
		c.text(50, 700-12*float32(i), "\uf0b7").text(70, 700-12*float32(i), text)
	}
	if got := c.tree(t).Text; got != "• the first of the items\n• the second of the items" {
		t.Errorf("text %q, want %q", got, "• the first of the items\n• the second of the items")
	}
}

func TestLinesFromRightToLeftWithWordsThatRunTheOtherWay(t *testing.T) {
	// each line as it stands on the page, from left to right
	for _, tt := range []struct{ name, drawn, want string }{
		{"addresses", ".םויה www.example.org וא office@example.com לא", "אל office@example.com או www.example.org היום."},
		{"a name with a number", "דבלב ISO 9001 ןקת", "תקן ISO 9001 בלבד"},
		{"an amount with its currency", "דבלב EUR 250 םוכס", "סכום 250 EUR בלבד"},
		{"a share", "קוחכ 17% רועישב", "בשיעור 17% כחוק"},
	} {
		c := newCanvas()
		for i := range 3 {
			c.text(100, 740-12*float32(i), "םידדצה ןיב םתחנ הז םכסה")
		}
		if got := c.text(100, 690, tt.drawn).tree(t).Text; !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestASpaceThatStandsElsewhereDoesNotPartAWord(t *testing.T) {
	c := newCanvas().text(50, 700, "www.example.or").text(130, 700, "או").text(126, 700, " ").text(120, 700, "g")
	if got, want := c.tree(t).Text, "www.example.org"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
}
