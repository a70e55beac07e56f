package layout

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
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
		t.Errorf("text %q, want %q", got, "see INV-2024-0381 of March")
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
		t.Fatalf("text %q, want %q", tree.Text, "certificate")
	}
	box := tree.BoxesOf(document.Span{Start: 6, End: 7})[0].Box
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
		t.Errorf(`headers and footers %q, want strings.Count(rest, "A-17") = 1 and strings.Count(rest, "Page") = 2`, rest)
	}
}

func TestAListOfPairsGoesOnInWords(t *testing.T) {
	c := newCanvas()
	for i, row := range [][]string{{"Advertiser", "Friends of Rivers"}, {"Agency", "Good Works"}, {"Product", "Spring"},
		{"Order", "4711"}} {
		y := 700 - 12*float32(i)
		c.text(240, y, row[0]).text(320, y, row[1])
	}
	want := "Advertiser Friends of Rivers|Agency Good Works|Product Spring|Order 4711"
	if got := strings.Join(texts(c.tree(t)), "|"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestACellThatFramesBlocksIsReadBlockByBlock(t *testing.T) {
	c := newCanvas()
	for _, y := range []float32{750, 650, 630, 610} {
		c.rule(40, y, 540, y)
	}
	for _, x := range []float32{40, 540} {
		c.rule(x, 750, x, 610)
	}
	c.rule(300, 650, 300, 610)
	for i, line := range []string{"Miller Limited", "Mill Lane", "Millham"} {
		c.text(50, 735-12*float32(i), line)
	}
	for i, line := range []string{"Number: A-17", "Date: 01.02.2024", "Terms: 30 days"} {
		c.text(320, 735-12*float32(i), line)
	}
	c.text(50, 636, "Item").text(320, 636, "Amount").text(50, 616, "Bolt").text(320, 616, "1.00")
	tree := c.tree(t)
	want := "Miller Limited Mill Lane Millham\nNumber: A-17 Date: 01.02.2024 Terms: 30 days\nItem Bolt\nAmount 1.00"
	if tree.Text != want {
		t.Errorf("text %q, want %q", tree.Text, want)
	}
	inside := 0
	for _, n := range tree.Nodes {
		if n.Kind == document.KindParagraph && tree.Nodes[n.Parent].Kind == document.KindTableCell {
			inside++
		}
	}
	if inside != 2 {
		t.Errorf("%d paragraphs inside the cell, want 2", inside)
	}
}

func TestInkBoxesGrowToTheHeightOfALine(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "Total, gross")
	for i := range c.doc.Pages[0].Glyphs {
		g := &c.doc.Pages[0].Glyphs[i]
		g.Loose.Y0, g.Loose.Y1 = 700, 706.7 // from the baseline to the height of capitals
		switch g.Rune {
		case 'g':
			g.Loose.Y0, g.Loose.Y1 = 697.8, 705.2
		case ',':
			g.Loose.Y0 = 698.9
		}
		g.Tight = Box{}
	}
	box := c.tree(t).Lines[0].Box
	if box.Y < 697 || box.Y > 698 || box.Height < 10.5 || box.Height > 11.5 {
		t.Errorf("line at %v, want from about 697.8 to 708.8", box)
	}
}

func TestLabelsHeadTheRowsOfAList(t *testing.T) {
	c := newCanvas()
	for i, row := range [][]string{{"Invoice Number", "A-17"}, {"Invoice Date", "01.02.2024"}, {"Terms", "cash"}} {
		y := 700 - 20*float32(i)
		c.text(55, y, row[0]).text(205, y, row[1])
	}
	for i := range 4 {
		c.rule(50, 714-20*float32(i), 350, 714-20*float32(i))
	}
	for _, x := range []float32{50, 200, 350} {
		c.rule(x, 714, x, 654)
	}
	tree := c.tree(t)
	if len(cellsOf(tree)) != 6 {
		t.Fatalf("cells %v, want 6", cellsOf(tree))
	}
	for _, n := range tree.Nodes {
		if n.Cell != nil && n.Cell.Header != (n.Cell.Col == 0) {
			t.Errorf("cell %v: header %v", n.Cell, n.Cell.Header)
		}
	}
}

func TestABoldLabelOverItsValueIsNoHeadline(t *testing.T) {
	c := newCanvas()
	c.drawStyled(bold, 50, 740, 0, "Terms of delivery").text(50, 720, "Goods are delivered as agreed, to the address that is named above.")
	c.drawStyled(bold, 50, 690, 0, "Invoice Number").text(50, 678, "A-17").drawStyled(bold, 50, 660, 0, "Invoice Date").text(50,
		648, "01.02.2024")
	var headlines []string
	tree := c.tree(t)
	for _, n := range tree.Nodes {
		if n.Kind == document.KindHeadline {
			headlines = append(headlines, tree.TextOf(n.Span))
		}
	}
	if len(headlines) != 1 || headlines[0] != "Terms of delivery" {
		t.Errorf("headlines %q, want len(headlines) = 1 and headlines[0] = %q", headlines, "Terms of delivery")
	}
}

// TestSumsDoNotJoinColumnsAboveThem has the sums below a column begin left of it, under the text beside: amounts that
// stand apart from that text are no part of its cell.
func TestSumsDoNotJoinColumnsAboveThem(t *testing.T) {
	c := newCanvas()
	c.text(61, 700, "Menge").text(104, 700, "Leistung").text(175, 700, "Preis").text(210, 700, "Betrag")
	c.text(61, 686, "2").text(104, 686, "Feile, fein").text(175, 686, "14,00").text(215, 686, "28,00")
	c.text(61, 672, "1").text(104, 672, "Schleifstein").text(175, 672, "72,00").text(215, 672, "72,00")
	c.text(61, 658, "Nettobetrag").text(160, 658, "100,00")
	c.text(61, 644, "USt. 19 %").text(160, 644, "19,00")
	c.text(61, 630, "Rechnungsbetrag").text(160, 630, "119,00 €")
	cells := cellsOf(c.tree(t))
	for at, want := range map[[2]int]string{{2, 1}: "Schleifstein", {2, 2}: "72,00", {2, 3}: "72,00"} {
		if cells[at] != want {
			t.Errorf("cell %v: got %q, want %q of %v", at, cells[at], want, cells)
		}
	}
}

// TestCellsOfSeveralLinesBeginAndEndTheirTable has words above the numbers of the first row and below those of the last
// one: they belong to these rows where rows stand farther apart, and a note below the table to none.
func TestCellsOfSeveralLinesBeginAndEndTheirTable(t *testing.T) {
	draw := func(c *canvas, places [3]float32, rows [][3]string) {
		for i, row := range rows {
			y := 712 - 36*float32(i)
			for k, text := range row {
				c.text(places[k], y, text)
			}
		}
	}
	head := [3]string{"Leistung", "Menge", "Betrag"}
	tests := []struct {
		name string
		draw func(*canvas)
		want map[[2]int]string
	}{
		{"below the numbers", func(c *canvas) {
			draw(c, [3]float32{60, 200, 260}, [][3]string{head, {"Feile", "2", "14,00"}, {"Stein", "1", "72,00"}, {"Griff", "3", "9,00"}})
			c.text(60, 664, "fein").text(60, 592, "Eiche")
		}, map[[2]int]string{{1, 0}: "Feile fein", {2, 0}: "Stein", {3, 0}: "Griff Eiche", {3, 2}: "9,00"}},
		{"above the numbers", func(c *canvas) {
			draw(c, [3]float32{60, 200, 260}, [][3]string{head, {"", "2", "14,00"}, {"", "1", "72,00"}, {"", "3", "9,00"}})
			c.text(60, 688, "Feile").text(60, 652, "Stein").text(60, 616, "Griff")
		}, map[[2]int]string{{1, 0}: "Feile", {1, 1}: "2", {2, 0}: "Stein", {3, 2}: "9,00"}},
		{"a note that begins elsewhere", func(c *canvas) {
			draw(c, [3]float32{60, 200, 260}, [][3]string{head, {"Feile", "2", "14,00"}, {"Stein", "1", "72,00"}, {"Griff", "3", "9,00"}})
			c.text(75, 592, "ohne Gewähr")
		}, map[[2]int]string{{3, 0}: "Griff", {3, 2}: "9,00"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCanvas()
			tt.draw(c)
			cells := cellsOf(c.tree(t))
			for at, want := range tt.want {
				if cells[at] != want {
					t.Errorf("cell %v: got %q, want %q of %v", at, cells[at], want, cells)
				}
			}
		})
	}
}
