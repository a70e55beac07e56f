package compile

import (
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// invocation is a call of one of several overloads.
type invocation struct {
	at    int
	label string
	this  Eval           // receiver, nil for static methods and constructors
	on    syntax.Expr    // the receiver as it is written
	list  []*host.Method // those that take as many arguments
	all   []*host.Method // all of that name
	args  []syntax.Expr
	bound bindings // of the receiver's type arguments
}

// compileInvocation compiles a call of one of several overloads. The static types of the
// arguments narrow them down. The values at run time decide between those that
// remain.
func (u *Unit) compileInvocation(v *invocation) (Eval, *host.Type) {
	if len(v.list) == 0 {
		u.reportWrongCount(v)
		u.compileUnchecked(v.args)
		return brokenExpr()
	}
	args, fitting := u.compileArgs(v)
	if len(fitting) == 0 {
		return brokenExpr()
	}
	u.checkPatterns(fitting[0], v.args)
	u.collectLiterals(v.label, v.args)
	u.checkIdentifier(fitting[0], v.args)
	u.noteTypesIn(fitting[0], v.label, v.args)
	u.noteNamesIn(v)
	at, label, this := v.at, v.label, v.this
	return func(f *Frame) any {
		var x any
		if this != nil {
			if x = this(f); x == nil {
				return nil // a null-safe call
			}
		}
		values := evalAll(f, args)
		f.RT.Offset = at
		return u.c.runOverload(f, label, x, fitting, values)
	}, v.resultType(fitting)
}

// resultType returns the type that all fitting overloads return, nil when they differ.
func (v *invocation) resultType(fitting []*host.Method) *host.Type {
	out := v.bound.apply(fitting[0].Returns)
	for _, m := range fitting[1:] {
		if other := v.bound.apply(m.Returns); other.String() != out.String() {
			return nil
		}
	}
	return out
}

// compileArgs compiles the arguments, those that are not lambdas first: their types
// decide between overloads and give lambdas the types of their parameters. It
// returns the overloads that can take the arguments, none when a problem was
// reported.
func (u *Unit) compileArgs(v *invocation) ([]Eval, []*host.Method) {
	args, types := make([]Eval, len(v.args)), make([]*host.Type, len(v.args))
	receiver := v.bound.clone()
	fitting := v.list
	for _, functions := range []bool{false, true} {
		for i, e := range v.args {
			if isFunction(e) == functions {
				p := paramAt(fitting[0], i)
				want := v.bound
				if !functions { // type variables learned from one argument do not bind the next
					want = receiver
				}
				args[i], types[i] = u.compileExpr(e, want.apply(p))
				v.bound.learn(p, types[i])
			}
		}
		var rest []*host.Method
		for _, m := range fitting {
			if u.c.acceptsArgs(m, v.args, types, receiver) {
				rest = append(rest, m)
			}
		}
		if len(rest) == 0 {
			u.reportWrongTypes(v, fitting, types, receiver)
			return nil, nil
		}
		fitting = rest
	}
	return args, withoutUnboxing(fitting, types)
}

// withoutUnboxing prefers overloads that take boxed numbers and objects as they are, as
// Java does: remove(Integer) of a list removes the number, not what stands at its place.
func withoutUnboxing(list []*host.Method, types []*host.Type) []*host.Method {
	var out []*host.Method
	for _, m := range list {
		unboxes := false
		for i, t := range types {
			p := paramAt(m, i)
			unboxes = unboxes || p != nil && t != nil && primitive[p.Name] && (rank[t.Name] > 0 && !primitive[t.Name] || t.Name == "Object")
		}
		if !unboxes {
			out = append(out, m)
		}
	}
	if len(out) > 0 {
		return out
	}
	return list
}

func isFunction(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Lambda, *syntax.MethodRef:
		return true
	}
	return false
}

// paramAt returns the type of the parameter for the i-th argument.
func paramAt(m *host.Method, i int) *host.Type {
	if len(m.Params) == 0 {
		return nil
	}
	return m.Params[min(i, len(m.Params)-1)]
}

// acceptsArgs reports whether an overload can take the arguments, as far as they are
// known: the types of arguments not compiled yet are nil.
func (c *Compiler) acceptsArgs(m *host.Method, args []syntax.Expr, types []*host.Type, receiver bindings) bool {
	for i := range types {
		if !c.acceptsAt(m, i, args, types, receiver) {
			return false
		}
	}
	return true
}

func (c *Compiler) acceptsAt(m *host.Method, i int, args []syntax.Expr, types []*host.Type, receiver bindings) bool {
	p, t := paramAt(m, i), types[i]
	if m.Variadic && i == len(m.Params)-1 && len(types) == len(m.Params) && t != nil && t.Dims > 0 {
		return true
	}
	if l, ok := args[i].(*syntax.Lambda); ok && !c.takesLambda(p, len(l.Params)) {
		return false
	}
	return c.mayPass(receiver.apply(p), t)
}

// runOverload calls the first overload whose parameters accept the values.
func (c *Compiler) runOverload(f *Frame, label string, this any, list []*host.Method, values []any) any {
	f.RT.Call.Budget.Step()
	for _, m := range list {
		if len(list) == 1 || c.holdsAll(m, values) {
			before := elementCount(this)
			checkGrowth(f.RT.Call.Budget, m, this, values)
			countWork(f.RT.Call.Budget, m, this, values)
			if m.Origin != host.Java {
				replaceUnpaired(values)
			}
			result := m.Body(f.RT.Call, this, packArgs(m, values))
			if text, ok := result.(string); ok {
				if paired := syntax.JoinHalves(text); paired != text {
					result = paired // else boxed values stay as they are
				}
			}
			allocGrowth(f.RT.Call.Budget, m, this, before, values, result)
			return result
		}
	}
	host.Throw("IllegalArgumentException", "%s cannot take these arguments", label)
	return nil
}

// replaceUnpaired replaces unpaired surrogates by U+FFFD in the strings among values,
// which leave the code of rules.
func replaceUnpaired(values []any) {
	for i, v := range values {
		if s, ok := v.(string); ok {
			if text := syntax.ReplaceHalves(s); text != s {
				values[i] = text
			}
		}
	}
}

func (c *Compiler) holdsAll(m *host.Method, values []any) bool {
	for i, v := range values {
		if !c.acceptsValue(paramAt(m, i), v) {
			if _, array := v.([]any); !array || !m.Variadic {
				return false
			}
		}
	}
	return true
}

// packArgs widens the arguments and collects those of a variadic parameter.
func packArgs(m *host.Method, values []any) []any {
	if !m.Variadic {
		for i, v := range values {
			if p := m.Params[i]; p != nil && primitive[p.Name] {
				values[i] = widenTo(p, v)
			}
		}
		return values
	}
	n := len(m.Params) - 1
	if len(values) == n+1 {
		if array, ok := values[n].([]any); ok {
			return append(values[:n:n], any(array))
		}
	}
	return append(values[:n:n], any(append([]any{}, values[n:]...)))
}
