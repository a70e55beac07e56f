package engine

import (
	"fmt"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// A partial is the match so far: what identifies it, and how fresh its facts are.
type partial struct {
	s      *Session
	f      *compile.Frame
	key    []string
	stamps []int64
	seq    int64 // of the latest change of its facts
	origin *Rule // whose firing made that change
	// delta restricts a branch of plain patterns to matches with a changed fact
	delta *delta
	facts []*fact
}

// A step extends a partial match in every way that its condition allows.
type step func(m *partial, next func())

type builder struct {
	c    *compile.Compiler
	rule *Rule
	u    *compile.Unit
	// patterns are those over facts, in the branch so far
	patterns []*pattern
	program  *Program
	first    int // slot of the pattern that is compiled
}

func (b *builder) problem(at int, format string, args ...any) {
	b.c.Problems = append(b.c.Problems, syntax.Problem{Offset: at, Message: fmt.Sprintf(format, args...)})
}

func (b *builder) branch(conds []syntax.Cond, then *syntax.Block) {
	b.u, b.patterns = b.c.NewUnit(), nil
	out := &branch{unit: b.u, step: b.sequence(conds), patterns: b.patterns}
	out.names = b.u.Names()
	for _, c := range conds {
		if p, ok := c.(*syntax.Pattern); !ok || p.From != nil {
			out.patterns = nil
		}
	}
	b.rule.whole = b.rule.whole || len(out.patterns) == 0
	if then != nil {
		out.fire = b.u.Consequence(then)
	}
	b.rule.entities = b.rule.entities || b.u.ReadsEntities()
	b.rule.branches = append(b.rule.branches, out)
}

func (b *builder) sequence(conds []syntax.Cond) step {
	var steps []step
	for _, c := range conds {
		steps = append(steps, b.cond(c))
	}
	return func(m *partial, next func()) { chain(steps, m, next) }
}

func chain(steps []step, m *partial, next func()) {
	if len(steps) == 0 {
		next()
		return
	}
	steps[0](m, func() { chain(steps[1:], m, next) })
}

// scoped compiles conditions whose bindings do not leak out.
func (b *builder) scoped(conds ...syntax.Cond) step {
	mark := b.u.Mark()
	defer func() { b.u.Release(mark) }()
	return b.sequence(conds)
}

func (b *builder) cond(c syntax.Cond) step {
	switch c := c.(type) {
	case *syntax.Pattern:
		return b.pattern(c)
	case *syntax.And:
		return b.sequence(c.Conds)
	case *syntax.Or:
		var list []step
		for _, sub := range c.Conds {
			list = append(list, b.scoped(sub))
		}
		return func(m *partial, next func()) {
			for _, s := range list {
				s(m, next)
			}
		}
	case *syntax.Not:
		return quantified(b.scoped(c.Cond), false)
	case *syntax.Exists:
		return quantified(b.scoped(c.Cond), true)
	case *syntax.Forall:
		return b.forall(c)
	case *syntax.Eval:
		x, t := b.u.Condition(c.X)
		b.u.NeedBoolean(c.X, t)
		return func(m *partial, next func()) {
			if x(m.f) == true {
				next()
			}
		}
	case *syntax.AccumulatePattern:
		return b.accumulateCond(c)
	}
	b.problem(c.Pos(), "this condition is not supported")
	return nil
}

// found leaves the enumeration of a sub-condition at its first match.
type found struct{}

// quantified holds when the sub-condition has a match (want) or has none.
func quantified(sub step, want bool) step {
	return func(m *partial, next func()) {
		if m.any(sub) == want {
			next()
		}
	}
}

func (m *partial) any(sub step) (hit bool) {
	inner := &partial{s: m.s, f: m.f}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(found); !ok {
				panic(r)
			}
			hit = true
		}
	}()
	sub(inner, func() { panic(found{}) })
	return false
}

// forall is: no match of the first condition without a match of the rest. A single
// pattern means that all facts of its type satisfy its constraints.
func (b *builder) forall(c *syntax.Forall) step {
	mark := b.u.Mark()
	defer func() { b.u.Release(mark) }()
	if len(c.Conds) == 0 {
		b.problem(c.Pos(), "forall needs a pattern")
		return nil
	}
	rest := c.Conds[1:]
	if p, ok := c.Conds[0].(*syntax.Pattern); ok && len(rest) == 0 {
		name := "$forall"
		same := &syntax.Binary{At: p.At, Op: "==", X: &syntax.Name{At: p.At, Name: "this"}, Y: &syntax.Name{At: p.At, Name: name}}
		rest = []syntax.Cond{&syntax.Pattern{At: p.At, Type: p.Type, Constraints: append([]syntax.Expr{same}, p.Constraints...)}}
		c = &syntax.Forall{At: c.At, Conds: []syntax.Cond{&syntax.Pattern{At: p.At, Bind: name, Type: p.Type}}}
	}
	base := b.cond(c.Conds[0])
	without := quantified(b.scoped(rest...), false)
	return quantified(func(m *partial, next func()) {
		base(m, func() { without(m, next) })
	}, false)
}

func (b *builder) pattern(p *syntax.Pattern) step {
	t := b.c.TypeOf(p.Type)
	slot := 0
	if p.Bind != "" {
		if b.u.Lookup(p.Bind) {
			b.problem(p.Pos(), "%s is bound twice", p.Bind)
		}
	}
	var source func(m *partial, each func(v any, key string))
	switch from := p.From.(type) {
	case *syntax.FromExpr:
		source = b.fromExpr(from)
	case *syntax.Collect:
		source = b.collect(from, p.Type.Name)
	case *syntax.Accumulate:
		source = b.accumulateValue(from)
	}
	if p.Bind != "" {
		slot = b.u.Declare(p.Bind, t)
	}
	if t == nil || compile.Faulty(t) {
		return nil
	}
	test := b.constraints(p.Constraints, t, slot)
	if source != nil {
		return b.overValues(source, t, slot, test)
	}
	b.rule.classes[t.Name] = true
	return b.remembered(p, t, slot, test).extend
}

// overValues matches the values of a from; they are no facts.
func (b *builder) overValues(source func(m *partial, each func(v any, key string)), t *host.Type, slot int, test *tests) step {
	registry := b.c.Registry
	return func(m *partial, next func()) {
		source(m, func(v any, key string) {
			class := registry.Class(host.ClassNameOf(v))
			if v == nil || class == nil || !class.Is(t.Name) {
				return
			}
			if slot > 0 {
				m.f.Slots[slot] = v
			}
			if holds(test.list, m.f, v) {
				saved := *m
				m.key = append(m.key[:len(m.key):len(m.key)], key)
				next()
				m.key, m.stamps, m.seq, m.origin = saved.key, saved.stamps, saved.seq, saved.origin
			}
		})
	}
}

func (b *builder) fromExpr(from *syntax.FromExpr) func(m *partial, each func(v any, key string)) {
	x, _ := b.u.Condition(from.X)
	return func(m *partial, each func(v any, key string)) {
		v := x(m.f)
		items, many := host.Items(v)
		if _, isMap := v.(*host.Map); !many || isMap {
			items = []any{v}
		}
		for i, item := range append([]any{}, items...) {
			each(item, fmt.Sprint("#", i))
		}
	}
}
