package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

const leaseQuestion = `
declare Lease
    @model("Who lets and who rents.\nAs printed.")
    landlord: String
    tenant: List<String> @model("each person")
end
rule "L.0.0: what the model names" when
    not TextEntity(type() == "landlord", applied())
    $e: TextEntity(type() == "landlord", fromModel)
then $e.apply("L.0.0", "named by the model"); end
query "getFileAttributes" $a: FileAttribute() end
`

func TestQuestionsOfRules(t *testing.T) {
	program, report := Compile(EntityRules, []byte("package drools\n"+leaseQuestion))
	if len(report.Errors) > 0 || len(report.Warnings) > 0 {
		t.Fatal(report)
	}
	want := Question{Name: "Lease", Line: 3, Prompt: "Who lets and who rents.\nAs printed.",
		Fields: []QuestionField{{Name: "landlord"}, {"tenant", "each person", true}}}
	got := program.Questions()
	if len(got) != 1 || got[0].Name != want.Name || got[0].Line != want.Line || got[0].Prompt != want.Prompt ||
		!slices.Equal(got[0].Fields, want.Fields) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if (*Program)(nil).Questions() != nil {
		t.Error("rules that are not there ask for something")
	}
}

func TestQuestionsThatAskForNothing(t *testing.T) {
	for _, row := range []struct {
		side    Side
		declare string
		want    string
	}{
		{EntityRules, `declare A @model(12) a: String end`, "@model takes a text"},
		{EntityRules, `declare A @model("x") end`, "which has none"},
		{EntityRules, `declare A @model("x") a: Integer end`, "must be a String or a List<String>"},
		{EntityRules, `declare A @model("x") a: String @model end`, "@model takes a text"},
		{ComponentRules, `declare A @model("x") a: String end`, "in entity rules alone"},
	} {
		_, report := Compile(row.side, []byte("package drools\n"+row.declare+"\n"))
		found := slices.ContainsFunc(report.Warnings, func(p Problem) bool { return strings.Contains(p.Message, row.want) })
		if len(report.Errors) > 0 || !found {
			t.Errorf("%s: got %+v, want a warning with %q", row.declare, report, row.want)
		}
	}
}

// Candidates are entities that no rule has applied: they count when a rule says so, and alone then.
func TestRulesDecideAboutCandidates(t *testing.T) {
	entity := compileOK(t, EntityRules, leaseQuestion)
	tree := report()
	at := strings.Index(tree.Text, "Smith")
	in := Input{Tree: tree, Candidates: []Candidate{{"landlord", document.Span{Start: at, End: at + 5}},
		{"tenant", document.Span{Start: at, End: at + 5}}}}
	result, err := Run(t.Context(), entity, nil, in)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Entities) != 1 || result.Entities[0].Type != "landlord" || result.Entities[0].Value != "Smith" ||
		len(result.Entities[0].Boxes) == 0 {
		t.Errorf("got %+v, want the landlord alone, with a box", result.Entities)
	}
}
