package layout

import (
	"math"

	"github.com/seed-62a36931/docket/document"
)

// leastSkew is the tilt in degrees from which a page is worth straightening: below
// it, a line rises by less than a tenth of its height.
const leastSkew = 0.1

// A pivot turns places about the middle of a page.
type pivot struct{ x, y, sin, cos float64 }

// pivotOf turns by degrees counter-clockwise.
func pivotOf(p *Page, degrees float64) pivot {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return pivot{p.Width / 2, p.Height / 2, sin, cos}
}

// rotatePoint rotates a point.
func (v pivot) rotatePoint(x, y float64) (float64, float64) {
	dx, dy := x-v.x, y-v.y
	return v.x + dx*v.cos - dy*v.sin, v.y + dx*v.sin + dy*v.cos
}

// rotateBox moves a box so that its middle is rotated; the box stays upright and keeps its
// size.
func (v pivot) rotateBox(b Box) Box {
	if b == (Box{}) {
		return b
	}
	x, y := float64(b.X0+b.X1)/2, float64(b.Y0+b.Y1)/2
	nx, ny := v.rotatePoint(x, y)
	dx, dy := float32(nx-x), float32(ny-y)
	return Box{b.X0 + dx, b.Y0 + dy, b.X1 + dx, b.Y1 + dy}
}

// straightenPages returns the document with the glyphs of tilted pages turned straight, so
// that the words of a line stand on one height.
func straightenPages(doc *Document) *Document {
	out := *doc
	out.Pages = nil
	for _, p := range doc.Pages {
		if math.Abs(p.Skew) >= leastSkew {
			v := pivotOf(&p, -p.Skew)
			glyphs := make([]Glyph, len(p.Glyphs))
			for i, g := range p.Glyphs {
				g.Loose, g.Tight = v.rotateBox(g.Loose), v.rotateBox(g.Tight)
				glyphs[i] = g
			}
			p.Glyphs = glyphs
		}
		out.Pages = append(out.Pages, p)
	}
	return &out
}

// tiltBoxes moves the boxes of a tree back to their places on tilted pages.
func tiltBoxes(tree *document.Tree, doc *Document) *document.Tree {
	pivots := map[int]pivot{}
	for i := range doc.Pages {
		if p := &doc.Pages[i]; math.Abs(p.Skew) >= leastSkew {
			pivots[i+1] = pivotOf(p, p.Skew)
		}
	}
	if len(pivots) == 0 {
		return tree
	}
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		for j, b := range n.Boxes {
			if v, ok := pivots[b.Page]; ok && n.Kind != document.KindImage {
				n.Boxes[j].Box = v.rotateRect(b.Box)
			}
		}
	}
	for i := range tree.Lines {
		if v, ok := pivots[tree.Lines[i].Page]; ok {
			v.rotateLine(&tree.Lines[i])
		}
	}
	return tree
}

// rotateRect rotates the middle of a box of the tree.
func (v pivot) rotateRect(r document.Rect) document.Rect {
	x, y := v.rotatePoint(r.X+r.Width/2, r.Y+r.Height/2)
	r.X, r.Y = roundPoints(float32(x-r.Width/2)), roundPoints(float32(y-r.Height/2))
	return r
}

// rotateLine rotates a line: its box, and the edges of its characters with it.
func (v pivot) rotateLine(l *document.Line) {
	before := l.Box
	l.Box = v.rotateRect(before)
	by := l.Box.X - before.X
	if l.Angle%180 != 0 {
		by = l.Box.Y - before.Y
	}
	for i := range l.Edges {
		l.Edges[i] = float32(roundPoints(l.Edges[i] + float32(by)))
	}
}
