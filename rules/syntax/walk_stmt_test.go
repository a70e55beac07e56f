package syntax

import (
	"strings"
	"testing"
)

// TestAWalkGoesThroughStatements in their order: the names that it visits.
func TestAWalkGoesThroughStatements(t *testing.T) {
	for code, want := range map[string]string{
		"int i = a, j = b; c = d; e++;":                                "a b c d e",
		"if (a) { b(c); } else if (d) f = g; else { h(); }":            "a c d f g",
		"for (int i = a; b; c++, d--) { x(f); }":                       "a b c d f",
		"for (int i : a) { x(b); continue; }":                          "a b",
		"while (a) x(b); do { x(c); } while (d);":                      "a b c d",
		"try { x(a); } catch (E e) { x(b); } finally { x(c); }":        "a b c",
		"switch (a) { case b, c: x(d); break; default: x(f); }":        "a b c d f",
		"switch (a) { case b -> x(c); default -> { x(d); } }":          "a b c d",
		"int i = switch (a) { case b -> c; default -> { yield d; } };": "a b c d",
		"return a;":                               "a",
		"throw new E(a);":                         "a",
		"modify (a) { setB(b), setC(c) }":         "a b c",
		"f(x -> { y(a); return b; }); f(x -> c);": "a b c",
		"{ { x(a); } }":                           "a",
	} {
		f, problems := Parse(NewSource("rule R when then " + code + " end"))
		if problems = append(problems, ParseJava(f)...); len(problems) > 0 {
			t.Errorf("%s: %v, want none", code, problems)
			continue
		}
		var got []string
		Inspect(f.Rules[0].Then, func(node any) bool {
			if n, ok := node.(*Name); ok {
				got = append(got, n.Name)
			}
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", code, got, want)
		}
	}
}
