package model

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// form is a document of one section whose paragraphs are single lines, and whose last
// element is a table when rows are given.
func form(lines []string, rows ...[]string) *document.Tree {
	t := &document.Tree{Pages: []document.Page{{Number: 1, Width: 600, Height: 800}}}
	t.Nodes = []document.Node{{Kind: document.KindDocument, Parent: -1, Children: []int{1}}, {Kind: document.KindSection}}
	add := func(parent int, n document.Node, text string, x, y float64) {
		if t.Text != "" {
			t.Text += "\n"
		}
		n.Parent, n.Span = parent, document.Span{Start: len(t.Text), End: len(t.Text) + len(text)}
		t.Nodes[parent].Children = append(t.Nodes[parent].Children, len(t.Nodes))
		t.Nodes = append(t.Nodes, n)
		t.Text += text
		if text != "" {
			t.Lines = append(t.Lines, document.Line{Span: n.Span, Page: 1,
				Box: document.Rect{X: x, Y: y, Width: 10 * float64(len(text)), Height: 10}})
		}
	}
	y := 700.0
	for _, line := range lines {
		add(1, document.Node{Kind: document.KindParagraph}, line, 50, y)
		y -= 20
	}
	if len(rows) > 0 {
		table := len(t.Nodes)
		t.Nodes[1].Children = append(t.Nodes[1].Children, table)
		t.Nodes = append(t.Nodes, document.Node{Kind: document.KindTable, Parent: 1,
			Table: &document.Table{Rows: len(rows), Cols: len(rows[0])}})
		for r, row := range rows {
			for c, text := range row {
				header := strings.HasPrefix(text, "#")
				add(table, document.Node{Kind: document.KindTableCell,
					Cell: &document.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Header: header}},
					strings.TrimPrefix(text, "#"), 50+float64(200*c), y)
			}
			y -= 20
		}
	}
	whole := document.Span{Start: 0, End: len(t.Text)}
	t.Nodes[0].Span, t.Nodes[1].Span, t.Body = whole, whole, whole.End
	if len(rows) > 0 {
		first := t.Nodes[t.Nodes[1].Children[len(lines)]].Children
		t.Nodes[1+len(lines)+1].Span = document.Span{Start: t.Nodes[first[0]].Start, End: whole.End}
	}
	return t
}

// behindLabel is the text that a service takes for the rest of the line behind a label.
func behindLabel(t *document.Tree, across bool, label string) string {
	c := NewContext(t)
	at := strings.Index(t.Text, label)
	s := document.Span{Start: at, End: at + len(label)}
	if across {
		return t.TextOf(acrossColumns(c.Nodes[0], s))
	}
	return t.TextOf(lineAfter(c.Nodes[0], s))
}

func TestTheRestOfALine(t *testing.T) {
	for _, tt := range []struct{ line, label, want string }{
		{"Name: Miller", "Name:", " Miller"}, {"Name: Miller", "Miller", ""}, {"Name .... Miller", "Name", "Miller"},
		{"Name: ....: Miller", "Name", "Miller"}, {"Name ... Miller", "Name", " ... Miller"},
		{"Name....", "Name", ""}, {"A .... B .... C", "A", "B .... C"}, {"Name:Miller", "Name", ":Miller"},
	} {
		want(t, tt.line, behindLabel(form([]string{"before", tt.line, "after"}), false, tt.label), tt.want)
		want(t, tt.line+" across columns", behindLabel(form([]string{"before", tt.line, "after"}), true, tt.label), tt.want)
	}
}

func TestTheRestOfALineStaysInTheNode(t *testing.T) {
	c := NewContext(form([]string{"Name: Miller and Smith"}))
	c.Tree.Nodes[2].End = 12 // the paragraph ends within the line
	want(t, "rest", c.Tree.TextOf(lineAfter(c.Nodes[2], document.Span{Start: 0, End: 5})), " Miller")
	want(t, "nothing left", lineAfter(c.Nodes[2], document.Span{Start: 6, End: 16}), document.Span{Start: 16, End: 16})
}

func TestALabelInACellHasItsValueBeside(t *testing.T) {
	rows := [][]string{{"#Label", "#Value", "#More"}, {"Name:", "Miller", "x"}, {"Town:", "", "Bonn"}, {"Age: 7", "y", "z"},
		{"Last", "#Head", "w"}}
	for label, w := range map[string]string{"Name:": "Miller", "Town": "Bonn", "Age:": " 7", "Miller": "x", "Label": "",
		"Last": "", "Bonn": "", "x": ""} {
		want(t, label, behindLabel(form(nil, rows...), false, label), w)
	}
	tree := form(nil, rows...)
	c := NewContext(tree)
	cell := c.Nodes[7] // Miller is not in the cell of the label
	want(t, "the node", tree.TextOf(cell.span()), "Miller")
	name := c.Nodes[6]
	want(t, "a value outside of the node", lineAfter(name, name.span()), document.Span{Start: name.span().End, End: name.span().End})

	// the value is the first line of its cell
	two := form(nil, []string{"Name:", "Miller and Smith"})
	value := two.Lines[1]
	two.Lines[1].End = value.Start + 6
	two.Lines = append(two.Lines, document.Line{Span: document.Span{Start: value.Start + 7, End: value.End}, Page: 1})
	want(t, "first line", behindLabel(two, false, "Name:"), "Miller")
	// a label of two lines is none
	long := form(nil, []string{"Name of you", "Miller"})
	long.Lines[0].End = 4
	long.Lines = append([]document.Line{long.Lines[0], {Span: document.Span{Start: 5, End: 11}, Page: 1}}, long.Lines[1:]...)
	want(t, "more lines below", behindLabel(long, false, "Name"), "")
}

func TestTheNearestTextToTheRight(t *testing.T) {
	for _, tt := range []struct {
		name string
		x, y float64 // of the other text; the label reaches from 50, 700 to 90, 710
		page int
		want string
	}{
		{"beside it", 100, 700, 1, "other"}, {"touching it", 90, 700, 1, "other"}, {"overlapping it", 89, 700, 1, ""},
		{"on another page", 100, 700, 2, ""},
		{"a little above", 100, 704, 1, "other"}, {"half above", 100, 705, 1, ""}, {"a little below", 100, 696, 1, "other"},
		{"half below", 100, 695, 1, ""}, {"to the left", 0, 700, 1, ""},
	} {
		tree := form([]string{"Name", "other"})
		tree.Lines[1].Box.X, tree.Lines[1].Box.Y, tree.Lines[1].Page = tt.x, tt.y, tt.page
		want(t, tt.name, behindLabel(tree, true, "Name"), tt.want)
	}
	tree := form([]string{"Name", "far", "near", "farther"})
	for i, x := range []float64{300, 200, 400} {
		tree.Lines[1+i].Box.X, tree.Lines[1+i].Box.Y = x, 700
	}
	want(t, "the nearest", behindLabel(tree, true, "Name"), "near")
	tree.Lines = nil
	want(t, "no lines", behindLabel(tree, true, "Name")+behindLabel(tree, false, "Name"), "")
}
