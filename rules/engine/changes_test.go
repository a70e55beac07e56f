package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// A ledger is told of changes of facts beside firings.
type ledger struct{ diary }

func (l *ledger) Inserted(object any, logical bool) {
	l.lines = append(l.lines, fmt.Sprint("inserted ", host.ToString(object), " ", logical))
}

func (l *ledger) Updated(object any) {
	l.lines = append(l.lines, "updated "+host.ToString(object))
}

func (l *ledger) Ignored(object any) {
	l.lines = append(l.lines, "ignored "+host.ToString(object))
}

func (l *ledger) Retracted(object any) {
	l.lines = append(l.lines, "retracted "+host.ToString(object))
}

func TestAnObserverOfChangesIsToldOfThem(t *testing.T) {
	source := `rule "A.0.0" salience 1 when then insert("x"); insertLogical("y"); end
rule "A.0.1" when $s: String(this == "x") then update($s); retract($s); update($s); end`
	s, l := startSession(t, source, nil, Limits{Firings: 10}), &ledger{}
	s.Observe(l)
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	want := []string{"1 begins A.0.0 [] <nil>", "inserted x false", "inserted y true", "1 ends A.0.0 true",
		"2 begins A.0.1 [x] x", "updated x", "retracted x", "ignored x", "2 ends A.0.1 true"}
	if !slices.Equal(l.lines, want) {
		t.Errorf("got  %q\nwant %q", l.lines, want)
	}
	s, l = startSession(t, source, nil, Limits{Firings: 10}), &ledger{}
	s.Observe(l)
	s.Observe(nil)
	if err := s.Run(); err != nil || len(l.lines) > 0 || len(s.FactsOfClass("String")) != 1 {
		t.Errorf(`nobody observes: %v, %v, %v, want no l.lines, len(s.FactsOfClass("String")) = 1 and no error`, err, l.lines,
			s.FactsOfClass("String"))
	}
}

// TestFailuresTellWhatTheyStandFor has what a rule can panic with.
func TestFailuresTellWhatTheyStandFor(t *testing.T) {
	for _, tt := range []struct {
		with any
		want string
	}{
		{&host.LimitError{Message: "a limit"}, "a limit"}, {&host.Throwable{Class: "X", Message: "m"}, "X: m"},
		{errors.New("a defect"), "internal error: a defect"}, {"a word", "internal error: a word"},
	} {
		s := startSession(t, `rule "A.0.0" when then end`, nil, Limits{})
		s.rt.Rule, s.rt.Offset = "A.0.0", 7
		var e *RuleError
		if !errors.As(s.toRuleError(tt.with), &e) || e.Msg != tt.want || e.Rule != "A.0.0" || e.Offset != 7 {
			t.Errorf("%v: got %+v, want %s", tt.with, e, tt.want)
		}
	}
}

// runLogged runs rules that add to a list of lines.
func runLogged(t *testing.T, source string) string {
	t.Helper()
	log := host.NewList()
	s := startSession(t, "import java.util.*; import java.math.*; global List log\n"+source, map[string]any{"log": log},
		Limits{Firings: 60})
	var out []string
	err := s.Run()
	for _, line := range log.Items {
		out = append(out, host.ToString(line))
	}
	if err != nil {
		out = append(out, err.Error())
	}
	return strings.Join(out, " ")
}

// TestFactsThatAreEqual has logical and stated facts that equal each other, and whose
// keys change.
func TestFactsThatAreEqual(t *testing.T) {
	const keyed = `declare K a: int @key b: int end
`
	for _, tt := range []struct{ name, rules, want string }{
		{"an equal logical fact is the same", `rule "A.0.0" salience 9 when then insertLogical(new K(1, 1)); insertLogical(new ` +
			`K(1, 2)); insertLogical(new K(2, 3)); end rule "A.0.1" when K($a: a, $b: b) then log.add($a + "/" + $b); end`, "1/1 2/3"},
		{"stated facts may be equal", `rule "A.0.0" salience 9 when then insert(new K(1, 1)); insert(new K(1, 2)); end rule ` +
			`"A.0.1" when K($a: a, $b: b) then log.add($a + "/" + $b); end`, "1/1 1/2"},
		{"a stated fact stands beside a logical one",
			`rule "A.0.0" salience 9 when then insertLogical(new K(1, 1)); insert(new K(1, 2)); end rule "A.0.1" when K($a: a, ` +
				`$b: b) then log.add($a + "/" + $b); end`, "1/1 1/2"},
		{"a logical fact does not take that of a stated one",
			`rule "A.0.0" salience 9 when then insert(new K(1, 1)); insertLogical(new K(1, 2)); end rule "A.0.1" when K($a: a, ` +
				`$b: b) then log.add($a + "/" + $b); end`, "1/1"},
		{"what has another key now is equal to others",
			`rule "A.0.0" salience 9 when then insert(new K(1, 1)); insertLogical(new K(5, 0)); end rule "A.0.1" salience 8 when $k: K(a == 1, b == 1) then modify($k) { setA(2) } end
rule "A.0.2" salience 7 when K(a == 2) then insertLogical(new K(1, 7)); insertLogical(new K(2, 8)); end rule "A.0.3" when K($a: a, $b: b) then log.add($a + "/" + $b); end`, "2/1 5/0 1/7"},
		{"a retracted fact is equal to none", `rule "A.0.0" salience 9 when then insert(new K(1, 1)); insertLogical(new K(3, ` +
			`0)); end rule "A.0.1" salience 8 when $k: K(a == 1) then retract($k); insertLogical(new K(1, 2)); ` +
			`log.add("retracted"); end rule "A.0.2" when K($b: b) then log.add("" + $b); end`, "retracted 0"},
		{"the same object twice is one fact", `rule "A.0.0" salience 9 when then K k = new K(1, 1); insert(k); insert(k); ` +
			`insertLogical(k); end rule "A.0.1" when K($b: b) then log.add("" + $b); end`, "1"},
		{"a logical fact that is stated stays", `rule "A.0.0" salience 9 when not String() then K k = new K(1, 1); ` +
			`insertLogical(k); insert(k); insert("x"); end rule "A.0.1" when K($b: b) String() then log.add("" + $b); end`, "1"},
		{"it goes with its reason otherwise", `rule "A.0.0" salience 9 when not String() then K k = new K(1, 1); ` +
			`insertLogical(k); insert("x"); end rule "A.0.1" when K($b: b) String() then log.add("" + $b); end rule "A.0.2" ` +
			`when not K() then log.add("none"); end`, "none"},
		{"two reasons",
			`rule "A.0.0" salience 9 when then insert("x"); insert("y"); end rule "A.0.1" salience 8 when String() then insertLogical(new K(1, 1)); end rule "A.0.2" salience 7 when $s: String(this == "x") K() then log.add("x"); retract($s); end
rule "A.0.3" salience 6 when $s: String(this == "y") K() then log.add("y"); retract($s); end rule "A.0.4" when not K() then log.add("none"); end`, "x y none"},
		{"update of what is no fact", `rule "A.0.0" when then update(new K(1, 1)); end`,
			`rule "A.0.0": IllegalStateException: update of a K that is no fact`},
		{"null is no fact", `rule "A.0.0" when then insert(null); end`, `rule "A.0.0": NullPointerException: null is no fact`},
	} {
		if got := runLogged(t, keyed+tt.rules); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestJoinsFindEqualValuesOfEveryKind compares properties by which facts are looked
// up, each of them with the others.
func TestJoinsFindEqualValuesOfEveryKind(t *testing.T) {
	const head = `declare A o: Object end declare B o: Object n: int end
rule "A.0.0" salience 9 when then for (Object o : Arrays.asList(VALUES)) { insert(new A(o)); insert(new B(o, 1)); } end
rule "A.0.1" when A($o: o) B(o == $o, $p: o, n == 1) then log.add($o + "=" + $p); end`
	for values, want := range map[string]string{
		`"", "x"`: "= x=x", `1, 1L, 2`: "1=1 1=1 1=1 1=1 2=2", `"1", 1`: "1=1 1=1 1=1 1=1", `"1", "1.0"`: "1=1 1.0=1.0",
		`null, "null"`: "null=null null=null", `1.5, "1.5", 2.5`: "1.5=1.5 1.5=1.5 1.5=1.5 1.5=1.5 2.5=2.5",
		`true, false`: "true=true false=false", `List.of(1), List.of(1), List.of(2)`: "[1]=[1] [1]=[1] [1]=[1] [1]=[1] [2]=[2]",
		`new BigDecimal("1.0"), new BigDecimal("2.0")`: "1.0=1.0 2.0=2.0", `"nan", "inf", "i"`: "nan=nan inf=inf i=i",
	} {
		if got := runLogged(t, strings.Replace(head, "VALUES", values, 1)); got != want {
			t.Errorf("%s: got %q, want %q", values, got, want)
		}
	}
}

func TestValuesOfOneBucketMayBeEqual(t *testing.T) {
	up := &host.Enum{Class: "E", Name: "UP"}
	one := bucketOf(int32(1))
	for _, v := range []any{int64(1), 1.0, "1", " 1 ", "1.0", "+1", "1e0"} {
		if bucketOf(v) != one {
			t.Errorf("%#v is not with 1, want %v", v, one)
		}
	}
	for _, v := range []any{"", " ", "one", "-", "x1", nil, int32(2), 1.5} {
		if got := bucketOf(v); got == nil || got == one {
			t.Errorf("%#v: got %v, want it set and other than %v", v, got, one)
		}
	}
	if bucketOf(up) != bucketOf("UP") || bucketOf(nil) == bucketOf("null") || bucketOf("NaN") != "NaN" {
		t.Error("names are not with their constants, or null is with a word")
	}
	for _, v := range []any{math.NaN(), host.NewList(), &host.Decimal{}, true} {
		if got := bucketOf(v); got != nil {
			t.Errorf("%#v: got %v, want none", v, got)
		}
	}
}

func TestABindingOfABindingIsKnownBehindIt(t *testing.T) {
	source := `rule "A.0.0" when $a: String($n: length()) $i: Integer($k: $n, this == $k) then log.add($a + $i); end
rule "A.0.1" salience 9 when then insert("bb"); insert("a"); insert(1); insert(2); end`
	if got, want := runLogged(t, source), "bb2 a1"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestExpressionsThatNobodyHasRefusedBefore are refused when they are compiled.
func TestExpressionsThatNobodyHasRefusedBefore(t *testing.T) {
	for _, value := range []string{"[1, 2]", "[1: 2]", "/a/b"} {
		file, _ := syntax.Parse(syntax.NewSource(`declare N v: int end rule "A.0.0" when N(v == ` + value + `) then end`))
		if _, problems := Compile(file, markRegistry()); len(problems) == 0 || problems[0].Message != "this expression is not supported in rules" {
			t.Errorf("%s: %v, want some problems and problems[0].Message = this expression is not supported in rules", value, problems)
		}
	}
}

// TestMatchesOfAStageEndAndComeBack has rules whose first pattern is a stage of the work: when it
// is over all their matches end at once, with what they have concluded, and those that hold when it
// begins again fire again.
func TestMatchesOfAStageEndAndComeBack(t *testing.T) {
	got := runLogged(t, `declare Stage name: String end
declare N v: int end
declare L v: int end
rule "A.0.0" salience 9 when then insert(new Stage("one")); insert(new N(1)); insert(new N(2)); end
rule "A.0.1" salience 8 when Stage(name == "one") $n: N($v: v) then insertLogical(new L($v)); log.add("in " + $v); end
rule "A.0.2" salience 7 when Stage(name == "one") $n: N($v: v) not N(v > 5) then log.add("small " + $v); end
rule "A.0.3" when $s: Stage(name == "one") not N(v == 3)
then log.add("ends"); modify($s) { setName("two") } end
rule "A.0.4" when $s: Stage(name == "two") accumulate(L($v: v); $c: count(), $m: max($v))
then log.add("left " + $c + " " + $m); insert(new N(3)); modify($s) { setName("one") } end
rule "A.0.5" when $l: L($v: v) not Stage(name == "one") then log.add("kept " + $v); end`)
	want := "in 1 in 2 small 2 small 1 ends left 0 null in 1 in 2 in 3 small 3 small 2 small 1"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
