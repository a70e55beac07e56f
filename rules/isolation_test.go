package rules

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
)

// isolated is a component rule beside which others fail.
const isolated = `
rule "K.0.0: stands" when $e: Entity(type == "kept") then
    componentCreationService.create("K.0.0", "Kept", $e.getValue(), "", $e);
end
`

const isolatedEntity = `
rule "K.0.0: stands" when $p: Paragraph(containsString("GLP")) then
    entityCreationService.byString("GLP", "kept", EntityType.ENTITY, $p).forEach(e -> e.apply("K.0.0", "named"));
end
`

// isolatedLimits are limits that runaway rules reach in a moment.
var isolatedLimits = Limits{Firings: 3000, Steps: 300_000, Memory: 4 << 20}

func TestARuleThatFailsLosesOnlyItsOwnValues(t *testing.T) {
	broken := []string{
		`rule "B.0.0" salience 5 when $p: Paragraph() then throw new IllegalStateException("broken"); end`,
		`rule "B.0.0" salience 5 when $t: Table() then $t.getCell(100, 100).getTextBlock(); end`,
		`rule "B.0.0" salience 5 when $p: Paragraph(getHeadline().getTextBlock().toString().substring(9999) == "x") then end`,
		`rule "B.0.0" salience 5 when $p: Paragraph() then while (true) { int i = 1; } end`,
		`declare N n: int end
rule "B.0.1" salience 6 when not N() then insert(new N(1)); end
rule "B.0.0" salience 5 when $n: N(n >= 0) then modify($n) { setN($n.getN() + 1) } end`,
		`rule "B.0.0" salience 5 when $p: Paragraph() then List<String> l = new ArrayList<>(); while (true) { ` +
			`l.add("x".repeat(100000)); } end`,
		`declare N n: int end
rule "B.0.1" salience 6 when not N() then insert(new N(1)); end
rule "B.0.0" salience 5 when $n: N() then insert(new N($n.getN() + 1)); end`,
		`rule "B.0.0" salience ($p.getTextBlock().toString().length() / 0) when $p: Paragraph() then end`,
	}
	for _, code := range broken {
		entity := compileOK(t, EntityRules, code+isolatedEntity)
		component := compileOK(t, ComponentRules, isolated)
		tree := newTree().section("h").paragraph("A GLP study").table([]string{"a", "b"}, []string{"c", "d"}).tree()
		result, err := Run(t.Context(), entity, component, Input{Tree: tree, Limits: isolatedLimits})
		if err != nil || len(result.Components) != 1 || result.Components[0].Value != "GLP" {
			t.Errorf("%s:\ngot %v, %v; want the value of the other rule", code, result.Components, err)
			continue
		}
		if len(result.Failures) != 1 || result.Failures[0].Rule != "B.0.0" || result.Failures[0].Line < 1 ||
			result.Failures[0].Message == "" {
			t.Errorf("%s:\nfailures %+v, want B.0.0 with its place and cause", code, result.Failures)
		}
	}
}

func TestWhatAFailedRuleHasConcludedIsWithdrawn(t *testing.T) {
	entity := compileOK(t, EntityRules, isolatedEntity)
	component := compileOK(t, ComponentRules, `declare Doubt n: int end
rule "B.0.0" when $e: Entity() then insertLogical(new Doubt(1)); int i = 1 / 0; end
rule "B.1.0" salience -1 when not Doubt() then componentCreationService.create("B.1.0", "Sure", "yes", ""); end
`+isolated)
	result, err := Run(t.Context(), entity, component, Input{Tree: newTree().section("h").paragraph("A GLP study").tree()})
	if err != nil || len(result.Components) != 2 || len(result.Failures) != 1 || result.Failures[0].File != "COMPONENT" {
		t.Errorf("got %+v, %v; want both components and one failure", result, err)
	}
}

func TestWithoutAnyComponentTheFirstFailureIsTheError(t *testing.T) {
	entity := compileOK(t, EntityRules, `rule "B.0.0" when Document() then int i = 1 / 0; end`)
	result, err := Run(t.Context(), entity, compileOK(t, ComponentRules, isolated),
		Input{Tree: newTree().section("h").paragraph("GLP").tree()})
	if err == nil || !strings.Contains(err.Error(), "B.0.0") || len(result.Entities) != 0 {
		t.Errorf("got %+v, %v; want the failure of B.0.0", result, err)
	}
}

func TestTimeThatIsOverLeavesWhatWasFound(t *testing.T) {
	entity := compileOK(t, EntityRules, isolatedEntity+`rule "B.0.0" salience -1 when $p: Paragraph() then while (true) { int i = 1; } end`)
	in := Input{Tree: newTree().section("h").paragraph("A GLP study").tree(),
		Limits: Limits{Duration: 300 * time.Millisecond, Steps: 1 << 60}}
	result, err := Run(t.Context(), entity, compileOK(t, ComponentRules, isolated), in)
	if err != nil || len(result.Components) != 1 || len(result.Failures) != 1 ||
		!strings.Contains(result.Failures[0].Message, "time limit") {
		t.Errorf("got %+v, %v; want the value and the time limit as failure", result, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if result, err := Run(ended, entity, nil, in); err == nil {
		t.Errorf("after the end of the caller: got %+v, want an error", result)
	}
}

// mutateRule returns a consequence or condition that fails in one of many ways.
func mutateRule(r *rand.Rand) string {
	body := []string{`int i = 1 / 0;`, `$n.getParent().getParent().getParent().getParent().update(null);`, `String s = null; s.length();`,
		`List.of(1).get(5);`, `while (true) { }`, `"x".substring(7);`, `insert(null);`, `throw new RuntimeException("x");`, `update($n);`,
		`Integer.parseInt($n.getTextBlock().toString());`, `Object o = $n; String s = (String) o;`, `"".matches("(");`,
		`List<Object> l = new ArrayList<>(); while (true) { l.add("x".repeat(1000)); }`}
	conds := []string{"", "getTextBlock().toString().charAt(100000) == 'x'", "getTextBlock() != null",
		"getHeadline().getTextBlock().length() >= 0"}
	return fmt.Sprintf("rule \"B.%d.0\" salience %d when $n: %s(%s) then %s end\n", r.IntN(1000), r.IntN(20)-10,
		[]string{"Section", "Paragraph", "SemanticNode", "Table", "Page", "Headline"}[r.IntN(6)], conds[r.IntN(len(conds))],
		body[r.IntN(len(body))])
}

// Whatever one rule does, the values of the others stand.
func TestNoResultIsEmptyBecauseOfOneRule(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	component := compileOK(t, ComponentRules, isolated)
	var trees []*document.Tree
	for i := range 5 {
		b := newTree().section(fmt.Sprint("Title ", i)).paragraph("A GLP study", strings.Repeat("words ", i+1))
		trees = append(trees, b.table([]string{"a", "b"}, []string{"c", "d"}).tree())
	}
	failed := 0
	for range 200 {
		code := mutateRule(r)
		entity, report := Compile(EntityRules, []byte(headOf(EntityRules)+code+isolatedEntity))
		if len(report.Errors) > 0 {
			continue // the service refuses it
		}
		for _, tree := range trees {
			result, err := Run(t.Context(), entity, component, Input{Tree: tree, Limits: isolatedLimits})
			if err != nil || len(result.Components) != 1 {
				t.Fatalf("%s:\ngot %+v, %v; want the value of the other rule", code, result, err)
			}
			failed += len(result.Failures)
		}
	}
	if failed < 200 {
		t.Errorf("only %d failures happened, want hundreds", failed)
	}
}
