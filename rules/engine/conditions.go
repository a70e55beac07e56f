package engine

import (
	"fmt"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// builder compiles the conditions of one branch of a rule.
type builder struct {
	c       *compile.Compiler
	program *Program
	rule    *Rule
	u       *compile.Unit
	branch  *branch
	open    []*scope         // conditions around what is compiled, outermost first
	owners  map[int]*pattern // the pattern whose fact alone decides what a slot holds
	binders map[int]compile.Eval
	first   int // slot of the pattern that is compiled
}

// problem reports a defect at an offset of the file.
func (b *builder) problem(at int, format string, args ...any) {
	b.c.Problems = append(b.c.Problems, syntax.Problem{Offset: at, Message: fmt.Sprintf(format, args...)})
}

// build compiles a conjunction into a branch of the rule.
func (b *builder) build(conds []syntax.Cond, params []syntax.Param) {
	b.u = b.c.NewUnit()
	b.owners, b.binders = map[int]*pattern{}, map[int]compile.Eval{}
	b.branch = &branch{rule: b.rule, number: len(b.rule.branches), unit: b.u}
	for _, p := range params {
		b.branch.params = append(b.branch.params, b.u.Declare(p.Name, b.c.TypeOf(p.Type)))
	}
	b.u.Properties = b.listen
	b.branch.steps = b.sequence(conds)
	b.u.Properties = nil
	b.branch.names = b.u.Names()
	b.rule.branches = append(b.rule.branches, b.branch)
}

// sequence compiles conditions one after the other.
func (b *builder) sequence(conds []syntax.Cond) []step {
	var steps []step
	for _, c := range conds {
		if s := b.cond(c); s != nil {
			steps = append(steps, s)
		}
	}
	return steps
}

// scoped compiles conditions whose bindings are not visible outside.
func (b *builder) scoped(conds ...syntax.Cond) []step {
	mark := b.u.Mark()
	defer func() { b.u.Release(mark) }()
	return b.sequence(conds)
}

// cond compiles a condition. It returns nil when the condition was reported as a
// problem.
func (b *builder) cond(c syntax.Cond) step {
	switch c := c.(type) {
	case *syntax.Pattern:
		return b.patternStep(c)
	case *syntax.And:
		return &group{b.sequence(c.Conds)}
	case *syntax.Or:
		out := &choice{}
		for _, sub := range c.Conds {
			out.list = append(out.list, b.scoped(sub))
		}
		return out
	case *syntax.Not:
		return b.quantified(false, func() []step { return b.scoped(c.Cond) })
	case *syntax.Exists:
		return b.quantified(true, func() []step { return b.scoped(c.Cond) })
	case *syntax.Forall:
		return b.forall(c)
	case *syntax.Eval:
		x, t := b.expression(c.X)
		b.u.NeedBoolean(c.X, t)
		return &filter{x}
	case *syntax.AccumulatePattern:
		return b.accumulateCond(c)
	}
	b.problem(c.Pos(), "this condition is not supported")
	return nil
}

// expression compiles an expression outside patterns.
func (b *builder) expression(e syntax.Expr) (x compile.Eval, t *host.Type) {
	b.using(func() { x, t = b.u.Condition(e) })
	return x, t
}

// using calls compiled, which compiles something, and returns the slots that the
// compiled code reads. Enclosing conditions learn when it reads slots outside them.
func (b *builder) using(compiled func()) map[int]bool {
	uses := map[int]bool{}
	b.u.Uses = uses
	compiled()
	b.u.Uses = nil
	for _, c := range b.open {
		for slot := range uses {
			if slot < c.base {
				c.free = false
				c.outside++
				break
			}
		}
	}
	return uses
}

// group is a list of conditions that hold together.
type group struct{ steps []step }

func (g *group) extend(m *partial, rest []step, done func()) {
	m.follow(g.steps, func() { m.follow(rest, done) })
}

// choice holds once for each of its alternatives that holds.
type choice struct{ list [][]step }

func (c *choice) extend(m *partial, rest []step, done func()) {
	before := m.mark()
	for i, alternative := range c.list {
		m.key, m.path = m.key.with(uint64(i)), append(m.path, int64(i))
		m.follow(alternative, func() { m.follow(rest, done) })
		m.reset(before)
		if m.stop {
			return
		}
	}
}

// filter is an eval condition.
type filter struct{ test compile.Eval }

func (c *filter) extend(m *partial, rest []step, done func()) {
	if c.test(m.f) == true {
		m.follow(rest, done)
	}
}

// patternStep compiles a pattern over facts, or over the values of a from.
func (b *builder) patternStep(p *syntax.Pattern) step {
	t := b.c.TypeOf(p.Type)
	if p.Bind != "" && b.u.Lookup(p.Bind) {
		b.problem(p.Pos(), "%s is bound twice", p.Bind)
	}
	var from source
	switch s := p.From.(type) {
	case *syntax.FromExpr:
		from = b.iterate(s)
	case *syntax.Collect:
		from = b.collect(s, p.Type.Name)
	case *syntax.Accumulate:
		from = b.accumulateValue(s)
	}
	slot := 0
	if p.Bind != "" {
		slot = b.u.Declare(p.Bind, t)
	}
	if t == nil || compile.Faulty(t) {
		return nil
	}
	if from != nil {
		if copied, ok := from.(*gathered); ok && copied.list && slot > 0 {
			b.branch.copies = append(b.branch.copies, slot)
		}
		return &values{source: from, class: t.Name, slot: slot, tests: b.constraints(p.Constraints, t, slot), registry: b.c.Registry}
	}
	b.rule.classes[t.Name] = true
	return b.remembered(p, t, slot)
}
