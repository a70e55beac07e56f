package layout

import (
	"slices"
	"sort"
)

// columnGap is the least width of the white space between columns, in points.
const columnGap = 6

// readingOrder sorts the blocks of a page as one reads them: it cuts the page along
// white space, into columns where it can, else into bands (recursive XY-cut).
func readingOrder(blocks []*block) []*block {
	return orderBlocks(blocks, 0)
}

// orderBlocks returns the blocks of a part of the page in reading order.
func orderBlocks(blocks []*block, depth int) []*block {
	const maxDepth = 60
	if len(blocks) < 2 || depth > maxDepth {
		return byTop(blocks)
	}
	if left, right, ok := cutColumns(blocks); ok {
		if mostlyLeftward(blocks) {
			left, right = right, left
		}
		return append(orderBlocks(left, depth+1), orderBlocks(right, depth+1)...)
	}
	if upper, lower, ok := cutBands(blocks); ok {
		return append(orderBlocks(upper, depth+1), orderBlocks(lower, depth+1)...)
	}
	return byTop(blocks)
}

// mostlyLeftward reports whether most lines of blocks run from right to left; so do their
// columns then.
func mostlyLeftward(blocks []*block) bool {
	n := 0
	for _, b := range blocks {
		for _, l := range b.lines {
			if l.hasRightToLeft() {
				n++
			} else {
				n--
			}
		}
	}
	return n > 0
}

// byTop sorts blocks from top to bottom, then in the direction of reading.
func byTop(blocks []*block) []*block {
	leftward := mostlyLeftward(blocks)
	sort.SliceStable(blocks, func(i, j int) bool {
		if a, b := blocks[i].box, blocks[j].box; abs(a.Y1-b.Y1) > 2 {
			return a.Y1 > b.Y1
		}
		if leftward {
			return blocks[i].box.X1 > blocks[j].box.X1
		}
		return blocks[i].box.X0 < blocks[j].box.X0
	})
	return blocks
}

// cutColumns parts blocks at the widest vertical white space that runs through all
// of them. Single lines side by side are a row, not columns.
func cutColumns(blocks []*block) (left, right []*block, ok bool) {
	order := append([]*block{}, blocks...)
	sort.SliceStable(order, func(i, j int) bool { return order[i].box.X0 < order[j].box.X0 })
	reach, best, at := order[0].box.X1, float32(columnGap), -1
	for i := 1; i < len(order); i++ {
		if gap := order[i].box.X0 - reach; gap > best {
			best, at = gap, i
		}
		reach = max(reach, order[i].box.X1)
	}
	if at < 0 {
		return nil, nil, false
	}
	left, right = order[:at], order[at:]
	if !sideBySide(left, right) || endsRow(right, left) || endsRow(left, right) {
		return nil, nil, false
	}
	return left, right, true
}

// endsRow reports whether one group is a single line of figures that stands in a row with a single line of the other
// group, which has more: the figures are no column.
func endsRow(one, others []*block) bool {
	if len(one) != 1 || len(others) < 2 || len(one[0].lines) != 1 || one[0].table != nil {
		return false
	}
	l := one[0].lines[0]
	return holdsFigures(l.text) && slices.ContainsFunc(others, func(o *block) bool {
		return len(o.lines) == 1 && o.lines[0].row == l.row && o.lines[0].page == l.page
	})
}

// sideBySide reports whether two groups share some height. Groups that stand one above
// the other are bands even when white space parts them.
func sideBySide(left, right []*block) bool {
	a, b := boundingBox(left), boundingBox(right)
	shared := a.overlapY(b)
	return shared > 0.3*min(a.Height(), b.Height())
}

// boundingBox returns the box around blocks.
func boundingBox(blocks []*block) Box {
	var b Box
	for _, o := range blocks {
		b = b.Union(o.box)
	}
	return b
}

// cutBands divides blocks at a horizontal white space. A place next to a block that
// spans the page is preferred, because that block kept the columns from being cut.
func cutBands(blocks []*block) (upper, lower []*block, ok bool) {
	order := append([]*block{}, blocks...)
	sort.SliceStable(order, func(i, j int) bool { return order[i].box.Y1 > order[j].box.Y1 })
	width := boundingBox(blocks).Width()
	floor, best, at := order[0].box.Y0, float32(-1), -1
	for i := 1; i < len(order); i++ {
		if gap := floor - order[i].box.Y1; gap > -1 {
			score := gap + 1
			if spansWidth(order[i-1], width) || spansWidth(order[i], width) {
				score += 1000
			}
			if score > best {
				best, at = score, i
			}
		}
		floor = min(floor, order[i].box.Y0)
	}
	if at < 0 {
		return nil, nil, false
	}
	return order[:at], order[at:], true
}

// spansWidth reports whether a block spans most of the width.
func spansWidth(b *block, width float32) bool { return b.box.Width() > 0.6*width }
