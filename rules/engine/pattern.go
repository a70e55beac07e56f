package engine

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
)

// pattern is a compiled pattern over facts. Its constraints are of two kinds: those
// that depend on the fact alone, whose result is remembered until the fact changes,
// and those that compare it with earlier bindings or bind something themselves.
type pattern struct {
	rule     *Rule
	number   int // of its memory
	class    string
	bind     string
	slot     int    // of its binding, 0 for none
	position int    // among the patterns of a branch, -1 inside of another condition
	inside   *scope // the outermost condition around it, nil for none
	tests    *tests
	// near returns the object whose text the fact's text must overlap; nil for none.
	// nearTo is the pattern that binds it, nil when that is no pattern of the branch.
	near   compile.Eval
	nearTo *pattern
	// keys and others are the sides of equalities between the fact and bindings;
	// otherOf is the pattern whose fact alone decides the others, nil for none, which
	// keeps its facts by them in the index of the number back.
	keys, others []compile.Eval
	otherOf      *pattern
	back         int
	// allKeys and allOthers are the sides of all such equalities, where they are with the facts of
	// several patterns
	allKeys, allOthers []compile.Eval
	backs              []func(f *compile.Frame) uint64 // keys of later patterns that this pattern's fact decides
	ranked             compile.Eval                    // the number that bounds compare, nil for none
	bounds             []bound                         // of the facts that can match
	spans              bool                            // its facts are looked up by their text
	indexes            []string                        // how keys and backs are written
	seek               *seek                           // finds facts by the strings in their text, nil for none
}

// Ranged is an object that stands for a range of text.
type Ranged interface {
	// Range is the half-open range of bytes of the document's text.
	Range() (start, end int)
}

// extendMatch extends the partial match by each fact that matches the pattern.
func (p *pattern) extendMatch(m *partial, rest []step, done func()) {
	before := m.mark()
	for _, x := range p.candidateFacts(m) {
		if m.delta.skipsFact(p.position, x) {
			continue
		}
		m.s.work++
		m.s.call.Budget.Step()
		if p.slot > 0 {
			m.f.Slots[p.slot] = x.object
		}
		if !allHold(p.tests.joins, m.f, x.object) {
			continue
		}
		m.addFact(p, x)
		m.runSteps(rest, done)
		m.resetTo(before)
		if m.stop {
			return
		}
	}
}

// hasFact reports whether a fact extends the partial match, for a pattern inside of another
// condition.
func (p *pattern) hasFact(m *partial) bool {
	for _, x := range p.candidateFacts(m) {
		m.s.work++
		m.s.call.Budget.Step()
		if p.slot > 0 {
			m.f.Slots[p.slot] = x.object
		}
		if allHold(p.tests.joins, m.f, x.object) {
			return true
		}
	}
	return false
}

// candidateFacts returns the facts that can match, in the order of their insertion: as
// few as the indexes allow.
func (p *pattern) candidateFacts(m *partial) []*fact {
	y := m.s.memory[p.number]
	y.fillFacts(m.s, p, m.f)
	if list, ok := p.deltaCandidates(m, y); ok {
		return list
	}
	if p.near != nil {
		if r, ok := p.near(m.f).(Ranged); ok {
			start, end := r.Range()
			return y.overlappingFacts([]span{{start, end}})
		}
	}
	if len(p.allOthers) > 0 {
		if key := keyOf(p.allOthers, m.f); key != 0 {
			return y.factsFor(y.layout.all, key)
		}
	}
	if len(p.others) > 0 {
		if key := keyOf(p.others, m.f); key != 0 {
			return y.factsFor(0, key)
		}
	}
	if len(p.bounds) > 0 {
		if list, ok := p.rankedCandidates(m, y); ok {
			return list
		}
	}
	return y.pass
}

// deltaCandidates returns the candidates that a delta leaves: the changed facts at its own
// pattern, and before it those that can match together with one of the changed
// facts.
func (p *pattern) deltaCandidates(m *partial, y *memory) ([]*fact, bool) {
	d := m.delta
	switch {
	case d == nil || d.list == nil || p.position < 0:
		return nil, false
	case p == d.pattern:
		if len(d.list) > 64 && (p.near != nil || len(p.others) > 0) {
			return nil, false // the indexes leave fewer
		}
		return d.list, true
	case p.position > d.pattern.position || len(d.list) >= len(y.pass):
		return nil, false
	case d.pattern.nearTo == p:
		return y.overlappingFacts(spansOf(d.list)), true
	case d.pattern.otherOf == p && y.ready:
		own := m.s.memory[d.pattern.number]
		var out []*fact
		for _, x := range d.list {
			key := own.entryOf(x).key
			if key == 0 {
				return nil, false
			}
			out = append(out, y.factsFor(y.layout.backs+d.pattern.back, key)...)
		}
		return sortedFacts(out), true
	}
	return nil, false
}

// keyOf returns the index key for values that must all be equal, or 0 when one of
// them has no bucket. The object in slot 0 is left there.
func keyOf(sides []compile.Eval, f *compile.Frame) uint64 {
	this := f.Slots[0]
	if len(sides) == 1 {
		return keyOfValue(sides[0](f))
	}
	var out hash
	for _, side := range sides {
		f.Slots[0] = this
		key := keyOfValue(side(f))
		if key == 0 {
			return 0
		}
		out = out.withNumber(key)
	}
	return max(out.a, 1)
}

// sortedFacts sorts facts by their insertion and removes duplicates.
func sortedFacts(list []*fact) []*fact {
	slices.SortFunc(list, byOrder)
	return slices.Compact(list)
}

// delta restricts an evaluation to the matches with a fact that has changed since
// the previous one. Its pattern matches changed facts only, and the patterns before
// it match the others only, so that every match with a changed fact is found once.
type delta struct {
	pattern *pattern
	turn    int64   // that the changed facts have
	list    []*fact // the changed facts that pass its own constraints, nil when not known
}

// skipsFact reports whether the pattern at a position must not take the fact.
func (d *delta) skipsFact(position int, f *fact) bool {
	if d == nil || position < 0 || position > d.pattern.position {
		return false
	}
	return (f.turn == d.turn) != (position == d.pattern.position)
}

// newDelta returns the delta for one pattern, or nil when no match can result from
// it.
func (s *Session) newDelta(p *pattern, changed []*fact) *delta {
	d := &delta{pattern: p, turn: s.turn}
	y := s.memory[p.number]
	if !y.ready {
		return d
	}
	d.list = s.changed[:0]
	for _, x := range changed {
		if y.holds(x) {
			d.list = append(d.list, x)
		}
	}
	if len(d.list) == 0 {
		return nil
	}
	slices.SortFunc(d.list, byOrder)
	s.changed = d.list
	return d
}
