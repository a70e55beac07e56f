package rules

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// TestRulesSeeTheEInvoice has the fact in both sessions, and rules without one that do not fire.
func TestRulesSeeTheEInvoice(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when $e: EInvoice(note == "", $n: number, lines.size() == 1) $d: Document() then
  entityCreationService.byString("alpha", "number", EntityType.ENTITY, $d).forEach(x -> { x.setValue($n); x.apply("A.0.0", "r"); }); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $e: EInvoice(total != "") $x: Entity() then
  componentCreationService.create("C.0.0", "Out", $x.getValue() + " " + $e.getLines().get(0).getAmount() + " " + $e.getIbans()); end`)
	tree := newTree().section("Head").paragraph("alpha").tree()
	expect(t, values(t, entity, component, Input{Tree: tree}), map[string]string{})
	tree.EInvoice = sampleInvoice()
	expect(t, values(t, entity, component, Input{Tree: tree}), map[string]string{"Out": "RE-2024/0815 1056.00 [DE12500105170648489890];"})
}

// TestRulesSeeFindings has the facts in both sessions.
func TestRulesSeeFindings(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" when FileFinding(kind == "HIDDEN_TEXT_LEFT_OUT", count > 1) $d: Document() then
  entityCreationService.byString("alpha", "word", EntityType.ENTITY, $d).forEach(x -> x.apply("A.0.0", "r")); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $f: FileFinding(mayChangeValues == true) Entity() then
  componentCreationService.create("C.0.0", "Out", $f.getMessage()); end`)
	tree := newTree().section("Head").paragraph("alpha").tree()
	expect(t, values(t, entity, component, Input{Tree: tree}), map[string]string{})
	tree.Findings = []document.Finding{{Kind: document.FindingHiddenTextLeftOut, Page: 1, Count: 2},
		{Kind: document.FindingTextLost, Place: "Data!C4", Count: 1, Values: true}}
	expect(t, values(t, entity, component, Input{Tree: tree}), map[string]string{"Out": "A text of the file was not found on its pages (Data!C4);"})
}

func TestOtherSourcesMakeValuesSureOrDisputed(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "A.0.0" @confidence(0.9) when $d: Document() then
  entityCreationService.byRegex("\\b[abc]\\b", "word", EntityType.ENTITY, $d).forEach(x -> x.apply("A.0.0", "r")); end`)
	component := compileOK(t, ComponentRules, `rule "C.0.0" when $x: Entity($v: value) then
  componentCreationService.create("C.0.0", $v, $v, "", $x); end
rule "C.0.1" when $c: Component(name == "a") then $c.confirm("e-invoice", "A"); $c.confirm("e-invoice", "A"); end
rule "C.0.2" when $c: Component(name == "b") then $c.contradict("e-invoice", "B"); $c.confirm("register", "b"); end`)
	result, err := Run(t.Context(), entity, component, Input{Tree: newTree().section("Head").paragraph("a b c").tree()})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		confidence float64
		sources    []document.OtherSource
	}{"a": {1, []document.OtherSource{{Source: "e-invoice", Value: "A", Agrees: true}}},
		"b": {0.5, []document.OtherSource{{Source: "e-invoice", Value: "B"}, {Source: "register", Value: "b", Agrees: true}}},
		"c": {0.9, nil}}
	for _, c := range result.Components {
		if w := want[c.Name]; c.Confidence == nil || *c.Confidence != w.confidence || !slices.Equal(c.OtherSources, w.sources) {
			t.Errorf("%s: %v %+v, want %+v", c.Name, c.Confidence, c.OtherSources, w)
		}
	}
	if len(result.Components) != 3 {
		t.Errorf("got %+v, want 3", result.Components)
	}
}

// TestAValueWithoutStrengthIsDisputed has rules that tell no strength.
func TestAValueWithoutStrengthIsDisputed(t *testing.T) {
	component := compileOK(t, ComponentRules, `rule "C.0.0" when then componentCreationService.create("C.0.0", "Out", "1", ""); end
rule "C.0.1" when $c: Component(name == "Out") then $c.contradict("e-invoice", "2"); end`)
	result, err := Run(t.Context(), nil, component, Input{Tree: newTree().section("Head").tree()})
	if err != nil || len(result.Components) != 1 {
		t.Fatal(result, err)
	}
	if c := result.Components[0]; c.Confidence == nil || *c.Confidence != 0.5 || c.Value != "1" {
		t.Errorf("got %+v", c)
	}
}
