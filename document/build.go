package document

import "unicode/utf8"

// A Builder makes a tree from text, without a PDF: for tests, and for documents that
// are text from the start. Elements are added in reading order. Each is named by its
// index in Tree.Nodes; 0 is the document. Every line of text has its own line on the
// page, in letters of one width.
type Builder struct {
	tree Tree
	y    float64 // of the next line, from the bottom of the page
}

// The page of a Builder is A4, in points.
const (
	builtPageWidth  = 595
	builtPageHeight = 842
	builtMargin     = 50
	builtLetter     = 5
	builtLine       = 12
)

// NewBuilder returns a builder of a document with one empty page.
func NewBuilder() *Builder {
	b := &Builder{tree: Tree{Nodes: []Node{{Kind: KindDocument, Parent: -1}}}}
	b.AddPage()
	return b
}

// AddPage begins another page: what is added later stands on it.
func (b *Builder) AddPage() {
	b.tree.Pages = append(b.tree.Pages, Page{Number: len(b.tree.Pages) + 1, Width: builtPageWidth, Height: builtPageHeight})
	b.y = builtPageHeight - builtMargin
}

// AddSection adds a section with a headline below the document or another section, and
// returns its index.
func (b *Builder) AddSection(parent int, headline string) int {
	section := b.addNode(parent, Node{Kind: KindSection})
	level := 0
	for i := section; i > 0; i = b.tree.Nodes[i].Parent {
		level++
	}
	b.addNode(section, Node{Kind: KindHeadline, Level: level, Span: b.addText(builtMargin, headline)})
	return section
}

// AddParagraph adds a paragraph below the document or a section, and returns its index.
// Its text has the lines with a space between them.
func (b *Builder) AddParagraph(parent int, lines ...string) int {
	return b.addNode(parent, Node{Kind: KindParagraph, Span: b.addText(builtMargin, lines...)})
}

// AddTable adds a table below the document or a section, and returns its index. The
// first row is the header. All rows should be as long as the first.
func (b *Builder) AddTable(parent int, rows ...[]string) int {
	size := Table{Rows: len(rows)}
	if len(rows) > 0 {
		size.Cols = len(rows[0])
	}
	table := b.addNode(parent, Node{Kind: KindTable, Table: &size})
	for r, row := range rows {
		top := b.y
		for c, text := range row {
			b.y = top // the cells of a row stand next to each other
			x := builtMargin + float64(c)*(builtPageWidth-2*builtMargin)/float64(len(row))
			cell := Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Header: r == 0}
			b.addNode(table, Node{Kind: KindTableCell, Cell: &cell, Span: b.addText(x, text)})
		}
	}
	return table
}

// Tree returns the document as built so far. The builder must not be used afterwards.
func (b *Builder) Tree() *Tree {
	t := &b.tree
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if len(n.Children) > 0 {
			n.Span = Span{Start: t.Nodes[n.Children[0]].Start, End: t.Nodes[n.Children[len(n.Children)-1]].End}
		}
		for _, box := range t.BoxesOf(n.Span) {
			if last := len(n.Boxes) - 1; last >= 0 && n.Boxes[last].Page == box.Page {
				n.Boxes[last].Box = n.Boxes[last].Box.Union(box.Box)
				continue
			}
			n.Boxes = append(n.Boxes, box)
		}
	}
	t.Body = len(t.Text)
	return t
}

// addNode adds a node below a parent and returns its index.
func (b *Builder) addNode(parent int, n Node) int {
	index := len(b.tree.Nodes)
	n.Parent = parent
	b.tree.Nodes = append(b.tree.Nodes, n)
	b.tree.Nodes[parent].Children = append(b.tree.Nodes[parent].Children, index)
	return index
}

// addText adds the lines of a leaf and returns its span. Leaves are separated by line
// breaks.
func (b *Builder) addText(x float64, lines ...string) Span {
	if len(b.tree.Lines) > 0 {
		b.tree.Text += "\n"
	}
	start := len(b.tree.Text)
	for i, text := range lines {
		if i > 0 {
			b.tree.Text += " "
		}
		from := len(b.tree.Text)
		b.tree.Text += text
		edges := make([]float32, utf8.RuneCountInString(text)+1)
		for k := range edges {
			edges[k] = float32(x) + float32(k*builtLetter)
		}
		b.y -= builtLine
		b.tree.Lines = append(b.tree.Lines, Line{Span: Span{Start: from, End: len(b.tree.Text)}, Page: len(b.tree.Pages),
			Box: Rect{X: x, Y: b.y, Width: float64(builtLetter * (len(edges) - 1)), Height: builtLine - 2}, Edges: edges})
	}
	return Span{Start: start, End: len(b.tree.Text)}
}
