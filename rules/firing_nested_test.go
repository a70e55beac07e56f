package rules

import "testing"

// TestAlternativesInsideOfConditions has or where it does not stand at the top.
func TestAlternativesInsideOfConditions(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" when not (N(v == 9) or N(v == 8)) then LOG("none"); end`, "none"},
		{`rule "A.0.0" when not (N(v == 9) or N(v == 2)) then LOG("none"); end`, ""},
		{`rule "A.0.0" when exists (N(v == 9) or N(v == 2)) then LOG("some"); end`, "some"},
		{`rule "A.0.0" when exists (N(v == 1) and (N(v == 9) or N(v == 2))) then LOG("some"); end`, "some"},
		{`rule "A.0.0" when exists (N(v == 1) and (N(v == 9) or N(v == 8))) then LOG("some"); end`, ""},
		{`rule "A.0.0" when $n: N() not (N(v > $n.v) and (N(v == 2) or N(v == 7))) then LOG($n.getV()); end`, "3"},
		{`rule "A.0.0" when $n: N() exists (N(v == $n.v + 1) or N(v == $n.v + 2)) then LOG($n.getV()); end`, "1 2"},
		{`rule "A.0.0" when accumulate((N(v == 1, $v: v) or N(v == 3, $v: v)); $c: count(1)) then LOG($c); end`, "2"},
		{`rule "A.0.0" when $n: N(v == 1) (N(v == 2) or (N(v == 3) and N(s == "a"))) then LOG($n.getV()); end`, "1 1"},
	})
}

// TestNestedConstraintsLookAtTheNestedObjectOnly: behind them it is the fact's turn again.
func TestNestedConstraintsLookAtTheNestedObjectOnly(t *testing.T) {
	fires(t, []firingCase{
		ones(`$n: N((s.(length == 9)) || v == 2)`, "2"), ones(`$n: N((s.(length == 1, isEmpty == false)) && v == 3)`, "3"),
		ones(`$n: N(!s.(length == 1) || v == 1)`, "1"), ones(`$n: N(!(s.(length == 1)) || v > 2)`, "3"),
	})
}

// TestExpressionsThatAreNoConstants are worked out for every fact.
func TestExpressionsThatAreNoConstants(t *testing.T) {
	fires(t, []firingCase{
		ones(`$n: N(s matches ("[b" + "c]"))`, "2 3"), ones(`$n: N(s not matches ("[b" + "c]"))`, "1"),
		ones(`N(v == 1, $p: s) $n: N(s matches $p)`, "1"),
		{`rule "A.0.0" when $n: N(s matches ("(" + s)) then LOG($n.getV()); end`,
			`rule "A.0.0", line 7: PatternSyntaxException: regular expression "(a": the group is not closed, which begins at position 1`},
		ones(`$n: N(s str[startsWith] ("" + s))`, "1 2 3"), ones(`$n: N(s str[length] (v - 1))`, "2"),
		ones(`$n: N(s in ("" + "a", l))`, "1"),
	})
}

// TestGatheredListsBelongToTheirConsequence changes a list that another firing reads.
func TestGatheredListsBelongToTheirConsequence(t *testing.T) {
	for _, from := range []string{`$l: List() from collect(N())`, `$l: List() from accumulate(N($v: v), collectList($v))`,
		`$l: Set() from accumulate(N($v: v), collectSet($v))`, `accumulate(N($v: v); $l: collectList($v))`} {
		fires(t, []firingCase{{`rule "A.0.0" when ` + from +
			` $i: Integer() from List.of(1, 2) then LOG($l.size()); $l.clear(); end rule "A.1.0" salience -1 when ` + from +
			` then LOG($l.size()); end`, "3 3 3"}})
	}
}
