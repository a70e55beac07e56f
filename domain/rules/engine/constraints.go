package engine

import (
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// tests are the compiled constraints of a pattern.
type tests struct {
	list  []compile.Eval
	reads map[string]bool
	all   bool
	own   []compile.Eval // those that look at the fact alone
	joins []compile.Eval // those that look at earlier bindings, or bind something
}

// constraints compiles the constraints of a pattern; a lone binding is none. slot
// is that of the pattern's own binding.
func (b *builder) constraints(list []syntax.Expr, t *host.Type, slot int) *tests {
	out := &tests{}
	b.u.Reads, b.u.All = map[string]bool{}, false
	first := b.u.Size()
	if slot > 0 {
		first = slot
	}
	b.first = first
	for _, e := range conjuncts(list) {
		mark := b.u.Mark()
		b.u.Uses = map[int]bool{}
		x, xt := b.u.Constraint(e, t)
		binds, foreign := b.u.Mark() > mark, false
		for used := range b.u.Uses {
			foreign = foreign || used < first
		}
		if _, lone := e.(*syntax.Bind); lone {
			value := x
			x = func(f *compile.Frame) any { value(f); return true }
		} else {
			b.u.NeedBoolean(e, xt)
		}
		out.list = append(out.list, x)
		if !foreign {
			out.own = append(out.own, x)
		}
		if foreign || binds {
			out.joins = append(out.joins, x)
		}
	}
	b.u.Uses = nil
	out.reads, out.all = map[string]bool{}, b.u.All
	for name := range b.u.Reads {
		out.reads[property(name)] = true
	}
	return out
}

// conjuncts takes a conjunction apart: each part can be remembered on its own.
func conjuncts(list []syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for _, e := range list {
		if and, ok := e.(*syntax.Binary); ok && and.Op == "&&" {
			out = append(out, conjuncts([]syntax.Expr{and.X, and.Y})...)
			continue
		}
		out = append(out, e)
	}
	return out
}

// property is the property that a getter reads.
func property(name string) string {
	for _, prefix := range []string{"get", "is"} {
		if rest := strings.TrimPrefix(name, prefix); rest != name && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	return name
}

// remembered is a pattern over facts, with what its comparisons can be looked up by.
func (b *builder) remembered(p *syntax.Pattern, t *host.Type, slot int, test *tests) *pattern {
	out := &pattern{rule: b.rule, number: len(b.program.patterns), class: t.Name, slot: slot, position: len(b.patterns), nearTo: -1,
		tests: test, own: test.own, joins: test.joins}
	b.program.patterns = append(b.program.patterns, out)
	for _, e := range conjuncts(p.Constraints) {
		switch e := e.(type) {
		case *syntax.Call:
			b.nearness(out, e, t)
		case *syntax.Binary:
			b.equality(out, e, t)
		}
	}
	b.patterns = append(b.patterns, out)
	return out
}

// nearness recognises contains($x), containedBy($x) and the like: methods that only
// hold for overlapping ranges.
func (b *builder) nearness(out *pattern, e *syntax.Call, t *host.Type) {
	if this, ok := e.X.(*syntax.Name); e.X != nil && !(ok && this.Name == "this") || len(e.Args) != 1 || out.near != nil {
		return
	}
	other, ok := e.Args[0].(*syntax.Name)
	class := b.c.Registry.Class(t.Name)
	if !ok || class == nil || !b.foreign(other) {
		return
	}
	for _, m := range class.Find(e.Name, 1) {
		if !m.Overlap {
			return
		}
	}
	if len(class.Find(e.Name, 1)) == 0 {
		return
	}
	out.near, _ = b.u.Condition(other)
	slot, _ := b.u.SlotOf(other.Name)
	for _, earlier := range b.patterns {
		if earlier.slot == slot {
			out.nearTo = earlier.position
			b.rule.ranged[earlier.position] = true
		}
	}
}

// equality recognises property == $x.
func (b *builder) equality(out *pattern, e *syntax.Binary, t *host.Type) {
	if e.Op != "==" || out.key != nil {
		return
	}
	for _, side := range [][2]syntax.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		own, isName := side[0].(*syntax.Name)
		other, isOther := side[1].(*syntax.Name)
		if isName && isOther && !b.u.Lookup(own.Name) && b.foreign(other) {
			out.key, _ = b.u.Constraint(own, t)
			out.other, _ = b.u.Condition(other)
			return
		}
	}
}

// foreign says whether a name is a binding of an earlier condition: one whose slot
// is below those of the pattern that is compiled.
func (b *builder) foreign(n *syntax.Name) bool {
	if !b.u.Lookup(n.Name) {
		return false
	}
	slot, _ := b.u.SlotOf(n.Name)
	return slot < b.first
}
