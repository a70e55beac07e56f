package compile

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// givesLast lists the function types whose last type argument is the type of their
// result.
var givesLast = map[string]bool{"Function": true, "BiFunction": true, "Supplier": true}

// inputs returns the types of the parameters of a function of type t.
func inputs(t *host.Type, n int) []*host.Type {
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
	if givesLast[want.Name] && len(out.Args) > 0 {
		out.Args[len(out.Args)-1] = result
	}
	return out
}

// lambda compiles a lambda.
func (u *Unit) lambda(e *syntax.Lambda, want *host.Type) (Eval, *host.Type) {
	u.depth++
	mark := u.Mark()
	types := inputs(want, len(e.Params))
	first := u.size
	for i, p := range e.Params {
		if p.Type != nil {
			types[i] = u.TypeOf(p.Type)
		}
		if u.Lookup(p.Name) {
			u.c.Problem(p.Pos(), "%s is already a variable here", p.Name)
		}
		u.Declare(p.Name, types[i])
	}
	var value Eval
	var result *host.Type
	if e.Block != nil {
		var run exec
		run, result = u.lambdaBlock(e.Block, want)
		value = func(f *Frame) any { run(f); return f.result }
	} else {
		value, result = u.expr(e.Expr, nil)
		u.wrongResult(e.Expr, "lambda", resultOf(want), result)
	}
	u.Release(mark)
	u.depth--
	n, at := len(e.Params), e.Pos()
	return func(f *Frame) any {
		captured := append([]any{}, f.Slots...)
		rt := f.RT
		return &host.Func{Arity: n, Call: func(args ...any) any {
			rt.Call.Budget.Step()
			if len(args) != n {
				rt.Offset = at
				host.Throw("IllegalArgumentException", "the lambda takes %d values, not %d", n, len(args))
			}
			slots := append([]any{}, captured...)
			copy(slots[first:], args)
			rt.enter()
			result := value(&Frame{Slots: slots, RT: rt})
			rt.depth--
			return result
		}}
	}, functionType(want, result)
}

// lambdaBlock compiles the body of a lambda and returns the type of its results. The
// body has no part in the loops and conditions around it.
func (u *Unit) lambdaBlock(b *syntax.Block, want *host.Type) (exec, *host.Type) {
	this, drl, loops, choices, code, around := u.this, u.drl, u.loops, u.choices, u.code, u.results
	u.this, u.drl, u.loops, u.choices, u.code, u.results = nil, false, 0, 0, inLambda, results{want: resultOf(want)}
	run := u.block(b)
	u.missingResult(b, want)
	result := u.results.common()
	u.this, u.drl, u.loops, u.choices, u.code, u.results = this, drl, loops, choices, code, around
	return run, result
}

// methodRef compiles Type::static, Type::method, value::method and Type::new.
func (u *Unit) methodRef(e *syntax.MethodRef, want *host.Type) (Eval, *host.Type) {
	if e.Array != nil && e.Array.Dims > 0 {
		return constant(&host.Func{Arity: 1, Call: func(args ...any) any { return make([]any, asLong(args[0])) }}), functionType(want, nil)
	}
	u.mentions[e.Name] = true
	class := u.className(e.X)
	if class == nil {
		return u.boundRef(e, want)
	}
	if e.Name == "new" {
		if len(class.Makers) == 0 {
			u.c.Problem(e.X.Pos(), "%s cannot be created in rules", class.Name)
			return broken()
		}
		return u.refTo(class.Name+"::new", func(n int) []*host.Method { return class.FindMaker(n) }),
			functionType(want, &host.Type{Name: class.Name})
	}
	statics := false
	for _, m := range class.Statics {
		statics = statics || m.Name == e.Name
	}
	if !statics && !class.Has(e.Name) {
		u.unknownMethod(e.Pos(), class, e.Name)
		return broken()
	}
	receiver := &host.Type{Name: class.Name}
	if in := inputs(want, 1); in[0] != nil && len(in[0].Args) > 0 {
		receiver = in[0]
	}
	if statics {
		return u.refTo(class.Name+"::"+e.Name, func(n int) []*host.Method { return class.FindStatic(e.Name, n) }),
			functionType(want, staticResult(class, e.Name))
	}
	return u.unboundRef(e.Name, e.Pos()), functionType(want, of(class, receiver).apply(methodResult(class, e.Name)))
}

func methodResult(class *host.Class, name string) *host.Type {
	if list := class.Find(name, 0); len(list) > 0 {
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
			return u.c.run(f, label, nil, find(len(args)), append([]any{}, args...))
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
			list := u.c.Registry.Class(host.ClassNameOf(args[0])).Find(name, len(args)-1)
			return u.c.run(f, name, args[0], list, append([]any{}, args[1:]...))
		}}
	}
}

func (u *Unit) boundRef(e *syntax.MethodRef, want *host.Type) (Eval, *host.Type) {
	x, t := u.expr(e.X, nil)
	if t == faulty {
		return broken()
	}
	if known(t) {
		if class := u.c.Registry.Class(boxed(t.Name)); !class.Has(e.Name) {
			u.unknownMethod(e.Pos(), class, e.Name)
			return broken()
		}
	} else if !u.c.Registry.HasMember(e.Name) {
		u.c.Problem(e.Pos(), "unknown method %s: no class has it%s", e.Name, check.Hint(e.Name, u.c.Registry.MemberNames()))
		return broken()
	}
	name, at := e.Name, e.Pos()
	return func(f *Frame) any {
		this := x(f)
		return &host.Func{Arity: -1, Call: func(args ...any) any {
			f.RT.Offset = at
			list := u.c.Registry.Class(host.ClassNameOf(this)).Find(name, len(args))
			return u.c.run(f, name, this, list, append([]any{}, args...))
		}}
	}, functionType(want, nil)
}

// searching lists the prefixes of the names of methods that search text for strings.
// Their strings may also be given in a list.
var searching = []string{
	"contains", "anyHeadlineContains", "byString", "lineAfterString", "betweenStrings",
	"shortestBetween", "longestBetween", "semanticNodeAfterString", "findTextRangesByString",
}

var listing = map[string]bool{"List.of": true, "Set.of": true, "Arrays.asList": true}

// collectLiterals records the constant strings of searches, so that one pass over a
// document can find them all.
func (u *Unit) collectLiterals(label string, args []syntax.Expr) {
	name := label[strings.LastIndexByte(label, '.')+1:]
	if !listing[label] && !slices.ContainsFunc(searching, func(s string) bool { return strings.HasPrefix(name, s) }) {
		return
	}
	for _, e := range args {
		if l, ok := e.(*syntax.Literal); ok {
			if s, isString := l.Value.(string); isString {
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
		if !isString || m.Name == "compile" && len(m.Params) > 1 && commented(source) {
			return
		}
		u.expression(e, source, strings.Contains(m.Name, "Regex"))
	}
}

// commented reports whether an expression is valid with flags that it may be given.
func commented(source string) bool {
	_, err := regex.Cached(source, regex.Comments)
	return err == nil
}

// expression checks a constant regular expression. If the expression searches a
// document, the strings that its matches contain are recorded, to be searched for in
// advance.
func (u *Unit) expression(at *syntax.Literal, source string, searches bool) {
	p, err := regex.Cached(source, 0)
	if err != nil {
		u.c.Problem(at.Pos(), "%v", err)
		return
	}
	if n := p.Needle(); n != nil && searches {
		u.c.Literals = append(u.c.Literals, n.Any...)
	}
}
