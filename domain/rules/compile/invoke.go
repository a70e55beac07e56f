package compile

import (
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// invoke compiles a call of one of several overloads. The static types of the
// arguments narrow them down; what remains open is decided by the values.
func (u *Unit) invoke(at int, label string, this Eval, list []*host.Method, exprs []syntax.Expr, b bindings, class *host.Class) (Eval, *host.Type) {
	if len(list) == 0 {
		u.c.problem(at, "%s takes no %d arguments", label, len(exprs))
		return broken()
	}
	args, types := u.arguments(list[0], exprs, b)
	var fitting []*host.Method
	for _, m := range list {
		if u.c.accepts(m, types) {
			fitting = append(fitting, m)
		}
	}
	if len(fitting) == 0 {
		u.c.problem(at, "%s cannot take these arguments: expected %s", label, list[0].Doc)
		return broken()
	}
	u.checkPattern(label, exprs)
	u.collectLiterals(label, exprs)
	u.checkIdentifier(fitting[0], exprs)
	return func(f *Frame) any {
		var v any
		if this != nil {
			if v = this(f); v == nil {
				return nil // a null-safe call
			}
		}
		values := evaluate(f, args)
		f.RT.Offset = at
		return u.c.run(f, label, v, fitting, values)
	}, b.apply(fitting[0].Returns)
}

// arguments compiles the arguments, plain ones first, so that lambdas know the
// types of their parameters.
func (u *Unit) arguments(m *host.Method, exprs []syntax.Expr, b bindings) ([]Eval, []*host.Type) {
	args, types := make([]Eval, len(exprs)), make([]*host.Type, len(exprs))
	for pass := range 2 {
		for i, e := range exprs {
			_, lambda := e.(*syntax.Lambda)
			_, ref := e.(*syntax.MethodRef)
			if (lambda || ref) != (pass == 1) {
				continue
			}
			p := paramAt(m, i)
			args[i], types[i] = u.expr(e, b.apply(p))
			b.learn(p, types[i])
		}
	}
	return args, types
}

func paramAt(m *host.Method, i int) *host.Type {
	if len(m.Params) == 0 {
		return nil
	}
	return m.Params[min(i, len(m.Params)-1)]
}

func (c *Compiler) accepts(m *host.Method, types []*host.Type) bool {
	for i, t := range types {
		p := paramAt(m, i)
		if m.Variadic && i == len(m.Params)-1 && len(types) == len(m.Params) && t != nil && t.Dims > 0 {
			continue
		}
		if !c.may(p, t) {
			return false
		}
	}
	return true
}

// run calls the first overload that holds the values.
func (c *Compiler) run(f *Frame, label string, this any, list []*host.Method, values []any) any {
	f.RT.Call.Budget.Step()
	for _, m := range list {
		if len(list) == 1 || c.holdsAll(m, values) {
			return m.Body(f.RT.Call, this, pack(m, values))
		}
	}
	host.Throw("IllegalArgumentException", "%s cannot take these arguments", label)
	return nil
}

func (c *Compiler) holdsAll(m *host.Method, values []any) bool {
	for i, v := range values {
		if !c.holds(paramAt(m, i), v) {
			if _, array := v.([]any); !array || !m.Variadic {
				return false
			}
		}
	}
	return true
}

// pack widens the arguments and gathers those of a variadic parameter.
func pack(m *host.Method, values []any) []any {
	if !m.Variadic {
		for i, v := range values {
			if p := m.Params[i]; p != nil && primitive[p.Name] {
				values[i] = widen(p, v)
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
