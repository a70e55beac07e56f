package rules

import (
	"context"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// confidentRules find numbers by two rules, of which one tells its strength, and make components of both.
const confidentRules = `package drools
global Document document
global EntityCreationService entityCreationService
query "getFileAttributes"
    $a: FileAttribute()
end
rule "Number.1.0: told"
    @confidence(0.8)
    when
        $d: Document()
    then
        entityCreationService.byRegex("[A-Z]-\\d+", "number", EntityType.ENTITY, $d).limit(1).forEach(e -> e.apply("Number.1.0", "x"));
end
rule "Other.1.0: not told"
    when
        $d: Document()
    then
        entityCreationService.byRegex("\\d+ kg", "weight", EntityType.ENTITY, $d).forEach(e -> e.apply("Other.1.0", "x"));
end
`

const confidentComponents = `package drools
global ComponentCreationService componentCreationService
query "getComponents"
    $c: Component()
end
rule "A.0.0: number"
    when
        $e: Entity()
    then
        componentCreationService.create("A.0.0", $e.getType(), $e.getValue(), "", $e);
end
`

func TestConfidenceRestsOnEvidence(t *testing.T) {
	entity, report := Compile(EntityRules, []byte(confidentRules))
	if entity == nil {
		t.Fatal(report.Errors)
	}
	component, report := Compile(ComponentRules, []byte(confidentComponents))
	if component == nil {
		t.Fatal(report.Errors)
	}
	for _, c := range []struct {
		name, text string
		confidence float64
		evidence   document.Evidence
	}{
		{"once", "No. A-17 weighs 3 kg", 0.8, document.Evidence{RuleStrength: 0.8}},
		// 4 to 1, twice as likely for each other place, half more for the text itself: 12 and 24 to 1.
		{"in two places", "No. A-17, again A-17", 0.92, document.Evidence{RuleStrength: 0.8, Agreeing: 1, Mentioned: true}},
		{"in three places", "A-17 A-17 A-17", 0.96, document.Evidence{RuleStrength: 0.8, Agreeing: 2, Mentioned: true}},
		{"another value", "No. A-17 or A-18", 0.8, document.Evidence{RuleStrength: 0.8}},
	} {
		tree := &document.Tree{Text: c.text, Body: len(c.text), Nodes: []document.Node{
			{Kind: document.KindDocument, Parent: -1, Span: document.Span{End: len(c.text)}, Children: []int{1}},
			{Kind: document.KindParagraph, Span: document.Span{End: len(c.text)}}}}
		result, err := Run(context.Background(), entity, component, Input{Tree: tree})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range result.Components {
			switch {
			case v.Name == "weight" && v.Confidence != nil:
				t.Errorf("%s: the rule does not tell its strength, and the value has %v", c.name, *v.Confidence)
			case v.Name == "number" && (v.Confidence == nil || *v.Confidence != c.confidence || *v.Evidence != c.evidence):
				t.Errorf("%s: got %+v, want %v by %+v", c.name, v, c.confidence, c.evidence)
			}
		}
	}
}

func TestConfidenceOfUncertainCells(t *testing.T) {
	if got := confidenceOf(document.Evidence{RuleStrength: 0.9, Uncertain: true}); got != 0.81 {
		t.Errorf("got %v", got) // 9 to 1, halved
	}
	if got := confidenceOf(document.Evidence{RuleStrength: 1, Agreeing: 3, Mentioned: true}); got >= 1 {
		t.Errorf("nothing is certain, got %v", got)
	}
}

// TestConfidenceIsANumberOfAtMostOne compiles annotations that tell no strength, as rules written for Drools may have them.
func TestConfidenceIsANumberOfAtMostOne(t *testing.T) {
	for _, text := range []string{"", "2", "-1", "high", "0.9, 0.8"} {
		program, report := Compile(EntityRules, []byte(strings.Replace(confidentRules, "@confidence(0.8)", "@confidence("+text+")", 1)))
		if program == nil || len(program.strengths) > 0 {
			t.Errorf("@confidence(%s): %v", text, report.Errors)
		}
		if len(report.Warnings) != 1 || report.Warnings[0].Line != 8 || !strings.Contains(report.Warnings[0].Message, "@confidence") {
			t.Errorf("@confidence(%s): %v", text, report.Warnings)
		}
	}
}
