package layout

import (
	"math"
	"slices"

	"github.com/seed-62a36931/docket/document"
)

// What makes text oblique: stamps and watermarks across a page, labels of charts.
const (
	leastOblique  = 10  // degrees off the nearest quarter turn
	mostOblique   = 0.5 // of the glyphs of a page; with more, the page itself is tilted
	obliqueDrift  = 0.6 // font sizes that a run may leave its line
	obliqueGap    = 3.0 // font sizes between letters of a run
	obliqueSpace  = 1.3 // font sizes between the middles of letters that belong to two words
	sameDirection = 3   // degrees by which letters of a run may differ
	sameSize      = 0.2 // share by which their sizes may
	noTurn        = turn(-1)
)

// isOblique reports whether type is written in no direction of a view.
func isOblique(s *Style) bool {
	off := s.Direction % 90
	return min(off, 90-off) >= leastOblique
}

// takeOblique takes the glyphs that are written at an angle out of the directions of a page's views, and returns them
// as paragraphs of one line each, so that their letters are read together and cut no other text.
func takeOblique(p *Page, styles []Style, tags *structure, turns []turn, number int) []*item {
	var all []int
	for i := range p.Glyphs {
		if isOblique(&styles[p.Glyphs[i].Style]) {
			all = append(all, i)
		}
	}
	if len(all) == 0 || float64(len(all)) > mostOblique*float64(len(p.Glyphs)) {
		return nil
	}
	var out []*item
	var run []int
	end := func() {
		if it := obliqueItem(p, styles, tags, run, number); it != nil {
			out = append(out, it)
		}
		run = nil
	}
	for _, i := range all {
		if len(run) > 0 && !goesOn(p, styles, run[len(run)-1], i) {
			end()
		}
		run = append(run, i)
		turns[i] = noTurn
	}
	end()
	return out
}

// stepOf returns how far the middle of glyph b is from that of a, along the direction of a and across it.
func stepOf(p *Page, styles []Style, a, b int) (along, across float32) {
	x, y := middleOf(&p.Glyphs[b])
	fromX, fromY := middleOf(&p.Glyphs[a])
	sin, cos := math.Sincos(float64(styles[p.Glyphs[a].Style].Direction) * math.Pi / 180)
	dx, dy := float64(x-fromX), float64(y-fromY)
	return float32(dx*cos + dy*sin), float32(dy*cos - dx*sin)
}

// middleOf returns the middle of a glyph.
func middleOf(g *Glyph) (x, y float32) {
	b := g.Loose
	if b.Empty() {
		b = b.Union(g.Tight)
	}
	return (b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2
}

// goesOn reports whether glyph b goes on with the run whose last glyph is a.
func goesOn(p *Page, styles []Style, a, b int) bool {
	from, to := &styles[p.Glyphs[a].Style], &styles[p.Glyphs[b].Style]
	turned := (from.Direction - to.Direction + 540) % 360
	if turned < 180-sameDirection || turned > 180+sameDirection || abs(from.Size-to.Size) > sameSize*from.Size {
		return false
	}
	along, across := stepOf(p, styles, a, b)
	return along > -0.1*from.Size && along < obliqueGap*from.Size && abs(across) < obliqueDrift*from.Size
}

// obliqueItem returns a paragraph of a run of glyphs, nil when they are blank.
func obliqueItem(p *Page, styles []Style, tags *structure, run []int, number int) *item {
	if len(run) == 0 {
		return nil
	}
	t := turn(styles[p.Glyphs[run[0]].Style].Angle)
	var words []*word
	var last *word
	before := -1
	for _, i := range run {
		g := &p.Glyphs[i]
		style := &styles[g.Style]
		if isBlank(g.Rune) {
			last = nil
			continue
		}
		if before >= 0 && last != nil {
			if along, _ := stepOf(p, styles, before, i); along > obliqueSpace*style.Size {
				last = nil
			}
		}
		box := t.toUpright(g.Loose.Union(g.Tight))
		if last == nil {
			last = &word{size: style.Size, style: g.Style, drawn: i, spaced: true, mark: tags.markOf(g), tailSpaced: true, tailDrawn: i}
			words = append(words, last)
		}
		last.box = last.box.Union(box)
		last.runes = append(last.runes, g.Rune)
		last.lo, last.hi = append(last.lo, box.X0), append(last.hi, box.X1)
		last.lowerConfidence(g.Confidence)
		before = i
	}
	if len(words) == 0 {
		return nil
	}
	l := newLine(words, 0, styles)
	l.page, l.turn = number, t
	return &item{kind: document.KindParagraph, page: number, turn: t, lines: []*line{l}}
}

// insertOblique puts the oblique texts of the pages behind the other items of their page.
func insertOblique(items []*item, pages []*sheet) []*item {
	for _, s := range pages {
		if len(s.oblique) == 0 {
			continue
		}
		at := slices.IndexFunc(items, func(it *item) bool { return it.page > s.number })
		if at < 0 {
			at = len(items)
		}
		items = slices.Insert(items, at, s.oblique...)
	}
	return items
}
