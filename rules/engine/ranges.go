package engine

import (
	"math"
	"slices"
	"sort"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// bound is a comparison of a property of a fact with earlier bindings: below or above a value.
type bound struct {
	below bool
	value compile.Eval
}

// chooseRange recognizes comparisons such as v > $v and v < $v + 3 of one property that holds a
// primitive number, so that the memory of the pattern keeps its facts in the order of it.
func (b *builder) chooseRange(out *pattern, list []*syntax.Binary, t *host.Type) {
	property := ""
	for _, e := range list {
		own, other, below, ok := b.recognizeBound(e)
		if !ok || property != "" && own.Name != property {
			continue
		}
		if property == "" {
			x, xt := b.u.CompileConstraint(own, t)
			if xt == nil || xt.Dims > 0 || xt.Name != "int" && xt.Name != "long" && xt.Name != "double" {
				continue
			}
			property, out.ranked = own.Name, x
			out.indexes = append(out.indexes, "in the order of "+property)
		}
		x, _ := b.u.CompileCondition(other)
		out.bounds = append(out.bounds, bound{below, x})
	}
}

// recognizeBound recognizes a comparison of a property with a sum of bindings, see bindingsOfSum.
func (b *builder) recognizeBound(e *syntax.Binary) (own *syntax.Name, other syntax.Expr, below, ok bool) {
	switch e.Op {
	case "<", "<=":
		below = true
	case ">", ">=":
	default:
		return nil, nil, false, false
	}
	for i, side := range [][2]syntax.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		own, isName := side[0].(*syntax.Name)
		if !isName || b.u.IsDeclared(own.Name) {
			continue
		}
		if bindings, ok := b.bindingsOfSum(side[1]); ok && len(bindings) > 0 {
			return own, side[1], below == (i == 0), true
		}
	}
	return nil, nil, false, false
}

// rankedFact is a fact with the number that a memory orders it by.
type rankedFact struct {
	rank float64
	fact *fact
}

// ranking holds facts in the order of a number. Facts are appended as they come, and sorted when
// they are next looked up.
type ranking struct {
	list   []rankedFact
	sorted int // so many of them are in order
}

func (r *ranking) addFact(rank float64, x *fact) {
	if r.sorted == len(r.list) && (r.sorted == 0 || r.list[r.sorted-1].rank <= rank) {
		r.sorted++
	}
	r.list = append(r.list, rankedFact{rank, x})
}

// removeFact removes a fact that was added with that rank.
func (r *ranking) removeFact(rank float64, x *fact) {
	r.sortFacts()
	for i := r.firstFrom(rank); i < len(r.list); i++ {
		if r.list[i].fact == x {
			r.list = slices.Delete(r.list, i, i+1)
			r.sorted--
			return
		}
	}
}

func (r *ranking) sortFacts() {
	if r.sorted == len(r.list) {
		return
	}
	slices.SortStableFunc(r.list, func(a, b rankedFact) int {
		switch {
		case a.rank < b.rank:
			return -1
		case a.rank > b.rank:
			return 1
		}
		return 0
	})
	r.sorted = len(r.list)
}

// firstFrom returns the place of the first fact that does not rank below the number.
func (r *ranking) firstFrom(rank float64) int {
	return sort.Search(len(r.list), func(i int) bool { return r.list[i].rank >= rank })
}

// factsWithin returns the facts between two numbers, these included, by order of insertion. It
// returns false where they are so many that a look at all facts is cheaper.
func (r *ranking) factsWithin(low, high float64) ([]*fact, bool) {
	r.sortFacts()
	from := r.firstFrom(low)
	to := from + sort.Search(len(r.list)-from, func(i int) bool { return r.list[from+i].rank > high })
	if 4*(to-from) > len(r.list) {
		return nil, false
	}
	out := make([]*fact, 0, to-from)
	for _, x := range r.list[from:to] {
		out = append(out, x.fact)
	}
	slices.SortFunc(out, byOrder)
	return out, true
}

// rankedCandidates returns the facts within the bounds that earlier bindings give. Numbers are
// compared as floating point, and bounds are included: there may be more facts than match, and
// no fewer.
func (p *pattern) rankedCandidates(m *partial, y *memory) ([]*fact, bool) {
	low, high := math.Inf(-1), math.Inf(1)
	for _, b := range p.bounds {
		v := rankOf(b.value(m.f))
		switch {
		case math.IsNaN(v):
			return nil, false
		case b.below:
			high = min(high, v)
		default:
			low = max(low, v)
		}
	}
	return y.ranked.factsWithin(low, high)
}

// rankOf returns a number as floating point, NaN for what is none. Greater numbers never have
// smaller ranks.
func rankOf(v any) float64 {
	switch v := v.(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}
