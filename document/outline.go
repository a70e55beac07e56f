package document

import (
	"math"
	"slices"
	"strconv"
)

// An Outline is a tree with its elements inside of each other, as docs/layout.md describes it.
type Outline struct {
	Pages []OutlinePage `json:"pages"`
	Nodes []OutlineNode `json:"nodes"`
	// Findings tell what was left out of the document, changed or is in doubt: those of the shown pages, and of none.
	Findings []ToldFinding `json:"findings,omitempty"`
}

// An OutlinePage is one page of an Outline, in PDF points of the unrotated page.
type OutlinePage struct {
	Number   int     `json:"number"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Rotation int     `json:"rotation"`
	Note     string  `json:"note,omitempty"` // as in a Page
}

// An OutlineNode is a layout element with all elements below it. Only leaves have text.
type OutlineNode struct {
	ID       string        `json:"id"`
	Type     Kind          `json:"type"`
	Level    int           `json:"level,omitempty"` // of a headline
	Role     string        `json:"role,omitempty"`  // of a special paragraph
	Page     int           `json:"page"`
	Box      *Rect         `json:"box"`
	Boxes    []PageBox     `json:"boxes,omitempty"` // of a node over several pages
	Text     string        `json:"text"`
	Image    *Image        `json:"image,omitempty"`
	Rows     int           `json:"rows,omitempty"` // of a table
	Cols     int           `json:"cols,omitempty"`
	Cells    []OutlineCell `json:"cells,omitempty"`
	Children []OutlineNode `json:"children"`

	// Order is the place in reading order, from 1; 0 for a node that only holds others.
	Order int `json:"-"`
}

// An OutlineCell is one cell of a table with all of its text.
type OutlineCell struct {
	ID      string `json:"id"`
	Row     int    `json:"row"`
	Col     int    `json:"col"`
	RowSpan int    `json:"rowSpan"`
	ColSpan int    `json:"colSpan"`
	Header  bool   `json:"header"`
	// Uncertain is as in a Cell.
	Uncertain bool      `json:"uncertain,omitempty"`
	Page      int       `json:"page"`
	Box       *Rect     `json:"box"`
	Boxes     []PageBox `json:"boxes,omitempty"`
	Text      string    `json:"text"`
}

// NodeID returns the name of a node in an Outline and in TextLine, by its index in Tree.Nodes.
func NodeID(index int) string { return "n" + strconv.Itoa(index) }

// Outline returns the pages of the tree for which shown is true, and the nodes on these pages;
// of a shown that is nil, all pages and all nodes. Boxes are rounded to thousandths of a point.
func (t *Tree) Outline(shown func(page int) bool) Outline {
	out := Outline{Pages: []OutlinePage{}, Nodes: []OutlineNode{}}
	for _, p := range t.Pages {
		if shown == nil || shown(p.Number) {
			out.Pages = append(out.Pages, OutlinePage(p))
		}
	}
	for _, f := range TellFindings(t.Findings) {
		if shown == nil || f.Page == 0 || shown(f.Page) {
			out.Findings = append(out.Findings, f)
		}
	}
	if len(t.Nodes) > 0 {
		m := &outliner{t: t, shown: shown}
		out.Nodes = m.makeNodes(t.Nodes[0].Children)
	}
	return out
}

// An outliner puts the nodes of a tree inside of each other, and numbers them in reading order.
type outliner struct {
	t     *Tree
	shown func(page int) bool // nil: all
	count int
}

// showsAny reports whether one of the boxes is on a page that is shown; when all pages are, it
// is true also without boxes.
func (m *outliner) showsAny(boxes []PageBox) bool {
	return m.shown == nil || slices.ContainsFunc(boxes, func(b PageBox) bool { return m.shown(b.Page) })
}

// makeNodes returns the nodes with these ids, without those on pages that are not chosen.
func (m *outliner) makeNodes(ids []int) []OutlineNode {
	out := []OutlineNode{}
	for _, id := range ids {
		if n := m.makeNode(id); m.showsAny(m.t.Nodes[id].Boxes) {
			out = append(out, n)
		}
	}
	return out
}

// makeNode returns a node with all nodes below it. Only leaves and cells have text.
func (m *outliner) makeNode(id int) OutlineNode {
	n := &m.t.Nodes[id]
	out := OutlineNode{ID: NodeID(id), Type: n.Kind, Level: n.Level, Role: n.Role, Image: n.Image, Children: []OutlineNode{}}
	out.Page, out.Box, out.Boxes = nodeBoxes(n)
	inner := len(n.Children) > 0 && n.Table == nil
	if !inner {
		m.count++
		out.Order = m.count
	}
	switch {
	case n.Table != nil:
		out.Rows, out.Cols = n.Table.Rows, n.Table.Cols
		out.Cells = m.makeCells(n)
	case inner:
		out.Children = m.makeNodes(n.Children)
	default:
		out.Text = m.t.TextOf(n.Span)
	}
	return out
}

// makeCells returns the cells of a table in reading order, without those on pages that are not
// chosen.
func (m *outliner) makeCells(table *Node) []OutlineCell {
	out := []OutlineCell{}
	for _, id := range table.Children {
		n := &m.t.Nodes[id]
		if n.Cell == nil || len(n.Boxes) > 0 && !m.showsAny(n.Boxes) {
			continue
		}
		c := OutlineCell{ID: NodeID(id), Row: n.Cell.Row, Col: n.Cell.Col, RowSpan: n.Cell.RowSpan, ColSpan: n.Cell.ColSpan,
			Header: n.Cell.Header, Uncertain: n.Cell.Uncertain, Text: m.t.TextOf(n.Span)}
		if c.Page, c.Box, c.Boxes = nodeBoxes(n); c.Box == nil && len(table.Boxes) > 0 {
			c.Page = table.Boxes[0].Page
		}
		out = append(out, c)
	}
	return out
}

// nodeBoxes returns the page and box where a node begins, and all of its boxes if it has
// more than one. A node without boxes has page 0.
func nodeBoxes(n *Node) (page int, box *Rect, boxes []PageBox) {
	if len(n.Boxes) == 0 {
		return 0, nil, nil
	}
	if len(n.Boxes) > 1 {
		for _, b := range n.Boxes {
			boxes = append(boxes, PageBox{Page: b.Page, Box: roundRect(b.Box)})
		}
	}
	first := roundRect(n.Boxes[0].Box)
	return n.Boxes[0].Page, &first, boxes
}

// roundRect rounds a box to thousandths of a point.
func roundRect(r Rect) Rect {
	round := func(v float64) float64 { return math.Round(v*1000) / 1000 }
	return Rect{X: round(r.X), Y: round(r.Y), Width: round(r.Width), Height: round(r.Height)}
}
