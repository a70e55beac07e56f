package check

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// Loops warns of rules that wake themselves: they update or create again what they
// match, and neither an attribute nor a condition ends that. Rules that may end are
// not reported. rests reports for which classes an update that changes nothing wakes
// no rule.
func Loops(f *syntax.File, rests func(class string) bool) []syntax.Problem {
	var out []syntax.Problem
	for _, r := range f.Rules {
		if r.Then == nil || r.Attrs.NoLoop || r.Attrs.LockOnActive {
			continue
		}
		l := &loop{owned: map[string]*syntax.Pattern{}, rests: rests}
		l.conditions(r.Conds)
		if l.consumes(r.Then) {
			continue
		}
		block(r.Then, func(node any) { l.look(node, r.Then) })
		out = append(out, l.found...)
	}
	return out
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

// warn adds a warning at an offset of the file.
func (l *loop) warn(at int, message string) {
	l.found = append(l.found, syntax.Problem{
		Offset:  at,
		Message: message + "; it may fire for ever: add no-loop, or a condition that this makes false",
	})
}

// conditions records the patterns and tests of conditions.
func (l *loop) conditions(conds []syntax.Cond) {
	for _, c := range conds {
		switch c := c.(type) {
		case *syntax.Pattern:
			l.pattern(c)
		case *syntax.And:
			l.conditions(c.Conds)
		case *syntax.Or:
			l.conditions(c.Conds)
		case *syntax.Eval:
			l.tests = append(l.tests, c.X)
		case *syntax.Not, *syntax.Forall:
			l.negated = true
		case *syntax.AccumulatePattern:
			l.conditions([]syntax.Cond{c.Accumulate.Source})
			l.tests = append(l.tests, c.Constraints...)
		}
	}
}

// pattern records a pattern and its tests.
func (l *loop) pattern(p *syntax.Pattern) {
	l.tests = append(l.tests, tests(p)...)
	switch from := p.From.(type) {
	case nil:
		l.patterns = append(l.patterns, p)
		if p.Bind != "" {
			l.owned[p.Bind] = p
		}
	case *syntax.Collect:
		l.pattern(&syntax.Pattern{
			At:          from.Pattern.At,
			Type:        from.Pattern.Type,
			Constraints: from.Pattern.Constraints,
			From:        from.Pattern.From,
		})
	case *syntax.Accumulate:
		l.conditions([]syntax.Cond{from.Source})
	}
}

// tests returns the constraints of a pattern that can fail: a lone binding cannot.
func tests(p *syntax.Pattern) []syntax.Expr {
	return slices.DeleteFunc(slices.Clone(p.Constraints), func(e syntax.Expr) bool {
		_, lone := e.(*syntax.Bind)
		return lone
	})
}

// consumes reports whether the consequence retracts a matched fact on every path, so
// that the match is gone.
func (l *loop) consumes(then *syntax.Block) bool {
	for _, s := range then.Stmts {
		if x, ok := s.(*syntax.ExprStmt); ok {
			if c, ok := x.X.(*syntax.Call); ok && (c.Name == "retract" || c.Name == "delete") && l.argument(c) != "" {
				return true
			}
		}
	}
	return false
}

// argument returns the binding of the matched fact that an action is called with, or
// "".
func (l *loop) argument(c *syntax.Call) string {
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

// look checks a node of the consequence.
func (l *loop) look(node any, then *syntax.Block) {
	switch node := node.(type) {
	case *syntax.Modify:
		n, ok := node.X.(*syntax.Name)
		if !ok || l.owned[n.Name] == nil {
			return
		}
		changed := map[string]bool{}
		for _, e := range node.Calls {
			if c, ok := e.(*syntax.Call); ok {
				changed[property(c.Name)] = true
			}
		}
		if l.wakes(n.Name, changed) && !l.guarded(n.Name, changed) {
			l.warn(n.Pos(), "the rule modifies "+n.Name+", which it matches")
		}
	case *syntax.Call:
		l.call(node, then)
	}
}

// call checks a call in the consequence.
func (l *loop) call(c *syntax.Call, then *syntax.Block) {
	switch name := l.argument(c); {
	case c.Name == "update" && name != "":
		if !l.rests(l.owned[name].Type.Name) && !l.guarded(name, changes(then, name)) && !l.negated {
			l.warn(c.Pos(), "the rule updates "+name+", which it matches")
		}
	case strings.HasPrefix(c.Name, "insert") && isContext(c.X) && len(c.Args) == 1:
		if made, ok := c.Args[0].(*syntax.New); ok && l.again(made.Type.Name, nil) {
			l.warn(c.Pos(), "the rule inserts a "+made.Type.Name+", and matches all of them")
		}
	default:
		if n, ok := c.X.(*syntax.Name); ok && n.Name == "componentCreationService" && len(c.Args) > 1 && l.again("Component", c.Args[1]) {
			l.warn(c.Pos(), "the rule creates a Component that it matches itself")
		}
	}
}

// wakes reports whether a pattern reads one of the changed properties, or more than
// properties.
func (l *loop) wakes(name string, changed map[string]bool) bool {
	return reads(l.owned[name].Constraints, "", changed)
}

// guarded reports whether a test depends on the changes of a fact: a test of its
// pattern, or another one that reads the fact or uses a binding of its pattern.
func (l *loop) guarded(name string, changed map[string]bool) bool {
	p := l.owned[name]
	if reads(tests(p), "", changed) || reads(l.tests, name, changed) {
		return true
	}
	return slices.ContainsFunc(p.Constraints, func(e syntax.Expr) bool {
		b, ok := e.(*syntax.Bind)
		return ok && reads([]syntax.Expr{b.X}, "", changed) && uses(l.tests, b.Name)
	})
}

// reads reports whether expressions read one of the properties of a fact. An empty
// receiver stands for the fact of the pattern itself.
func reads(list []syntax.Expr, receiver string, changed map[string]bool) bool {
	found := false
	hit := func(name string) bool { return changed[property(name)] || changed["*"] && states[property(name)] }
	expressions(list, func(node any) {
		switch e := node.(type) {
		case *syntax.Name:
			found = found || receiver == "" && hit(e.Name)
		case *syntax.Field:
			found = found || names(e.X, receiver) && hit(e.Name)
		case *syntax.Call:
			found = found || names(e.X, receiver) && (hit(e.Name) || len(e.Args) > 0)
		}
	})
	return found
}

// uses reports whether expressions contain a name.
func uses(list []syntax.Expr, name string) bool {
	found := false
	expressions(list, func(node any) {
		n, ok := node.(*syntax.Name)
		found = found || ok && n.Name == name
	})
	return found
}

// names reports whether an expression names the receiver. An empty receiver stands
// for the fact of the pattern itself.
func names(x syntax.Expr, receiver string) bool {
	n, ok := x.(*syntax.Name)
	if receiver == "" {
		return x == nil || ok && n.Name == "this"
	}
	return ok && n.Name == receiver
}

// states lists the properties that actions on an entity change.
var states = map[string]bool{
	"active": true, "applied": true, "skipped": true, "ignored": true, "removed": true, "resized": true,
	"matchedRule": true, "matchedRuleList": true, "hasManualChanges": true,
}

// changes returns the properties of a fact that a consequence changes: "*" for
// changes by actions other than setters.
func changes(then *syntax.Block, name string) map[string]bool {
	out := map[string]bool{}
	block(then, func(node any) {
		c, ok := node.(*syntax.Call)
		if !ok || !names(c.X, name) {
			return
		}
		if strings.HasPrefix(c.Name, "set") {
			out[property(c.Name)] = true
			return
		}
		out["*"] = true
	})
	return out
}

// property returns the property of a getter or setter, or the method's name when it
// is neither.
func property(method string) string {
	for _, prefix := range []string{"set", "get", "is"} {
		if rest := strings.TrimPrefix(method, prefix); rest != method && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	return method
}

// again reports whether the rule certainly matches a new object of a type: it
// matches all of them or, with a name, all of that name.
func (l *loop) again(class string, name syntax.Expr) bool {
	return !l.negated && slices.ContainsFunc(l.patterns, func(p *syntax.Pattern) bool {
		list := tests(p)
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
