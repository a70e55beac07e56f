package engine

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// buildQuery compiles a query like the conditions of a rule. Its parameters are
// bindings whose values the caller of the query gives.
func buildQuery(c *compile.Compiler, p *Program, q *syntax.Query) *Rule {
	out := newRule(q.Name, q.Pos(), -1)
	out.scopes[0] = p.scopes
	c.Conds = q.Conds
	if tooManyBranches(c, q.Pos(), q.Conds) {
		return out
	}
	for _, conds := range expandConds(q.Conds) {
		b := &builder{c: c, program: p, rule: out}
		b.buildBranch(conds, nil, q.Params)
	}
	out.scopes[1] = p.scopes
	return out
}

// HasQuery reports whether the file has a query of that name.
func (s *Session) HasQuery(name string) bool { return s.program.queries[name] != nil }

// RunQuery returns the bindings of each match of a query of the file, including its
// parameters, in the order of the matches. args must be as many as the query has
// parameters.
func (s *Session) RunQuery(name string, args ...any) (rows []map[string]any, err error) {
	defer func() {
		if r := recover(); r != nil {
			rows, err = nil, s.toRuleError(r)
		}
	}()
	q := s.program.queries[name]
	if q == nil {
		return nil, &RuleError{Rule: name, Msg: "there is no such query"}
	}
	s.rt.Rule, s.rt.Offset = name, q.at
	s.call.Budget.BeginConditions()
	for _, b := range q.branches {
		if len(args) != len(b.params) {
			host.Throw("IllegalArgumentException", "the query takes %d arguments, not %d", len(b.params), len(args))
		}
		f := &compile.Frame{Slots: make([]any, b.unit.Size()), RT: s.rt}
		for i, slot := range b.params {
			f.Slots[slot] = args[i]
		}
		for _, p := range b.all { // its memories are not maintained
			s.memory[p.number] = newMemory(p)
		}
		clear(s.outcomes[q.scopes[0]:q.scopes[1]])
		m := &partial{s: s, f: f}
		m.runSteps(b.steps, func() {
			row := map[string]any{}
			for name, slot := range b.names {
				row[name] = f.Slots[slot]
			}
			rows = append(rows, row)
		})
	}
	return rows, nil
}

// inheritedConds returns the conditions of a rule, preceded by those of the rules that it
// extends.
func inheritedConds(c *compile.Compiler, file *syntax.File, r *syntax.Rule) []syntax.Cond {
	conds := r.Conds
	seen := []*syntax.Rule{r}
	for at := r; at.Extends != ""; {
		i := slices.IndexFunc(file.Rules, func(x *syntax.Rule) bool { return x.Name == at.Extends })
		if i < 0 || slices.Contains(seen, file.Rules[i]) {
			message := "there is no rule " + at.Extends + " to extend"
			if i >= 0 {
				message = "the rule extends itself"
			}
			c.Problems = append(c.Problems, syntax.Problem{Offset: at.ExtendsAt, Message: message})
			break
		}
		at = file.Rules[i]
		seen = append(seen, at)
		conds = append(append([]syntax.Cond{}, at.Conds...), conds...)
	}
	return conds
}
