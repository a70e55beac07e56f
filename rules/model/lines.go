package model

import (
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// leader is the dotted line that leads from a label to its value.
const leader = "...."

// linesOfPage returns the numbers of the lines of a page, in text order.
func (c *Context) linesOfPage(page int) []int {
	if c.linesByPage == nil {
		c.linesByPage = map[int][]int{}
		for i := range c.Tree.Lines {
			c.linesByPage[c.Tree.Lines[i].Page] = append(c.linesByPage[c.Tree.Lines[i].Page], i)
		}
	}
	c.linesLooked += int64(len(c.linesByPage[page]))
	return c.linesByPage[page]
}

// restOfLine returns the text after a span on its visual line, inside the node, without
// the leader dots.
func restOfLine(n *Node, s document.Span) document.Span {
	t := n.ctx.Tree
	rest := document.Span{Start: s.End, End: s.End}
	if i := t.LineAt(s.End - 1); i < len(t.Lines) {
		rest.End = max(s.End, min(t.Lines[i].End, n.span().End))
	}
	if text := t.TextOf(rest); strings.HasPrefix(strings.TrimLeft(text, " :"), leader) {
		rest.Start += len(text) - len(strings.TrimLeft(text, " :."))
	}
	return rest
}

// lineAfter returns the rest of the line after a label. When a table cell contains only
// the label, it is the text of the next cell of the row.
func lineAfter(n *Node, s document.Span) document.Span {
	rest := restOfLine(n, s)
	t := n.ctx.Tree
	if strings.Trim(t.TextOf(rest), " \u00a0:.") != "" {
		return rest
	}
	next := n.ctx.cellBeside(s)
	if next == nil || !n.span().Contains(next.span()) {
		return rest
	}
	value := next.span()
	if i := t.LineAt(value.Start); i < len(t.Lines) {
		value.End = min(value.End, t.Lines[i].End)
	}
	return value
}

// cellBeside returns the next cell with text in the row of the cell that a span ends in,
// or nil when that cell has more lines below or the row is a header.
func (c *Context) cellBeside(s document.Span) *Node {
	var own *Node
	for _, n := range c.intersectingNodes(s) {
		if n.class == "TableCell" {
			own = n
		}
	}
	if own == nil || c.trimSpan(document.Span{Start: s.End, End: own.span().End}).Len() > 1 {
		return nil
	}
	at := own.treeNode().Cell
	var best *Node
	for _, n := range own.parent().children() {
		d := n.treeNode().Cell
		if d == nil || d.Col <= at.Col || !rangesOverlap(d.Row, d.RowSpan, at.Row, at.RowSpan) || n.span().Len() == 0 {
			continue
		}
		if best == nil || d.Col < best.treeNode().Cell.Col {
			best = n
		}
	}
	if best == nil || best.treeNode().Cell.Header {
		return nil
	}
	return best
}

// acrossColumns returns the rest of the line or, when that is empty, the nearest text to
// the right at the same height.
func acrossColumns(n *Node, s document.Span) document.Span {
	rest := restOfLine(n, s)
	t := n.ctx.Tree
	i := t.LineAt(s.End - 1)
	if n.ctx.trimSpan(rest).Len() > 0 || i >= len(t.Lines) {
		return rest
	}
	own, best := t.Lines[i], -1
	for _, j := range n.ctx.linesOfPage(own.Page) {
		l := &t.Lines[j]
		middle := l.Box.Y + l.Box.Height/2
		right := l.Box.X >= own.Box.X+own.Box.Width
		if right && middle > own.Box.Y && middle < own.Box.Y+own.Box.Height &&
			(best < 0 || l.Box.X < t.Lines[best].Box.X) {
			best = j
		}
	}
	if best < 0 {
		return rest
	}
	return t.Lines[best].Span
}
