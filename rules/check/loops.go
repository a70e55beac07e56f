package check

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// FindLoops warns of rules that wake themselves: they update or create again what they
// match, and neither an attribute nor a condition ends that. Rules that may end are
// not reported. rests reports for which classes an update that changes nothing wakes
// no rule.
func FindLoops(f *syntax.File, rests func(class string) bool) []syntax.Problem {
	var out []syntax.Problem
	for _, r := range f.Rules {
		if r.Then == nil || r.Attrs.NoLoop || r.Attrs.LockOnActive {
			continue
		}
		out = append(out, findLoopsOf(r.Conds, r.Then, rests)...)
		for _, c := range r.Named {
			if c.Then != nil {
				out = append(out, findLoopsOf(condsUntil(r.Conds, c.Name), c.Then, rests)...)
			}
		}
	}
	return out
}

// findLoopsOf returns the warnings about a consequence with these conditions.
func findLoopsOf(conds []syntax.Cond, then *syntax.Block, rests func(class string) bool) []syntax.Problem {
	l := &loop{owned: map[string]*syntax.Pattern{}, rests: rests}
	l.addConditions(conds)
	if l.retractsMatch(then) {
		return nil
	}
	visitBlock(then, func(node any) { l.checkNode(node, then) })
	return l.found
}

// condsUntil returns the conditions up to the first that calls a consequence.
func condsUntil(conds []syntax.Cond, name string) []syntax.Cond {
	for i, c := range conds {
		if callsIn(c, name) {
			return conds[:i+1]
		}
	}
	return conds
}

// loop holds what a rule matches, and the warnings about its consequence.
type loop struct {
	owned    map[string]*syntax.Pattern // by binding
	patterns []*syntax.Pattern          // of facts, also those that are collected
	tests    []syntax.Expr              // of evals, and of all patterns
	negated  bool                       // there is a not
	rests    func(class string) bool
	found    []syntax.Problem
}

// addWarning adds a warning at an offset of the file.
func (l *loop) addWarning(at int, message string) {
	l.found = append(l.found, syntax.Problem{
		Offset:  at,
		Message: message + "; it may fire for ever: add no-loop, or a condition that this makes false",
	})
}

// addConditions records the patterns and tests of conditions.
func (l *loop) addConditions(conds []syntax.Cond) {
	for _, c := range conds {
		switch c := c.(type) {
		case *syntax.Pattern:
			l.addPattern(c)
		case *syntax.And:
			l.addConditions(c.Conds)
		case *syntax.Or:
			l.addConditions(c.Conds)
		case *syntax.Calls:
			l.addCalls(c)
		case *syntax.Eval:
			l.tests = append(l.tests, c.X)
		case *syntax.Not, *syntax.Forall:
			l.negated = true
		case *syntax.AccumulatePattern:
			l.addConditions([]syntax.Cond{c.Accumulate.Source})
			l.tests = append(l.tests, c.Constraints...)
		}
	}
}

// addCalls records a condition with what the calls of consequences behind it depend on.
func (l *loop) addCalls(c *syntax.Calls) {
	var tests []syntax.Expr
	for i := range c.Actions {
		for a := &c.Actions[i]; a != nil; a = a.Else {
			if a.If != nil {
				tests = append(tests, a.If)
			}
		}
	}
	if p, ok := c.Cond.(*syntax.Pattern); ok {
		whole := *p
		whole.Constraints = slices.Concat(p.Constraints, tests)
		l.addPattern(&whole)
		return
	}
	l.addConditions([]syntax.Cond{c.Cond})
	l.tests = append(l.tests, tests...)
}

// addPattern records a pattern and its tests.
func (l *loop) addPattern(p *syntax.Pattern) {
	l.tests = append(l.tests, testsIn(p)...)
	switch from := p.From.(type) {
	case nil:
		l.patterns = append(l.patterns, p)
		if p.Bind != "" {
			l.owned[p.Bind] = p
		}
	case *syntax.Collect:
		if from.Pattern == nil {
			return // it collects over a path, which is refused
		}
		l.addPattern(&syntax.Pattern{
			At:          from.Pattern.At,
			Type:        from.Pattern.Type,
			Constraints: from.Pattern.Constraints,
			From:        from.Pattern.From,
		})
	case *syntax.Accumulate:
		l.addConditions([]syntax.Cond{from.Source})
	}
}

// testsIn returns the constraints of a pattern that can fail: a lone binding cannot.
func testsIn(p *syntax.Pattern) []syntax.Expr {
	return slices.DeleteFunc(slices.Clone(p.Constraints), func(e syntax.Expr) bool {
		_, lone := e.(*syntax.Bind)
		return lone
	})
}

// retractsMatch reports whether the consequence retracts a matched fact on every path, so
// that the match is gone.
func (l *loop) retractsMatch(then *syntax.Block) bool {
	for _, s := range then.Stmts {
		if x, ok := s.(*syntax.ExprStmt); ok {
			if c, ok := x.X.(*syntax.Call); ok && (c.Name == "retract" || c.Name == "delete") && l.matchedArgument(c) != "" {
				return true
			}
		}
	}
	return false
}

// matchedArgument returns the binding of the matched fact that an action is called with, or
// "".
func (l *loop) matchedArgument(c *syntax.Call) string {
	if len(c.Args) != 1 || !isContext(c.X) {
		return ""
	}
	n, ok := c.Args[0].(*syntax.Name)
	if !ok || l.owned[n.Name] == nil {
		return ""
	}
	return n.Name
}

func isContext(x syntax.Expr) bool {
	n, ok := x.(*syntax.Name)
	return x == nil || ok && (n.Name == "drools" || n.Name == "kcontext")
}

// checkNode checks a node of the consequence.
func (l *loop) checkNode(node any, then *syntax.Block) {
	switch node := node.(type) {
	case *syntax.Modify:
		n, ok := node.X.(*syntax.Name)
		if !ok || l.owned[n.Name] == nil {
			return
		}
		changed := map[string]bool{}
		for _, e := range node.Calls {
			switch e := e.(type) {
			case *syntax.Call:
				changed[accessedProperty(e.Name)] = true
			case *syntax.Assign:
				if target, ok := e.Target.(*syntax.Name); ok {
					changed[target.Name] = true
				}
			}
		}
		if l.readsChanged(n.Name, changed) && !l.isGuarded(n.Name, changed) {
			l.addWarning(n.Pos(), "the rule modifies "+n.Name+", which it matches")
		}
	case *syntax.Call:
		l.checkCall(node, then)
	}
}

// checkCall checks a call in the consequence.
func (l *loop) checkCall(c *syntax.Call, then *syntax.Block) {
	switch name := l.matchedArgument(c); {
	case c.Name == "update" && name != "":
		changed := changedProperties(then, name)
		if len(changed) > 0 && !changed["*"] && !l.readsChanged(name, changed) {
			return // only what setters set counts as changed
		}
		if !l.rests(l.owned[name].Type.Name) && !l.isGuarded(name, changed) && !l.negated {
			l.addWarning(c.Pos(), "the rule updates "+name+", which it matches")
		}
	case strings.HasPrefix(c.Name, "insert") && isContext(c.X) && len(c.Args) == 1:
		if made, ok := c.Args[0].(*syntax.New); ok && l.matchesNew(made.Type.Name, nil) {
			l.addWarning(c.Pos(), "the rule inserts a "+made.Type.Name+", and matches all of them")
		}
	default:
		if n, ok := c.X.(*syntax.Name); ok && n.Name == "componentCreationService" && len(c.Args) > 1 &&
			l.matchesNew("Component", c.Args[1]) {
			l.addWarning(c.Pos(), "the rule creates a Component that it matches itself")
		}
	}
}

// readsChanged reports whether a pattern reads one of the changed properties, or more than
// properties.
func (l *loop) readsChanged(name string, changed map[string]bool) bool {
	return readAny(l.owned[name].Constraints, "", changed)
}

// isGuarded reports whether a test depends on the changes of a fact: a test of its
// pattern, or another one that reads the fact or uses a binding of its pattern.
func (l *loop) isGuarded(name string, changed map[string]bool) bool {
	p := l.owned[name]
	if readAny(testsIn(p), "", changed) || readAny(l.tests, name, changed) {
		return true
	}
	return slices.ContainsFunc(p.Constraints, func(e syntax.Expr) bool {
		b, ok := e.(*syntax.Bind)
		return ok && readAny([]syntax.Expr{b.X}, "", changed) && usesName(l.tests, b.Name)
	})
}

// readAny reports whether expressions read one of the properties of a fact. An empty
// receiver stands for the fact of the pattern itself.
func readAny(list []syntax.Expr, receiver string, changed map[string]bool) bool {
	found := false
	hit := func(name string) bool {
		return changed[accessedProperty(name)] || changed["*"] && entityStates[accessedProperty(name)]
	}
	visitExpressions(list, func(node any) {
		switch e := node.(type) {
		case *syntax.Name:
			found = found || receiver == "" && hit(e.Name)
		case *syntax.Field:
			found = found || isReceiver(e.X, receiver) && hit(e.Name)
		case *syntax.Call:
			found = found || isReceiver(e.X, receiver) && (hit(e.Name) || len(e.Args) > 0)
		}
	})
	return found
}

// usesName reports whether expressions contain a name.
func usesName(list []syntax.Expr, name string) bool {
	found := false
	visitExpressions(list, func(node any) {
		n, ok := node.(*syntax.Name)
		found = found || ok && n.Name == name
	})
	return found
}

// isReceiver reports whether an expression names the receiver. An empty receiver stands
// for the fact of the pattern itself.
func isReceiver(x syntax.Expr, receiver string) bool {
	n, ok := x.(*syntax.Name)
	if receiver == "" {
		return x == nil || ok && n.Name == "this"
	}
	return ok && n.Name == receiver
}

// entityStates lists the properties that actions on an entity change.
var entityStates = map[string]bool{
	"active": true, "applied": true, "skipped": true, "ignored": true, "removed": true, "resized": true,
	"matchedRule": true, "matchedRuleList": true, "hasManualChanges": true,
}

// changedProperties returns the properties of a fact that a consequence changes: "*" for
// changes by actions other than setters.
func changedProperties(then *syntax.Block, name string) map[string]bool {
	out := map[string]bool{}
	visitBlock(then, func(node any) {
		c, ok := node.(*syntax.Call)
		if !ok || !isReceiver(c.X, name) {
			return
		}
		if strings.HasPrefix(c.Name, "set") {
			out[accessedProperty(c.Name)] = true
			return
		}
		out["*"] = true
	})
	return out
}

// accessedProperty returns the property of a getter or setter, or the method's name when it
// is neither.
func accessedProperty(method string) string {
	for _, prefix := range []string{"set", "get", "is"} {
		if rest := strings.TrimPrefix(method, prefix); rest != method && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	return method
}

// matchesNew reports whether the rule certainly matches a new object of a type: it
// matches all of them or, with a name, all of that name.
func (l *loop) matchesNew(class string, name syntax.Expr) bool {
	return !l.negated && slices.ContainsFunc(l.patterns, func(p *syntax.Pattern) bool {
		list := testsIn(p)
		if p.Type.Name != class || len(list) == 0 {
			return p.Type.Name == class
		}
		given, ok := name.(*syntax.Literal)
		test, isTest := list[0].(*syntax.Binary)
		if !ok || !isTest || len(list) > 1 || test.Op != "==" {
			return false
		}
		field, isName := test.X.(*syntax.Name)
		wanted, isLiteral := test.Y.(*syntax.Literal)
		return isName && field.Name == "name" && isLiteral && wanted.Value == given.Value
	})
}
