package template

import (
	"cmp"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// The faults of names that are taken, and of definitions that are not there.
var (
	ErrNameTaken          = domain.Refuse(domain.NameTaken, "Name already exists").At("name")
	ErrEntityNotFound     = domain.Refuse(domain.NoDefinition, "Entity definition not found")
	errNoDossierAttribute = domain.Refuse(domain.NoDefinition, "Dossier attribute definition not found")
	errNoFileAttribute    = domain.Refuse(domain.NoDefinition, "File attribute definition not found")
	errNoStatus           = domain.Refuse(domain.NoDefinition, "Dossier status definition not found")
)

// absentFault returns the fault for a definition that does not exist.
func absentFault(of string) error {
	switch of {
	case KindEntity:
		return ErrEntityNotFound
	case KindDossierStatus:
		return errNoStatus
	case KindDossierAttribute:
		return errNoDossierAttribute
	}
	return errNoFileAttribute
}

// CreateDefinition adds a definition that was checked, under the ID that it brings.
// A rank that another one has moves that one and all above it up by one; without a
// rank it stands last.
func CreateDefinition(subject es.Subject, of string, d Definition) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		list := *s.listOf(of)
		if err := checkFree(list, of, d, Definition{}); err != nil {
			return nil, err
		}
		d, beside := placeDefinition(list, of, d)
		return []es.Event{DefinitionCreated{SideEffects: beside, Of: of, Definition: es.Seal(subject, d), Counter: s.counterAfter(of)}}, nil
	}
}

// UpdateDefinition puts a definition that was checked in place of the one with its
// ID; type and technical name stay. A change that changes nothing is none.
func UpdateDefinition(subject es.Subject, of string, d Definition) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		was, err := s.FindDefinition(of, d.ID)
		if err != nil {
			return nil, err
		}
		if d.Type != "" && d.Type != was.Type {
			return nil, domain.Refuse(domain.ReadOnly, "type cannot be changed").At("type")
		}
		d := d
		d.Type, d.TechnicalName = was.Type, was.TechnicalName
		list := *s.listOf(of)
		if err := checkFree(list, of, d, was); err != nil {
			return nil, err
		}
		d, beside := placeDefinition(list, of, d)
		if d == was {
			return nil, nil
		}
		return []es.Event{DefinitionUpdated{SideEffects: beside, Of: of, Definition: es.Seal(subject, d), Counter: s.counterAfter(of)}}, nil
	}
}

// DeleteDefinition takes a definition away. Dossiers in a deleted status get the
// replacement, none when it is "".
func DeleteDefinition(of, id, replacement string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if _, err := s.FindDefinition(of, id); err != nil {
			return nil, err
		}
		if replacement != "" && (replacement == id || !s.HasStatus(replacement)) {
			return nil, domain.NoSuch("dossier status", "dossierStatusId", replacement)
		}
		return []es.Event{DefinitionDeleted{Of: of, ID: id, Replacement: replacement, Counter: s.counterAfter(of)}}, nil
	}
}

// FindDefinition returns a definition by its kind and ID. Errors: a fault of kind NotFound
// that names what is missing.
func (s State) FindDefinition(of, id string) (Definition, error) {
	if !s.Exists {
		return Definition{}, domain.ErrTemplateNotFound
	}
	list := *s.listOf(of)
	i := indexOf(list, id)
	if i < 0 {
		return Definition{}, absentFault(of)
	}
	return list[i], nil
}

// counterAfter returns the counter of dictionaries after a change of a definition, 0 when
// the change does not count.
func (s State) counterAfter(of string) int {
	if of != KindEntity {
		return 0
	}
	return s.DictionaryRuns + 1
}

// checkFree refuses values that another definition has already, and a definition too many
// for the list. A definition may keep its former values, even where an import let
// two share one.
func checkFree(list []Definition, of string, d, was Definition) error {
	if err := cmp.Or(domain.CheckVisibleChange("name", d.Name, was.Name),
		domain.CheckVisibleChange("csvColumnHeader", d.CSVColumn, was.CSVColumn)); err != nil {
		return err
	}
	displayed := 0
	for _, o := range list {
		if o.ID != d.ID && o.Displayed {
			displayed++
		}
	}
	if of == KindFileAttribute && d.Displayed && displayed >= maxDisplayed {
		return domain.Faultf(domain.Invalid, "At most %d attributes can be displayed", maxDisplayed).At("displayedInDossierList")
	}
	sameColumn := func(a, b string) bool { return strings.ToLower(a) == strings.ToLower(b) } //nolint:staticcheck // as columns are found
	for _, o := range list {
		switch {
		case o.ID == d.ID:
		case o.Name == d.Name && d.Name != was.Name:
			return ErrNameTaken
		case d.CSVColumn != "" && sameColumn(o.CSVColumn, d.CSVColumn) && !sameColumn(d.CSVColumn, was.CSVColumn):
			return ErrNameTaken
		case d.TechnicalName != was.TechnicalName && o.TechnicalName == d.TechnicalName:
			return domain.Refuse(domain.NameTaken, "Technical name already exists: %s", d.TechnicalName).At("technicalName")
		}
	}
	return nil
}

// placeDefinition gives a definition its rank, and returns the changes of the others: those
// that make room, and the attribute that was the primary one.
func placeDefinition(list []Definition, of string, d Definition) (Definition, SideEffects) {
	var b SideEffects
	highest, taken := 0, false
	for _, o := range list {
		switch {
		case o.ID == d.ID:
			continue
		case d.Primary && o.Primary:
			b.FormerPrimary = o.ID
		}
		highest, taken = max(highest, o.Rank), taken || o.Rank == d.Rank
	}
	switch {
	case of != KindEntity && of != KindDossierStatus:
	case d.Rank == 0:
		d.Rank = highest + 1
		if i := indexOf(list, d.ID); i >= 0 && list[i].Rank > highest {
			d.Rank = list[i].Rank // it is the last one already
		}
	case taken:
		for _, o := range list {
			if o.ID != d.ID && o.Rank >= d.Rank {
				b.Moved = append(b.Moved, Moved{o.ID, o.Rank + 1})
			}
		}
	}
	return d, b
}
