package rules

import (
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// builder constructs document trees for tests: one line of text a line.
type builder struct {
	t       document.Tree
	current int
	y       float64
	page    int // on which lines are written
}

func newTree() *builder {
	b := &builder{y: 800, page: 1}
	b.t.Pages = []document.Page{{Number: 1, Width: 600, Height: 842}}
	b.t.Nodes = []document.Node{{Kind: document.KindDocument, Parent: -1}}
	return b
}

func (b *builder) node(parent int, n document.Node) int {
	n.Parent = parent
	b.t.Nodes = append(b.t.Nodes, n)
	i := len(b.t.Nodes) - 1
	b.t.Nodes[parent].Children = append(b.t.Nodes[parent].Children, i)
	return i
}

// leaf adds lines to the text and gives their span.
func (b *builder) leaf(x float64, lines ...string) document.Span {
	if b.t.Text != "" {
		b.t.Text += "\n"
	}
	start := len(b.t.Text)
	for i, line := range lines {
		if i > 0 {
			b.t.Text += " "
		}
		from := len(b.t.Text)
		b.t.Text += line
		edges := make([]float32, len([]rune(line))+1)
		for j := range edges {
			edges[j] = float32(x) + float32(j)*5
		}
		b.y -= 12
		b.t.Lines = append(b.t.Lines, document.Line{Span: document.Span{Start: from, End: len(b.t.Text)}, Page: b.page, Edges: edges,
			Box: document.Rect{X: x, Y: b.y, Width: 5 * float64(len(edges)-1), Height: 10}})
	}
	return document.Span{Start: start, End: len(b.t.Text)}
}

func (b *builder) section(headline string) *builder { return b.sectionIn(0, 1, headline) }

// sectionIn begins a section below a node.
func (b *builder) sectionIn(parent, level int, headline string) *builder {
	b.current = b.node(parent, document.Node{Kind: document.KindSection})
	b.node(b.current, document.Node{Kind: document.KindHeadline, Level: level, Span: b.leaf(50, headline)})
	return b
}

func (b *builder) paragraph(lines ...string) *builder {
	b.node(b.current, document.Node{Kind: document.KindParagraph, Span: b.leaf(50, lines...)})
	return b
}

func (b *builder) table(rows ...[]string) *builder {
	t := b.node(b.current, document.Node{Kind: document.KindTable, Table: &document.Table{Rows: len(rows), Cols: len(rows[0])}})
	for r, row := range rows {
		y := b.y
		for c, text := range row {
			b.y = y // the cells of a row stand side by side
			b.node(t, document.Node{Kind: document.KindTableCell, Span: b.leaf(float64(50+100*c), strings.TrimSpace(text)),
				Cell: &document.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Header: r == 0}})
		}
	}
	return b
}

// tree closes the spans of the inner nodes.
func (b *builder) tree() *document.Tree {
	for i := len(b.t.Nodes) - 1; i >= 0; i-- {
		n := &b.t.Nodes[i]
		if len(n.Children) > 0 {
			n.Span = document.Span{Start: b.t.Nodes[n.Children[0]].Start, End: b.t.Nodes[n.Children[len(n.Children)-1]].End}
		}
	}
	b.t.Body = len(b.t.Text)
	return &b.t
}
