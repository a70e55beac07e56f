// Package document holds a document as a tree of layout elements over one text, and
// what rules find in it. It needs nothing else of Docket.
//
// A [Tree] is plain data, which is also its JSON: the text of the whole document, the
// layout elements (sections, headlines, paragraphs, tables with cells, images, headers
// and footers) as a list of nodes, and the lines of text with their places on the
// pages. Every [Node] has a [Span], a range of bytes of [Tree.Text]; only leaves own
// text, and an inner node spans its children. Nodes name their parent and children by
// their index in [Tree.Nodes]; node 0 is the document.
//
// The text of the main body comes first, in reading order, with a line break between
// two leaves; the text of headers and footers follows. Inside of a leaf, a line break
// of the page is a space, and words that were hyphenated are joined.
//
// Places are in PDF points of the unrotated page, with the origin in its lower left
// corner. [Tree.Boxes] returns the boxes of any span, exact to the letter.
//
// Package document/layout makes trees from the glyphs of PDF pages. A [Builder] makes
// one from text in memory.
//
// An [EInvoice] holds the terms of a structured invoice that the file carries beside its
// pages; package document/einvoice reads it.
//
// A [Result] holds what rules found in a tree, see package rules: entities, which are
// marked pieces of the text, and components, which are values with a name that were
// built from entities.
package document
