package compile

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// compileCall compiles a call.
func (u *Unit) compileCall(e *syntax.Call, want *host.Type) (Eval, *host.Type) {
	u.mentions[e.Name] = true
	if e.X == nil {
		return u.bareCall(e, want)
	}
	if n, ok := e.X.(*syntax.Name); ok && (n.Name == "drools" || n.Name == "kcontext") && !u.IsDeclared(n.Name) {
		return u.contextCall(e)
	}
	if class := u.classNamed(e.X); class != nil {
		return u.staticCall(e, class, want)
	}
	if u.isThis(e.X) && len(e.Args) == 0 {
		u.noteRead(e.Name)
		return u.methodCall(e, thisFact, u.this, want)
	}
	x, t := u.compileExpr(e.X, nil)
	if len(e.Args) == 0 {
		u.noteProperty(e.X, e.Name)
	}
	return u.methodCall(e, x, t, want)
}

func (u *Unit) staticCall(e *syntax.Call, class *host.Class, want *host.Type) (Eval, *host.Type) {
	b := bindings{}
	if !slices.Contains(class.StaticNames(), e.Name) {
		u.unknownStatic(e.Pos(), class, e.Name)
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	list := class.FindStatic(e.Name, len(e.Args))
	if len(list) > 0 && want != nil {
		b.learn(list[0].Returns, want)
	}
	return u.compileInvocation(&invocation{
		at:    e.Pos(),
		label: class.Name + "." + e.Name,
		list:  list,
		all:   class.StaticMethods(e.Name),
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
		if class != nil && class.HasMethod(e.Name) {
			if len(e.Args) == 0 {
				u.noteRead(e.Name)
			} else {
				u.All = true
			}
			return u.methodCall(e, thisFact, u.this, want)
		}
	}
	if class := u.staticImport(e.Name); class != nil {
		return u.staticCall(e, class, want)
	}
	if !u.drl {
		if run := u.compileAction(e); run != nil {
			return run, nil
		}
	}
	u.unknownFunction(e)
	u.compileUnchecked(e.Args)
	return brokenExpr()
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
		group, _ := u.compileExpr(e.Args[0], nil)
		return func(f *Frame) any { f.RT.Actions.FocusGroup(host.ToString(group(f))); return nil }, nil
	case e.Name == "getRule" && len(e.Args) == 0:
		if class := u.c.Registry.Class("Rule"); class == nil || !class.MayHide {
			u.c.ReportProblem(e.Pos(), "drools.getRule() cannot be used where the file declares a type Rule of its own")
			return brokenExpr()
		}
		return func(f *Frame) any { return &RuleInfo{f.RT.Rule} }, &host.Type{Name: "Rule"}
	}
	if run := u.compileAction(e); run != nil {
		return run, nil
	}
	u.c.ReportProblem(e.Pos(), "unknown method %s on the rule context%s", e.Name,
		check.SuggestName(e.Name, append([]string{"halt", "setFocus", "getRule"}, actions...)))
	return brokenExpr()
}

// RuleInfo is the result of drools.getRule().
type RuleInfo struct{ Name string }

// ClassName returns "Rule".
func (*RuleInfo) ClassName() string { return "Rule" }

// RuleName returns the name of the rule, which rules read as getName.
func (r *RuleInfo) RuleName() string { return r.Name }

// compileAction compiles insert, insertLogical, update, retract and delete.
func (u *Unit) compileAction(e *syntax.Call) Eval {
	var do func(a Actions, v any)
	switch e.Name {
	case "insert":
		do = func(a Actions, v any) { a.Insert(v, false) }
	case "insertLogical":
		do = func(a Actions, v any) { a.Insert(v, true) }
	case "update":
		do = u.updateAfterSetters(e)
	case "retract", "delete":
		do = func(a Actions, v any) { a.Retract(v) }
	default:
		return nil
	}
	u.refuseChange(e.Pos(), e.Name)
	if len(e.Args) != 1 {
		u.c.ReportProblem(e.Pos(), "%s takes (Object), %s given", e.Name, countArguments(len(e.Args)))
		u.compileUnchecked(e.Args)
		return constantEval(nil)
	}
	x, _ := u.compileExpr(e.Args[0], nil)
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
		u.c.ReportProblem(e.Pos(), "%s takes %s, %s given", e.Name, formatParams(params), countArguments(len(e.Args)))
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	args, types := make([]Eval, len(e.Args)), make([]*host.Type, len(e.Args))
	for i, a := range e.Args {
		var given *host.Type
		types[i] = fn.params[i]
		args[i], given = u.compileExpr(a, types[i])
		if !u.c.mayPass(types[i], given) {
			u.reportWrongType(a.Pos(), i, e.Name, types[i], given)
		}
	}
	result := fn.result
	return func(f *Frame) any {
		slots := make([]any, fn.unit.size)
		for i, a := range args {
			slots[i+1] = widenTo(types[i], a(f))
		}
		f.RT.Call.Budget.Step()
		return widenTo(result, fn.callKept(f, slots))
	}, result
}

// call runs the body of a function. The slots hold its arguments.
func (fn *Function) call(f *Frame, slots []any) any {
	f.RT.enterCall()
	inner := &Frame{Slots: slots, RT: f.RT}
	fn.body(inner)
	f.RT.depth--
	return inner.result
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
		u.c.ReportProblem(e.Pos(), "unknown method %s on the array %s", e.Name, t)
		return brokenExpr()
	}
	if t == faulty {
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	if !isKnown(t) {
		return u.dynamicCall(e, guarded)
	}
	class := u.c.Registry.Class(boxedName(t.Name))
	if class == nil || !class.HasMethod(e.Name) {
		if !u.reportInside(e, t) {
			u.unknownMethod(e.Pos(), t, e.Name)
		}
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	run, result := u.compileInvocation(&invocation{
		at:    e.Pos(),
		label: class.Name + "." + e.Name,
		this:  guarded,
		on:    e.X,
		list:  class.FindMethods(e.Name, len(e.Args)),
		all:   class.Overloads(e.Name),
		args:  e.Args,
		bound: bindParams(class, t),
	})
	if isTypeMember(class, e.Name) && result != faulty {
		result = typeName
	}
	if strings.HasPrefix(e.Name, "equals") {
		u.noteComparedTypes(t, e.Args...)
	}
	return run, result
}

// dynamicCall compiles a call on a value of unknown class, which is resolved at run
// time.
func (u *Unit) dynamicCall(e *syntax.Call, x Eval) (Eval, *host.Type) {
	if !u.c.Registry.HasMember(e.Name) {
		u.c.ReportProblem(e.Pos(), "unknown method %s: no class has it%s", e.Name, check.SuggestName(e.Name, u.c.Registry.MemberNames()))
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	if !u.c.Registry.HasOverload(e.Name, len(e.Args)) {
		u.c.ReportProblem(e.Pos(), "no class has a method %s that takes %s", e.Name, countArguments(len(e.Args)))
		u.compileUnchecked(e.Args)
		return brokenExpr()
	}
	args := make([]Eval, len(e.Args))
	for i, a := range e.Args {
		args[i], _ = u.compileExpr(a, nil)
	}
	return func(f *Frame) any {
		this := x(f)
		if this == nil {
			return nil // a null-safe call
		}
		values := evalAll(f, args)
		f.RT.Offset = e.Pos()
		list := u.c.Registry.Class(host.ClassNameOf(this)).FindMethods(e.Name, len(values))
		return u.c.runOverload(f, host.ClassNameOf(this)+"."+e.Name, this, list, values)
	}, nil
}

// evalAll returns the values of the arguments.
func evalAll(f *Frame, args []Eval) []any {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a(f)
	}
	return values
}
