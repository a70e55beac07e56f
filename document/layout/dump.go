package layout

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// DumpTree prints a tree for people: a line for each node, and under a leaf a line for
// each line of text with its page and its lower left corner in points.
func DumpTree(w io.Writer, t *document.Tree) error {
	for _, p := range t.Pages {
		if _, err := fmt.Fprintf(w, "page %d: %.0f x %.0f, rotated by %d\n", p.Number, p.Width, p.Height, p.Rotation); err != nil {
			return err
		}
	}
	return dumpNode(w, t, 0, 0)
}

// dumpNode prints a node and those below.
func dumpNode(w io.Writer, t *document.Tree, id, depth int) error {
	n := &t.Nodes[id]
	indent := strings.Repeat("  ", depth)
	note := ""
	switch {
	case n.Table != nil:
		note = fmt.Sprintf(" %d x %d", n.Table.Rows, n.Table.Cols)
	case n.Cell != nil:
		note = fmt.Sprintf(" %d,%d", n.Cell.Row, n.Cell.Col)
		if n.Cell.Header {
			note += " header"
		}
		if n.Cell.Uncertain {
			note += " uncertain"
		}
	case n.Level > 0:
		note = fmt.Sprintf(" level %d", n.Level)
	}
	if _, err := fmt.Fprintf(w, "%s%s%s [%d,%d)\n", indent, n.Kind, note, n.Start, n.End); err != nil {
		return err
	}
	if len(n.Children) == 0 {
		return dumpLines(w, t, n.Span, indent+"  ")
	}
	for _, c := range n.Children {
		if err := dumpNode(w, t, c, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// dumpLines prints the lines of a span.
func dumpLines(w io.Writer, t *document.Tree, s document.Span, indent string) error {
	for i := t.LineAt(s.Start); i < len(t.Lines) && t.Lines[i].Start < s.End; i++ {
		l := &t.Lines[i]
		if _, err := fmt.Fprintf(w, "%s| %s  (p%d %.0f,%.0f)\n", indent, t.TextOf(l.Span), l.Page, l.Box.X, l.Box.Y); err != nil {
			return err
		}
	}
	return nil
}
