package author

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
)

// printMarkdown prints the document as GitHub's Markdown, in reading order. Headers and footers of
// pages are left out; a picture is a comment with its type and page.
func printMarkdown(w io.Writer, l document.Outline) error {
	out := &markdownPrinter{}
	out.b.WriteString(describeReading(l))
	out.printNodes(l.Nodes)
	_, err := io.WriteString(w, out.b.String())
	return err
}

// describeReading returns the notes of pages and the findings as comments, which are the same in Markdown and HTML.
func describeReading(l document.Outline) string {
	said := ""
	for _, p := range l.Pages {
		if p.Note != "" {
			said += fmt.Sprintf("<!-- page %d: %s -->\n", p.Number, strings.ReplaceAll(p.Note, "--", "- -"))
		}
	}
	for _, f := range l.Findings {
		said += fmt.Sprintf("<!-- %s -->\n", strings.ReplaceAll(f.Message, "--", "- -"))
	}
	return said
}

// A markdownPrinter collects blocks of Markdown.
type markdownPrinter struct {
	b      strings.Builder
	inList bool // the last block was an item of a list
}

// printNodes appends nodes with all nodes below them.
func (o *markdownPrinter) printNodes(nodes []document.OutlineNode) {
	for _, n := range nodes {
		switch n.Type {
		case document.KindHeader, document.KindFooter:
		case document.KindTable:
			o.printTable(n)
		case document.KindImage:
			o.printImage(n)
		default:
			o.printText(n)
			o.printNodes(n.Children)
		}
	}
}

// startBlock sets a block off from the one before; items of one list follow each other.
func (o *markdownPrinter) startBlock(item bool) {
	switch {
	case o.b.Len() == 0 || item && o.inList:
	default:
		o.b.WriteByte('\n')
	}
	o.inList = item
}

// printText appends the text of a headline or a paragraph.
func (o *markdownPrinter) printText(n document.OutlineNode) {
	text := strings.TrimSpace(n.Text)
	if text == "" {
		return
	}
	item := n.Role == document.RoleListItem
	o.startBlock(item)
	switch {
	case n.Type == document.KindHeadline:
		fmt.Fprintf(&o.b, "%s %s\n", strings.Repeat("#", headlineLevel(n)), escapeInline(text))
	case item:
		mark, rest := cutBullet(text)
		fmt.Fprintf(&o.b, "%s %s\n", mark, escapeMarkdown(rest))
	case n.Role == document.RoleCaption:
		fmt.Fprintf(&o.b, "*%s*\n", escapeMarkdown(text))
	default:
		fmt.Fprintf(&o.b, "%s\n", escapeMarkdown(text))
	}
}

// headlineLevel returns the level of a headline, 1 to 6.
func headlineLevel(n document.OutlineNode) int { return min(max(n.Level, 1), 6) }

// printImage appends the text in a picture, or a comment that a picture is there.
func (o *markdownPrinter) printImage(n document.OutlineNode) {
	if strings.TrimSpace(n.Text) != "" {
		o.printText(n)
		return
	}
	o.startBlock(false)
	fmt.Fprintf(&o.b, "<!-- image: %s, page %d -->\n", imageType(n), n.Page)
}

// imageType returns the type of a picture, OTHER where it is unknown.
func imageType(n document.OutlineNode) string {
	if n.Image == nil || n.Image.Type == "" {
		return "OTHER"
	}
	return n.Image.Type
}

// printTable appends a table. Markdown knows no cells over several rows or columns: their text
// stands in the first place, and the others are empty. A table whose first row is no header
// gets an empty one, which Markdown asks for.
func (o *markdownPrinter) printTable(n document.OutlineNode) {
	if n.Rows == 0 || n.Cols == 0 {
		return
	}
	o.startBlock(false)
	grid := make([][]string, n.Rows)
	for i := range grid {
		grid[i] = make([]string, n.Cols)
	}
	for _, c := range n.Cells {
		text := strings.ReplaceAll(escapeInline(c.Text), "|", `\|`)
		if c.Uncertain {
			text += " <!-- uncertain -->"
		}
		grid[c.Row][c.Col] = text
	}
	if !hasHeaderRow(n) {
		grid = append([][]string{make([]string, n.Cols)}, grid...)
	}
	for i, row := range grid {
		fmt.Fprintf(&o.b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			o.b.WriteString(strings.Repeat("| --- ", n.Cols) + "|\n")
		}
	}
}

// hasHeaderRow reports whether all cells of a table's first row are headers.
func hasHeaderRow(n document.OutlineNode) bool {
	for _, c := range n.Cells {
		if c.Row == 0 && !c.Header {
			return false
		}
	}
	return true
}

var (
	// bullets are the signs that begin an item of a list without numbers.
	bullets = regexp.MustCompile(`^[-–—*•◦▪‣·●○■□►✓]\s+`)
	// ordinals are those with numbers that Markdown understands.
	ordinals = regexp.MustCompile(`^\d{1,9}[.)]\s+`)
	// entity is the begin of a character reference.
	entity = regexp.MustCompile(`^&(?:#|[A-Za-z][A-Za-z0-9]*;)`)
	// opening matches markup that counts at the begin of a line only.
	opening = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|[-=]+\s*$|\|)`)
	// number is a number at the begin of a line, which would be an item of a list.
	number = regexp.MustCompile(`^(\d{1,9})([.)])(\s|$)`)
)

// cutBullet divides an item of a list into the mark that Markdown knows and its text.
func cutBullet(text string) (mark, rest string) {
	if at := bullets.FindString(text); at != "" {
		return "-", text[len(at):]
	}
	if at := ordinals.FindString(text); at != "" {
		return strings.TrimSpace(at), text[len(at):]
	}
	return "-", text
}

// escapeInline returns text as one line in which nothing is markup where it does not begin a block.
func escapeInline(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var out strings.Builder
	before := ' '
	for i, sign := range text {
		if isMarkup(before, text[i:]) {
			out.WriteByte('\\')
		}
		out.WriteRune(sign)
		before = sign
	}
	return out.String()
}

// isMarkup reports whether Markdown would take the first sign of text as markup after another sign.
func isMarkup(before rune, text string) bool {
	switch text[0] {
	case '\\', '`', '*', '[', ']', '<', '>', '~':
		return true
	case '&':
		return entity.MatchString(text)
	case '_':
		after, _ := utf8.DecodeRuneInString(text[1:])
		return !isWordRune(before) || !isWordRune(after)
	}
	return false
}

// isWordRune reports whether a rune is a letter or a digit.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// escapeMarkdown returns text as one line in which nothing is markup.
func escapeMarkdown(text string) string {
	text = escapeInline(text)
	if opening.MatchString(text) {
		return `\` + text
	}
	return number.ReplaceAllString(text, `$1\$2$3`)
}
