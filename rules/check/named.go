package check

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// checkNamed checks the named consequences of a rule, and the calls of them in its conditions.
func (r *refusals) checkNamed(rule *syntax.Rule) {
	for i, c := range rule.Named {
		if slices.ContainsFunc(rule.Named[:i], func(x syntax.Consequence) bool { return x.Name == c.Name }) {
			r.addProblem(c.Pos(), "the rule has two consequences "+c.Name)
		}
	}
	r.checkCalls(rule.Conds, r.consequenceNames(rule))
}

// consequenceNames returns the names of the consequences of a rule and of those that it extends.
func (r *refusals) consequenceNames(rule *syntax.Rule) (names []string) {
	for _, x := range r.file.WithExtended(rule) {
		for _, c := range x.Named {
			names = append(names, c.Name)
		}
	}
	return names
}

// checkCalls checks the calls of consequences in conditions of a rule.
func (r *refusals) checkCalls(conds []syntax.Cond, names []string) {
	for _, c := range conds {
		switch c := c.(type) {
		case *syntax.And:
			r.checkCalls(c.Conds, names)
		case *syntax.Or:
			r.checkCalls(c.Conds, names)
		case *syntax.Calls:
			r.checkCalls([]syntax.Cond{c.Cond}, names)
			for i := range c.Actions {
				for a := &c.Actions[i]; a != nil; a = a.Else {
					if !slices.Contains(names, a.Name) {
						r.addProblem(a.Pos(), "the rule has no consequence "+a.Name+": write then["+a.Name+"]"+SuggestName(a.Name, names))
					}
				}
			}
		default:
			r.checkMisplacedCalls(c, "consequences are called behind the conditions of the rule itself, not inside of other conditions")
		}
	}
}

// checkMisplacedCalls reports the first call of a consequence inside of a condition.
func (r *refusals) checkMisplacedCalls(c syntax.Cond, message string) {
	found := false
	syntax.Inspect(c, func(node any) bool {
		if calls, ok := node.(*syntax.Calls); ok && !found {
			found = true
			r.addProblem(calls.Actions[0].Pos(), message)
		}
		return !found
	})
}

// FindUncalled warns of named consequences that no condition calls.
func FindUncalled(f *syntax.File) (out []syntax.Problem) {
	for _, r := range f.Rules {
		for _, c := range r.Named {
			if !callsNamed(f, r, c.Name) {
				out = append(out, syntax.Problem{Offset: c.Pos(), Message: "no condition calls the consequence " + c.Name})
			}
		}
	}
	return out
}

// callsNamed reports whether a condition calls a consequence of a rule: one of its own, of those that
// it extends, or of those that extend it.
func callsNamed(f *syntax.File, rule *syntax.Rule, name string) (found bool) {
	for _, r := range f.Rules {
		if !slices.Contains(f.WithExtended(r), rule) && !slices.Contains(f.WithExtended(rule), r) {
			continue
		}
		for _, c := range r.Conds {
			found = found || callsIn(c, name)
		}
	}
	return found
}

// callsIn reports whether a condition calls a consequence.
func callsIn(c syntax.Cond, name string) (found bool) {
	syntax.Inspect(c, func(node any) bool {
		a, ok := node.(*syntax.Action)
		found = found || ok && a.Name == name
		return !found
	})
	return found
}

// visitConsequences visits the nodes of all consequences of a rule.
func visitConsequences(r *syntax.Rule, visit func(node any)) {
	visitBlock(r.Then, visit)
	for _, c := range r.Named {
		visitBlock(c.Then, visit)
	}
}
