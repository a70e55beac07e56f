package model

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// placed is a line of text at a place on page 1, and a paragraph of its own.
type placed struct {
	text string
	x, y float64
}

// pageOf returns a document with a paragraph for each line, 5 points wide for each character
// and 10 points high.
func pageOf(lines ...placed) *Node {
	t := &document.Tree{Pages: []document.Page{{Number: 1, Width: 600, Height: 800}},
		Nodes: []document.Node{{Kind: document.KindDocument, Parent: -1}}}
	for i, l := range lines {
		start := len(t.Text)
		t.Text += l.text + "\n"
		span := document.Span{Start: start, End: start + len(l.text)}
		box := document.Rect{X: l.x, Y: l.y, Width: 5 * float64(len(l.text)), Height: 10}
		edges := make([]float32, len(l.text)+1)
		for k := range edges {
			edges[k] = float32(l.x) + 5*float32(k)
		}
		t.Nodes = append(t.Nodes, document.Node{Kind: document.KindParagraph, Span: span, Boxes: []document.PageBox{{Page: 1, Box: box}}})
		t.Nodes[0].Children = append(t.Nodes[0].Children, i+1)
		t.Lines = append(t.Lines, document.Line{Span: span, Page: 1, Box: box, Edges: edges})
	}
	t.Body = len(t.Text)
	t.Nodes[0].Span = document.Span{End: t.Body}
	return NewContext(t).Nodes[0]
}

// turn turns a page on its side: its text runs up the unrotated page (90) or down (270).
func turn(n *Node, angle int) *Node {
	t := n.ctx.Tree
	for i, l := range t.Lines {
		b := l.Box
		box := document.Rect{X: 800 - b.Y - b.Height, Y: b.X, Width: b.Height, Height: b.Width}
		if angle == 270 {
			box.X, box.Y = b.Y, 600-b.X-b.Width
			for k, e := range l.Edges {
				l.Edges[k] = 600 - e
			}
		}
		t.Lines[i].Box, t.Lines[i].Angle = box, angle
		t.Nodes[i+1].Boxes[0].Box = box
	}
	return n
}

func TestValuesBesideLabelsOnTurnedPages(t *testing.T) {
	for _, angle := range []int{90, 270} {
		page := turn(pageOf(placed{"Order", 50, 700}, placed{"A-17", 150, 701}, placed{"Date", 300, 700}, placed{"3 May 2024", 300, 686},
			placed{"Client: Ada Ltd", 50, 650}, placed{"A-18", 50, 500}), angle)
		for _, c := range []struct{ label, form, want string }{
			{"order", "number", "A-17"}, {"date", "date", "3 May 2024"}, {"client", "text", "Ada Ltd"},
		} {
			if got := valuesBeside(page, []string{c.label}, c.form); len(got) != 1 || page.ctx.Tree.TextOf(got[0]) != c.want {
				t.Errorf("%d degrees, %s: got %v, want %s", angle, c.label, got, c.want)
			}
		}
	}
}

func TestValuesUnderLabelsInJoinedColumns(t *testing.T) {
	page := pageOf(placed{"Period", 300, 700}, placed{"www.example.com", 50, 688})
	tree := page.ctx.Tree
	line := &tree.Lines[1]
	// The same line holds the address and, behind a wide gap, the value under the label.
	text := "www.example.com 3 May 2024"
	tree.Text = "Period\n" + text + "\n"
	line.End = line.Start + len(text)
	line.Edges = line.Edges[:len("www.example.com")+1]
	for k := range len(" 3 May 2024") {
		line.Edges = append(line.Edges, float32(300+5*k))
	}
	line.Box.Width = 300
	tree.Body = len(tree.Text)
	if got := valuesBeside(page, []string{"period"}, "date"); len(got) != 1 || tree.TextOf(got[0]) != "3 May 2024" {
		t.Errorf("got %v, want len(got) = 1 and tree.TextOf(got[0]) = 3 May 2024", got)
	}
}

func TestValuesBesideLabels(t *testing.T) {
	page := pageOf(
		placed{"Invoice No: A-17", 50, 700}, placed{"Total", 300, 700}, placed{"1.234,50 EUR", 400, 701},
		placed{"Due date", 50, 650}, placed{"Customer", 200, 650}, placed{"3 May 2024", 50, 636}, placed{"Ada Ltd", 200, 636},
		placed{"The customer shall pay, see below", 50, 600}, placed{"Discount 5 %", 50, 580}, placed{"Tax", 50, 500},
		placed{"9.00", 50, 400},
		placed{"VAT (23% on €100.00) €23.00", 50, 450}, placed{"Sum in EUR", 50, 350}, placed{"123.00 EUR", 300, 350},
		placed{"Fees (EUR)", 50, 250}, placed{"17.00", 50, 236}, placed{"Credit", 50, 200}, placed{"-€4.00", 150, 200},
		placed{"Totals", 50, 300}, placed{"30", 150, 300}, placed{"$12,405.00", 250, 300}, placed{"$11.00", 350, 300},
		placed{"Deduction", 50, 180}, placed{"– 884,80 €", 300, 180}, placed{"Rebate – 12.00", 50, 160},
		placed{"Rate", 50, 140}, placed{"– 3,50 %", 300, 140},
		placed{"GST", 50, 120}, placed{"gross", 50, 108}, placed{"5.00", 200, 120}, placed{"55.00", 200, 108},
	)
	for _, c := range []struct {
		labels []string
		form   string
		want   []string
	}{
		{[]string{`invoice no\.?`}, "number", []string{"A-17"}},
		{[]string{"total"}, "amount", []string{"1.234,50"}},
		{[]string{"due date"}, "date", []string{"3 May 2024"}},
		{[]string{"customer"}, "text", []string{"Ada Ltd"}},
		{[]string{"tax", "total"}, "amount", []string{"1.234,50"}},
		{[]string{"totals"}, "money", []string{"12,405.00"}},
		{[]string{"vat"}, "money", []string{"23.00"}},
		{[]string{"sum"}, "money", []string{"123.00"}},
		{[]string{"fees"}, "money", []string{"17.00"}},
		{[]string{"credit"}, "money", []string{"4.00"}},
		{[]string{"deduction"}, "money", []string{"– 884,80"}},
		{[]string{"rebate"}, "money", []string{"12.00"}},
		{[]string{"rate"}, "money", nil},
		{[]string{`gst(?:\s+gross)?`}, "money", []string{"5.00"}},
		{[]string{`gst\s+gross`}, "money", []string{"55.00"}},
		{[]string{"see"}, "money", nil},
		{[]string{"totals"}, "date", nil},
		{[]string{"discount"}, "amount", nil},
		{[]string{"tot"}, "amount", nil},
	} {
		var got []string
		for _, v := range valuesBeside(page, c.labels, c.form) {
			got = append(got, page.ctx.Tree.TextOf(v))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v as %s: got %q, want %q", c.labels, c.form, got, c.want)
		}
	}
}

func TestValuesThatGoOnInTheNextLine(t *testing.T) {
	page := pageOf(
		placed{"Name:", 50, 700}, placed{"The Old", 120, 700}, placed{"Forge Ltd", 120, 688}, placed{"Street:", 50, 676}, placed{"Mill Lane", 120, 676},
		placed{"Name:", 300, 700}, placed{"Ada Ltd", 370, 700}, placed{"Street:", 300, 688}, placed{"Low Road 2", 370, 688},
	)
	got := namesOf(page, valuesBeside(page, []string{"name"}, "lines"))
	if want := []string{"The Old\nForge Ltd", "Ada Ltd"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestValuesBelowHeadersOfOneLine(t *testing.T) {
	page := pageOf(placed{"Number                Dated", 50, 700}, placed{"A-17", 50, 688}, placed{"3 May 2024", 160, 688},
		placed{"Order for you", 50, 600}, placed{"B-18", 50, 588}, placed{"Parcel", 50, 500}, placed{"1000 AB Delft", 150, 500}, placed{"C-9", 50, 488})
	for _, c := range []struct {
		label string
		want  []string
	}{{"number", []string{"A-17"}}, {"order", nil}, {"parcel", []string{"C-9"}}} {
		if got := namesOf(page, valuesBeside(page, []string{c.label}, "number")); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.label, got, c.want)
		}
	}
}
