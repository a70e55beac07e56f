package template

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// recordEvents puts events one behind the other, an hour apart.
func recordEvents(events ...es.Event) (r Record) {
	at := time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)
	for i, e := range events {
		r = Fold(r, es.Recorded{Event: e, Envelope: es.Envelope{Stream: StreamOf("demo", "9a11aaaa-0000-4000-8000-000000000000"),
			Version: uint64(i + 1), Time: at}})
		at = at.Add(time.Hour)
	}
	return r
}

func createdOf(of string, d Definition) DefinitionCreated {
	return DefinitionCreated{Of: of, Definition: es.Seal(key, d)}
}

// TestStateAndRecordHoldTheSameDefinitions takes definitions of every kind through
// their life.
func TestStateAndRecordHoldTheSameDefinitions(t *testing.T) {
	for _, of := range []string{KindEntity, KindDossierStatus, KindDossierAttribute, KindFileAttribute} {
		past := []es.Event{created, createdOf(of, Definition{ID: "a", Name: "A", Rank: 1, Primary: true}),
			createdOf(of, Definition{ID: "b", Name: "B", Rank: 2}),
			DefinitionCreated{SideEffects: SideEffects{Moved: []Moved{{"b", 3}, {"gone", 9}}, FormerPrimary: "a"}, Of: of,
				Definition: es.Seal(key, Definition{ID: "c", Name: "C", Rank: 2, Primary: true}), Counter: 4},
			DefinitionUpdated{Of: of, Definition: es.Seal(key, Definition{ID: "a", Name: "AA", Rank: 1}), Counter: 5},
			DefinitionDeleted{Of: of, ID: "c", Counter: 6}, DefinitionDeleted{Of: of, ID: "gone"}}
		want := []Definition{{ID: "a", Name: "AA", Rank: 1}, {ID: "b", Name: "B", Rank: 3}}
		s, r := estest.Fold(Decider, past...), recordEvents(past...)
		if got := *s.listOf(of); !reflect.DeepEqual(got, want) || s.DictionaryRuns != 6 {
			t.Errorf("%s in the state: %+v, counter %d, want %v and s.DictionaryRuns = 6", of, got, s.DictionaryRuns, want)
		}
		if got := *r.listOf(of); !reflect.DeepEqual(got, want) || r.DictionaryRuns != 6 {
			t.Errorf("%s in the record: %+v, counter %d, want %v and r.DictionaryRuns = 6", of, got, r.DictionaryRuns, want)
		}
	}
	if s := estest.Fold(Decider, created, createdOf("newer", Definition{ID: "a"})); !reflect.DeepEqual(s, estest.Fold(Decider, created)) {
		t.Errorf("a kind of a newer program: %+v, want no change", s)
	}
}

func TestAStatusStandsForTheOnesItReplaced(t *testing.T) {
	past := []es.Event{created}
	for _, id := range []string{"a", "b", "c", "d"} {
		past = append(past, createdOf(KindDossierStatus, Definition{ID: id, Name: id}))
	}
	past = append(past, DefinitionDeleted{Of: KindDossierStatus, ID: "a", Replacement: "b"},
		DefinitionDeleted{Of: KindDossierStatus, ID: "b", Replacement: "c"},
		DefinitionDeleted{Of: KindDossierStatus, ID: "d"}, DefinitionDeleted{Of: KindDossierAttribute, ID: "c"})
	s, r := estest.Fold(Decider, past...), recordEvents(past...)
	for given, want := range map[string]string{"a": "c", "b": "c", "c": "c", "d": "", "": "", "other": "other"} {
		if s.StatusOf(given) != want || r.StatusOf(given) != want {
			t.Errorf("%q shows as %q and %q, want %q", given, s.StatusOf(given), r.StatusOf(given), want)
		}
	}
}

func TestAnEntityTakesItsDictionaryAlong(t *testing.T) {
	list := func(entity, list string) DictionaryStored {
		return DictionaryStored{Entity: entity, List: list, Counter: 3}
	}
	past := []es.Event{created, createdOf(KindEntity, Definition{ID: "a", TechnicalName: "supplier"}),
		createdOf(KindEntity, Definition{ID: "b", TechnicalName: "city"}),
		createdOf(KindFileAttribute, Definition{ID: "c", TechnicalName: "city"}),
		list("supplier", ListEntries), list("supplier", ListFalsePositives), list("city", ListEntries), list("supplier", ListEntries),
		DefinitionDeleted{Of: KindEntity, ID: "a", Counter: 4}, DefinitionDeleted{Of: KindFileAttribute, ID: "c"}}
	want := []DictionaryStored{list("city", ListEntries)}
	if s, r := estest.Fold(Decider, past...), recordEvents(past...); !reflect.DeepEqual(s.Dictionaries, want) ||
		!reflect.DeepEqual(r.Dictionaries, want) {
		t.Errorf("%+v and %+v, want %v and %v", s.Dictionaries, r.Dictionaries, want, want)
	}
}

func TestAReportTemplateKeepsTheTimeOfItsBytes(t *testing.T) {
	one, two := es.BlobRef{ID: uuid.New()}, es.BlobRef{ID: uuid.New()}
	stored := func(name string, blob es.BlobRef) ReportTemplateStored {
		return ReportTemplateStored{ID: "r", Blob: blob, Report: es.Seal(key, ReportTemplate{Name: name})}
	}
	past := []es.Event{created, stored("a", one), stored("b", one)}
	r := recordEvents(past...)
	if len(r.Reports) != 1 || r.Reports[0].Name != "b" || r.Reports[0].Uploaded.Hour() != 11 {
		t.Errorf("got %+v, want len(r.Reports) = 1, r.Reports[0].Name = b and r.Reports[0].Uploaded.Hour() = 11", r.Reports)
	}
	if r = recordEvents(append(past, stored("b", two))...); r.Reports[0].Uploaded.Hour() != 13 {
		t.Errorf("got %+v, want 13", r.Reports)
	}
	past = append(past, ReportTemplateDeleted{ID: "r"})
	if s, r := estest.Fold(Decider, past...), recordEvents(past...); len(s.Reports)+len(r.Reports) != 0 {
		t.Errorf("%+v and %+v, want len(s.Reports)+len(r.Reports) = 0", s.Reports, r.Reports)
	}
}
