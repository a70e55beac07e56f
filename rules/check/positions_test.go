package check

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestShortFormsAreWrittenOut has what positional arguments and := stand for.
func TestShortFormsAreWrittenOut(t *testing.T) {
	const head = "global List out declare A x: int y: int end declare B extends A z: int end declare C p: int @position(1) q: " +
		"int @position(0) end "
	for _, tt := range []struct{ when, want string }{
		{`A($n, 3;)`, `A($n : x, y == 3)`},
		{`A($n; y > 2)`, `A($n : x, y > 2)`},
		{`A($n, $n;)`, `A($n : x, y == $n)`},
		{`A($n;) B(_, $n, 1 + 2;)`, "A($n : x)\nB(_ : x, y == $n, z == 1 + 2)"},
		{`C($q, $p;)`, `C($q : q, $p : p)`},
		{`A(out;)`, `A(x == out)`},
		{`not A($n;) A($n;)`, "A($n : x)\nA($n : x)"},
		{`(A($n;) or B($n;)) A($n;)`, "A($n : x)\nB($n : x)\nA(x == $n)"},
		{`A($n := x) A($n := x, y == 1)`, "A($n : x)\nA(x == $n, y == 1)"},
		{`A($n := x && y == 1) A(y == 1 && $n := x)`, "A($n : x && y == 1)\nA(y == 1 && x == $n)"},
		{`$a := A() $a := A(x == 1)`, "$a : A()\nA(this == $a, x == 1)"},
		{`$l : List() from collect(A($n;)) A($n;)`, "$l : List()\nA($n : x)\nA($n : x)"},
	} {
		file, _ := syntax.Parse(syntax.NewSource(head + "rule R when " + tt.when + " then end query Q(int $n) A($n;) end"))
		if problems := ExpandPatterns(file); len(problems) > 0 {
			t.Errorf("%s: %v, want none", tt.when, problems)
		}
		if got := patternsIn(file.Rules[0].Conds); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.when, got, tt.want)
		}
		if got, want := patternsIn(file.Queries[0].Conds), "A(x == $n)"; got != want {
			t.Errorf("in a query: got %s, want %s", got, want)
		}
	}
}

// TestInheritedBindingsAreComparedWith holds that a rule knows what the one that it extends binds.
func TestInheritedBindingsAreComparedWith(t *testing.T) {
	file, _ := syntax.Parse(syntax.NewSource("declare A x: int end rule S extends R when A($n;) then end rule R when A($n;) then end"))
	ExpandPatterns(file)
	if got, want := patternsIn(file.Rules[0].Conds), "A(x == $n)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// patternsIn returns the patterns of conditions, one a line.
func patternsIn(conds []syntax.Cond) string {
	var out []string
	for _, c := range conds {
		syntax.Inspect(c, func(node any) bool {
			if p, ok := node.(*syntax.Pattern); ok {
				line, constraints := p.Type.Name, []string{}
				if p.Bind != "" {
					line = p.Bind + " : " + line
				}
				for _, e := range p.Constraints {
					constraints = append(constraints, syntax.PrintExpr(e))
				}
				out = append(out, line+"("+strings.Join(constraints, ", ")+")")
			}
			return true
		})
	}
	return strings.Join(out, "\n")
}

// TestPositionsThatAreNone has the problems of positional arguments.
func TestPositionsThatAreNone(t *testing.T) {
	for when, want := range map[string]string{
		`A(1, 2;)`:    "A has 1 fields, not 2: write 'field == value'",
		`List(1;)`:    "only declared types have fields by position: write 'field == value'",
		`A(1;) q(2;)`: "",
	} {
		file, _ := syntax.Parse(syntax.NewSource("declare A x: int end query q(int n) A(x == n) end rule R when " + when + " then end"))
		got := ""
		for _, p := range ExpandPatterns(file) {
			got += p.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", when, got, want)
		}
	}
}
