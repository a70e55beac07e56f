package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/javalib"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// A bench runs examples on a registry that counts the calls of every overload and
// keeps what examples give.
type bench struct {
	registry *host.Registry
	calls    map[string]int // by class and signature
	result   string
	given    bool
}

func newBench() *bench {
	b := &bench{calls: map[string]int{}}
	counted := func(class string, list []*host.Method) []*host.Method {
		var out []*host.Method
		for _, m := range list {
			copied := *m
			copied.Body = func(c *host.Call, this any, args []any) any {
				b.calls[class+"."+m.Doc]++
				return m.Body(c, this, args)
			}
			out = append(out, &copied)
		}
		return out
	}
	var table []*host.Class
	for _, c := range slices.Concat(javalib.Classes(), model.Classes()) {
		copied := *c
		copied.Makers, copied.Statics, copied.Methods = counted(c.Name, c.Makers), counted(c.Name, c.Statics), counted(c.Name, c.Methods)
		table = append(table, &copied)
	}
	take := host.M(host.Ours, "take(Object) void", func(_ *host.Call, _ any, a []any) any {
		b.result, b.given = host.ToString(a[0]), true
		return nil
	})
	b.registry = host.NewRegistry(table, []*host.Class{{Name: "Example", Statics: []*host.Method{take}}})
	return b
}

func (b *bench) compile(t *testing.T, side Side, text string) *Program {
	t.Helper()
	source := syntax.NewSource(text)
	file, found := syntax.Parse(source)
	found = append(found, syntax.ParseJava(file)...)
	runnable, refused := check.FindUnsupported(file)
	program, wrong := engine.CompileWithGlobals(runnable, b.registry, offers[side].globals)
	if found = slices.Concat(found, refused, wrong); len(found) > 0 {
		for _, p := range placeProblems(source, found) {
			t.Errorf("%d:%d: %s\n%s, want len(found) = 0", p.Line, p.Column, p.Message, text[strings.LastIndex(text, "rule"):])
		}
		return nil
	}
	return &Program{side: side, source: source, program: program, literals: prepareLiterals(program)}
}

// exampleFacts are what the examples name, on each side.
var exampleFacts = map[Side]string{
	EntityRules: `$document: Document() $super: SuperSection() $section: Section(headline.containsString("1.1")) $animals: Section(headline.containsString("1.2"))
  $headline: Headline(containsString("1.1")) $paragraph: Paragraph(containsString("Examplin")) $table: Table() $cell: TableCell(row == 2, col == 1) $image: Image()
  $header: Header() $footer: Footer(onPage(1)) $page: Page(number == 1) $attribute: FileAttribute() $invoice: EInvoice() $finding: FileFinding() $candidate: InvoiceCandidate(field == "Invoice_Date", rank == 1) $entity: TextEntity(type == "test_item") $author: TextEntity(type == "author", value == "Smith")`,
	ComponentRules: `$entities: List() from collect(Entity()) $cells: List() from collect(Entity(type in ("group", "dose"))) $dates: List() from collect(Entity(type == "date"))
  $entity: Entity(type == "test_item") $component: Component(name == "Test_Item") $attribute: FileAttribute() $invoice: EInvoice() $finding: FileFinding() $candidate: InvoiceCandidate(field == "Invoice_Date", rank == 1)`,
}

const imports = "import java.util.*;\nimport static com.x.RedactionSearchUtility.*;\nimport static java.lang.String.format;\n"

const entityGlobals = "global Document document\nglobal EntityCreationService entityCreationService\nglobal Dictionary " +
	"dictionary\nglobal ManualChangesApplicationService manualChangesApplicationService\n"

const componentGlobals = "global ComponentCreationService componentCreationService\nglobal ComponentMappingService " +
	"componentMappingService\n"

// onComponents reports whether an example needs the component session.
func onComponents(class, code string) bool {
	return slices.Contains([]string{"Entity", "Component", "ComponentCreationService", "ComponentMappingService",
		"MappingQuery"}, class) || strings.Contains(code, "componentCreationService")
}

// run gives the result of an example: its last expression, the components that it
// makes, or the exception that it throws.
func (b *bench) run(t *testing.T, class, code string) string {
	t.Helper()
	b.result, b.given = "", false
	statements, last := code[:strings.LastIndexByte(code, ';')+1], strings.TrimSpace(code[strings.LastIndexByte(code, ';')+1:])
	if last != "" {
		statements += " Example.take(" + last + ");"
	}
	entity, component := setup, componentGlobals
	if onComponents(class, code) {
		component = imports + componentGlobals +
			`rule "EX.0.0" salience 9 when $e: Entity(type == "test_item") then componentCreationService.create("EX.0.0", "Test_Item", $e.getValue(), "from the text", $e); end
rule "EX.1.0" no-loop when ` + exampleFacts[ComponentRules] + " then " + statements + " drools.halt(); end"
	} else {
		when := ""
		if strings.Contains(code, "$") && !strings.Contains(strings.ReplaceAll(code, `"$`, ""), `$$`) {
			when = exampleFacts[EntityRules]
		}
		entity = imports + entityGlobals + setup[strings.Index(setup, "rule"):] + `rule "EX.1.0" no-loop when ` + when +
			" then " + statements + " drools.halt(); end"
	}
	p, q := b.compile(t, EntityRules, entity), b.compile(t, ComponentRules, component)
	if p == nil || q == nil {
		return "does not compile"
	}
	result, err := Run(context.Background(), p, q, sampleInput())
	if err != nil {
		return "throws " + err.(*RuleError).Message
	}
	if b.given || last != "" {
		return b.result
	}
	var made []string
	for _, c := range result.Components {
		if c.Name != "Test_Item" || len(result.Components) == 1 {
			made = append(made, c.Name+"="+c.Value)
		}
	}
	return strings.Join(made, ", ")
}

// TestEveryOverloadHasAnExampleThatRuns runs the examples of the handbook. Each must
// call the overload that it stands with, and give what the handbook says.
func TestEveryOverloadHasAnExampleThatRuns(t *testing.T) {
	b := newBench()
	examples := 0
	for _, c := range slices.Concat(javalib.Classes(), model.Classes()) {
		d := descriptions()[c.Name]
		for _, m := range overloadsOf(c) {
			e := d.entryFor(m.Doc)
			if e == nil || e.sentence == "" {
				t.Errorf(`nothing is said about %s.%s, want e != nil and e.sentence other than ""`, c.Name, m.Doc)
				continue
			}
			if len(e.examples) == 0 {
				t.Errorf("%s.%s has no example, want some e.examples", c.Name, m.Doc)
			}
			for _, x := range e.examples {
				examples++
				before := b.calls[c.Name+"."+m.Doc]
				if got := b.run(t, c.Name, x.code); got != x.result {
					t.Errorf("%s.%s: %s\n got %s\nwant %s", c.Name, m.Doc, x.code, got, x.result)
				} else if b.calls[c.Name+"."+m.Doc] == before {
					t.Errorf("%s.%s: the example calls another overload: %s, want other than %v", c.Name, m.Doc, x.code, before)
				}
			}
		}
	}
	t.Log(fmt.Sprint(examples, " examples"))
}

// TestExamplesHoldInConditions evaluates in a condition what gives true in a
// consequence.
func TestExamplesHoldInConditions(t *testing.T) {
	b, held := newBench(), 0
	for _, c := range model.Classes() {
		for _, e := range descriptions()[c.Name].entries {
			for _, x := range e.examples {
				if x.result != "true" || strings.Contains(x.code, ";") || onComponents(c.Name, x.code) {
					continue
				}
				held++
				b.given = false
				p := b.compile(t, EntityRules, imports+entityGlobals+setup[strings.Index(setup, "rule"):]+
					`rule "EX.1.0" no-loop when `+exampleFacts[EntityRules]+" eval("+x.code+
					`) then Example.take("held"); drools.halt(); end`)
				if p == nil {
					continue
				}
				if _, err := Run(context.Background(), p, b.compile(t, ComponentRules, componentGlobals), sampleInput()); err != nil || !b.given {
					t.Errorf("%s does not hold: %v, want b.given and no error", x.code, err)
				}
			}
		}
	}
	if held < 30 {
		t.Errorf("only %d examples are conditions, want at least 30", held)
	}
}
