package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// mark is a fact with a range, as the entities of a document are.
type mark struct {
	start, end int32
	kind       string
}

func (*mark) ClassName() string         { return "Mark" }
func (m *mark) Range() (start, end int) { return int(m.start), int(m.end) }
func (m *mark) overlaps(o *mark) bool   { return m.start < o.end && o.start < m.end }
func (m *mark) in(o *mark) bool         { return o.start <= m.start && m.end <= o.end }
func (m *mark) String() string          { return fmt.Sprint(m.start, "-", m.end, m.kind) }
func method(s string, b func(m *mark, a []any) any) *host.Method {
	return host.M(host.Ours, s, func(_ *host.Call, this any, a []any) any { return b(this.(*mark), a) })
}

func markRegistry() *host.Registry {
	return host.NewRegistry(javalib.Classes(), markClasses())
}

// markClasses is the class of marks, with these methods beside its own.
func markClasses(more ...*host.Method) []*host.Class {
	within := method("within(Mark) boolean", func(m *mark, a []any) any { return m.in(a[0].(*mark)) })
	meets := method("meets(Mark) boolean", func(m *mark, a []any) any { return m.overlaps(a[0].(*mark)) })
	within.Overlap, meets.Overlap = true, true
	return []*host.Class{{Name: "Mark", Methods: append(more, within, meets,
		method("getStart() int", func(m *mark, _ []any) any { return m.start }),
		method("getKind() String", func(m *mark, _ []any) any { return m.kind }),
		method("setKind(String) void", func(m *mark, a []any) any { m.kind = a[0].(string); return nil }))}}
}

// conditions and actions are what random rules are made of. Each condition leaves
// $a, an N, to the action behind it.
var conditions = []string{
	"$a: N(v < 5)", "$a: N(v > 2, w != 3)", "$a: N($v: v) N(this != $a, w == $v)",
	"$a: N($v: v, w == 1 || v == 4) $b: N(v == $v, this != $a)",
	"$m: Mark() $n: Mark(this != $m, within($m)) $a: N(v == 1)",
	"$m: Mark($k: kind) $n: Mark(kind == $k && meets($m), this != $m) $a: N(w == 2)",
	"$a: N() not N(v > $a.v)", "$a: N() exists Mark(kind == 'x')", "$l: List() from collect(N(v == 2)) $a: N(v == 3)",
	"accumulate(N($x: v); $s: sum($x)) $a: N(v == 3)", "$a: N($v: v) ($i: Integer() from List.of(1, 2)) eval($i == $v)",
	"($a: N(v == 0) or $a: N(w == 0))",
	"$a: N() forall(Mark(start < 60))", "$a: N($v: v) L(x == $v)", "$n: Mark() $m: Mark(this != $n, $n.meets(this)) $a: N(v < 2)",
	"$a: N($v: v) not L(x == $v)", "$a: N($w: w) exists N(v == $w, this != $a)",
	"$a: N(v < 4) $l: List(size > 1) from collect(N(w == $a.w))",
	"$m: Mark() not Mark(this != $m, within($m)) $a: N(v == 2)", "$m: Mark($k: kind) exists Mark(meets($m), kind != $k) $a: N(v == 1)",
	"$a: N($v: v) accumulate(N(v == $v, $x: w); $s: sum($x), $c: count(); $c > 1)",
	"$a: N() Number(intValue > 2) from accumulate(N($x: v, w == $a.v), max($x))",
	"$a: N($v: v) forall($o: N(v == $v) N(this == $o, w < 4))", "$a: N(v > 0) not(N($x: v, v < $a.v) and N(v == $x, w == 0))",
	"$a: N() not(L() and N(v == 5))", "$a: N() exists(L($x: x) and N(v == $x, this != $a))", "not L(x == 1) $a: N(v == 1)",
	"exists N(w == 0) $a: N() not N(v == 5)",
	"$a: N($v: v) $l: List() from collect(L(x == $v)) eval($l.size() != 1)",
	"accumulate(N($x: v); $m: min($x), $n: max($x), $l: collectList($x)) $a: N(v == $m)",
	"$a: N() eval($a.getW() > 1)", "$a: N() (not L(x == $a.v) or exists N(w == 4))",
	"$m: Mark() accumulate(Mark(meets($m)); $c: count()) $a: N(v == $c)",
	"$a: N(v > 1) $i: Integer(this > 0) from $a.getW()", "$a: N() forall(N(v < 5))", "$a: N($v: v) $b: N(w == $v) not Mark(kind == 'z')",
	"$a: N() $l: List() from collect(N(this != $a, v == $a.w || w == 1))",
	"$a: N() accumulate((N($x: v) and L(x == $x)); $c: count($x))", "$a: N($w: w) N(v == 5 || $w == 2)",
	"(($a: N($v: v) and not L(x == $v)) or ($a: N(v == 0) and N(w > $a.v)))",
	"(($a: N($v: v) and exists N(w == $v, v > 2)) or ($a: N($w: w) and N(v == $w) and not L(x == $w)))",
	"$a: N($v: v) $i: Integer() from List.of(2, 1, 2) N(w == $i, v != $v)", "$a: N() not(N(v == $a.w) and Mark(kind == 'y'))",
}

var actions = []string{
	"modify($a) { setV(($a.getV() + 1) % 6) }", "modify($a) { setW(($a.getW() + 2) % 5) }", "insert(new N($a.getW(), 4));", "retract($a);",
	"insertLogical(new L($a.getV()));", "$a.setV(1); update($a);", "", "insertLogical(new L($a.getW() % 3));", "insert(new L($a.getV()));",
	"drools.setFocus(\"first\");", "drools.setFocus(\"second\");", "if ($a.getV() == 5) drools.halt();", "modify($a) { }",
}

var attributes = []string{"", "", "", "no-loop", "lock-on-active", "activation-group \"g\"", "agenda-group \"first\"",
	"agenda-group \"second\" auto-focus",
	"agenda-group \"first\" lock-on-active", "no-loop enabled ($a.getV() > 1)", "enabled (1 < 2)", "agenda-group \"second\""}

var saliences = []string{"0", "1", "2", "-1", "(3 - 1)", "($a.getV() - 2)", "0"}

func randomRules(random *rand.Rand) string {
	var b strings.Builder
	b.WriteString("import java.util.*\nglobal List log\ndeclare N v: int w: int end\ndeclare L x: int @key end\n")
	for i := range 2 + random.IntN(5) {
		attribute := attributes[random.IntN(len(attributes))]
		condition := conditions[random.IntN(len(conditions))]
		extra := ""
		if strings.Contains(condition, "$m: Mark") && random.IntN(2) == 0 {
			extra = []string{"retract($m);", "modify($m) { setKind(\"x\") }", "$m.setKind(\"y\"); update($m);"}[random.IntN(3)]
		}
		fmt.Fprintf(&b, "rule \"R.0.%d\" salience %s %s when %s then log.add(\"%d:\" + $a.getV() + \",\" + $a.getW()); %s %s end\n",
			i, saliences[random.IntN(len(saliences))], attribute, condition, i, actions[random.IntN(len(actions))], extra)
	}
	return b.String()
}

// history runs the rules and lists what fired, with the values it saw, in order.
func history(t *testing.T, source string, registry *host.Registry, seed uint64, naive bool) []string {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(source))
	problems = append(problems, syntax.ParseJava(file)...)
	program, more := Compile(file, registry)
	if len(problems)+len(more) > 0 {
		t.Fatalf("%v %v\n%s, want len(problems)+len(more) = 0", problems, more, source)
	}
	log := host.NewList()
	globals := map[string]any{"log": log}
	s := NewSession(context.Background(), program, nil, globals, Limits{Firings: 70})
	plain := newNaive(program, globals, 70)
	insert := func(object any) {
		if naive {
			plain.Insert(object, false)
		} else {
			s.Insert(object, false)
		}
	}
	random := rand.New(rand.NewPCG(seed, 7))
	number := program.registry.Class("N").FindConstructors(2)[0]
	for range 1 + random.IntN(12) {
		insert(number.Body(s.call, nil, []any{random.Int32N(6), random.Int32N(5)}))
	}
	for range random.IntN(10) {
		start := random.Int32N(80)
		insert(&mark{start, start + 1 + random.Int32N(40), []string{"x", "y", "z"}[random.IntN(3)]})
	}
	if naive {
		plain.run("first")
		return leftBy(log, plain.objects)
	}
	if err := s.Run("first"); err != nil && !strings.Contains(err.Error(), "firings") {
		t.Fatalf("%v\n%s", err, source)
	}
	return leftBy(log, s.FactsOfClass)
}

// leftBy is what fired, and the facts that are left.
func leftBy(log *host.List, objects func(class string) []any) []string {
	var out []string
	for _, line := range log.Items {
		out = append(out, line.(string))
	}
	return append(out, host.NewList(objects("Mark")...).String(), fmt.Sprint(len(objects("N")), len(objects("L"))))
}

// TestIncrementalMatchingIsThatOfANaiveEngine runs random rules over random facts
// twice: with memories, deltas and indexes, and by matching everything anew after
// every firing. The same rules must fire on the same values in the same order.
func TestIncrementalMatchingIsThatOfANaiveEngine(t *testing.T) {
	registry := markRegistry()
	fired, seeds := 0, uint64(80)
	if n, err := strconv.ParseUint(os.Getenv("ORACLE_SEEDS"), 10, 32); err == nil {
		seeds = n // for a longer search
	}
	for seed := range seeds {
		source := randomRules(rand.New(rand.NewPCG(seed, 1)))
		got, want := history(t, source, registry, seed, false), history(t, source, registry, seed, true)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d:\ngot  %v\nwant %v\n%s", seed, got, want, source)
		}
		fired += len(want) - 3
	}
	if uint64(fired) < 6*seeds {
		t.Errorf("only %d firings: the rules are too weak a test, want at least %v", fired, 6*seeds)
	}
}
