package layout

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// partsOf shows paragraphs, headlines and tables in reading order.
func partsOf(tree *document.Tree) string {
	var out []string
	for _, n := range tree.Nodes {
		switch n.Kind {
		case document.KindTableCell:
			out[len(out)-1] += "/" + tree.TextOf(n.Span)
		case document.KindTable:
			out = append(out, "TABLE ")
		case document.KindHeadline, document.KindParagraph:
			out = append(out, tree.TextOf(n.Span))
		}
	}
	return strings.Join(out, "|")
}

// TestTrustedTagsTellParagraphs draws pages of text documents, whose tags are in the order of the text.
func TestTrustedTagsTellParagraphs(t *testing.T) {
	item := func(c *canvas, list int32, y float32, texts ...string) {
		c.as("P", c.as("LBody", c.as("LI", list)))
		for i, s := range texts {
			c.text(50+60*float32(i), y, s)
		}
	}
	cell := func(c *canvas, row int32, x, y float32, s string) int32 {
		in := c.as("TD", row)
		c.as("P", in)
		if s != "" {
			c.text(x, y, s)
		}
		return in
	}
	for name, tt := range map[string]struct {
		draw func(c *canvas)
		want string
	}{
		"without space between": {func(c *canvas) {
			for i, s := range []string{"The first sentence", "Area Q=4711+x units", "another one"} {
				c.as("P", 0)
				c.text(50, 700-12*float32(i), s)
			}
		}, "The first sentence|Area Q=4711+x units|another one"},
		"an empty line in one": {func(c *canvas) {
			c.as("P", 0)
			c.text(50, 700, "The seller is").text(50, 688, "Example Ltd.").text(50, 664, "The buyer of it")
			c.as("P", 0)
			c.text(50, 640, "One line").text(50, 628, "and another").text(50, 604, "and the last")
		}, "The seller is Example Ltd.|The buyer of it|One line and another|and the last"},
		"wide lines": {func(c *canvas) {
			c.as("P", 0)
			c.text(50, 700, "The seller is").text(50, 670, "Example Ltd.").text(50, 640, "of Bonn")
		}, "The seller is Example Ltd. of Bonn"},
		"numbers of several levels": {func(c *canvas) {
			list := c.as("L", 0)
			item(c, list, 700, "2.3.1.", "Hardware")
			item(c, list, 688, "2.3.2.", "Software")
			item(c, list, 676, "2.3.3.", "Network")
			c.as("P", 0)
			c.text(50, 664, "(a)").text(110, 664, "A clause")
			c.as("P", 0)
			c.text(50, 652, "Art. 5").text(110, 652, "Data")
			c.as("H3", 0)
			c.text(50, 640, "4.1").text(110, 640, "Term")
		}, "2.3.1. Hardware|2.3.2. Software|2.3.3. Network|(a) A clause|Art. 5 Data|4.1 Term"},
		"bullets of letters": {func(c *canvas) {
			list := c.as("L", 0)
			item(c, list, 700, "•", "Outer")
			item(c, list, 688, "o", "Inner one")
			item(c, list, 676, "o", "Inner two")
		}, "• Outer|o Inner one|o Inner two"},
		"a tabulator in the first line": {func(c *canvas) {
			c.as("P", 0)
			c.text(50, 700, "The goods cost 300 EUR, tab").text(420, 700, "after it, and").text(50, 688, "the rest is below.")
		}, "The goods cost 300 EUR, tab after it, and the rest is below."},
		"columns by tabulators": {func(c *canvas) {
			for i, s := range [][2]string{{"Anna Beispiel", "Karl Muster"}, {"Seller of it all", "Buyer of it all"}} {
				c.as("P", 0)
				c.text(50, 700-12*float32(i), s[0]).text(350, 700-12*float32(i), s[1])
			}
			c.as("P", 0)
			c.text(50, 640, "Below")
		}, "Anna Beispiel Seller of it all|Karl Muster Buyer of it all|Below"},
		"columns by tabulators, spaced": {func(c *canvas) {
			for i, s := range [][2]string{{"Place, date", "Place, day"}, {"________", "_________"}, {"Anna Beispiel", "Karl Muster"}} {
				c.as("P", 0)
				c.text(50, 700-25*float32(i), s[0]).text(350, 700-25*float32(i), s[1])
			}
			c.as("P", 0)
			c.text(50, 600, "Below")
		}, "Place, date|________|Anna Beispiel|Place, day|_________|Karl Muster|Below"},
		"a table in a table": {func(c *canvas) {
			c.as("P", 0)
			c.text(50, 700, "Before")
			outer := c.as("TR", c.as("Table", 0))
			cell(c, outer, 50, 680, "outer")
			inner := c.as("TR", c.as("Table", cell(c, outer, 300, 680, "")))
			cell(c, inner, 300, 678, "left")
			cell(c, inner, 400, 678, "right")
			c.as("P", 0)
			c.text(50, 660, "After")
		}, "Before|outer|left|right|After"},
		"a grid in a grid": {func(c *canvas) {
			outer := c.as("Table", 0)
			row := c.as("TR", outer)
			cell(c, row, 50, 700, "Head")
			cell(c, row, 300, 700, "Part")
			row = c.as("TR", outer)
			cell(c, row, 50, 680, "Gate")
			inner := c.as("Table", cell(c, row, 300, 680, "with parts"))
			for i, s := range [][2]string{{"Bolt", "4"}, {"Nut", "8"}} {
				r := c.as("TR", inner)
				cell(c, r, 300, 660-15*float32(i), s[0])
				cell(c, r, 400, 660-15*float32(i), s[1])
			}
		}, "TABLE /Head/Part/Gate/with parts|TABLE /Bolt/4/Nut/8"},
		"words in a cell of a grid": {func(c *canvas) {
			outer := c.as("Table", 0)
			row := c.as("TR", outer)
			cell(c, row, 50, 700, "Head")
			cell(c, row, 300, 700, "Part")
			row = c.as("TR", outer)
			cell(c, row, 50, 680, "Gate")
			r := c.as("TR", c.as("Table", cell(c, row, 300, 680, "")))
			cell(c, r, 300, 680, "Bolt")
			cell(c, r, 400, 680, "Nut")
		}, "TABLE /Head/Part/Gate/Bolt Nut"},
		"columns of prose": {func(c *canvas) {
			c.as("P", 0)
			for _, x := range []float32{50, 320} {
				for i := range 3 {
					c.text(x, 700-12*float32(i), "words of the one paragraph that goes on")
				}
			}
			c.as("P", 0)
			c.text(320, 664, "The last one")
		}, strings.Repeat("words of the one paragraph that goes on ", 5) + "words of the one paragraph that goes on|The last one"},
	} {
		c := newCanvas()
		c.doc.TrustTags = true
		tt.draw(c)
		if got := partsOf(c.tree(t)); got != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
}

// TestCellsOfSheetsAreNoFurniture draws sheets with the same cells, whose headers and footers alone have tags.
func TestCellsOfSheetsAreNoFurniture(t *testing.T) {
	draw := func(workbook bool) *document.Tree {
		c := newCanvas()
		c.doc.Workbook = workbook
		for i := range 3 {
			if i > 0 {
				c.page()
			}
			c.as("P", 0)
			c.text(250, 800, "Report")
			c.as("P", 0)
			c.text(250, 20, "Printed in Bonn")
			c.tag = 0
			c.text(50, 770, "Day").text(150, 770, "Hours").text(50, 755, "1").text(150, 755, "8")
		}
		return c.tree(t)
	}
	tree := draw(true)
	if body, rest := tree.Text[:tree.Body], tree.Text[tree.Body:]; strings.Count(body, "Hours") != 3 || strings.Contains(rest, "8") {
		t.Errorf("got %q and at the margins %q, want the cells of all sheets in the text", body, rest)
	}
	if rest := draw(true).Text[tree.Body:]; strings.Count(rest, "Report") != 3 || strings.Count(rest, "Printed in Bonn") != 3 {
		t.Errorf("got %q at the margins, want headers and footers there", rest)
	}
	if tree := draw(false); !strings.Contains(tree.Text[tree.Body:], "Hours") {
		t.Errorf("got %q, want what repeats on pages of another kind at their margins", tree.Text)
	}
}

// TestTextOfTrustedTagsIsNoFurniture draws pages that begin with the same line of a paragraph, below headers.
func TestTextOfTrustedTagsIsNoFurniture(t *testing.T) {
	draw := func() *document.Tree {
		c := newCanvas()
		c.doc.TrustTags = true
		for i := range 3 {
			if i > 0 {
				c.page()
			}
			c.as("Artifact", 0)
			c.text(250, 815, "Report")
			for j := range 4 {
				c.as("P", 0)
				c.text(50, 780-40*float32(j), "and so it ends.").text(50, 768-40*float32(j), "Sum "+string(rune('a'+4*i+j))+" is due")
			}
		}
		return c.tree(t)
	}
	tree := draw()
	if n, rest := strings.Count(tree.Text[:tree.Body], "and so it ends."), tree.Text[tree.Body:]; n != 12 || strings.Count(rest, "Report") != 3 {
		t.Errorf("got the line %d times and %q at the margins, want 12 times and the headers", n, rest)
	}
}
