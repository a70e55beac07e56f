package commands_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

const (
	entityRules = `package drools
global Document document
global EntityCreationService entityCreationService
rule "Supplier.0.0: terms"
    when
        $e: TextEntity(type() == "supplier", dictionaryEntry)
    then
        $e.apply("Supplier.0.0", "Known supplier");
    end
rule "Number.0.0: number"
    when
        $p: Paragraph(containsString("Invoice no."))
    then
        entityCreationService.lineAfterString("Invoice no.", "number", EntityType.ENTITY, $p)
            .forEach(e -> e.apply("Number.0.0", "Behind its label"));
    end
`
	componentRules = `package drools
global ComponentCreationService componentCreationService
global ComponentMappingService componentMappingService
rule "Number.0.0: number"
    when
        $e: Entity(type == "number")
    then
        componentCreationService.create("Number.0.0", "Number", $e.getValue(), "As printed", $e);
    end
rule "Supplier.0.0: name of the supplier"
    when
        $e: Entity(type == "supplier")
    then
        componentCreationService.create("Supplier.0.0", "Supplier",
            componentMappingService.getMappedValue("Names", $e.getValue()).orElse("unknown"), "Full name", $e);
    end
`
)

// acme is a bundle in the real rule language.
func acme() template.Bundle {
	return template.Bundle{Text: template.Text{Name: "Acme"},
		Entities: []template.Definition{{Name: "Supplier", TechnicalName: "supplier", Rank: 1, Kind: "ENTITY",
			HasDictionary: true},
			{Name: "Number", TechnicalName: "number", Rank: 2, Kind: "ENTITY"}},
		Dictionaries: []template.Dictionary{{Entity: "supplier", List: template.ListEntries, Terms: []string{"Acme"}}},
		Mappings: []template.BundleMapping{{Mapping: template.Mapping{Name: "Names", FileName: "names.csv",
			Encoding: "UTF-8", Delim: ","},
			Content: []byte("search_value,mapped_value\nAcme,Acme Limited\n")}},
		EntityRules: []byte(entityRules), ComponentRules: []byte(componentRules)}
}

// letter is a document of one paragraph.
func letter(text string) *document.Tree {
	all := document.Span{End: len(text)}
	box := document.Rect{X: 50, Y: 700, Width: 5 * float64(len(text)), Height: 10}
	edges := make([]float32, len(text)+1)
	for i := range edges {
		edges[i] = 50 + 5*float32(i)
	}
	return &document.Tree{Pages: []document.Page{{Number: 1, Width: 595, Height: 842}}, Text: text, Body: len(text),
		Nodes: []document.Node{{Kind: document.KindDocument, Parent: -1, Span: all, Children: []int{1}},
			{Kind: document.KindSection, Span: all, Children: []int{2}}, {Kind: document.KindParagraph, Parent: 1,
				Span:  all,
				Boxes: []document.PageBox{{Page: 1, Box: box}}}},
		Lines: []document.Line{{Span: all, Page: 1, Box: box, Edges: edges}}}
}

func TestRulesRunFromABundleAndFromTheStoreAlike(t *testing.T) {
	tree := letter("Acme writes: Invoice no. 4711")
	s, problems := analysis.NewRuleSet(acme(), rules.Limits{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	loose, err := s.Run(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, c := range loose.Components {
		values[c.Name] = c.Value
	}
	if want := map[string]string{"Number": "4711", "Supplier": "Acme Limited"}; !reflect.DeepEqual(values, want) {
		t.Errorf("got %v; want %v", values, want)
	}
	h := newHouse()
	stored, _, err := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{}).Analyse(t.Context(), "demo",
		h.importBundle(t, acme()), tree, nil)
	if err != nil || !reflect.DeepEqual(stored, loose) {
		t.Errorf("got %+v, %v; want %+v", stored, err, loose)
	}
}

func TestMistakesOfBothRuleFilesAreToldByPlace(t *testing.T) {
	b := acme()
	b.EntityRules = []byte(strings.Replace(entityRules, "lineAfterString(", "lineAfterStrink(", 1))
	b.ComponentRules = []byte(strings.Replace(componentRules, "$e: Entity(", "$e: Entitee(", 1))
	b.DateFormats = []byte("dd.MM.yyyy\ndd.bb.yyyy\n")
	_, problems := analysis.NewRuleSet(b, rules.Limits{})
	places := map[string]int{}
	for _, p := range problems {
		if places[p.File] == 0 {
			places[p.File] = p.Line
		}
		if p.Column < 1 || p.Message == "" {
			t.Errorf(`got %+v, want p.Column at least 1 and p.Message other than ""`, p)
		}
	}
	if want := map[string]int{"entity-rules.drl": 14, "component-rules.drl": 6, "date-formats.txt": 2}; !reflect.DeepEqual(places, want) {
		t.Errorf("got %+v; want %v", problems, want)
	}
}

func TestRulesThatFailAreNamed(t *testing.T) {
	tree := letter("Acme writes: Invoice no. 4711")
	for _, c := range []struct {
		name, old, new string
		limits         rules.Limits
		want           string
	}{
		{"unknown mapping", `getMappedValue("Names"`, `getMappedValue("Nobody"`, rules.Limits{}, "Supplier.0.0"},
		{"firings", `"x"`, `"x"`, rules.Limits{Firings: 1}, "Number.0.0"},
		{"time", `"x"`, `"x"`, rules.Limits{Duration: time.Nanosecond}, "time limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := acme()
			b.ComponentRules = []byte(strings.Replace(componentRules, c.old, c.new, 1))
			s, problems := analysis.NewRuleSet(b, c.limits)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			result, err := s.Run(t.Context(), tree)
			if err == nil && len(result.Failures) == 1 && len(result.Components) > 0 {
				err = domain.Faultf(domain.Unprocessable, "%s", result.Failures[0].Rule)
			}
			if domain.KindOf(err) != domain.Unprocessable || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v; want %s", err, c.want)
			}
			stopped, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := s.Run(stopped, tree); !errors.Is(err, context.Canceled) {
				t.Errorf("stopped: got %v, want %v", err, context.Canceled)
			}
		})
	}
}
