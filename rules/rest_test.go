package rules

import (
	"context"
	"strings"
	"testing"
)

// TestRulesThatUpdateWhatTheyActOnComeToRest holds that an update of an entity or a
// node wakes rules only when something has changed: rules that apply and update an
// entity, as those of dictionaries do, would otherwise never end.
func TestRulesThatUpdateWhatTheyActOnComeToRest(t *testing.T) {
	tests := []struct {
		name, rules string
		want        string // rules in the order of their firings
	}{
		{"apply and update", `rule "A.0.0" when $e: TextEntity() then $e.apply("A.0.0", "found"); update($e); end`, "A.0.0 A.0.0"},
		{"another reason each time",
			`rule "A.0.0" when $e: TextEntity(!removed()) then $e.apply("A.0.0", "r" + $e.getMatchedRuleList().size());
			if ($e.getMatchedRuleList().size() < 4) { update($e); } end`, "A.0.0 A.0.0 A.0.0 A.0.0"},
		{"two rules in turn", `rule "A.1.0" when $e: TextEntity() then $e.apply("A.1.0", "found"); update($e); end
			rule "A.2.0" when $e: TextEntity() then $e.skip("A.2.0", "known"); update($e); end`, "A.1.0 A.1.0 A.2.0 A.1.0 A.2.0"},
		{"a value that is set again", `rule "A.0.0" when $e: TextEntity() then $e.setValue("x"); update($e); end`, "A.0.0 A.0.0"},
		{"an engine that is named again", `rule "A.0.0" when $e: TextEntity() then $e.addEngine("NER"); update($e); end`, "A.0.0 A.0.0"},
		{"references that are given again", `rule "A.0.0" when $e: TextEntity() then $e.applyWithReferences("A.0.0", "r", ` +
			`"n-a", List.of($e)); update($e); end`, "A.0.0 A.0.0"},
		{"a node", `rule "A.0.0" when $s: Section() then entityCreationService.byString("term", "t", EntityType.ENTITY, ` +
			`$s).forEach(e -> e.apply("A.0.0", "r")); update($s); end`, "A.0.0 A.0.0"},
		{"a term that is remembered again", `global Dictionary dictionary rule "A.0.0" when $e: TextEntity() then ` +
			`dictionary.addLocalDictionaryEntry("t", "x", List.of(), false); update($e); end`, "A.0.0 A.0.0"},
		{"a change elsewhere",
			`rule "A.0.0" when $e: TextEntity() $d: Document() $a: FileAttribute(value == "1") then $e.apply("A.0.0", "r"); update($d); end
			rule "A.1.0" salience -1 when $d: Document() then end`, "A.0.0 A.0.0 A.1.0"},
	}
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then end`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			entity := compileOK(t, EntityRules, tt.rules)
			in := Input{Tree: newTree().section("Head").paragraph("a term").tree(), Attributes: []Attribute{{Label: "n", Value: "1"}},
				Definitions: []Definition{{TechnicalName: "t", Kind: "ENTITY", Terms: []string{"term"}}}, Limits: Limits{Firings: 50}}
			_, trace, err := Explain(context.Background(), entity, component, in)
			var fired []string
			for _, f := range trace.Firings {
				if strings.HasPrefix(f.Rule, "A.") {
					fired = append(fired, f.Rule)
				}
			}
			if got := strings.Join(fired, " "); err != nil || got != tt.want {
				t.Errorf("got %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}
