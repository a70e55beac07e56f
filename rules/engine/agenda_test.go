package engine

import (
	"strings"
	"testing"
)

// TestTheAgenda runs rules over items of v 0, 1, 2 … with w as v % 7, and compares
// what they log, in order.
func TestTheAgenda(t *testing.T) {
	tests := []struct {
		name, rules string
		items       int
		want        string
	}{
		{"computed salience fires the highest match, of equal ones the latest",
			`rule "A.0.0" salience ($w) when $i: Item($w: w, $v: v) then log.add("a" + $v); end`, 9, "a6 a5 a4 a3 a2 a8 a1 a7 a0"},
		{"rules of constant salience come between", `rule "A.0.0" salience ($v) when $i: Item($v: v) then log.add("a" + $v); end
rule "A.0.1" salience 1 when $i: Item($v: v) then log.add("b" + $v); end`, 3, "a2 a1 b0 b1 b2 a0"},
		{"an earlier rule of the same salience goes first", `rule "A.0.0" salience 1 when $i: Item($v: v) then log.add("b" + $v); end
rule "A.0.1" salience ($v) when $i: Item($v: v) then log.add("a" + $v); end`, 3, "a2 b0 b1 b2 a1 a0"},
		{"computed salience follows an update",
			`rule "A.0.0" salience ($v) when $i: Item($v: v, w < 3) then log.add("a" + $v); modify($i) { setV($v - 3), setW(9) } end
rule "A.0.1" salience 9 when $i: Item(v == 0, w == 0) then modify($i) { setV(5) } end`, 3, "a5 a2 a1"},
		{"salience may be negative, and worked out", `rule "A.0.0" salience -1 when then log.add("a"); end
rule "A.0.1" salience (2 - 4) when then log.add("b"); end
rule "A.0.2" salience (1 + 1) when then log.add("c"); end`, 0, "c a b"},
		{"enabled may look at bindings", `rule "A.0.0" enabled ($v > 0) when $i: Item($v: v) then log.add("a" + $v); end`, 3, "a1 a2"},
		{"enabled may be constant", `rule "A.0.0" enabled (1 > 2) when then log.add("a"); end
rule "A.0.1" enabled (1 < 2) when then log.add("b"); end
rule "A.0.2" enabled false when then log.add("c"); end
rule "A.0.3" enabled true when then log.add("d"); end`, 0, "b d"},
		{"first in, first out", `rule "A.0.0" when $i: Item(w < 2) then log.add($i.getV() + "/" + $i.getW()); modify($i) { ` +
			`setW($i.getW() + 1) } end`, 2, "0/0 1/1 0/1"},
		{"a match that waits keeps its place", `rule "A.0.0" when $i: Item($w: w) then log.add($i.getV() + "/" + $w); end
rule "A.0.1" salience 1 when $i: Item(v == 1, w == 1) then log.add("x"); modify($i) { setW(5) } end`, 3, "x 0/0 1/5 2/2"},
		{"a retracted fact takes its matches along", `rule "A.0.0" when $i: Item() then log.add("" + $i.getV()); end
rule "A.0.1" salience 1 when $i: Item(v == 1) then retract($i); end`, 3, "0 2"},
		{"an earlier rule pre-empts", `rule "A.0.0" when Note($x: x) then log.add("n" + $x); end
rule "A.0.1" when $i: Item() then log.add("i" + $i.getV()); insert(new Note($i.getV())); end`, 2, "i0 n0 i1 n1"},
		{"a later one does not", `rule "A.0.1" when $i: Item() then log.add("i" + $i.getV()); insert(new Note($i.getV())); end
rule "A.0.0" when Note($x: x) then log.add("n" + $x); end`, 2, "i0 i1 n0 n1"},
		{"no-loop", `rule "A.0.0" no-loop when $i: Item(w < 5) then log.add("a" + $i.getW()); modify($i) { setW($i.getW() + 1) } end
rule "A.0.1" when $i: Item(w == 1) then log.add("b"); modify($i) { setW(3) } end`, 1, "a0 b a3"},
		{"no-loop keeps a rule from the facts that it inserts",
			`rule "A.0.0" no-loop when $i: Item($v: v < 4) then log.add("a"); insert(new Item(3, 1)); end`, 1, "a"},
		{"lock-on-active keeps what was there",
			`rule "A.0.0" lock-on-active when $i: Item() then log.add("a" + $i.getW()); modify($i) { setW(9) } end
rule "A.0.1" lock-on-active salience -1 when $i: Item($w: w) then log.add("b" + $w); insert(new Item(5, 5)); end`, 2, "a1 a0 b9 b9"},
		{"lock-on-active ends with the focus",
			`rule "A.0.0" agenda-group "g" lock-on-active when $i: Item($v: v) then log.add("g" + $v); end
rule "A.0.1" when $i: Item(v == 0) then drools.setFocus("g"); log.add("m"); end
rule "A.0.2" salience -1 when $i: Item(v == 1) then insert(new Item(7, 7)); drools.setFocus("g"); end`, 2, "m g1 g0 g7"},
		{"an activation group fires one of its matches",
			`rule "A.0.0" activation-group "x" when $i: Item() then log.add("a" + $i.getV()); end
rule "A.0.1" activation-group "x" salience 2 when $i: Item(v == 1) then log.add("b"); end
rule "A.0.2" activation-group "y" when $i: Item(v == 1) then log.add("c"); end`, 3, "b c"},
		{"an activation group fires again for later facts",
			`rule "A.0.0" activation-group "x" when $i: Item(v < 50) then log.add("a" + $i.getV()); end
rule "A.0.1" salience -1 when Item(v == 1) then insert(new Item(40, 1)); end`, 2, "a0 a40"},
		{"a group that is not focused does not fire",
			`rule "A.0.0" agenda-group "g" when then log.add("a"); end rule "A.0.1" agenda-group "MAIN" when then log.add("b"); end
rule "A.0.2" agenda-group "DEFAULT" when then log.add("c"); end rule "A.0.3" agenda-group "" when then log.add("d"); end`, 0, "b c d"},
		{"groups are a stack", `rule "A.0.0" when then drools.setFocus("g"); drools.setFocus("h"); log.add("a"); end
rule "A.0.1" when then log.add("b"); end rule "A.0.2" agenda-group "g" when then log.add("g"); end
rule "A.0.3" agenda-group "h" when then log.add("h"); drools.setFocus("g"); end`, 0, "a h g b"},
		{"auto-focus waits until the group has nothing to fire",
			`rule "A.0.0" when $i: Item() then log.add("a" + $i.getV()); insert(new Note($i.getV())); end
rule "A.0.1" agenda-group "g" auto-focus when Note(x == 1) then log.add("g"); end`, 3, "a0 a1 a2 g"},
		{"halt ends the run", `rule "A.0.0" when $i: Item() then log.add("" + $i.getV()); if ($i.getV() == 1) ` +
			`drools.halt(); end`, 5, "0 1"},
		{"an unchanged fact fires again when it is updated", `rule "A.0.0" when $i: Item(v == 0) then log.add("a"); end
rule "A.0.1" salience -1 when $i: Item(w == 0) then modify($i) { setV(0) } end`, 1, "a a"},
		{"modify wakes readers of the property only",
			`rule "A.0.0" when $i: Item(v == 0) then log.add("v"); end rule "A.0.1" when $i: Item() then log.add("-"); end
rule "A.0.2" when $i: Item($w: w) then log.add("w"); end rule "A.0.3" when $i: Item(this != null) then log.add("t"); end
rule "A.0.4" when $i: Item() eval($i.getW() >= 0) then log.add("e"); end rule "A.0.5" when $i: Item() not Note(x == $i.w) then log.add("n"); end
rule "A.0.6" salience -1 when $i: Item(w == 0) then modify($i) { setW(5) } end`, 1, "v - w t e n w t e n"},
		{"@watch chooses the properties",
			`rule "A.0.0" when $i: Item(v == 0) @watch(w) then log.add("w"); end rule "A.0.1" when $i: Item(v == 0) @watch(!v) then log.add("!v"); end
rule "A.0.2" when $i: Item() @watch(*) then log.add("*"); end rule "A.0.3" when $i: Item(v == 0) @watch(!*) then log.add("!*"); end
rule "A.0.4" when $i: Item(v == 0) @watch(*, !w) then log.add("*!w"); end rule "A.0.5" when $i: Item(v == 0) @watch(!*, w) then log.add("!*w"); end
rule "A.0.6" salience -1 when $i: Item(w == 0) then log.add("|"); modify($i) { setW(5) } end rule "A.0.7" salience -2 when $i: Item(w == 5) then log.add("|"); modify($i) { setV(0) } end`, 1,
			"w !v * !* *!w !*w | w * !*w | w * *!w"},
		{"@classReactive wakes all",
			`declare Whole @classReactive a: int b: int end rule "A.0.0" salience 9 when then insert(new Whole(1, 2)); end
rule "A.0.1" when Whole(a == 1) then log.add("a"); end rule "A.0.2" salience -1 when $x: Whole(b == 2) then modify($x) { setB(3) } end`, 0, "a a"},
		{"update wakes all", `rule "A.0.0" when $i: Item(v == 0) then log.add("v"); end rule "A.0.1" when $i: Item() then log.add("-"); end
rule "A.0.6" salience -1 when $i: Item(w == 0) then Item x = $i; x.setW(5); update($i); end`, 1, "v - v -"},
		{"update after setters wakes those that read them",
			`rule "A.0.0" when $i: Item(v == 0) then log.add("v"); end rule "A.0.1" when $i: Item(w >= 0) then log.add("-"); end
rule "A.0.6" salience -1 when $i: Item(w == 0) then $i.setW(5); update($i); end`, 1, "v - -"},
		{"modify without a setter wakes none", `rule "A.0.0" when $i: Item(v == 0, this != null) then log.add("v"); end
rule "A.0.6" salience -1 when $i: Item(w == 0) then modify($i) { } end`, 1, "v"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines, _, err := ran(t, tt.rules, tt.items, 0)
			if got := strings.Join(lines, " "); got != tt.want || err != nil {
				t.Errorf("got %q, want %q, %v", got, tt.want, err)
			}
		})
	}
}

func TestLogicalFacts(t *testing.T) {
	tests := []struct{ name, rules, want string }{
		{"live as long as one of several reasons", `rule "L.0.0" when $i: Item(w < 5) then insertLogical(new Note(1)); end
rule "L.0.1" when Note() then log.add("note"); end rule "L.0.2" when not Note() then log.add("none"); end
rule "L.0.3" salience -1 when $i: Item(w < 5) then log.add("drop"); modify($i) { setW(9) } end`, "note drop drop none"},
		{"give way to a stated one", `rule "L.0.0" when $i: Item(v == 0, w < 5) then insertLogical(new Note(1)); end
rule "L.0.1" when $n: Note() then log.add("note"); end rule "L.0.2" salience -1 when then insert(new Note(1)); end
rule "L.0.3" salience -2 when $i: Item(v == 0, w < 5) then modify($i) { setW(9) } end
rule "L.0.4" salience -3 when $l: List() from collect(Note()) then log.add("" + $l.size()); end`, "note note 1"},
		{"are not inserted beside a stated one", `rule "L.0.0" salience 1 when then insert(new Note(1)); end
rule "L.0.1" when $i: Item(w < 5) then insertLogical(new Note(1)); end rule "L.0.2" salience -2 when $i: Item(w < 5) then modify($i) { setW(9) } end
rule "L.0.4" salience -3 when $l: List() from collect(Note()) then log.add("" + $l.size()); end`, "1"},
		{"may be retracted", `rule "L.0.0" when $i: Item(v == 0) then insertLogical(new Note(1)); end
rule "L.0.1" when $n: Note() then retract($n); log.add("gone"); end rule "L.0.2" salience -1 when not Note() then log.add("none"); end`, "gone none"},
		{"of different keys are different",
			`rule "L.0.0" when $i: Item() then insertLogical(new Note($i.getV())); insertLogical(new Note($i.getV())); end
rule "L.0.4" salience -3 when $l: List() from collect(Note()) then log.add("" + $l.size()); end`, "2"},
		{"are found by their key of now", `rule "L.0.0" salience 3 when then insert(new Note(7)); insertLogical(new Note(8)); end
rule "L.0.1" salience 2 when $n: Note(x == 7) then modify($n) { setX(1) } end
rule "L.0.2" when Item(v == 1) then insertLogical(new Note(1)); insertLogical(new Note(7)); end
rule "L.0.4" salience -3 when $l: List() from collect(Note()) then log.add("" + $l.size()); end`, "3"},
		{"withdraw each other", `rule "L.0.0" when $i: Item(v == 0) not Note(x == 2) then insertLogical(new Note(1)); end
rule "L.0.1" salience -1 when Note(x == 1) then log.add("one"); insert(new Note(2)); end
rule "L.0.2" salience -2 when not Note(x == 1) then log.add("withdrawn"); end`, "one withdrawn"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines, _, err := ran(t, tt.rules, 2, 0)
			if got := strings.Join(lines, " "); got != tt.want || err != nil {
				t.Errorf("got %q, want %q, %v", got, tt.want, err)
			}
		})
	}
}

// TestAQueueLetsGoOfWhatIsTaken: matches that have fired are not kept by it.
func TestAQueueLetsGoOfWhatIsTaken(t *testing.T) {
	q := &queue{}
	acts := []*activation{{}, {}, {}}
	for _, act := range acts {
		q.pushMatch(act, 0)
	}
	for i, act := range acts[:2] {
		if q.nextMatch() != act {
			t.Fatalf("match %d is not next, want %v", i, act)
		}
		act.leaveQueue()
	}
	if q.nextMatch() != acts[2] || q.list[0].act != nil || q.list[1].act != nil {
		t.Errorf("got %+v, want q.nextMatch() = %v, q.list[0].act = nil and q.list[1].act = nil", q.list, acts[2])
	}
	if acts[2].leaveQueue(); q.nextMatch() != nil || len(q.list) > 0 || q.from != 0 {
		t.Errorf("an empty queue is %+v from %d, want q.nextMatch() = nil, no q.list and q.from = 0", q.list, q.from)
	}
}

func TestPropertiesOfGetters(t *testing.T) {
	for method, want := range map[string]string{"getX": "x", "getXy": "xy", "isX": "x", "isEmpty": "empty", "get": "get",
		"is": "is", "getx": "getx", "issue": "issue", "X": "X", "Foo": "Foo", "getA": "a", "getZ": "z", "get@": "get@",
		"get[": "get[", "": "", "x": "x", "setX": "setX"} {
		if got := getterProperty(method); got != want {
			t.Errorf("%s: got %s, want %s", method, got, want)
		}
	}
}
