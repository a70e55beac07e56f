package engine

import (
	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// source supplies the values of a from. It passes each value to visit, with a key
// that distinguishes the value from the others of the source, until visit returns
// false.
type source interface {
	eachValue(m *partial, visit func(v any, key hash) bool)
}

// values is a pattern over the values of a from, which are not facts.
type values struct {
	source   source
	class    string
	slot     int
	tests    *tests
	registry *host.Registry
}

// collectsAlike reports whether the one value is a collect that is the same for all matches.
func (p *values) collectsAlike() bool {
	g, aggregates := p.source.(*aggregate)
	return aggregates && g.collect && g.scope.free
}

func (p *values) extendMatch(m *partial, rest []step, done func()) {
	before, at := m.mark(), int64(0)
	p.source.eachValue(m, func(v any, key hash) bool {
		at++
		class := p.registry.Class(host.ClassNameOf(v))
		if v == nil || class == nil || !class.IsKindOf(p.class) {
			return true
		}
		m.s.call.Budget.Step()
		if p.slot > 0 {
			m.f.Slots[p.slot] = v
		}
		if allHold(p.tests.list, m.f, v) {
			m.key, m.path = m.key.withHash(key), append(m.path, at)
			m.runSteps(rest, done)
		}
		m.resetTo(before)
		return !m.stop
	})
}

// exprSource is a source with the value of an expression, or with each element of it.
type exprSource struct{ value compile.Eval }

// compileFrom compiles the expression of a from, and returns the type of its values, nil when that
// is not known. As in Drools, what a step of a path reads does not wake the rule.
func (b *builder) compileFrom(from *syntax.FromExpr, step bool) (source, *host.Type) {
	watch := b.u.Properties
	if step {
		b.u.Properties, b.branch.quiet = nil, true
	}
	x, t := b.compileExpression(from.X)
	b.u.Properties = watch
	b.branch.many = true
	if t != nil && !compile.IsFaulty(t) {
		if c := b.c.Registry.Class(t.Name); t.Dims > 0 {
			t = &host.Type{Name: t.Name, Args: t.Args, Dims: t.Dims - 1}
		} else if c != nil && c.IsKindOf("Iterable") {
			t = t.Arg(0)
		}
	}
	return &exprSource{x}, t
}

func (i *exprSource) eachValue(m *partial, visit func(v any, key hash) bool) {
	v := i.value(m.f)
	items, many := host.ItemsOf(v)
	if _, isMap := v.(*host.Map); !many || isMap {
		visit(v, hash{}.withNumber(identityOf(v)))
		return
	}
	var seen map[uint64]uint64 // how often equal elements came before
	if len(items) > 1 {
		seen = make(map[uint64]uint64, len(items))
	}
	for _, item := range append([]any{}, items...) {
		id := identityOf(item)
		if !visit(item, hash{}.withNumber(id).withNumber(seen[id])) {
			return
		}
		if seen != nil {
			seen[id]++
		}
	}
}
