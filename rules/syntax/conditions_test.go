package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// conditionsOf is the canonical form of conditions, or the first problem with the text
// that stands there.
func conditionsOf(when string) string {
	const head = "rule R when "
	text := head + when + "\nthen end"
	f, problems := Parse(NewSource(text))
	if len(problems) > 0 {
		at := problems[0].Offset
		return fmt.Sprintf("%s « %s", strings.TrimRight(text[len(head):at], " \n"), problems[0].Message)
	}
	var out []string
	p := &filePrinter{src: f.Source}
	for _, c := range f.Rules[0].Conds {
		out = append(out, p.element(c))
	}
	return strings.Join(out, "; ")
}

// TestFormsOfConditions has forms that differ by a token or two. What is not accepted
// is wanted as the text before the problem and its message.
func TestFormsOfConditions(t *testing.T) {
	for _, tt := range []struct{ when, want string }{
		// words that join and begin conditions
		{"P and Q()", "P « expected '(' behind 'P' but found 'and'"}, {"P or Q()", "P « expected '(' behind 'P' but found 'or'"},
		{"(P() and Q())", "(P() and Q())"}, {"(P() or Q())", "(P() or Q())"}, {"((P()))", "P()"},
		{"(and P() Q())", "(P() and Q())"}, {"(or P() Q())", "(P() or Q())"},
		{"(and @a P() Q())", "(P() and @a Q())"}, {"(or @a(b) P() Q())", "(P() or @a(b) Q())"},
		{"(or (and P() Q()) R())", "((P() and Q()) or R())"},
		{"P() and @a Q() and @b R()", "(P() and @a @b Q() and R())"}, {"P() or @a Q()", "(P() or @a Q())"},
		{"not (P() or Q())", "not (P() or Q())"}, {"not (P())", "not P()"}, {"not (or P() Q())", "not (P() or Q())"},
		{"not (and P() Q())", "not (P() and Q())"}, {"exists (and P() Q())", "exists (P() and Q())"},
		{"not or P()", "not or « expected '(' behind 'or' but found 'P'"}, {"not eval(a)", "not eval(a)"},
		{"exists (eval(a))", "exists eval(a)"}, {"not (not P())", "not (not P())"},
		{"exists not P()", "exists not « expected '(' behind 'not' but found 'P'"},
		{"not exists P()", "not exists « expected '(' behind 'exists' but found 'P'"},
		{"forall (P())", "forall( P() )"}, {"forall (P() Q())", "forall( P(), Q() )"},
		{"forall (P(), Q(),)", "forall( P(), Q() )"}, {"forall ($x : (P() or Q()))", "forall ($x : (P() « expected ')' but found 'or'"},
		{"forall (P()", "forall (P()\nthen « expected '(' behind 'then' but found 'end'"},
		{"collect()", "collect()"}, {"$x : (not P())", "$x : ( « only patterns joined by or can stand here, not 'not'"},
		{"$x : (exists P())", "$x : ( « only patterns joined by or can stand here, not 'exists'"},
		{"$x : (eval(a))", "$x : ( « only patterns joined by or can stand here, not 'eval'"},
		{"$x : (forall(P()))", "$x : ( « only patterns joined by or can stand here, not 'forall'"},
		{"$x : (or P() Q())", "$x : ( « only patterns joined by or can stand here, not 'or'"},
		{"$x : (and P() Q())", "$x : ( « only patterns joined by or can stand here, not 'and'"},
		{"$x : (collect(P()))", "$x : ( « only patterns joined by or can stand here, not 'collect'"},
		{"$x : (from)", "$x : ( « only patterns joined by or can stand here, not 'from'"},
		{"$x : (over())", "$x : ( « only patterns joined by or can stand here, not 'over'"},
		{"$x : (if())", "$x : ( « only patterns joined by or can stand here, not 'if'"},
		{"$x : (end())", "$x : ( « only patterns joined by or can stand here, not 'end'"},
		{"$x : (then())", "$x : ( « only patterns joined by or can stand here, not 'then'"},
		{"$x : (P() or Q() or R())", "$x : (P() or Q() or R())"}, {"$x := (P() or Q())", "$x := (P() or Q())"},
		{"$x : (/a or P())", "($x : /a or $x : P())"}, {"$x : (P())", "$x : P()"},
		{"type : P()", "type : P()"}, {"not : P()", "not « expected a pattern but found ':'"},
		{"P();Q();R()", "P(); Q(); R()"}, {"P() from a; Q()", "(P() from a); Q()"}, {"P();;Q()", "P(); « expected a pattern but found ';'"},

		// what stands behind a pattern
		{"P() over window:time(5, a)", "P() over window:time(5, a)"}, {"P() over w:l()", "P() over w:l()"},
		{"P() from entry-point a", `P() from entry-point "a"`}, {"P() from entry", "(P() from entry)"},
		{"P() from entry - b", "(P() from entry - b)"}, {"P() from a-point", "(P() from a - point)"},
		{"P() from entry-pt", "(P() from entry - pt)"}, {"P() from entry+point", "(P() from entry + point)"},
		{"P() from window W", "P() from window W"}, {"P() from accumulate(Q(), f(a))", "P() from accumulate( Q(), f(a) )"},
		{"P() from acc(Q(), f(a), g(b))", "P() from acc(Q(), f(a) « expected ')' but found ','"},
		{"P() from collect(not Q())", "P() from collect(not « expected '(' behind 'not' but found 'Q'"},
		{"P() from collect(/a/b)", "P() from collect( /a/b )"},
		{"P() from collect((Q() or R()))", "P() from collect((Q() « expected ')' but found 'or'"},
		{"?P()", "?P()"}, {"?/a", " « expected a pattern but found '?'"}, {"? P(a;)", "?P(a;)"}, {"P<A>()", "P<A>()"},
		{"P < A", "P « expected '(' behind 'P' but found '<'"},
		{"P() do[a] break[b]", "P() do[a] break « expected '(' behind 'break' but found '['"},
		{"P() if (a) x", "P() if (a) « expected do[…] or break[…] but found 'x'"},
		{"P() if (a) do[b] else x", "P() if (a) do[b] else « expected do[…], break[…] or if but found 'x'"},
		{"(P() do[a]) do[b]", "(P() do[a]) do[b]"},

		{"eval(in)", "eval((in))"}, {"eval(a.(b))", "eval((a.(b)))"}, {"eval(/a)", "eval((/a))"},
		{"eval(../a)", "eval((../a))"}, {"eval(a ? b : c)", "eval(a ? b : c)"}, {"P(a::b.c)", "P(a::b.c)"},
		{"(or $x : P() $x : Q())", "$x : (P() or Q())"}, {"(or $x : P() $y : Q())", "($x : P() or $y : Q())"},
		{"(or $x : P() $x := Q())", "($x : P() or $x := Q())"}, {"(or $x : P())", "((or $x : P()))"},
		{"(or @a $x : P() $x : Q())", "($x : P() or @a $x : Q())"},
		{"(or P() $x : Q())", "(P() or $x : Q())"}, {"(or $x : P() not Q())", "($x : P() or not Q())"},
		{"(and @a P())", "((and @a P()))"}, {"P() if (a ? b : c) do[d]", "P() if (a ? b : c) do[d]"},
		{"accumulate(P(); f(a ? b : c))", "accumulate( P(); f(a ? b : c) )"},
		{"accumulate(P(), f(a))", "accumulate( P(); f(a) )"}, {"accumulate(P(); f(a); g(b))", "accumulate( P(); f(a); g(b) )"},
		{"accumulate(P(); f(a); $x : g(b))", "accumulate( P(); f(a), $x : g(b) )"},
		{"accumulate(P(); f(a); g(b) > 1)", "accumulate( P(); f(a); g(b) > 1 )"},
		{"accumulate(P(); f(a); $x : g(b) > 1)", "accumulate( P(); f(a); $x : g(b) > 1 )"},
		{"accumulate(P(); f(a); $x : g(b), h > 1)", "accumulate(P(); f(a); $x : g(b), h « expected '(' but found '>'"},
		{"accumulate(P(); f(a); $x : g(b); h)", "accumulate( P(); f(a), $x : g(b); h )"},
		{"accumulate(P(); f(a); $x.g(b))", "accumulate( P(); f(a); $x.g(b) )"},
		{"accumulate(P(); f(a); $x : y)", "accumulate( P(); f(a); $x : y )"},
		{"accumulate(P(); f(a); $x : 1)", "accumulate( P(); f(a); $x : (1) )"},
		{"accumulate(P(); f(a); b : (c))", "accumulate( P(); f(a); b : c )"},
		{"accumulate(P() Q(); f(a))", "accumulate(P() « expected ';' but found 'Q'"},
		{"accumulate(P(); f(a)", "accumulate(P(); f(a) « expected ')' but found 'then'"},
		{"groupby(P(); a; f(b))", "groupby( P(); a; f(b) )"}, {"groupby(P(); $k := a; f(b); c)", "groupby( P(); $k := a; f(b); c )"},
		{"P() from accumulate(Q(), init(a;) action(b;) result(c))",
			"P() from accumulate( Q(), init(a;), action(b;), result(c) )"},
		{"P() from accumulate(Q(), init(a;), action(b;), reverse(c;), result(d))",
			"P() from accumulate( Q(), init(a;), action(b;), reverse(c;), result(d) )"},
		{"P() from accumulate(Q(), init(a;) action(b;) other(c))",
			"P() from accumulate(Q(), init(a;) action(b;) « expected 'result' but found 'other'"},
		{"P() from accumulate(Q(), init(a;))", "P() from accumulate(Q(), init(a;) « expected 'action' but found ')'"},

		// constraints
		{"P(a.b.(c))", "P(a.b.(c))"}, {"P(a!.(c))", "P(a!.(c))"}, {"P(a#B.(c))", "P(a#B.(c))"},
		{"P(a.b!.c.(d, e))", "P(a.b!.c.(d, e))"}, {"P(a!.b#C.(d))", "P(a!.b#C.(d))"},
		{"P(a.b.(c) && d)", "P(a.b.(c) « expected ')' but found '&&'"},
		{"P(a.b.c)", "P(a.b.c)"}, {"P(a.b#(c))", "P(a.b# « expected a type but found '('"}, {"P(a + b.(c))", "P(a + (b.(c)))"},
		{"P(a, b.(c), d)", "P(a, b.(c), d)"},
		{"P(a", "P(a « expected ')' but found 'then'"}, {"P(a.", "P(a.\nthen « expected ')' but found 'end'"},
		{"P((a = b))", "P((a = b))"}, {"P((a += b))", "P((a += b))"}, {"P(a = b)", "P(a « '=' assigns: compare with '=='"},
		{"P(a ? b : c)", "P(a « put 'a ? b : c' in parentheses"}, {"P((a ? b : c) == d)", "P((a ? b : c) == d)"},
		{"P(a || b && c | d ^ e & f)", "P(a || b && c | d ^ e & f)"}, {"P((a || b) & c)", "P((a || b) & c)"},
		{"P(((a & b) == c) ^ d)", "P((a & b) == c ^ d)"},
		{"P(a - b - c)", "P(a - b - c)"}, {"P(a - (b - c))", "P(a - (b - c))"}, {"P(a == b == c)", "P(a == b == c)"},
		{"P(a < b == c)", "P(a < b == c)"}, {"P(a == (b == c))", "P(a == (b == c))"}, {"P((a & b) == c)", "P((a & b) == c)"},
		{"P(a > > > b)", "P(a >>> b)"}, {"P(a > > > > b)", "P(a > > > « expected an expression but found '>'"},
		{"P(a >>= b)", "P(a > « expected an expression but found '>='"}, {"P(a < < b)", "P(a << b)"},
		{"P(a << < b)", "P(a << < b « expected type arguments but found ')'"},
		{"P(a instanceof B)", "P(a instanceof B)"}, {"P(a instanceof B && c)", "P(a instanceof B && c)"},
		{"P((a instanceof B) == c)", "P(a instanceof B == c)"},

		// comparisons
		{"P(a in (b, c))", "P(a in (b, c))"}, {"P(a in b)", "P(a « expected ',', an operator or ')' in P( … ) but found 'in'"},
		{"P(a not in (b))", "P(a not in (b))"}, {"P(in)", "P((in))"}, {"P(in == a)", "P((in) == a)"}, {"P(a == in)", "P(a == (in))"},
		{"P(a not b)", "P(a « expected ',', an operator or ')' in P( … ) but found 'not'"},
		{"P(a not not matches b)", "P(a « expected ',', an operator or ')' in P( … ) but found 'not'"},
		{"P(a not == b)", "P(a « expected ',', an operator or ')' in P( … ) but found 'not'"},
		{"P(a not matches b)", "P(a not matches b)"}, {"P(a not str[x] b)", "P(a not str[x] b)"},
		{"P(a ~= b)", "P(a ~= b)"}, {"P(a ~~= b)", "P(a ~~= b)"}, {"P(a ~matches b)", "P(a ~matches b)"},
		{"P(a ~b)", "P(a « expected ')' but found '~'"}, {"P(a ~~b)", "P(a « expected ')' but found '~'"},
		{"P(a ~~matches b)", "P(a « expected ')' but found '~'"}, {"P(a ##b c)", "P(a ##b c)"},
		{"P(a not ##b c)", "P(a « expected ',', an operator or ')' in P( … ) but found 'not'"},
		{"P(a # # b c)", "P(a ##b c)"}, {"P(a #b)", "P(a#b)"},
		{"P(a matches)", "P(a matches « expected an expression but found ')'"}, {"P(matches)", "P((matches))"},
		{"P(contains == 1)", "P((contains) == 1)"}, {"P(a contains contains)", "P(a contains (contains))"},
		{"P(a contains [1] b)", "P(a contains[1] b)"}, {"P(a contains [1])", "P(a contains [1])"},
		{"P(a after[1] b)", "P(a after[1] b)"}, {"P(a after[1] (b))", "P(a after[1] b)"},
		{"P(a after[1] !b)", "P(a after[1] !b)"}, {"P(a after[1] ~b)", "P(a after[1] ~b)"},
		{"P(a after[1] -b)", "P(a after [1] - b)"}, {"P(a after[1] 'b')", `P(a after[1] "b")`},
		{"P(a after[1] null)", "P(a after[1] null)"}, {"P(a after[1] instanceof B)", "P(a after [1] instanceof B)"},
		{"P(a contains b + c)", "P(a contains b + c)"}, {"P(a contains b << c)", "P(a contains b << c)"},
		{"P(a contains b == c)", "P(a contains b == c)"}, {"P(a == b contains c)", "P(a == b contains c)"},
		{"P((a contains b) contains c)", "P(a contains b contains c)"},
		{"P(a before)", "P(a before « expected an expression but found ')'"}, {"P(before - a)", "P((before) - a)"},

		// half constraints
		{"P(a > 1 && < 2)", "P(a > 1 && a < 2)"}, {"P(a > 1 || < 2)", "P(a > 1 || a < 2)"},
		{"P(a > 1 && @x < 2)", "P(a > 1 && @x a < 2)"}, {"P(a > 1 && @x.y(1) < 2)", "P(a > 1 && @x.y(1) a < 2)"},
		{"P(a > 1 || @x(b(c)) < 2)", "P(a > 1 || @x(b(c)) a < 2)"},
		{"P(a > 1 && @x b)", "P(a > 1 && @x b)"}, {"P(a > 1 && @x(1) b)", "P(a > 1 && @x(1) b)"},
		{"P(a > 1 && (< 2))", "P(a > 1 && (< « expected type arguments but found '2'"},
		{"P(a > 1 || (< 2 && > 0))", "P(a > 1 || a < 2 && a > 0)"}, {"P(a > 1 || (b))", "P(a > 1 || b)"},
		{"P(a > 1 && (b))", "P(a > 1 && b)"},
		{"P(a (> 1 && < 2))", "P(a > 1 && a < 2)"}, {"P(a ((> 1) || (< 2)))", "P(a > 1 || a < 2)"}, {"P(a (b))", "P(a(b))"},
		{"P(a.b (> 1))", "P(a.b > 1)"}, {"P(a[0] (> 1))", "P(a[0] > 1)"}, {"P(a + b (> 1))", "P(a + b > 1)"},
		{"P(a[0] (b))", "P(a[0] ( « expected an operator before '(' (a pattern with from needs parentheses around it when '(' follows)"},
		{"P(a && b (> 1))", "P(a && b > 1)"}, {"P(a == b (> 1))", "P(a == b > 1)"},
		{"P(a > 1 && matches)", "P(a > 1 && (matches))"}, {"P(a > 1 && matches b)", "P(a > 1 && a matches b)"},
		{"P(a > 1 && matches -b)", "P(a > 1 && a matches -b)"}, {"P(a > 1 && matches !b)", "P(a > 1 && a matches !b)"},
		{"P(a > 1 && matches [b])", "P(a > 1 && a matches [b])"}, {"P(a > 1 && matches + b)", "P(a > 1 && (matches) + b)"},
		{"P(a > 1 && not matches b)", "P(a > 1 && a not matches b)"}, {"P(a > 1 && not)", "P(a > 1 && (not))"},
		{"P($x : a > 1 || == $x)", "P($x : a > 1 || a == $x)"}, {"P(a > 1 && in (1))", "P(a > 1 && in(1))"},

		// operands
		{"P(a == -b)", "P(a == -b)"}, {"P(a == - - b)", "P(a == -(-b))"}, {"P(!a == !(b == c))", "P(!a == !(b == c))"},
		{"P(~a, +b, -c)", "P(~a, +b, -c)"}, {"P(++a, --a.b, a++, a.b--)", "P(++a, --a.b, a++, a.b--)"},
		{"P(../a)", "P(../a)"}, {"P(a == ../../b)", "P(a == (../../b))"}, {"P(../../$x : b)", "P(../../($x : b))"},
		{"P(..a)", "P( « expected an expression but found '.'"}, {"P(../..a)", "P(../ « expected an expression but found '.'"},
		{"P(../.a)", "P(../ « expected an expression but found '.'"}, {"P(.a)", "P( « expected an expression but found '.'"},
		{"P(.. ./a)", "P( « expected an expression but found '.'"},
		{"P(/a, ?/b)", "P(/a, ?/b)"}, {"P(?a)", "P( « expected an expression but found '?'"},
		{"P($x : /a[b], $y : ?/c)", "P($x : /a[b], $y : ?/c)"},
		{"P($x : a, $y := b)", "P($x : a, $y := b)"}, {"P([a : b])", "P([a : b])"},
		{"P([a : b, c : d] == e, $x : f)", "P([a : b, c : d] == e, $x : f)"},
		{"P((a ? b : c), $x : d)", "P((a ? b : c), $x : d)"}, {"P([a] == b, $x : d)", "P([a] == b, $x : d)"},
		{"P([a : b, $x : d])", "P([a : b, $x : d])"},
		{"P(<A>f(b))", "P(f(b))"}, {"P(<A>f)", "P(<A>f « expected '(' but found ')'"},
		{"P(<A f(b))", "P(<A « expected type arguments but found 'f'"},
		{"P(a.b[c].d(e)[f])", "P(a.b[c].d(e)[f])"}, {"P('a'.(b))", "P('a' « expected ')' but found '.'"},
		{"P(\"a\".b())", `P("a".b())`}, {"P(a().b.c)", "P(a().b.c)"}, {"P(a.class == B.class)", "P(a.class == B.class)"},
		{"P(a[].class == b.C[][].class)", "P(a[].class == b.C[][].class)"},
		{"P(a[b)", "P(a[b « expected ']' but found ')'"}, {"P(a!.class)", "P(a!.class)"},
		{"P(new A(b), new A[1][2], new A<B>(c))", "P(new A(b), new A[1][2], new A<B>(c))"},
		{"P(new A[] {b, c}[0])", "P(new A[] { b, c }[0])"},
		{"P((A) b, (A) 'c', (A) 1, (A) null, (A) (b), (A) !b, (A) ~b)",
			`P((A) b, (A) ("c"), (A) (1), (A) (null), (A) b, (A) (!b), (A) (~b))`},
		{"P((int) -a, (int) +b, (long) -c, (float) -c, (char) -d, (byte) -e, (short) -f, (double) -g, (boolean) -h)",
			"P((int) (-a), (int) (+b), (long) (-c), (float) (-c), (char) (-d), (byte) (-e), (short) (-f), (double) (-g), (boolean) (-h))"},
		{"P((A) - b)", "P(A - b)"}, {"P((int[]) - b)", "P((int[] « expected '.' but found ')'"}, {"P((int) * b)", "P(int * b)"},
		{"P((a) instanceof B)", "P(a instanceof B)"}, {"P((a) matches b)", "P(a matches b)"}, {"P((A<B>) c)", "P((A<B>) c)"},
		{"P((A[][]) c)", "P((A[][]) c)"}, {"P((a) ~= b)", "P(a ~= b)"}, {"P((a < b) == c)", "P(a < b == c)"},
		{"eval((a) and)", "eval((a) « expected ')' but found 'and'"}, {"P() from (a) and Q()", "((P() from a) and Q())"},
		{"P() from (a) or Q()", "((P() from a) or Q())"}, {"P() from (a)", "(P() from a)"},
		{"P(a.forEach(x -> x.y()), b)", "P(a.forEach(x -> x.y()), b)"}, {"P(a.f((x, y) -> x))", "P(a.f((x, y) -> x))"},
		{"P(a.f(() -> { return b > 1; }), $c : d)", "P(a.f(() -> { return b > 1; }), $c : d)"},
		{"P(a.f((A x) -> y))", "P(a.f((A x) -> y))"},
	} {
		if got := conditionsOf(tt.when); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.when, got, tt.want)
		}
	}
}
