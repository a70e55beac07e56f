package layout

import (
	"math"
	"slices"
)

// Limits of running text.
const (
	proseWidth  = 22 // font sizes, from which lines are prose wherever they stand
	columnWidth = 13 // font sizes, from which they are in a column of text
	proseLines  = 3  // that stand under each other
	gutterReach = 14 // points from the edge of running text to where its column ends
	gutterTall  = 20 // points above and below running text where its column goes on
)

// A runningText is the running text of a page.
type runningText struct {
	lines   map[*line]bool
	blocks  []Box
	rows    [][]*line
	known   map[int][]float32 // the gutters at each row
	ruled   []Box             // the places of tables that rules of one width draw
	gutters []gutter          // between those side by side
}

// proseOf finds the lines that stand in running text: long lines under each other that
// fill their column.
func proseOf(rows [][]*line, horizontal []Rule) *runningText {
	p := &runningText{lines: map[*line]bool{}, rows: rows, known: map[int][]float32{}}
	var narrow []*block
	for _, b := range blocksOf(rows, horizontal) {
		switch width := p.filledWidth(b); {
		case width >= proseWidth:
			p.add(b)
		case width >= columnWidth && len(b.lines) > proseLines:
			narrow = append(narrow, b)
		}
	}
	for _, b := range narrow {
		if p.standsAlone(b, narrow) {
			p.add(b)
		}
	}
	return p
}

// filledWidth returns the width of a block of text in font sizes when its lines fill it,
// else 0.
func (p *runningText) filledWidth(b *block) float32 {
	if len(b.lines) < proseLines {
		return 0
	}
	long := 0
	size := b.lines[0].size
	for i, l := range b.lines {
		last := i == len(b.lines)-1
		if l.box.X1 > b.box.X1-4*l.size && l.box.Width() > 0.7*b.box.Width() || last && long > 1 {
			long++
		}
	}
	if long*3 < len(b.lines)*2 || size <= 0 {
		return 0
	}
	return b.box.Width() / size
}

func (p *runningText) add(b *block) {
	p.blocks = append(p.blocks, b.box)
	for _, l := range b.lines {
		p.lines[l] = true
	}
}

// standsAlone reports whether most lines of a block have no neighbours in their rows but
// prose, or what may be prose as well. The lines of a table cell have others.
func (p *runningText) standsAlone(b *block, narrow []*block) bool {
	n := 0
	for _, l := range b.lines {
		for _, o := range p.rows[l.row] {
			if o != l && !p.lines[o] && !slices.ContainsFunc(narrow, func(b *block) bool { return slices.Contains(b.lines, o) }) {
				n++
				break
			}
		}
	}
	return n*2 < len(b.lines)
}

// bandsOf returns the parts of the page's width, between columns of running text, in which
// the lines of a row stand.
func (p *runningText) bandsOf(row []*line) []stretch {
	if len(row) == 0 {
		return nil
	}
	whole := stretch{-math.MaxFloat32, math.MaxFloat32}
	gutters := p.guttersBeside(row[0])
	if len(gutters) == 0 {
		return []stretch{whole}
	}
	var out []stretch
	from := whole.lo
	for _, x := range append(gutters, whole.hi) {
		out = append(out, stretch{from, x})
		from = x
	}
	return out
}

// guttersBeside returns the places, from left to right, beside running text and between tables at the
// height of a line where no line of that height crosses.
func (p *runningText) guttersBeside(at *line) []float32 {
	if known, ok := p.known[at.row]; ok {
		return known
	}
	out := p.guttersAt(at)
	p.known[at.row] = out
	return out
}

func (p *runningText) guttersAt(at *line) []float32 {
	var out []float32
	y := (at.box.Y0 + at.box.Y1) / 2
	for _, b := range p.blocks {
		beside := y < b.Y1 && y > b.Y0
		if y > b.Y1+gutterTall || y < b.Y0-gutterTall || !beside && p.inColumn(b, at.row) {
			continue
		}
		for _, x := range []float32{b.X0 - gutterReach/3, b.X1 + gutterReach/3} {
			if p.isFreeAt(x, at.row) {
				out = append(out, x)
			}
		}
	}
	for _, g := range p.gutters {
		if y > g.heights.lo && y < g.heights.hi {
			out = append(out, g.x)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// inColumn reports whether a line of a row stands in the column of running text that ends
// above it, or begins below.
func (p *runningText) inColumn(b Box, row int) bool {
	for _, l := range p.rows[row] {
		if l.box.overlapX(b) > 0 {
			return true
		}
	}
	return false
}

// isFreeAt reports whether hardly any line near a row crosses the place x, and some
// stand on either side of it.
func (p *runningText) isFreeAt(x float32, row int) bool {
	const reach = 10 // rows
	cross, left, right := 0, 0, 0
	for i := max(0, row-reach); i < min(len(p.rows), row+reach+1); i++ {
		for _, l := range p.rows[i] {
			switch {
			case l.box.X1 < x:
				left++
			case l.box.X0 > x:
				right++
			default:
				cross++
			}
		}
	}
	return left > 2 && right > 2 && cross*8 < left+right
}

// hasGutterThrough reports whether a gutter at the height of a line runs through a box.
func (p *runningText) hasGutterThrough(b Box, l *line) bool {
	for _, x := range p.guttersBeside(l) {
		if x > b.X0+5 && x < b.X1-5 {
			return true
		}
	}
	return false
}
