package author

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// layoutCommand shows the tree that a document is read into.
type layoutCommand struct {
	JSON     bool    `xor:"form" help:"Print JSON; docs/layout.md tells its form."`
	Markdown bool    `xor:"form" help:"Print Markdown: headlines, paragraphs, lists and tables in reading order."`
	HTML     bool    `name:"html" xor:"form" help:"Print a page of HTML, the same with cells over several rows and columns."`
	PNG      string  `name:"png" type:"path" placeholder:"DIR" help:"Draw the boxes over the pages, into DIR/page-1.png and so on."`
	DPI      float64 `name:"dpi" default:"100" placeholder:"N" help:"Dots per inch of the drawings, 36 to 300. Default: 100."`
	Pages    string  `placeholder:"LIST" help:"Show these pages only, for example 2 or 1,4-6,9-."`
	Reading
	Out   string   `type:"path" placeholder:"DIR" help:"Write into DIR what would be printed, a file for each document: DIR/offer.pdf.md and so on."`
	Files []string `arg:"" name:"file" type:"existingfile" help:"The documents: PDF, docx, xlsx, pptx, jpg, png or tiff. Several need --out."`
}

// Help returns the text below the usage line of --help.
func (layoutCommand) Help() string {
	return `Prints the pages, and each node of the tree in reading order: its type, the page, the box
as x,y width x height (PDF points, origin in the lower left corner of the unrotated page), and
its text. Nodes with text, tables and images are numbered. With --json, the same is printed
for programs. --markdown and --html print the document to be read on, with tables as tables and
without headers and footers of pages. With --png, the boxes are drawn over images of the pages instead, in a colour for
each type, each with its number and type (H1 is a headline of level 1, P a paragraph); one of the
others can be added.

Scans and photos are read by Tesseract where it is installed, doubtful ones by a second
recogniser where its models are (scripts/setup models, --ocr-models).

Several documents are read at a time, one on each core, and written to --out by their names.

A document that cannot be read is told in a sentence; then the exit code is 1.

Examples:
  docket layout offer.pdf | less
  docket layout offer.pdf --pages 3 --png boxes
  docket layout offer.docx --markdown > offer.md
  docket layout offers/*.pdf --markdown --out texts
  docket layout offer.pdf --json | jq -r '.. | objects | select(.type == "HEADLINE") | .text'
  docket layout prices.pdf --json | jq '.. | .cells? // empty | map({row, col, text})'`
}

// Run reads the document and prints or draws its tree.
func (x layoutCommand) Run(ctx context.Context, streams terminal.Streams) error {
	pages, err := parsePages(x.Pages)
	if err != nil {
		return terminal.ReportMisuse(streams, "--pages: %v", err)
	}
	if !(x.DPI >= 36 && x.DPI <= 300) {
		return terminal.ReportMisuse(streams, "--dpi must be between 36 and 300")
	}
	if problem := x.checkFiles(); problem != "" {
		return terminal.ReportMisuse(streams, "%s", problem)
	}
	in := &Reader{Reading: x.Reading, optionalOCR: true}
	in.Reread = true // people look here when the reading itself is in doubt
	defer in.Close()
	failures := make([]error, len(x.Files))
	in.forEachFile(x.Files, func(i int) { failures[i] = x.layOutFile(ctx, streams, in, x.Files[i], pages) })
	var failed error
	for i, err := range failures {
		if err != nil {
			fmt.Fprintf(streams.Err, "docket: %s: %s\n", x.Files[i], DescribeError(err))
			failed = terminal.ErrReported
		}
	}
	return failed
}

// checkFiles says what is wrong with several files, "" when nothing is.
func (x layoutCommand) checkFiles() string {
	if len(x.Files) > 1 && (x.Out == "" || x.PNG != "") {
		return "several documents need --out, and --png takes one"
	}
	seen := map[string]string{}
	for _, name := range x.Files {
		base := filepath.Base(name)
		if other, twice := seen[base]; twice && x.Out != "" {
			return fmt.Sprintf("%s and %s would have the same file in --out", other, name)
		}
		seen[base] = name
	}
	return ""
}

// layOutFile shows a document, or writes what would be shown to the file that is its own in --out. A
// document that cannot be read leaves no file.
func (x layoutCommand) layOutFile(ctx context.Context, streams terminal.Streams, in *Reader, name string, pages pageList) error {
	if x.Out == "" {
		return x.showLayout(ctx, streams, in, name, pages)
	}
	var shown bytes.Buffer
	streams.Out = &shown
	if err := x.showLayout(ctx, streams, in, name, pages); err != nil {
		return err
	}
	if err := os.MkdirAll(x.Out, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(x.Out, filepath.Base(name)+x.extension()), shown.Bytes(), 0o666)
}

// extension returns that of files in --out.
func (x layoutCommand) extension() string {
	switch {
	case x.JSON:
		return ".json"
	case x.Markdown:
		return ".md"
	case x.HTML:
		return ".html"
	}
	return ".txt"
}

// showLayout reads a document, draws the chosen pages with --png, and prints the tree unless
// only drawings were asked for.
func (x layoutCommand) showLayout(ctx context.Context, streams terminal.Streams, in *Reader, name string, pages pageList) error {
	tree, err := in.ReadTree(ctx, name)
	if err != nil {
		return err
	}
	shown := outlineOf(tree, pages)
	if len(shown.Pages) == 0 {
		return fmt.Errorf("none of the %d pages is in %s", len(tree.Pages), x.Pages)
	}
	if x.PNG != "" {
		if err := x.drawPages(ctx, streams, in, name, shown); err != nil {
			return err
		}
	}
	switch {
	case x.JSON:
		return printLayout(streams.Out, shown)
	case x.Markdown:
		return printMarkdown(streams.Out, shown)
	case x.HTML:
		return printHTML(streams.Out, filepath.Base(name), shown)
	case x.PNG == "":
		return printTree(streams.Out, shown)
	}
	return nil
}

// printTree prints the tree as text.
func printTree(w io.Writer, l document.Outline) error {
	out := &layoutPrinter{w: w}
	for _, p := range l.Pages {
		out.startLine("page %d: %g x %g", p.Number, p.Width, p.Height)
		if p.Rotation != 0 {
			out.printText(", turned by %d", p.Rotation)
		}
		if p.Note != "" {
			out.printText(": %s", p.Note)
		}
	}
	for _, n := range l.Nodes {
		out.printNode(n, 0)
	}
	out.printText("\n")
	return out.err
}

// A layoutPrinter prints a tree as text. After the first failed write it writes nothing
// more, and keeps the error.
type layoutPrinter struct {
	w       io.Writer
	started bool
	err     error
}

// printText appends to the current line.
func (o *layoutPrinter) printText(format string, args ...any) {
	if o.err == nil {
		_, o.err = fmt.Fprintf(o.w, format, args...)
	}
}

// startLine starts a new line.
func (o *layoutPrinter) startLine(format string, args ...any) {
	if o.started {
		o.printText("\n")
	}
	o.started = true
	o.printText(format, args...)
}

// printNode prints a node and, further indented, the nodes below it.
func (o *layoutPrinter) printNode(n document.OutlineNode, depth int) {
	o.startLine("%*s", 2*depth, "")
	if n.Order > 0 {
		o.printText("%d ", n.Order)
	}
	o.printText("%s", n.Type)
	switch {
	case n.Level > 0:
		o.printText(" %d", n.Level)
	case n.Type == document.KindTable:
		o.printText(" %d x %d", n.Rows, n.Cols)
	case n.Image != nil:
		o.printText(" %s", n.Image.Type)
	}
	o.printBox(n.Page, n.Box)
	if len(n.Boxes) > 0 {
		o.printText(" to p%d", n.Boxes[len(n.Boxes)-1].Page)
	}
	if n.Text != "" {
		o.printText("  %s", n.Text)
	}
	for _, c := range n.Cells {
		o.startLine("%*s%d,%d", 2*depth+2, "", c.Row, c.Col)
		if c.RowSpan > 1 || c.ColSpan > 1 {
			o.printText(" over %d x %d", c.RowSpan, c.ColSpan)
		}
		if c.Header {
			o.printText(" header")
		}
		if c.Uncertain {
			o.printText(" uncertain")
		}
		o.printBox(c.Page, c.Box)
		o.printText("  %s", c.Text)
	}
	for _, c := range n.Children {
		o.printNode(c, depth+1)
	}
}

// printBox appends the page and box of a node, nothing without a box.
func (o *layoutPrinter) printBox(page int, box *document.Rect) {
	if box != nil {
		o.printText(" [p%d %.0f,%.0f %.0fx%.0f]", page, box.X, box.Y, box.Width, box.Height)
	}
}
