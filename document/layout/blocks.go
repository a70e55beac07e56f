package layout

import "sort"

// Limits for lines of one block.
const (
	lineGap   = 0.8  // white space between lines, in font sizes
	sizeRatio = 1.25 // between font sizes
)

// A block is a part of a page that is read as a whole: lines below each other, or a
// table.
type block struct {
	box   Box
	lines []*line
	table *grid
}

// blocksOf groups lines that stand below each other without a competitor.
func blocksOf(rows [][]*line, horizontal []Rule) []*block {
	var lines []*line
	for _, r := range rows {
		lines = append(lines, r...)
	}
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].box.Y1 > lines[j].box.Y1 })
	below := make([][]int, len(lines))
	above := make([]int, len(lines))
	for i := range lines {
		below[i] = nextBelow(lines, i)
		for _, j := range below[i] {
			above[j]++
		}
	}
	of := make([]*block, len(lines))
	var out []*block
	for i, l := range lines {
		if of[i] == nil {
			of[i] = &block{}
			out = append(out, of[i])
		}
		of[i].lines = append(of[i].lines, l)
		of[i].box = of[i].box.Union(l.box)
		if len(below[i]) == 1 && above[below[i][0]] == 1 {
			j := below[i][0]
			if continuesBlock(l, lines[j]) && !ruleUnder(l, lines[j], horizontal) {
				of[j] = of[i]
			}
		}
	}
	return out
}

// nextBelow lists the lines directly under line i that overlap it horizontally.
func nextBelow(lines []*line, i int) []int {
	a := lines[i]
	var out []int
	var limit float32 = -1e9
	for j := i + 1; j < len(lines); j++ {
		b := lines[j]
		if a.box.Y0-b.box.Y1 > 2*a.size || b.box.Y1 < limit {
			break
		}
		if b.row == a.row || b.box.Y1 >= a.box.Y1-0.3*min(a.size, b.size) {
			continue
		}
		if a.box.overlapX(b.box) < 0.3*min(a.size, b.size) {
			if len(out) == 0 && isOutdented(a, b) {
				return []int{j}
			}
			continue
		}
		if limit < -1e8 {
			limit = b.box.Y0 + 0.4*b.size // what begins lower comes after the first one
		}
		out = append(out, j)
	}
	return out
}

// isOutdented reports whether b is the short last line of a paragraph whose first line a
// is indented so far that the two do not overlap.
func isOutdented(a, b *line) bool {
	shift := a.box.X0 - b.box.X0
	return a.box.Width() > 25*a.size && shift > 0 && shift < 6*a.size && b.box.X1 < a.box.X0+a.size &&
		a.box.Y0-b.box.Y1 < 0.5*a.size
}

// continuesBlock reports whether line b continues the block of line a.
func continuesBlock(a, b *line) bool {
	big, small := max(a.size, b.size), max(min(a.size, b.size), 0.1)
	return big/small <= sizeRatio && a.box.Y0-b.box.Y1 <= lineGap*small
}

// ruleUnder reports whether a horizontal rule parts two lines. An underline, no wider
// than the text above it, does not.
func ruleUnder(a, b *line, horizontal []Rule) bool {
	for _, r := range horizontal {
		between := r.Y0 < a.box.Y0+0.25*a.size && r.Y0 > b.box.Y1-0.25*b.size
		shared := min(r.X1, a.box.X1) - max(r.X0, a.box.X0)
		if between && shared > 0.5*a.box.Width() && r.X1-r.X0 > 1.15*a.box.Width() {
			return true
		}
	}
	return false
}
