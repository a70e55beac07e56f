package ocr

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Limits of the search for text in pictures beside the text of pages.
const (
	pictureDPI   = 110
	drawnPages   = 500  // of a document that are drawn to be looked at
	leastLetters = 12   // in lines, that a picture of text has
	mostMarks    = 6000 // of a picture that are put into lines
	manyLetters  = 20   // from which a picture is hardly a logo
	logoShare    = 0.06 // of the page, at most, that a logo takes
	letterhead   = 0.2  // of the page's height, above and below
)

// A pictureKey is equal for pictures that look the same.
type pictureKey struct {
	content       uint64
	width, height int // half points
}

// keyOf returns the key of a picture; false when it is not known to look like another one.
func keyOf(p layout.Picture, own []box) (pictureKey, bool) {
	at := pointsBox(p.Box)
	covered := func(g box) bool { return g.overlapArea(at) > 0 }
	return sizedKey(p.Content, p.Box), p.Content != 0 && !slices.ContainsFunc(own, covered)
}

// sizedKey returns the key of a picture of a content that is drawn in a box.
func sizedKey(content uint64, b layout.Box) pictureKey {
	return pictureKey{content, int(2*b.Width() + 0.5), int(2*b.Height() + 0.5)}
}

// pointsBox returns a box of the page.
func pointsBox(b layout.Box) box {
	return box{float64(b.X0), float64(b.Y0), float64(b.X1), float64(b.Y1)}
}

// ExaminePictures finds the pictures of a PDF's pages that look like lines of letters of which the pages
// have no text, and notes them as Writings of the pages; doc is the document as read from it. A page
// that cannot be drawn is left as it is.
func (r *Recogniser) ExaminePictures(ctx context.Context, pdf []byte, doc *layout.Document) error {
	known, left := map[pictureKey]int{}, drawnPages
	for i := range doc.Pages {
		page := &doc.Pages[i]
		all := layout.PicturesBesideText(page)
		if len(all) == 0 {
			continue
		}
		own := glyphBoxes(page.Glyphs)
		var drawn raster
		for n, p := range all {
			key, repeats := keyOf(p, own)
			letters, found := known[key]
			if !repeats || !found {
				if drawn.w == 0 && left == 0 {
					page.Findings = append(page.Findings, document.Finding{Kind: document.FindingPicturesNotRead, Count: len(all) - n})
					break
				}
				if drawn.w == 0 {
					left--
					w, h, px, err := r.pages.RenderGray(ctx, pdf, i+1, min(pictureDPI, pageResolution(page)))
					if ctx.Err() != nil {
						return ctx.Err()
					}
					if err != nil {
						break
					}
					drawn = raster{w, h, px}
				}
				letters = lettersIn(drawn, pageMatrix(page, drawn.w, drawn.h).inverse(), p.Box, own)
				if repeats {
					known[key] = letters
				}
			}
			switch {
			case letters < leastLetters:
			case isLogo(p, page, letters):
				if !repeats || !found { // told once
					at := document.Rect{X: float64(p.X0), Y: float64(p.Y0), Width: float64(p.Width()), Height: float64(p.Height())}
					page.Findings = append(page.Findings, document.Finding{Kind: document.FindingPicturesNotRead, Box: &at, Count: 1})
				}
			default:
				w := layout.Writing{Box: p.Box, Letters: letters}
				if repeats {
					w.Content = p.Content
				}
				page.Writings = append(page.Writings, w)
			}
		}
	}
	return nil
}

// isLogo reports whether a small picture of few letters stands where letterheads are, at the top or the bottom
// of a page as it is shown.
func isLogo(p layout.Picture, page *layout.Page, letters int) bool {
	const thousand = 1000 // pixels
	at := pointsBox(p.Box).mapBox(pageMatrix(page, thousand, thousand).inverse())
	return letters < manyLetters && at.area() < logoShare*thousand*thousand &&
		((at.y0+at.y1)/2 < letterhead*thousand || (at.y0+at.y1)/2 > (1-letterhead)*thousand)
}

// glyphBoxes returns where a page has letters of its own.
func glyphBoxes(glyphs []layout.Glyph) []box {
	var out []box
	for i := range glyphs {
		if g := &glyphs[i]; g.Rune > ' ' && g.Rune != 0xA0 {
			out = append(out, pointsBox(g.Loose.Union(g.Tight)))
		}
	}
	return out
}

// lettersIn returns how many letters stand in lines in an area of a drawn page, those in the boxes of its own
// left out.
func lettersIn(drawn raster, toPixels matrix, area layout.Box, own []box) (n int) {
	at := pointsBox(area).mapBox(toPixels)
	x, y := math.Floor(max(at.x0, 0)), math.Floor(max(at.y0, 0))
	part := drawn.cropTo(box{x, y, at.x1, at.y1})
	if part.w == 0 {
		return 0
	}
	var inside []box
	for _, g := range own {
		if b := g.mapBox(toPixels); b.overlapArea(at) > 0 {
			inside = append(inside, b.mapBox(shiftMatrix(-x, -y)))
		}
	}
	taken := newShelf(inside)
	for _, r := range []raster{part, part.negative()} {
		marks := letterMarks(r, taken)
		n = max(n, countLetters(marks), countLetters(transpose(marks)))
	}
	return n
}

// letterMarks returns the marks of a picture that may be letters of a word, and are none of those that
// stand in boxes.
func letterMarks(r raster, taken shelf) []mark {
	runs := inkOf(r, lightOn(r, 1))
	if ink := inkShare(runs, r); ink > mostInk {
		return nil
	}
	marks := marksOf(runs)
	return slices.DeleteFunc(marks, func(m mark) bool {
		cut := m.x0 == 0 || m.y0 == 0 || m.x1 == r.w || m.y1 == r.h
		return cut || !m.isLetterSized() || taken.covers(m)
	})
}

// Limits of marks that may be letters, or words whose letters touch, in pixels of a picture drawn for the search.
const (
	leastInk     = 6  // pixels of ink
	leastLength  = 5  // of the longer side
	mostHeight   = 70 // of the shorter side
	mostSlender  = 16 // times the shorter side is the longer one, at most
	sparsestMark = 9  // times the ink is the box around it, at most
)

// isLetterSized reports whether a mark has the size, shape and ink of a letter or of letters that touch.
func (m mark) isLetterSized() bool {
	long, short := max(m.w(), m.h()), min(m.w(), m.h())
	return m.area >= leastInk && long >= leastLength && short <= mostHeight &&
		long <= mostSlender*short && m.w()*m.h() <= sparsestMark*m.area
}

// mostInk is the largest share of ink of a picture of letters; codes to scan and photos have more.
const mostInk = 0.4

// inkShare returns the share of a picture's pixels that are ink.
func inkShare(runs []run, r raster) float64 {
	n := 0
	for _, u := range runs {
		n += u.x1 - u.x0
	}
	return float64(n) / float64(r.w*r.h)
}

// covers reports whether the middle of a mark lies in a box.
func (s shelf) covers(m mark) bool {
	x, y := float64(m.x0+m.x1)/2, float64(m.y0+m.y1)/2
	for band := int(y)/bandHeight - 1; band <= int(y)/bandHeight+1; band++ {
		for _, b := range s[band] {
			if b.containsPoint(x, y) {
				return true
			}
		}
	}
	return false
}

// transpose returns marks with the axes swapped.
func transpose(marks []mark) []mark {
	out := make([]mark, len(marks))
	for i, m := range marks {
		out[i] = mark{m.y0, m.x0, m.y1, m.x1, m.area}
	}
	return out
}

// countLetters returns how many letters stand in lines: marks of similar height on one baseline, close to
// each other.
func countLetters(marks []mark) (n int) {
	marks = slices.Clone(marks[:min(len(marks), mostMarks)])
	slices.SortFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.y0, b.y0), cmp.Compare(a.x1, b.x1))
	})
	var lines, open []*markLine
	for _, m := range marks {
		if m.h() < 4 || m.h() > 70 || m.w() > 14*m.h() {
			continue
		}
		var best *markLine
		keep := open[:0]
		for _, l := range open {
			if m.x0-l.x1 > 3*l.height { // later ones begin further right
				continue
			}
			keep = append(keep, l)
			if l.takes(m) && (best == nil || l.distance(m) < best.distance(m)) {
				best = l
			}
		}
		open = keep
		if best == nil {
			best = &markLine{}
			lines, open = append(lines, best), append(open, best)
		}
		best.add(m)
	}
	for _, l := range lines {
		n += l.letters()
	}
	return n
}

// A markLine is marks that follow one another on one baseline.
type markLine struct {
	marks    []mark
	x1, base int // end, and bottom of most marks
	height   int // of the highest
}

// takes reports whether a mark can be the next letter of the line: it stands close behind the end, is not much
// higher or lower than the others, and stands near their baseline.
func (l *markLine) takes(m mark) bool {
	height, lower := max(l.height, m.h()), min(l.height, m.h())
	gap, drop := m.x0-l.x1, max(l.base-m.y1, m.y1-l.base)
	near := gap <= 2*height && gap >= -height/3
	return near && 5*lower >= 2*height && 3*drop <= height
}

// distance returns how far a mark is from the end of the line.
func (l *markLine) distance(m mark) int {
	return max(m.x0-l.x1, l.x1-m.x0) + 2*max(l.base-m.y1, m.y1-l.base)
}

func (l *markLine) add(m mark) {
	l.marks = append(l.marks, m)
	l.x1, l.height = max(l.x1, m.x1), max(l.height, m.h())
	bottoms := make([]int, len(l.marks))
	for i, o := range l.marks {
		bottoms[i] = o.y1
	}
	slices.Sort(bottoms)
	l.base = bottoms[len(bottoms)/2]
}

// What lines of letters look like.
const (
	letterWidth = 0.75 // of a letter, in heights of its line
	leastOfLine = 4    // letters
	solidInk    = 0.88 // share of the box of a mark from which it is a bar or a block rather than a letter
)

// letters returns how many letters the line has; 0 when it looks like none of text: too short, too many marks off the
// baseline, or mostly bars.
func (l *markLine) letters() (n int) {
	if len(l.marks) < 3 {
		return 0
	}
	onBase, solid := 0, 0
	for _, m := range l.marks {
		if off := max(l.base-m.y1, m.y1-l.base); off <= max(1, l.height/9) {
			onBase++
		}
		if float64(m.area) > solidInk*float64(m.w()*m.h()) {
			solid++
		}
		n += max(1, int(float64(m.w())/(letterWidth*float64(l.height))+0.5))
	}
	if n < leastOfLine || 10*onBase < 6*len(l.marks) || 2*solid > len(l.marks) {
		return 0
	}
	return n
}
