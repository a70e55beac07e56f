package syntax

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// inside collects the nodes of a tree by what they are, whatever holds them.
func inside(v reflect.Value, found map[any]bool) {
	switch v.Kind() {
	case reflect.Interface:
		inside(v.Elem(), found)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch v.Interface().(type) {
		case *TypeRef, *Code:
			return // names no expression, or is text
		case Cond, FromSource, Expr, *Behavior, *GroupKey, *InlineCode, *Action:
			found[v.Interface()] = true
		}
		if v.Elem().Kind() == reflect.Struct {
			inside(v.Elem(), found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				inside(v.Field(i), found)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			inside(v.Index(i), found)
		}
	}
}

// TestAWalkComesToEveryNodeOfAnyCondition looks for what stands in the trees of all
// forms of conditions, and wants it visited.
func TestAWalkComesToEveryNodeOfAnyCondition(t *testing.T) {
	for _, tt := range accepted {
		f, _ := Parse(NewSource("rule R when " + tt.text + "\nthen end"))
		for _, c := range f.Rules[0].Conds {
			want := map[any]bool{}
			inside(reflect.ValueOf(&c).Elem(), want)
			Inspect(c, func(node any) bool {
				delete(want, node)
				return true
			})
			for node := range want {
				t.Errorf("%s: %s: a %T is not visited", tt.name, tt.text, node)
			}
		}
	}
}

// listVisits writes the kinds of the nodes in the order of visits, and what literals
// and names say.
func listVisits(c Cond, into func(any) bool) string {
	var out []string
	Inspect(c, func(node any) bool {
		s := strings.TrimPrefix(fmt.Sprintf("%T", node), "*syntax.")
		switch n := node.(type) {
		case *Name:
			s = n.Name
		case *Literal:
			s = fmt.Sprint(n.Value)
		}
		out = append(out, s)
		return into(node)
	})
	return strings.Join(out, " ")
}

func TestAWalkGoesInTheOrderOfTheFile(t *testing.T) {
	for _, tt := range []struct{ when, want string }{
		{`P(a == 1, b; c) over window:time(5, d) from e`, `Pattern Binary a 1 b c Behavior 5 d FromExpr e`},
		{`P(a, b; c == d)`, `Pattern a b Binary c d`},
		{`groupby(P(a); $k : b; sum(c), max(d); e)`, `AccumulatePattern Accumulate Pattern a c d GroupKey b e`},
		{`P(a) if (b) do[x] else if (c) break[y] else do[z]`, `Calls Pattern a Action b Action c Action`},
		{`not P(a) `, `Not Pattern a`},
		{`exists (P(a) and Q(b))`, `Exists And Pattern a Pattern b`},
		{`forall(P(a) Q(b) R(c))`, `Forall Pattern a Pattern b Pattern c`},
		{`eval(a ? b : c)`, `Eval Ternary a b c`},
		{`P() from collect(Q(a) from b)`, `Pattern Collect Pattern a FromExpr b`},
		{`P() from accumulate(Q(a), sum(b))`, `Pattern Accumulate Pattern a b`},
		{`P(a[b].c(d, e), new A(f), new int[g], new int[] {h, i})`, `Pattern Call Index a b d e New f New g New ArrayLit h i`},
		{`P(a in (b, c), x str[startsWith] d, f.(g, h), [i, j] contains k, l == [m : n])`,
			`Pattern Relation a b c Relation x startsWith d Nested f g h Relation List i j k Binary l MapLit m n`},
	} {
		f, problems := Parse(NewSource("rule R when " + tt.when + "\nthen end"))
		if len(problems) > 0 {
			t.Errorf("%s: %v, want none", tt.when, problems)
			continue
		}
		if got := listVisits(f.Rules[0].Conds[0], func(any) bool { return true }); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.when, got, tt.want)
		}
	}
}

func TestAWalkLeavesOutWhatIsNotWanted(t *testing.T) {
	f, _ := Parse(NewSource("rule R when P(a == b, c.(d), e) then end"))
	got := listVisits(f.Rules[0].Conds[0], func(node any) bool {
		switch node.(type) {
		case *Binary, *Nested:
			return false
		}
		return true
	})
	if got != "Pattern Binary Nested e" {
		t.Errorf("got %s, want %q", got, "Pattern Binary Nested e")
	}
	Inspect(nil, func(any) bool { t.Error("there is nothing to visit"); return true })
}
