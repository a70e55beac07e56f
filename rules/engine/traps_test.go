package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// The traps of complexity that rule files lead into. Each test counts work, the facts
// that patterns are tried on, for a size and for ten times that size.

const trapTypes = "import java.util.*\nglobal List log\ndeclare Item v: int w: int end\ndeclare Note x: int @key end\n"

// ran runs a source over items with v from 0 and w of v % 7, and marks that each
// overlap the next one, and gives the lines of the log and the work.
func ran(t *testing.T, source string, items, marks int) (lines []string, work int64, err error) {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(trapTypes + source))
	problems = append(problems, syntax.ParseJava(file)...)
	registry := markRegistry()
	program, more := Compile(file, registry)
	if len(problems)+len(more) > 0 {
		t.Fatalf("%v %v, want len(problems)+len(more) = 0", problems, more)
	}
	log := host.NewList()
	s := NewSession(t.Context(), program, nil, map[string]any{"log": log}, Limits{Matches: 50_000, Firings: 20_000})
	maker := program.registry.Class("Item").FindConstructors(2)[0]
	for i := range items {
		s.Insert(maker.Body(s.call, nil, []any{int32(i), int32(i % 7)}), false)
	}
	for i := range marks {
		s.Insert(&mark{int32(10 * i), int32(10*i + 15), "x"}, false)
	}
	err = s.Run()
	for _, line := range log.Items {
		lines = append(lines, host.ToString(line))
	}
	return lines, s.work, err
}

// grows fails unless ten times the facts are at most so many times the work.
func grows(t *testing.T, source string, items, marks int, most float64) {
	t.Helper()
	_, small, err := ran(t, source, items, marks)
	_, large, more := ran(t, source, 10*items, 10*marks)
	if err != nil || more != nil || small == 0 {
		t.Fatal(small, err, more)
	}
	if ratio := float64(large) / float64(small); ratio > most {
		t.Errorf("%d facts: %d, ten times as many: %d, which is %.1f times the work, want at most %v",
			items+marks, small, large, ratio, most)
	}
}

func TestTrapSelfJoinsAreNearlyLinear(t *testing.T) {
	grows(t, `rule "X.0.0" when $a: Mark($k: kind) $b: Mark(this != $a, kind == $k, meets($a)) then retract($b); end`, 0, 200, 12)
	lines, _, _ := ran(t, `rule "X.0.0" when $a: Mark() $b: Mark(this != $a, meets($a)) then log.add($a + ">" + $b); `+
		`retract($b); end`, 0, 3)
	if got := strings.Join(lines, " "); got != "0-15x>10-25x" {
		t.Errorf("a mirrored match fired after its fact was retracted: %s, want %q", got, "0-15x>10-25x")
	}
}

func TestTrapUnrelatedPatternsEndWithTheNameOfTheRule(t *testing.T) {
	_, work, err := ran(t, `rule "P.0.0" when then end
rule "P.0.1: product" when $a: Item() $b: Item() $c: Mark() then end`, 3000, 3000)
	if err == nil || !strings.Contains(err.Error(), `"P.0.1: product"`) ||
		!strings.Contains(err.Error(), "more than 50000 matches at once") {
		t.Errorf(`got %v, want an error, err.Error() with "P.0.1: product" and err.Error() with more than 50000 matches at once`, err)
	}
	if work > 200_000 {
		t.Errorf("%d facts were tried, want at most 200_000", work)
	}
}

func TestTrapOrderOfPatternsKeepsTheOrderOfMatches(t *testing.T) {
	lines, _, _ := ran(t, `rule "A.0.0" when $a: Item(w == 6) $b: Item(v < 2) then log.add($a.getV() + "," + $b.getV()); end
rule "A.0.1" salience -1 when $a: Item(v < 2) $b: Item(w == 6) then log.add($a.getV() + "," + $b.getV()); end`, 14, 0)
	if got := strings.Join(lines, " "); got != "6,0 6,1 13,0 13,1 0,6 0,13 1,6 1,13" {
		t.Errorf("got %s, want %q", got, "6,0 6,1 13,0 13,1 0,6 0,13 1,6 1,13")
	}
	if _, work, _ := ran(t, `rule "A.0.0" when Item(v == -1) $b: Item() $c: Item() then end`, 1000, 0); work != 1000 {
		t.Errorf("a pattern without facts in front: %d facts were tried, want 1000", work)
	}
}

func TestTrapCollectInAJoinIsGatheredOnce(t *testing.T) {
	grows(t, `rule "C.0.0" when $a: Item() $l: List() from collect(Item(w > 3)) then end`, 100, 0, 12)
	grows(t, `rule "C.0.0" when $a: Item($w: w) $l: List() from collect(Item(w == $w)) then end`, 100, 0, 12)
	lines, _, _ := ran(t,
		`rule "C.0.0" when $a: Item(v < 2) $l: List() from collect(Item(v < 3)) then $l.clear(); log.add("" + $l.size()); end
rule "C.0.1" salience -1 when $a: Item(v < 2) $l: List() from collect(Item(v < 3)) then log.add("" + $l.size()); $l.add("mine"); end`, 5, 0)
	if got := strings.Join(lines, " "); got != "0 0 3 3" {
		t.Errorf("consequences share a list: %s, want %q", got, "0 0 3 3")
	}
}

func TestTrapGatheringFollowsEachChange(t *testing.T) {
	source := `rule "C.0.0" salience 9 when accumulate(Item(w < 5, $v: v); $n: count($v), $s: sum($v); $n > 100000) then end
rule "C.0.1" when $i: Item(w == 6) then modify($i) { setW(1) } end`
	grows(t, source, 100, 0, 12)
	grows(t, `rule "C.0.0" salience 9 when not Item(w == 9) exists Item(w == 1) then end rule "C.0.1" when $i: Item(w == 6) `+
		`then modify($i) { setW(1) } end`, 100, 0, 12)
}

func TestTrapNegationIsFollowedBackToItsMatches(t *testing.T) {
	grows(t, `rule "N.0.0" salience 9 when $i: Item($v: v) not Note(x == $v) then end
rule "N.0.1" when $i: Item() then insert(new Note($i.getV())); end`, 100, 0, 12)
	grows(t, `rule "N.0.0" salience 9 when $m: Mark() not Mark(this != $m, within($m)) then end
rule "N.0.1" when $m: Mark(kind == "x") then modify($m) { setKind("y") } end`, 0, 100, 12)
}

func TestTrapFromIsEvaluatedForTheChangedMatchOnly(t *testing.T) {
	lines, _, _ := ran(t, `function List of(List log, Item i) { log.add("of " + i.getV()); return List.of(i.getW()); }
rule "F.0.0" when $i: Item(v < 3) $w: Integer() from of(log, $i) then log.add($i.getV() + "=" + $w); end
rule "F.0.1" salience -1 when $i: Item(v == 1, w == 1) then modify($i) { setW(5) } end
rule "F.0.2" salience -2 when Item(v == 1, w == 5) then insert(new Note(1)); end`, 5, 0)
	if got := strings.Join(lines, " "); got != "of 0 of 1 of 2 0=0 1=1 2=2 of 1 1=5" {
		t.Errorf("got %s, want %q", got, "of 0 of 1 of 2 0=0 1=1 2=2 of 1 1=5")
	}
}

func TestTrapAlternativesFireOneByOne(t *testing.T) {
	lines, _, _ := ran(t, `rule "O.0.0" when ($i: Item(v == 1) or $i: Item(w == 1)) then log.add("" + $i.getV()); end`, 9, 0)
	if got := strings.Join(lines, " "); got != "1 1 8" {
		t.Errorf("got %s, want %q", got, "1 1 8")
	}
}

func TestTrapFallbackWaitsForAllThatCreate(t *testing.T) {
	lines, _, _ := ran(t, `rule "B.0.0" salience -9 when not Note() then log.add("fallback"); end
rule "B.0.1" when $i: Item() then log.add("i" + $i.getV()); end
rule "B.0.2" salience -1 when Item(v == 1) then insert(new Note(1)); end`, 2, 0)
	if got := strings.Join(lines, " "); got != "i0 i1" {
		t.Errorf("got %s, want %q", got, "i0 i1")
	}
}

func TestTrapRetractedFactsStayOut(t *testing.T) {
	file, _ := syntax.Parse(syntax.NewSource(`rule "H.0.0" when $s: String() then retract($s); end`))
	syntax.ParseJava(file)
	program, _ := Compile(file, javaRegistry())
	s := NewSession(t.Context(), program, nil, nil, Limits{})
	s.Insert("a", false)
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	s.TouchEntities("a")
	s.Retract("a")
	if got := s.FactsOfClass("String"); len(got) != 0 {
		t.Errorf("left: %v, want 0", got)
	}
}

func TestTrapUpdatesOfOneConsequenceAreOneChange(t *testing.T) {
	lines, _, _ := ran(t, `rule "U.0.0" when $i: Item(v == 0, w == 0) then $i.setW(3); for (int n = 0; n < 50; n++) { update($i); } end
rule "U.0.1" salience 5 when $i: Item(v == 0, w >= 0) then log.add("" + $i.getW()); end`, 3, 0)
	if got := strings.Join(lines, " "); got != "0 3" {
		t.Errorf("got %s, want %q", got, "0 3")
	}
}

func TestTrapRulesThatTriggerEachOtherEnd(t *testing.T) {
	_, _, err := ran(t, `rule "L.0.0" when $i: Item(v == 1) then modify($i) { setV(2) } end
rule "L.0.1" when $i: Item(v == 2) then modify($i) { setV(1) } end`, 3, 0)
	var failed *RuleError
	if failed, _ = err.(*RuleError); failed == nil || failed.Msg != "more than 20000 firings" || !strings.HasPrefix(failed.Rule, "L.0.") {
		t.Errorf("got %v, want failed != nil, failed.Msg = more than 20000 firings and it to begin with L.0.", err)
	}
}

func TestTrapGatheringInsideOfJoinsCountsSteps(t *testing.T) {
	source := `rule "S.0.0" when then for (int i = 0; i < 200; i++) { insert("s" + i); } end
rule "S.0.1" when $a: String() $b: String() accumulate(String(length > $a.length() - $b.length(), $l: length); $n: max($l); $n < 0) then end`
	err := startSession(t, source, nil, Limits{Steps: 100_000}).Run()
	if err == nil || err.Error() != `rule "S.0.1": more than 100000 steps in one look at the conditions` {
		t.Errorf(`got %v, want an error and err.Error() = rule "S.0.1": more than 100000 steps in one look at the conditions`, err)
	}
	err = startSession(t, `rule "S.0.0" when then while (true) { String s = "x"; s.length(); } end`, nil, Limits{Steps: 1000}).Run()
	if err == nil || err.Error() != `rule "S.0.0": more than 1000 steps in one consequence` {
		t.Errorf(`got %v, want an error and err.Error() = rule "S.0.0": more than 1000 steps in one consequence`, err)
	}
}

func TestTrapManyRulesCostNoMoreThanTheirTurns(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "rule \"M.0.%d\" when $i: Item(v == %d, w < 7) then modify($i) { setW(9) } end\n", i, i%50)
	}
	began := time.Now()
	_, work, err := ran(t, b.String(), 50, 0)
	if err != nil || work > 2000*50+50*2000*2 {
		t.Errorf("%d facts were tried in %v, %v", work, time.Since(began), err)
	}
}
