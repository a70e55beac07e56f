package syntax

import (
	"strings"
	"testing"
)

// nested are forms that hold themselves: the first and last part of one, what stands
// innermost.
var nested = []struct {
	name, before, open, middle, shut, after string
}{
	{"parentheses of constraints", "rule A when P(", "(", "a", ")", ") then end"},
	{"conditions in parentheses", "rule A when ", "(", "P()", ")", " then end"},
	{"not", "rule A when ", "not (", "P()", ")", " then end"},
	{"calls", "rule A when P(", "f(", "a", ")", ") then end"},
	{"nested constraints", "rule A when P(", "a.(", "b", ")", ") then end"},
	{"lists", "rule A when P(", "[", "a", "]", " == b) then end"},
	{"indexes", "rule A when P(", "a[", "b", "]", ") then end"},
	{"groups of comparisons", "rule A when P(a ", "(", "> 1", ")", ") then end"},
	{"signs", "rule A when P(", "!", "a", "", ") then end"},
	{"actions", "rule A when P() ", "if (a) do[x] else ", "do[y]", "", " then end"},
	{"blocks", "rule A when then ", "{", "a();", "}", " end"},
	{"parentheses of Java", "rule A when then x = ", "(", "a", ")", "; end"},
	{"signs of Java", "rule A when then x = ", "!", "a", "", "; end"},
	{"arrays", "rule A when then int[] x = ", "{", "1", "}", "; end"},
	{"lambdas", "rule A when then x = ", "a -> ", "b", "", "; end"},
	{"loops", "rule A when then ", "while (a) ", "b();", "", " end"},
}

func TestNestingHasAnEndAndLeavesNothingBehind(t *testing.T) {
	for _, tt := range nested {
		deep := func(n int) string {
			return tt.before + strings.Repeat(tt.open, n) + tt.middle + strings.Repeat(tt.shut, n) + tt.after
		}
		low, high := 1, MaxDepth+1 // the deepest that is read
		for low+1 < high {
			middle := (low + high) / 2
			if _, got := parse(t, deep(middle)); len(got) == 0 {
				low = middle
			} else {
				high = middle
			}
		}
		if _, got := parse(t, deep(high)); len(got) == 0 || !strings.Contains(got[0], "nested more than 200 levels deep") {
			t.Errorf("%s: %d levels: %q, want some got and got[0] with nested more than 200 levels deep", tt.name, high, got)
		}
		if low < 40 {
			t.Errorf("%s: no more than %d levels, want at least 40", tt.name, low)
		}
	}
}

// TestManyInARowAreNotNested repeats every form more often than forms may nest.
func TestManyInARowAreNotNested(t *testing.T) {
	many := MaxDepth + 50
	for _, tt := range accepted {
		end := "\n"
		if strings.Contains(tt.text, "from") {
			end = ";\n" // a parenthesis behind it would be its argument
		}
		if _, problems := Parse(NewSource("rule R when " + strings.Repeat(tt.text+end, many) + " then end")); len(problems) > 0 {
			t.Errorf("%s: %v, want len(problems) = 0", tt.name, problems[0])
		}
	}
	for _, code := range []string{
		"{ a(); }", "if (a) b(); else c();", "for (;;) a();", "for (A b : c) d();", "while (a) b();", "do a(); while (b);",
		"try { a(); } catch (B c) { d(); }", "switch (a) { case 1: b(); }",
		"x = switch (a) { case 1 -> b; default -> c; };", "int[] a = {1, {2}};", "x = (A) b;", "x = -a;", "x = (a + b) * c;",
		"f(a -> b, (c, d) -> { e(); });", "x = a ? b : c;", "x = a[b[0]];", "modify (a) { b(1) }", "x = a = b;", "x = ++a;",
		"new A<B<C>>(new D[1]);",
	} {
		if _, got := parse(t, "rule R when then "+strings.Repeat(code+"\n", many)+" end"); len(got) > 0 {
			t.Errorf("%s: %v, want len(got) = 0", code, got[0])
		}
		if _, got := parse(t, "rule R when then "+strings.Repeat("a(", 60)+strings.Repeat("b -> { "+code+" }", 1)+
			strings.Repeat(")", 60)+"; end"); len(got) > 0 {
			t.Errorf("%s inside: %v, want len(got) = 0", code, got[0])
		}
	}
}

func TestRowsHaveAnEnd(t *testing.T) {
	for _, tt := range []struct {
		name, before, part, after string
		most                      int
	}{
		{"operators", "rule A when P(a", " + b", ") then end", maxChain},
		{"members", "rule A when P(a", ".b", ") then end", maxChain}, {"steps", "rule A when P(", "/b", ") then end", maxChain + 1},
		{"operators of Java", "rule A when then x = a", " + b", "; end", maxChain},
		{"members of Java", "rule A when then a", ".b()", "; end", maxChain},
		{"branches", "rule A when then if (a) b();", " else if (c) d();", " end", maxChain + 1},
	} {
		row := func(n int) []string {
			_, got := parse(t, tt.before+strings.Repeat(tt.part, n)+tt.after)
			return got
		}
		if got := row(tt.most); len(got) > 0 {
			t.Errorf("%s: %q, want none", tt.name, got)
		}
		if got := row(tt.most + 1); len(got) == 0 || !strings.Contains(got[0], "more than 10000 operators, members or branches in a row") {
			t.Errorf("%s: one more: %q, want some got and got[0] with more than 10000 operators, members or branches in a row",
				tt.name, got)
		}
	}
}
