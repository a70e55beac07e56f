package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// text sends a text.
func (s *partSite) text(method, path, content string) answer {
	s.t.Helper()
	a, err := s.do(method, path, "text/plain", strings.NewReader(content))
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

// TestEntitiesAndDictionaries changes what is looked for, and wants files to be
// analysed again, or to say that it is due, as their template has it.
func TestEntitiesAndDictionaries(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := newPartSite(t, args)
		const at = "/entity-definitions"
		word := s.made(at, map[string]any{"displayName": "Größe (mm)", "hasDictionary": true})
		s.made(at, map[string]any{"displayName": "Low", "kind": "HINT", "rank": 1, "recommendationColor": "#123456"})
		s.shows(at, "grosse_mm:Größe (mm):2:ENTITY:#808080:#808080:true:0 low:Low:1:HINT:#808080:#123456:false:0", "technicalName", "displayName", "rank", "kind", "color", "recommendationColor", "hasDictionary", "entryCount")
		s.refusesEntities(at, word)
		follows, stays := s.newDossierOf("Follows", "A"), s.newDossierOf("Stays", "B")
		file := follows + "/files/" + s.upload(follows, "a.pdf", sample(t))
		other := stays + "/files/" + s.upload(stays, "b.pdf", sample(t))
		s.awaitDone(file)
		s.awaitDone(other)
		list := s.template + at + "/" + word + "/dictionaries/entries"
		if a := s.text("PUT", list, "\ufeff Invoice \r\n\nZeta\nInvoice\n"); a.status != 204 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := s.want(200, "GET", list, nil); string(a.body) != "Invoice\nZeta\n" || a.header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%q %v", a.body, a.header)
		}
		s.shows(at, "2:0:0 0:0:0", "entryCount", "falsePositiveCount", "falseRecommendationCount")
		if f := s.awaitDone(file); f.NumberOfAnalyses != 2 {
			t.Errorf("%+v", f)
		}
		if a := s.want(200, "GET", file+"/entities", nil); !strings.Contains(string(a.body), `"type":"grosse_mm"`) {
			t.Errorf("the term is not found: %.2000s", a.body)
		}
		s.text("PUT", list, "Zeta\nInvoice")
		s.want(200, "PUT", s.template+at+"/"+word, map[string]any{"displayName": "Word", "hasDictionary": true, "rank": 5})
		if f := s.awaitDone(file); f.NumberOfAnalyses != 3 {
			t.Errorf("the same terms again, then another rank: %+v", f)
		}
		s.shows(at, "grosse_mm:Word:5:2 low:Low:1:0", "technicalName", "displayName", "rank", "entryCount")
		s.want(204, "DELETE", s.template+at+"/"+word, nil)
		s.awaitDone(file)
		if a := s.want(200, "GET", file+"/entities", nil); strings.Contains(string(a.body), `"type":"grosse_mm"`) {
			t.Errorf("a deleted entity is still found: %.2000s", a.body)
		}
		again := s.made(at, map[string]any{"displayName": "Größe  mm", "hasDictionary": true})
		if a := s.want(200, "GET", s.template+at+"/"+again+"/dictionaries/entries", nil); len(a.body) != 0 {
			t.Errorf("the dictionary of a deleted entity: %q", a.body)
		}
		s.template = s.templateNamed("Stays")
		s.made(at, map[string]any{"displayName": "Word"})
		if got := s.fields(other, "processingStatus", "numberOfAnalyses", "analysisRequired", "dictionaryVersion"); got != `["PROCESSED",1,true,0]` {
			t.Errorf("a file that does not follow: %s", got)
		}
		noScandal(t, s.s)
	})
}

func (s *partSite) refusesEntities(at, word string) {
	s.t.Helper()
	var low struct {
		EntityDefinitions []struct{ ID, TechnicalName string }
	}
	s.want(200, "GET", s.template+at, nil).into(s.t, &low)
	plain := low.EntityDefinitions[1].ID
	s.refuses(at, append(s.common(at, word, `{"displayName":"New"}`, "Entity definition not found"),
		refusal{"POST", at, `{"displayName":"LOW"}`, 409, "Technical name already exists: low"}, refusal{"POST", at, `{"displayName":"Low"}`, 409, "Name already exists"},
		refusal{"PUT", at + "/" + word, `{"displayName":"Low"}`, 409, "Name already exists"}, refusal{"POST", at, `{"name":"A"}`, 400, "displayName is required"},
		refusal{"POST", at, `{"displayName":"--"}`, 400, "displayName must contain a letter or a digit"}, refusal{"POST", at, `{"displayName":"A","kind":"X"}`, 400, "kind must be one of ENTITY, HINT"},
		refusal{"POST", at, `{"displayName":"A","recommendationColor":"#1"}`, 400, "recommendationColor is not a color"},
		refusal{"GET", at + "/" + word + "/dictionaries/others", "", 404, "Entity definition not found"}, refusal{"GET", at + "/" + uuid.NewString() + "/dictionaries/entries", "", 404, "Entity definition not found"},
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
		s.failed(c.status, c.message, "PUT", s.template+at+"/"+path, "text/plain", strings.NewReader(c.content))
	}
	var many strings.Builder
	for i := range 500_001 {
		fmt.Fprintln(&many, i)
	}
	s.failed(400, "The dictionary has more than 500000 terms", "PUT", s.template+at+"/"+word+"/dictionaries/entries", "text/plain", strings.NewReader(many.String()))
	s.s.user("uma", "Str0ng-enough", "USER")
	uma := s.s.as("uma", "Str0ng-enough")
	uma.want(200, "GET", s.template+at, nil)
	uma.want(403, "GET", s.template+at+"/"+word+"/dictionaries/entries", nil)
	uma.failed(403, "Access denied", "PUT", s.template+at+"/"+word+"/dictionaries/entries", "text/plain", strings.NewReader("a"))
	s.shows(at, "0 0", "entryCount")
}
