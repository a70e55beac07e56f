package template

import (
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Content holds everything in a template but its rule files and settings. It
// is the same for decisions and for readers.
type Content struct {
	Rules          int                `json:"rulesVersion"`      // counter of rules, date formats and mappings
	DictionaryRuns int                `json:"dictionaryVersion"` // counter of entity definitions and dictionaries
	Entities       []Definition       `json:"entities,omitempty"`
	Statuses       []Definition       `json:"dossierStatuses,omitempty"`
	DossierAttrs   []Definition       `json:"dossierAttributes,omitempty"`
	FileAttrs      []Definition       `json:"fileAttributes,omitempty"`
	Replaced       map[string]string  `json:"replacedStatuses,omitempty"` // deleted dossier statuses, by what replaced them
	Dictionaries   []DictionaryStored `json:"dictionaries,omitempty"`
	Components     []Component        `json:"components,omitempty"`
	Reports        []StoredReport     `json:"reportTemplates,omitempty"`
	Mappings       []StoredMapping    `json:"mappings,omitempty"`
}

// applyEvent returns the content after one more event; at is the time of the event, zero
// for callers that do not need the time of a report template.
func (c Content) applyEvent(e es.Event, at time.Time) Content {
	switch e := e.(type) {
	case EntityRulesStored:
		c.Rules = e.Counter
	case ComponentRulesStored:
		c.Rules = e.Counter
	case DateFormatsStored:
		c.Rules = e.Counter
	case MappingStored:
		c.Mappings, c.Rules = putMapping(c.Mappings, StoredMapping{e.ID, e.Mapping.Value, e.Blob}), e.Counter
	case MappingDeleted:
		c.Mappings, c.Rules = removeMapping(c.Mappings, e.ID), e.Counter
	case DefinitionCreated:
		c = c.withDefinition(e.Of, e.Definition.Value, e.SideEffects, e.Counter)
	case DefinitionUpdated:
		c = c.withDefinition(e.Of, e.Definition.Value, e.SideEffects, e.Counter)
	case DefinitionDeleted:
		c = c.withoutDefinition(e)
	case DictionaryStored:
		c.Dictionaries, c.DictionaryRuns = putDictionary(c.Dictionaries, e), e.Counter
	case ReportTemplateStored:
		c.Reports = putReport(c.Reports, c.toStoredReport(e, at))
	case ReportTemplateDeleted:
		c.Reports = removeReport(c.Reports, e.ID)
	case ComponentDefinitionsChanged:
		c.Components = mergeComponents(c.Components, e.Components.Value)
	}
	return c
}

func (c Content) withDefinition(of string, d Definition, b SideEffects, counter int) Content {
	list := c.listOf(of)
	*list = putDefinition(*list, d, b)
	c.DictionaryRuns = max(c.DictionaryRuns, counter)
	return c
}

func (c Content) withoutDefinition(e DefinitionDeleted) Content {
	c.Dictionaries = removeDictionaries(c.Dictionaries, c.Entities, e)
	list := c.listOf(e.Of)
	*list = removeDefinition(*list, e.ID)
	c.Replaced = noteReplacement(c.Replaced, e)
	c.DictionaryRuns = max(c.DictionaryRuns, e.Counter)
	return c
}

// listOf returns the definitions of a kind, an empty list for kinds of a newer
// program.
func (c *Content) listOf(of string) *[]Definition {
	switch of {
	case KindEntity:
		return &c.Entities
	case KindDossierStatus:
		return &c.Statuses
	case KindDossierAttribute:
		return &c.DossierAttrs
	case KindFileAttribute:
		return &c.FileAttrs
	}
	return new([]Definition)
}

// DefinitionsOf returns the definitions of a kind, in the order in which they were
// added.
func (c Content) DefinitionsOf(of string) []Definition { return *c.listOf(of) }

// toStoredReport returns a report template after it was stored; bytes that stay the same
// keep the time of their upload.
func (c Content) toStoredReport(e ReportTemplateStored, at time.Time) StoredReport {
	for _, old := range c.Reports {
		if old.ID == e.ID && old.Blob.ID == e.Blob.ID {
			at = old.Uploaded
		}
	}
	return StoredReport{ID: e.ID, ReportTemplate: e.Report.Value, Blob: e.Blob, Uploaded: at}
}
