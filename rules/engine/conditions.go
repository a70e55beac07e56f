package engine

import (
	"fmt"
	"maps"
	"strings"

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
	// called are the consequences that the last condition calls, nil for the rule's own
	called *calledConsequences
}

// reportProblem reports a defect at an offset of the file.
func (b *builder) reportProblem(at int, format string, args ...any) {
	b.c.Problems = append(b.c.Problems, syntax.Problem{Offset: at, Message: fmt.Sprintf(format, args...)})
}

// buildBranch compiles a conjunction into a branch of the rule. The conditions of the branch
// before it say what the two share.
func (b *builder) buildBranch(conds, before []syntax.Cond, params []syntax.Param) {
	b.u = b.c.NewUnit()
	b.owners, b.binders = map[int]*pattern{}, map[int]compile.Eval{}
	b.branch = &branch{rule: b.rule, number: len(b.rule.branches), unit: b.u,
		order: orderOf(conds, before, b.rule.attrs.LockOnActive, b.called != nil)}
	b.branch.way = b.branch.number
	for _, p := range params {
		b.branch.params = append(b.branch.params, b.u.DeclareVar(p.Name, b.c.TypeOf(p.Type)))
	}
	b.u.Properties = b.watchProperty
	b.branch.steps = b.compileSequence(conds)
	b.u.Properties = nil
	for slot := 1; slot < b.u.Size(); slot++ {
		b.branch.every = append(b.branch.every, slot)
	}
	b.ignoreLoneBindings()
	b.watchChoice(conds)
	b.branch.names = b.u.VisibleSlots()
	maps.DeleteFunc(b.branch.names, func(name string, _ int) bool { return strings.Contains(name, "'") }) // no rule has written it
	b.rule.branches = append(b.rule.branches, b.branch)
}

// compileSequence compiles conditions one after the other.
func (b *builder) compileSequence(conds []syntax.Cond) []step {
	var steps []step
	for i, c := range conds {
		if a, calls := c.(*syntax.Action); calls {
			if s := b.compileCall(a, conds[:i], i == len(conds)-1); s != nil {
				steps = append(steps, s)
			}
			continue
		}
		if s := b.compileCond(c); s != nil {
			steps = append(steps, s)
		}
	}
	return steps
}

// compileScoped compiles conditions whose bindings are not visible outside.
func (b *builder) compileScoped(conds ...syntax.Cond) []step {
	mark := b.u.Mark()
	defer func() { b.u.ReleaseTo(mark) }()
	return b.compileSequence(conds)
}

// compileCond compiles a condition. It returns nil when the condition was reported as a
// problem.
func (b *builder) compileCond(c syntax.Cond) step {
	switch c := c.(type) {
	case *syntax.Pattern:
		return b.patternStep(c)
	case *syntax.And:
		return &group{b.compileSequence(c.Conds)}
	case *syntax.Or:
		out := &choice{}
		for _, sub := range c.Conds {
			out.list = append(out.list, b.compileScoped(sub))
		}
		return out
	case *syntax.Not:
		return b.compileQuantifier(false, func() []step { return b.compileScoped(c.Cond) })
	case *syntax.Exists:
		return b.compileQuantifier(true, func() []step { return b.compileScoped(c.Cond) })
	case *syntax.Forall:
		return b.compileForall(c)
	case *syntax.Eval:
		x, t := b.compileExpression(c.X)
		b.u.NeedBoolean(c.X, t)
		return &filter{x}
	case *syntax.AccumulatePattern:
		return b.accumulateCond(c)
	}
	b.reportProblem(c.Pos(), "this condition is not supported")
	return nil
}

// compileExpression compiles an expression outside patterns.
func (b *builder) compileExpression(e syntax.Expr) (x compile.Eval, t *host.Type) {
	b.trackSlots(func() { x, t = b.u.CompileCondition(e) })
	return x, t
}

// trackSlots calls compiled, which compiles something, and returns the slots that the
// compiled code reads. Enclosing conditions learn when it reads slots outside them.
func (b *builder) trackSlots(compiled func()) map[int]bool {
	uses := map[int]bool{}
	b.u.Uses = uses
	compiled()
	b.u.Uses = nil
	for slot := range uses {
		if p := b.owners[slot]; p != nil {
			delete(p.tests.lone, slot)
		}
	}
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

func (g *group) extendMatch(m *partial, rest []step, done func()) {
	m.runSteps(g.steps, func() { m.runSteps(rest, done) })
}

// choice holds once for each of its alternatives that holds.
type choice struct{ list [][]step }

func (c *choice) extendMatch(m *partial, rest []step, done func()) {
	before := m.mark()
	for i, alternative := range c.list {
		m.key, m.path = m.key.withNumber(uint64(i)), append(m.path, int64(i))
		m.runSteps(alternative, func() { m.runSteps(rest, done) })
		m.resetTo(before)
		if m.stop {
			return
		}
	}
}

// filter is an eval condition.
type filter struct{ test compile.Eval }

func (c *filter) extendMatch(m *partial, rest []step, done func()) {
	if c.test(m.f) == true {
		m.runSteps(rest, done)
	}
}

// patternStep compiles a pattern over facts, or over the values of a from.
func (b *builder) patternStep(p *syntax.Pattern) step {
	t := b.c.TypeOf(p.Type)
	if p.Bind != "" && b.u.IsDeclared(p.Bind) {
		b.reportProblem(p.Pos(), "%s is bound twice", p.Bind)
	}
	var from source
	switch s := p.From.(type) {
	case *syntax.FromExpr:
		var element *host.Type
		if from, element = b.compileFrom(s, p.Step); p.Step && p.Type.Path == "" && element != nil {
			t = element
		}
	case *syntax.Collect:
		from = b.compileCollect(s, p.Type.Name)
	case *syntax.Accumulate:
		from = b.accumulateValue(s)
	}
	slot := 0
	if p.Bind != "" {
		slot = b.u.DeclareVar(p.Bind, t)
	}
	if t == nil || compile.IsFaulty(t) {
		return nil
	}
	if from != nil {
		if copied, ok := from.(*aggregate); ok && copied.list && slot > 0 {
			b.branch.copies = append(b.branch.copies, slot)
		}
		return &values{source: from, class: t.Name, slot: slot, tests: b.compileConstraints(p.Constraints, t, slot), registry: b.c.Registry}
	}
	b.rule.classes[t.Name] = true
	return b.compilePattern(p, t, slot)
}
