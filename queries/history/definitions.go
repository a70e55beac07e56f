package history

import (
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/domain/template"
)

// definitionChange tells of an event of a status, an attribute or an entity: what
// became of it, and of the others that made room. Ranks before are those that it had
// just then, whoever moved it there.
func (t telling) definitionChange(who, name string) (said string, c changes, ok bool) {
	var of, id, replacement string
	switch e := t.event.Event.(type) {
	case template.DefinitionCreated:
		of, id = e.Of, e.Definition.Value.ID
	case template.DefinitionUpdated:
		of, id = e.Of, e.Definition.Value.ID
	case template.DefinitionDeleted:
		of, id, replacement = e.Of, e.ID, e.Replacement
	default:
		return "", nil, false
	}
	was, before := definitionIn(t.templateBefore, of, id)
	is, now := definitionIn(t.templateNow, of, id)
	c = changes{"of": of, "id": id}
	var changed []string
	fieldsWere := definitionFields(of, was)
	for i, f := range definitionFields(of, is) {
		switch {
		case !before:
			c.setField(f.name, f.value)
		case !now && fieldsWere[i].value != zeroOf(f.value):
			c[previousField(f.name)] = fieldsWere[i].value
		case now && fieldsWere[i].value != f.value:
			c.replaceField(f.name, fieldsWere[i].value, f.value)
			changed = append(changed, f.word)
		}
	}
	c.replaceField("dictionaryVersion", t.templateBefore.DictionaryRuns, t.templateNow.DictionaryRuns)
	t.addOtherDefinitions(c, of, id)
	switch {
	case !before:
		c.trimUnset()
		return fmt.Sprintf("%s created the definition %s in the template %s", who, is.Name, name), c, true
	case now:
		return fmt.Sprintf("%s changed %s of the definition %s of the template %s", who, joinNames(changed), is.Name, name),
			c, true
	case replacement != "":
		c["replacementId"] = replacement
	}
	return fmt.Sprintf("%s deleted the definition %s of the template %s", who, was.Name, name), c, true
}

func definitionIn(r template.Record, of, id string) (template.Definition, bool) {
	list := r.DefinitionsOf(of)
	i := slices.IndexFunc(list, func(d template.Definition) bool { return d.ID == id })
	if i < 0 {
		return template.Definition{}, false
	}
	return list[i], true
}

func zeroOf(v any) any {
	switch v.(type) {
	case int:
		return 0
	case bool:
		return false
	}
	return ""
}

// A movedDefinition is another one that made room.
type movedDefinition struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Rank     int    `json:"rank"`
	Previous int    `json:"previousRank"`
}

// addOtherDefinitions notes what the event did to the other definitions of its kind.
func (t telling) addOtherDefinitions(c changes, of, id string) {
	var moved []movedDefinition
	for _, d := range t.templateNow.DefinitionsOf(of) {
		was, ok := definitionIn(t.templateBefore, of, d.ID)
		switch {
		case !ok || d.ID == id:
			continue
		case was.Rank != d.Rank:
			moved = append(moved, movedDefinition{d.ID, d.Name, d.Rank, was.Rank})
		case was.Primary != d.Primary:
			c["formerPrimaryAttribute"] = d.ID
		}
	}
	if moved != nil {
		c["moved"] = moved
	}
}

// A definitionField is a field as the interface calls it and as a sentence does.
type definitionField struct {
	name, word string
	value      any
}

func definitionFields(of string, d template.Definition) []definitionField {
	name := definitionField{"name", "name", d.Name}
	switch of {
	case template.KindDossierStatus:
		return []definitionField{name, {"description", "description", d.Description}, {"rank", "rank", d.Rank},
			{"color", "color", d.Color}}
	case template.KindDossierAttribute:
		return []definitionField{name, {"type", "type", d.Type}, {"editable", "editability", d.Editable},
			{"displayedInDossierList", "display", d.Displayed},
			{"filterable", "filterability", d.Filterable}}
	case template.KindFileAttribute:
		return []definitionField{name, {"type", "type", d.Type}, {"csvColumnHeader", "csv column", d.CSVColumn},
			{"editable", "editability", d.Editable}, {"primaryAttribute", "primacy", d.Primary},
			{"displayedInFileList", "display", d.Displayed}, {"filterable", "filterability", d.Filterable}}
	}
	return []definitionField{{"displayName", "display name", d.Name}, {"technicalName", "technical name", d.TechnicalName},
		{"description", "description", d.Description}, {"rank", "rank", d.Rank}, {"kind", "kind", d.Kind},
		{"color", "color", d.Color}, {"recommendationColor", "color of recommendations", d.Recommended},
		{"hasDictionary", "dictionary", d.HasDictionary}, {"caseSensitive", "case sensitivity", d.CaseSensitive}}
}
