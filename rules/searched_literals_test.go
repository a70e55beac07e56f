package rules

import (
	"slices"
	"strings"
	"testing"
)

// TestLiteralsThatRulesSearchForAreKnown holds which strings one pass over a document
// looks for: those of searches in text, also in lists, and what the matches of
// regular expressions contain.
func TestLiteralsThatRulesSearchForAreKnown(t *testing.T) {
	for _, tt := range []struct{ when, then, want string }{
		{`$s: Section(containsString("alpha"))`, ``, "alpha"},
		{`$s: Section(!containsStringIgnoreCase("alpha"), containsAllStrings("beta", "gamma"))`, ``, "alpha,beta,gamma"},
		{`$s: Section(containsAnyString(List.of("beta", "gamma")))`, ``, "beta,gamma"},
		{`$s: Section(getHeadline().containsString("delta"))`, ``, "delta"},
		{`$s: Section()`, `entityCreationService.byString("term", "type", EntityType.ENTITY, $s);`, "term,type"},
		{`$s: Section()`, `entityCreationService.lineAfterString("Name:", "type", EntityType.ENTITY, $s); ` +
			`entityCreationService.betweenStrings("from", "to", "kind", EntityType.ENTITY, $s);`, "Name:,from,kind,to,type"},
		{`$s: Section()`, `Set<String> l = Set.of("one"); var m = Arrays.asList("two", "three");`, "one,three,two"},
		{`$s: Section()`, `String t = "not this".trim(); boolean b = t.equals("nor this"); int n = List.of(1, 2).size();`, ""},
		{`$s: Section()`, `entityCreationService.byRegex("Batch \\d+", "type", EntityType.ENTITY, $s);`, "Batch "},
		{`$s: Section()`, `var p = java.util.regex.Pattern.compile("Batch \\d+"); boolean b = "x".matches("Lot \\d");`, ""},
	} {
		p, problems := compileProblems(EntityRules,
			[]byte(`import java.util.*; import java.util.regex.*; global EntityCreationService entityCreationService rule `+
				`"A.0.0" when `+tt.when+` then `+tt.then+` end`))
		if p == nil {
			t.Errorf("%s %s: %v, want p != nil", tt.when, tt.then, problems)
			continue
		}
		if got := strings.Join(slices.Compact(slices.Sorted(slices.Values(p.program.Literals))), ","); got != tt.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", tt.when, tt.then, got, tt.want)
		}
	}
}
