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
		t.Errorf("got %v, want 0.81", got) // 9 to 1, halved
	}
	if got := confidenceOf(document.Evidence{RuleStrength: 1, Agreeing: 3, Mentioned: true}); got >= 1 {
		t.Errorf("nothing is certain, got %v, want less than 1", got)
	}
}

// A value from a scan is as sure as its least sure word lets it be, and surer where another place was read alike.
func TestConfidenceOfRecognisedText(t *testing.T) {
	for _, c := range []struct {
		evidence document.Evidence
		want     float64
	}{
		{document.Evidence{RuleStrength: 0.9, Recognition: 93}, 0.9},
		{document.Evidence{RuleStrength: 0.9, Recognition: 92}, 0.67}, // three quarters of it
		{document.Evidence{RuleStrength: 0.9, Recognition: 60}, 0.67},
		{document.Evidence{RuleStrength: 0.9, Recognition: 59}, 0.4},
		{document.Evidence{RuleStrength: 0.9, Recognition: 1}, 0.4},
		{document.Evidence{RuleStrength: 0.9, Recognition: 70, Agreeing: 1}, 0.81},                      // 18 to 1 and 6 to 1
		{document.Evidence{RuleStrength: 0.9, Recognition: 70, Uncertain: true, Mentioned: true}, 0.71}, // 6.75 and 4.5
	} {
		if got := confidenceOf(c.evidence); got != c.want {
			t.Errorf("%+v: got %v, want %v", c.evidence, got, c.want)
		}
	}
}

// A run takes the recognition of the words of the value itself, not that of its neighbours.
func TestRunsTellTheRecognitionOfValues(t *testing.T) {
	entity, _ := Compile(EntityRules, []byte(confidentRules))
	component, _ := Compile(ComponentRules, []byte(confidentComponents))
	tree := &document.Tree{Text: "No. A-17 here", Body: 13, Nodes: []document.Node{
		{Kind: document.KindDocument, Parent: -1, Span: document.Span{End: 13}, Children: []int{1}},
		{Kind: document.KindParagraph, Span: document.Span{End: 13}}},
		Lines: []document.Line{{Span: document.Span{End: 13}, Page: 1, Confidences: []int{31, 88, 12}}}}
	result, err := Run(context.Background(), entity, component, Input{Tree: tree})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Components) != 1 || result.Components[0].Evidence == nil || result.Components[0].Evidence.Recognition != 88 {
		t.Errorf("got %+v, want one value whose evidence has the recognition 88", result.Components)
	}
}

// TestConfidenceIsANumberOfAtMostOne compiles annotations that tell no strength, as rules written for Drools may have them.
func TestConfidenceIsANumberOfAtMostOne(t *testing.T) {
	for _, text := range []string{"", "2", "-1", "high", "0.9, 0.8"} {
		program, report := Compile(EntityRules, []byte(strings.Replace(confidentRules, "@confidence(0.8)", "@confidence("+text+")", 1)))
		if program == nil || len(program.strengths) > 0 {
			t.Errorf("@confidence(%s): %v, want program != nil and no program.strengths", text, report.Errors)
		}
		if len(report.Warnings) != 1 || report.Warnings[0].Line != 8 || !strings.Contains(report.Warnings[0].Message, "@confidence") {
			t.Errorf("@confidence(%s): %v", text, report.Warnings)
		}
	}
}
