// Package layout turns the glyphs, ruling lines and images of pages into the
// document tree: words, lines, columns, tables, paragraphs, headlines and
// sections. It is pure computation: the same input gives the same tree.
package layout

// A Document is what a reader found on the pages of a document: where each glyph
// stands, in the order in which the file draws them.
type Document struct {
	Pages  []Page
	Styles []Style // Glyph.Style points here
}

// A Page holds the marks of one page in PDF points, with the origin in the lower
// left corner of the visible, unrotated page.
type Page struct {
	Width    float64 // of the unrotated page
	Height   float64
	Rotation int // 0, 90, 180 or 270 degrees clockwise, for display
	Glyphs   []Glyph
	Rules    []Rule
	Images   []Box
	// Unmapped counts glyphs whose font does not say which characters they are;
	// when they are many, the text is better recognised from the rendered page.
	Unmapped int
}

// A Style is how a run of glyphs is drawn.
type Style struct {
	Font   string  // PostScript name without subset prefix, may be empty
	Size   float32 // points on the page, transformations included
	Weight int     // 400 is regular, 700 bold; 0 is unknown
	Italic bool
	Fixed  bool // all glyphs have the same width
	// Angle is the direction of writing in degrees counter-clockwise on the
	// unrotated page, rounded to 0, 90, 180 or 270.
	Angle int
}

// A Glyph is one drawn character.
type Glyph struct {
	Rune  rune
	Style int32 // index in Document.Styles
	// Generated says that the reader made the glyph up, for example a space
	// between words that the file only sets apart.
	Generated bool
	Tight     Box // around the ink; empty unless the loose box is in doubt
	Loose     Box // advance width by ascent and descent of the font
}

// A Rule is a straight stroke or the edge of a filled area, horizontal or vertical.
type Rule struct {
	X0, Y0, X1, Y1 float32
	Filled         bool // an edge of a filled area and no stroke
}

// A Box is an upright rectangle on the page, X0 <= X1 and Y0 <= Y1.
type Box struct{ X0, Y0, X1, Y1 float32 }

// Width is the horizontal extent in points.
func (b Box) Width() float32 { return b.X1 - b.X0 }

// Height is the vertical extent in points.
func (b Box) Height() float32 { return b.Y1 - b.Y0 }

// Empty says that the box has no area.
func (b Box) Empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }

// Union is the smallest box around both; an empty box adds nothing.
func (b Box) Union(o Box) Box {
	if b.Empty() {
		return o
	}
	if o.Empty() {
		return b
	}
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// overlapX is the length that both boxes share horizontally, negative for a gap.
func (b Box) overlapX(o Box) float32 { return min(b.X1, o.X1) - max(b.X0, o.X0) }

// overlapY is the length that both boxes share vertically, negative for a gap.
func (b Box) overlapY(o Box) float32 { return min(b.Y1, o.Y1) - max(b.Y0, o.Y0) }

// contains says whether the point lies in the box.
func (b Box) contains(x, y float32) bool {
	return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1
}
