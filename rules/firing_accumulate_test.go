package rules

import "testing"

// amounts makes facts of firing cases with numbers of every kind; one of them has
// none.
const amounts = `declare A i: int l: long d: double g: Integer b: BigDecimal s: String o: Object end
rule "Y.0.0" salience 900 when then
  A a = new A(); a.setI(4); a.setL(5000000000L); a.setD(1.5); a.setG(7); a.setB(new BigDecimal("1.10")); a.setS("y"); a.setO(1); insert(a);
  A b = new A(); b.setI(1); b.setL(3L); b.setD(-2.5); b.setG(2); b.setB(new BigDecimal("-2.25")); b.setS("x"); b.setO(2); insert(b);
  A c = new A(); c.setI(4); c.setL(1L); c.setD(4.0); c.setS("x"); insert(c); end
`

// wantFolded wants the result of one function over a field of the amounts.
func wantFolded(function, want string) firingCase {
	return firingCase{amounts + `rule "A.0.0" when accumulate(A($i: i, $l: l, $d: d, $g: g, $b: b, $s: s, $o: o); $r: ` +
		function + `) then LOG($r); end`, want}
}

func TestAccumulateFunctionsOverNumbersOfEveryKind(t *testing.T) {
	fires(t, []firingCase{
		wantFolded(`count()`, "3"), wantFolded(`count(1)`, "3"), wantFolded(`count($g)`, "3"),
		wantFolded(`sum($i)`, "9"), wantFolded(`sum($l)`, "5000000004"), wantFolded(`sum($d)`, "3.0"),
		wantFolded(`sum($g)`, "9"), wantFolded(`sum($b)`, "-1.15"), wantFolded(`sum($i * 0.5)`, "4.5"),
		wantFolded(`sumI($i)`, "9"), wantFolded(`sumL($l)`, "5000000004"), wantFolded(`sumBD($b)`, "-1.15"),
		wantFolded(`average($i)`, "3.0"), wantFolded(`average($d)`, "1.0"), wantFolded(`average($g)`, "4.5"),
		wantFolded(`averageBD($b)`, "-0.58"),
		wantFolded(`min($i)`, "1"), wantFolded(`max($i)`, "4"), wantFolded(`min($l)`, "1"), wantFolded(`max($l)`, "5000000000"),
		wantFolded(`min($d)`, "-2.5"), wantFolded(`max($d)`, "4.0"), wantFolded(`min($s)`, "x"), wantFolded(`max($s)`, "y"),
		wantFolded(`max($b)`, "1.10"),
		wantFolded(`minI($i)`, "1"), wantFolded(`maxI($i)`, "4"), wantFolded(`minL($l)`, "1"),
		wantFolded(`maxL($l)`, "5000000000"), wantFolded(`minN($d)`, "-2.5"), wantFolded(`maxN($d)`, "4.0"),
		wantFolded(`variance($i)`, "2.0"), wantFolded(`variance($d)`, "7.166666666666667"),
		wantFolded(`standardDeviation($g)`, "2.5"), wantFolded(`collectList($s)`, "[y, x, x]"), wantFolded(`collectSet($s)`, "[x, y]"),
		wantFolded(`max($g)`, "7"), wantFolded(`min($g)`, "2"), wantFolded(`sum($o)`, "3.0"), wantFolded(`average($o)`, "1.5"),
	})
}

func TestAccumulatesFollowTheirFacts(t *testing.T) {
	const source = `rule "A.0.0" when accumulate(A($i: i, $d: d, i > 0); $s: sum($i), $c: count($i), $m: max($d), $a: average($i)) then LOG($s + "," + $c + "," + $m + "," + $a); end
rule "A.1.0" salience -1 when $a: A(i == 1) then retract($a); end
rule "A.2.0" salience -2 when $a: A(d == 4.0, i == 4) then modify($a) { setI(10), setD(0.5) } end
rule "A.3.0" salience -3 when $a: A(d == 1.5) then modify($a) { setI(0) } end
rule "A.4.0" salience -4 when A(i == 10) then A n = new A(); n.setI(2); insert(n); end`
	fires(t, []firingCase{{amounts + source, "9,3,4.0,3.0 8,2,4.0,4.0 14,2,1.5,7.0 10,1,0.5,10.0 12,2,0.5,6.0"}})
}

func TestAccumulatesOverNothing(t *testing.T) {
	none := func(function, want string) firingCase {
		return firingCase{amounts + `rule "A.0.0" when accumulate(A(i > 99, $i: i, $d: d, $s: s); $r: ` + function +
			`) then LOG($r); end`, want}
	}
	fires(t, []firingCase{none(`count($i)`, "0"), none(`sum($d)`, "0.0"), none(`min($i)`, ""), none(`max($d)`, ""),
		none(`average($i)`, ""), none(`collectList($s)`, "[]"), none(`collectSet($s)`, "[]"), none(`minI($i)`, "")})
}
