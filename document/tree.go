package document

import (
	"sort"
	"unicode/utf8"
)

// A Kind names a layout element.
type Kind string

// The layout elements. Only leaves own text; inner nodes span their children.
const (
	KindDocument     Kind = "DOCUMENT"
	KindSuperSection Kind = "SUPER_SECTION"
	KindSection      Kind = "SECTION"
	KindHeadline     Kind = "HEADLINE"
	KindParagraph    Kind = "PARAGRAPH"
	KindTable        Kind = "TABLE"
	KindTableCell    Kind = "TABLE_CELL"
	KindHeader       Kind = "HEADER"
	KindFooter       Kind = "FOOTER"
	KindImage        Kind = "IMAGE"
)

// The roles of paragraphs that are not plain text.
const (
	RoleListItem = "LIST_ITEM"
	RoleFootnote = "FOOTNOTE"
	RoleCaption  = "CAPTION" // of a table or an image
)

// ImageOCR is the type of the image of a scanned page, whose text was recognised.
const ImageOCR = "OCR"

// A Page is one page of the document, in PDF points of the unrotated page.
type Page struct {
	Number   int     `json:"page"` // 1-based
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
	Rotation int     `json:"rotation"` // 0, 90, 180, 270: clockwise, for display only
	// Note says to people why the page is empty or lacks text; "" for nearly all pages.
	Note string `json:"note,omitempty"`
}

// A Node is one layout element. Nodes refer to each other by their index in
// Tree.Nodes; node 0 is the document.
type Node struct {
	Kind     Kind  `json:"kind"`
	Parent   int   `json:"parent"` // -1 for the document
	Children []int `json:"children,omitempty"`
	Span
	Boxes []PageBox `json:"boxes,omitempty"` // at most one box a page, in page order
	// Role tells special paragraphs apart: LIST_ITEM, FOOTNOTE, CAPTION; "" is any other.
	Role  string `json:"role,omitempty"`
	Level int    `json:"level,omitempty"` // of a headline, 1 is the topmost
	Table *Table `json:"table,omitempty"` // of a TABLE
	Cell  *Cell  `json:"cell,omitempty"`  // of a TABLE_CELL
	Image *Image `json:"image,omitempty"` // of an IMAGE
}

// A Table gives the size of a table's grid.
type Table struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
}

// A Cell says where in the grid a table cell stands, 0-based.
type Cell struct {
	Row     int  `json:"row"`
	Col     int  `json:"col"`
	RowSpan int  `json:"rowSpan"` // at least 1
	ColSpan int  `json:"colSpan"` // at least 1
	Header  bool `json:"header,omitempty"`
	// Uncertain means that another reading of the page would part or join its text otherwise.
	Uncertain bool `json:"uncertain,omitempty"`
}

// An Image is the type of a picture: LOGO, FORMULA, SIGNATURE, OTHER, OCR or GRAPHIC.
type Image struct {
	Type        string `json:"type"`
	Transparent bool   `json:"transparent,omitempty"`
}

// A Tree is a whole document. Text holds the main body first and the text of
// headers and footers after it, so the main body is one span too. Inside a
// leaf, line breaks are single spaces and hyphenated words are joined.
type Tree struct {
	Pages []Page `json:"pages"`
	Text  string `json:"text"`
	Body  int    `json:"body"` // Text[:Body] is the main body
	Nodes []Node `json:"nodes"`
	Lines []Line `json:"lines"` // by Start; together they cover all text but separators
	// EInvoice is the structured invoice that the file carries beside its pages, nil for none.
	EInvoice *EInvoice `json:"eInvoice,omitempty"`
	// Findings tell what was left out of the tree, changed or is in doubt, in the order of the stages.
	Findings []Finding `json:"findings,omitempty"`
}

// A Line is a run of text on one visual line.
type Line struct {
	Span
	Page int  `json:"page"`
	Box  Rect `json:"box"`
	// Angle is the direction of writing in degrees counter-clockwise on the
	// unrotated page: 0, 90, 180 or 270.
	Angle int `json:"angle,omitempty"`
	// Edges[i] and Edges[i+1] are where rune i of the line begins and ends along
	// the direction of writing, in points of the page axis (x for 0 and 180, y for
	// 90 and 270). len(Edges) is the number of runes + 1.
	Edges []float32 `json:"edges"`
	// Confidences says how sure text recognition is of each word of the line, from 1 to 100; 0
	// for a word of which nothing is known. It is empty when nothing is known of all of them.
	Confidences []int `json:"confidences,omitempty"`
}

// A Span is the half-open byte range [Start, End) of Tree.Text.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether o lies wholly in s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Intersects reports whether the spans share at least one byte.
func (s Span) Intersects(o Span) bool { return s.Start < o.End && o.Start < s.End }

// A PageBox is a box on a page.
type PageBox struct {
	Page int  `json:"page"` // 1-based
	Box  Rect `json:"box"`
}

// A Rect is an upright box in PDF points, origin lower left of the unrotated page.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Union returns the smallest box around both; an empty box adds nothing.
func (r Rect) Union(o Rect) Rect {
	if r.Width == 0 && r.Height == 0 {
		return o
	}
	if o.Width == 0 && o.Height == 0 {
		return r
	}
	x, y := min(r.X, o.X), min(r.Y, o.Y)
	return Rect{x, y, max(r.X+r.Width, o.X+o.Width) - x, max(r.Y+r.Height, o.Y+o.Height) - y}
}

// TextOf returns the text of a span.
func (t *Tree) TextOf(s Span) string { return t.Text[s.Start:s.End] }

// LineAt returns the index in Lines of the line that contains the byte at offset, or of
// the first line after it when offset is a separator; len(Lines) when there is none.
func (t *Tree) LineAt(offset int) int {
	return sort.Search(len(t.Lines), func(i int) bool { return t.Lines[i].End > offset })
}

// UncertainSpans returns the text of the table cells that are uncertain, in text order.
func (t *Tree) UncertainSpans() []Span {
	var out []Span
	for _, n := range t.Nodes {
		if n.Cell != nil && n.Cell.Uncertain && n.Len() > 0 {
			out = append(out, n.Span)
		}
	}
	return out
}

// BoxesOf returns the boxes of a span on the pages, one for each line of text that it
// touches, in text order.
func (t *Tree) BoxesOf(s Span) []PageBox {
	var out []PageBox
	for i := t.LineAt(s.Start); i < len(t.Lines) && t.Lines[i].Start < s.End; i++ {
		if box, ok := t.boxIn(&t.Lines[i], s); ok {
			out = append(out, PageBox{t.Lines[i].Page, box})
		}
	}
	return out
}

// boxIn cuts a line's box to the runes of the span; ok is false when they share none.
func (t *Tree) boxIn(l *Line, s Span) (box Rect, ok bool) {
	text := t.TextOf(l.Span)
	start, end := runeAt(text, s.Start-l.Start), runeAt(text, s.End-l.Start)
	if start >= end {
		return Rect{}, false
	}
	from, to := start, end
	if len(l.Edges) <= len(text) { // not one edge for each byte: there are longer runes
		from = utf8.RuneCountInString(text[:start])
		to = from + utf8.RuneCountInString(text[start:end])
	}
	if to >= len(l.Edges) {
		return Rect{}, false
	}
	lo, hi := float64(l.Edges[from]), float64(l.Edges[to])
	lo, hi = min(lo, hi), max(lo, hi)
	box = l.Box
	if l.Angle == 90 || l.Angle == 270 {
		box.Y, box.Height = lo, hi-lo
	} else {
		box.X, box.Width = lo, hi-lo
	}
	return box, true
}

// runeAt returns the offset of the first rune that begins at or after an offset.
func runeAt(text string, at int) int {
	at = max(at, 0)
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return min(at, len(text))
}

// FirstPage returns the page, counted from 1, on which a span begins, 0 for a span without lines.
func (t *Tree) FirstPage(s Span) int {
	if i := t.LineAt(s.Start); i < len(t.Lines) {
		return t.Lines[i].Page
	}
	return 0
}
