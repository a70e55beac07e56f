package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// conformanceTypes are the types of the programs below.
const conformanceTypes = `declare N id: int v: int w: int s: String end
declare M id: int l: int b: boolean end
declare L x: int @key end
`

// TestProgramsThatDroolsSettles runs small programs, each about one behaviour of Drools:
// what the manual of Drools 8 says in its chapters on truth maintenance, property
// reactivity and rule attributes, or what Drools was seen to do. The wanted line has
// what is logged and, after a bar, the facts that are left.
func TestProgramsThatDroolsSettles(t *testing.T) {
	for _, tt := range []struct{ name, rules, want string }{
		{"a match that fires again withdraws what it justified before",
			`rule "S.0.0" salience 9 when then insert(new N(1, 1, 0, "a")); end
rule "S.0.1" when N($v: v) then insertLogical(new L($v)); end
rule "S.0.2" salience -1 when $n: N(v < 3) then modify($n) { setV($n.getV() + 1) } end`, "| L( x=3 ) N( id=1, v=3, w=0, s=a )"},
		{"what it justifies again stays",
			`rule "S.0.0" salience 9 when then insert(new N(1, 1, 0, "a")); end
rule "S.0.1" when $n: N(v < 4) then insertLogical(new L(7)); modify($n) { setV($n.getV() + 1) } end
rule "S.0.2" salience 5 when L() then log.add("L"); end`, "L | N( id=1, v=4, w=0, s=a )"},
		{"a conclusion may change the list that it comes from",
			`rule "S.0.0" when $l: List() from collect(L()) then log.add($l.size()); insertLogical(new L(1)); end`, "0 1 | L( x=1 )"},
		{"a conclusion may change the number that it comes from",
			`rule "S.0.0" when accumulate(L(); $c: count()) then log.add($c); insertLogical(new L(1)); end`, "0 1 | L( x=1 )"},
		{"setters before update are what has changed",
			`rule "S.0.0" salience 9 when then insert(new N(1, 2, 0, "a")); end
rule "S.0.1" when $n: N(v == 2) then log.add("v"); $n.setW(5); update($n); end
rule "S.0.2" when N(w == 5) then log.add("w"); end`, "v w | N( id=1, v=2, w=5, s=a )"},
		{"a function may have changed all",
			`function void raise(N n) { n.setV(n.getV() + 1); }
rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N(v < 2) then log.add($n.getV()); raise($n); update($n); end`, "0 1 | N( id=1, v=2, w=0, s=a )"},
		{"a method of a property reads the property",
			`rule "S.0.0" salience 9 when then insert(new N(1, 2, 0, "ab")); end
rule "S.0.1" when $n: N(s.length() > 1, s != null && s.toUpperCase() == "AB") then log.add("s"); modify($n) { setW(5) } end`,
			"s | N( id=1, v=2, w=5, s=ab )"},
		{"a property of this is one",
			`rule "S.0.0" salience 9 when then insert(new N(1, 2, 0, "ab")); end
rule "S.0.1" when $n: N(this.v == 2, this.getV() < 3) then log.add("v"); modify($n) { setW(5) } end`, "v | N( id=1, v=2, w=5, s=ab )"},
		{"this itself is all properties",
			`rule "S.0.0" salience 9 when then insert(new N(1, 2, 0, "ab")); end
rule "S.0.1" when $n: N(this != null) then log.add($n.getW()); if ($n.getW() < 2) { modify($n) { setW($n.getW() + 1) } } end`,
			"0 1 2 | N( id=1, v=2, w=2, s=ab )"},
		{"a property that is bound before a lone collect is not watched",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N($v: v) List() from collect(M()) then log.add($v); modify($n) { setV($v + 1) } end`, "0 | N( id=1, v=1, w=0, s=a )"},
		{"it is when the collect looks at it",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N($v: v) List() from collect(M(l == $v)) then log.add($v); if ($v < 2) { modify($n) { setV($v + 1) } } end`,
			"0 1 2 | N( id=1, v=2, w=0, s=a )"},
		{"it is when it is tested",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N($v: v, v < 2) List() from collect(M()) then log.add($v); modify($n) { setV($v + 1) } end`,
			"0 1 | N( id=1, v=2, w=0, s=a )"},
		{"it is when it is aggregated under its name",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); insert(new N(2, 5, 0, "b")); end
rule "S.0.1" when $n: N($v: v, id == 1) accumulate(N($x: v, id == 2); $s: sum($x)) then log.add($v); if ($v < 2) { modify($n) { setV($v + 1) } } end`,
			"0 1 2 | N( id=1, v=2, w=0, s=a ) N( id=2, v=5, w=0, s=b )"},
		{"@watch adds a property",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N(v == 0) @watch(w) then log.add($n.getW()); if ($n.getW() < 2) { modify($n) { setW($n.getW() + 1) } } end`,
			"0 1 2 | N( id=1, v=0, w=2, s=a )"},
		{"@watch with ! takes one out",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N(v < 9) @watch(!v) then log.add($n.getV()); modify($n) { setV($n.getV() + 1) } end`, "0 | N( id=1, v=1, w=0, s=a )"},
		{"@watch holds before a lone collect",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N($v: v) @watch(v) List() from collect(M()) then log.add($v); if ($v < 1) { modify($n) { setV($v + 1) } } end`,
			"0 1 | N( id=1, v=1, w=0, s=a )"},
		{"modify assigns",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N(v == 0) then modify($n) { v = 4, s = "b", setW(3) } end
rule "S.0.2" when N(v == 4, w == 3) then log.add("woken"); end`, "woken | N( id=1, v=4, w=3, s=b )"},
		{"lock-on-active holds for the first fact of a session",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" lock-on-active when N() then log.add("locked"); end`, "| N( id=1, v=0, w=0, s=a )"},
		{"lock-on-active sees a change inside of not",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); insert(new M(1, 4, true)); drools.setFocus("g"); end
rule "S.0.1" agenda-group "g" when $m: M(l == 4) then modify($m) { setL(5) } end
rule "S.0.2" agenda-group "g" lock-on-active when N() not M(l == 4) then log.add("locked"); end`,
			"| M( id=1, l=5, b=true ) N( id=1, v=0, w=0, s=a )"},
		{"no-loop is of each branch of an or",
			`rule "S.0.0" salience 9 when then insert(new N(1, 5, 0, "a")); end
rule "S.0.1" no-loop when $n: N(v < 7) (N(id > 0) or N(id < 10)) then log.add($n.getV()); modify($n) { setV($n.getV() + 1) } end`,
			"5 6 | N( id=1, v=7, w=0, s=a )"},
		{"modify of a deleted fact does nothing",
			`rule "S.0.0" salience 9 when then insert(new N(1, 0, 0, "a")); end
rule "S.0.1" when $n: N() then delete($n); modify($n) { setV(7) } update($n); log.add("on"); end`, "on |"},
		{"forall of a type with itself asks for one",
			`rule "S.0.0" salience 9 when then insert(new M(7, 0, false)); end
rule "S.0.1" when forall($m: M(id == 99) M(this == $m, b)) then log.add("none has 99"); end
rule "S.0.2" when forall($m: M(id > 5) M(this == $m, !b)) then log.add("one has 7"); end
rule "S.0.3" when forall($m: M(id == 99) L(x == $m.id)) then log.add("of another type"); end
rule "S.0.4" when forall(L(x == 1)) then log.add("single"); end`, "one has 7 of another type single | M( id=7, l=0, b=false )"},
		{"a declared type is written with its fields",
			`declare E end declare P extends M n: N end
rule "S.0.0" when then log.add(new E() + "" + new P(1, 2, true, new N(3, 4, 5, null))); end`,
			"E(  )P( id=1, l=2, b=true, n=N( id=3, v=4, w=5, s=null ) ) |"},
	} {
		if got := endOf(t, conformanceTypes+tt.rules); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestFieldsOfUnknownClasses: such a field is a defect at its place, also where it is used.
func TestFieldsOfUnknownClasses(t *testing.T) {
	source := `declare N a: Nope b: List<Gone> v: int end
rule "A.0.0" when $n: N(a != null, a.x == 1) then modify($n.a) { setX(1) } modify($n) { v = 1 } end`
	file, _ := syntax.Parse(syntax.NewSource(source))
	syntax.ParseJava(file)
	_, problems := Compile(file, javaRegistry())
	if len(problems) < 2 {
		t.Fatalf("got %v, want at least 2", problems)
	}
	for i, want := range []string{"Nope", "Gone"} {
		if p := problems[i]; p.Offset != strings.Index(source, want) || !strings.Contains(p.Message, want) {
			t.Errorf("got %+v, want the unknown class %s at its place", p, want)
		}
	}
}

// endOf runs rules and returns what they log and the facts that are left, sorted.
func endOf(t *testing.T, source string) string {
	t.Helper()
	log := host.NewList()
	s := startSession(t, "import java.util.*; global List log\n"+source, map[string]any{"log": log}, Limits{Firings: 60})
	err := s.Run()
	var out []string
	for _, line := range log.Items {
		out = append(out, host.ToString(line))
	}
	if err != nil {
		out = append(out, err.Error())
	}
	var facts []string
	for _, f := range s.allFacts() {
		facts = append(facts, host.ToString(f.object))
	}
	slices.Sort(facts)
	return strings.TrimSpace(strings.Join(append(append(out, "|"), facts...), " "))
}
