package layout

import (
	"slices"
	"strings"
	"unicode"
)

// Limits of tables that stand side by side.
const (
	stackRules  = 3 // of one width above each other, that a table has: above, under the header, below
	stackSlack  = 2 // points by which their ends differ
	leastGutter = 6 // points between two tables
)

// A gutter is a place between two tables that stand side by side, at the heights of both.
type gutter struct {
	x       float32
	heights stretch
}

// ruledBoxes returns the places of tables that are drawn by rules of one width each, and have labels of
// their own.
func ruledBoxes(rows [][]*line, horizontal []Rule) []Box {
	return slices.DeleteFunc(ruleStacks(drawnRules(horizontal)), func(b Box) bool { return !hasLabelledRows(rows, b) })
}

// guttersBetween finds the gutters between tables at such places, where no rule and no line crosses.
func guttersBetween(stacks []Box, rows [][]*line, horizontal []Rule) []gutter {
	var out []gutter
	for _, a := range stacks {
		for _, b := range stacks {
			if b.X0-a.X1 < leastGutter || a.overlapY(b) < 0.5*min(a.Height(), b.Height()) {
				continue
			}
			g := gutter{(a.X1 + b.X0) / 2, stretch{min(a.Y0, b.Y0), max(a.Y1, b.Y1)}}
			if !g.isCrossed(rows, horizontal) {
				out = append(out, g)
			}
		}
	}
	return out
}

// ruleStacks returns the boxes around rules that stand under each other with the same ends.
func ruleStacks(horizontal []Rule) []Box {
	type stack struct {
		box Box
		ys  []float32
	}
	var stacks []*stack
	for _, h := range horizontal {
		at := slices.IndexFunc(stacks, func(s *stack) bool {
			return abs(s.box.X0-h.X0) < stackSlack && abs(s.box.X1-h.X1) < stackSlack
		})
		if at < 0 {
			at = len(stacks)
			stacks = append(stacks, &stack{box: Box{h.X0, h.Y0, h.X1, h.Y0}})
		}
		s := stacks[at]
		s.box.Y0, s.box.Y1 = min(s.box.Y0, h.Y0), max(s.box.Y1, h.Y0)
		s.ys = append(s.ys, h.Y0)
	}
	var out []Box
	for _, s := range stacks {
		if len(mergeCoordinates(s.ys)) >= stackRules {
			out = append(out, s.box)
		}
	}
	return out
}

// hasLabelledRows reports whether most rows of text in a box are a label in words with something
// beside it.
func hasLabelledRows(rows [][]*line, box Box) bool {
	n, labelled := 0, 0
	for _, r := range rows {
		var inside []*line
		for _, l := range r {
			if box.containsPoint((l.box.X0+l.box.X1)/2, l.middle()) {
				inside = append(inside, l)
			}
		}
		if len(inside) == 0 {
			continue
		}
		n++
		if len(inside) > 1 && strings.ContainsFunc(inside[0].text, unicode.IsLetter) {
			labelled++
		}
	}
	return n >= leastRows && labelled*3 >= n*2
}

// entersRuled reports whether lines stand in another place of a ruled table than the one above, which
// ends between them.
func (p *runningText) entersRuled(above, below []*line) bool {
	if len(above) == 0 || len(below) == 0 {
		return false
	}
	from, to := p.ruledAt(above[0]), p.ruledAt(below[0])
	return from != nil && to != nil && from.Y0 > to.Y1
}

// ruledAt returns the place of a ruled table in which a line stands, or nil.
func (p *runningText) ruledAt(l *line) *Box {
	for i, b := range p.ruled {
		if b.containsPoint((l.box.X0+l.box.X1)/2, l.middle()) {
			return &p.ruled[i]
		}
	}
	return nil
}

// isCrossed reports whether a rule or a line of text crosses the gutter.
func (g gutter) isCrossed(rows [][]*line, horizontal []Rule) bool {
	for _, h := range horizontal {
		if h.X0 < g.x && h.X1 > g.x && h.Y0 > g.heights.lo-stackSlack && h.Y0 < g.heights.hi+stackSlack {
			return true
		}
	}
	for _, r := range rows {
		for _, l := range r {
			if l.box.X0 < g.x && l.box.X1 > g.x && l.middle() > g.heights.lo && l.middle() < g.heights.hi {
				return true
			}
		}
	}
	return false
}
