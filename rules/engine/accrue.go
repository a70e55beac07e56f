package engine

import "slices"

// part is the contribution of one fact to an aggregate.
type part struct {
	key    hash
	seq    int64
	origin *branch
	values []any // by folder
}

// heldPart is a part whose values stand elsewhere.
type heldPart struct {
	key    hash
	seq    int64
	origin *branch
}

// runningAggregate is the running aggregate of a source that is a single pattern and reads
// nothing from outside. Changes update it: new facts are added at the end, changed
// facts keep their place, and the rest is not looked at.
type runningAggregate struct {
	facts  []*fact
	parts  []heldPart // by fact
	values [][]any    // by folder, then by fact
	folded []any      // the results by folder, nil when they must be folded anew
	key    hash
	seq    int64
	origin *branch
}

// singlePattern returns the single pattern whose facts g aggregates, or nil when its source
// is anything else.
func (g *aggregate) singlePattern() *pattern {
	if len(g.steps) != 1 {
		return nil
	}
	p, _ := g.steps[0].(*pattern)
	return p
}

// updateAccrued applies the pending effects to the running aggregate in known, which it
// builds on first use, and returns the new result.
func (g *aggregate) updateAccrued(m *partial, known *outcome) *aggregateResult {
	p := g.singlePattern()
	y := m.s.memory[p.number]
	y.fillFacts(m.s, p, m.f)
	a := known.accrued
	if a == nil {
		a = newRunning(g, len(y.pass))
		known.accrued, known.effects = a, nil
		for _, x := range y.pass {
			a.putPart(g, x, g.factPart(m, p, x))
		}
	}
	out := g.applyTo(m, p, a, known.effects)
	known.effects = reuseRoom(known.effects)
	return out
}

// newRunning returns a running aggregate without parts, with room for so many.
func newRunning(g *aggregate, room int) *runningAggregate {
	a := &runningAggregate{values: make([][]any, len(g.folders))}
	a.facts, a.parts = make([]*fact, 0, room), make([]heldPart, 0, room)
	for f := range a.values {
		a.values[f] = make([]any, 0, room)
	}
	return a
}

// reuseRoom returns the room of effects that have been applied, nil when there is much of it.
func reuseRoom(list []effect) []effect {
	if cap(list) > 256 {
		return nil
	}
	clear(list)
	return list[:0]
}

// applyEffects applies the pending effects to the running aggregate of a keyed result, which
// it builds on first use.
func (g *aggregate) applyEffects(m *partial, out *keyedResult, key uint64) {
	p, effects := g.singlePattern(), out.effects
	if out.accrued == nil {
		effects = nil
		list := m.s.memory[p.number].factsFor(0, key)
		out.accrued = newRunning(g, len(list))
		for _, x := range list {
			out.accrued.putPart(g, x, g.factPart(m, p, x))
		}
	}
	out.sum = g.applyTo(m, p, out.accrued, effects)
	out.effects = reuseRoom(out.effects)
}

// applyTo applies effects to a running aggregate and returns the new result.
func (g *aggregate) applyTo(m *partial, p *pattern, a *runningAggregate, effects []effect) *aggregateResult {
	for _, e := range effects {
		if e.after.held {
			a.putPart(g, e.fact, g.factPart(m, p, e.fact))
		} else {
			a.dropFact(g, e.fact)
		}
	}
	if a.folded == nil {
		for i, f := range g.folders {
			a.folded = append(a.folded, f.fold(m.f, a.values[i][:len(a.facts):len(a.facts)]))
		}
	}
	return &aggregateResult{key: a.key, seq: a.seq, origin: a.origin, results: a.folded[:len(a.folded):len(a.folded)]}
}

// step brings the results up to date with one change of the values, by folder, or drops them.
func (a *runningAggregate) step(g *aggregate, changes func(folder int) valueChange) {
	if a.folded == nil {
		return
	}
	next := make([]any, len(g.folders))
	for i, f := range g.folders {
		ok := f.step != nil
		if ok {
			next[i], ok = f.step(a.folded[i], changes(i))
		}
		if !ok {
			a.folded = nil
			return
		}
	}
	a.folded = next
}

// factPart computes the contribution of a fact. It returns nil when the fact does not
// match. The part is in use until the next call.
func (g *aggregate) factPart(m *partial, p *pattern, x *fact) *part {
	m.s.work++
	m.s.call.Budget.Step()
	if p.slot > 0 {
		m.f.Slots[p.slot] = x.object
	}
	if !allHold(p.tests.joins, m.f, x.object) {
		return nil
	}
	inner := m.s.newPartial()
	inner.addFact(p, x)
	out := &m.s.part
	*out = part{key: inner.key.withHash(inner.stamp), seq: inner.seq, origin: inner.origin, values: out.values[:0]}
	for _, f := range g.folders {
		out.values = append(out.values, f.arg(m.f))
	}
	m.s.unused = append(m.s.unused, inner)
	return out
}

// putPart adds the contribution of a fact, or replaces its earlier one. A nil part
// removes the fact.
func (a *runningAggregate) putPart(g *aggregate, x *fact, p *part) {
	if p == nil {
		a.dropFact(g, x)
		return
	}
	i, known := slices.BinarySearchFunc(a.facts, x, byOrder)
	if known {
		a.key = a.key.minus(a.parts[i].key)
		a.step(g, func(f int) valueChange { return valueChange{removed: a.values[f][i], added: p.values[f]} })
		for f := range a.values {
			a.values[f][i] = p.values[f]
		}
	} else {
		a.facts, a.parts = insertDoubling(a.facts, i, x), insertDoubling(a.parts, i, heldPart{})
		for f := range a.values {
			a.values[f] = insertDoubling(a.values[f], i, p.values[f])
		}
		a.step(g, func(f int) valueChange { return valueChange{added: p.values[f], count: 1} })
	}
	a.parts[i], a.key = heldPart{p.key, p.seq, p.origin}, a.key.plus(p.key)
	if p.seq > a.seq {
		a.seq, a.origin = p.seq, p.origin
	}
}

// dropFact removes the contribution of a fact.
func (a *runningAggregate) dropFact(g *aggregate, x *fact) {
	i, known := slices.BinarySearchFunc(a.facts, x, byOrder)
	if !known {
		return
	}
	was := a.parts[i]
	a.key = a.key.minus(was.key)
	a.step(g, func(f int) valueChange { return valueChange{removed: a.values[f][i], count: -1} })
	a.facts, a.parts = slices.Delete(a.facts, i, i+1), slices.Delete(a.parts, i, i+1)
	for f := range a.values {
		a.values[f] = append(slices.Clip(a.values[f][:i]), a.values[f][i+1:]...)
	}
	if was.seq < a.seq {
		return
	}
	a.seq, a.origin = 0, nil
	for _, p := range a.parts {
		if p.seq > a.seq {
			a.seq, a.origin = p.seq, p.origin
		}
	}
}
