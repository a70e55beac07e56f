package layout

import (
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
)

// A treeWriter puts text, lines and nodes into a tree.
type treeWriter struct {
	tree      *document.Tree
	text      strings.Builder
	compounds map[string]bool // that keep their hyphen at the end of a line
}

// newTreeWriter begins a tree with its pages and the document's node.
func newTreeWriter(doc *Document) *treeWriter {
	w := &treeWriter{tree: &document.Tree{}}
	for i := range doc.Pages {
		p := &doc.Pages[i]
		w.tree.Pages = append(w.tree.Pages, document.Page{
			Number: i + 1, Width: roundPoints(float32(p.Width)), Height: roundPoints(float32(p.Height)), Rotation: p.Rotation,
			Note: noteOf(p),
		})
	}
	w.openNode(document.KindDocument, -1)
	return w
}

// openNode adds a node under its parent and returns its index.
func (w *treeWriter) openNode(kind document.Kind, parent int) int {
	id := len(w.tree.Nodes)
	w.tree.Nodes = append(w.tree.Nodes, document.Node{Kind: kind, Parent: parent})
	w.tree.Nodes[id].Start = -1
	if parent >= 0 {
		p := &w.tree.Nodes[parent]
		p.Children = append(p.Children, id)
	}
	return id
}

// writeBody writes the sections, and ends the main body.
func (w *treeWriter) writeBody(root *section) {
	if len(root.items) > 0 {
		w.writePlain(root.items, 0)
	}
	for _, s := range root.sections {
		w.writeSection(s, 0)
	}
	w.tree.Body = w.text.Len()
}

// writeSection writes a section; one that contains sections becomes a super-section, and
// the content before these is put into a section of its own.
func (w *treeWriter) writeSection(s *section, parent int) {
	if len(s.sections) == 0 {
		w.writePlain(s.items, parent)
		return
	}
	id := w.openNode(document.KindSuperSection, parent)
	w.writeItem(s.items[0], id)
	if len(s.items) > 1 {
		w.writePlain(s.items[1:], id)
	}
	for _, sub := range s.sections {
		w.writeSection(sub, id)
	}
}

// writePlain writes a section without sections inside.
func (w *treeWriter) writePlain(items []*item, parent int) {
	id := w.openNode(document.KindSection, parent)
	for _, it := range items {
		w.writeItem(it, id)
	}
}

// writeItem writes a leaf or a table.
func (w *treeWriter) writeItem(it *item, parent int) {
	switch it.kind {
	case document.KindTable:
		w.writeTable(it, parent)
	case document.KindImage:
		id := w.openNode(document.KindImage, parent)
		n := &w.tree.Nodes[id]
		n.Image = &document.Image{Type: it.imageType, Transparent: it.transparent}
		n.Boxes = []document.PageBox{{Page: it.page, Box: turn(0).toPage(it.image)}}
	default:
		id := w.openNode(it.kind, parent)
		w.tree.Nodes[id].Level = it.level
		if it.kind == document.KindParagraph {
			w.tree.Nodes[id].Role = it.role
		}
		w.writeLeaf(id, it.lines, '\n')
	}
}

// writeTable writes a table: its cells in reading order, a line break where a row, or a
// column that is read down, begins.
func (w *treeWriter) writeTable(it *item, parent int) {
	id := w.openNode(document.KindTable, parent)
	g := it.table
	g.markDoubt()
	if g.runsLeftward() {
		g.countFromRight()
	}
	w.tree.Nodes[id].Table = &document.Table{Rows: g.rows, Cols: g.cols}
	for _, run := range g.readingRuns() {
		for i, c := range run {
			cell := w.openNode(document.KindTableCell, id)
			w.tree.Nodes[cell].Cell = &document.Cell{
				Row: c.row, Col: c.col, RowSpan: c.rowSpan, ColSpan: c.colSpan, Header: c.header,
				Uncertain: c.uncertain,
			}
			if !c.box.Empty() {
				boxes := []document.PageBox{{Page: max(it.page, c.page), Box: it.turn.toPage(c.box)}}
				for _, p := range c.later {
					boxes = joinBoxes(boxes, []document.PageBox{{Page: p.page, Box: it.turn.toPage(p.box)}})
				}
				w.tree.Nodes[cell].Boxes = boxes
			}
			sep := byte(' ')
			if i == 0 {
				sep = '\n'
			}
			w.writeCell(cell, c, it, sep)
		}
	}
	boxes := []document.PageBox{{Page: it.page, Box: it.turn.toPage(g.box)}}
	for _, p := range g.parts {
		boxes = joinBoxes(boxes, []document.PageBox{{Page: p.page, Box: it.turn.toPage(p.box)}})
	}
	w.tree.Nodes[id].Boxes = boxes
}

// writeCell writes the text of a cell: as a leaf, or as paragraphs when it frames several
// blocks.
func (w *treeWriter) writeCell(id int, c *gridCell, it *item, sep byte) {
	if len(c.parts) == 0 {
		w.writeLeaf(id, c.lines, sep)
		return
	}
	for _, b := range c.parts {
		for _, p := range itemsOf(b, it.turn, it.page) {
			w.writeItem(p, id)
		}
	}
}

// writeFurniture writes a page's header or footer, when it has one.
func (w *treeWriter) writeFurniture(kind document.Kind, lines []*line) {
	if len(lines) > 0 {
		w.writeLeaf(w.openNode(kind, 0), lines, '\n')
	}
}

// writeLeaf writes the text of a node; sep separates it from the text before it.
func (w *treeWriter) writeLeaf(id int, lines []*line, sep byte) {
	if len(lines) > 0 && w.text.Len() > 0 {
		w.text.WriteByte(sep)
	}
	n := &w.tree.Nodes[id]
	n.Start = w.text.Len()
	for i, l := range lines {
		hyphen := i+1 < len(lines) && isHyphenated(l, lines[i+1])
		w.writeLine(l, hyphen && !w.isCompound(l, lines[i+1]))
		if i+1 < len(lines) && !hyphen && !isBroken(l, lines[i+1]) && !isUnspaced(l, lines[i+1]) {
			w.text.WriteByte(' ')
		}
	}
	n.End = w.text.Len()
	if len(n.Boxes) == 0 {
		n.Boxes = boxesOf(lines)
	}
}

// isHyphenated reports whether a word is divided at the end of line a.
func isHyphenated(a, b *line) bool {
	runes := a.words[len(a.words)-1].runes
	if len(runes) < 2 {
		return false
	}
	last, before := runes[len(runes)-1], runes[len(runes)-2]
	next := b.words[0].runes[0]
	if last == 0xAD {
		return true
	}
	return last == '-' && unicode.IsLetter(before) && unicode.IsLower(next)
}

// isUnspaced reports whether line b continues a without a space, as in scripts that
// are written without spaces between words.
func isUnspaced(a, b *line) bool {
	runes := a.words[len(a.words)-1].runes
	return isEastAsian(runes[len(runes)-1]) && isEastAsian(b.words[0].runes[0])
}

// isBroken reports whether a code or compound, like INV-0012, continues in line b
// after the hyphen at the end of line a.
func isBroken(a, b *line) bool {
	runes, next := a.words[len(a.words)-1].runes, b.words[0].runes[0]
	n := len(runes)
	return n >= 2 && runes[n-1] == '-' && isAlnum(runes[n-2]) && (unicode.IsDigit(next) || unicode.IsUpper(next))
}

func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// writeLine writes one line; the hyphen of a divided word is left out. A line with letters
// that run from right to left is written as one line for each run of a direction.
func (w *treeWriter) writeLine(l *line, hyphen bool) {
	run := lineRun{w: w, l: l}
	turns := l.hasRightToLeft()
	for i, wd := range l.words {
		if i > 0 {
			run.writeSpace()
		}
		run.word = wd
		n := len(wd.runes)
		if hyphen && i == len(l.words)-1 {
			n--
		}
		for k := range n {
			if turns {
				run.turnTo(directionOf(wd.runes[k]))
			}
			run.writeRune(wd.runes[k], wd.lo[k], wd.hi[k])
		}
	}
	run.endRun()
}

// A lineRun is a line on its way into the tree.
type lineRun struct {
	w        *treeWriter
	l        *line
	word     *word // that is being written
	last     *word // that is begun in out
	words    int   // in out
	out      document.Line
	begun    bool
	leftward bool
	box      Box
	end      float32 // where the last rune ends
}

// turnTo ends the run when a rune is read in the other direction.
func (r *lineRun) turnTo(d direction) {
	if d == neutral || d == separator {
		return
	}
	left := d == leftward
	if r.begun && left != r.leftward {
		r.endRun()
	}
	r.leftward = left
}

// writeRune writes one rune that stands from lo to hi.
func (r *lineRun) writeRune(v rune, lo, hi float32) {
	if !r.begun {
		r.out = document.Line{Page: r.l.page, Angle: int(r.l.turn)}
		r.out.Start, r.begun, r.box = r.w.text.Len(), true, Box{}
	}
	r.w.text.WriteRune(v)
	from, to := lo, hi
	if r.leftward {
		from, to = hi, lo
	}
	r.out.Edges = append(r.out.Edges, r.l.turn.edgeToPage(from))
	r.end = to
	if r.last != r.word {
		r.last = r.word
		r.beginWord()
	}
	r.box = r.box.Union(Box{lo, r.l.box.Y0, max(hi, lo+0.01), r.l.box.Y1})
}

// beginWord counts a word and, where words of the line have any, notes its confidence.
func (r *lineRun) beginWord() {
	if c := int(r.word.confidence); c > 0 || len(r.out.Confidences) > 0 {
		for len(r.out.Confidences) < r.words {
			r.out.Confidences = append(r.out.Confidences, 0)
		}
		r.out.Confidences = append(r.out.Confidences, c)
	}
	r.words++
}

// writeSpace writes the space between two words.
func (r *lineRun) writeSpace() {
	if r.begun {
		r.w.text.WriteByte(' ')
		r.out.Edges = append(r.out.Edges, r.l.turn.edgeToPage(r.end))
	}
}

// endRun adds the run to the tree.
func (r *lineRun) endRun() {
	if !r.begun {
		return
	}
	box := r.l.box
	if r.l.hasRightToLeft() {
		box = r.box
	}
	r.out.Box = r.l.turn.toPage(box)
	r.out.Edges = append(r.out.Edges, r.l.turn.edgeToPage(r.end))
	r.out.End = r.w.text.Len()
	r.w.tree.Lines = append(r.w.tree.Lines, r.out)
	r.begun, r.last, r.words = false, nil, 0
}

// boxesOf returns the boxes around lines, one a page.
func boxesOf(lines []*line) []document.PageBox {
	var out []document.PageBox
	for _, l := range lines {
		b := l.turn.toPage(l.box)
		if n := len(out); n > 0 && out[n-1].Page == l.page {
			out[n-1].Box = out[n-1].Box.Union(b)
			continue
		}
		out = append(out, document.PageBox{Page: l.page, Box: b})
	}
	return out
}

// finishTree completes the spans and boxes of inner nodes, bottom up: children always
// have larger indexes than their parent.
func (w *treeWriter) finishTree() *document.Tree {
	t := w.tree
	t.Text = w.text.String()
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		if len(n.Children) > 0 {
			w.encloseChildren(n)
		}
		if n.Start < 0 {
			n.Start, n.End = 0, 0 // an image, or an empty document
		}
	}
	w.placeImages()
	t.Nodes[0].Start, t.Nodes[0].End = 0, len(t.Text)
	return t
}

// encloseChildren spans a node over its children.
func (w *treeWriter) encloseChildren(n *document.Node) {
	boxes := len(n.Boxes) == 0
	for _, c := range n.Children {
		child := &w.tree.Nodes[c]
		if child.Kind == document.KindImage || child.Len() == 0 && child.Kind == document.KindTableCell {
			continue
		}
		if n.Start < 0 || child.Start < n.Start {
			n.Start = child.Start
		}
		n.End = max(n.End, child.End)
		if boxes {
			n.Boxes = joinBoxes(n.Boxes, child.Boxes)
		}
	}
}

// joinBoxes adds boxes to a list with one box a page, in page order.
func joinBoxes(list, more []document.PageBox) []document.PageBox {
	for _, b := range more {
		i := len(list)
		for i > 0 && list[i-1].Page > b.Page {
			i--
		}
		if i > 0 && list[i-1].Page == b.Page {
			list[i-1].Box = list[i-1].Box.Union(b.Box)
			continue
		}
		list = append(list[:i], append([]document.PageBox{b}, list[i:]...)...)
	}
	return list
}

// placeImages gives images an empty span where they stand in the text: at the end of
// the text in front of them.
func (w *treeWriter) placeImages() {
	at := 0
	for i := range w.tree.Nodes {
		n := &w.tree.Nodes[i]
		if n.Kind == document.KindImage {
			n.Start, n.End = at, at
		} else if len(n.Children) == 0 {
			at = n.End
		}
	}
}
