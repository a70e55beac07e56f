package engine

import (
	"fmt"
	"strings"
	"testing"
)

// alike is a number of rules whose conditions are the same.
func alike(n int, conditions string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "rule \"A.0.%d\" when %s then log.add(\"%d\"); end\n", i, conditions, i)
	}
	return b.String()
}

func TestPatternsThatAreAlikeLookAtEachFactOnce(t *testing.T) {
	for _, conditions := range []string{"Item(v == -1)", "Item(v < 0, w > 7)", "Mark(kind == 'q', start > 1)"} {
		_, one, err := ran(t, alike(1, conditions), 60, 60)
		_, many, more := ran(t, alike(30, conditions), 60, 60)
		if err != nil || more != nil || many != one || one < 60 {
			t.Errorf("%s: one rule looks at %d facts, thirty at %d, %v, %v, want more = nil, many = %v, one at least 60 and no "+
				"error", conditions, one, many, err, more, one)
		}
	}
}

// TestPatternsThatShareAMemorySeeAllChanges has rules that are evaluated for the first
// time when the memory has been filled for another one, and facts have changed since.
func TestPatternsThatShareAMemorySeeAllChanges(t *testing.T) {
	for change, want := range map[string]string{
		"retract($f);":                       "first:a first:b change late:b",
		`insert("c");`:                       "first:a first:b change first:c late:a late:b late:c",
		"retract($f); insert(\"c\");":        "first:a first:b change first:c late:b late:c",
		"retract($f); insert(\"too long\");": "first:a first:b change late:b",
	} {
		source := `rule "A.0.0" salience 3 when $s: String(length() == 1) then log.add("first:" + $s); end
rule "A.0.1" salience 2 when $f: String(this == "a") then log.add("change"); ` + change + ` end
rule "A.0.2" salience 1 when $s: String(length() == 1) then log.add("late:" + $s); end
rule "A.0.3" salience 9 when then insert("a"); insert("b"); end`
		if got := runLogged(t, source); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", change, got, want)
		}
	}
}

// TestPatternsThatDifferShareNothing has patterns that differ in one thing each.
func TestPatternsThatDifferShareNothing(t *testing.T) {
	source := `rule "A.0.0" when $a: String($n: length()) Integer(this == $n) then log.add("0" + $a); end
rule "A.0.1" when $a: String($n: (length() + 1)) Integer(this == $n) then log.add("1" + $a); end
rule "A.0.2" when $a: String($n: length()) Integer(intValue == $a.length) then log.add("2" + $a); end
rule "A.0.3" when $a: String($n: length()) Object(this == $n) then log.add("3" + $a); end
rule "A.0.4" when $n: String(length() == 1) Integer(this == $n.length) then log.add("4" + $n); end
rule "A.0.5" salience 9 when then insert("a"); insert("bb"); insert(1); insert(3); end`
	if got, want := runLogged(t, source), "0a 1bb 2a 3a 4a"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
