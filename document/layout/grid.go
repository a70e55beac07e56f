package layout

import (
	"slices"
	"sort"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// Lengths in points.
const (
	minRule  = 8   // shorter rules are underlines of a letter or ticks
	ruleNear = 2.5 // rules so close are one
	touch    = 3.5 // rules that end so close to each other meet
	thinnest = 5   // no row or column is thinner: what is drawn so close is a double rule
)

// A grid is a table: cells with the lines in them.
type grid struct {
	box        Box
	rows, cols int
	cells      []*gridCell        // row by row
	parts      []tablePart        // on further pages
	onceOnly   []document.Finding // headings of further pages, which are not in cells
}

// A tablePart is where a table goes on.
type tablePart struct {
	page int
	box  Box
}

// A gridCell is one cell of a table.
type gridCell struct {
	box              Box
	row, col         int
	rowSpan, colSpan int
	header           bool
	uncertain        bool        // another reading would part or join its text otherwise
	page             int         // where that is not the first page of the table
	later            []tablePart // where it goes on, on later pages
	lines            []*line
	parts            []*block // of a cell with blocks side by side, in reading order
}

// uprightRules sorts the rules of a page into horizontal and vertical ones, joins
// pieces of one stroke and drops what is too short to divide anything.
func uprightRules(rules []Rule, t turn) (horizontal, vertical []Rule) {
	for _, r := range rules {
		b := t.toUpright(Box{r.X0, r.Y0, r.X1, r.Y1})
		u := Rule{b.X0, b.Y0, b.X1, b.Y1, r.Filled}
		switch {
		case b.Width() >= b.Height() && b.Width() >= 1:
			horizontal = append(horizontal, u)
		case b.Height() >= 1:
			vertical = append(vertical, swapAxes(u))
		}
	}
	markThin(horizontal)
	markThin(vertical)
	horizontal, vertical = joinStrokes(horizontal), joinStrokes(vertical)
	for i := range vertical {
		vertical[i] = swapAxes(vertical[i])
	}
	return horizontal, vertical
}

// swapAxes exchanges the axes, so that vertical rules can be treated as horizontal ones.
func swapAxes(r Rule) Rule { return Rule{r.Y0, r.X0, r.Y1, r.X1, r.Filled} }

// joinStrokes joins horizontal rules on one height that overlap or nearly touch.
func joinStrokes(rules []Rule) []Rule {
	sort.SliceStable(rules, func(i, j int) bool {
		a, b := rules[i], rules[j]
		if abs(a.Y0-b.Y0) > 0.01 {
			return a.Y0 < b.Y0
		}
		return a.X0 < b.X0
	})
	var out []Rule
	for _, r := range rules {
		joined := false
		for i := len(out) - 1; i >= 0 && !joined && r.Y0-out[i].Y0 < ruleNear; i-- {
			if r.Filled == out[i].Filled && r.X0 < out[i].X1+ruleNear && r.X1 > out[i].X0-ruleNear {
				out[i].X0, out[i].X1, joined = min(out[i].X0, r.X0), max(out[i].X1, r.X1), true
			}
		}
		if !joined {
			out = append(out, r)
		}
	}
	return slices.DeleteFunc(out, func(r Rule) bool { return r.X1-r.X0 < minRule })
}

// markThin takes the edges of thin filled areas for what they are, strokes.
func markThin(rules []Rule) {
	const far = 100         // rules; the edges of one area are drawn close together
	const sharedEdge = 0.03 // points; so far apart are edges of areas that touch, as they are rounded
	sort.SliceStable(rules, func(i, j int) bool { return rules[i].Y0 < rules[j].Y0 })
	for i := range rules {
		for j := i + 1; j < min(len(rules), i+far) && rules[j].Y0-rules[i].Y0 < ruleNear; j++ {
			a, b := &rules[i], &rules[j]
			if a.Filled && b.Filled && abs(a.X0-b.X0) < 0.5 && abs(a.X1-b.X1) < 0.5 && b.Y0-a.Y0 > sharedEdge {
				a.Filled, b.Filled = false, false
			}
		}
	}
}

// drawnRules returns the rules that are drawn, without the edges of filled areas.
func drawnRules(rules []Rule) []Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool { return r.Filled })
}

// ruledGrids finds the tables that rules draw. Where strokes draw one, filled areas
// in the background are ignored.
func ruledGrids(horizontal, vertical []Rule) []*grid {
	out := gridsOf(drawnRules(horizontal), drawnRules(vertical))
	drawn := len(out)
	for _, g := range gridsOf(horizontal, vertical) {
		known := false
		for i, d := range out[:drawn] {
			if d.box.overlapX(g.box) > 0 && d.box.overlapY(g.box) > 0 {
				known = true
				if g.encloses(d) || g.completes(d) {
					out[i] = g
				}
			}
		}
		if !known {
			out = append(out, g)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].box.Y1 > out[j].box.Y1 })
	return slices.Compact(out)
}

// encloses reports whether the grid is a larger one around another one, and not only an area behind it.
func (g *grid) encloses(o *grid) bool {
	if 2*o.box.Width()*o.box.Height() >= g.box.Width()*g.box.Height() || o.box.X0 <= g.box.X0-thinnest || o.box.X1 >= g.box.X1+thinnest {
		return false
	}
	return o.rows < leastRows || !slices.ContainsFunc(g.cells, func(c *gridCell) bool { return c.rowSpan >= o.rows })
}

// completes reports whether the grid is another one with a first or a last row of the same kind:
// gaps between filled areas draw its inner rules, and only the areas its outer ones.
func (g *grid) completes(o *grid) bool {
	const taller = 1.5 // than the rows that both have
	if g.cols != o.cols || g.rows <= o.rows || g.rows > o.rows+2 || len(g.cells) != g.rows*g.cols ||
		abs(g.box.X0-o.box.X0) > thinnest || abs(g.box.X1-o.box.X1) > thinnest {
		return false
	}
	above, below := g.box.Y1-o.box.Y1, o.box.Y0-g.box.Y0
	limit := taller * o.box.Height() / float32(o.rows)
	return above > -thinnest && above < limit && below > -thinnest && below < limit
}

// gridsOf returns the tables that a set of rules draws.
func gridsOf(horizontal, vertical []Rule) []*grid {
	var out []*grid
	for _, g := range meetingRules(horizontal, vertical) {
		if t := gridOf(g.h, g.v); t != nil {
			out = append(out, t)
		}
	}
	return out
}

// A crossing is a set of rules that meet each other.
type crossing struct{ h, v []Rule }

// meetingRules groups rules that are connected.
func meetingRules(horizontal, vertical []Rule) []crossing {
	group := make([]int, len(horizontal)+len(vertical))
	for i := range group {
		group[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if group[i] != i {
			group[i] = find(group[i])
		}
		return group[i]
	}
	for i, h := range horizontal {
		for j, v := range vertical {
			if v.X0 > h.X0-touch && v.X0 < h.X1+touch && h.Y0 > v.Y0-touch && h.Y0 < v.Y1+touch {
				group[find(i)] = find(len(horizontal) + j)
			}
		}
	}
	at := map[int]int{}
	var out []crossing
	for i := range group {
		k, ok := at[find(i)]
		if !ok {
			k = len(out)
			at[find(i)] = k
			out = append(out, crossing{})
		}
		if i < len(horizontal) {
			out[k].h = append(out[k].h, horizontal[i])
		} else {
			out[k].v = append(out[k].v, vertical[i-len(horizontal)])
		}
	}
	return out
}

// gridOf makes a table of connected rules, or nil when they draw none: a table has
// at least two rows and two columns.
func gridOf(h, v []Rule) *grid {
	var xs, ys []float32
	for _, r := range v {
		xs = append(xs, r.X0)
	}
	for _, r := range h {
		ys = append(ys, r.Y0)
	}
	xs, ys = mergeCoordinates(append(xs, openEnds(h, xs)...)), mergeCoordinates(ys)
	ys = mergeCoordinates(append(ys, openRows(v, ys)...))
	slices.Reverse(ys) // from top to bottom
	const most = 400
	if len(xs) < 3 || len(ys) < 3 || len(xs) > most || len(ys) > most {
		return nil
	}
	g := &grid{rows: len(ys) - 1, cols: len(xs) - 1, box: Box{xs[0], ys[len(ys)-1], xs[len(xs)-1], ys[0]}}
	taken := make([]bool, g.rows*g.cols)
	for r := range g.rows {
		for c := range g.cols {
			if !taken[r*g.cols+c] {
				g.cells = append(g.cells, g.growCell(r, c, xs, ys, h, v, taken))
			}
		}
	}
	if len(g.cells) < 4 {
		return nil
	}
	return g
}

// openEnds returns the ends of horizontal rules that go on beyond the outermost vertical
// ones, where the table is open at its sides.
func openEnds(h []Rule, xs []float32) []float32 {
	const open = 15 // points, from which there is room for a column
	if len(xs) == 0 {
		return nil
	}
	first, last := slices.Min(xs), slices.Max(xs)
	left, right := 0, 0
	lo, hi := first, last
	for _, r := range h {
		if r.X0 < first-open {
			left++
			lo = min(lo, r.X0)
		}
		if r.X1 > last+open {
			right++
			hi = max(hi, r.X1)
		}
	}
	var out []float32
	if left > 1 && left*2 > len(h) {
		out = append(out, lo)
	}
	if right > 1 && right*2 > len(h) {
		out = append(out, hi)
	}
	return out
}

// openRows returns the ends of vertical rules that part one more row above the topmost horizontal
// rule or below the lowest one, where no rule closes the table. No such row is higher than
// the highest of the others.
func openRows(v []Rule, ys []float32) []float32 {
	if len(ys) < 3 {
		return nil
	}
	first, last := ys[0], ys[len(ys)-1]
	var highest float32
	for i := range ys[1:] {
		highest = max(highest, ys[i+1]-ys[i])
	}
	out := openEdge(v, first, highest)
	for _, y := range openEdge(upsideDown(v), -last, highest) {
		out = append(out, -y)
	}
	return out
}

// openEdge returns where vertical rules end that go on below the lowest horizontal rule of a
// table, when most of those that reach it do so, and not too far.
func openEdge(v []Rule, lowest, farthest float32) []float32 {
	var reach, beyond []float32 // places of rules
	end := lowest
	for _, r := range v {
		if r.Y0 < lowest+touch && r.Y1 > lowest-touch {
			reach = append(reach, r.X0)
			if r.Y0 < lowest-minRule {
				beyond = append(beyond, r.X0)
				end = min(end, r.Y0)
			}
		}
	}
	if 2*len(mergeCoordinates(beyond)) <= len(mergeCoordinates(reach)) || lowest-end > farthest {
		return nil
	}
	return []float32{end}
}

// upsideDown turns rules upside down.
func upsideDown(rules []Rule) []Rule {
	out := make([]Rule, len(rules))
	for i, r := range rules {
		out[i] = Rule{r.X0, -r.Y1, r.X1, -r.Y0, r.Filled}
	}
	return out
}

// growCell makes the cell whose upper left corner is at r, c: it grows to the right
// and down until it meets a rule.
func (g *grid) growCell(r, c int, xs, ys []float32, h, v []Rule, taken []bool) *gridCell {
	r1, c1 := r+1, c+1
	for c1 < g.cols && !taken[r*g.cols+c1] && !isCovered(v, xs[c1], ys[r+1], ys[r], true) {
		c1++
	}
	for r1 < g.rows && !isCovered(h, ys[r1], xs[c], xs[c1], false) {
		r1++
	}
	for i := r; i < r1; i++ {
		for j := c; j < c1; j++ {
			taken[i*g.cols+j] = true
		}
	}
	return &gridCell{row: r, col: c, rowSpan: r1 - r, colSpan: c1 - c, box: Box{xs[c], ys[r1], xs[c1], ys[r]}}
}

// isCovered reports whether rules at a place cover most of a stretch.
func isCovered(rules []Rule, at, from, to float32, vertical bool) bool {
	var sum float32
	for _, r := range rules {
		if vertical {
			r = swapAxes(r)
		}
		if abs(r.Y0-at) <= thinnest {
			sum += max(0, min(r.X1, to)-max(r.X0, from))
		}
	}
	return sum >= 0.7*(to-from)
}

// mergeCoordinates sorts coordinates and merges those that are close together.
func mergeCoordinates(v []float32) []float32 {
	slices.Sort(v)
	var out []float32
	for _, x := range v {
		if len(out) == 0 || x-out[len(out)-1] > thinnest {
			out = append(out, x)
		}
	}
	return out
}

// fillCells moves the lines that stand in the grid into its cells and returns the rest.
// ok is false when too few cells have text: the rules then draw something else.
func (g *grid) fillCells(rows [][]*line) (rest [][]*line, ok bool) {
	cells, ok := g.cellsOfLines(rows)
	if !ok {
		return rows, false
	}
	rest = make([][]*line, len(rows))
	for i, lines := range rows {
		for _, l := range lines {
			if c := cells[l]; c != nil {
				c.lines = append(c.lines, l)
			} else {
				rest[i] = append(rest[i], l)
			}
		}
	}
	g.removeEmptyTracks()
	return rest, true
}

// cellsOfLines returns the cells of the lines that stand in the grid. ok is false when too few
// cells have text: the rules then draw something else.
func (g *grid) cellsOfLines(rows [][]*line) (cells map[*line]*gridCell, ok bool) {
	cells = map[*line]*gridCell{}
	filled := map[*gridCell]int{}
	for _, lines := range rows {
		for _, l := range lines {
			if c := g.cellAt((l.box.X0+l.box.X1)/2, (l.box.Y0+l.box.Y1)/2); c != nil {
				cells[l] = c
				filled[c]++
			}
		}
	}
	return cells, len(filled) >= 3 && !g.isPageFrame(filled, len(cells)) && g.hasTextsSideBySide(filled)
}

// hasTextsSideBySide reports whether texts stand side by side in many of the rows that have
// any; otherwise the rules frame lines or boxes one below the other.
func (g *grid) hasTextsSideBySide(filled map[*gridCell]int) bool {
	cells := make([]int, g.rows)
	for c := range filled {
		cells[c.row]++
	}
	rows, side := 0, 0
	for _, n := range cells {
		if n > 0 {
			rows++
		}
		if n > 1 {
			side++
		}
	}
	return side > 0 && side*4 >= rows
}

// hasMergedCells reports whether many texts stand side by side in cells that span columns:
// the rules then draw the header of the table only, and its body is found by
// alignment.
func (g *grid) hasMergedCells() bool {
	beside, all := 0, 0
	for _, c := range g.cells {
		all += len(c.lines)
		if c.colSpan == 1 && g.cols > 1 && g.rows > 2 && len(g.cells) > 2*g.rows {
			continue
		}
		rows := map[int]int{}
		for _, l := range c.lines {
			if strings.HasSuffix(l.text, ":") || leadingLabel.MatchString(l.text) {
				rows = nil // a form
				break
			}
			rows[l.row]++
		}
		for _, n := range rows {
			if n > 2 || n == 2 && len(rows) > 2 {
				beside += n
			}
		}
	}
	return beside*5 > all*2 || g.hasStackedFigures()
}

// hasStackedFigures reports whether a row of the grid holds rows of figures, one under the other.
func (g *grid) hasStackedFigures() bool {
	stacks := make([]int, g.rows) // cells with several lines
	figures := make([]int, g.rows)
	for _, c := range g.cells {
		if len(c.lines) < 3 {
			continue
		}
		n := 0
		for _, l := range c.lines {
			if isFigure(l.text) || isNothing(l.text) {
				n++
			}
		}
		stacks[c.row]++
		if n*4 >= len(c.lines)*3 || c.hasShortLines() && g.hasLevelLines(c) {
			figures[c.row]++
		}
	}
	for r := range stacks {
		if stacks[r] > 1 && figures[r] > 0 && figures[r]*2 >= stacks[r] {
			return true
		}
	}
	return false
}

// hasShortLines reports whether the lines of a cell are short, so that none was wrapped at
// its edge.
func (c *gridCell) hasShortLines() bool {
	rows := map[int]bool{}
	for _, l := range c.lines {
		if rows[l.row] || l.box.Width() > 0.6*c.box.Width() || listMark.MatchString(l.text) {
			return false
		}
		rows[l.row] = true
	}
	return true
}

// hasLevelLines reports whether another cell of the row has lines at the same heights.
func (g *grid) hasLevelLines(c *gridCell) bool {
	for _, o := range g.cells {
		if o == c || o.row != c.row || len(o.lines) != len(c.lines) {
			continue
		}
		level := true
		for i, l := range c.lines {
			level = level && o.lines[i].row == l.row
		}
		if level {
			return true
		}
	}
	return false
}

// removeEmptyTracks removes narrow rows and columns without text: the space between filled
// areas, or between double rules.
func (g *grid) removeEmptyTracks() {
	const narrow = 15
	g.rows = removeTracks(g.cells, g.rows, func(c *gridCell) (*int, *int) { return &c.row, &c.rowSpan },
		func(c *gridCell) float32 { return c.box.Height() }, narrow)
	g.cols = removeTracks(g.cells, g.cols, func(c *gridCell) (*int, *int) { return &c.col, &c.colSpan },
		func(c *gridCell) float32 { return c.box.Width() }, narrow)
	g.cells = slices.DeleteFunc(g.cells, func(c *gridCell) bool { return c.rowSpan == 0 || c.colSpan == 0 })
}

// removeTracks removes narrow rows or columns without text along one axis and returns
// how many are left.
func removeTracks(cells []*gridCell, n int, of func(*gridCell) (at, span *int), size func(*gridCell) float32, narrow float32) int {
	needed, thin := make([]bool, n), make([]bool, n)
	for _, c := range cells {
		at, span := of(c)
		if *span == 1 {
			needed[*at] = needed[*at] || len(c.lines) > 0
			thin[*at] = thin[*at] || size(c) < narrow
		}
	}
	for _, c := range cells {
		at, span := of(c)
		if len(c.lines) > 0 && !slices.Contains(needed[*at:*at+*span], true) {
			needed[*at] = true
		}
	}
	left := make([]int, n+1) // of those in front of each
	for i := range n {
		left[i+1] = left[i]
		if needed[i] || !thin[i] {
			left[i+1]++
		}
	}
	for _, c := range cells {
		at, span := of(c)
		*at, *span = left[*at], left[*at+*span]-left[*at]
	}
	return left[n]
}

// isPageFrame reports whether one of the cells holds nearly all lines, as a frame
// around the page does.
func (g *grid) isPageFrame(filled map[*gridCell]int, inside int) bool {
	for _, n := range filled {
		if n > 6 && n*10 > inside*7 {
			return true
		}
	}
	return false
}

// cellAt finds the cell around a point.
func (g *grid) cellAt(x, y float32) *gridCell {
	if !g.box.containsPoint(x, y) {
		return nil
	}
	for _, c := range g.cells {
		if c.box.containsPoint(x, y) {
			return c
		}
	}
	return nil
}
