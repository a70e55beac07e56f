package engine

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/rules/compile"
)

// extend adds each fact that matches the pattern to a partial match.
func (p *pattern) extend(m *partial, next func()) {
	joins := p.joins
	if m.s.naive {
		joins = p.tests.list
	}
	for _, x := range p.candidates(m) {
		if m.delta.skips(p.position, x) {
			continue
		}
		m.s.call.Budget.Step()
		if p.slot > 0 {
			m.f.Slots[p.slot] = x.object
		}
		if !holds(joins, m.f, x.object) {
			continue
		}
		saved := *m
		m.key = append(m.key[:len(m.key):len(m.key)], x.id)
		m.stamps = append(m.stamps[:len(m.stamps):len(m.stamps)], x.stamp(p.rule, p.tests))
		m.facts = append(m.facts[:len(m.facts):len(m.facts)], x)
		if seq, by := x.last(p.rule); seq > m.seq {
			m.seq, m.origin = seq, by
		}
		next()
		*m = saved
	}
}

// candidates are the facts that can match, in the order of their insertion: as few
// as the indexes allow.
func (p *pattern) candidates(m *partial) []*fact {
	if m.s.naive {
		return slices.Collect(m.s.byClass[p.class].live())
	}
	y := m.s.memory[p.number]
	y.refresh(m.s, m.f)
	if list, ok := p.ofDelta(m, y); ok {
		return list
	}
	if p.near != nil {
		if r, ok := p.near(m.f).(Ranged); ok {
			return y.overlapping([]Ranged{r})
		}
	}
	if p.other != nil && y.plain == 0 {
		if key := bucket(p.other(m.f)); key != nil {
			return y.keys[key]
		}
	}
	return y.pass
}

// ofDelta are the candidates that a delta leaves: at its own pattern the changed
// facts, before it those whose text a changed fact's must overlap.
func (p *pattern) ofDelta(m *partial, y *memory) ([]*fact, bool) {
	d := m.delta
	switch {
	case d == nil || d.list == nil:
		return nil, false
	case p.position == d.only:
		if len(d.list) > 64 && (p.near != nil || p.other != nil) {
			return nil, false // the indexes leave fewer
		}
		return d.list, true
	case p.position < d.only && d.pattern.near != nil && d.pattern.nearTo == p.position && len(d.list) < len(y.pass):
		var ranges []Ranged
		for _, x := range d.list {
			if r, ok := x.object.(Ranged); ok {
				ranges = append(ranges, r)
			}
		}
		return y.overlapping(ranges), true
	}
	return nil, false
}

// overlapping are the facts whose text overlaps one of the ranges.
func (y *memory) overlapping(ranges []Ranged) []*fact {
	var out []*fact
	for _, r := range ranges {
		start, end := r.Range()
		y.places.Overlapping(start, end, func(x *fact) bool { out = append(out, x); return true })
	}
	slices.SortFunc(out, byOrder)
	return slices.Compact(out)
}

// A delta is what has changed since a rule was evaluated last. The pattern at only
// takes changed facts, those before it take the others, so that every match with a
// changed fact is found once.
type delta struct {
	only    int
	changed map[*fact]bool
	pattern *pattern // the one at only
	list    []*fact  // the changed facts that pass its own constraints, nil when not known
}

func (d *delta) skips(position int, f *fact) bool {
	return d != nil && (position == d.only && !d.changed[f] || position >= 0 && position < d.only && d.changed[f])
}

// newDelta is the delta for one pattern; nil when no match can come of it.
func (s *Session) newDelta(p *pattern, changed map[*fact]bool, f *compile.Frame) *delta {
	d := &delta{only: p.position, changed: changed, pattern: p}
	class := s.program.registry.Class
	any := false
	for x := range changed {
		if !x.dead && class(x.class).Is(p.class) {
			any = true
			break
		}
	}
	if !any {
		return nil
	}
	y := s.memory[p.number]
	if !y.ready {
		return d
	}
	y.refresh(s, f)
	for x := range changed {
		if _, held := y.in[x]; held {
			d.list = append(d.list, x)
		}
	}
	if len(d.list) == 0 {
		return nil
	}
	slices.SortFunc(d.list, byOrder)
	return d
}
