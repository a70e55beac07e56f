package engine

import (
	"strings"
	"testing"
)

// TestAccumulateFunctions works them out over the items 0 to 3, with w 0 to 3, and
// tells the classes of the results by what Java writes for them.
func TestAccumulateFunctions(t *testing.T) {
	tests := []struct{ condition, items, none string }{
		{`accumulate(Item($x: v); $r: sum($x))`, "6", "0"},
		{`accumulate(Item($x: v); $r: sum($x * 2))`, "12.0", "0.0"},
		{`accumulate(Item($x: v); $r: sum(1L * 1))`, "4.0", "0.0"},
		{`accumulate(Item($x: v); $r: sum(2L))`, "8", "0"},
		{`accumulate(Item($x: v); $r: sum(0.5))`, "2.0", "0.0"},
		{`accumulate(Item($x: v); $r: sum(0.5B))`, "2.0", "0"},
		{`accumulate(Item($x: v); $r: average($x))`, "1.5", "-"},
		{`accumulate(Item($x: v); $r: average(1.25B))`, "1.25", "-"},
		{`accumulate(Item($x: v); $r: averageBD($x))`, "2", "-"},
		{`accumulate(Item($x: v); $r: min($x))`, "0", "-"},
		{`accumulate(Item($x: v); $r: max($x))`, "3", "-"},
		{`accumulate(Item($x: v); $r: count($x))`, "4", "0"},
		{`accumulate(Item($x: v); $r: count())`, "4", "0"},
		{`accumulate(Item($x: v); $r: variance($x))`, "1.25", "NaN"},
		{`accumulate(Item($x: v, v < 3 || v > 3); $r: standardDeviation(2 * 3))`, "0.0", "NaN"},
		{`accumulate(Item($x: v); $r: collectList($x))`, "[0, 1, 2, 3]", "[]"},
		{`accumulate(Item($x: v); $r: collectList($x); $r.size() != 7, $r.contains(0))`, "[0, 1, 2, 3]", "-"},
		{`accumulate(Item($x: v); $r: collectSet($x); $r.contains(3))`, "[0, 1, 2, 3]", "-"},
		{`accumulate(Item($x: v); $r: collectSet($x > 1))`, "[false, true]", "[]"},
		{`accumulate(Item($x: v); $r: sumI($x))`, "6", "0"},
		{`accumulate(Item($x: v); $r: sumL($x))`, "6", "0"},
		{`accumulate(Item($x: v); $r: sumBD($x))`, "6", "0"},
		{`accumulate(Item($x: v); $r: minI($x))`, "0", "-"},
		{`accumulate(Item($x: v); $r: maxI($x))`, "3", "-"},
		{`accumulate(Item($x: v); $r: minL($x))`, "0", "-"},
		{`accumulate(Item($x: v); $r: maxL($x))`, "3", "-"},
		{`accumulate(Item($x: v); $r: minN($x))`, "0.0", "-"},
		{`accumulate(Item($x: v); $r: maxN($x))`, "3.0", "-"},
		{`accumulate(Item($x: v); $r: max("k" + $x))`, "k3", "-"},
		{`accumulate(Item($x: v); $m: max($x), $r: count($x))`, "4", "0"},
		{`accumulate(Item($x: v); $r: max($x), $c: count($x))`, "3", "null"},
		{`accumulate(Item($x: v); $r: sum($x); $r > 5)`, "6", "-"},
		{`accumulate(Item($x: v); $r: sum($x); $r > 6)`, "-", "-"},
		{`$r: Integer() from accumulate(Item($x: v), sum($x))`, "6", "0"},
		{`$r: Number(intValue > 2) from accumulate(Item($x: v), count($x))`, "4", "-"},
		{`$r: Long() from accumulate(Item($x: v), sum($x))`, "-", "-"},
		{`$r: Integer() from accumulate(Item($x: v), max($x))`, "3", "-"},
		{`accumulate((Item($x: v) and Item(v == $x, w == $x)); $r: sum($x))`, "6", "0"},
		{`accumulate($n: Integer() from List.of(3, 4); $r: sum($n))`, "7", "7"},
		{`accumulate($n: Number() from List.of(3, 4.5); $r: sum($n))`, "7.5", "7.5"},
		{`$l: List(size > 1) from collect(Item(v > 1)) accumulate($i: Item() from $l; $r: count($i))`, "2", "-"},
	}
	for _, tt := range tests {
		rules := `rule "C.0.0" when ` + tt.condition + ` then log.add("" + $r); end`
		for items, want := range map[int]string{4: tt.items, 0: tt.none} {
			lines, _, err := ran(t, rules, items, 0)
			if len(lines) == 0 {
				lines = []string{"-"}
			}
			if got := strings.Join(lines, ";"); got != want || err != nil {
				t.Errorf("%s over %d items: got %s, want %s, %v", tt.condition, items, got, want, err)
			}
		}
	}
}

// TestGatheringIsKeptUpToDate changes, adds and retracts facts under a rule that
// gathers them, and looks at every outcome.
func TestGatheringIsKeptUpToDate(t *testing.T) {
	tests := []struct{ name, rules, want string }{
		{"changes, additions and losses in the middle",
			`rule "G.0.0" salience 9 when $l: List() from collect(Item(w < 50)) then String s = ""; for (Object o : $l) { s += ((Item) o).getV(); } log.add(s); end
rule "G.0.1" salience 5 when $i: Item(v == 1, w == 1) then modify($i) { setW(60) } end
rule "G.0.2" salience 4 when then insert(new Item(7, 1)); end
rule "G.0.3" salience 3 when $i: Item(v == 1, w == 60) then modify($i) { setW(2) } end
rule "G.0.4" salience 2 when $i: Item(v == 0) then retract($i); end
rule "G.0.5" salience 1 when $i: Item(v == 2, w == 2) then modify($i) { setW(3) } end`, "012 02 027 0127 127 127"},
		{"sums follow", `rule "G.0.0" salience 9 when accumulate(Item($w: w); $s: sum($w), $c: count($w)) then log.add($s + "/" + $c); end
rule "G.0.1" when $i: Item(v == 2, w == 2) then modify($i) { setW(30) } end
rule "G.0.2" salience -1 when $i: Item(v == 1) then retract($i); end`, "3/3 31/3 30/2"},
		{"what the pattern does not read changes nothing",
			`rule "G.0.0" salience 9 when accumulate(Item(v < 9); $c: count()) then log.add("" + $c); end
rule "G.0.1" when $i: Item(w == 2) then modify($i) { setW(30) } end`, "3"},
		{"by key", `rule "G.0.0" salience 9 when Note($x: x) $l: List() from collect(Item(w == $x)) then log.add($x + ":" + $l.size()); end
rule "G.0.1" salience 5 when then insert(new Note(1)); insert(new Note(2)); end
rule "G.0.2" when $i: Item(v == 2, w == 2) then modify($i) { setW(1) } end
rule "G.0.3" salience -1 when $i: Item(v == 1) then retract($i); end`, "2:1 1:1 2:0 1:2 1:1"},
		{"no-loop sees the changes of what is gathered",
			`rule "G.0.0" no-loop when $l: List() from collect(Item(w < 9)) then log.add("" + $l.size()); insert(new Item(5, 5)); end
rule "G.0.1" salience -1 when Item(v == 5) not Item(v == 6) then insert(new Item(6, 6)); log.add("x"); end`, "3 x 5"},
		{"sets have each element once", `rule "G.0.0" when $s: Set() from collect(Item(v < 2)) then log.add("" + $s.size()); $s.clear(); end
rule "G.0.1" when $s: LinkedList(size == 3) from collect(Item()) then log.add("l" + $s.size()); end`, "2 l3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines, _, err := ran(t, tt.rules, 3, 0)
			if got := strings.Join(lines, " "); got != tt.want || err != nil {
				t.Errorf("got %q, want %q, %v", got, tt.want, err)
			}
		})
	}
}
