package ruletest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
)

// The measures of a page in points: A4, taller when its text needs it. A character
// is as wide as half its height.
const (
	pageWidth  = 595.0
	pageHeight = 842.0
	margin     = 50.0
	lineHeight = 14.0
	charHeight = 10.0
	charWidth  = charHeight / 2
)

// A builder makes a document tree from blocks.
type builder struct {
	tree   document.Tree
	text   strings.Builder
	page   int             // the current one, from 1
	y      float64         // how far down on it, in points
	lowest map[int]float64 // end of the text of each page
}

// treeOf makes a document tree. Headlines open sections: one with sections inside
// becomes a super-section, as in documents that are read from PDFs.
func treeOf(blocks []block) *document.Tree {
	b := &builder{page: 1, y: margin, lowest: map[int]float64{}}
	b.tree.Nodes = []document.Node{{Kind: document.KindDocument, Parent: -1}}
	b.tree.Pages = []document.Page{{Number: 1, Width: pageWidth, Height: pageHeight}}
	b.writeSection(0, 0, bodyOf(blocks))
	b.closeNode(0)
	b.tree.Body = b.text.Len()
	b.writeFurniture(blocks)
	b.tree.Nodes[0].Span = document.Span{Start: 0, End: b.text.Len()}
	b.tree.Text = b.text.String()
	b.flipCoordinates()
	return &b.tree
}

// bodyOf returns the blocks of the main body.
func bodyOf(blocks []block) (out []block) {
	for _, x := range blocks {
		if x.kind != document.KindHeader && x.kind != document.KindFooter {
			out = append(out, x)
		}
	}
	return out
}

// writeSection writes the content under a headline of a level, 0 for the document.
func (b *builder) writeSection(parent, level int, blocks []block) {
	end := slices.IndexFunc(blocks, func(x block) bool { return x.kind == document.KindHeadline && x.level > level })
	if end < 0 {
		end = len(blocks)
	}
	if own := blocks[:end]; level == 0 && len(own) > 0 {
		b.writePlain(parent, own)
	}
	for at := end; at < len(blocks); {
		next := at + 1
		for next < len(blocks) && (blocks[next].kind != document.KindHeadline || blocks[next].level > blocks[at].level) {
			next++
		}
		b.writeHeaded(parent, blocks[at:next])
		at = next
	}
}

// writeHeaded writes a section with its headline.
func (b *builder) writeHeaded(parent int, blocks []block) {
	inner := slices.IndexFunc(blocks[1:], func(x block) bool { return x.kind == document.KindHeadline }) + 1
	if inner == 0 {
		b.writePlain(parent, blocks)
		return
	}
	id := b.openNode(document.KindSuperSection, parent)
	b.writeItems(id, blocks[:1])
	if inner > 1 {
		b.writePlain(id, blocks[1:inner])
	}
	b.writeSection(id, blocks[0].level, blocks[inner:])
	b.closeNode(id)
}

// writePlain writes a section without sections inside.
func (b *builder) writePlain(parent int, blocks []block) {
	if !slices.ContainsFunc(blocks, func(x block) bool { return x.kind != "" }) {
		b.writeItems(parent, blocks) // nothing but the ends of pages
		return
	}
	id := b.openNode(document.KindSection, parent)
	b.writeItems(id, blocks)
	b.closeNode(id)
}

func (b *builder) writeItems(parent int, blocks []block) {
	for _, x := range blocks {
		switch x.kind {
		case "":
			b.page, b.y = b.page+1, margin
			b.tree.Pages = append(b.tree.Pages, document.Page{Number: b.page, Width: pageWidth, Height: pageHeight})
		case document.KindTable:
			b.writeTable(parent, x)
		case document.KindImage:
			id := b.openNode(x.kind, parent)
			b.tree.Nodes[id].Image = &document.Image{Type: x.image}
			b.tree.Nodes[id].Span = document.Span{Start: b.text.Len(), End: b.text.Len()}
			b.tree.Nodes[id].Boxes = []document.PageBox{{
				Page: b.page,
				Box:  document.Rect{X: margin, Y: b.y, Width: 10 * charHeight, Height: 3 * charHeight},
			}}
			b.y += 3 * lineHeight
		default:
			id := b.openNode(x.kind, parent)
			b.tree.Nodes[id].Level = x.level
			b.writeLeaf(id, '\n', margin, x.lines)
		}
	}
}

// writeTable writes the cells of a table row by row; short rows are filled up.
func (b *builder) writeTable(parent int, x block) {
	cols := 1
	for _, row := range x.rows {
		cols = max(cols, len(row))
	}
	id := b.openNode(document.KindTable, parent)
	b.tree.Nodes[id].Table = &document.Table{Rows: len(x.rows), Cols: cols}
	for r, row := range x.rows {
		top := b.y
		for c := range cols {
			text, sep := "", byte(' ')
			if c < len(row) {
				text = row[c]
			}
			if c == 0 {
				sep = '\n'
			}
			cell := b.openNode(document.KindTableCell, id)
			b.tree.Nodes[cell].Cell = &document.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Header: r < x.heads}
			b.y = top
			b.writeLeaf(cell, sep, margin+float64(c)*(pageWidth-2*margin)/float64(cols), []string{text})
		}
		b.y = top + lineHeight
	}
	b.closeNode(id)
}

// writeFurniture writes the headers and footers of the pages, after the main body.
func (b *builder) writeFurniture(blocks []block) {
	page := 1
	for _, x := range blocks {
		if x.kind == "" {
			page++
		}
		if x.kind != document.KindHeader && x.kind != document.KindFooter {
			continue
		}
		b.page, b.y = page, margin/2
		if x.kind == document.KindFooter {
			b.y = b.footerTop(page)
		}
		b.writeLeaf(b.openNode(x.kind, 0), '\n', margin, x.lines)
	}
}

// footerTop returns where a page's footer begins: below all of its text.
func (b *builder) footerTop(page int) float64 {
	return max(pageHeight-margin, b.lowest[page]+lineHeight)
}

// openNode adds a node under its parent.
func (b *builder) openNode(kind document.Kind, parent int) int {
	id := len(b.tree.Nodes)
	b.tree.Nodes = append(b.tree.Nodes, document.Node{Kind: kind, Parent: parent})
	b.tree.Nodes[parent].Children = append(b.tree.Nodes[parent].Children, id)
	return id
}

// closeNode gives an inner node the span and the boxes of its children.
func (b *builder) closeNode(id int) {
	n := &b.tree.Nodes[id]
	if len(n.Children) == 0 {
		n.Span = document.Span{Start: b.text.Len(), End: b.text.Len()}
		return
	}
	n.Start, n.End = b.tree.Nodes[n.Children[0]].Start, b.tree.Nodes[n.Children[len(n.Children)-1]].End
	if id == 0 {
		return
	}
	for _, c := range n.Children {
		for _, box := range b.tree.Nodes[c].Boxes {
			n.Boxes = addPageBox(n.Boxes, box)
		}
	}
}

// addPageBox adds a box to those of a node, which has one for each page.
func addPageBox(list []document.PageBox, box document.PageBox) []document.PageBox {
	for i := range list {
		if list[i].Page == box.Page {
			list[i].Box = list[i].Box.Union(box.Box)
			return list
		}
	}
	return append(list, box)
}

// writeLeaf writes lines of text; sep separates them from the text before.
func (b *builder) writeLeaf(id int, sep byte, x float64, lines []string) {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(plainText(lines[i])), " ")
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	if len(lines) > 0 && b.text.Len() > 0 {
		b.text.WriteByte(sep)
	}
	n := &b.tree.Nodes[id]
	n.Start = b.text.Len()
	for i, line := range lines {
		if i > 0 {
			b.text.WriteByte(' ')
		}
		n.Boxes = addPageBox(n.Boxes, b.writeLine(x, line))
	}
	n.End = b.text.Len()
}

// writeLine writes one visual line.
func (b *builder) writeLine(x float64, text string) document.PageBox {
	start := b.text.Len()
	b.text.WriteString(text)
	edges := make([]float32, utf8.RuneCountInString(text)+1)
	for i := range edges {
		edges[i] = float32(x + charWidth*float64(i))
	}
	box := document.Rect{X: x, Y: b.y, Width: charWidth * float64(len(edges)-1), Height: charHeight}
	b.tree.Lines = append(b.tree.Lines, document.Line{
		Span:  document.Span{Start: start, End: b.text.Len()},
		Page:  b.page,
		Box:   box,
		Edges: edges,
	})
	b.y += lineHeight
	b.lowest[b.page] = max(b.lowest[b.page], b.y)
	return document.PageBox{Page: b.page, Box: box}
}

// flipCoordinates converts distances from the top, with which pages are written, to the
// coordinates of a page, which begin at the bottom.
func (b *builder) flipCoordinates() {
	for i := range b.tree.Pages {
		p := &b.tree.Pages[i]
		p.Height = max(pageHeight, b.footerTop(p.Number)+margin)
	}
	up := func(page int, r *document.Rect) { r.Y = b.tree.Pages[page-1].Height - r.Y - r.Height }
	for i := range b.tree.Lines {
		up(b.tree.Lines[i].Page, &b.tree.Lines[i].Box)
	}
	for i := range b.tree.Nodes {
		for j := range b.tree.Nodes[i].Boxes {
			up(b.tree.Nodes[i].Boxes[j].Page, &b.tree.Nodes[i].Boxes[j].Box)
		}
	}
}
