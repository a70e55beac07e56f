package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// javaOf is the canonical form of Java in a consequence with its problems: each with the
// text before it and its message.
func javaOf(code string) string {
	const head = "rule R when then "
	f, problems := Parse(NewSource(head + code + "\nend"))
	problems = append(problems, ParseJava(f)...)
	out := strings.TrimSpace((&printer{}).printStmts(f.Rules[0].Then.Stmts))
	for _, p := range problems {
		line, column := f.Source.Position(p.Offset)
		if line == 1 {
			column -= len(head)
		}
		out += fmt.Sprintf(" « %d:%d %s", line, column, p.Message)
	}
	return out
}

// TestAfterADefectJavaGoesOn wants the statements around a defect, and one problem for
// each defect.
func TestAfterADefectJavaGoesOn(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		{"a(; b(); c();", "b(); c(); « 1:3 expected an expression but found ';'"},
		{"a(1; b(2;\nc();", "c(); « 1:4 expected ')' but found ';' « 1:9 expected ')' but found ';'"},
		{"a b; c();", "a b; c();"},
		{"a b { c(); d(); }\ne();", "e(); « 1:3 expected an operator or ';' but found 'b'"},
		{"if (a { b(); } else { c(); }\nd();", "d(); « 1:7 expected ')' but found '{'"},
		{"try { a(; } catch (X x) { b(); }\nc();", "c(); « 1:9 expected an expression but found ';'"},
		{"try { a(; } finally { b(); }\nc();", "c(); « 1:9 expected an expression but found ';'"},
		{"do { a(; } while (b);\nc();", "c(); « 1:8 expected an expression but found ';'"},
		{"try a {\n}\ncatch (X x) { }\nc();", "c(); « 1:5 expected '{' but found 'a'"},
		{"try a {\n}\nfinally { }\nc();", "c(); « 1:5 expected '{' but found 'a'"},
		{"if a {\n}\nelse { }\nc();", "c(); « 1:4 expected '(' but found 'a'"},
		{"do a {\n}\nwhile (b);\nc();", "c(); « 1:4 not a statement"},
		{"if a {\n}\nc(); d();", "c(); d(); « 1:4 expected '(' but found 'a'"},
		{"if a {\n} c();\nd();", "d(); « 1:4 expected '(' but found 'a'"},
		{"if a {\n}\n(c).d();\ne();", "e(); « 1:4 expected '(' but found 'a'"},
		{"a(b -> { c(; }); d();", "d(); « 1:12 expected an expression but found ';'"},
		{"x = { a; b };\nc();", "c(); « 1:5 expected an expression but found '{'"},
		{"x[ = 1; y();", "y(); « 1:4 expected an expression but found '='"},
		{"for (int i = 0; i < ; i++) { a(); }\nb();", "b(); « 1:21 expected an expression but found ';'"},
		{"a(", "« 2:1 expected an expression but found the end of the consequence"},
		{"a(;", "« 1:3 expected an expression but found ';'"},
		{"{ a(; } b();", "« 1:5 expected an expression but found ';'"},
		{"{ a();\nb();", "« 3:1 expected '}' but found the end of the consequence"},
		{"a(); } b();", "a(); « 1:6 expected an expression but found '}'"},
		{"a ) b; c();", "c(); « 1:1 not a statement"},
		{"class A { int b; }\nc();", "c(); « 1:1 'class' is not allowed in rules"},
		{"interface A { void b(); }\nc();", "c(); « 1:1 'interface' is not allowed in rules"},
		{"enum A { B }\nc();", "c(); « 1:1 'enum' is not allowed in rules"},
		{"synchronized (a) { b(); }\nc();", "c(); « 1:1 'synchronized' is not allowed in rules"},
		{"record A(int b) { }\nc();", "c(); « 1:1 'record' is not allowed in rules"},
		{"x = class; y();", "y(); « 1:5 class is not allowed in rules"},
		{"x = interface; y();", "y(); « 1:5 interface is not allowed in rules"},
		{"x = enum; y();", "y(); « 1:5 enum is not allowed in rules"},
		{"x = synchronized; y();", "y(); « 1:5 synchronized is not allowed in rules"},
	} {
		if got := strings.TrimSpace(javaOf(tt.code)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.code, got, tt.want)
		}
	}
}

func TestFormsOfJava(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		// words that are ordinary names behind a dot or before an equals sign
		{"yield = 1; yield.a(); record(1); record = 2; modify = 3; modify.a();",
			"yield = 1; yield.a(); record(1); record = 2; modify = 3; modify.a();"},
		{"record a = b; record a;", "record a = b; record a;"},
		{"x = switch (a) { case 1: yield 2; default: yield (3); };", "x = switch (a) { case 1: yield 2; default: yield 3; };"},
		{"switch (a) { case 1 -> b(); case 2, 3 -> { } default -> c(); }",
			"switch (a) { case 1 -> b(); case 2, 3 -> { } default -> c(); }"},
		{"switch (a) { case B: break; default: }; c();", "switch (a) { case B: break; default: } ; c();"},
		{"x = switch (a) { case 1 -> b; default -> c; };", "x = switch (a) { case 1 -> b; default -> c; };"},
		{"switch = 1;", "switch = 1;"},
		{"switch (a) { case b ? c : d: e(); }", "« 1:21 expected ':' but found '?'"},
		// declarations
		{"var a = 1; var[] b = null; final int c = 2, d[] = {3}, e[][];",
			"var a = 1; var[] b = null; final int c = 2, d[] = { 3 }, e[][];"},
		{"final a();", "« 1:8 expected a variable declaration but found '('"}, {"int a, b = 1, c;", "int a, b = 1, c;"},
		{"A.B a = b; A<B> c = d; A<B, C<D>>[] e; int[] f[] = g;", "A.B a = b; A<B> c = d; A<B, C<D>>[] e; int[] f[] = g;"},
		{"A<?> a; A<? extends B> b; A<? super B> c;", "A<?> a; A<B> b; A<B> c;"}, {"a instanceof B;", "« 1:1 not a statement"},
		{"int a b;", "« 1:5 expected an operator or ';' but found 'a'"},
		{"int a = {1, {2}, {}};", "int a = { 1, { 2 }, {  } };"}, {"int[] a = {1, 2,};", "int[] a = { 1, 2 };"},
		// types and what looks like them
		{"a < b; c();", "c(); « 1:1 not a statement"}, {"x = a < b; y = a < b > c;", "x = a < b; y = a < b > c;"},
		{"f(a < b, c > d);", "f(a < b, c > d);"}, {
			"x = A<B>::new; y = A[]::new; z = A::b; w = a.b()::c; v = A[].class; u = int.class;",
			"x = A<B>::new; y = A[]::new; z = A::b; w = a.b()::c; v = A[].class; u = int.class;"},
		{"x = A<B>;", "« 1:9 expected an expression but found ';'"},
		{"a.<B>c(); new <A>B(); new A<>(); new A<B<C>>();", "a.c(); new B(); new A<>(); new A<B<C>>();"},
		{"x = (A) b; x = (A) 'c'; x = (A) -b; x = (int) -b; x = (int[]) b; x = (A) (b); x = (A) !b; x = (A) ~b; x = (a) + b;",
			"x = (A) b; x = (A) ('c'); x = A - b; x = (int) (-b); x = (int[]) b; x = (A) b; x = (A) (!b); x = (A) (~b); x = a + " +
				"b;"}, {"x = (A<B>) c -> d; x = (A) () -> b; x = (A) \"\"\"\n\"\"\"; x = (A) 1; x = (A) null;",
			`x = (A<B>) c -> d; x = (A) () -> b; x = (A) (""); x = (A) (1); x = (A) (null);`},
		{"x = (a) instanceof B; x = (a) && b; x = (int) + a; x = (char) - a; x = (long) -a; x = (byte) -a; x = (short) -a; x = " +
			"(float) -a; x = (double) -a; x = (boolean) -a; x = (int[]) -a;",
			"x = a instanceof B; x = a && b; x = (int) (+a); x = (char) (-a); x = (long) (-a); x = (byte) (-a); x = (short) " +
				"(-a); x = (float) (-a); x = (double) (-a); x = (boolean) (-a); « 1:175 expected '::' but found ')'"},
		// operators
		{"a >>= 1; a >>>= 2; a <<= 3; x = a >> b >>> c; x = a > > b;",
			"a >>= 1; a >>>= 2; a <<= 3; x = a >> b >>> c; « 1:55 expected an expression but found '>'"},
		{"x = a > >= b;", "« 1:9 expected an expression but found '>='"},
		{"x = a >> >= b;", "« 1:10 expected an expression but found '>='"}, {"x = a > b; x = a >= b;", "x = a > b; x = a >= b;"},
		{"x = a - b - c; x = a - (b - c); x = a == b == c; x = a & b == c; x = (a & b) == c; x = a && b || c; x = a || b && c; " +
			"x = (a || b) && c;", "x = a - b - c; x = a - (b - c); x = a == b == c; x = a & b == c; x = (a & b) == c; x = a && " +
			"b || c; x = a || b && c; x = (a || b) && c;"},
		{"x = a ? b : c ? d : e; x = (a ? b : c) ? d : e; x = a ? b = c : d;",
			"x = a ? b : c ? d : e; x = (a ? b : c) ? d : e; x = a ? b = c : d;"},
		{"x = y = z; (x = y).z(); x = (y = z) + 1;", "x = y = z; (x = y).z(); x = (y = z) + 1;"},
		{"x = -(-a); x = - -a; x = !(!a); x = -(a + b); x = ~a; ++a; --a.b; a++; a[0]--;",
			"x = -(-a); x = -(-a); x = !(!a); x = -(a + b); x = ~a; ++a; --a.b; a++; a[0]--;"},
		{"x = a instanceof B; x = a instanceof final B b && c; x = (a instanceof B) == c; x = !(a instanceof B);",
			"x = a instanceof B; x = a instanceof B b && c; x = a instanceof B == c; x = !(a instanceof B);"},
		{"x = \"a\" + 'b' + 1L + 2.5 + 0x7f + null + true;", `x = "a" + 'b' + 1L + 2.5d + 127 + null + true;`},
		{"x = 'ab';", "« 1:5 not a character: 'ab' (strings stand in double quotes)"},
		{"x = '😀';", "« 1:5 not a character: '😀' (strings stand in double quotes)"},
		// lambdas
		{"a(x -> y); a((x, y) -> z); a(() -> { b(); }); a((int x) -> y); a((A x, B... y) -> z); a((final var x) -> y); a(x -> { " +
			"return 1; });", "a(x -> y); a((x, y) -> z); a(() -> { b(); }); a((int x) -> y); a((A x, B... y) -> z); a((var x) " +
			"-> y); a(x -> { return 1; });"}, {"a((x) -> y);", "a(x -> y);"}, {"a((b), c); a((b) + c);", "a(b, c); a(b + c);"},
		{"x = a -> b -> c; x = a ? b -> c : d -> e;", "x = a -> b -> c; x = a ? b -> c : d -> e;"},
		{"a(1 -> b);", "« 1:5 expected ')' but found '->'"},
		{"a((A<B> x) -> y); a((int[] x, y) -> z);", "a((A<B> x) -> y); a((int[] x, y) -> z);"},
		{"x = A::b.c(); x = A[]::new.d(); x = 0xffffffffffffffffL + 1; x = 0x80000000 + 1; x = 1.25 + 0.1f + 12L;",
			"x = A::b.c(); x = A[]::new.d(); x = 0xffffffffffffffffL + 1; x = 0x80000000 + 1; x = 1.25d + 0.1f + 12L;"},
		// statements
		{"if (a) b(); else if (c) d(); else { e(); }", "if (a) b(); else if (c) d(); else { e(); }"},
		{"for (;;) { } for (a = 1, b = 2; c; d++, e()) f(); for (final A x : y) { } for (int i = 0; ; ) break; while (a) { " +
			"continue; } do b(); while (c);", "for (; ; ) { } for (a = 1, b = 2; c; d++, e()) f(); for (final A x : y) { } for " +
			"(int i = 0; ; ) break; while (a) { continue; } do b(); while (c);"},
		{"return; return a; throw a; throw new A(\"b\");", `return; return a; throw a; throw new A("b");`},
		{"return", "« 2:1 expected an expression but found the end of the consequence"},
		{"a(b(c), d[e], f.g).h().i[j] = k;", "a(b(c), d[e], f.g).h().i[j] = k;"}, {";;a();", "; ; a();"},
		{"break a;", "« 1:7 expected ';' but found 'a'"},
		{"modify (a) { b(1), c(2) } modify ($a) { }", "modify (a) { b(1), c(2) } modify ($a) {  }"},
		{"modify (a) { b() c() }", "« 1:18 expected '}' but found 'c'"}, {"modify (a) { b = 1 }", "modify (a) { b = 1 }"},
		{"try { } catch (final A | B.C x) { } finally { }", "try { } catch (A | B.C x) { } finally { }"},
		{"try (a) { }", "« 1:5 try with resources is not allowed in rules"}, {"try { }", "« 1:1 try needs a catch or a finally block"},
		{"new A() { };", "« 1:9 anonymous classes are not allowed in rules"},
		{"x = new int[1][]; x = new int[][] {{1}, {}}; x = new A[0].b;",
			"x = new int[1][]; x = new int[][] { { 1 }, {  } }; x = new A[0].b;"},
		{"a[]; ", "« 1:4 expected '::' but found ';'"}, {"a.class.b(); A[].class.b();", "a.class.b(); A[].class.b();"},
		{"1; ", "« 1:1 not a statement"}, {"(a());", "a();"},
	} {
		if got := strings.TrimSpace(javaOf(tt.code)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.code, got, tt.want)
		}
	}
}
