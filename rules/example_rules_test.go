package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// An exampleCase is a document on which one rule of an example file matters.
type exampleCase struct {
	rule  string // its identifier
	name  string
	in    Input
	edit  []string // pairs of texts of the file, and what stands there instead
	watch string   // rules behind those of the file, which show what results do not
	fires int64    // of the rule; 0: the document is one that it must leave alone
	idle  bool     // it fires, and makes nothing
	want  string   // all entities and components
}

// exampleRules is the cases of each file.
var exampleRules = map[string][]exampleCase{
	"invoice-entity-rules.drl":       slices.Concat(invoiceCases, invoiceMergingCases),
	"invoice-component-rules.drl":    invoiceComponentCases,
	"toxicology-entity-rules.drl":    slices.Concat(toxicologyCases, toxicologyAuthorCases),
	"toxicology-component-rules.drl": toxicologyComponentCases,
}

// applyTerms applies the terms of all dictionaries, for files with component rules.
const applyTerms = `rule "M.0.0" when $e: TextEntity(dictionaryEntry) then $e.apply("M.0.0", "term"); end`

// source is a file of rules as a case wants it, or that without the rule of the case.
func (c exampleCase) source(t *testing.T, file string, without bool) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	out := string(src)
	for i := 0; i < len(c.edit); i += 2 {
		if !strings.Contains(out, c.edit[i]) {
			t.Fatalf("%s has no %s", file, c.edit[i])
		}
		out = strings.Replace(out, c.edit[i], c.edit[i+1], 1)
	}
	if without {
		before, from, _ := strings.Cut(out, `rule "`+c.rule+":")
		name, rest, _ := strings.Cut(from, "\n")
		out = before + `rule "` + c.rule + ":" + name + " enabled false\n" + rest
	}
	return out + "\n" + c.watch
}

// run runs a file of rules on the document of a case, and tells the result and how
// often each rule fired.
func (c exampleCase) run(t *testing.T, file string, without bool) (string, map[string]int64) {
	t.Helper()
	src := c.source(t, file, without)
	entity, component := compileOK(t, EntityRules, applyTerms), compileOK(t, ComponentRules, `rule "C.0.0" when then end`)
	told := entitiesInWords
	if sideOf(file) == EntityRules {
		entity = compileFile(t, EntityRules, src)
	} else {
		component, told = compileFile(t, ComponentRules, src), inWords
	}
	result, trace, err := Explain(t.Context(), entity, component, c.in)
	if err != nil {
		t.Fatal(err)
	}
	fired := map[string]int64{}
	for _, r := range trace.Rules {
		fired[idOf(r.Rule)] += r.Firings
	}
	return told(result), fired
}

// idOf is the identifier in the name of a rule.
func idOf(rule string) string {
	id, _, _ := strings.Cut(rule, ":")
	return id
}

// entitiesInWords lists the entities of a result, with their legal basis, and
// with their kind where it is not the usual one.
func entitiesInWords(result document.Result) string {
	var out []string
	for _, e := range result.Entities {
		line := fmt.Sprintf("%s=%s/%s/%s/%s", e.Type, e.Value, e.State, e.RuleID, e.Reason)
		if e.LegalBasis != "" {
			line += " (" + e.LegalBasis + ")"
		}
		if e.Kind != "ENTITY" {
			line += "/" + e.Kind
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// TestEachExampleRuleActs has documents on which each rule acts, and some that are
// nearly so. Where it acts, the result is another one without the rule.
func TestEachExampleRuleActs(t *testing.T) {
	for file, cases := range exampleRules {
		for _, c := range cases {
			t.Run(c.rule+" "+c.name, func(t *testing.T) {
				got, fired := c.run(t, file, false)
				if got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
				if fired[c.rule] != c.fires {
					t.Errorf("it fired %d times, want %d", fired[c.rule], c.fires)
				}
				if without, _ := c.run(t, file, true); (without == got) != (c.fires == 0 || c.idle) {
					t.Errorf("without the rule: %s", without)
				}
			})
		}
	}
}

func TestEveryExampleRuleHasItsCase(t *testing.T) {
	count := 0
	for file, cases := range exampleRules {
		for _, rule := range load(t, sideOf(file), file).Rules() {
			count++
			if !slices.ContainsFunc(cases, func(c exampleCase) bool {
				return c.rule == idOf(rule.Name) && c.fires > 0 && !c.idle && len(c.edit) == 0
			}) {
				t.Errorf("%s: no document on which %s fires", file, rule.Name)
			}
		}
	}
	if count != 38 {
		t.Errorf("%d rules, want 38", count)
	}
}

// TestExampleFilesAreSound also allows no warnings.
func TestExampleFilesAreSound(t *testing.T) {
	for file := range exampleRules {
		src, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range Check(sideOf(file), src).Warnings {
			t.Errorf("%s:%d:%d: %s", file, w.Line, w.Column, w.Message)
		}
	}
}

// sideOf is the side of a file of rules.
func sideOf(file string) Side {
	if strings.Contains(file, "component") {
		return ComponentRules
	}
	return EntityRules
}

// on is the input of a tree with a file attribute and dictionaries.
func on(b *builder, label, value string, definitions ...Definition) Input {
	in := Input{Tree: b.tree(), Definitions: definitions, DateFormats: []string{"dd.MM.yyyy"}}
	if label != "" {
		in.Attributes = []Attribute{{Label: label, Value: value}}
	}
	return in
}

// terms is a dictionary.
func terms(name string, list ...string) Definition {
	return Definition{TechnicalName: name, Kind: "ENTITY", Terms: list}
}

// secondPage goes on on page 2.
func (b *builder) secondPage() *builder {
	b.t.Pages = append(b.t.Pages, document.Page{Number: 2, Width: 600, Height: 842})
	b.page, b.y = 2, 800
	return b
}

// signature adds an image of one.
func (b *builder) signature() *builder {
	b.node(b.current, document.Node{Kind: document.KindImage, Image: &document.Image{Type: "SIGNATURE"},
		Span:  document.Span{Start: len(b.t.Text), End: len(b.t.Text)},
		Boxes: []document.PageBox{{Page: b.page, Box: document.Rect{X: 400, Y: 700, Width: 100, Height: 50}}}})
	return b
}
