package commands_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// docs/rules.md tells these.
func TestDefaultRuleLimits(t *testing.T) {
	if got, want := analysis.DefaultRuleLimits(), (rules.Limits{Firings: 5_000_000, Duration: 600 * time.Second}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A run that is explained gives the same result as one that is not, under the same default limits.
func TestARunIsExplained(t *testing.T) {
	b := acme()
	b.Settings.Visibility = "PRIVATE"
	b.Components = []template.NewComponent{{TechnicalName: "Number", DisplayName: "Number"},
		{TechnicalName: "Supplier", DisplayName: "Supplier"}}
	s, problems := analysis.NewRuleSet(b, rules.Limits{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	tree := letter("Acme writes: Invoice no. 4711")
	want, err := s.Run(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	got, trace, err := s.Explain(t.Context(), tree)
	if err != nil || !reflect.DeepEqual(got, want) || reflect.ValueOf(trace).IsZero() {
		t.Errorf("got %+v, %v; want %+v with a trace", got, err, want)
	}
	if entity, component := s.Programs(); entity == nil || component == nil || entity == component {
		t.Errorf("got the programs %p and %p, want both", entity, component)
	}
	if !reflect.DeepEqual(s.Settings(), b.Settings) {
		t.Errorf("got the settings %+v, want %+v", s.Settings(), b.Settings)
	}
	if c := s.Components(); len(c) != 2 || c[0].TechnicalName != "number" || c[0].Rank != 1 || c[1].Rank != 2 {
		t.Errorf("got the components %+v, want both by rank", c)
	}
}

// TestTheRuleThatFailedIsNamed with its line, and the function of the file that the line is in.
func TestTheRuleThatFailedIsNamed(t *testing.T) {
	tree := letter("Acme writes: Invoice no. 4711")
	inFunction := "function String pick(String s) {\n    return s.substring(99);\n}\n" +
		"rule \"Fails.0.0: beyond its end\" when eval(true) then pick(\"x\"); end\n"
	for _, row := range []struct {
		name, entity, component, want string
	}{
		{"in a function", "package drools\n" + inFunction, soundRules,
			"Rule Fails.0.0: beyond its end failed in line 3 of entity-rules.drl, in the function pick: "},
		{"in a rule of components", soundRules, "package drools\nrule \"Fails.1.0\" when eval(true) then \"x\".substring(99); end\n",
			"Rule Fails.1.0 failed in line 2 of component-rules.drl: "},
	} {
		b := acme()
		b.EntityRules, b.ComponentRules = []byte(row.entity), []byte(row.component)
		s, problems := analysis.NewRuleSet(b, rules.Limits{})
		if len(problems) > 0 {
			t.Fatal(row.name, problems)
		}
		_, err := s.Run(t.Context(), tree)
		if f := (*domain.Fault)(nil); !errors.As(err, &f) || f.Kind != domain.Unprocessable || !strings.HasPrefix(f.Message, row.want) {
			t.Errorf("%s: got %v, want a sentence that begins with %q", row.name, err, row.want)
		}
	}
}

// Terms of each list of a dictionary are entities of a kind of their own, from a bundle and from the store alike.
func TestListsOfADictionary(t *testing.T) {
	for list, want := range map[string]string{template.ListEntries: "ENTITY", template.ListFalsePositives: "FALSE_POSITIVE",
		template.ListFalseRecommendations: "FALSE_RECOMMENDATION"} {
		b := acme()
		b.Dictionaries = []template.Dictionary{{Entity: "supplier", List: list, Terms: []string{"Acme"}}}
		s, problems := analysis.NewRuleSet(b, rules.Limits{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		tree := letter("Acme writes: Invoice no. 4711")
		loose, err := s.Run(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		h := newHouse()
		stored, _, err := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{}).Analyse(t.Context(), "demo",
			h.importBundle(t, b), tree, nil)
		if err != nil {
			t.Fatal(err)
		}
		for from, r := range map[string]document.Result{"a bundle": loose, "the store": stored} {
			kinds := map[string]string{}
			for _, e := range r.Entities {
				kinds[e.Value] = e.Kind
			}
			if kinds["Acme"] != want {
				t.Errorf("%s, from %s: got the kind %q, want %q", list, from, kinds["Acme"], want)
			}
		}
	}
}

// What is no text has no lines that an editor could show: its problems stand at its start, and tell their place in words.
func TestProblemsOfWhatIsNoText(t *testing.T) {
	h, id := importInvoices(t)
	ask := commands.StoreRuleFile{Request: admin(), TemplateID: id, File: template.EntityRules, DryRun: true,
		Open: uploadOf("package drools\n\xff\xfe rule\n")}
	completed := false
	ask.Complete = func(*commands.StoreRuleFile) { completed = true }
	out, err := h.StoreRuleFile(t.Context(), ask)
	if err != nil || len(out.Problems) == 0 || !out.DryRun || !completed {
		t.Fatalf("got %+v, %v, completed %t, want some out.Problems, out.DryRun, completed and no error", out, err, completed)
	}
	for _, p := range out.Problems {
		if p.Line != 1 || p.Column != 1 || !strings.HasPrefix(p.Message, "line 2, column ") {
			t.Errorf("got %d:%d %q, want the start of the file and the place in words", p.Line, p.Column, p.Message)
		}
	}
}

// A template without date formats has the default list: storing that list changes nothing.
func TestTheDefaultDateFormatsAreThereAlready(t *testing.T) {
	h := newHouse()
	id := h.create(t, "Plain")
	for i, text := range []string{template.StockDateFormats, "yyyy"} {
		changes := i == 1
		out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id,
			File: template.DateFormats, Open: uploadOf(text)})
		if err != nil || (out.Position != 0) != changes {
			t.Errorf("%.20q: got %+v, %v; want a change: %t", text, out, err, changes)
		}
	}
	out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id,
		File: template.EntityRules,
		Open: uploadOf(template.StockDateFormats)})
	if err != nil || len(out.Problems) == 0 {
		t.Errorf("date formats as rules: got %+v, %v; want problems", out, err)
	}
}
