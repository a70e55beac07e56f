package engine

import (
	"maps"
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// A rule whose conditions call named consequences is several rules, as in Drools: each call is
// one with the conditions up to it, and its matches fire before those of the rule's own
// consequence, which come after all conditions. Behind if … do[x] else do[y] the choice is one
// rule, whose matches fire what was chosen for them; break[x] keeps a match from the conditions
// behind it.

// isAction reports whether a condition of an expanded list is the call of a consequence.
func isAction(c syntax.Cond) bool {
	_, ok := c.(*syntax.Action)
	return ok
}

// isChoice reports whether it is a call that depends on a condition.
func isChoice(c syntax.Cond) bool {
	a, ok := c.(*syntax.Action)
	return ok && a.If != nil
}

// callsConsequence reports whether conditions call a consequence.
func callsConsequence(conds []syntax.Cond) bool { return slices.ContainsFunc(conds, isAction) }

// buildParts compiles a rule with named consequences. As in Drools, each alternative of an or calls
// its own, also those before the or, while what is chosen before it is called once.
func buildParts(c *compile.Compiler, p *Program, file *syntax.File, r *syntax.Rule, ways [][]syntax.Cond) (out []*Rule) {
	problems, warnings := len(c.Problems), len(c.Warnings)
	build := func(way int, conds []syntax.Cond, called *calledConsequences) *branch {
		rule := newRuleOf(r, len(p.rules)+len(out))
		b := &builder{c: c, program: p, rule: rule, called: called}
		b.buildBranch(conds, nil, nil)
		b.branch.way = way
		b.compileAttributes(r.Attrs)
		switch {
		case called != nil:
			b.keepSlots(b.trackSlots(func() { b.branch.fire = called.compileAll(b.u) }))
			b.branch.lambdas = slices.ContainsFunc(called.blocks, hasLambdas)
		default:
			b.compileConsequence(r.Then)
		}
		rule.entities = b.u.ReadsEntities()
		out = append(out, rule)
		c.Problems = append(c.Problems[:problems], uniqueProblems(c.Problems[problems:])...) // the parts repeat each other's
		c.Warnings = append(c.Warnings[:warnings], uniqueProblems(c.Warnings[warnings:])...)
		return b.branch
	}
	var chosen [][]syntax.Cond // the conditions before each choice
	for i, way := range ways {
		var parts []*branch
		for k, cond := range way {
			head := way[:k+1]
			if isChoice(cond) {
				if slices.ContainsFunc(chosen, func(x []syntax.Cond) bool { return slices.Equal(x, head) }) {
					continue
				}
				chosen = append(chosen, head)
			}
			if a, ok := cond.(*syntax.Action); ok {
				parts = append(parts, build(i, head, newCalledConsequences(file, r, a)))
			}
		}
		whole := build(i, way, nil)
		for _, part := range parts {
			part.watchLike(whole)
		}
	}
	return out
}

// watchLike has the patterns of a part of a rule wake for what those of the whole rule wake for.
func (b *branch) watchLike(whole *branch) {
	for i, p := range b.outer[:min(len(b.outer), len(whole.outer))] {
		other := whole.outer[i].tests
		maps.Copy(p.tests.reads, other.reads)
		p.tests.all = p.tests.all || other.all
	}
}

// uniqueProblems returns problems in their order, each once.
func uniqueProblems(list []syntax.Problem) (out []syntax.Problem) {
	for _, p := range list {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// calledConsequences are the consequences among which a call chooses; one that depends on nothing
// has one.
type calledConsequences struct {
	names  []string
	blocks []*syntax.Block
	chosen int // slot of the number of the chosen one, 0 when there is no choice
}

// newCalledConsequences returns the consequences of a call.
func newCalledConsequences(file *syntax.File, r *syntax.Rule, a *syntax.Action) *calledConsequences {
	out := &calledConsequences{}
	for ; a != nil; a = a.Else {
		out.names, out.blocks = append(out.names, a.Name), append(out.blocks, consequenceNamed(file, r, a.Name))
	}
	return out
}

// consequenceNamed returns a consequence of a rule, or of those that it extends, nil for none.
func consequenceNamed(file *syntax.File, r *syntax.Rule, name string) *syntax.Block {
	for _, rule := range file.WithExtended(r) {
		for _, c := range rule.Named {
			if c.Name == name {
				return c.Then
			}
		}
	}
	return nil
}

// compileAll compiles the consequences, and returns what fires the chosen one.
func (x *calledConsequences) compileAll(u *compile.Unit) func(f *compile.Frame) {
	var list []func(f *compile.Frame)
	for _, block := range x.blocks {
		run := func(*compile.Frame) {}
		if block != nil {
			run = u.CompileConsequence(block)
		}
		list = append(list, run)
	}
	return func(f *compile.Frame) { list[x.chosenOf(f.Slots)](f) }
}

// chosenOf returns the number of the consequence that was chosen for a match.
func (x *calledConsequences) chosenOf(slots []any) int {
	if i, ok := slots[x.chosen].(int); ok && x.chosen > 0 {
		return i
	}
	return 0
}

// consequenceOf returns the name of the consequence that a match fires, "" for the rule's own.
func (b *branch) consequenceOf(slots []any) string {
	if b.called == nil {
		return ""
	}
	return b.called.names[b.called.chosenOf(slots)]
}

// decision chooses among the consequences that are called behind a condition.
type decision struct {
	slot   int // of the fact of the pattern before it, 0 for none
	tests  []compile.Eval
	breaks []bool
	// called are the consequences, when one of them fires: then the match is that of the chosen
	// one. Without them the match goes on, unless it is kept.
	called *calledConsequences
}

// compileCall compiles the call of consequences behind conditions. last tells that it ends them.
func (b *builder) compileCall(a *syntax.Action, before []syntax.Cond, last bool) step {
	own := last && b.called != nil
	if a.If == nil {
		if own {
			b.branch.called = b.called
		}
		return nil // it goes on in any case
	}
	d := &decision{}
	b.branch.quiet = true
	var this *host.Type
	before = slices.DeleteFunc(slices.Clone(before), isAction)
	if p, ok := before[len(before)-1].(*syntax.Pattern); ok && p.Bind != "" && b.u.IsDeclared(p.Bind) {
		d.slot, this = b.u.SlotOf(p.Bind)
	}
	properties := b.u.Properties
	b.u.Properties, b.u.Reads = nil, nil // as in Drools, what it reads does not wake the rule
	for x := a; x != nil; x = x.Else {
		test := func(*compile.Frame) any { return true }
		if x.If != nil {
			var t *host.Type
			b.trackSlots(func() { test, t = b.u.CompileConstraint(x.If, this) })
			b.u.NeedBoolean(x.If, t)
		}
		d.tests, d.breaks = append(d.tests, test), append(d.breaks, x.Break)
	}
	b.u.Properties = properties
	if own {
		d.called, b.branch.called = b.called, b.called
		d.called.chosen = b.u.DeclareVar("'chosen", nil)
		b.branch.kept = append(b.branch.kept, d.called.chosen)
	}
	return d
}

// watchChoice has the first pattern wake the rule for every change when a choice among
// consequences stands behind it, as in Drools.
func (b *builder) watchChoice(conds []syntax.Cond) {
	if len(b.branch.steps) == 0 || len(b.branch.outer) == 0 || b.branch.steps[0] != step(b.branch.outer[0]) {
		return
	}
	for _, c := range conds[1:] {
		if !isAction(c) {
			return
		}
		if isChoice(c) {
			b.branch.outer[0].tests.all, b.branch.outer[0].tests.except = true, nil
		}
	}
}

func (d *decision) extendMatch(m *partial, rest []step, done func()) {
	chosen := -1
	for i := range d.tests {
		if m.f.Slots[0] = m.f.Slots[d.slot]; d.tests[i](m.f) == true {
			chosen = i
			break
		}
	}
	switch {
	case d.called != nil && chosen >= 0:
		m.f.Slots[d.called.chosen] = chosen
		m.runSteps(rest, done)
	case d.called == nil && (chosen < 0 || !d.breaks[chosen]):
		m.runSteps(rest, done)
	}
}

// sawNoChange reports whether a match, which was not there before, comes from changes that its rule
// does not look at: a choice among consequences would be made otherwise now, or a path leads
// elsewhere. As in Drools, they are what they were until the rule sees a change.
func (b *branch) sawNoChange(m *partial) bool {
	if m.before == 0 || m.inside.seq > m.before {
		return false
	}
	for i, x := range m.facts {
		if p := b.outer[i]; x.changedAt(p.rule, p.tests) > m.before {
			return false
		}
	}
	return true
}

// joinParts tells the rules that are parts of one of each other, where that chooses among
// consequences.
func (s *Session) joinParts() {
	byRule := map[int][]*agenda{} // by the offset of the rule
	for _, a := range s.agendas {
		if !a.rule.isQuiet() {
			continue
		}
		for _, other := range byRule[a.rule.at] {
			a.parts, other.parts = append(a.parts, other), append(other.parts, a)
		}
		byRule[a.rule.at] = append(byRule[a.rule.at], a)
	}
}

// isQuiet reports whether the conditions of a rule read what does not wake it.
func (r *Rule) isQuiet() bool {
	return slices.ContainsFunc(r.branches, func(b *branch) bool { return b.quiet })
}

// evaluateParts brings the other parts of a rule up to date.
func (s *Session) evaluateParts(a *agenda) {
	for _, other := range a.parts {
		if other.dirty && !other.failed {
			s.evaluateRule(other)
		}
	}
}
