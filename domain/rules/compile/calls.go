package compile

import (
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

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
	return u.methodCall(e, x, t, want)
}

func (u *Unit) staticCall(e *syntax.Call, class *host.Class, want *host.Type) (Eval, *host.Type) {
	b := bindings{}
	list := class.FindStatic(e.Name, len(e.Args))
	if len(list) > 0 && want != nil {
		b.learn(list[0].Returns, want)
	}
	return u.invoke(e.Pos(), class.Name+"."+e.Name, nil, list, e.Args, b, class)
}

// bareCall is a call without receiver: an action, a function, a method of the
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
	if u.this != nil {
		u.c.problem(e.Pos(), "%s has no method %s, and no function of that name is known", u.this, e.Name)
	} else {
		u.c.problem(e.Pos(), "the function %s is not known", e.Name)
	}
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
	u.c.problem(e.Pos(), "%s is not supported on the rule context", e.Name)
	return broken()
}

// RuleInfo is what drools.getRule() gives.
type RuleInfo struct{ Name string }

// ClassName is Rule.
func (*RuleInfo) ClassName() string { return "Rule" }

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
		u.c.problem(e.Pos(), "%s takes one object", e.Name)
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
		u.c.problem(e.Pos(), "the function %s takes %d arguments, not %d", e.Name, len(params), len(e.Args))
		return broken()
	}
	args, types := make([]Eval, len(e.Args)), make([]*host.Type, len(e.Args))
	for i, a := range e.Args {
		types[i] = u.TypeOf(params[i].Type)
		args[i], _ = u.expr(a, types[i])
	}
	result := u.TypeOf(fn.Decl.Result)
	return func(f *Frame) any {
		slots := make([]any, fn.unit.size)
		for i, a := range args {
			slots[i+1] = widen(types[i], a(f))
		}
		f.RT.Call.Budget.Step()
		if f.RT.depth++; f.RT.depth > maxCalls {
			panic(&host.LimitError{Message: "functions call each other too deeply"})
		}
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
		u.c.problem(e.Pos(), "arrays have no method %s", e.Name)
		return broken()
	}
	if t == nil || t.Name == "Object" || isVar(t) {
		return u.dynamicCall(e, guarded)
	}
	class := u.c.Registry.Class(boxed(t.Name))
	if class == nil || !class.Has(e.Name) {
		u.c.problem(e.Pos(), "%s has no method %s", t, e.Name)
		return broken()
	}
	return u.invoke(e.Pos(), class.Name+"."+e.Name, guarded, class.Find(e.Name, len(e.Args)), e.Args, of(class, t), class)
}

// dynamicCall is a call on a value of unknown class: it is resolved at run time.
func (u *Unit) dynamicCall(e *syntax.Call, x Eval) (Eval, *host.Type) {
	if !u.c.Registry.HasMember(e.Name) {
		u.c.problem(e.Pos(), "no class has a method %s", e.Name)
		return broken()
	}
	args := make([]Eval, len(e.Args))
	for i, a := range e.Args {
		args[i], _ = u.expr(a, nil)
	}
	return func(f *Frame) any {
		this := x(f)
		values := evaluate(f, args)
		f.RT.Offset = e.Pos()
		list := u.c.Registry.Class(host.ClassNameOf(this)).Find(e.Name, len(values))
		return u.c.run(f, host.ClassNameOf(this)+"."+e.Name, this, list, values)
	}, nil
}

func evaluate(f *Frame, args []Eval) []any {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a(f)
	}
	return values
}
