package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// text sends a text.
func (s *partSite) text(method, path, content string) servicetest.Answer {
	s.T.Helper()
	a, err := s.Do(method, path, "text/plain", strings.NewReader(content))
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

// TestEntitiesAndDictionaries changes what is looked for, and wants files to be
// analysed again, or to say that it is due, as their template has it.
func TestEntitiesAndDictionaries(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newPartSite(t, args)
		const at = "/entity-definitions"
		word := s.createDefinition(at, map[string]any{"displayName": "Größe (mm)", "hasDictionary": true})
		s.createDefinition(at, map[string]any{"displayName": "Low", "kind": "HINT", "rank": 1, "recommendationColor": "#123456"})
		s.shows(at, "grosse_mm:Größe (mm):2:ENTITY:#808080:#808080:true:0 low:Low:1:HINT:#808080:#123456:false:0",
			"technicalName", "displayName", "rank", "kind", "color", "recommendationColor", "hasDictionary", "entryCount")
		s.refusesEntities(at, word)
		follows, stays := s.NewDossierOf("Follows", "A"), s.NewDossierOf("Stays", "B")
		file := follows + "/files/" + s.Upload(follows, "a.pdf", servicetest.SamplePDF(t))
		other := stays + "/files/" + s.Upload(stays, "b.pdf", servicetest.SamplePDF(t))
		s.AwaitDone(file)
		s.AwaitDone(other)
		list := s.template + at + "/" + word + "/dictionaries/entries"
		if a := s.text("PUT", list, "\ufeff Invoice \r\n\nZeta\nInvoice\n"); a.Status != 204 {
			t.Fatalf("%d %s, want 204", a.Status, a.Body)
		}
		if a := s.Want(200, "GET", list, nil); string(a.Body) != "Invoice\nZeta\n" ||
			a.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("got %q %v, want Invoice and Zeta as text", a.Body, a.Header)
		}
		s.shows(at, "2:0:0 0:0:0", "entryCount", "falsePositiveCount", "falseRecommendationCount")
		if f := s.AwaitDone(file); f.NumberOfAnalyses != 2 {
			t.Errorf("%+v, want f.NumberOfAnalyses = 2", f)
		}
		if a := s.Want(200, "GET", file+"/entities", nil); !strings.Contains(string(a.Body), `"type":"grosse_mm"`) {
			t.Errorf("the term is not found: %.2000s, want %q in it", a.Body, `"type":"grosse_mm"`)
		}
		s.text("PUT", list, "Zeta\nInvoice")
		s.Want(200, "PUT", s.template+at+"/"+word, map[string]any{"displayName": "Word", "hasDictionary": true, "rank": 5})
		if f := s.AwaitDone(file); f.NumberOfAnalyses != 3 {
			t.Errorf("the same terms again, then another rank: %+v, want f.NumberOfAnalyses = 3", f)
		}
		s.shows(at, "grosse_mm:Word:5:2 low:Low:1:0", "technicalName", "displayName", "rank", "entryCount")
		s.Want(204, "DELETE", s.template+at+"/"+word, nil)
		s.AwaitDone(file)
		if a := s.Want(200, "GET", file+"/entities", nil); strings.Contains(string(a.Body), `"type":"grosse_mm"`) {
			t.Errorf("a deleted entity is still found: %.2000s, want no %q in it", a.Body, `"type":"grosse_mm"`)
		}
		again := s.createDefinition(at, map[string]any{"displayName": "Größe  mm", "hasDictionary": true})
		if a := s.Want(200, "GET", s.template+at+"/"+again+"/dictionaries/entries", nil); len(a.Body) != 0 {
			t.Errorf("the dictionary of a deleted entity: %q, want 0", a.Body)
		}
		s.template = s.TemplateNamed("Stays")
		s.createDefinition(at, map[string]any{"displayName": "Word"})
		if got := s.fields(other, "processingStatus", "numberOfAnalyses", "analysisRequired", "dictionaryVersion"); got != `["PROCESSED",1,true,0]` {
			t.Errorf("a file that does not follow: %s, want %q", got, `["PROCESSED",1,true,0]`)
		}
		servicetest.CheckLog(t, s.Service)
	})
}

func (s *partSite) refusesEntities(at, word string) {
	s.T.Helper()
	var low struct {
		EntityDefinitions []struct{ ID, TechnicalName string }
	}
	s.Want(200, "GET", s.template+at, nil).Decode(s.T, &low)
	plain := low.EntityDefinitions[1].ID
	s.refuses(at, append(s.common(at, word, `{"displayName":"New"}`, "Entity definition not found"),
		refusal{"POST", at, `{"displayName":"LOW"}`, 409, "Technical name already exists: low"},
		refusal{"POST", at, `{"displayName":"Low"}`, 409, "Name already exists"},
		refusal{"PUT", at + "/" + word, `{"displayName":"Low"}`, 409, "Name already exists"},
		refusal{"POST", at, `{"name":"A"}`, 400, "displayName is required"},
		refusal{"POST", at, `{"displayName":"--"}`, 400, "displayName must contain a letter or a digit"},
		refusal{"POST", at, `{"displayName":"A","kind":"X"}`, 400, "kind must be one of ENTITY, HINT"},
		refusal{"POST", at, `{"displayName":"A","recommendationColor":"#1"}`, 400, "recommendationColor is not a color"},
		refusal{"GET", at + "/" + word + "/dictionaries/others", "", 404, "Entity definition not found"},
		refusal{"GET", at + "/" + uuid.NewString() + "/dictionaries/entries", "", 404, "Entity definition not found"},
		refusal{"GET", at + "/1/dictionaries/entries", "", 400, "entityId is not a valid identifier"},
		refusal{"PUT", at + "/" + word + "/dictionaries/entries", `["Acme"]`, 415, "Content-Type must be text/plain"})...)
	for path, c := range map[string]struct {
		content string
		status  int
		message string
	}{
		word + "/dictionaries/others":                {"a", 404, "Entity definition not found"},
		plain + "/dictionaries/entries":              {"a", 409, "The entity has no dictionary"},
		word + "/dictionaries/false-positives":       {"a\n\xff", 400, "Line 2 is not valid UTF-8"},
		word + "/dictionaries/false-recommendations": {strings.Repeat("é", 256), 400, "A term must not be longer than 255"},
		word + "/dictionaries/entries":               {strings.Repeat("x", 16<<20+1), 413, "The file is too large"},
	} {
		s.ExpectFailure(c.status, c.message, "PUT", s.template+at+"/"+path, "text/plain", strings.NewReader(c.content))
	}
	var many strings.Builder
	for i := range 500_001 {
		fmt.Fprintln(&many, i)
	}
	s.ExpectFailure(400, "The dictionary has more than 500000 terms", "PUT", s.template+at+"/"+word+"/dictionaries/entries",
		"text/plain", strings.NewReader(many.String()))
	s.Service.AddUser("uma", "Str0ng-enough", "USER")
	uma := s.Service.SignIn("uma", "Str0ng-enough")
	uma.Want(200, "GET", s.template+at, nil)
	uma.Want(403, "GET", s.template+at+"/"+word+"/dictionaries/entries", nil)
	uma.ExpectFailure(403, "Access denied", "PUT", s.template+at+"/"+word+"/dictionaries/entries", "text/plain", strings.NewReader("a"))
	s.shows(at, "0 0", "entryCount")
}
