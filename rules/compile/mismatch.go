package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// anything is the type expected for a lambda that is an argument of a call that was
// reported.
var anything = &host.Type{Name: "Function", Args: []*host.Type{faulty, faulty, faulty}}

// unchecked compiles arguments of a call that was reported, only for the problems
// inside them.
func (u *Unit) unchecked(args []syntax.Expr) {
	for _, e := range args {
		if isFunction(e) {
			u.expr(e, anything)
		} else {
			u.expr(e, nil)
		}
	}
}

// counted returns a number of arguments in words for a message.
func counted(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// signature returns the parameters of a method as they are documented.
func signature(m *host.Method) string {
	open, shut := strings.IndexByte(m.Doc, '('), strings.LastIndexByte(m.Doc, ')')
	return m.Doc[open : shut+1]
}

// signatures lists the parameters of overloads, each once.
func signatures(list []*host.Method) string {
	var out []string
	for _, m := range list {
		if s := signature(m); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " or ")
}

// parameters returns the types of parameters as they are written in the file.
func parameters(list []syntax.Param) string {
	var out []string
	for _, p := range list {
		out = append(out, written(p.Type))
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// written returns a type as it is written in the file.
func written(r *syntax.TypeRef) string {
	if r == nil {
		return "Object"
	}
	s := r.Name
	if len(r.Args) > 0 {
		var args []string
		for _, a := range r.Args {
			args = append(args, written(a))
		}
		s += "<" + strings.Join(args, ", ") + ">"
	}
	return s + strings.Repeat("[]", r.Dims)
}

// plain returns the name of a method without its class.
func plain(label string) string { return label[strings.LastIndexByte(label, '.')+1:] }

// wrongCount reports a call with more or fewer arguments than any overload takes.
func (u *Unit) wrongCount(v *invocation) {
	u.c.Problem(v.at, "%s takes %s, %s given", plain(v.label), signatures(v.all), counted(len(v.args)))
}

// wrongTypes reports arguments that no overload can take, at the first argument that
// is to blame.
func (u *Unit) wrongTypes(v *invocation, list []*host.Method, types []*host.Type, receiver bindings) {
	for i := range types {
		if slices.ContainsFunc(list, func(m *host.Method) bool { return u.c.acceptsAt(m, i, v.args, types, receiver) }) {
			continue
		}
		if len(list) == 1 {
			u.wrongArgument(v, i, receiver.apply(paramAt(list[0], i)), types[i])
			return
		}
		u.c.Problem(v.args[i].Pos(), "%s takes %s, argument %d is %s", plain(v.label), signatures(list), i+1, given(v.args[i], types[i]))
		return
	}
	var all []string
	for i, t := range types {
		all = append(all, given(v.args[i], t))
	}
	u.c.Problem(v.at, "%s takes %s, not (%s)", plain(v.label), signatures(list), strings.Join(all, ", "))
}

// wrongArgument reports an argument of the wrong type, or a lambda with the wrong
// number of parameters.
func (u *Unit) wrongArgument(v *invocation, i int, want, got *host.Type) {
	if l, ok := v.args[i].(*syntax.Lambda); ok && u.c.callable(want) {
		u.c.Problem(l.Pos(), "a %s for %s has %s, this lambda has %d", want.Name, plain(v.label), values(arity(want)), len(l.Params))
		return
	}
	if isFunction(v.args[i]) {
		u.c.Problem(v.args[i].Pos(), "argument %d of %s must be %s, not %s", i+1, plain(v.label), want, given(v.args[i], got))
		return
	}
	u.wrongType(v.args[i].Pos(), i, plain(v.label), want, got)
}

func (u *Unit) wrongType(at, i int, name string, want, got *host.Type) {
	u.c.Problem(at, "argument %d of %s must be %s, not %s", i+1, name, want, got)
}

// values returns a number of parameters in words for a message.
func values(n int) string {
	if n == 1 {
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", n)
}

// given describes an argument for a message.
func given(e syntax.Expr, t *host.Type) string {
	switch e.(type) {
	case *syntax.Lambda:
		return "a lambda"
	case *syntax.MethodRef:
		return "a method reference"
	}
	return t.String()
}

// callable reports whether values of a type are functions.
func (c *Compiler) callable(t *host.Type) bool {
	return known(t) && t.Dims == 0 && c.Registry.Class(boxed(t.Name)).Is("Callable") || known(t) && arities[t.Name] > 0
}

// arities holds the number of parameters of each function type, plus one.
var arities = map[string]int{
	"Supplier": 1, "Runnable": 1,
	"Function": 2, "Predicate": 2, "Consumer": 2, "UnaryOperator": 2, "ToIntFunction": 2,
	"BiFunction": 3, "BiConsumer": 3, "BinaryOperator": 3, "Comparator": 3,
}

// arity returns the number of parameters of a function type, -1 for any other type.
func arity(t *host.Type) int { return arities[t.Name] - 1 }

// takesLambda reports whether a lambda with n parameters can be passed for a
// parameter.
func (c *Compiler) takesLambda(param *host.Type, n int) bool {
	if !known(param) {
		return true
	}
	if !c.callable(param) {
		return false
	}
	return arities[param.Name] == 0 || arity(param) == n
}

// castable reports a cast, or an instanceof, that can never succeed.
func (u *Unit) castable(at int, from, to *host.Type) {
	if known(from) && known(to) && from.Dims == to.Dims && rank[boxed(from.Name)]*rank[boxed(to.Name)] == 0 && !u.c.may(to, from) {
		u.c.Problem(at, "%s is never %s", from, to)
	}
}

// noVariable reports an assignment to a name that is not a variable.
func (u *Unit) noVariable(n *syntax.Name) {
	if u.c.Globals[n.Name] != nil {
		u.c.Problem(n.Pos(), "the global %s cannot be assigned to", n.Name)
		return
	}
	var names []string
	for _, v := range u.vars {
		names = append(names, v.name)
	}
	u.c.Problem(n.Pos(), "unknown variable %s%s", n.Name, check.Hint(n.Name, names))
}

// noTarget reports an assignment to something that is neither a variable nor an
// element.
func (u *Unit) noTarget(target syntax.Expr) {
	if f, ok := target.(*syntax.Field); ok {
		u.c.Problem(f.Pos(), "the field %s cannot be assigned to: call set%s", f.Name, strings.ToUpper(f.Name[:1])+f.Name[1:])
		return
	}
	u.c.Problem(target.Pos(), "only variables and array elements can be assigned to")
}
