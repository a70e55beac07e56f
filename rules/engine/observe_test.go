package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// startSession is a session of a source without problems; facts are inserted by rules.
func startSession(t testing.TB, source string, globals map[string]any, limits Limits) *Session {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(source))
	problems = append(problems, syntax.ParseJava(file)...)
	program, more := Compile(file, javaRegistry())
	if len(problems)+len(more) > 0 {
		t.Fatalf("%v %v\n%s, want len(problems)+len(more) = 0", problems, more, source)
	}
	return NewSession(context.Background(), program, nil, globals, limits)
}

type diary struct{ lines []string }

func (d *diary) FiringBegins(f Firing) {
	d.lines = append(d.lines, fmt.Sprint(f.Number, " begins ", f.Rule, " ", host.NewList(f.Facts...), " ", f.Bindings["$s"]))
}

func (d *diary) FiringEnds(f Firing, took time.Duration) {
	d.lines = append(d.lines, fmt.Sprint(f.Number, " ends ", f.Rule, " ", took >= 0))
}

func TestAnObserverIsToldOfEveryFiring(t *testing.T) {
	s := startSession(t, `rule "A.0.0" salience 1 when then insert("x"); insert("y"); end
rule "A.0.1" when $s: String() then end
rule "A.0.2" when $s: String() $i: Integer() from List.of(3) then "x".substring(9); end`, nil, Limits{})
	d := &diary{}
	s.Observe(d)
	if err := s.Run(); err == nil {
		t.Error("the failure of the last rule is not reported")
	}
	want := []string{"1 begins A.0.0 [] <nil>", "1 ends A.0.0 true", "2 begins A.0.1 [x] x", "2 ends A.0.1 true",
		"3 begins A.0.1 [y] y", "3 ends A.0.1 true",
		"4 begins A.0.2 [x] x", "4 ends A.0.2 true"}
	if !slices.Equal(d.lines, want) {
		t.Errorf("got  %q\nwant %q", d.lines, want)
	}
}

// TestMatchesKeepWhatTheirCodeUses holds that code about a match finds what the conditions bind:
// what it changes, reads in functions that it makes, and what only an attribute reads.
func TestMatchesKeepWhatTheirCodeUses(t *testing.T) {
	out := host.NewList()
	s := startSession(t, `import java.util.List;
global java.util.List out;
declare A v: int w: String end
rule "make" salience 100 when then insert(new A(1, "x")); insert(new A(5, "y")); end
rule "set" when $a: A($v: v, $w: w) then $v += 1; $w = $w + "!"; out.add($v + $w); end
rule "increment" when A($v: v, $w: w) then $v++; ++$v; out.add($v); end
rule "function" when $l: List() from collect(A()) $n: Integer() from List.of(2) then $l.stream().forEach(x -> out.add($n + " " + ((A) x).getV())); end
rule "salience" salience ($s) when A($s: v, $w: w) then out.add("s"); end
rule "enabled" enabled ($e > 1) when A($e: v) then out.add("e"); end`, map[string]any{"out": out}, Limits{})
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(out.Items), "[s s 2x! 6y! 3 7 2 1 2 5 e]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
