package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestQueryCallsAreWrittenOut has the conditions for which calls of queries stand.
func TestQueryCallsAreWrittenOut(t *testing.T) {
	const head = "declare A x: int y: int end query q(int $p, int $r) A($p := x, $r := y) end " +
		"query local(int $p) A($p := x, $h : y) A(y > $h) end query field(int x) A(x, y > 1;) end " +
		"query twice(int $p) q($p, $m;) q($m, 3;) end query whole(A $a) $a := A(x == 1) end " +
		"query texts(String text) Node(text matches \"a\", text == $h, $h : text) end "
	for _, tt := range []struct{ when, want string }{
		{`q($n, $m;)`, `A($n : x, $m : y)`},
		{`q($n, 7;)`, `A($n : x, y == 7)`},
		{`A($n : x) q($n, $n + 1;)`, "A($n : x)\nA(x == $n, y == $n + 1)"},
		{`q($k : $r)`, "A($p'1 : x, $k : y)"},
		{`local($n;) local($n;)`, "A($n : x, $h'1 : y)\nA(y > $h'1)\nA(x == $n, $h'2 : y)\nA(y > $h'2)"},
		{`not q($n, 1;) q($n, 2;)`, "A($n : x, y == 1)\nA($n : x, y == 2)"},
		{`twice($n;)`, "A($n : x, $m'1 : y)\nA(x == $m'1, y == 3)"},
		{`whole($b;) whole($b;)`, "$b : A(x == 1)\nA(this == $b, x == 1)"},
		{`texts("b";)`, `Node(text matches "a", text == $h'1, $h'1 : text)`},
		{`accumulate(q($n, $m;); $c : count($n))`, `A($n : x, $m : y)`},
	} {
		file, problems := syntax.Parse(syntax.NewSource(head + "rule R when " + tt.when + " then end"))
		if problems = append(problems, ExpandPatterns(file)...); len(problems) > 0 && tt.when != `q($k : $r)` {
			t.Errorf("%s: %v, want len(problems) = 0 or tt.when = %q", tt.when, problems, `q($k : $r)`)
		}
		if got := patternsIn(file.Rules[0].Conds); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.when, got, tt.want)
		}
	}
}

// TestWrongQueryCallsAreTold has calls that no query can answer, with what is said about them.
func TestWrongQueryCallsAreTold(t *testing.T) {
	const head = "declare A x: int y: int end query q(int $p, int $r) A($p := x, $r := y) end query given(int $p) A(x > $p) end "
	const self = "query self(int $p) A($p := x) self($p;) end "
	const circle = "query one(int $p) A($p := x) other($p;) end query other(int $p) one($p;) end "
	for _, tt := range []struct{ when, want, queries string }{
		{`q($a, $b, 3;)`, "q takes 2 arguments, not 3", ""},
		{`q($a, $a;)`, "$a has no value here and stands for two parameters: give each a name of its own, and compare them", ""},
		{`given($n;)`, "$n has no value here, and given gives it none: bind $p in the query with ':='", ""},
		{`q($p == 3)`, "write q(value, value;), or '$x : parameter'", ""},
		{`q($x : none)`, "write q(value, value;), or '$x : parameter'", ""},
		{`$a : q(1, 2;)`, "a query call stands alone: what it finds is in its arguments", ""},
		{`A(x : x) q(x, 1;)`, "x is the name of a field, too, which it would be in the query: give it another name, such as $x", ""},
		{`self(1;)`, "the query self calls itself, which is not supported: collect what it reaches with insertLogical", self},
		{`one(1;)`, "the query one calls itself, which is not supported: collect what it reaches with insertLogical", circle},
	} {
		file, _ := syntax.Parse(syntax.NewSource(head + tt.queries + "rule R when " + tt.when + " then end"))
		problems := ExpandPatterns(file)
		if len(problems) == 0 || tt.queries == self && len(problems) > 1 || problems[0].Message != tt.want {
			t.Errorf("%s\ngot  %v\nwant %s", tt.when, problems, tt.want)
		}
	}
}

// TestQueryCallsAreBounded has queries each of which calls the one before twice.
func TestQueryCallsAreBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("declare A x: int end query q0(int $p) A($p := x) end ")
	for i := range 40 {
		fmt.Fprintf(&text, "query q%d(int $p) q%d($p;) q%d($p;) end ", i+1, i, i)
	}
	file, problems := syntax.Parse(syntax.NewSource(text.String() + "rule R when q40(1;) then end"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	problems = ExpandPatterns(file)
	if len(problems) == 0 || problems[0].Message != "the calls of queries stand for too many conditions: call fewer in each other" {
		t.Errorf("got %v", problems)
	}
}
