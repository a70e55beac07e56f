// Package layout turns the glyphs, ruling lines and images of pages into the
// document tree: words, lines, columns, tables, paragraphs, headlines and
// sections. It is pure computation: the same input gives the same tree.
package layout

import "github.com/seed-62a36931/docket/document"

// A Document holds what a reader found on the pages of a document: where each glyph
// stands, in the order in which the file draws them.
type Document struct {
	Pages  []Page
	Styles []Style // Glyph.Style points here
	// Tags are the structure trees that the pages of a tagged document carry, one
	// page after the other; parents come before their children. An element that
	// goes over several pages has a tag for each of them.
	Tags []Tag
	// TrustTags takes the tags as they are, because a program wrote them that knows the document. Otherwise
	// they are doubted where they do not fit the text.
	TrustTags bool
	// Workbook says that the pages are of sheets: only their headers and footers are tagged, the cells are not.
	Workbook bool
	Outline  []Bookmark // in the order in which viewers list them
	// EInvoice is the e-invoice that the file carries, nil for none.
	EInvoice *document.EInvoice
	// Findings are those of no single page.
	Findings []document.Finding
}

// ReadSettings determine which parts of a page count as its text. The zero value is what a
// template says that says nothing.
type ReadSettings struct {
	// KeepHiddenText keeps what nobody sees: text that is drawn invisibly, clipped
	// away or outside of the page. The layer that recognition of a scan put over
	// its image is kept in any case.
	KeepHiddenText bool
	// KeepOverlappingObjects keeps text that an opaque object covers in full.
	KeepOverlappingObjects bool
	// RemoveWatermark leaves out what the file marks as a watermark.
	RemoveWatermark bool
}

// A Tag is an element of the structure tree of a tagged document.
type Tag struct {
	// Role is the standard structure type (P, H1, Table, TD, ...), the document's
	// role map applied; "Artifact" for what is no content, such as page numbers.
	Role   string
	Parent int32 // index in Document.Tags, less than that of the tag; -1 for a root
}

// A Bookmark is an entry of the document's outline.
type Bookmark struct {
	Title string
	Level int     // 1 is outermost
	Page  int     // from 1; 0 when it leads to none
	Y     float32 // where on the page it leads to; NaN never, the top edge when not said
}

// A Page holds the marks of one page in PDF points, with the origin in the lower
// left corner of the visible, unrotated page.
type Page struct {
	Width    float64 // of the unrotated page
	Height   float64
	Rotation int // 0, 90, 180 or 270 degrees clockwise, for display
	Glyphs   []Glyph
	Rules    []Rule
	Images   []Picture
	// Unmapped counts glyphs whose font does not say which characters they are, or
	// says what cannot be; when they are many, the text is better recognised from
	// the rendered page.
	Unmapped int
	// Recognised means that the glyphs come from recognition of the page's image,
	// Layered that the file brought them along, as an invisible layer over it.
	Recognised, Layered bool
	// Distrusted means that the layer is not to be taken as it is: people asked for recognition, or it
	// disagrees with the picture.
	Distrusted bool
	// Skew is by how many degrees counter-clockwise the lines of a recognised page
	// are tilted against the directions of its styles; the glyphs stand where they
	// are seen, in upright boxes.
	Skew float64
	// Note says to people why the page is empty or not complete; nearly always "".
	Note string
	// Findings tell what of the page was left out, changed or is in doubt; their Page is not set.
	Findings []document.Finding
	// Writings are the parts of its pictures that look like lines of letters of which the page has no text.
	Writings []Writing
	// Added counts the glyphs, the last ones, that recognition added to those of the page.
	Added int
	// Examined means that the picture of a page without usable text was looked at: what is missing is
	// told by Note, and without one the page is blank.
	Examined bool
}

// A Picture is an image on the page.
type Picture struct {
	Box
	Transparent bool // what is below it shows through, at least in places
	// Content is equal for pictures that show the same; 0 when it is not known.
	Content uint64
}

// A Writing is a part of a page's pictures that looks like lines of letters.
type Writing struct {
	Box
	Content uint64 // as of a Picture, where nothing else stands in the box; else 0
	Letters int    // that it seems to have
	Tried   bool   // recognition looked at it
	Words   int    // that were recognised there; 0 when nothing was
}

// A Style describes how a run of glyphs is drawn.
type Style struct {
	Font   string  // PostScript name without subset prefix, may be empty
	Size   float32 // points on the page, transformations included
	Weight int     // 400 is regular, 700 bold; 0 is unknown
	Italic bool
	Fixed  bool // all glyphs have the same width
	// Angle is the direction of writing in degrees counter-clockwise on the
	// unrotated page, rounded to 0, 90, 180 or 270.
	Angle int
	// Direction is the same in whole degrees, from 0 to 359.
	Direction int
	Color     uint32 // of the fill, 0xRRGGBB
}

// A Glyph is one drawn character.
type Glyph struct {
	Rune  rune
	Style int32 // index in Document.Styles
	Tag   int32 // index in Document.Tags plus 1, of the innermost element; 0 for none
	// Generated means that the reader made the glyph up, for example a space
	// between words that the file only sets apart.
	Generated bool
	// Confidence is how sure text recognition is of the word of the glyph, from 1 to 100; 0 when
	// nothing is known of that.
	Confidence uint8
	Tight      Box // around the ink; empty unless the loose box is in doubt
	Loose      Box // advance width by ascent and descent of the font
	// Base is where the baseline stands across the direction of writing, on the page turned so that the
	// glyph stands upright; 0 when it is not known.
	Base float32
}

// A Rule is a straight stroke or the edge of a filled area, horizontal or vertical.
type Rule struct {
	X0, Y0, X1, Y1 float32
	Filled         bool // an edge of a filled area and no stroke
}

// A Box is an upright rectangle on the page, X0 <= X1 and Y0 <= Y1.
type Box struct{ X0, Y0, X1, Y1 float32 }

// Width returns the horizontal extent in points.
func (b Box) Width() float32 { return b.X1 - b.X0 }

// Height returns the vertical extent in points.
func (b Box) Height() float32 { return b.Y1 - b.Y0 }

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

// Union returns the smallest box around both; an empty box adds nothing.
func (b Box) Union(o Box) Box {
	if b.Empty() {
		return o
	}
	if o.Empty() {
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// overlapX returns the length that both boxes share horizontally, negative for a gap.
func (b Box) overlapX(o Box) float32 { return min(b.X1, o.X1) - max(b.X0, o.X0) }

// overlapY returns the length that both boxes share vertically, negative for a gap.
func (b Box) overlapY(o Box) float32 { return min(b.Y1, o.Y1) - max(b.Y0, o.Y0) }

// containsPoint reports whether the point lies in the box.
func (b Box) containsPoint(x, y float32) bool {
	return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1
}
