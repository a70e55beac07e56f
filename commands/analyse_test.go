package commands_test

import (
	"bytes"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// valuesIn returns the entities and components of a result, each as name=value.
func valuesIn(r document.Result) string {
	var out []string
	for _, e := range r.Entities {
		out = append(out, e.Type+"="+e.Value)
	}
	for _, c := range r.Components {
		out = append(out, c.Name+"="+c.Value)
	}
	return strings.Join(out, "|")
}

// invoice is a document with both suppliers of the bundle of invoices, and what its
// rules find in it.
const (
	invoice        = "From Acme to Zeta"
	foundInInvoice = "supplier=Acme|supplier=Zeta|supplier_name=Acme|supplier_name=Zeta|total=1"
)

func (h *house) importBundle(t *testing.T, b template.Bundle) string {
	t.Helper()
	out, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: b})
	if err != nil {
		t.Fatal(err)
	}
	return out.ID
}

func TestAStoredTemplateIsReadAndCompiledOnce(t *testing.T) {
	h := newHouse()
	id := h.importBundle(t, invoices())
	a := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{})
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			got, used, err := a.Analyse(t.Context(), "demo", id, letter(invoice), nil)
			if err != nil || valuesIn(got) != foundInInvoice || used.Rules != 4 || used.DictionaryRuns != 2 {
				t.Errorf("got %s of rules %d, %v, want valuesIn(got) = %v, used.Rules = 4, used.DictionaryRuns = 2 and no "+
					"error", valuesIn(got), used.Rules, err, foundInInvoice)
			}
		})
	}
	all.Wait()
	if h.blobs.opens != 5 {
		t.Errorf("opened %d blobs, want 5", h.blobs.opens)
	}
}

func TestATemplateWithoutDateFormatsHasTheStockList(t *testing.T) {
	b := invoices()
	b.DateFormats, b.Dictionaries[0].Terms = nil, []string{"3 May 2019"}
	tree := letter("Sent on 3 May 2019")
	h := newHouse()
	stored, _, err := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{}).Analyse(t.Context(), "demo",
		h.importBundle(t, b), tree, nil)
	if want := "supplier=3 May 2019|supplier_name=2019-05-03|total=1"; err != nil || valuesIn(stored) != want {
		t.Errorf("got %s, %v; want %s", valuesIn(stored), err, want)
	}
	s, problems := analysis.NewRuleSet(b, rules.Limits{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if loose, err := s.Run(t.Context(), tree); err != nil || !reflect.DeepEqual(loose, stored) {
		t.Errorf("got %+v, %v; want %+v", loose, err, stored)
	}
}

func TestAnAnalysisThatCannotBeSaysWhy(t *testing.T) {
	failing, bare, former := invoices(), invoices(), invoices()
	failing.Name, failing.ComponentRules = "Failing",
		[]byte("package drools\nrule \"A.0.0\" when then\nint none = 0; int n = 1 / none;\nend\n")
	bare.Name, bare.ComponentRules = "Bare", nil
	former.Name = "Former"
	h := newHouse()
	fails, incomplete, refused := h.importBundle(t, failing), h.importBundle(t, bare), h.importBundle(t, former)
	stored := h.blobs.blobs[h.load(t, refused).Entity.ID]
	copy(stored, bytes.Replace(stored, []byte("FileAttribute() end"), []byte("FormerFacts() end  "), 1))
	for _, c := range []struct {
		name, id string
		want     *domain.Fault
	}{
		{"a rule fails", fails, domain.Faultf(domain.Unprocessable,
			"Rule A.0.0 failed in line 3 of component-rules.drl: ")},
		{"no rules", incomplete, domain.Faultf(domain.Unprocessable, "The dossier template has no rules")},
		{"no template", uuid.NewString(), domain.ErrTemplateNotFound},
		{"rules of another time", refused, domain.Faultf(domain.Unprocessable, "entity-rules.drl, line 2: ")},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{}).Analyse(t.Context(), "demo",
				c.id, letter(invoice), nil)
			if domain.KindOf(err) != c.want.Kind || !strings.HasPrefix(err.Error(), c.want.Message) {
				t.Errorf("got %v; want %v", err, c.want)
			}
		})
	}
}

// TestARuleThatFailsLeavesTheValuesOfOthers unless the time of all rules is over.
func TestARuleThatFailsLeavesTheValuesOfOthers(t *testing.T) {
	const found = "package drools\nglobal ComponentCreationService componentCreationService\n" +
		"rule \"A.0.0\" salience 2 when then\ncomponentCreationService.create(\"A.0.0\", \"Total\", \"1\", \"\");\nend\n"
	failing, endless := invoices(), invoices()
	failing.Name, failing.ComponentRules = "Failing", []byte(found+"rule \"B.0.0\" when then\nint none = 0; int n = 1 / none;\nend\n")
	endless.Name, endless.ComponentRules = "Endless", []byte(found+"rule \"B.0.0\" when then\nwhile (true) { }\nend\n")
	h := newHouse()
	a := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{})
	got, _, err := a.Analyse(t.Context(), "demo", h.importBundle(t, failing), letter(invoice), nil)
	if want := "supplier=Acme|supplier=Zeta|Total=1"; err != nil || valuesIn(got) != want {
		t.Errorf("got %s, %v; want %s", valuesIn(got), err, want)
	}
	if len(got.Failures) != 1 || got.Failures[0].Rule != "B.0.0" || got.Failures[0].File != "COMPONENT" || got.Failures[0].Line != 7 {
		t.Errorf("failures %+v, want B.0.0 in line 7", got.Failures)
	}
	o := analysis.AnalyserOptions{Limits: rules.Limits{Duration: 500 * time.Millisecond, Steps: 1 << 60}}
	_, _, err = analysis.NewAnalyser(h.Commands.Base, o).Analyse(t.Context(), "demo", h.importBundle(t, endless),
		letter(invoice), nil)
	if domain.KindOf(err) != domain.Unprocessable || !strings.Contains(err.Error(), "time limit") {
		t.Errorf("rules without an end: got %v, want a fault that names the time limit", err)
	}
}

func TestABundleRunsWithoutAStore(t *testing.T) {
	s, problems := analysis.NewRuleSet(invoices(), rules.Limits{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	got, err := s.Run(t.Context(), letter(invoice))
	if err != nil || valuesIn(got) != foundInInvoice {
		t.Errorf("got %s, %v, want valuesIn(got) = %v and no error", valuesIn(got), err, foundInInvoice)
	}
	if c := s.Components(); len(c) != 2 || c[0].TechnicalName != "supplier_name" || c[1].Rank != 2 {
		t.Errorf("components %+v, want len(c) = 2, c[0].TechnicalName = supplier_name and c[1].Rank = 2", c)
	}
}

func TestABundleThatCannotRunTellsEverything(t *testing.T) {
	b := invoices()
	b.EntityRules, b.ComponentRules, b.DateFormats, b.Mappings[0].Content = nil, []byte("package drools\nBAD"), []byte("b"), []byte("a;b\n")
	s, problems := analysis.NewRuleSet(b, rules.Limits{})
	want := []template.BundleError{
		{File: "entity-rules.drl", Line: 1, Column: 1, Message: "The file is missing"},
		{File: "component-rules.drl", Line: 2, Column: 1,
			Message: rules.Check(rules.ComponentRules, b.ComponentRules).Errors[0].Message},
		{File: "date-formats.txt", Line: 1, Column: 1, Message: "Unknown pattern letter: b"},
		{File: "mappings/m.csv", Line: 1, Column: 1,
			Message: "The header must contain the columns search_value and mapped_value"},
	}
	if s != nil || !reflect.DeepEqual(problems, want) {
		t.Errorf("got %+v, want s = nil and %v", problems, want)
	}
}
