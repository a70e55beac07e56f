package engine

import (
	"strings"
	"testing"
)

// TestPropertiesThatAreOnlyBoundWakeTheRule: a pattern binds total and tests it nowhere. When
// another rule sets it, the rule fires anew with the new value, whatever follows the pattern, as
// in both builds of Drools.
func TestPropertiesThatAreOnlyBoundWakeTheRule(t *testing.T) {
	for _, conditions := range []string{
		`$o: Order($i: id, $t: total) accumulate(Line(id == $i, $p: price); $s: sum($p))`,
		`$o: Order($t: total) accumulate(Line(id == $o.id, $p: price); $s: sum($p))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: sum($p))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: sum($p); $s > 5)`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: sum($p)) eval($t != $s + 1)`,
		`$o: Order($t: total) accumulate(Line(); $s: count(1))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: max($p), $m: min($p))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: collectList($p))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: sum($p + $t))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: sum($p)) accumulate(Line($q: price); $m: max($q))`,
		`$o: Order($t: total) accumulate(Line($p: price); $s: sum($p)) $l: List() from collect(Line())`,
		`$o: Order($t: total) $s: Number() from accumulate(Line($p: price), sum($p))`,
		`$o: Order($t: total) $s: Number() from accumulate(Line($p: price), init(int x = 0;), action(x += $p;), reverse(x ` +
			`-= $p;), result(x))`,
		`$o: Order($i: id, $t: total) $l: List() from collect(Line(id == $i))`,
		`$o: Order($t: total) $l: List() from collect(Line(id == $o.id))`,
		`$o: Order($t: total) $l: List() from collect(Line(price != $t))`,
		`$o: Order($t: total, total >= 0) $l: List() from collect(Line())`,
		`$o: Order($t: total) $l: List() from collect(Order(total >= 0))`,
		`Line(price == 10) $o: Order($t: total) $l: List() from collect(Line())`,
		`$l: List() from collect(Line()) $o: Order($t: total)`,
		`$o: Order($t: total) Line(price == 10) $l: List() from collect(Line())`,
		`$o: Order($t: total) not Line(price == 99)`,
		`$o: Order($t: total) exists Line(price == 10)`,
		`$o: Order($t: total)`,
		// in the executable model of Drools; the classic build fires once
		`$o: Order($t: total) @watch(total) $l: List() from collect(Line())`,
		`$o: Order($t: total, $t >= 0) $l: List() from collect(Line())`,
		`$o: Order($t: total) $l: List(size != $t) from collect(Line())`,
		`$o: Order($t: total) $l: List(size != $o.total) from collect(Line())`,
		`$o: Order($t: total) $l: List() from collect(Line()) eval($t != 7)`,
		`$o: Order($t: total) $l: List() from collect(Line()) not Line(price == $t)`,
		`$o: Order($t: total) $l: List() from collect(Line()) $k: List() from collect(Line(price > 10))`,
		`$o: Order($t: total) $l: List() from collect(Line()) accumulate(Line($p: price); $s: sum($p))`,
	} {
		if got, want := firingsOfOrder(t, conditions), "0 30"; got != want {
			t.Errorf("%s: got %q, want %q", conditions, got, want)
		}
	}
}

// TestPropertiesThatAreOnlyBoundBesideACollect: as in the classic build of Drools, a pattern
// that only a collect follows, of facts that do not depend on it, does not wake for what no
// condition reads; nor does any pattern wake for what the rule does not name.
func TestPropertiesThatAreOnlyBoundBesideACollect(t *testing.T) {
	for _, conditions := range []string{
		`$o: Order($t: total) $l: List() from collect(Line())`,
		`$o: Order($t: total, id == 0) $l: List(size > 0) from collect(Line(price > 5))`,
		`$o: Order($t: total) $l: ArrayList() from collect(Line($q: price))`,
		`$o: Order($t: id) accumulate(Line($p: price); $s: sum($p))`,
	} {
		if got, want := firingsOfOrder(t, conditions), "0"; got != want {
			t.Errorf("%s: got %q, want %q", conditions, got, want)
		}
	}
}

// firingsOfOrder returns what a rule with the conditions has found in $t each time that it fired:
// first of an order without a total and two lines, and after another rule has set the total.
func firingsOfOrder(t *testing.T, conditions string) string {
	t.Helper()
	log, _, _ := strings.Cut(endOf(t, `declare Order id: int total: int end
declare Line id: int price: int end
rule "O.0.0" salience 9 when then insert(new Order(0, 0)); insert(new Line(0, 10)); insert(new Line(0, 20)); end
rule "O.0.1" when `+conditions+` then log.add($t); end
rule "O.0.2" salience -1 when $o: Order(total == 0) then modify($o) { setTotal(30) } end`), " |")
	return log
}

// TestConclusionsFromABoundPropertyFollowIt: what is concluded from a value is withdrawn when it
// changes.
func TestConclusionsFromABoundPropertyFollowIt(t *testing.T) {
	got := endOf(t, conformanceTypes+`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); insert(new M(1, 4, true)); end
rule "S.0.1" when $n: N($v: v) $s: Number() from accumulate(M($l: l), sum($l)) then insertLogical(new L($v)); end
rule "S.0.2" salience -1 when $n: N(v == 0) then modify($n) { setV(30) } end`)
	if want := "| L( x=30 ) M( id=1, l=4, b=true ) N( id=1, v=30, w=0, s=a )"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
