// Package preview determines the marks on the pages of a document: the lines of
// text of what an analysis found.
package preview

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/template"
)

// A Mark is one highlighted line of an entity.
type Mark struct {
	document.PageBox
	Angle int    // direction of writing in degrees counter-clockwise: 0, 90, 180 or 270
	Color string // #RRGGBB
	Note  string // of the first line of an entity, else empty
}

// A Drawing describes how a document is shown: its pages with marks on them, and
// without what its template leaves out.
type Drawing struct {
	Title             string // of the document's properties
	Marks             []Mark
	RemoveWatermarks  bool
	KeepImageMetadata bool // of embedded images
}

// NewDrawing returns a drawing without marks, with the settings of a template.
func NewDrawing(s template.Settings, title string) Drawing {
	return Drawing{Title: title, RemoveWatermarks: s.RemoveWatermark, KeepImageMetadata: s.KeepImageMetadata}
}

// DefaultColor marks entities that no definition gives a colour.
const DefaultColor = "#FFE08A"

// MarksOf returns the marks of all applied entities of a result, one for each line of
// text, in document order. The tree gives the turn of each line. Colours and names
// are those of the definitions of entities; a colour that is not empty replaces all
// of them.
func MarksOf(r document.Result, tree *document.Tree, entities []template.Definition, color string) []Mark {
	defs := map[string]template.Definition{}
	for _, d := range entities {
		defs[d.TechnicalName] = d
	}
	var out []Mark
	for _, e := range r.Entities {
		if e.State != document.StateApplied {
			continue
		}
		d := defs[e.Type]
		for i, box := range e.Boxes {
			m := Mark{PageBox: box, Angle: angleOf(tree, e.Span, box), Color: firstNonEmpty(color, d.Color, DefaultColor)}
			if i == 0 {
				m.Note = firstNonEmpty(d.Name, e.Type) + "\n" + e.RuleID + "\n" + e.Reason
			}
			out = append(out, m)
		}
	}
	return out
}

// angleOf returns how the line of text that a box was cut from is turned.
func angleOf(t *document.Tree, s document.Span, b document.PageBox) int {
	x, y := b.Box.X+b.Box.Width/2, b.Box.Y+b.Box.Height/2
	for i := t.LineAt(s.Start); i < len(t.Lines) && t.Lines[i].Start < s.End; i++ {
		l := &t.Lines[i]
		if l.Page == b.Page && x >= l.Box.X && x <= l.Box.X+l.Box.Width && y >= l.Box.Y && y <= l.Box.Y+l.Box.Height {
			return l.Angle
		}
	}
	return 0
}

// firstNonEmpty returns the first text that is not empty.
func firstNonEmpty(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}
