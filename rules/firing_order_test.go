package rules

import "testing"

func TestTheAgendaOrdersFirings(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" when N(v == 1) then LOG("a"); end rule "A.1.0" when N(v == 1) then LOG("b"); end`, "a b"},
		{`rule "A.0.0" when N(v == 1) then LOG("a"); end rule "A.1.0" salience 1 when N(v == 1) then LOG("b"); end`, "b a"},
		{`rule "A.0.0" salience -1 when N(v == 1) then LOG("a"); end rule "A.1.0" when N(v == 1) then LOG("b"); end`, "b a"},
		{`rule "A.0.0" enabled false when N() then LOG("a"); end rule "A.1.0" enabled true when N(v == 1) then LOG("b"); end`, "b"},
		{`rule "A.0.0" when $n: N(v == 1) then LOG("a"); modify($n) { setV(7) } end rule "A.1.0" salience 5 when N(v == 7) then ` +
			`LOG("b"); end rule "A.2.0" when N(v == 1) then LOG("c"); end`, "a b"},
		{`rule "A.0.0" activation-group "g" when N(v == 1) then LOG("a"); end rule "A.1.0" activation-group "g" salience 3 when ` +
			`N(v == 1) then LOG("b"); end rule "A.2.0" when N(v == 1) then LOG("c"); end`, "b c"},
		{`rule "A.0.0" agenda-group "other" when N(v == 1) then LOG("a"); end rule "A.1.0" agenda-group "MAIN" when N(v == 1) ` +
			`then LOG("b"); end`, "b"},
		{`rule "A.0.0" salience 10 when N(v == 1) then LOG("a"); drools.setFocus("other"); end rule "B.0.0" agenda-group ` +
			`"other" salience 5 when N(v == 1) then LOG("b"); drools.setFocus("MAIN"); end rule "B.0.1" agenda-group "other" ` +
			`when N(v == 1) then LOG("c"); end rule "C.0.0" when N(v == 1) then LOG("d"); end`, "a b d c"},
		{`rule "A.0.0" salience 10 when N(v == 1) then LOG("a"); drools.setFocus("other"); end rule "B.0.0" agenda-group ` +
			`"other" salience 5 when N(v == 1) then LOG("b"); drools.setFocus("DEFAULT"); end rule "B.0.1" agenda-group "other" ` +
			`when N(v == 1) then LOG("c"); end rule "C.0.0" when N(v == 1) then LOG("d"); end`, "a b d c"},
		{`rule "A.0.0" salience 10 when N(v == 1) then LOG("a"); drools.setFocus("other"); end rule "B.0.0" agenda-group ` +
			`"other" salience 5 when N(v == 1) then LOG("b"); drools.setFocus("other"); end rule "B.0.1" agenda-group "other" ` +
			`when N(v == 1) then LOG("c"); end rule "C.0.0" when N(v == 1) then LOG("d"); end`, "a b c d"},
		{`rule "A.0.0" when $n: N(v == 1) then LOG("a"); retract($n); end rule "A.1.0" when N(v == 1) then LOG("b"); end rule ` +
			`"A.2.0" salience -1 when not N(v == 1) then LOG("gone"); end`, "a gone"},
		{`rule "A.0.0" when $n: N(v == 1) then LOG("a"); delete($n); end rule "A.1.0" when N(v == 1) then LOG("b"); end`, "a"},
		{`rule "A.0.0" when $n: N(v < 4) then LOG($n.getV()); drools.halt(); end`, "1"},
	})
}

func TestChangesWakeRules(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" when $n: N(v == 1) N(v == 3, s != $n.s) then LOG($n.getS()); end rule "A.1.0" salience -1 no-loop when ` +
			`$n: N(v == 1) then modify($n) { setS("q") } end`, "a q"},
		{`rule "A.0.0" when $n: N(v == 1) N(v == 3, s != $n.getS()) then LOG($n.getS()); end rule "A.1.0" salience -1 no-loop ` +
			`when $n: N(v == 1) then modify($n) { setS("q") } end`, "a q"},
		{`rule "A.0.0" when $n: N(v == 1) N(v == 3) then LOG($n.getS()); end rule "A.1.0" salience -1 no-loop when $n: N(v == ` +
			`1) then modify($n) { setS("q") } end`, "a"},
		{`function int even(int n) { return n == 0 ? 1 : odd(n - 1); } function int odd(int n) { return n == 0 ? 0 : even(n - ` +
			`1); } rule "A.0.0" when $n: N(even(v) == 1) then LOG($n.getV() + odd(5)); end`, "3"},
		{`rule "A.0.0" when accumulate((N(v == 1) or N(s == "a") or N(v == 3)); $c: count()) then LOG($c); end`, "3"},
		{`rule "A.0.0" when $n: N(v == 1) exists (N(v == 9) or N(v > $n.v)) not (N(v == 9) or N(v < $n.v)) then LOG("once"); end`, "once"},
		{`rule "A.0.0" when $n: N(s == "a", v < 4) then LOG($n.getV()); modify($n) { setV($n.getV() + 1) } end`, "1 2 3"},
		{`rule "A.0.0" no-loop when $n: N(s == "a") then LOG($n.getV()); modify($n) { setV($n.getV() + 1) } end`, "1"},
		{`rule "A.0.0" no-loop true when $n: N(s == "a") then LOG($n.getV()); $n.setV(9); update($n); end rule "A.1.0" when N(s ` +
			`== "a", v == 9) then LOG("nine"); end`, "1 nine"},
		{`rule "A.0.0" no-loop false when $n: N(s == "a", v < 3) then LOG($n.getV()); $n.setV($n.getV() + 1); update($n); end`, "1 2"},
		{`rule "A.0.0" agenda-group "g" lock-on-active when $n: N(s == "a") then LOG($n.getV()); modify($n) { setV(2) } end ` +
			`rule "A.1.0" agenda-group "g" lock-on-active when N(s == "a", v == 2) then LOG("locked"); end rule "A.2.0" ` +
			`agenda-group "g" when N(s == "a", v == 2) then LOG("open"); end rule "A.3.0" when N(s == "a", v == 1) then ` +
			`drools.setFocus("g"); end`, "1 open"},
		{`rule "A.0.0" lock-on-active when $n: N(s == "a") then LOG("inserted while the group was active"); end`, ""},
		{`rule "A.0.0" when $n: N(s == "a") then LOG("s"); end rule "A.1.0" when $n: N(v == 1) then modify($n) { setV(8) } end`, "s"},
		{`rule "A.0.0" when $n: N(v == 1) then insert(new N(1, "new", null)); LOG("a" + $n.getS()); end rule "A.1.0" salience 1 ` +
			`when $m: N(s == "new") then LOG("new"); retract($m); end`, "aa new"},
		{`rule "A.0.0" when N(v == 1) then insertLogical(new M(1, "w")); end rule "A.1.0" salience -1 when $m: M() then LOG("m" ` +
			`+ $m.getX()); end rule "A.2.0" salience -2 when $n: N(v == 1) then retract($n); end rule "A.3.0" salience -3 when ` +
			`not M() then LOG("no m"); end`, "m1 no m"},
		{`rule "A.0.0" when N(v == 1) then insert(new M(1, "w")); end rule "A.1.0" salience -2 when $n: N(v == 1) then ` +
			`retract($n); end rule "A.3.0" salience -3 when not M() then LOG("no m"); end rule "A.4.0" salience -3 when M() ` +
			`then LOG("m"); end`, "m"},
		{`rule "A.0.0" when N(s == "b") then insertLogical(new M(1, "w")); end rule "A.1.0" salience -1 when M() then LOG("m"); ` +
			`end rule "A.2.0" salience -2 when $n: N(v == 2) then retract($n); LOG("r"); end rule "A.3.0" salience -3 when not ` +
			`M() then LOG("no m"); end`, "m r"},
		{`rule "A.0.0" when $n: N(v == 2) then retract($n); end rule "A.1.0" salience -1 when $l: List() from collect(N()) then ` +
			`LOG($l.size()); end`, "2"},
		{`rule "A.0.0" when $l: List() from collect(N(s == "b")) then LOG($l.size()); end rule "A.1.0" salience -1 when $n: N(v ` +
			`== 2) then LOG("r"); retract($n); end`, "2 r 1"},
		{`rule "A.0.0" when accumulate(N($v: v); $s: sum($v)) then LOG($s); end rule "A.1.0" salience -1 when $n: N(v == 2) ` +
			`then modify($n) { setV(20) } end`, "6 24"},
		{`rule "A.0.0" when not N(v == 9) then LOG("none"); end rule "A.1.0" salience -1 when $n: N(v == 3) then modify($n) { ` +
			`setV(9) } end rule "A.2.0" salience -2 when $n: N(v == 9) then modify($n) { setV(10) } end`, "none none"},
		{`rule "A.0.0" when exists N(v == 9) then LOG("some"); end rule "A.1.0" salience -1 when $n: N(v == 3) then LOG("x"); ` +
			`modify($n) { setV(9) } end`, "x some"},
		{`rule "A.0.0" when $n: N(v == 1) then modify($n) { setV(4), setS("z") } end rule "A.1.0" when N(v == 4, s == "z") then ` +
			`LOG("both"); end`, "both"},
	})
}

func TestDeclaredTypes(t *testing.T) {
	fires(t, []firingCase{
		{`declare P a: int = 4 b: String = "x" c: boolean d: double i: int end rule "A.0.0" when then P p = new P(); ` +
			`LOG(p.getA() + p.getB() + p.isC() + p.getD() + p.getI()); p.setC(true); LOG(p.isC()); end`, "4xfalse0.00 true"},
		{`rule "A.0.0" when then LOG(new M(1, "a").equals(new M(1, "b"))); LOG(new M(1, "a").equals(new M(2, "a"))); LOG(new ` +
			`N(1, "a", null).equals(new N(1, "a", null))); LOG(new HashSet<>(List.of(new M(3, "a"))).contains(new M(3, "q"))); ` +
			`end`, "true false false true"},
		{`rule "A.0.0" when then M m = new M(); m.setX(5); LOG(m.getX() + "" + m.getW()); end`, "5null"},
	})
}
