package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// TestConsequencesThatNobodyCalls has a warning for each, with its place.
func TestConsequencesThatNobodyCalls(t *testing.T) {
	file, problems := syntax.Parse(syntax.NewSource(`rule A when P() do[x] then then[x] then[y] end
rule B when P() if (a) do[x] else if (b) break[y] else do[z] then then[x] then[y] then[z] then[w] end
rule C extends A when Q() then then[x] then[v] then[z] end`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var lines []string
	for _, p := range FindUncalled(file) {
		lines = append(lines, fmt.Sprint(file.Source.Line(p.Offset), ": ", p.Message))
	}
	const want = `1: no condition calls the consequence y
2: no condition calls the consequence w
3: no condition calls the consequence v
3: no condition calls the consequence z`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNamedConsequencesThatLoop warns of those that change what is matched before their call.
func TestNamedConsequencesThatLoop(t *testing.T) {
	for text, want := range map[string]int{
		"rule A when $p: P(v == 1) do[x] Q() then then[x] modify($p) { setV(1) } end":               0,
		"rule A when $p: P($v: v) do[x] Q() then then[x] modify($p) { setV(1) } end":                1,
		"rule A when $p: P($v: v) do[x] Q() then modify($p) { setV(1) } then[x] a(); end":           1,
		"rule A no-loop when $p: P($v: v) do[x] Q() then then[x] modify($p) { setV(1) } end":        0,
		"rule A when P() do[x] $q: Q($v: v) then then[x] a(); end":                                  0,
		"rule A when $p: P($v: v) if (v > 1) do[x] Q() then then[x] modify($p) { setV(1) } end":     0,
		"rule A when $p: P($v: v) if ($p.v > 1) break[x] Q() then then[x] modify($p) {setV(1)} end": 0,
	} {
		file, problems := syntax.Parse(syntax.NewSource(text))
		if problems = append(problems, syntax.ParseJava(file)...); len(problems) > 0 {
			t.Fatal(text, problems)
		}
		if got := FindLoops(file, func(string) bool { return false }); len(got) != want {
			t.Errorf("%s: %v, want %d", text, got, want)
		}
	}
}
