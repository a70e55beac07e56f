package compile

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// codeKind is the kind of code that contains a return.
type codeKind int

const (
	inConsequence codeKind = iota
	inFunction
	inProcedure // a function without a result
	inLambda
	inAccumulation // the code of an accumulate that is written out
)

// results collects the returns of a function or of the block of a lambda.
type results struct {
	want  *host.Type   // nil when it is not known
	types []*host.Type // of the values that are returned
	none  []int        // places of returns without a value
}

// commonType returns the type of all values, nil when they differ or one is not known.
func (r *results) commonType() *host.Type {
	if len(r.types) == 0 {
		return nil
	}
	for _, t := range r.types {
		if !isKnown(t) || t.String() != r.types[0].String() {
			return nil
		}
	}
	return r.types[0]
}

// compileReturn compiles a return. It reports a return with a value where none is
// allowed, and one without a value in a function that has a result.
func (u *Unit) compileReturn(s *syntax.Return) exec {
	switch {
	case s.X != nil && u.code == inConsequence:
		u.c.ReportProblem(s.Pos(), "a consequence returns no value")
	case s.X != nil && u.code == inAccumulation:
		u.c.ReportProblem(s.Pos(), "init, action and reverse return no value: 'result' gives it")
	case s.X != nil && u.code == inProcedure:
		u.c.ReportProblem(s.Pos(), "the function has no result to return")
	case s.X == nil && u.code == inFunction:
		u.c.ReportProblem(s.Pos(), "the function must return a value")
	}
	if s.X == nil {
		u.results.none = append(u.results.none, s.Pos())
		return func(*Frame) signal { return done }
	}
	value, t := u.compileExpr(s.X, u.results.want)
	u.results.types = append(u.results.types, t)
	switch u.code {
	case inFunction:
		u.reportWrongResult(s.X, "function", u.results.want, t)
	case inLambda:
		u.reportWrongResult(s.X, "lambda", u.results.want, t)
	}
	return func(f *Frame) signal { f.result = value(f); return done }
}

// reportWrongResult reports a value that does not have the type of the result.
func (u *Unit) reportWrongResult(e syntax.Expr, of string, want, got *host.Type) {
	if !u.c.mayPass(want, got) && (of == "lambda" || !takesInt(want, e, got)) {
		u.c.ReportProblem(e.Pos(), "the %s must return %s, not %s", of, want, got)
	}
}

// voidFunctionTypes lists the function types without a result.
var voidFunctionTypes = []string{"Consumer", "BiConsumer", "Runnable"}

// reportMissingResult reports the block of a lambda that returns a value on some paths
// only, or whose results do not fit its type.
func (u *Unit) reportMissingResult(b *syntax.Block, want *host.Type) {
	r := &u.results
	switch {
	case len(r.types) > 0 && want != nil && slices.Contains(voidFunctionTypes, want.Name):
		u.c.ReportProblem(b.Pos(), "a %s returns no value", want.Name)
	case len(r.types) > 0 && len(r.none) > 0:
		u.c.ReportProblem(r.none[0], "the lambda must return a value")
	case len(r.types) > 0 && canComplete(b):
		u.c.ReportProblem(b.End, "the lambda must return a value at its end")
	case len(r.types) == 0 && want != nil && arities[want.Name] > 0 && !slices.Contains(voidFunctionTypes, want.Name) && canComplete(b):
		u.c.ReportProblem(b.End, "the lambda must return a value: it is a %s", want.Name)
	}
}

// resultOf returns the type that functions of a type return, nil when it is not
// known.
func resultOf(t *host.Type) *host.Type {
	switch {
	case t == nil:
	case t.Name == "Predicate" || t.Name == "BiPredicate":
		return boolType
	case t.Name == "Comparator" || t.Name == "ToIntFunction":
		return &host.Type{Name: "int"}
	case t.Name == "UnaryOperator" || t.Name == "BinaryOperator":
		return t.Arg(0)
	case resultLastTypes[t.Name] && len(t.Args) > 0:
		return t.Arg(len(t.Args) - 1)
	}
	return nil
}
