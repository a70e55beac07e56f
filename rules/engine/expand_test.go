package engine

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

func TestOrsAreExpandedUpToALimit(t *testing.T) {
	two, three := "(String() or Integer()) ", "(String() or (Integer() and (Long() or Double()))) "
	tests := []struct {
		when     string
		branches int // 0: refused
	}{
		{"", 1}, {"String()", 1}, {two, 2}, {two + two, 4}, {three, 3}, {two + "String() " + three, 6},
		{strings.Repeat(two, 10), 1024}, {strings.Repeat(two, 11), 0}, {strings.Repeat(two, 40), 0},
		{"not " + strings.Repeat(two, 1) + strings.Repeat(two, 10), 1024},
	}
	for _, tt := range tests {
		file, problems := syntax.Parse(syntax.NewSource("rule \"a\" when " + tt.when + " then end query \"q\" " + tt.when + " end"))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		p, problems := Compile(file, javaRegistry())
		if tt.branches > 0 && (len(problems) > 0 || len(p.rules[0].branches) != tt.branches ||
			len(p.queries["q"].branches) != tt.branches) {
			t.Errorf("%.60s: got %v, %d branches", tt.when, problems, len(p.rules[0].branches))
		}
		if refused := len(problems) == 2 && strings.HasPrefix(problems[0].Message, "its ors make more than 1024 combinations"); tt.branches == 0 && !refused {
			t.Errorf("%.60s: got %v", tt.when, problems)
		}
	}
}

// TestExpandKeepsBranchesApart holds that what is added to one branch does not show
// in another.
func TestExpandKeepsBranchesApart(t *testing.T) {
	file, _ := syntax.Parse(syntax.NewSource(`rule "a" when A() (B() or C()) D() (E() or F()) G() then end`))
	var got []string
	for _, conds := range expandConds(file.Rules[0].Conds) {
		var names string
		for _, c := range conds {
			names += c.(*syntax.Pattern).Type.Name
		}
		got = append(got, names)
	}
	if want := "ABDEG ABDFG ACDEG ACDFG"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
