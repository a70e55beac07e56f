package author

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// printHTML prints the document as a page of HTML without style, script or anything from
// elsewhere, in reading order. Headers and footers of pages are left out. Each element tells the page it
// begins on in data-page, and its name in the tree in id.
func printHTML(w io.Writer, title string, l document.Outline) error {
	out := &htmlPrinter{}
	out.b.WriteString("<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(&out.b, "<title>%s</title>\n</head>\n<body>\n", html.EscapeString(title))
	out.b.WriteString(describeReading(l))
	out.printNodes(l.Nodes)
	out.b.WriteString("</body>\n</html>\n")
	_, err := io.WriteString(w, out.b.String())
	return err
}

// An htmlPrinter collects elements of HTML.
type htmlPrinter struct{ b strings.Builder }

// printNodes appends nodes with all nodes below them. Items of a list that follow each other
// become one list.
func (o *htmlPrinter) printNodes(nodes []document.OutlineNode) {
	for i, n := range nodes {
		item := isListItem(n)
		if item && (i == 0 || !isListItem(nodes[i-1])) {
			o.b.WriteString("<ul>\n")
		}
		o.printNode(n)
		if item && (i == len(nodes)-1 || !isListItem(nodes[i+1])) {
			o.b.WriteString("</ul>\n")
		}
	}
}

// isListItem reports whether a node is one item of a list.
func isListItem(n document.OutlineNode) bool { return n.Role == document.RoleListItem }

// printNode appends one node with all nodes below it.
func (o *htmlPrinter) printNode(n document.OutlineNode) {
	switch {
	case n.Type == document.KindHeader || n.Type == document.KindFooter:
	case n.Type == document.KindTable:
		o.printTable(n)
	case n.Type == document.KindImage:
		o.printElement("figure", ` class="`+strings.ToLower(imageType(n))+`"`, n)
	case n.Type == document.KindHeadline:
		o.printElement(fmt.Sprintf("h%d", headlineLevel(n)), "", n)
	case isListItem(n):
		_, n.Text = cutBullet(strings.TrimSpace(n.Text))
		o.printElement("li", "", n)
	case len(n.Children) > 0:
		fmt.Fprintf(&o.b, "<section id=\"%s\" data-page=\"%d\">\n", n.ID, n.Page)
		o.printNodes(n.Children)
		o.b.WriteString("</section>\n")
	case n.Role != "":
		o.printElement("p", ` class="`+strings.ToLower(n.Role)+`"`, n)
	default:
		o.printElement("p", "", n)
	}
}

// printElement appends an element with the text of a node.
func (o *htmlPrinter) printElement(tag, attributes string, n document.OutlineNode) {
	fmt.Fprintf(&o.b, "<%s id=\"%s\" data-page=\"%d\"%s>%s</%s>\n", tag, n.ID, n.Page, attributes, html.EscapeString(n.Text), tag)
}

// printTable appends a table, with cells over several rows and columns as they are.
func (o *htmlPrinter) printTable(n document.OutlineNode) {
	rows := make([][]document.OutlineCell, n.Rows)
	for _, c := range n.Cells {
		rows[c.Row] = append(rows[c.Row], c)
	}
	fmt.Fprintf(&o.b, "<table id=\"%s\" data-page=\"%d\">\n", n.ID, n.Page)
	for _, row := range rows {
		o.b.WriteString("<tr>")
		for _, c := range row {
			o.printCell(c)
		}
		o.b.WriteString("</tr>\n")
	}
	o.b.WriteString("</table>\n")
}

// printCell appends one cell of a table.
func (o *htmlPrinter) printCell(c document.OutlineCell) {
	tag, attributes := "td", ""
	if c.Header {
		tag = "th"
	}
	if c.RowSpan > 1 {
		attributes = fmt.Sprintf(" rowspan=\"%d\"", c.RowSpan)
	}
	if c.ColSpan > 1 {
		attributes += fmt.Sprintf(" colspan=\"%d\"", c.ColSpan)
	}
	if c.Uncertain {
		attributes += ` class="uncertain"`
	}
	fmt.Fprintf(&o.b, "<%s id=\"%s\"%s>%s</%s>", tag, c.ID, attributes, html.EscapeString(c.Text), tag)
}
