package processes

import (
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// TestAdditionsGoIntoPagesReadAnew holds that what pictures add to a page outlasts another reading of it, whose
// own text counts.
func TestAdditionsGoIntoPagesReadAnew(t *testing.T) {
	letter := func(r rune, x float32, style int32) layout.Glyph {
		return layout.Glyph{Rune: r, Style: style, Confidence: 80, Loose: layout.Box{X0: x, Y0: 10, X1: x + 5, Y1: 20}}
	}
	own, more := letter('a', 0, 0), []layout.Glyph{letter('b', 50, 1), letter('c', 60, 1)}
	writings := []layout.Writing{{Letters: 30, Tried: true, Words: 1}}
	doc := layout.Document{
		Styles: make([]layout.Style, 2),
		Pages: []layout.Page{{Glyphs: append([]layout.Glyph{own}, more...), Added: 2, Writings: writings},
			{Writings: []layout.Writing{{Tried: true}}}},
	}
	kept, fresh := keepRecognised(&doc, []int{1}, nil)
	if fresh != 1 || len(kept.Pages) != 0 || len(kept.Additions) != 2 {
		t.Fatalf("%d fresh, pages %v, additions %v; want one, none and two", fresh, kept.Numbers, kept.Additions)
	}
	anew := layout.Document{
		Styles: make([]layout.Style, 5),
		Pages: []layout.Page{{Glyphs: []layout.Glyph{letter('x', 0, 3), letter('c', 60, 3)},
			Writings: []layout.Writing{{Letters: 30}}}, {}},
	}
	kept.putInto(&anew)
	p := anew.Pages[0]
	want := []layout.Glyph{letter('x', 0, 3), letter('c', 60, 3), letter('b', 50, 6)}
	if !reflect.DeepEqual(p.Glyphs, want) || p.Added != 1 || !reflect.DeepEqual(p.Writings, writings) {
		t.Errorf("glyphs %v, added %d, writings %v; want %v, one and %v", p.Glyphs, p.Added, p.Writings, want, writings)
	}
	if w := anew.Pages[1].Writings; len(w) != 1 || !w[0].Tried {
		t.Errorf("the writings of a page where nothing was certain are %v, want that it was tried", w)
	}
}
