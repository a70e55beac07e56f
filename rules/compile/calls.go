package compile

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// call compiles a call.
func (u *Unit) call(e *syntax.Call, want *host.Type) (Eval, *host.Type) {
	u.mentions[e.Name] = true
	if e.X == nil {
		return u.bareCall(e, want)
	}
	if n, ok := e.X.(*syntax.Name); ok && (n.Name == "drools" || n.Name == "kcontext") && !u.Lookup(n.Name) {
		return u.contextCall(e)
	}
	if class := u.className(e.X); class != nil {
		return u.staticCall(e, class, want)
	}
	x, t := u.expr(e.X, nil)
	u.All = u.All || u.this != nil
	if len(e.Args) == 0 {
		u.tellsProperty(e.X, e.Name)
	}
	return u.methodCall(e, x, t, want)
}

func (u *Unit) staticCall(e *syntax.Call, class *host.Class, want *host.Type) (Eval, *host.Type) {
	b := bindings{}
	if !slices.Contains(class.StaticNames(), e.Name) {
		u.unknownStatic(e.Pos(), class, e.Name)
		u.unchecked(e.Args)
		return broken()
	}
	list := class.FindStatic(e.Name, len(e.Args))
	if len(list) > 0 && want != nil {
		b.learn(list[0].Returns, want)
	}
	return u.invoke(&invocation{
		at:    e.Pos(),
		label: class.Name + "." + e.Name,
		list:  list,
		all:   class.Static(e.Name),
		args:  e.Args,
		bound: b,
	})
}

// bareCall compiles a call without receiver: an action, a function, a method of the
// pattern's fact or a static import.
func (u *Unit) bareCall(e *syntax.Call, want *host.Type) (Eval, *host.Type) {
	if f := u.c.Functions[e.Name]; f != nil {
		return u.functionCall(e, f)
	}
	if u.this != nil {
		class := u.c.Registry.Class(u.this.Name)
		if class != nil && class.Has(e.Name) {
			if len(e.Args) == 0 {
				u.reads(e.Name)
			} else {
				u.All = true
			}
			return u.methodCall(e, func(f *Frame) any { return f.Slots[0] }, u.this, want)
		}
	}
	if class := u.staticImport(e.Name); class != nil {
		return u.staticCall(e, class, want)
	}
	if !u.drl {
		if run := u.action(e); run != nil {
			return run, nil
		}
	}
	u.unknownFunction(e)
	u.unchecked(e.Args)
	return broken()
}

func (u *Unit) staticImport(name string) *host.Class {
	if class, ok := u.c.Statics[name]; ok {
		return u.c.Registry.Class(class)
	}
	for _, class := range u.c.Statics {
		if c := u.c.Registry.Class(class); c != nil && u.c.Statics["*"+class] != "" {
			for _, m := range c.Statics {
				if m.Name == name {
					return c
				}
			}
		}
	}
	return nil
}

func (u *Unit) contextCall(e *syntax.Call) (Eval, *host.Type) {
	switch {
	case e.Name == "halt" && len(e.Args) == 0:
		return func(f *Frame) any { f.RT.Actions.Halt(); return nil }, nil
	case e.Name == "setFocus" && len(e.Args) == 1:
		group, _ := u.expr(e.Args[0], nil)
		return func(f *Frame) any { f.RT.Actions.Focus(host.ToString(group(f))); return nil }, nil
	case e.Name == "getRule" && len(e.Args) == 0:
		return func(f *Frame) any { return &RuleInfo{f.RT.Rule} }, &host.Type{Name: "Rule"}
	}
	if run := u.action(e); run != nil {
		return run, nil
	}
	u.c.Problem(e.Pos(), "unknown method %s on the rule context%s", e.Name,
		check.Hint(e.Name, append([]string{"halt", "setFocus", "getRule"}, actions...)))
	return broken()
}

// RuleInfo is the result of drools.getRule().
type RuleInfo struct{ Name string }

// ClassName returns "Rule".
func (*RuleInfo) ClassName() string { return "Rule" }

// RuleName returns the name of the rule, which rules read as getName.
func (r *RuleInfo) RuleName() string { return r.Name }

// action compiles insert, insertLogical, update, retract and delete.
func (u *Unit) action(e *syntax.Call) Eval {
	var do func(a Actions, v any)
	switch e.Name {
	case "insert":
		do = func(a Actions, v any) { a.Insert(v, false) }
	case "insertLogical":
		do = func(a Actions, v any) { a.Insert(v, true) }
	case "update":
		do = func(a Actions, v any) { a.Update(v, nil) }
	case "retract", "delete":
		do = func(a Actions, v any) { a.Retract(v) }
	default:
		return nil
	}
	if len(e.Args) != 1 {
		u.c.Problem(e.Pos(), "%s takes (Object), %s given", e.Name, counted(len(e.Args)))
		u.unchecked(e.Args)
		return constant(nil)
	}
	x, _ := u.expr(e.Args[0], nil)
	at := e.Pos()
	return func(f *Frame) any {
		v := x(f)
		f.RT.Offset = at
		if v == nil {
			host.Throw("NullPointerException", "null is no fact")
		}
		do(f.RT.Actions, v)
		return nil
	}
}

func (u *Unit) functionCall(e *syntax.Call, fn *Function) (Eval, *host.Type) {
	params := fn.Decl.Params
	if len(params) != len(e.Args) {
		u.c.Problem(e.Pos(), "%s takes %s, %s given", e.Name, parameters(params), counted(len(e.Args)))
		u.unchecked(e.Args)
		return broken()
	}
	args, types := make([]Eval, len(e.Args)), make([]*host.Type, len(e.Args))
	for i, a := range e.Args {
		var given *host.Type
		types[i] = fn.params[i]
		args[i], given = u.expr(a, types[i])
		if !u.c.may(types[i], given) {
			u.wrongType(a.Pos(), i, e.Name, types[i], given)
		}
	}
	result := fn.result
	return func(f *Frame) any {
		slots := make([]any, fn.unit.size)
		for i, a := range args {
			slots[i+1] = widen(types[i], a(f))
		}
		f.RT.Call.Budget.Step()
		f.RT.enter()
		inner := &Frame{Slots: slots, RT: f.RT}
		fn.body(inner)
		f.RT.depth--
		return widen(result, inner.result)
	}, result
}

// methodCall compiles x.name(args) on a value.
func (u *Unit) methodCall(e *syntax.Call, x Eval, t *host.Type, want *host.Type) (Eval, *host.Type) {
	guarded := func(f *Frame) any {
		v := x(f)
		f.RT.Offset = e.Pos()
		if v == nil && !e.NullSafe {
			host.Throw("NullPointerException", "cannot call %s on null", e.Name)
		}
		return v
	}
	if t != nil && t.Dims > 0 {
		u.c.Problem(e.Pos(), "unknown method %s on the array %s", e.Name, t)
		return broken()
	}
	if t == faulty {
		u.unchecked(e.Args)
		return broken()
	}
	if !known(t) {
		return u.dynamicCall(e, guarded)
	}
	class := u.c.Registry.Class(boxed(t.Name))
	if !class.Has(e.Name) {
		if !u.inside(e, t) {
			u.unknownMethod(e.Pos(), class, e.Name)
		}
		u.unchecked(e.Args)
		return broken()
	}
	run, result := u.invoke(&invocation{
		at:    e.Pos(),
		label: class.Name + "." + e.Name,
		this:  guarded,
		on:    e.X,
		list:  class.Find(e.Name, len(e.Args)),
		all:   class.Overloads(e.Name),
		args:  e.Args,
		bound: of(class, t),
	})
	if namesType(class, e.Name) && result != faulty {
		result = typeName
	}
	if strings.HasPrefix(e.Name, "equals") {
		u.typesBeside(t, e.Args...)
	}
	return run, result
}

// dynamicCall compiles a call on a value of unknown class, which is resolved at run
// time.
func (u *Unit) dynamicCall(e *syntax.Call, x Eval) (Eval, *host.Type) {
	if !u.c.Registry.HasMember(e.Name) {
		u.c.Problem(e.Pos(), "unknown method %s: no class has it%s", e.Name, check.Hint(e.Name, u.c.Registry.MemberNames()))
		u.unchecked(e.Args)
		return broken()
	}
	if !u.c.Registry.Takes(e.Name, len(e.Args)) {
		u.c.Problem(e.Pos(), "no class has a method %s that takes %s", e.Name, counted(len(e.Args)))
		u.unchecked(e.Args)
		return broken()
	}
	args := make([]Eval, len(e.Args))
	for i, a := range e.Args {
		args[i], _ = u.expr(a, nil)
	}
	return func(f *Frame) any {
		this := x(f)
		if this == nil {
			return nil // a null-safe call
		}
		values := evaluate(f, args)
		f.RT.Offset = e.Pos()
		list := u.c.Registry.Class(host.ClassNameOf(this)).Find(e.Name, len(values))
		return u.c.run(f, host.ClassNameOf(this)+"."+e.Name, this, list, values)
	}, nil
}

// evaluate returns the values of the arguments.
func evaluate(f *Frame, args []Eval) []any {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a(f)
	}
	return values
}
