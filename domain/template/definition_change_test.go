package template

import (
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func fault(k domain.Kind, format string, args ...any) error { return domain.Faultf(k, format, args...) }

func status(id, name string, rank int) Definition {
	return Definition{ID: id, Name: name, Rank: rank, Color: StockColor}
}

func updatedOf(of string, d Definition, b SideEffects, counter int) DefinitionUpdated {
	return DefinitionUpdated{SideEffects: b, Of: of, Definition: es.Seal(key, d), Counter: counter}
}

// TestARankInUseMovesTheOthers holds for statuses and entities alike.
func TestARankInUseMovesTheOthers(t *testing.T) {
	const of = KindDossierStatus
	past := []es.Event{created, createdOf(of, status("a", "A", 1)), createdOf(of, status("b", "B", 2)), createdOf(of, status("c", "C", 5))}
	at := func(d Definition, b SideEffects) DefinitionCreated {
		return DefinitionCreated{SideEffects: b, Of: of, Definition: es.Seal(key, d)}
	}
	create := func(rank int) es.Decision[State] { return CreateDefinition(key, of, status("n", "N", rank)) }
	estest.GivenEvents(t, Decider, past...).When(create(0)).Then(at(status("n", "N", 6), SideEffects{}))
	estest.GivenEvents(t, Decider, past...).When(create(3)).Then(at(status("n", "N", 3), SideEffects{}))
	estest.GivenEvents(t, Decider, past...).When(create(2)).Then(at(status("n", "N", 2), SideEffects{Moved: []Moved{{"b", 3}, {"c", 6}}}))
	estest.GivenEvents(t, Decider, created).When(create(0)).Then(at(status("n", "N", 1), SideEffects{}))
	estest.GivenEvents(t, Decider).When(create(0)).ThenErr(domain.ErrTemplateNotFound)

	move := func(id, name string, rank int) es.Decision[State] {
		return UpdateDefinition(key, of, status(id, name, rank))
	}
	estest.GivenEvents(t, Decider, past...).When(move("c", "C", 1)).
		Then(updatedOf(of, status("c", "C", 1), SideEffects{Moved: []Moved{{"a", 2}, {"b", 3}}}, 0))
	estest.GivenEvents(t, Decider, past...).When(move("a", "A", 0)).Then(updatedOf(of, status("a", "A", 6), SideEffects{}, 0))
	estest.GivenEvents(t, Decider, past...).When(move("c", "C", 0)).Then()
	estest.GivenEvents(t, Decider, past...).When(move("b", "B", 2)).Then()
	estest.GivenEvents(t, Decider, past...).When(move("b", "Before", 2)).Then(updatedOf(of, status("b", "Before", 2), SideEffects{}, 0))

	s := estest.Fold(Decider, append(past, updatedOf(of, status("c", "C", 1), SideEffects{Moved: []Moved{{"a", 2}, {"b", 3}}}, 0))...)
	for i, want := range []int{2, 3, 1} {
		if s.Statuses[i].Rank != want {
			t.Errorf("%s has rank %d, want %d", s.Statuses[i].ID, s.Statuses[i].Rank, want)
		}
	}
}

func TestNamesOfDefinitionsAreUnique(t *testing.T) {
	taken := fault(domain.Conflict, "Name already exists")
	for _, of := range []string{KindDossierStatus, KindDossierAttribute, KindFileAttribute, KindEntity} {
		past := []es.Event{created, createdOf(of, Definition{ID: "a", Name: "A", TechnicalName: "a"}),
			createdOf(of, Definition{ID: "b", Name: "B", TechnicalName: "b"})}
		estest.GivenEvents(t, Decider, past...).When(CreateDefinition(key, of,
			Definition{ID: "c", Name: "A", TechnicalName: "a"})).ThenErr(taken)
		estest.GivenEvents(t, Decider, past...).When(UpdateDefinition(key, of, Definition{ID: "b", Name: "A"})).ThenErr(taken)
		twins := append(past, createdOf(of, Definition{ID: "d", Name: "A", TechnicalName: "d", Rank: 9}))
		if _, err := UpdateDefinition(key, of, Definition{ID: "d", Name: "A", Description: "new", Rank: 9})(estest.Fold(Decider,
			twins...)); err != nil {
			t.Errorf("%s that share a name since an import: %v, want no error", of, err)
		}
	}
	past := []es.Event{created, createdOf(KindDossierAttribute, Definition{ID: "a", Name: "A"})}
	estest.GivenEvents(t, Decider, past...).When(CreateDefinition(key, KindFileAttribute, Definition{ID: "b", Name: "A"})).
		Then(createdOf(KindFileAttribute, Definition{ID: "b", Name: "A"}))
}

func TestFileAttributesShareTheirPlaces(t *testing.T) {
	const of = KindFileAttribute
	attribute := func(id, column string, primary, displayed bool) Definition {
		return Definition{ID: id, Name: id, Type: TypeText, CSVColumn: column, Primary: primary, Displayed: displayed}
	}
	past := []es.Event{created, createdOf(of, attribute("a", "No", true, true)), createdOf(of, attribute("b", "", false, true)),
		createdOf(of, attribute("c", "", false, true))}
	create := func(d Definition) es.Decision[State] { return CreateDefinition(key, of, d) }
	given := estest.GivenEvents(t, Decider, past...)
	given.When(create(attribute("d", "nO", false, false))).ThenErr(ErrNameTaken)
	given.When(create(attribute("d", "", false, true))).ThenErr(fault(domain.Invalid, "At most 3 attributes can be displayed"))
	given.When(create(attribute("d", "", true, false))).Then(DefinitionCreated{SideEffects: SideEffects{FormerPrimary: "a"}, Of: of,
		Definition: es.Seal(key, attribute("d", "", true, false))})
	given.When(UpdateDefinition(key, of, attribute("b", "", true, true))).
		Then(updatedOf(of, attribute("b", "", true, true), SideEffects{FormerPrimary: "a"}, 0))
	given.When(UpdateDefinition(key, of, attribute("a", "NO", true, true))).
		Then(updatedOf(of, attribute("a", "NO", true, true), SideEffects{}, 0))
	given.When(UpdateDefinition(key, of, attribute("b", "no", false, true))).ThenErr(ErrNameTaken)
	changed := attribute("b", "", false, true)
	for _, typ := range []string{"", TypeText} {
		changed.Type = typ
		given.When(UpdateDefinition(key, of, changed)).Then()
	}
	changed.Type = TypeDate
	given.When(UpdateDefinition(key, of, changed)).ThenErr(fault(domain.Invalid, "type cannot be changed"))
	if s := estest.Fold(Decider, append(past, updatedOf(of, attribute("b", "", true, true), SideEffects{FormerPrimary: "a"},
		0))...); s.FileAttrs[0].Primary || !s.FileAttrs[1].Primary {
		t.Errorf("got %+v, want the second as the primary one", s.FileAttrs)
	}
}

func TestEntitiesKeepTheirTechnicalNameAndCount(t *testing.T) {
	const of = KindEntity
	supplier := Definition{ID: "a", Name: "Supplier", TechnicalName: "supplier", Rank: 7, Kind: EntityKind, Color: StockColor,
		Recommended: StockColor}
	past := []es.Event{created, DefinitionCreated{Of: of, Definition: es.Seal(key, supplier), Counter: 3}}
	given := estest.GivenEvents(t, Decider, past...)
	city := Definition{ID: "b", Name: "City", TechnicalName: "city", Rank: 8}
	given.When(CreateDefinition(key, of, city)).Then(DefinitionCreated{Of: of, Definition: es.Seal(key, city), Counter: 4})
	given.When(CreateDefinition(key, of, Definition{ID: "b", Name: "SUPPLIER", TechnicalName: "supplier"})).
		ThenErr(fault(domain.Conflict, "Technical name already exists: supplier"))
	renamed := supplier
	renamed.Name, renamed.TechnicalName = "Seller", ""
	after := renamed
	after.TechnicalName = "supplier"
	given.When(UpdateDefinition(key, of, renamed)).Then(updatedOf(of, after, SideEffects{}, 4))
	given.When(DeleteDefinition(of, "a", "")).Then(DefinitionDeleted{Of: of, ID: "a", Counter: 4})
}

func TestDefinitionsGo(t *testing.T) {
	for of, message := range map[string]string{KindDossierStatus: "Dossier status", KindDossierAttribute: "Dossier attribute",
		KindFileAttribute: "File attribute", KindEntity: "Entity"} {
		missing := fault(domain.NotFound, "%s definition not found", message)
		past := []es.Event{created, createdOf(of, Definition{ID: "a", Name: "A"})}
		estest.GivenEvents(t, Decider, past...).When(DeleteDefinition(of, "b", "")).ThenErr(missing)
		estest.GivenEvents(t, Decider, past...).When(UpdateDefinition(key, of, Definition{ID: "b"})).ThenErr(missing)
		estest.GivenEvents(t, Decider).When(DeleteDefinition(of, "a", "")).ThenErr(domain.ErrTemplateNotFound)
		estest.GivenEvents(t, Decider).When(UpdateDefinition(key, of, Definition{ID: "a"})).ThenErr(domain.ErrTemplateNotFound)
		gone := append(past, DefinitionDeleted{Of: of, ID: "a"})
		estest.GivenEvents(t, Decider, gone...).When(DeleteDefinition(of, "a", "")).ThenErr(missing)
	}
	past := []es.Event{created, createdOf(KindDossierStatus, status("a", "A", 1)), createdOf(KindDossierStatus, status("b", "B", 2))}
	given := estest.GivenEvents(t, Decider, past...)
	given.When(DeleteDefinition(KindDossierStatus, "a", "b")).Then(DefinitionDeleted{Of: KindDossierStatus, ID: "a", Replacement: "b"})
	given.When(DeleteDefinition(KindDossierStatus, "a", "a")).ThenErr(fault(domain.Invalid, "Unknown dossier status: a"))
	given.When(DeleteDefinition(KindDossierStatus, "a", "x")).ThenErr(fault(domain.Invalid, "Unknown dossier status: x"))
	given.When(DeleteDefinition(KindDossierStatus, "x", "y")).ThenErr(errNoStatus)
}
