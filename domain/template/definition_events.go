package template

import (
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

// SideEffects holds the effects of a new or changed definition on the others of its kind.
type SideEffects struct {
	Moved         []Moved `json:"moved,omitempty"`         // those that made room
	FormerPrimary string  `json:"formerPrimary,omitempty"` // id of the attribute that is no longer the primary one
}

// A Moved definition has another rank than before.
type Moved struct {
	ID   string `json:"id"`
	Rank int    `json:"rank"`
}

// What can happen to a definition that is there, and to a report template.
type (
	// DefinitionUpdated holds a definition after a change.
	DefinitionUpdated struct {
		SideEffects
		Of         string                `json:"of"` // one of the Kind constants
		Definition es.Sealed[Definition] `json:"definition" seal:"definition"`
		Counter    int                   `json:"counter,omitzero"` // of the dictionaries, for entities
	}
	// DefinitionDeleted takes a definition away for good, an entity with its
	// dictionary. Values of attributes that are left over are shown nowhere.
	DefinitionDeleted struct {
		Of          string `json:"of"`
		ID          string `json:"id"`
		Replacement string `json:"replacement,omitempty"` // of a dossier status: what its dossiers get, "" for none
		Counter     int    `json:"counter,omitzero"`
	}
	// ReportTemplateDeleted takes a report template away for good.
	ReportTemplateDeleted struct {
		ID string `json:"id"`
	}
)

func registerDefinitions(c *es.Codec) {
	es.RegisterEvent[DefinitionUpdated](c, "template.definition-updated")
	es.RegisterEvent[DefinitionDeleted](c, "template.definition-deleted")
	es.RegisterEvent[ReportTemplateDeleted](c, "template.report-template-deleted")
}

// putDefinition returns a list after a definition was added or changed.
func putDefinition(old []Definition, d Definition, b SideEffects) []Definition {
	out := slices.Clone(old)
	for _, m := range b.Moved {
		if i := indexOf(out, m.ID); i >= 0 {
			out[i].Rank = m.Rank
		}
	}
	if i := indexOf(out, b.FormerPrimary); i >= 0 {
		out[i].Primary = false
	}
	if i := indexOf(out, d.ID); i >= 0 {
		out[i] = d
		return out
	}
	return append(out, d)
}

func indexOf(list []Definition, id string) int {
	return slices.IndexFunc(list, func(d Definition) bool { return d.ID == id })
}

// removeDefinition returns a list without a definition.
func removeDefinition(old []Definition, id string) []Definition {
	return slices.DeleteFunc(slices.Clone(old), func(d Definition) bool { return d.ID == id })
}

// noteReplacement records the replacement of a dossier status that is deleted.
func noteReplacement(old map[string]string, e DefinitionDeleted) map[string]string {
	if e.Of != KindDossierStatus {
		return old
	}
	out := map[string]string{e.ID: e.Replacement}
	for id, by := range old {
		out[id] = by
	}
	return out
}

// followReplacements follows replacements of deleted dossier statuses to the one that a
// dossier shows; "" for none. A replacement was there when it was named and never
// comes back, so the way ends.
func followReplacements(replaced map[string]string, id string) string {
	for {
		by, gone := replaced[id]
		if !gone {
			return id
		}
		id = by
	}
}

// StatusOf returns the status that a dossier shows which was given one: itself, what
// replaced it when it was deleted, or "".
func (c Content) StatusOf(id string) string { return followReplacements(c.Replaced, id) }

// removeReport returns a list of report templates without one that was deleted.
func removeReport(old []StoredReport, id string) []StoredReport {
	return slices.DeleteFunc(slices.Clone(old), func(r StoredReport) bool { return r.ID == id })
}

// putDictionary returns the lists of terms after one was stored.
func putDictionary(old []DictionaryStored, e DictionaryStored) []DictionaryStored {
	return append(slices.DeleteFunc(slices.Clone(old), func(d DictionaryStored) bool {
		return d.Entity == e.Entity && d.List == e.List
	}), e)
}

// removeDictionaries returns the lists of terms without those of an entity that is deleted.
func removeDictionaries(old []DictionaryStored, entities []Definition, e DefinitionDeleted) []DictionaryStored {
	i := indexOf(entities, e.ID)
	if e.Of != KindEntity || i < 0 {
		return old
	}
	return slices.DeleteFunc(slices.Clone(old), func(d DictionaryStored) bool { return d.Entity == entities[i].TechnicalName })
}
