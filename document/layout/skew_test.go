package layout

import (
	"math"
	"strings"
	"testing"
)

// tiltedPage is typed text on a page that was scanned at an angle.
func tiltedPage(degrees float64, text string) *Document {
	p := typePage(700, text)
	v := pivotOf(p, degrees)
	for i := range p.Glyphs {
		p.Glyphs[i].Loose = v.rotateBox(p.Glyphs[i].Loose)
	}
	p.Skew = degrees
	return &Document{Pages: []Page{*p}, Styles: []Style{{Size: 9}}}
}

func TestTiltedPagesAreReadInLines(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("The quick brown fox jumps over the lazy dog while the cat looks on from a window sill\n", 6))
	width := strings.Index(text, "\n")
	straight := BuildTree(tiltedPage(0, text))
	for _, degrees := range []float64{-7, -1.5, 0.7, 3} {
		doc := tiltedPage(degrees, text)
		first, last := doc.Pages[0].Glyphs[0].Loose, doc.Pages[0].Glyphs[5].Loose
		tree := BuildTree(doc)
		if tree.Text != straight.Text || len(tree.Lines) != 6 {
			t.Errorf("%v degrees: %d lines, text %q, want tree.Text = %v and len(tree.Lines) = 6",
				degrees, len(tree.Lines), tree.Text, straight.Text)
			continue
		}
		if doc.Pages[0].Glyphs[0].Loose != first || doc.Pages[0].Glyphs[5].Loose != last {
			t.Errorf("%v degrees: the input has changed, want doc.Pages[0].Glyphs[0].Loose = %v and "+
				"doc.Pages[0].Glyphs[5].Loose = %v", degrees, first, last)
		}
		// The middle of the line is where its glyphs in the middle stand.
		l := tree.Lines[2]
		mid := doc.Pages[0].Glyphs[2*(width+1)+width/2].Loose
		x, y := l.Box.X+l.Box.Width/2, l.Box.Y+l.Box.Height/2
		if math.Abs(x-float64(mid.X0+mid.X1)/2) > 5 || math.Abs(y-float64(mid.Y0+mid.Y1)/2) > 2 {
			t.Errorf("%v degrees: line at %.1f %.1f, glyph at %+v", degrees, x, y, mid)
		}
		edge := l.Edges[len(l.Edges)/2]
		if edge < mid.X0-5 || edge > mid.X1+5 {
			t.Errorf("%v degrees: edge %v, glyph at %+v, want edge at least %v and edge at most %v", degrees, edge, mid, mid.X0-5, mid.X1+5)
		}
	}
}
