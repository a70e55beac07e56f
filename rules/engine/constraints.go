package engine

import (
	"maps"
	"strings"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// tests holds the compiled constraints of a pattern.
type tests struct {
	list    []compile.Eval
	written []string        // those that read the fact alone
	reads   map[string]bool // properties that the rule reads of the fact
	all     bool            // it reads more than properties
	except  map[string]bool // properties that do not wake the rule, of all
	own     []compile.Eval  // those that read the fact alone
	joins   []compile.Eval  // those that read earlier bindings, or bind something
	bound   map[int]bool    // slots of properties that it binds from the fact alone
	binders []compile.Eval  // those of own that bind them
	lone    map[int]string  // properties that it binds and no condition reads, by the slot of the binding
}

// compileConstraints compiles the constraints of a pattern. A lone binding does not
// constrain. slot is the slot of the pattern's own binding.
func (b *builder) compileConstraints(list []syntax.Expr, t *host.Type, slot int) *tests {
	out := &tests{bound: map[int]bool{}, lone: map[int]string{}}
	tested := map[string]bool{}
	b.u.All = false
	reads := map[string]bool{}
	b.first = b.u.Size()
	if slot > 0 {
		b.first = slot
	}
	derived := map[int]bool{} // slots of what it binds from earlier bindings
	for _, e := range splitConjuncts(list) {
		mark, before := b.u.Mark(), b.u.Size()
		b.u.Reads = map[string]bool{}
		var x compile.Eval
		var xt *host.Type
		uses := b.trackSlots(func() { x, xt = b.u.CompileConstraint(e, t) })
		binds, foreign := b.u.Mark() > mark, false
		for used := range uses {
			foreign = foreign || used < b.first || derived[used]
			delete(out.lone, used)
		}
		if _, lone := e.(*syntax.Bind); lone {
			if name, ok := e.(*syntax.Bind).X.(*syntax.Name); ok {
				out.lone[before] = getterProperty(name.Name)
			}
			value := x
			x = func(f *compile.Frame) any { value(f); return true }
		} else {
			b.u.NeedBoolean(e, xt)
			maps.Copy(tested, b.u.Reads)
		}
		maps.Copy(reads, b.u.Reads)
		if out.addTest(x, foreign, binds); !foreign {
			out.written = append(out.written, syntax.PrintExpr(e))
		}
		bound := derived
		if binds && !foreign {
			out.binders, bound = append(out.binders, x), out.bound
		}
		for slot := before; slot < b.u.Size(); slot++ {
			bound[slot] = true
		}
	}
	out.reads, out.all = map[string]bool{}, b.u.All
	for name := range reads {
		out.reads[getterProperty(name)] = true
	}
	for name := range tested {
		out.readProperty(getterProperty(name))
	}
	return out
}

// readProperty notes that a condition reads a property of the fact.
func (t *tests) readProperty(name string) {
	t.reads[name] = true
	maps.DeleteFunc(t.lone, func(_ int, lone string) bool { return lone == name })
}

// ignoreLoneBindings makes the pattern of a branch insensitive to properties that it only
// binds and that no condition reads, when all that follows it is a collect of facts that
// depend on nothing before it. So does the classic build of Drools; the executable model
// wakes the rule.
func (b *builder) ignoreLoneBindings() {
	steps := b.branch.steps
	if len(steps) != 2 || len(b.branch.outer) == 0 || steps[0] != step(b.branch.outer[0]) {
		return
	}
	if v, ok := steps[1].(*values); ok && v.collectsAlike() {
		for _, name := range b.branch.outer[0].tests.lone {
			delete(b.branch.outer[0].tests.reads, name)
		}
	}
}

// addTest adds a compiled constraint. foreign tells that it reads earlier bindings,
// binds that it binds something.
func (t *tests) addTest(x compile.Eval, foreign, binds bool) {
	t.list = append(t.list, x)
	if !foreign {
		t.own = append(t.own, x)
	}
	if foreign || binds {
		t.joins = append(t.joins, x)
	}
}

// splitConjuncts splits conjunctions into their parts, so that the result of each can be
// remembered on its own.
func splitConjuncts(list []syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for _, e := range list {
		if and, ok := e.(*syntax.Binary); ok && and.Op == "&&" {
			out = append(out, splitConjuncts([]syntax.Expr{and.X, and.Y})...)
			continue
		}
		out = append(out, e)
	}
	return out
}

// getterProperty returns the property that a getter reads, or the name itself when it is
// not a getter.
func getterProperty(name string) string {
	for _, prefix := range []string{"get", "is"} {
		if rest := strings.TrimPrefix(name, prefix); rest != name && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return strings.ToLower(rest[:1]) + rest[1:]
		}
	}
	return name
}

// watchProperty makes a pattern sensitive to a property of its fact that a later condition
// reads.
func (b *builder) watchProperty(slot int, name string) {
	if p := b.owners[slot]; p != nil && p.slot == slot {
		p.tests.readProperty(getterProperty(name))
	}
}

// compilePattern compiles a pattern over facts, with the keys under which its memory
// indexes them.
func (b *builder) compilePattern(p *syntax.Pattern, t *host.Type, slot int) *pattern {
	out := &pattern{rule: b.rule, number: len(b.program.patterns), class: t.Name, bind: p.Bind, slot: slot, position: -1}
	b.program.patterns = append(b.program.patterns, out)
	out.tests = b.compileConstraints(p.Constraints, t, slot)
	out.tests.all = out.tests.all || b.program.classReactive[t.Name]
	out.tests.applyWatch(p.Annotations)
	out.seek = b.compileSeek(p.Constraints, b.c.Registry.Class(t.Name))
	var equals []equal
	var bounds []*syntax.Binary
	for _, e := range splitConjuncts(p.Constraints) {
		switch e := e.(type) {
		case *syntax.Call:
			b.recognizeOverlap(out, e, t)
		case *syntax.Binary:
			if found, ok := b.recognizeEquality(e); ok {
				equals = append(equals, found)
			}
			bounds = append(bounds, e)
		}
	}
	b.chooseKeys(out, equals, t)
	if len(out.keys) == 0 && !out.spans {
		b.chooseRange(out, bounds, t)
	}
	if len(b.open) > 0 {
		out.inside = b.open[0]
	} else {
		out.position = len(b.branch.outer)
		b.branch.outer = append(b.branch.outer, out)
	}
	for _, c := range b.open {
		c.patterns = append(c.patterns, out)
	}
	b.branch.all = append(b.branch.all, out)
	if slot > 0 {
		b.owners[slot] = out
	}
	for bound := range out.tests.bound {
		b.owners[bound] = out
	}
	return out
}

// recognizeOverlap recognizes contains($x), containedBy($x) and similar methods that only
// hold for overlapping ranges.
func (b *builder) recognizeOverlap(out *pattern, e *syntax.Call, t *host.Type) {
	if this, ok := e.X.(*syntax.Name); e.X != nil && !(ok && this.Name == "this") || len(e.Args) != 1 || out.near != nil {
		return
	}
	other, ok := e.Args[0].(*syntax.Name)
	class := b.c.Registry.Class(t.Name)
	if !ok || class == nil || !b.isForeign(other) {
		return
	}
	for _, m := range class.FindMethods(e.Name, 1) {
		if !m.Overlap {
			return
		}
	}
	out.near, _ = b.u.CompileCondition(other)
	out.spans = true
	slot, _ := b.u.SlotOf(other.Name)
	if owner := b.owners[slot]; owner != nil && owner.slot == slot {
		out.nearTo = owner
		owner.spans = true
	}
}

// equal is a comparison property == $x or property == $x.property, with the pattern
// whose fact decides the other side.
type equal struct {
	own   *syntax.Name
	other syntax.Expr
	owner *pattern
}

// chooseKeys selects the keys of the pattern: the comparisons with the one earlier
// pattern that decides most of them, and all comparisons where there are others.
func (b *builder) chooseKeys(out *pattern, list []equal, t *host.Type) {
	count := map[*pattern]int{}
	var best *pattern
	var others []string
	for _, e := range list {
		if count[e.owner]++; e.owner != nil && (best == nil || count[e.owner] > count[best]) {
			best = e.owner
		}
	}
	var all []string
	for _, e := range list {
		own, _ := b.u.CompileConstraint(e.own, t)
		other, _ := b.u.CompileCondition(e.other)
		out.allKeys, out.allOthers = append(out.allKeys, own), append(out.allOthers, other)
		all = append(all, e.own.Name)
		if e.owner == best {
			out.keys, out.others = append(out.keys, own), append(out.others, other)
			out.indexes = append(out.indexes, e.own.Name)
			others = append(others, syntax.PrintExpr(e.other))
		}
	}
	if len(out.keys) == len(list) {
		out.allKeys, out.allOthers = nil, nil
	} else {
		out.indexes = append(out.indexes, "with "+strings.Join(all, " and "))
	}
	if best != nil {
		out.otherOf, out.back = best, len(best.backs)
		best.backs = append(best.backs, best.keyFunc(out.others))
		best.indexes = append(best.indexes, "by "+strings.Join(others, " and "))
	}
}

// recognizeEquality recognizes a comparison with a binding. ok is false for any other
// expression.
func (b *builder) recognizeEquality(e *syntax.Binary) (found equal, ok bool) {
	if e.Op != "==" {
		return equal{}, false
	}
	for _, side := range [][2]syntax.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		own, isName := side[0].(*syntax.Name)
		if !isName || b.u.IsDeclared(own.Name) {
			continue
		}
		if other, isOther := bindingIn(side[1]); isOther && b.isForeign(other) {
			slot, _ := b.u.SlotOf(other.Name)
			return equal{own, side[1], b.owners[slot]}, true
		}
		if owner, ok := b.ownerOfSum(side[1]); ok {
			return equal{own, side[1], owner}, true
		}
	}
	return equal{}, false
}

// ownerOfSum recognizes sums, differences and products of numbers and of bindings that hold
// primitive ones, which cannot fail. It returns the pattern whose fact alone decides the value,
// nil when it is not one pattern, and ok is false for any other expression.
func (b *builder) ownerOfSum(e syntax.Expr) (owner *pattern, ok bool) {
	bindings, ok := b.bindingsOfSum(e)
	if !ok || len(bindings) == 0 {
		return nil, false
	}
	for i, n := range bindings {
		slot, _ := b.u.SlotOf(n.Name)
		if i > 0 && b.owners[slot] != owner {
			return nil, true
		}
		owner = b.owners[slot]
	}
	return owner, true
}

// bindingsOfSum returns the bindings in a sum as ownerOfSum recognizes it.
func (b *builder) bindingsOfSum(e syntax.Expr) (bindings []*syntax.Name, ok bool) {
	switch e := e.(type) {
	case *syntax.Literal:
		switch e.Value.(type) {
		case int32, int64, float64:
			return nil, true
		}
	case *syntax.Name:
		if b.isForeign(e) && b.holdsNumber(e) {
			return []*syntax.Name{e}, true
		}
	case *syntax.Field:
		if n, isName := e.X.(*syntax.Name); isName && b.isForeign(n) && b.holdsNumber(e) {
			return []*syntax.Name{n}, true
		}
	case *syntax.Binary:
		if e.Op != "+" && e.Op != "-" && e.Op != "*" {
			return nil, false
		}
		x, okX := b.bindingsOfSum(e.X)
		y, okY := b.bindingsOfSum(e.Y)
		return append(x, y...), okX && okY
	}
	return nil, false
}

// holdsNumber reports whether a binding, or a property of one, holds a primitive number.
func (b *builder) holdsNumber(e syntax.Expr) bool {
	_, t := b.u.CompileCondition(e)
	return t != nil && t.Dims == 0 && (t.Name == "int" || t.Name == "long" || t.Name == "double")
}

// keyFunc returns a function that computes the key of later patterns from the fact of
// this pattern alone.
func (p *pattern) keyFunc(others []compile.Eval) func(f *compile.Frame) uint64 {
	return func(f *compile.Frame) uint64 {
		this := f.Slots[0]
		for _, bind := range p.tests.binders {
			f.Slots[0] = this
			bind(f)
		}
		f.Slots[0] = this
		return keyOf(others, f)
	}
}

// bindingIn returns the binding that an expression reads: $x itself, or the $x of a
// property of $x. It returns false for any other expression.
func bindingIn(e syntax.Expr) (*syntax.Name, bool) {
	if f, ok := e.(*syntax.Field); ok {
		e = f.X
	}
	n, ok := e.(*syntax.Name)
	return n, ok
}

// isForeign reports whether a name is a binding of an earlier condition: one whose
// slot is below those of the pattern being compiled.
func (b *builder) isForeign(n *syntax.Name) bool {
	if !b.u.IsDeclared(n.Name) {
		return false
	}
	slot, _ := b.u.SlotOf(n.Name)
	return slot < b.first
}
