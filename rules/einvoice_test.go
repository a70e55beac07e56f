package rules

import (
	"slices"
	"strings"
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
	expect(t, values(t, entity, component, Input{Tree: tree}),
		map[string]string{"Out": "A text of the file was not found on its pages (Data!C4);"})
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

// candidateRules fill in a number that rules do not find, and weigh what they found.
var candidateRules = [2]string{`rule "A.0.0" @confidence(0.8) when $d: Document() then
  entityCreationService.byString("2024-04-02", "due", EntityType.ENTITY, $d).forEach(x -> x.apply("A.0.0", "r")); end
rule "A.1.0" @confidence(0.9) when $c: InvoiceCandidate(field == "Invoice_Number", rank == 1, confidence > 0.5, textRange != null) $d: Document() then
  entityCreationService.byTextRange($c.getTextRange(), "number", EntityType.ENTITY, $d).ifPresent(x -> x.apply("A.1.0", "r")); end`,
	`rule "C.0.0" when $x: Entity() then componentCreationService.create("C.0.0", $x.getType(), $x.getValue(), "", $x); end
rule "C.1.0" when $c: InvoiceCandidate(field == "FIELD") $x: Component(name == "due") then
  $x.weigh($c, $c.getValue().equals($x.getValue())); componentCreationService.offer("due", $c); componentCreationService.offer("other", $c); end`}

func TestRulesWeighWhatAScorerHoldsForBest(t *testing.T) {
	tree := newTree().section("Invoice").paragraph("Invoice number: F-2024-77").paragraph("Invoice date: 2024-03-03").
		paragraph("Due date: 2024-04-02").tree()
	for field, want := range map[string]struct {
		rank int
		most float64 // the confidence is at most so high
	}{"Due_Date": {1, 0.89}, "Invoice_Date": {2, 0.73}, "Invoice_Number": {0, 0.5}} {
		entity, component := compileOK(t, EntityRules, candidateRules[0]),
			compileOK(t, ComponentRules, strings.Replace(candidateRules[1], "FIELD", field, 1))
		result, err := Run(t.Context(), entity, component, Input{Tree: tree})
		if err != nil || len(result.Components) != 2 {
			t.Fatalf("got %+v and the error %v, want two components", result.Components, err)
		}
		for _, c := range result.Components {
			if c.Name == "number" && (c.Value != "F-2024-77" || c.Evidence.Scorer != nil) {
				t.Errorf("got %s by %+v, want F-2024-77 without a verdict", c.Value, c.Evidence)
			}
			if c.Name == "due" && (c.Evidence.Scorer == nil || c.Evidence.Scorer.Rank != want.rank ||
				*c.Confidence > want.most || *c.Confidence < want.most-0.03) {
				t.Errorf("%s: got %v by %+v, want at most %v by the rank %d", field, *c.Confidence, c.Evidence.Scorer, want.most, want.rank)
			}
		}
		for _, c := range result.Candidates {
			if c.Value == "" || len(c.Reasons) == 0 || len(c.Boxes) == 0 || c.Confidence < 0 || c.Confidence > 1 {
				t.Errorf("got %+v, want a value with reasons and a place", c)
			}
		}
		if len(result.Candidates) < 2 {
			t.Errorf("got the candidates %+v, want two or more", result.Candidates)
		}
	}
}

// TestCandidatesAreFoundOnlyForRulesThatNameThem counts the facts of a run without such rules.
func TestCandidatesAreFoundOnlyForRulesThatNameThem(t *testing.T) {
	tree := newTree().section("Invoice").paragraph("Invoice number: F-2024-77").tree()
	for condition, want := range map[string]bool{"$c: Object()": false, "$c: Object() not InvoiceCandidate(rank == 9)": true} {
		rule := compileOK(t, EntityRules, `rule "A.0.0" when `+condition+` then end`)
		_, trace, err := Explain(t.Context(), rule, nil, Input{Tree: tree})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range trace.Firings {
			for _, fact := range f.Facts {
				found = found || fact.Class == "InvoiceCandidate"
			}
		}
		if found != want {
			t.Errorf("%s: candidates are facts: got %v, want %v", condition, found, want)
		}
	}
}
