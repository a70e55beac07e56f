package compile

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func TestWhyABindingIsNotKnown(t *testing.T) {
	const outside = "$x is bound inside of %s and is not known outside of it"
	tests := []struct{ when, want string }{
		{`$x: A()`, "$x is used before it is bound"},
		{`A($x: b)`, "$x is used before it is bound"},
		{`A(b == 1 && $x: c)`, "$x is used before it is bound"},
		{`A(b.($x: c))`, "$x is used before it is bound"},
		{`A($y: ($x: c))`, "$x is used before it is bound"},
		{`(A() and $x: B())`, "$x is used before it is bound"},
		{`not $x: A()`, strings.Replace(outside, "%s", "not", 1)},
		{`not(A() and B($x: c))`, strings.Replace(outside, "%s", "not", 1)},
		{`exists $x: A()`, strings.Replace(outside, "%s", "exists", 1)},
		{`exists(not($x: A()))`, strings.Replace(outside, "%s", "exists", 1)},
		{`forall($x: A() B())`, strings.Replace(outside, "%s", "forall", 1)},
		{`List() from collect($x: A())`, strings.Replace(outside, "%s", "collect", 1)},
		{`Number() from accumulate($x: A(), count($x))`, strings.Replace(outside, "%s", "accumulate", 1)},
		{`accumulate(A($x: b); $n: count(1))`, strings.Replace(outside, "%s", "accumulate", 1)},
		{`accumulate(A(); $x: count(1))`, "$x is used before it is bound"},
		{`($x: A() or B())`, "$x is bound in one branch of or only"},
		{`(A() or (B() and C($x: d)))`, "$x is bound in one branch of or only"},
		{`$y: A()`, ""},
		{`A(b == $x)`, ""},
		{``, ""},
	}
	for _, tt := range tests {
		file, problems := syntax.Parse(syntax.NewSource(`rule "r" when ` + tt.when + ` then end`))
		if len(problems) > 0 {
			t.Fatalf("%s: %v, want none", tt.when, problems)
		}
		if got := explainUnbound(file.Rules[0].Conds, "$x", 0); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.when, got, tt.want)
		}
	}
	file, _ := syntax.Parse(syntax.NewSource(`rule "r" when $x: A() then end`))
	if got := explainUnbound(file.Rules[0].Conds, "$x", len(file.Source.Text)); got != "" {
		t.Errorf("it is bound before: got %q, want nothing", got)
	}
}
