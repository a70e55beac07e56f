package publish

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTheDifferenceOfTexts(t *testing.T) {
	var long strings.Builder
	for i := range 20 {
		fmt.Fprintf(&long, "line %d\n", i)
	}
	for _, c := range []struct {
		name, before, after, want string
	}{
		{"equal", "a\n", "a\n", ""},
		{"another line", "a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c"},
		{"all new", "", "a\nb\n", "@@ -1,0 +1,2 @@\n+a\n+b"},
		{"all gone", "a\n", "", "@@ -1,1 +1,0 @@\n-a"},
		{"the end", "a\n", "a", "The texts differ in the end of the last line only."},
		{"two places", long.String(), strings.Replace(strings.Replace(long.String(), "line 1\n", "", 1), "line 18\n", "x\n", 1),
			"@@ -1,5 +1,4 @@\n line 0\n-line 1\n line 2\n line 3\n line 4\n@@ -16,5 +15,5 @@\n line 15\n line 16\n line " +
				"17\n-line 18\n+x\n line 19"},
		{"control characters", "", "\x1b[31ma\r\n", "@@ -1,0 +1,1 @@\n+\uFFFD[31ma␍"},
	} {
		if got := strings.Join(diffTexts(c.before, c.after), "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestDifferencesLeadFromOneTextToTheOther draws texts and applies the edits.
func TestDifferencesLeadFromOneTextToTheOther(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	draw := func() []string {
		out := make([]string, dice.IntN(30))
		for i := range out {
			out[i] = string(rune('a' + dice.IntN(4)))
		}
		return out
	}
	for range 2000 {
		a, b := draw(), draw()
		var before, after []string
		for _, e := range diffLines(a, b) {
			if e.kind != '+' {
				before = append(before, e.line)
			}
			if e.kind != '-' {
				after = append(after, e.line)
			}
		}
		if !slices.Equal(before, a) || !slices.Equal(after, b) {
			t.Fatalf("%q to %q: got %q to %q, want before = %v and after = %v", a, b, before, after, a, b)
		}
	}
}

func TestLargeDifferencesAreCutShort(t *testing.T) {
	var a, b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&a, "a%d\n", i)
		fmt.Fprintf(&b, "b%d\n", i)
	}
	got := diffTexts(a.String(), b.String())
	if len(got) != maxShown+1 || got[maxShown] != fmt.Sprintf("… and %d more lines", 40_001-maxShown) {
		t.Errorf("%d lines, the last %q, want %d and a count of the rest", len(got), got[len(got)-1], maxShown+1)
	}
}
