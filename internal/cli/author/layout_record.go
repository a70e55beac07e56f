package author

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// layoutRecord is the JSON that docket layout prints; docs/layout.md describes it.
type layoutRecord struct {
	Pages []layoutPage `json:"pages"`
	Nodes []layoutNode `json:"nodes"`
}

type layoutPage struct {
	Number   int     `json:"number"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Rotation int     `json:"rotation"`
}

type layoutNode struct {
	Type     document.Kind      `json:"type"`
	Level    int                `json:"level,omitempty"` // of a headline
	Role     string             `json:"role,omitempty"`  // of a special paragraph
	Page     int                `json:"page"`
	Box      *document.Rect     `json:"box"`
	Boxes    []document.PageBox `json:"boxes,omitempty"` // of a node over several pages
	Text     string             `json:"text"`
	Image    *document.Image    `json:"image,omitempty"`
	Rows     int                `json:"rows,omitempty"` // of a table
	Cols     int                `json:"cols,omitempty"`
	Cells    []layoutCell       `json:"cells,omitempty"`
	Children []layoutNode       `json:"children"`

	number int // in reading order, from 1; 0 for a node that only holds others
}

type layoutCell struct {
	Row     int                `json:"row"`
	Col     int                `json:"col"`
	RowSpan int                `json:"rowSpan"`
	ColSpan int                `json:"colSpan"`
	Header  bool               `json:"header"`
	Page    int                `json:"page"`
	Box     *document.Rect     `json:"box"`
	Boxes   []document.PageBox `json:"boxes,omitempty"`
	Text    string             `json:"text"`
}

// layoutOf returns the pages of a tree that are in the list, and the nodes on these pages.
func layoutOf(t *document.Tree, pages pageList) layoutRecord {
	out := layoutRecord{Pages: []layoutPage{}, Nodes: []layoutNode{}}
	for _, p := range t.Pages {
		if pages.hasPage(p.Number) {
			out.Pages = append(out.Pages, layoutPage{p.Number, p.Width, p.Height, p.Rotation})
		}
	}
	if len(t.Nodes) > 0 {
		m := &layoutMaker{t: t, pages: pages}
		out.Nodes = m.makeNodes(t.Nodes[0].Children)
	}
	return out
}

// A layoutMaker converts nodes of a tree to records, and numbers them in reading order.
type layoutMaker struct {
	t     *document.Tree
	pages pageList
	count int
}

// makeNodes returns the nodes with these ids, without those on pages that are not chosen.
func (m *layoutMaker) makeNodes(ids []int) []layoutNode {
	out := []layoutNode{}
	for _, id := range ids {
		if n := m.makeNode(id); m.pages.hasAnyPage(m.t.Nodes[id].Boxes) {
			out = append(out, n)
		}
	}
	return out
}

// makeNode returns a node with all nodes below it. Only leaves and cells have text.
func (m *layoutMaker) makeNode(id int) layoutNode {
	n := &m.t.Nodes[id]
	out := layoutNode{Type: n.Kind, Level: n.Level, Role: n.Role, Image: n.Image, Children: []layoutNode{}}
	out.Page, out.Box, out.Boxes = nodeBoxes(n)
	inner := len(n.Children) > 0 && n.Table == nil
	if !inner {
		m.count++
		out.number = m.count
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
func (m *layoutMaker) makeCells(table *document.Node) []layoutCell {
	out := []layoutCell{}
	for _, id := range table.Children {
		n := &m.t.Nodes[id]
		if n.Cell == nil || len(n.Boxes) > 0 && !m.pages.hasAnyPage(n.Boxes) {
			continue
		}
		c := layoutCell{n.Cell.Row, n.Cell.Col, n.Cell.RowSpan, n.Cell.ColSpan, n.Cell.Header, 0, nil, nil, m.t.TextOf(n.Span)}
		if c.Page, c.Box, c.Boxes = nodeBoxes(n); c.Box == nil && len(table.Boxes) > 0 {
			c.Page = table.Boxes[0].Page
		}
		out = append(out, c)
	}
	return out
}

// nodeBoxes returns the page and box where a node begins, and all of its boxes if it has
// more than one. A node without boxes has page 0.
func nodeBoxes(n *document.Node) (page int, box *document.Rect, boxes []document.PageBox) {
	if len(n.Boxes) == 0 {
		return 0, nil, nil
	}
	if len(n.Boxes) > 1 {
		for _, b := range n.Boxes {
			boxes = append(boxes, document.PageBox{Page: b.Page, Box: roundRect(b.Box)})
		}
	}
	first := roundRect(n.Boxes[0].Box)
	return n.Boxes[0].Page, &first, boxes
}

// roundRect rounds a box to thousandths of a point.
func roundRect(r document.Rect) document.Rect {
	round := func(v float64) float64 { return math.Round(v*1000) / 1000 }
	return document.Rect{X: round(r.X), Y: round(r.Y), Width: round(r.Width), Height: round(r.Height)}
}

// printLayout prints the record as JSON, without escaping < and &.
func printLayout(w io.Writer, l layoutRecord) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(l)
}

// A pageList is a set of pages as ranges, each with its first and last page. An empty list
// holds all pages.
type pageList [][2]int

// parsePages parses a list of pages such as 1,4-6,9-. The empty string is all pages.
func parsePages(s string) (pageList, error) {
	var out pageList
	if s == "" {
		return nil, nil
	}
	for _, part := range strings.Split(s, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, err := strconv.Atoi(first)
		to := from
		if isRange && last == "" {
			to = math.MaxInt
		} else if isRange && err == nil {
			to, err = strconv.Atoi(last)
		}
		if err != nil || from < 1 || to < from {
			return nil, fmt.Errorf("%q is not a page or a range of pages like 4-6", part)
		}
		out = append(out, [2]int{from, to})
	}
	return out, nil
}

// hasPage reports whether the list holds a page.
func (l pageList) hasPage(page int) bool {
	for _, r := range l {
		if page >= r[0] && page <= r[1] {
			return true
		}
	}
	return len(l) == 0
}

// hasAnyPage reports whether one of the boxes is on a page of the list; with an empty list it is
// true also without boxes.
func (l pageList) hasAnyPage(boxes []document.PageBox) bool {
	for _, b := range boxes {
		if l.hasPage(b.Page) {
			return true
		}
	}
	return len(l) == 0
}
