package rules

import "testing"

func TestSalienceMayDependOnTheMatch(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" salience ($n.v) when $n: N() then LOG($n.getV()); end`, "3 2 1"},
		{`rule "A.0.0" salience (-$n.v) when $n: N() then LOG($n.getV()); end`, "1 2 3"},
		{`rule "A.0.0" salience ($n.v) when $n: N() then LOG("a" + $n.getV()); end rule "A.1.0" salience 2 when $n: N() then ` +
			`LOG("b" + $n.getV()); end`, "a3 a2 b1 b2 b3 a1"},
		{`rule "A.0.0" salience ($n.v * 1.0) when $n: N() then LOG($n.getV()); end`, "3 2 1"},
		{`rule "A.0.0" salience ($n.v) when $n: N(v < 3) then LOG($n.getV()); modify($n) { setV($n.getV() + 4) } end rule ` +
			`"A.1.0" salience 4 when N(v == 6) then LOG("six"); end`, "2 six 1"},
		{`rule "A.0.0" enabled ($n.v > 1) when $n: N() then LOG($n.getV()); end`, "2 3"},
		{`rule "A.0.0" salience 5 when N(v == 1) then LOG("a"); end rule "A.1.0" salience 7 when N(v == 1) then LOG("b"); end ` +
			`rule "A.2.0" salience 6 when N(v == 1) then LOG("c"); end rule "A.3.0" when N(v == 1) then LOG("d"); end`, "b c a d"},
	})
}

func TestAgendaGroupsAndFocus(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" when N(v == 1) then LOG("main"); drools.setFocus("g"); end rule "A.1.0" agenda-group "g" when N(v == 1) ` +
			`then LOG("g"); end rule "A.2.0" salience -1 when N(v == 1) then LOG("late"); end`, "main g late"},
		{`rule "A.0.0" agenda-group "g" auto-focus true when N(v == 1) then LOG("g"); end rule "A.1.0" salience 9 when N(v == ` +
			`1) then LOG("main"); end`, "main g"},
	})
}

func TestActivationGroupsFireOnce(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" activation-group "g" when $n: N() then LOG($n.getV()); end`, "1"},
		{`rule "A.0.0" activation-group "g" when $n: N(v == 1) then LOG("a"); insert(new N(9, "z", null)); end rule "A.1.0" ` +
			`activation-group "g" when N(v == 9) then LOG("b"); end`, "a b"},
		{`rule "A.0.0" activation-group "g" salience 1 when $n: N(v == 1) then LOG("a"); end rule "A.1.0" activation-group "h" ` +
			`when N(v == 1) then LOG("b"); end rule "A.2.0" activation-group "g" when N(v == 1) then LOG("c"); end`, "a b"},
	})
}

func TestStringsNumbersAndTruthAreCoerced(t *testing.T) {
	const facts = `declare K t: String b: boolean n: int l: long d: double end
rule "Y.0.0" salience 900 when then K k = new K(); k.setT("12"); k.setB(true); k.setN(12); k.setL(12); k.setD(12.5); insert(k); end
`
	yes := func(constraint, want string) firingCase {
		return firingCase{facts + `rule "A.0.0" when K(` + constraint +
			`) then LOG("y"); end rule "A.1.0" salience -1 when not K(` + constraint + `) then LOG("n"); end`, want}
	}
	fires(t, []firingCase{
		yes(`t == 12`, "y"), yes(`t == 13`, "n"), yes(`n == "12"`, "y"), yes(`n == "13"`, "n"), yes(`l == "12"`, "y"),
		yes(`d == "12.5"`, "y"), yes(`d == "12"`, "n"), yes(`b == "true"`, "y"), yes(`b == "false"`, "n"),
		yes(`b`, "y"), yes(`!b`, "n"), yes(`b == true`, "y"), yes(`b != true`, "n"), yes(`n == l`, "y"), yes(`n < d`, "y"),
		yes(`l < d && d < 13`, "y"), yes(`n in ("12", 13)`, "y"), yes(`t in (12, 13)`, "y"), yes(`n > "11"`, "y"),
	})
}
