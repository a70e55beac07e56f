package rules

import "testing"

// ones wants the numbers v of the facts that match one pattern each.
func ones(pattern, want string) firingCase {
	return firingCase{`rule "A.0.0" when ` + pattern + ` then LOG($n.getV()); end`, want}
}

func TestConstraintsChooseFacts(t *testing.T) {
	fires(t, []firingCase{
		ones(`$n: N()`, "1 2 3"), ones(`$n: N(v == 2)`, "2"), ones(`$n: N(v != 2)`, "1 3"), ones(`$n: N(v < 2)`, "1"),
		ones(`$n: N(v <= 2)`, "1 2"),
		ones(`$n: N(v > 2)`, "3"), ones(`$n: N(v >= 2)`, "2 3"), ones(`$n: N(s == "b")`, "2 3"), ones(`$n: N(s != "b")`, "1"),
		ones(`$n: N(s == 'a')`, "1"),
		ones(`$n: N(v == 1 || v == 3)`, "1 3"), ones(`$n: N(v == 1 || == 3)`, "1 3"), ones(`$n: N(v > 1 && < 3)`, "2"),
		ones(`$n: N(v > 1, v < 3)`, "2"),
		ones(`$n: N(v > 1 && v < 3 || v == 1)`, "1 2"), ones(`$n: N(!(v == 2))`, "1 3"), ones(`$n: N(v in (1, 3, 9))`, "1 3"),
		ones(`$n: N(v not in (1, 3))`, "2"),
		ones(`$n: N(s in ("a", "c"))`, "1"), ones(`$n: N(s memberOf List.of("b"))`, "2 3"), ones(`$n: N(s not memberOf List.of("b"))`, "1"),
		ones(`$n: N(l contains "q")`, "1 3"), ones(`$n: N(l not contains "q")`, "2"), ones(`$n: N(s matches "[bc]")`, "2 3"),
		ones(`$n: N(s matches "")`, ""),
		ones(`$n: N(s not matches "b")`, "1"), ones(`$n: N(s.length() == 1, s.startsWith("a"))`, "1"),
		ones(`$n: N(l.size() > 0)`, "1 3"), ones(`$n: N(l.size == 2)`, "1"),
		ones(`$n: N(l.isEmpty())`, "2"), ones(`$n: N(l.empty)`, "2"), ones(`$n: N(l.size() > 0, l[0] == "q")`, "3"),
		ones(`$n: N(v + 1 == 3)`, "2"), ones(`$n: N(v * 2 > 4)`, "3"),
		ones(`$n: N(v % 2 == 0)`, "2"), ones(`$n: N(v - 1 == 0 )`, "1"), ones(`$n: N(-v == -3)`, "3"),
		ones(`$n: N(s + v == "b2")`, "2"), ones(`$n: N(v == (1 + 1))`, "2"),
		ones(`$n: N((v == 1 ? "a" : "x") == s)`, "1"), ones(`$n: N(s == null)`, ""), ones(`$n: N(s != null)`, "1 2 3"),
		ones(`$n: N(this != null)`, "1 2 3"),
		ones(`$n: N($v: v, $v > 1)`, "2 3"), ones(`$n: N($v: v > 1, s == "b", $v < 3)`, "2"), ones(`$n: N() eval($n.getV() == 3)`, "3"),
		ones(`$n: N(getV() == 3)`, "3"), ones(`$n: N(this.v == 3)`, "3"), ones(`$n: N(this.getV() == 3, true)`, "3"),
		ones(`$n: N(false)`, ""),
		ones(`$n: N(s.equals("a") || s.equals("b") && v == 3)`, "1 3"), ones(`$n: N(s str[startsWith] "a")`, "1"),
		ones(`$n: N(s str[endsWith] "b")`, "2 3"),
		ones(`$n: N(s str[length] 1)`, "1 2 3"), ones(`$n: N(s str[length] 2)`, ""), ones(`$n: N(v > 1.5)`, "2 3"),
		ones(`$n: N(v == 2.0)`, "2"),
	})
}

func TestPatternsJoin(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" when $a: N() $b: N(v == $a.v + 1) then LOG($a.getV() + "-" + $b.getV()); end`, "1-2 2-3"},
		{`rule "A.0.0" when $a: N($v: v) $b: N(this != $a, v > $v, s == $a.s) then LOG($a.getV() + "-" + $b.getV()); end`, "2-3"},
		{`rule "A.0.0" when $a: N($v: v, s == "b") $b: N(v < $v) then LOG($a.getV() + "-" + $b.getV()); end`, "2-1 3-1 3-2"},
		{`rule "A.0.0" when $a: N(v == 1) or $a: N(v == 3) then LOG($a.getV()); end`, "1 3"},
		{`rule "A.0.0" when ($a: N(v == 1) and $b: N(v == 2)) then LOG($a.getV() + $b.getV()); end`, "3"},
		{`rule "A.0.0" when (or $a: N(v == 2) $a: N(v == 3)) then LOG($a.getV()); end`, "2 3"},
		{`rule "A.0.0" when not N(v > 3) then LOG("none"); end`, "none"},
		{`rule "A.0.0" when not N(v > 2) then LOG("none"); end`, ""},
		{`rule "A.0.0" when not (N(v == 1) and N(v == 9)) then LOG("none"); end`, "none"},
		{`rule "A.0.0" when not (N(v == 1) and N(v == 2)) then LOG("none"); end`, ""},
		{`rule "A.0.0" when exists N(s == "b") then LOG("some"); end`, "some"},
		{`rule "A.0.0" when exists N(s == "c") then LOG("some"); end`, ""},
		{`rule "A.0.0" when exists (N(v == 1) and N(v == 2)) then LOG("both"); end`, "both"},
		{`rule "A.0.0" when $a: N() not N(v > $a.v) then LOG($a.getV()); end`, "3"},
		{`rule "A.0.0" when $a: N() exists N(s == $a.s, v > $a.v) then LOG($a.getV()); end`, "2"},
		{`rule "A.0.0" when forall(N(v > 0)) then LOG("all"); end`, "all"},
		{`rule "A.0.0" when forall(N(v > 1)) then LOG("all"); end`, ""},
		{`rule "A.0.0" when forall($n: N(s == "b") N(this == $n, v > 1)) then LOG("all"); end`, "all"},
		{`rule "A.0.0" when forall($n: N(s == "b") N(this == $n, v > 2)) then LOG("all"); end`, ""},
		{`rule "A.0.0" when forall(M(x == 1)) then LOG("all"); end`, "all"},
	})
}

func TestElementsAreGathered(t *testing.T) {
	fires(t, []firingCase{
		{`rule "A.0.0" when $l: List() from collect(N(s == "b")) then LOG($l.size()); end`, "2"},
		{`rule "A.0.0" when $l: List(size > 2) from collect(N(s == "b")) then LOG($l.size()); end`, ""},
		{`rule "A.0.0" when $l: ArrayList() from collect(M()) then LOG($l.size()); end`, "0"},
		{`rule "A.0.0" when $n: N() $i: String() from $n.l then LOG($n.getV() + $i); end`, "1q 1p 3q"},
		{`rule "A.0.0" when $i: Integer(this > 1) from List.of(1, 2, 3) then LOG($i); end`, "3 2"},
		{`rule "A.0.0" when accumulate(N($v: v); $s: sum($v), $c: count($v), $x: max($v), $m: min($v), $a: average($v)) then ` +
			`LOG($s + "," + $c + "," + $x + "," + $m + "," + $a); end`, "6,3,3,1,2.0"},
		{`rule "A.0.0" when accumulate(N($v: v, s == "b"); $s: sum($v); $s > 4) then LOG($s); end`, "5"},
		{`rule "A.0.0" when accumulate(N($v: v, s == "b"); $s: sum($v); $s > 5) then LOG($s); end`, ""},
		{`rule "A.0.0" when accumulate(N($w: s); $l: collectList($w), $t: collectSet($w)) then LOG($l.size() + "" + $t.size()); end`, "32"},
		{`rule "A.0.0" when $s: Number() from accumulate(N($v: v), sum($v)) then LOG($s.intValue()); end`, "6"},
		{`rule "A.0.0" when $s: Number(intValue > 6) from accumulate(N($v: v), sum($v)) then LOG($s.intValue()); end`, ""},
		{`rule "A.0.0" when accumulate(M($x: x); $c: count($x)) then LOG($c); end`, "0"},
		{`function int twice(int v) { return v * 2; } rule "A.0.0" when $n: N(twice(v) == 4) then LOG(twice($n.getV())); end`, "4"},
	})
}
