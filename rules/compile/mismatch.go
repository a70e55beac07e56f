package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// anyFunction is the type expected for a lambda that is an argument of a call that was
// reported.
var anyFunction = &host.Type{Name: "Function", Args: []*host.Type{faulty, faulty, faulty}}

// compileUnchecked compiles arguments of a call that was reported, only for the problems
// inside them.
func (u *Unit) compileUnchecked(args []syntax.Expr) {
	for _, e := range args {
		if isFunction(e) {
			u.compileExpr(e, anyFunction)
		} else {
			u.compileExpr(e, nil)
		}
	}
}

// countArguments returns a number of arguments in words for a message.
func countArguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// signatureOf returns the parameters of a method as they are documented.
func signatureOf(m *host.Method) string {
	open, shut := strings.IndexByte(m.Doc, '('), strings.LastIndexByte(m.Doc, ')')
	return m.Doc[open : shut+1]
}

// listSignatures lists the parameters of overloads, each once.
func listSignatures(list []*host.Method) string {
	var out []string
	for _, m := range list {
		if s := signatureOf(m); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " or ")
}

// formatParams returns the types of parameters as they are written in the file.
func formatParams(list []syntax.Param) string {
	var out []string
	for _, p := range list {
		out = append(out, formatType(p.Type))
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// formatType returns a type as it is written in the file.
func formatType(r *syntax.TypeRef) string {
	if r == nil {
		return "Object"
	}
	s := r.Name
	if len(r.Args) > 0 {
		var args []string
		for _, a := range r.Args {
			args = append(args, formatType(a))
		}
		s += "<" + strings.Join(args, ", ") + ">"
	}
	return s + strings.Repeat("[]", r.Dims)
}

// methodName returns the name of a method without its class.
func methodName(label string) string { return label[strings.LastIndexByte(label, '.')+1:] }

// reportWrongCount reports a call with more or fewer arguments than any overload takes.
func (u *Unit) reportWrongCount(v *invocation) {
	u.c.ReportProblem(v.at, "%s takes %s, %s given%s", methodName(v.label), listSignatures(v.all), countArguments(len(v.args)),
		explainClock(v.label, len(v.args)))
}

// reportWrongTypes reports arguments that no overload can take, at the first argument that
// is to blame.
func (u *Unit) reportWrongTypes(v *invocation, list []*host.Method, types []*host.Type, receiver bindings) {
	for i := range types {
		if slices.ContainsFunc(list, func(m *host.Method) bool { return u.c.acceptsAt(m, i, v.args, types, receiver) }) {
			continue
		}
		if len(list) == 1 {
			u.reportWrongArgument(v, i, receiver.apply(paramAt(list[0], i)), types[i])
			return
		}
		u.c.ReportProblem(v.args[i].Pos(), "%s takes %s, argument %d is %s", methodName(v.label), listSignatures(list), i+1,
			describeArg(v.args[i], types[i]))
		return
	}
	var all []string
	for i, t := range types {
		all = append(all, describeArg(v.args[i], t))
	}
	u.c.ReportProblem(v.at, "%s takes %s, not (%s)", methodName(v.label), listSignatures(list), strings.Join(all, ", "))
}

// reportWrongArgument reports an argument of the wrong type, or a lambda with the wrong
// number of parameters.
func (u *Unit) reportWrongArgument(v *invocation, i int, want, got *host.Type) {
	if l, ok := v.args[i].(*syntax.Lambda); ok && u.c.isCallable(want) {
		u.c.ReportProblem(l.Pos(), "a %s for %s has %s, this lambda has %d", want.Name, methodName(v.label), countParameters(arityOf(want)),
			len(l.Params))
		return
	}
	if isFunction(v.args[i]) {
		u.c.ReportProblem(v.args[i].Pos(), "argument %d of %s must be %s, not %s", i+1, methodName(v.label), want,
			describeArg(v.args[i], got))
		return
	}
	u.reportWrongType(v.args[i].Pos(), i, methodName(v.label), want, got)
}

func (u *Unit) reportWrongType(at, i int, name string, want, got *host.Type) {
	u.c.ReportProblem(at, "argument %d of %s must be %s, not %s", i+1, name, want, got)
}

// countParameters returns a number of parameters in words for a message.
func countParameters(n int) string {
	if n == 1 {
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", n)
}

// describeArg describes an argument for a message.
func describeArg(e syntax.Expr, t *host.Type) string {
	switch e.(type) {
	case *syntax.Lambda:
		return "a lambda"
	case *syntax.MethodRef:
		return "a method reference"
	}
	return t.String()
}

// isCallable reports whether values of a type are functions.
func (c *Compiler) isCallable(t *host.Type) bool {
	return isKnown(t) && t.Dims == 0 && c.Registry.Class(boxedName(t.Name)).IsKindOf("Callable") || isKnown(t) && arities[t.Name] > 0
}

// arities holds the number of parameters of each function type, plus one.
var arities = map[string]int{
	"Supplier": 1, "Runnable": 1,
	"Function": 2, "Predicate": 2, "Consumer": 2, "UnaryOperator": 2, "ToIntFunction": 2,
	"BiFunction": 3, "BiConsumer": 3, "BinaryOperator": 3, "Comparator": 3,
}

// arityOf returns the number of parameters of a function type, -1 for any other type.
func arityOf(t *host.Type) int { return arities[t.Name] - 1 }

// takesLambda reports whether a lambda with n parameters can be passed for a
// parameter.
func (c *Compiler) takesLambda(param *host.Type, n int) bool {
	if !isKnown(param) {
		return true
	}
	if !c.isCallable(param) {
		return false
	}
	return arities[param.Name] == 0 || arityOf(param) == n
}

// checkCast reports a cast, or an instanceof, that can never succeed.
func (u *Unit) checkCast(at int, from, to *host.Type) {
	if isKnown(from) && isKnown(to) && from.Dims == to.Dims && rank[boxedName(from.Name)]*rank[boxedName(to.Name)] == 0 &&
		!u.c.mayPass(to, from) {
		u.c.ReportProblem(at, "%s is never %s", from, to)
	}
}

// reportNoVariable reports an assignment to a name that is not a variable.
func (u *Unit) reportNoVariable(n *syntax.Name) {
	if u.c.Globals[n.Name] != nil {
		u.c.ReportProblem(n.Pos(), "the global %s cannot be assigned to", n.Name)
		return
	}
	var names []string
	for _, v := range u.vars {
		names = append(names, v.name)
	}
	u.c.ReportProblem(n.Pos(), "unknown variable %s%s", n.Name, check.SuggestName(n.Name, names))
}

// reportNoTarget reports an assignment to something that is neither a variable nor an
// element.
func (u *Unit) reportNoTarget(target syntax.Expr) {
	if f, ok := target.(*syntax.Field); ok {
		u.c.ReportProblem(f.Pos(), "the field %s cannot be assigned to: call set%s", f.Name, strings.ToUpper(f.Name[:1])+f.Name[1:])
		return
	}
	u.c.ReportProblem(target.Pos(), "only variables and array elements can be assigned to")
}
