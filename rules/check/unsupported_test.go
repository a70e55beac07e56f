package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// listRefused are the messages about a file with their places, one a line.
func listRefused(t *testing.T, text string) (*syntax.File, string) {
	t.Helper()
	file, problems := syntax.Parse(syntax.NewSource(text))
	if len(problems) > 0 {
		t.Errorf("%s: %v, want none", text, problems)
	}
	out, found := FindUnsupported(file)
	var lines []string
	for _, p := range found {
		lines = append(lines, fmt.Sprint(p.Offset, ": ", p.Message))
	}
	return out, strings.Join(lines, "\n")
}

// TestUnsupportedConditionsSayWhatToWrite has the place, counted from the condition,
// and the message of everything that is valid in a condition and not run.
func TestUnsupportedConditionsSayWhatToWrite(t *testing.T) {
	const (
		windows = "windows are not supported: collect the facts and compare their places"
		within  = "consequences are called behind the conditions of the rule itself, not inside of other conditions"
		unify   = "unification (:=) is not supported: bind with ':' and compare with '=='"
		lists   = "lists and maps in brackets are not supported: use List.of( … ) and Map.of( … )"
		entry   = "entry points are not supported: all facts of a document are in one session"
		length  = "lengths of time are not supported: compare dates with methods"
	)
	for _, tt := range []struct {
		when string
		at   int
		want string
	}{
		{`P() over window:length(3)`, 4, windows}, {`P() from window W`, 9, windows}, {`P() from entry-point "e"`, 9, entry},
		{`/a[b]`, 0, "a path stands inside of a pattern: write 'Type(/property)'"},
		{`P(/a/b || c)`, 2, "a path is a constraint by itself, '/property' or '$x: /property': it is no part of others"},
		{`P(a == ../b)`, 7, "'..' is not supported: bind what is above, and compare with that"},
		{`P() do[x]`, 4, "the rule has no consequence x: write then[x]"},
		{`P() if (a) do[x]`, 4, "the rule has no consequence x: write then[x]"},
		{`not (P() do[x])`, 9, within}, {`exists (P() and P() do[x])`, 20, within}, {`accumulate(P() do[x]; count(1))`, 15, within},
		{`$p := P()`, 0, unify}, {`P($a := b)`, 2, unify}, {`accumulate(P(); $c := count(1))`, 16, unify},
		{`P(a == [1, 2])`, 7, lists}, {`P(a == [b : 1])`, 7, lists},
		{`P(a == 5m)`, 7, length}, {`P(a == *)`, 7, "'*' is not supported as a value"},
		{`P((a = b))`, 5, "a condition must not assign: compare with '=='"},
		{`P(a after b)`, 4, "the operator after is not supported: compare with < and >, or call a function"},
		{`P(a ##near b)`, 4, "the operator ##near is not supported: compare with < and >, or call a function"},
		{`?q(a;)`, 0, "a query that is asked only once (?) is not supported: leave the question mark out"},
		{`P() @other(a)`, 4, "annotations of conditions are not supported: leave @other out"},
		{`P() and @x Q()`, 8, "annotations of conditions are not supported: leave @x out"},
		{`P() or @x Q()`, 7, "annotations of conditions are not supported: leave @x out"},
		{`P(a && @x b)`, 7, "annotations of conditions are not supported: leave @x out"},
		{`groupby(P(); $k : a; count(1))`, 0, "groupby is not supported: bind the key in a pattern before and accumulate for each"},
		{`N() from accumulate(P(a after b), init(int x = 1;) action(x++;) result(x))`, 24,
			"the operator after is not supported: compare with < and >, or call a function"},
		{`not (P() and exists Q(a after b))`, 24, "the operator after is not supported: compare with < and >, or call a function"},
	} {
		const head = "rule A when "
		file, got := listRefused(t, head+tt.when+" then end")
		if want := fmt.Sprint(len(head)+tt.at, ": ", tt.want); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.when, got, want)
		}
		if len(file.Rules) != 0 {
			t.Errorf("%s: the rule is still there, want len(file.Rules) = 0", tt.when)
		}
		_, got = listRefused(t, "query q() "+tt.when+" end")
		if want := fmt.Sprint(len("query q() ")+tt.at, ": ", tt.want); !strings.Contains(tt.when, "[x]") && got != want {
			t.Errorf("%s in a query\ngot  %s\nwant %s", tt.when, got, want)
		}
	}
}

// TestUnsupportedPartsOfAFile has those outside of conditions.
func TestUnsupportedPartsOfAFile(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{"package p; unit u;", "11: rule units are not supported: leave the line out"},
		{"declare entry-point e end", "0: entry points are not supported: all facts of a document are in one session"},
		{"declare window w P() end", "0: windows are not supported: collect the facts and compare their places"},
		{"declare trait T end", "0: traits are not supported: declare a type with all the fields"},
		{"import accumulate a.B c", "0: imported accumulate functions are not supported: use one of the built-in functions"},
		{`rule A dialect "java" when then end rule B dialect 'mvel' when then end`, ""},
		{`rule A dialect "lua" when then end`, `7: unknown dialect "lua": consequences are Java`},
		{"rule A timer (5) when then end", "7: the rule attribute timer is not supported: rules run once for a document"},
		{`rule A calendars "x" when then end`, "7: the rule attribute calendars is not supported: rules run once for a document"},
		{"rule A duration 5 when then end", "7: the rule attribute duration is not supported: rules run once for a document"},
		{"rule A refract when then end", "7: the rule attribute refract is not supported: a rule fires once for its facts anyway"},
		{"rule A direct when then end", "7: the rule attribute direct is not supported: use agenda-group and salience"},
		{`rule A ruleflow-group "x" when then end`, "7: the rule attribute ruleflow-group is not supported: use agenda-group"},
		{`rule A date-effective "x" when then end`,
			"7: the rule attribute date-effective is not supported: compare the date in a condition"},
		{`rule A date-expires "x" when then end`, "7: the rule attribute date-expires is not supported: compare the date in a condition"},
		{"rule A when P() do[x] then a(); then[x] b(); end", ""},
		{"rule A when P() do[x] then then[x] b(); end rule B extends A when then end", ""},
		{"rule A when P() do[x] then then[x] b(); then[x] c(); end", "40: the rule has two consequences x"},
		{"rule A when P() do[secnod] then then[second] b(); end",
			"16: the rule has no consequence secnod: write then[secnod], did you mean second?"},
		{"query q() P() do[x] end", "14: a query has no consequences to call"},
		{"rule A when P(a in (1, 2), b not matches \"x\", c contains 1, d excludes 2, e memberOf f, g soundslike h, i " +
			"str[length] 1) then end", ""},
	} {
		if _, got := listRefused(t, tt.file); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.file, got, tt.want)
		}
	}
}

// TestWhatIsRefusedIsLeftOut holds that later checks see what is left, without
// rules that extend those left out.
func TestWhatIsRefusedIsLeftOut(t *testing.T) {
	file, _ := listRefused(t, `import a.B
import accumulate a.C c
declare T end declare trait U end
query q() P() end query r() P() over window:length(1) end
rule A when P(a after b) then end rule E extends D when then end rule D extends A when then end rule B extends C when then end rule C when then end rule F timer (1) when then end`)
	var left []string
	for _, i := range file.Imports {
		left = append(left, i.Name)
	}
	for _, d := range file.Declares {
		left = append(left, d.Name)
	}
	for _, q := range file.Queries {
		left = append(left, q.Name)
	}
	for _, r := range file.Rules {
		left = append(left, r.Name)
	}
	if got := strings.Join(left, " "); got != "B T q B C" {
		t.Errorf("left: %s, want %q", got, "B T q B C")
	}
}
