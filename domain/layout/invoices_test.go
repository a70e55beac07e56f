package layout

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/document"
)

// Shapes of invoices as office programs, browsers and report libraries draw them.
func TestLinesOfInvoices(t *testing.T) {
	tests := []struct {
		name string
		draw func(*canvas)
		want string // lines, divided by |
	}{
		{"signs in a column of their own", func(c *canvas) {
			for i, row := range [][]string{{"Subtotal", "$", "4,310.00"}, {"Total due", "$", "5,128.90"}} {
				y := 700 - 14*float32(i)
				c.text(380, y, row[0]).text(470, y, row[1]).text(510, y, row[2])
			}
		}, "Subtotal $ 4,310.00|Total due $ 5,128.90"},
		{"code apart behind the amount", func(c *canvas) {
			c.text(300, 700, "Total due").text(400, 700, "1.476,20").text(460, 700, "EUR")
		}, "Total due 1.476,20 EUR"},
		{"three pairs on one line over text", func(c *canvas) {
			c.text(50, 712, strings.Repeat("wide ", 16))
			c.text(50, 700, "Invoice Number: A-1").text(165, 700, "Invoice Date: 01.02.2024").text(305, 700, "Due: 03.04.2024")
			c.text(50, 688, strings.Repeat("wide ", 16))
		}, "wide|Invoice Number: A-1|Invoice Date: 01.02.2024|Due: 03.04.2024|wide"},
		{"value under its label, beside a wrapped name", func(c *canvas) {
			c.text(50, 700, "Miller and Sons Engineering").text(247, 700, "Invoice Number:")
			c.text(50, 688, "Limited").text(247, 688, "RE-10077/24")
		}, "Miller and Sons Engineering|Limited|Invoice Number:|RE-10077/24"},
		{"letter-spaced with a kerned pair", func(c *canvas) {
			x := float32(50)
			for i, r := range "INVOICE DATE" {
				if i == 10 {
					x -= 1 // A and T are drawn together
				}
				if r != ' ' {
					c.text(x, 700, string(r))
				}
				x += 7
			}
		}, "INVOICE DATE"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas()
			tt.draw(c)
			var got []string
			for _, l := range texts(c.tree(t)) {
				if strings.HasPrefix(l, "wide") {
					l = "wide"
				}
				got = append(got, l)
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestACodeBrokenBehindItsHyphenIsOne(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "see INV-2024-").text(50, 688, "0381 of March")
	if got := c.tree(t).Text; got != "see INV-2024-0381 of March" {
		t.Errorf("text %q", got)
	}
}

func TestFiguresSetRightUnderHeadersSetLeft(t *testing.T) {
	c := newCanvas()
	c.text(63, 700, "Net").text(232, 700, "VAT").text(402, 700, "Total due")
	c.text(176, 685, "4,310.00").text(350, 685, "818.90").text(515, 685, "5,128.90")
	cells := cellsOf(c.tree(t))
	if cells[[2]int{1, 0}] != "4,310.00" || cells[[2]int{1, 1}] != "818.90" || cells[[2]int{1, 2}] != "5,128.90" {
		t.Errorf("cells %v", cells)
	}
}

func TestALigatureSpelledOutInOneBox(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "certif")
	glyphs := c.doc.Pages[0].Glyphs
	last := &glyphs[len(glyphs)-1]
	last.Loose.X1 += 4
	last.Tight = last.Loose
	second := *last
	second.Rune = 'i'
	c.doc.Pages[0].Glyphs = append(glyphs, second)
	c.text(84, 700, "cate")
	tree := c.tree(t)
	if tree.Text != "certificate" {
		t.Fatalf("text %q", tree.Text)
	}
	box := tree.Boxes(document.Span{Start: 6, End: 7})[0].Box
	if box.X < 79 || box.X > 80 || box.Width < 4 || box.Width > 5 {
		t.Errorf("the second letter stands at %v, want the right half of 75 to 84", box)
	}
}

func TestDataThatPagesRepeatStayOnTheFirst(t *testing.T) {
	c := newCanvas()
	for i := range 2 {
		if i > 0 {
			c.page()
		}
		c.text(50, 822, "Miller Ltd").text(50, 810, "Invoice Number: A-17").text(280, 20, "Page "+string(rune('1'+i)))
		c.text(50, 600, []string{"The first page.", "The second page."}[i])
	}
	tree := c.tree(t)
	if body, want := tree.Text[:tree.Body], "Miller Ltd Invoice Number: A-17\nThe first page.\nThe second page."; body != want {
		t.Errorf("body %q, want %q", body, want)
	}
	if rest := tree.Text[tree.Body:]; strings.Count(rest, "A-17") != 1 || strings.Count(rest, "Page") != 2 {
		t.Errorf("headers and footers %q", rest)
	}
}
