package commands_test

import (
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// found is what the toy rules find with the bundle of invoices.
var found = document.Result{
	Entities:   []document.Entity{{Type: "supplier", Value: "Acme", Reason: "dd.MM.yyyy"}, {Type: "supplier", Value: "Zeta", Reason: "dd.MM.yyyy"}},
	Components: []document.Component{{Name: "M", Value: "1", Description: "text"}},
}

func (h *house) imported(t *testing.T, b template.Bundle) string {
	t.Helper()
	out, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: b})
	if err != nil {
		t.Fatal(err)
	}
	h.compiled.Store(0)
	return out.ID
}

func TestAStoredTemplateIsRunAndCompiledOnce(t *testing.T) {
	h := newHouse()
	id := h.imported(t, invoices())
	a := commands.NewAnalyser(h.Commands, h.Rules, commands.AnalyserOptions{})
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			got, used, err := a.Analyse(t.Context(), "demo", id, &document.Tree{Text: "text"}, nil)
			if err != nil || !reflect.DeepEqual(got, found) || used.Rules != 4 || used.DictionaryRuns != 2 {
				t.Errorf("got %+v of rules %d, %v", got, used.Rules, err)
			}
		})
	}
	all.Wait()
	if h.compiled.Load() != 1 || h.blobs.opens != 5 {
		t.Errorf("compiled %d times, opened %d blobs", h.compiled.Load(), h.blobs.opens)
	}
}

func TestATemplateWithoutDateFormatsHasTheStockList(t *testing.T) {
	b := invoices()
	b.DateFormats = nil
	want := strings.ReplaceAll(strings.TrimSpace(template.StockDateFormats), "\n", "|")
	h := newHouse()
	stored, _, err := commands.NewAnalyser(h.Commands, h.Rules, commands.AnalyserOptions{}).Analyse(t.Context(), "demo", h.imported(t, b), &document.Tree{}, nil)
	if err != nil || strings.ReplaceAll(stored.Entities[0].Reason, " ", "|") != strings.ReplaceAll(want, " ", "|") {
		t.Errorf("got %+v, %v", stored, err)
	}
	s, problems := commands.NewRuleSet(h.Rules, b, commands.RuleLimits{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if loose, err := s.Run(t.Context(), &document.Tree{}); err != nil || !reflect.DeepEqual(loose, stored) {
		t.Errorf("got %+v, %v; want %+v", loose, err, stored)
	}
}

func TestAnAnalysisThatCannotBeSaysWhy(t *testing.T) {
	failing, bare := invoices(), invoices()
	failing.Name, failing.ComponentRules = "Failing", []byte("FAIL")
	bare.Name, bare.ComponentRules = "Bare", nil
	h := newHouse()
	ok, fails, incomplete := h.imported(t, invoices()), h.imported(t, failing), h.imported(t, bare)
	narrower := toyThatRefuses{toy{&h.compiled}}
	for _, c := range []struct {
		name, id string
		engine   commands.RuleEngine
		want     *domain.Fault
	}{
		{"a rule fails", fails, h.Rules, domain.Faultf(domain.Unprocessable, "Rule A.0.0 failed in line 3: division by zero")},
		{"no rules", incomplete, h.Rules, domain.Faultf(domain.Unprocessable, "The dossier template has no rules")},
		{"no template", uuid.NewString(), h.Rules, domain.ErrTemplateNotFound},
		{"rules of another time", ok, narrower, domain.Faultf(domain.Unprocessable, "entity-rules.drl, line 9: no longer known")},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := commands.NewAnalyser(h.Commands, c.engine, commands.AnalyserOptions{}).Analyse(t.Context(), "demo", c.id, &document.Tree{}, nil)
			if domain.KindOf(err) != c.want.Kind || err.Error() != c.want.Message {
				t.Errorf("got %v; want %v", err, c.want)
			}
		})
	}
}

// toyThatRefuses knows fewer rules than those that are stored.
type toyThatRefuses struct{ toy }

func (toyThatRefuses) Compile(_, _ []byte) (commands.RuleProgram, []template.BundleError) {
	return nil, []template.BundleError{{File: "entity-rules.drl", Line: 9, Column: 1, Message: "no longer known"}}
}

func TestABundleRunsWithoutAStore(t *testing.T) {
	s, problems := commands.NewRuleSet(toy{new(atomic.Int32)}, invoices(), commands.RuleLimits{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	got, err := s.Run(t.Context(), &document.Tree{Text: "text"})
	if err != nil || !reflect.DeepEqual(got, found) {
		t.Errorf("got %+v, %v", got, err)
	}
	if c := s.Components(); len(c) != 2 || c[0].TechnicalName != "supplier_name" || c[1].Rank != 2 {
		t.Errorf("components %+v", c)
	}
}

func TestABundleThatCannotRunTellsEverything(t *testing.T) {
	b := invoices()
	b.EntityRules, b.ComponentRules, b.DateFormats, b.Mappings[0].Content = nil, []byte("x\nBAD"), []byte("b"), []byte("a;b\n")
	s, problems := commands.NewRuleSet(toy{new(atomic.Int32)}, b, commands.RuleLimits{})
	want := []template.BundleError{
		{File: "entity-rules.drl", Line: 1, Column: 1, Message: "The file is missing"},
		{File: "component-rules.drl", Line: 2, Column: 1, Message: "BAD is no rule"},
		{File: "date-formats.txt", Line: 1, Column: 1, Message: "Unknown pattern letter: b"},
		{File: "mappings/m.csv", Line: 1, Column: 1, Message: "The header must contain the columns search_value and mapped_value"},
	}
	if s != nil || !reflect.DeepEqual(problems, want) {
		t.Errorf("got %+v", problems)
	}
}
