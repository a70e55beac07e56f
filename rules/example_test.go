package rules_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules"
)

const entityRules = `package drools
global EntityCreationService entityCreationService

rule "Order.0.0: number after its label"
when
    $line: Paragraph(containsString("Order no."))
then
    entityCreationService.lineAfterString("Order no.", "order", EntityType.ENTITY, $line)
        .forEach(e -> e.apply("Order.0.0", "after its label"));
end

query "getFileAttributes" $a: FileAttribute() end
`

const componentRules = `package drools
global ComponentCreationService componentCreationService

rule "Order.0.0: number"
when
    $e: Entity(type == "order")
then
    componentCreationService.create("Order.0.0", "Order_Number", $e.getValue(), "as printed", $e);
end

query "getComponents" $c: Component() end
`

// mustCompile compiles a rule file that has no errors.
func mustCompile(side rules.Side, text string) *rules.Program {
	program, report := rules.Compile(side, []byte(text))
	for _, p := range append(report.Errors, report.Warnings...) {
		log.Fatalf("%d:%d: %s", p.Line, p.Column, p.Message)
	}
	return program
}

// letter returns a document of one page.
func letter() *document.Tree {
	b := document.NewBuilder()
	section := b.AddSection(0, "Your order")
	b.AddParagraph(section, "Dear Sir or Madam,")
	b.AddParagraph(section, "Order no. 4711")
	return b.Tree()
}

// Rules of both kinds are compiled once and run over a document that is made in memory.
func Example() {
	entity, component := mustCompile(rules.EntityRules, entityRules), mustCompile(rules.ComponentRules, componentRules)
	result, err := rules.Run(context.Background(), entity, component, rules.Input{Tree: letter()})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range result.Entities {
		fmt.Printf("%s on page %d: %s (%s)\n", e.Type, e.FirstPage(), e.Value, e.RuleID)
	}
	for _, c := range result.Components {
		fmt.Printf("%s = %s\n", c.Name, c.Value)
	}
	// Output:
	// order on page 1: 4711 (Order.0.0)
	// Order_Number = 4711
}

// A file with errors has no program. Its report says what is wrong, and where.
func ExampleCompile() {
	program, report := rules.Compile(rules.EntityRules, []byte(`package drools
rule "Order.0.0: number"
when
    $line: Paragraf(containsString("Order no."))
then
end
`))
	fmt.Println(program == nil)
	for _, p := range report.Errors {
		fmt.Printf("%d:%d: %s\n", p.Line, p.Column, p.Message)
	}
	// Output:
	// true
	// 4:12: rule "Order.0.0: number": unknown class Paragraf, did you mean Paragraph?
}

// The report can be compared with the names that are defined elsewhere.
func ExampleReport_CheckNames() {
	report := rules.Check(rules.ComponentRules, []byte(componentRules))
	for _, p := range report.CheckNames(rules.Names{Entities: []string{"ordre"}, Components: []string{"Order_Number"}}).Warnings {
		fmt.Println(p.Message)
	}
	// Output:
	// rule "Order.0.0: number": the entity type order is not defined in the template, did you mean ordre?
}

// A trace says what each rule did, and why a rule did nothing.
func ExampleExplain() {
	entity, component := mustCompile(rules.EntityRules, entityRules), mustCompile(rules.ComponentRules, componentRules)
	b := document.NewBuilder()
	b.AddParagraph(0, "Invoice no. 4711")
	_, trace, err := rules.Explain(context.Background(), entity, component, rules.Input{Tree: b.Tree()})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range trace.Rules {
		fmt.Printf("%s fired %d times: %s\n", r.Rule, r.Firings, r.Why)
	}
	// Output:
	// Order.0.0: number after its label fired 0 times: nothing matches $line: Paragraph(containsString("Order no.")) (line 6)
	// Order.0.0: number fired 0 times: nothing matches $e: Entity(type == "order") (line 6)
}

// Runs are bounded. The error names the rule that reached the limit.
func ExampleRun_limits() {
	entity := mustCompile(rules.EntityRules, entityRules)
	endless, report := rules.Compile(rules.ComponentRules, []byte(`rule "Loop.0.0: for ever"
when
then
    while (true) { }
end
`))
	if endless == nil {
		log.Fatal(report.Errors)
	}
	_, err := rules.Run(context.Background(), entity, endless, rules.Input{Tree: letter(), Limits: rules.Limits{Steps: 1000}})
	var failed *rules.RuleError
	if errors.As(err, &failed) {
		fmt.Printf("%s, line %d: %s\n", failed.Rule, failed.Line, failed.Message)
	}
	// Output:
	// Loop.0.0: for ever, line 4: more than 1000 steps in one consequence
}
