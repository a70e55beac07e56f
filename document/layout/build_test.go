package layout

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// A canvas draws text for tests: every glyph is half a font size wide.
type canvas struct {
	doc Document
	tag int32 // of what is drawn
}

// newCanvas has one empty A4 page and a regular and a bold style.
func newCanvas() *canvas {
	return &canvas{doc: Document{
		Pages: []Page{{Width: 595, Height: 842}},
		Styles: []Style{
			{Font: "Test", Size: 10, Weight: 400}, {Font: "Test-Bold", Size: 10, Weight: 700},
			{Font: "Test", Size: 18, Weight: 400}, {Font: "Test", Size: 10, Angle: 90},
		},
	}}
}

const (
	regular int32 = iota
	bold
	large
	upward
)

// page adds an empty page.
func (c *canvas) page() *canvas {
	c.doc.Pages = append(c.doc.Pages, Page{Width: 595, Height: 842})
	return c
}

// text draws a string whose baseline begins at x, y of the last page.
func (c *canvas) text(x, y float32, s string) *canvas { return c.drawStyled(regular, x, y, 0, s) }

// drawStyled draws a string with extra space between its letters.
func (c *canvas) drawStyled(style int32, x, y, tracking float32, s string) *canvas {
	p := &c.doc.Pages[len(c.doc.Pages)-1]
	size := c.doc.Styles[style].Size
	for _, r := range s {
		b := Box{x, y - 0.22*size, x + size/2, y + 0.88*size}
		x += size/2 + tracking
		if c.doc.Styles[style].Angle == 90 {
			b = Box{-b.Y1, b.X0, -b.Y0, b.X1}
		}
		p.Glyphs = append(p.Glyphs, Glyph{Rune: r, Style: style, Tag: c.tag, Tight: b, Loose: b})
	}
	return c
}

// rule draws a line.
func (c *canvas) rule(x0, y0, x1, y1 float32) *canvas {
	p := &c.doc.Pages[len(c.doc.Pages)-1]
	p.Rules = append(p.Rules, Rule{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)})
	return c
}

// tree builds the tree and checks what holds for every tree.
func (c *canvas) tree(t *testing.T) *document.Tree {
	t.Helper()
	tree := BuildTree(&c.doc)
	checkTree(t, tree)
	return tree
}

// checkTree checks the promises of document.Tree.
func checkTree(t *testing.T, tree *document.Tree) {
	t.Helper()
	covered := 0
	for i, l := range tree.Lines {
		if l.Start < covered || l.End > len(tree.Text) || l.End < l.Start {
			t.Fatalf("line %d spans [%d,%d) behind %d, want l.Start at least %v, l.End at most %d and l.End at least %v", i,
				l.Start, l.End, covered, covered, len(tree.Text), l.Start)
		}
		if gap := tree.Text[covered:l.Start]; strings.Trim(gap, " \n") != "" {
			t.Errorf(`no line covers %q, want ""`, gap)
		}
		covered = l.End
		if l.Page < 1 || l.Page > len(tree.Pages) {
			t.Errorf("line %q is on page %d, want l.Page at least 1 and l.Page at most %d", tree.TextOf(l.Span), l.Page, len(tree.Pages))
		}
		if n := len([]rune(tree.TextOf(l.Span))); len(l.Edges) != n+1 {
			t.Errorf("line %q has %d edges, want %v", tree.TextOf(l.Span), len(l.Edges), n+1)
		}
	}
	for i, n := range tree.Nodes {
		if n.Start < 0 || n.End < n.Start || n.End > len(tree.Text) {
			t.Fatalf("node %d spans [%d,%d), want n.Start at least 0, n.End at least %v and n.End at most %d", i, n.Start,
				n.End, n.Start, len(tree.Text))
		}
		for _, c := range n.Children {
			child := tree.Nodes[c]
			if child.Parent != i || c <= i {
				t.Errorf("node %d is no child of %d, want child.Parent = %v and c more than %v", c, i, i, i)
			}
			if child.Kind != document.KindImage && child.Len() > 0 && !n.Contains(child.Span) {
				t.Errorf("%s %v is not inside its parent %s %v", child.Kind, child.Span, n.Kind, n.Span)
			}
		}
	}
}

// lines are the texts of the tree's lines.
func texts(tree *document.Tree) []string {
	var out []string
	for _, l := range tree.Lines {
		out = append(out, tree.TextOf(l.Span))
	}
	return out
}

func TestLines(t *testing.T) {
	tests := []struct {
		name string
		draw func(*canvas)
		want string // lines, divided by |
	}{
		{"words of a line", func(c *canvas) { c.text(50, 700, "Two words") }, "Two words"},
		{"drawn out of order", func(c *canvas) {
			c.text(50, 688, "third line").text(120, 700, "world").text(50, 712, "first line").text(90, 700, "hello")
		}, "first line|hello world|third line"},
		{"one word in pieces", func(c *canvas) { c.text(65, 700, "oice").text(50, 700, "Inv") }, "Invoice"},
		{"space without a glyph", func(c *canvas) { c.text(50, 700, "no").text(62.5, 700, "space") }, "no space"},
		{"letter-spaced", func(c *canvas) { c.drawStyled(regular, 50, 700, 4, "INVOICE") }, "INVOICE"},
		{"letter-spaced words", func(c *canvas) { c.drawStyled(regular, 50, 700, 3, "TAX INVOICE") }, "TAX INVOICE"},
		{"ligature and fixed space", func(c *canvas) { c.text(50, 700, "o\ufb03ce\u00a0hours") }, "office hours"},
		{"drawn twice for bold", func(c *canvas) { c.text(50, 700, "Total").text(50.3, 700, "Total") }, "Total"},
		{"label and far value", func(c *canvas) {
			c.text(50, 700, "Invoice No.:").text(300, 700, "INV-123").text(50, 688, "Date").text(300, 688, "12.03.2024")
		}, "Invoice No.: INV-123|Date 12.03.2024"},
		{"value in words under a pair", func(c *canvas) {
			c.text(50, 700, "Order").text(200, 700, "4711").text(50, 688, "Terms").text(200, 688, "net cash")
		}, "Order 4711|Terms net cash"},
		{"label after a label", func(c *canvas) {
			c.text(50, 700, "Agreement between:").text(300, 700, "Print date").text(400, 700, "03/03/20")
		}, "Agreement between:|Print date 03/03/20"},
		{"marks of items set apart", func(c *canvas) {
			c.text(50, 700, "•").text(80, 700, "first").text(50, 688, "•").text(80, 688, "second")
		}, "• first|• second"},
		{"divided word", func(c *canvas) { c.text(50, 700, "some infor-").text(50, 688, "mation here") }, "some infor|mation here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas()
			tt.draw(c)
			if got := strings.Join(texts(c.tree(t)), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTextJoinsLines(t *testing.T) {
	tree := newCanvas().text(50, 700, "some infor-").text(50, 688, "mation here").text(50, 676, "and there").tree(t)
	if tree.Text != "some information here and there" {
		t.Errorf("text %q, want %q", tree.Text, "some information here and there")
	}
}

func TestHeaderBlocksAreNotMixed(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "Muster Works").text(50, 688, "Long Street").text(50, 676, "Old Town")
	c.text(350, 700, "Invoice number:").text(450, 700, "A-77").text(350, 688, "Date:").text(450, 688, "1 May 2024")
	c.text(350, 676, "Customer:").text(450, 676, "Smith")
	tree := c.tree(t)
	want := "Muster Works Long Street Old Town\nInvoice number: A-77 Date: 1 May 2024 Customer: Smith"
	if tree.Text != want {
		t.Errorf("got  %q\nwant %q", tree.Text, want)
	}
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	c := newCanvas()
	c.text(50, 740, "a title that runs over the whole of the page so that no column is cut from top to bottom at")
	for i := range 5 {
		y := 700 - 12*float32(i)
		c.text(50, y, "left column with a number of words in it").text(320, y-3, "right column with a number of words in")
	}
	got := c.tree(t).Text
	if strings.LastIndex(got, "left") > strings.Index(got, "right") {
		t.Errorf("columns are mixed: %q", got)
	}
}

// TestParagraphsGoOnInTheNextColumn sets two columns of text: a paragraph whose sentence goes on
// at the top of the second is one; one that ends, or stands in narrower text, is not.
func TestParagraphsGoOnInTheNextColumn(t *testing.T) {
	for name, c := range map[string]struct {
		end, start string
		want       bool
	}{
		"goes on":       {"the last line of the first column and its", "words, which end here with a full stop now.", true},
		"divided word":  {"the last line of this column ends with a di-", "vided word, and then it goes on up to here.", true},
		"ended":         {"the last line ends the paragraph right here.", "words that begin another paragraph of theirs", false},
		"begins anew":   {"the last line has no full stop at its end no", "Another paragraph begins with a large letter", false},
		"short line":    {"the last line is short", "words that stand beside it and do not belong", false},
		"narrow beside": {"the last line of the first column and its", "a note", true},
	} {
		p := newCanvas()
		p.text(50, 740, "A title that runs over the whole of the page so that no column is cut from top to bottom.")
		for i := range 4 {
			y := 700 - 12*float32(i)
			p.text(50, y, "a line of the first column, as wide as it is").text(320, y-12, "a line of the other column, as wide as it is")
		}
		p.text(50, 652, c.end).text(320, 700, c.start)
		tree := p.tree(t)
		joined := 0
		for _, n := range tree.Nodes {
			if text := tree.TextOf(n.Span); n.Kind == document.KindParagraph && strings.Contains(text, "first column") &&
				strings.Contains(text, "other column") {
				joined++
				if len(n.Boxes) != 1 {
					t.Errorf("%s: %d boxes on one page, want 1", name, len(n.Boxes))
				}
			}
		}
		if (joined == 1) != c.want {
			t.Errorf("%s: joined %t, want %t: %q", name, joined == 1, c.want, tree.Text)
		}
	}
}

// TestAuthorsHeadNothing sets the title of a paper, its author in larger type than the text, and
// a first headline that is larger still. A line that heads text of its own stays a headline.
func TestAuthorsHeadNothing(t *testing.T) {
	for _, withText := range []bool{false, true} {
		c := newCanvas()
		c.doc.Styles = append(c.doc.Styles, Style{Font: "Test", Size: 12, Weight: 400}, Style{Font: "Test-Bold", Size: 14, Weight: 700})
		author, chapter := int32(len(c.doc.Styles)-2), int32(len(c.doc.Styles)-1)
		c.drawStyled(large, 150, 780, 0, "On columns and their ends")
		c.drawStyled(author, 230, 750, 0, "Ann Author").text(230, 730, "3 January 2024")
		if withText {
			c.text(50, 714, "This text stands under the line above it, and is long enough to be no line of a title: it has two")
			c.text(50, 702, "lines, and it ends with a full stop.")
		}
		c.drawStyled(chapter, 50, 670, 0, "Abstract")
		c.text(50, 650, "This is the first sentence of the text, and here is another one, so that it is the body.")
		c.text(50, 638, "The second line of it says the same with other words, and goes on to the end of the line.")
		c.drawStyled(chapter, 50, 600, 0, "Introduction")
		c.text(50, 580, "This is the first sentence of the second part, and here is another one of that length.")
		tree := c.tree(t)
		levels := map[string]int{}
		for _, n := range tree.Nodes {
			if n.Kind == document.KindHeadline {
				levels[tree.TextOf(n.Span)] = n.Level
			}
		}
		if _, headline := levels["Ann Author"]; headline != withText {
			t.Errorf("with text %t: the author is a headline: %t, want %v", withText, headline, withText)
		}
		if levels["On columns and their ends"] != 1 || levels["Abstract"] != 2 || levels["Introduction"] != 2 {
			t.Errorf("with text %t: levels %v", withText, levels)
		}
	}
}

// TestWordsKeepTheirConfidence gives glyphs the confidence of their words, as text recognition
// does, among glyphs that have none.
func TestWordsKeepTheirConfidence(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "Total: 12.50 now").text(50, 660, "and text of its own")
	g := c.doc.Pages[0].Glyphs
	for i := range "12.50" {
		g[len("Total: ")+i].Confidence = 63
	}
	g[len("Total: 1")].Confidence = 41 // a word that is joined from two
	g[len("Total: 12.50 ")].Confidence = 95
	var got []string
	for _, l := range c.tree(t).PageLines(1) {
		for _, w := range l.Words {
			got = append(got, fmt.Sprint(w.Text, " ", w.Confidence))
		}
	}
	want := []string{"Total: 0", "12.50 41", "now 95", "and 0", "text 0", "of 0", "its 0", "own 0"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, l := range c.tree(t).Lines[1:] {
		if l.Confidences != nil {
			t.Errorf("a line of text that was not recognised has %v, want l.Confidences = nil", l.Confidences)
		}
	}
}

func TestParagraphWithAnIndentedFirstLine(t *testing.T) {
	c := newCanvas()
	c.text(90, 700, "(c) a first line that is indented and runs on to the right margin, on January 27,").text(50, 688, "2011.")
	c.text(90, 664, "(d) another paragraph")
	want := "(c) a first line that is indented and runs on to the right margin, on January 27, 2011.\n(d) another paragraph"
	if got := c.tree(t).Text; got != want {
		t.Errorf("text %q, want %v", got, want)
	}
}

func TestHeadlinesOpenSections(t *testing.T) {
	c := newCanvas()
	c.drawStyled(large, 50, 760, 0, "Agreement on things")
	c.text(50, 730, "This is the first sentence of the text.")
	c.drawStyled(bold, 50, 700, 0, "1. Definitions")
	c.text(50, 680, "A thing is a thing, and so is every other thing.")
	c.drawStyled(bold, 50, 650, 0, "2. Term")
	c.text(50, 630, "This ends when it ends, not a day before that.")
	tree := c.tree(t)
	var kinds []string
	for _, n := range tree.Nodes {
		kinds = append(kinds, string(n.Kind))
	}
	want := "DOCUMENT SUPER_SECTION HEADLINE SECTION PARAGRAPH SECTION HEADLINE PARAGRAPH SECTION HEADLINE PARAGRAPH"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTitlesMayEndWithAYear sets titles with a year in large type, and sums, which are none.
func TestTitlesMayEndWithAYear(t *testing.T) {
	for text, want := range map[string]bool{
		"Deliveries in the first quarter of 2024": true,
		"Annual Report 2024":                      true,
		"Jahresbericht 2024":                      true,
		"Zahlen für 2024":                         true,
		"Amount due 2024.00":                      false,
		"Total 2024":                              false,
		"Balance of 20245":                        false,
	} {
		c := newCanvas()
		c.drawStyled(large, 50, 760, 0, text)
		c.text(50, 730, "This is the first sentence of the text, and the body is longer than its title.")
		tree := c.tree(t)
		got := slices.ContainsFunc(tree.Nodes, func(n document.Node) bool { return n.Kind == document.KindHeadline })
		if got != want {
			t.Errorf("%s: headline %t, want %t", text, got, want)
		}
	}
}

// cellsOf lists the texts of a tree's cells as row,col=text.
func cellsOf(tree *document.Tree) map[[2]int]string {
	out := map[[2]int]string{}
	for _, n := range tree.Nodes {
		if n.Cell != nil {
			out[[2]int{n.Cell.Row, n.Cell.Col}] = tree.TextOf(n.Span)
		}
	}
	return out
}

func TestTables(t *testing.T) {
	items := func(c *canvas) {
		for i, row := range [][]string{{"Item", "Qty", "Price"}, {"Bolt", "10", "1.00"}, {"Nut with a disc", "20", "2.50"}} {
			y := 600 - 20*float32(i)
			c.text(55, y, row[0]).text(255, y, row[1]).text(355, y, row[2])
		}
	}
	ruled := func(c *canvas) {
		items(c)
		for i := range 4 {
			c.rule(50, 614-20*float32(i), 450, 614-20*float32(i))
		}
		for _, x := range []float32{50, 250, 350, 450} {
			c.rule(x, 614, x, 554)
		}
	}
	for name, draw := range map[string]func(*canvas){"aligned": items, "ruled": ruled} {
		t.Run(name, func(t *testing.T) {
			c := newCanvas()
			draw(c)
			c.text(300, 500, "Total:").text(355, 500, "60.00")
			tree := c.tree(t)
			cells := cellsOf(tree)
			if len(cells) != 9 || cells[[2]int{2, 0}] != "Nut with a disc" || cells[[2]int{1, 2}] != "1.00" {
				t.Errorf("cells %v", cells)
			}
			if !strings.HasSuffix(tree.Text, "\nTotal: 60.00") {
				t.Errorf("text %q, want %q at its end", tree.Text, "\nTotal: 60.00")
			}
			for _, n := range tree.Nodes {
				if n.Cell != nil && n.Cell.Header != (n.Cell.Row == 0) {
					t.Errorf("cell %v: header %v", n.Cell, n.Cell.Header)
				}
			}
		})
	}
}

func TestLabelsOverValuesAreReadDownTheColumns(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "Invoice No.").text(200, 700, "Date").text(300, 700, "Terms")
	c.text(50, 685, "A-12").text(200, 685, "01.02.2024").text(300, 685, "30 days")
	if got := c.tree(t).Text; got != "Invoice No. A-12\nDate 01.02.2024\nTerms 30 days" {
		t.Errorf("text %q, want %q", got, "Invoice No. A-12\nDate 01.02.2024\nTerms 30 days")
	}
}

func TestRepeatedMarginsAreHeadersAndFooters(t *testing.T) {
	c := newCanvas()
	for i := range 3 {
		if i > 0 {
			c.page()
		}
		c.text(50, 810, "Muster Works, confidential").text(280, 20, "Page "+string(rune('1'+i)))
		c.text(50, 600, "Text of page number "+[]string{"one.", "two.", "three."}[i])
	}
	tree := c.tree(t)
	want := "Text of page number one.\nText of page number two.\nText of page number three."
	if got := tree.Text[:tree.Body]; got != want {
		t.Errorf("body %q, want %v", got, want)
	}
	kinds := map[document.Kind]int{}
	for _, n := range tree.Nodes {
		kinds[n.Kind]++
	}
	if kinds[document.KindHeader] != 3 || kinds[document.KindFooter] != 3 {
		t.Errorf("kinds %v, want kinds[document.KindHeader] = 3 and kinds[document.KindFooter] = 3", kinds)
	}
}

// TestNumbersOfPagesStandFartherIn: a number of the page by itself is a footer where
// other lines that repeat are not.
func TestNumbersOfPagesStandFartherIn(t *testing.T) {
	for _, c := range []struct {
		line string
		body string
	}{{"- 1 -", "Text"}, {"17 pieces", "Text\n17 pieces"}} {
		draw := newCanvas()
		for i := range 3 {
			if i > 0 {
				draw.page()
			}
			draw.text(50, 600, "Text").text(280, 140, strings.Replace(c.line, "1", string(rune('1'+i)), 1))
		}
		tree := draw.tree(t)
		if got := tree.Text[:tree.Body]; !strings.HasPrefix(got, c.body) || strings.Contains(got, "- ") {
			t.Errorf("%q: body %q, want %v at its beginning and no %q in got", c.line, got, c.body, "- ")
		}
	}
}

func TestTurnedTextKeepsItsPlace(t *testing.T) {
	tree := newCanvas().drawStyled(upward, 100, -50, 0, "Turned text").tree(t)
	l := tree.Lines[0]
	if tree.TextOf(l.Span) != "Turned text" || l.Angle != 90 {
		t.Fatalf("line %q at %d degrees, want tree.TextOf(l.Span) = Turned text and l.Angle = 90", tree.TextOf(l.Span), l.Angle)
	}
	if l.Edges[0] != 100 || l.Edges[11] != 155 || l.Box.Y != 100 || l.Box.Height != 55 {
		t.Errorf("edges %v, box %v, want l.Edges[0] = 100, l.Edges[11] = 155, l.Box.Y = 100 and l.Box.Height = 55", l.Edges, l.Box)
	}
}

func TestEmptyDocument(t *testing.T) {
	tree := newCanvas().tree(t)
	if tree.Text != "" || len(tree.Nodes) != 1 || len(tree.Pages) != 1 {
		t.Errorf(`tree %+v, want tree.Text = "", len(tree.Nodes) = 1 and len(tree.Pages) = 1`, tree)
	}
}

// FuzzBuild holds the promises of a tree for any placement of text and rules.
func FuzzBuild(f *testing.F) {
	f.Add(int64(1), uint8(20))
	f.Add(int64(2), uint8(200))
	f.Fuzz(func(t *testing.T, seed int64, n uint8) {
		r := rand.New(rand.NewSource(seed))
		c := newCanvas()
		words := []string{"Invoice", "No.:", "12", "12.50", "a", "-", "\u0301", "1. Terms", "\ufb01n", "x\u200by", "Total:", "re-",
			"\u05d0\u05d1", "\u672c\u5951", "\u00b4", "(", "98.6", "Table 2", "\u00ad", "\u0e08\u0e01\u0e33",
			"\u0e0b\u0e48\u0e36", "\u0644\u0627", "\uff08\uff11\uff09", "\x10"}
		roles := []string{"P", "H1", "Table", "TR", "TD", "TH", "LI", "Artifact", "Sect"}
		for range n {
			x, y := r.Float32()*700-50, r.Float32()*900-50
			switch r.Intn(12) {
			case 0:
				c.rule(x, y, x+r.Float32()*300, y)
			case 1:
				c.rule(x, y, x, y+r.Float32()*300)
			case 2:
				c.page()
			case 3:
				c.as(roles[r.Intn(len(roles))], int32(r.Intn(len(c.doc.Tags)+1)))
			case 4:
				c.ideographs(x, y, r.Intn(2) == 0, "\u672c\u5951\u7d04")
			case 5:
				p := &c.doc.Pages[len(c.doc.Pages)-1]
				p.Images = append(p.Images, Picture{Box: Box{x, y, x + 50, y + 20}})
			default:
				c.drawStyled(int32(r.Intn(4)), x, float32(int(y/7))*7, r.Float32()*3, words[r.Intn(len(words))])
				if p := &c.doc.Pages[len(c.doc.Pages)-1]; r.Intn(2) == 0 && len(p.Glyphs) > 0 {
					p.Glyphs[len(p.Glyphs)-1].Base = y + r.Float32()*20 - 10
				}
			}
		}
		first, second := c.tree(t), BuildTree(&c.doc)
		if first.Text != second.Text {
			t.Error("two runs differ")
		}
	})
}
