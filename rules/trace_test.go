package rules

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const tracedEntityRules = `package drools
global EntityCreationService entityCreationService

rule "Order.0.0: number"
	salience 10
when
	$line: Paragraph(containsString("Order no."))
then
	entityCreationService.lineAfterString("Order no.", "order", EntityType.ENTITY, $line).forEach(e -> e.apply("Order.0.0", "label"));
end

rule "Order.0.1: takes the second one out"
when
	$e: TextEntity(type() == "order", getTextRange().start() > 20)
then
	retract($e);
end

rule "Order.1.0: needs a table"
when
	$line: Paragraph()
	Table()
then
end

rule "Order.1.1: needs another word"
when
	Paragraph(containsString("Invoice"))
then
end

rule "Order.1.2: wants no order"
when
	not Paragraph(containsString("Order"))
then
end

rule "Order.1.3: sleeps"
	enabled false
when
	Paragraph()
then
end

rule "Order.1.4: of another group"
	agenda-group "later"
when
	Paragraph()
then
end

rule "Order.1.5: on top of another" extends "Order.1.1: needs another word"
when
	Paragraph()
then
end
`

const tracedComponentRules = `package drools
global ComponentCreationService componentCreationService

rule "Component.0.0: order"
when
	$e: Entity(type == "order")
then
	componentCreationService.create("Component.0.0", "Order_Number", $e.getValue(), "as printed", $e);
end
`

// compileFile compiles a file that must be sound.
func compileFile(t *testing.T, side Side, src string) *Program {
	t.Helper()
	p, problems := compileProblems(side, []byte(src))
	if len(problems) > 0 {
		t.Fatalf("%v, want none", problems)
	}
	return p
}

func orders() Input {
	return Input{Tree: newTree().section("Orders").paragraph("Order no. 17").paragraph("Order no. 18").tree()}
}

// lines tells a trace in words.
func (t Trace) lines() (out []string) {
	for _, f := range t.Firings {
		line := fmt.Sprintf("%d %d %s:%d", f.Side, f.Number, f.Rule, f.Line)
		for _, x := range f.Facts {
			line += fmt.Sprintf(" [%s %q %d]", x.Class, x.Text, x.Page)
		}
		for _, c := range f.Changes {
			line += fmt.Sprintf(" %s %s %q", c.Kind, c.Class, c.Text)
		}
		out = append(out, line)
	}
	return out
}

func TestATraceTellsEveryFiringInOrder(t *testing.T) {
	entity, component := compileFile(t, EntityRules, tracedEntityRules), compileFile(t, ComponentRules, tracedComponentRules)
	result, trace, err := Explain(context.Background(), entity, component, orders())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`0 1 Order.0.0: number:4 [Paragraph "Order no. 17" 1] insert TextEntity "order = 17"`,
		`0 2 Order.0.0: number:4 [Paragraph "Order no. 18" 1] insert TextEntity "order = 18"`,
		`0 3 Order.0.1: takes the second one out:12 [TextEntity "order = 18" 1] retract TextEntity "order = 18"`,
		`1 1 Component.0.0: order:4 [Entity "order = 17" 1] insert Component "Order_Number = 17"`,
		`1 2 Component.0.0: order:4 [Entity "order = 18" 1] insert Component "Order_Number = 18"`,
	}
	if got := trace.lines(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	plain, err := Run(context.Background(), entity, component, orders())
	if err != nil || fmt.Sprint(plain) != fmt.Sprint(result) {
		t.Errorf("the result differs from that without a trace: %v\n%v\n%v", err, plain, result)
	}
}

func TestATraceSaysWhyRulesDidNotFire(t *testing.T) {
	_, trace, err := Explain(context.Background(), compileFile(t, EntityRules, tracedEntityRules),
		compileFile(t, ComponentRules, tracedComponentRules), orders())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"Order.0.0: number":                   "",
		"Order.0.1: takes the second one out": "",
		"Order.1.0: needs a table":            "nothing matches Table() (line 22) together with the conditions before it",
		"Order.1.1: needs another word":       `nothing matches Paragraph(containsString("Invoice")) (line 28)`,
		"Order.1.2: wants no order":           `there is what must not be: not Paragraph(containsString("Order")) (line 34)`,
		"Order.1.3: sleeps":                   "it is not enabled",
		"Order.1.4: of another group":         "its conditions hold, but its agenda group later did not have the focus",
		"Order.1.5: on top of another":        `nothing matches Paragraph(containsString("Invoice")) (line 28)`,
		"Component.0.0: order":                "",
	}
	if len(trace.Rules) != len(want) {
		t.Errorf("%d rules, want len(trace.Rules) = %d", len(trace.Rules), len(want))
	}
	for _, r := range trace.Rules {
		if r.Why != want[r.Rule] || (r.Why == "") != (r.Firings > 0) {
			t.Errorf("%s fired %d times: %q, want %q", r.Rule, r.Firings, r.Why, want[r.Rule])
		}
	}
}

func TestATraceEndsWithTheFiringThatFailed(t *testing.T) {
	failing := strings.Replace(tracedComponentRules, `"as printed", $e`, `"as printed".substring(99), $e`, 1)
	_, trace, err := Explain(context.Background(), compileFile(t, EntityRules, tracedEntityRules),
		compileFile(t, ComponentRules, failing), orders())
	var failed *RuleError
	if !errors.As(err, &failed) || failed.Rule != "Component.0.0: order" {
		t.Fatalf("got %v, want errors.As(err, &failed) and failed.Rule = Component.0.0: order", err)
	}
	if last := trace.Firings[len(trace.Firings)-1]; last.Rule != failed.Rule || len(last.Changes) != 0 {
		t.Errorf("the last firing is %+v, want last.Rule = %v and len(last.Changes) = 0", last, failed.Rule)
	}
}

func TestRulesThatMentionAName(t *testing.T) {
	p := compileFile(t, ComponentRules, tracedComponentRules)
	got := p.RulesMentioning("Order_Number")
	if len(got) != 1 || got[0] != (Rule{ComponentRules, "Component.0.0", "Component.0.0: order", 4}) {
		t.Errorf("got %+v", got)
	}
	if got := p.RulesMentioning("Order"); len(got) != 0 {
		t.Errorf("a part of a string: %+v, want 0", got)
	}
}

func TestATraceTellsWhatAMatchBinds(t *testing.T) {
	component := compileFile(t, ComponentRules, `package drools
global ComponentCreationService componentCreationService

rule "Component.0.0: all"
when
	$all: List(size > 1) from collect(Entity(type == "order"))
	$e: Entity($v: value, value.startsWith("Order") == false)
	$word: String() from List.of("once")
then
end
`)
	_, trace, err := Explain(context.Background(), compileFile(t, EntityRules, tracedEntityRules), component, orders())
	if err != nil {
		t.Fatal(err)
	}
	got := trace.lines()
	want := `1 1 Component.0.0: all:4 [Entity "order = 18" 1] [Entity "order = 17" 1] [Entity "order = 18" 1] [String "$v = 18" ` +
		`0] [String "$word = once" 0]`
	if len(got) != 5 || got[3] != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
