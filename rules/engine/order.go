package engine

import (
	"cmp"
	"slices"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// matchOrder says in which order the matches of a branch fire that are found at the
// same time: by the elements from left to right, each ascending or descending. Drools
// promises no order, but has one, and rules have come to rely on it. Each of its nodes
// passes on last what it got first; so an element is turned round by each condition
// behind it, and those that pass matches on twice turn nothing round.
type matchOrder struct {
	facts []int // for each fact of a match, 1 for ascending and -1 for descending
	path  []int // for each element of its path
}

// compare compares two matches of a branch.
func (o *matchOrder) compare(x, y *activation) int {
	if x.path() != nil {
		return compareBy(o.path, x.path(), y.path(), cmp.Compare[int64])
	}
	return compareBy(o.facts, x.facts, y.facts, byOrder)
}

// sortMatches sorts matches that were found together. ascending tells that a whole evaluation
// has found them, from left to right; most of them are then in their order already.
func (o *matchOrder) sortMatches(list []*activation, ascending bool) {
	switch {
	case ascending && o.ascends():
	case slices.IsSortedFunc(list, leftToRight):
		o.turnRuns(list, 0)
	default:
		slices.SortStableFunc(list, o.compare)
	}
}

// turnRuns sorts matches that ascend and have equal elements up to one: those with that element
// equal too are a run, and the runs are put in reverse where it descends.
func (o *matchOrder) turnRuns(list []*activation, element int) {
	if len(list) < 2 || element >= max(len(o.facts), len(o.path)) {
		return
	}
	descends := o.descends(list[0], element)
	if descends {
		slices.Reverse(list)
	}
	for len(list) > 0 {
		n := 1
		for n < len(list) && elementOf(list[n], element) == elementOf(list[0], element) {
			n++
		}
		if descends {
			slices.Reverse(list[:n])
		}
		o.turnRuns(list[:n], element+1)
		list = list[n:]
	}
}

// descends reports whether an element of a match descends.
func (o *matchOrder) descends(act *activation, element int) bool {
	directions := o.facts
	if act.path() != nil {
		directions = o.path
	}
	return element < len(directions) && directions[element] < 0
}

// elementOf returns an element of a match: the place of a fact, or of its path.
func elementOf(act *activation, element int) int64 {
	switch path := act.path(); {
	case path != nil && element < len(path):
		return path[element]
	case path == nil && element < len(act.facts):
		return act.facts[element].order
	}
	return 0
}

// compareBy compares two lists by their first elements that differ, each in its
// direction; where none is known, they ascend.
func compareBy[T any](directions []int, x, y []T, compare func(a, b T) int) int {
	for i := range min(len(x), len(y)) {
		if c := compare(x[i], y[i]); c != 0 {
			if i < len(directions) {
				return c * directions[i]
			}
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// ascends reports whether all elements ascend, as they do when they are found.
func (o *matchOrder) ascends() bool {
	return !slices.Contains(o.facts, -1) && !slices.Contains(o.path, -1)
}

// orderOf returns the order of the matches of a branch with these conditions. Those of a
// single pattern ascend, unless the rule has lock-on-active. The branch before it, nil for
// the first one of a rule, is left at a fork, unless it is right behind the first pattern. So is
// the way to a named consequence; where a condition chooses among several, that is an element of
// its own. named tells that the conditions end with the call of what fires.
func orderOf(conds, before []syntax.Cond, lockOnActive, named bool) *matchOrder {
	o := &matchOrder{}
	all, before := flattenAnds(conds), flattenAnds(before)
	conds = slices.DeleteFunc(slices.Clone(all), isAction)
	alone := len(conds) == 1 && !named && !slices.ContainsFunc(all, isChoice)
	left := 0
	for left < min(len(conds), len(before)) && conds[left] == before[left] {
		left++
	}
	i := -1 // of the condition
	for at, c := range all {
		if isAction(c) {
			forks := i > 0 && !isAction(all[at-1])
			if own := named && at == len(all)-1; !own && (forks || isChoice(c)) {
				o.turnRound(1)
			}
			continue
		}
		i++
		behindMore := i > 1 || i == 1 && !isFactPattern(conds[0])
		if i == left && behindMore && len(before) > 0 {
			o.turnRound(1)
		}
		if i > 0 || !isFactPattern(c) {
			o.turnRound(turnsOf(c, behindMore || i == 0))
		}
		p, isPattern := c.(*syntax.Pattern)
		switch {
		case !isPattern:
			if _, isOr := c.(*syntax.Or); isOr {
				return &matchOrder{} // the alternatives have paths of different lengths
			}
		case p.From == nil:
			first := i == 0 && (!alone || lockOnActive)
			o.facts, o.path = append(o.facts, direction(first)), append(o.path, direction(first))
		default:
			o.path = append(o.path, direction(true))
		}
	}
	return o
}

// direction returns the number of a direction.
func direction(descending bool) int {
	if descending {
		return -1
	}
	return 1
}

// turnRound turns round all elements so far as often as it says.
func (o *matchOrder) turnRound(times int) {
	if times%2 == 0 {
		return
	}
	for _, list := range [][]int{o.facts, o.path} {
		for i := range list {
			list[i] = -list[i]
		}
	}
}

// turnsOf returns how often a condition turns round the matches that come to it.
// Conditions in brackets are a network of their own, which matches reach by a fork;
// behind the first pattern they are where they go anyway.
func turnsOf(c syntax.Cond, forked bool) int {
	fork := 0
	if forked {
		fork = 1
	}
	switch c := c.(type) {
	case *syntax.Pattern:
		switch from := c.From.(type) {
		case *syntax.Collect:
			return 0
		case *syntax.Accumulate:
			return turnsOfSource(from.Source, fork)
		}
	case *syntax.AccumulatePattern:
		return turnsOfSource(c.Accumulate.Source, fork)
	case *syntax.Not:
		return 1 + turnsOfSource(c.Cond, fork)
	case *syntax.Exists:
		if inside := flattenAnds([]syntax.Cond{c.Cond}); len(inside) > 1 {
			return len(inside) + 2 // what goes on comes from the inside
		}
	case *syntax.Forall:
		if len(c.Conds) > 0 && isSelfJoin(c.Conds[0], c.Conds[1:]) {
			return 2 // an exists and a not
		}
		return 1 + fork
	}
	return 1
}

// turnsOfSource returns what the inside of a condition adds: the fork, when it is more
// than one condition.
func turnsOfSource(inside syntax.Cond, fork int) int {
	if len(flattenAnds([]syntax.Cond{inside})) > 1 {
		return fork
	}
	return 0
}

// isFactPattern reports whether the condition is a pattern over facts.
func isFactPattern(c syntax.Cond) bool {
	p, ok := c.(*syntax.Pattern)
	return ok && p.From == nil
}

// flattenAnds puts the conditions of ands in their place.
func flattenAnds(conds []syntax.Cond) []syntax.Cond {
	var out []syntax.Cond
	for _, c := range conds {
		if and, ok := c.(*syntax.And); ok {
			out = append(out, flattenAnds(and.Conds)...)
			continue
		}
		out = append(out, c)
	}
	return out
}
