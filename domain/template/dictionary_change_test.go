package template

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestDictionariesAreStored(t *testing.T) {
	one, two := es.BlobRef{ID: uuid.New(), Size: 3}, es.BlobRef{ID: uuid.New(), Size: 4}
	n := 2
	stored := DictionaryStored{Entity: "supplier", List: ListEntries, Blob: one, Terms: &n, Counter: 3}
	past := []es.Event{created, DefinitionCreated{Of: KindEntity,
		Definition: es.Seal(key, Definition{ID: "a", TechnicalName: "supplier", HasDictionary: true}), Counter: 1},
		DefinitionCreated{Of: KindEntity, Definition: es.Seal(key, Definition{ID: "b", TechnicalName: "city"}), Counter: 2}}
	store := func(id, list string, before es.BlobRef) es.Decision[State] {
		return StoreDictionary(id, list, before, one, n)
	}
	given := estest.GivenEvents(t, Decider, past...)
	given.When(store("a", ListEntries, es.BlobRef{})).Then(stored)
	given.When(store("a", ListEntries, two)).ThenErr(domain.ErrContended)
	given.When(store("b", ListEntries, es.BlobRef{})).ThenErr(fault(domain.Conflict, "The entity has no dictionary"))
	given.When(store("c", ListEntries, es.BlobRef{})).ThenErr(ErrEntityNotFound)
	given.When(store("a", "entries ", es.BlobRef{})).ThenErr(ErrEntityNotFound)
	estest.GivenEvents(t, Decider).When(store("a", ListEntries, es.BlobRef{})).ThenErr(domain.ErrTemplateNotFound)
	again := stored
	again.Counter = 4
	estest.GivenEvents(t, Decider, append(past, stored)...).When(store("a", ListEntries, one)).Then(again)
	estest.GivenEvents(t, Decider, append(past, stored)...).When(store("a", ListEntries, es.BlobRef{})).ThenErr(domain.ErrContended)
}

func TestAnEntityWithoutDictionaryHasNoTerms(t *testing.T) {
	d := Definition{ID: "a", TechnicalName: "supplier", HasDictionary: true}
	past := []es.Event{created, createdOf(KindEntity, d), DictionaryStored{Entity: "supplier", List: ListEntries, Counter: 2}}
	s, r := estest.Fold(Decider, past...), recordEvents(past...)
	for _, list := range []string{ListEntries, ListFalsePositives, ListFalseRecommendations, "other"} {
		_, inState := s.FindDictionary(d, list)
		_, inRecord := r.FindDictionary(d, list)
		if want := list == ListEntries; inState != want || inRecord != want || KnownList(list) != (list != "other") {
			t.Errorf("%s: %v in the state, %v in the record, want %v in both", list, inState, inRecord, want)
		}
	}
	d.HasDictionary = false
	if _, ok := s.FindDictionary(d, ListEntries); ok {
		t.Error("a dictionary that was switched off is read")
	}
	if string(TermsText([]string{"a", "b"})) != "a\nb\n" || TermsText(nil) != nil {
		t.Error("the stored form has another shape")
	}
}
