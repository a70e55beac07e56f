// Package preview determines the marks on the pages of a document: the lines of
// text of what an analysis found.
package preview

import (
	"cmp"
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// A Mark is one highlighted line of an entity, or of a place where people found a value.
type Mark struct {
	document.PageBox
	Angle int    // direction of writing in degrees counter-clockwise: 0, 90, 180 or 270
	Color string // #RRGGBB
	Note  string // of the first line of an entity or place, else empty
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
			m := Mark{PageBox: box, Angle: angleOf(tree, e.Span, box), Color: cmp.Or(color, d.Color, DefaultColor)}
			if i == 0 {
				m.Note = cmp.Or(d.Name, e.Type) + "\n" + e.RuleID + "\n" + e.Reason
			}
			out = append(out, m)
		}
	}
	return out
}

// maxOverrideMarks is the maximum number of places of overrides that are marked in a document.
const maxOverrideMarks = 10_000

// OverrideMarks returns the marks of the places where people found overriding values, each with
// its component, value and note. A place without boxes is a whole page and has none; after the
// first 10,000, no more are marked. A color that is empty is DefaultColor.
func OverrideMarks(overrides []file.Override, tree *document.Tree, color string) []Mark {
	var out []Mark
	for _, o := range overrides {
		for _, v := range o.Values {
			for _, p := range v.Places {
				for i, box := range p.Boxes {
					m := Mark{PageBox: document.PageBox{Page: p.Page, Box: box}, Color: cmp.Or(color, DefaultColor)}
					m.Angle = angleAt(tree.Lines, m.PageBox)
					if i == 0 {
						m.Note = noteOf(o, v)
					}
					if out = append(out, m); len(out) == maxOverrideMarks {
						return out
					}
				}
			}
		}
	}
	return out
}

// noteOf returns what is told of an overriding value at its place.
func noteOf(o file.Override, v file.Value) string {
	if o.Note == "" {
		return o.Name + "\n" + v.Value
	}
	return o.Name + "\n" + v.Value + "\n" + o.Note
}

// angleOf returns how the line of text that a box was cut from is turned.
func angleOf(t *document.Tree, s document.Span, b document.PageBox) int {
	from := t.LineAt(s.Start)
	to := from
	for to < len(t.Lines) && t.Lines[to].Start < s.End {
		to++
	}
	return angleAt(t.Lines[from:to], b)
}

// angleAt returns how the first of the lines in which the middle of a box lies is turned, 0 if
// it lies in none.
func angleAt(lines []document.Line, b document.PageBox) int {
	x, y := b.Box.X+b.Box.Width/2, b.Box.Y+b.Box.Height/2
	i := slices.IndexFunc(lines, func(l document.Line) bool {
		return l.Page == b.Page && x >= l.Box.X && x <= l.Box.X+l.Box.Width && y >= l.Box.Y && y <= l.Box.Y+l.Box.Height
	})
	if i < 0 {
		return 0
	}
	return lines[i].Angle
}

// An Area is a part of a page as it is drawn, in shares of its width and height from the upper
// left corner. The zero value is the whole page.
type Area struct{ Left, Top, Right, Bottom float64 }

// Whole reports whether the area is the whole page.
func (a Area) Whole() bool { return a == Area{} }

// AreaOf returns the area of a page that a box covers once viewers have turned the page. It is
// false when no part of the box is on the page.
func AreaOf(p document.Page, box document.Rect) (Area, bool) {
	left, bottom := box.X/p.Width, box.Y/p.Height
	right, top := (box.X+box.Width)/p.Width, (box.Y+box.Height)/p.Height
	var a Area
	switch p.Rotation {
	case 90:
		a = Area{bottom, left, top, right}
	case 180:
		a = Area{1 - right, bottom, 1 - left, top}
	case 270:
		a = Area{1 - top, 1 - right, 1 - bottom, 1 - left}
	default:
		a = Area{left, 1 - top, right, 1 - bottom}
	}
	a = Area{max(a.Left, 0), max(a.Top, 0), min(a.Right, 1), min(a.Bottom, 1)}
	return a, a.Left < a.Right && a.Top < a.Bottom
}
