package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
	"github.com/seed-62a36931/docket/rules/syntax"
)

var boolType, intType = &host.Type{Name: "boolean"}, &host.Type{Name: "int"}

// compileRelation compiles the operators that are words.
func (u *Unit) compileRelation(e *syntax.Relation) (Eval, *host.Type) {
	x, t := u.compileExpr(e.X, nil)
	if e.Op == "in" {
		u.noteComparedTypes(t, e.Args...)
	}
	args := make([]Eval, len(e.Args))
	for i, a := range e.Args {
		args[i], _ = u.compileExpr(a, nil)
		if e.Op != "in" {
			continue
		}
		if day := u.dateLiteral(a, t); day != nil {
			args[i] = day
		}
	}
	test := u.relationTest(e, args)
	not := e.Not != (e.Op == "excludes")
	return func(f *Frame) any { return test(f, x(f)) != not }, boolType
}

func (u *Unit) relationTest(e *syntax.Relation, args []Eval) func(f *Frame, v any) bool {
	switch e.Op {
	case "matches":
		return u.compileMatches(e, args[0])
	case "in":
		return func(f *Frame, v any) bool {
			for _, a := range args {
				if compareInCondition("==", v, a(f)).(bool) {
					return true
				}
			}
			return false
		}
	case "contains", "excludes":
		return func(f *Frame, v any) bool { return containsValue(v, args[0](f)) }
	case "memberOf":
		return func(f *Frame, v any) bool { return containsValue(args[0](f), v) }
	case "soundslike":
		return func(f *Frame, v any) bool {
			s, ok := v.(string)
			code := SoundexCode(s)
			return ok && code != "" && code == SoundexCode(host.ToString(args[0](f)))
		}
	}
	return u.strTest(e, args[0])
}

func (u *Unit) strTest(e *syntax.Relation, arg Eval) func(f *Frame, v any) bool {
	switch e.Param() {
	case "startsWith":
		return func(f *Frame, v any) bool {
			s, ok := v.(string)
			return ok && strings.HasPrefix(s, host.ToString(arg(f)))
		}
	case "endsWith":
		return func(f *Frame, v any) bool {
			s, ok := v.(string)
			return ok && strings.HasSuffix(s, host.ToString(arg(f)))
		}
	case "length":
		return func(f *Frame, v any) bool {
			s, ok := v.(string)
			return ok && host.Equal(int32(len(host.ToUnits(s))), coerceValue(int32(0), arg(f)))
		}
	}
	u.c.ReportProblem(e.Pos(), "unknown test str[%s]", e.Param())
	return nil
}

// compileMatches compiles a test against a regular expression. A constant expression is
// compiled once.
func (u *Unit) compileMatches(e *syntax.Relation, arg Eval) func(f *Frame, v any) bool {
	match := func(p *regex.Pattern, v any) bool {
		if v == nil {
			return false
		}
		is, err := p.IsMatch(host.ToString(v))
		if err != nil {
			host.Throw("IllegalStateException", "regular expression: %v", err)
		}
		return is
	}
	if l, ok := e.Args[0].(*syntax.Literal); ok {
		p, err := regex.CompileCached(host.ToString(l.Value), 0)
		if err != nil {
			u.c.ReportProblem(l.Pos(), "%v", err)
			return nil
		}
		return func(_ *Frame, v any) bool { return match(p, v) }
	}
	return func(f *Frame, v any) bool {
		p, err := regex.CompileCached(host.ToString(arg(f)), 0)
		if err != nil {
			host.Throw("PatternSyntaxException", "%v", err)
		}
		return match(p, v)
	}
}

// containsValue implements contains on strings, collections, arrays and the keys of maps.
func containsValue(whole, part any) bool {
	switch w := whole.(type) {
	case nil:
		return false
	case string:
		return part != nil && strings.Contains(w, host.ToString(part))
	case *host.Set:
		_, ok := w.Get(part)
		return ok
	case *host.Map:
		_, ok := w.Get(part)
		return ok
	}
	items, ok := host.ItemsOf(whole)
	if !ok {
		host.Throw("ClassCastException", "%s contains nothing", host.ClassNameOf(whole))
	}
	for _, v := range items {
		if host.Equal(v, part) {
			return true
		}
	}
	return false
}

// SoundexCode returns the sound of a word as soundslike of Drools compares it: at most
// four digits for its consonants, the first letter included, "" for a word without any.
// Letters other than A to Z do not count.
func SoundexCode(s string) string {
	const codes = "01230120022455012623010202" // of A to Z
	out := ""
	last := rune(0)
	for _, r := range strings.ToUpper(s) {
		if r < 'A' || r > 'Z' || r == last {
			continue
		}
		last = r
		if code := codes[r-'A']; code != '0' {
			out += string(code)
		}
		if len(out) == 4 {
			return out
		}
	}
	if out == "" {
		return ""
	}
	return (out + "000")[:4]
}
