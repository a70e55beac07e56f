package service_test

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestTheFlagDecidesWhatADictionaryChanges changes terms under a template that says no,
// and then yes, to analysing its files again.
func TestTheFlagDecidesWhatADictionaryChanges(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		a := s.importBundle(servicetest.Zip(t, "template.yaml",
			"format: 1\nname: Terms\nentities: [{displayName: Supplier, hasDictionary: true}]\n",
			"entity-rules.drl", soundRule, "component-rules.drl", strings.Replace(soundRule, "Section", "Entity", 1),
			"dictionaries/supplier.txt", "Acme\n"))
		if a.Status != 201 {
			t.Fatalf("%d %s, want 201", a.Status, a.Body)
		}
		at := templatesPath + "/" + s.templateIn(a).ID
		var entities struct {
			EntityDefinitions []struct {
				ID         string
				EntryCount int
			}
		}
		s.Want(200, "GET", at+"/entity-definitions", nil).Decode(t, &entities)
		if len(entities.EntityDefinitions) != 1 || entities.EntityDefinitions[0].EntryCount != 1 {
			t.Fatalf("got %+v, want len(entities.EntityDefinitions) = 1 and entities.EntityDefinitions[0].EntryCount = 1", entities)
		}
		terms := at + "/entity-definitions/" + entities.EntityDefinitions[0].ID + "/dictionaries/entries"
		s.dossier = s.NewDossierOf("Terms", "D")
		id := s.Upload(s.dossier, "a.pdf", servicetest.SamplePDF(t))
		s.awaitFile(id)
		s.say(terms, "Acme\nZeta\n")
		if f := s.awaitFile(id); f.NumberOfAnalyses != 1 || !f.AnalysisRequired {
			t.Errorf("a template that says no: %+v, want f.NumberOfAnalyses = 1 and f.AnalysisRequired", f)
		}
		s.Want(200, "PUT", at, map[string]any{"applyDictionaryUpdatesToAllDossiersByDefault": true})
		if f := s.awaitFile(id); f.NumberOfAnalyses != 1 || !f.AnalysisRequired {
			t.Errorf("a change of the flag alone: %+v, want f.NumberOfAnalyses = 1 and f.AnalysisRequired", f)
		}
		s.say(terms, "Zeta\n")
		if f := s.awaitFile(id); f.NumberOfAnalyses != 2 || f.AnalysisRequired {
			t.Errorf("a template that says yes: %+v, want a second analysis", f)
		}
		servicetest.CheckLog(t, s.Service)
	})
}

// TestFlagsReachTheNextAnalysis wants a flag about what is read to count for the next
// analysis that somebody asks for, and for no file before.
func TestFlagsReachTheNextAnalysis(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		id := s.Upload(s.dossier, "a.pdf", servicetest.SamplePDF(t))
		first := s.awaitFile(id)
		s.Want(200, "PUT", s.template, map[string]any{"keepHiddenText": true, "removeWatermark": true})
		if f := s.awaitFile(id); f.NumberOfAnalyses != 1 || f.AnalysisRequired {
			t.Errorf("a change of flags: %+v, want no further analysis", f)
		}
		s.Want(200, "POST", s.dossier+"/files/"+id+"/reanalyse", nil)
		second := s.awaitFile(id)
		if second.NumberOfAnalyses != 2 || second.LastLayoutProcessed == first.LastLayoutProcessed {
			t.Errorf("with other flags: %+v after %+v, want second.NumberOfAnalyses = 2 and second.LastLayoutProcessed other "+
				"than %v", second, first, first.LastLayoutProcessed)
		}
		s.Want(200, "POST", s.dossier+"/files/"+id+"/reanalyse", nil)
		if third := s.awaitFile(id); third.NumberOfAnalyses != 3 || third.LastLayoutProcessed != second.LastLayoutProcessed {
			t.Errorf("with the same flags: %+v after %+v, want third.NumberOfAnalyses = 3 and third.LastLayoutProcessed = %v",
				third, second, second.LastLayoutProcessed)
		}
		servicetest.CheckLog(t, s.Service)
	})
}

// say stores terms.
func (s *ruleSite) say(terms, content string) {
	s.T.Helper()
	a, err := s.Do("PUT", terms, "text/plain", strings.NewReader(content))
	if err != nil || a.Status != 204 {
		s.T.Fatalf("%d %s %v, want no error and a.Status = 204", a.Status, a.Body, err)
	}
}
