package compile

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// resultLastTypes lists the function types whose last type argument is the type of their
// result.
var resultLastTypes = map[string]bool{"Function": true, "BiFunction": true, "Supplier": true}

// inputTypes returns the types of the parameters of a function of type t.
func inputTypes(t *host.Type, n int) []*host.Type {
	out := make([]*host.Type, n)
	if t == nil || t.Name == "Supplier" {
		return out
	}
	for i := range out {
		out[i] = t.Arg(i)
		if t.Name == "Comparator" || t.Name == "BinaryOperator" {
			out[i] = t.Arg(0)
		}
	}
	return out
}

func functionType(want, result *host.Type) *host.Type {
	if want == nil {
		return &host.Type{Name: "Function"}
	}
	out := &host.Type{Name: want.Name, Args: append([]*host.Type{}, want.Args...)}
	if resultLastTypes[want.Name] && len(out.Args) > 0 {
		out.Args[len(out.Args)-1] = result
	}
	return out
}

// compileLambda compiles a lambda.
func (u *Unit) compileLambda(e *syntax.Lambda, want *host.Type) (Eval, *host.Type) {
	u.depth++
	mark := u.Mark()
	types := inputTypes(want, len(e.Params))
	first := u.size
	for i, p := range e.Params {
		if p.Type != nil {
			types[i] = u.TypeOf(p.Type)
		}
		if u.IsDeclared(p.Name) {
			u.c.ReportProblem(p.Pos(), "%s is already a variable here", p.Name)
		}
		u.DeclareVar(p.Name, types[i])
	}
	var value Eval
	var result *host.Type
	if e.Block != nil {
		var run exec
		run, result = u.lambdaBlock(e.Block, want)
		value = func(f *Frame) any { run(f); return f.result }
	} else {
		value, result = u.compileExpr(e.Expr, nil)
		u.reportWrongResult(e.Expr, "lambda", resultOf(want), result)
	}
	u.ReleaseTo(mark)
	u.depth--
	n, at, end := len(e.Params), e.Pos(), u.size
	return func(f *Frame) any {
		// Variables of the code around the lambda do not change any more, and its own lie behind them.
		captured, rt := &Frame{Slots: make([]any, end), RT: f.RT}, f.RT
		copy(captured.Slots, f.Slots[:first])
		spare := captured // the frame of a call that has ended: calls follow each other, as a rule
		return &host.Func{Arity: n, Call: func(args ...any) any {
			rt.Call.Budget.Step()
			if len(args) != n {
				rt.Offset = at
				host.Throw("IllegalArgumentException", "the lambda takes %d values, not %d", n, len(args))
			}
			inner := spare
			if spare = nil; inner == nil {
				inner = &Frame{Slots: slices.Clone(captured.Slots), RT: rt}
			}
			copy(inner.Slots[first:], args)
			rt.enterCall()
			result := value(inner)
			rt.depth--
			inner.result, spare = nil, inner
			return result
		}}
	}, functionType(want, result)
}

// lambdaBlock compiles the body of a lambda and returns the type of its results. The
// body has no part in the loops and conditions around it.
func (u *Unit) lambdaBlock(b *syntax.Block, want *host.Type) (exec, *host.Type) {
	this, drl, loops, choices, code, around := u.this, u.drl, u.loops, u.choices, u.code, u.results
	u.this, u.drl, u.loops, u.choices, u.code, u.results = nil, false, 0, 0, inLambda, results{want: resultOf(want)}
	run := u.compileBlock(b)
	u.reportMissingResult(b, want)
	result := u.results.commonType()
	u.this, u.drl, u.loops, u.choices, u.code, u.results = this, drl, loops, choices, code, around
	return run, result
}

// methodRef compiles Type::static, Type::method, value::method and Type::new.
func (u *Unit) methodRef(e *syntax.MethodRef, want *host.Type) (Eval, *host.Type) {
	if e.Array != nil && e.Array.Dims > 0 {
		makeArray := func(args ...any) any { return make([]any, asLong(args[0])) }
		return constantEval(&host.Func{Arity: 1, Call: makeArray}), functionType(want, nil)
	}
	u.mentions[e.Name] = true
	class := u.classNamed(e.X)
	if class == nil {
		return u.boundRef(e, want)
	}
	if e.Name == "new" {
		if len(class.Makers) == 0 {
			u.c.ReportProblem(e.X.Pos(), "%s cannot be created in rules", class.Name)
			return brokenExpr()
		}
		return u.refTo(class.Name+"::new", func(n int) []*host.Method { return class.FindConstructors(n) }),
			functionType(want, &host.Type{Name: class.Name})
	}
	statics := false
	for _, m := range class.Statics {
		statics = statics || m.Name == e.Name
	}
	receiver := &host.Type{Name: class.Name}
	if !statics && !class.HasMethod(e.Name) {
		u.unknownMethod(e.Pos(), receiver, e.Name)
		return brokenExpr()
	}
	if in := inputTypes(want, 1); in[0] != nil && len(in[0].Args) > 0 {
		receiver = in[0]
	}
	if statics {
		return u.refTo(class.Name+"::"+e.Name, func(n int) []*host.Method { return class.FindStatic(e.Name, n) }),
			functionType(want, staticResult(class, e.Name))
	}
	return u.unboundRef(e.Name, e.Pos()), functionType(want, bindParams(class, receiver).apply(methodResult(class, e.Name)))
}

func methodResult(class *host.Class, name string) *host.Type {
	if list := class.FindMethods(name, 0); len(list) > 0 {
		return list[0].Returns
	}
	return nil
}

func staticResult(class *host.Class, name string) *host.Type {
	if list := class.FindStatic(name, 1); len(list) > 0 {
		return list[0].Returns
	}
	return nil
}

func (u *Unit) refTo(label string, find func(n int) []*host.Method) Eval {
	return func(f *Frame) any {
		return &host.Func{Arity: -1, Call: func(args ...any) any {
			return u.c.runOverload(f, label, nil, find(len(args)), append([]any{}, args...))
		}}
	}
}

// unboundRef returns a method reference that takes its receiver as the first value.
func (u *Unit) unboundRef(name string, at int) Eval {
	return func(f *Frame) any {
		return &host.Func{Arity: -1, Call: func(args ...any) any {
			f.RT.Offset = at
			if args[0] == nil {
				host.Throw("NullPointerException", "cannot call %s on null", name)
			}
			list := u.c.Registry.Class(host.ClassNameOf(args[0])).FindMethods(name, len(args)-1)
			return u.c.runOverload(f, name, args[0], list, append([]any{}, args[1:]...))
		}}
	}
}

func (u *Unit) boundRef(e *syntax.MethodRef, want *host.Type) (Eval, *host.Type) {
	x, t := u.compileExpr(e.X, nil)
	if t == faulty {
		return brokenExpr()
	}
	if isKnown(t) {
		if class := u.classOfValue(t); class == nil || !class.HasMethod(e.Name) {
			u.unknownMethod(e.Pos(), t, e.Name)
			return brokenExpr()
		}
	} else if !u.c.Registry.HasMember(e.Name) {
		u.c.ReportProblem(e.Pos(), "unknown method %s: no class has it%s", e.Name, check.SuggestName(e.Name, u.c.Registry.MemberNames()))
		return brokenExpr()
	}
	name, at := e.Name, e.Pos()
	return func(f *Frame) any {
		this := x(f)
		return &host.Func{Arity: -1, Call: func(args ...any) any {
			f.RT.Offset = at
			list := u.c.Registry.Class(host.ClassNameOf(this)).FindMethods(name, len(args))
			return u.c.runOverload(f, name, this, list, append([]any{}, args...))
		}}
	}, functionType(want, nil)
}

// searchMethodPrefixes lists the prefixes of the names of methods that search text for strings.
// Their strings may also be given in a list.
var searchMethodPrefixes = []string{
	"contains", "anyHeadlineContains", "byString", "lineAfterString", "betweenStrings",
	"shortestBetween", "longestBetween", "semanticNodeAfterString", "findTextRangesByString",
}

var listing = map[string]bool{"List.of": true, "Set.of": true, "Arrays.asList": true}

// longestLiteral is the longest string that is searched for in advance, in bytes: longer ones in lists are
// expressions, and make large tables.
const longestLiteral = 128

// collectLiterals records the constant strings of searches, so that one pass over a
// document can find them all.
func (u *Unit) collectLiterals(label string, args []syntax.Expr) {
	name := label[strings.LastIndexByte(label, '.')+1:]
	if !listing[label] && !slices.ContainsFunc(searchMethodPrefixes, func(s string) bool { return strings.HasPrefix(name, s) }) {
		return
	}
	for _, e := range args {
		if l, ok := e.(*syntax.Literal); ok {
			if s, isString := l.Value.(string); isString && len(s) <= longestLiteral {
				u.c.Literals = append(u.c.Literals, s)
			}
		}
	}
}

// checkPatterns refuses constant regular expressions that cannot run, where they are
// passed to a method that takes one.
func (u *Unit) checkPatterns(m *host.Method, args []syntax.Expr) {
	for _, i := range m.Regexes {
		if i < len(args) {
			u.checkPattern(args[i], m)
		}
	}
}

// checkPattern checks a constant, or the constants of a list.
func (u *Unit) checkPattern(e syntax.Expr, m *host.Method) {
	switch e := e.(type) {
	case *syntax.Call:
		if n, ok := e.X.(*syntax.Name); ok && listing[n.Name+"."+e.Name] {
			for _, a := range e.Args {
				u.checkPattern(a, m)
			}
		}
	case *syntax.Literal:
		source, isString := e.Value.(string)
		if !isString || m.Name == "compile" && len(m.Params) > 1 && isValidCommented(source) {
			return
		}
		u.checkRegex(e, source, strings.Contains(m.Name, "Regex"))
	}
}

// isValidCommented reports whether an expression is valid with flags that it may be given.
func isValidCommented(source string) bool {
	_, err := regex.CompileCached(source, regex.Comments)
	return err == nil
}

// checkRegex checks a constant regular expression. If the expression searches a
// document, the strings that its matches contain are recorded, to be searched for in
// advance.
func (u *Unit) checkRegex(at *syntax.Literal, source string, searches bool) {
	p, err := regex.CompileCached(source, 0)
	if err != nil {
		u.c.ReportProblem(at.Pos(), "%v", err)
		return
	}
	if n := p.Needle(); n != nil && searches {
		u.c.Literals = append(u.c.Literals, n.Any...)
	}
}
