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

// after returns the content after one more event; at is the time of the event, zero
// for callers that do not need the time of a report template.
func (c Content) after(e es.Event, at time.Time) Content {
	switch e := e.(type) {
	case EntityRulesStored:
		c.Rules = e.Counter
	case ComponentRulesStored:
		c.Rules = e.Counter
	case DateFormatsStored:
		c.Rules = e.Counter
	case MappingStored:
		c.Mappings, c.Rules = mapped(c.Mappings, StoredMapping{e.ID, e.Mapping.Value, e.Blob}), e.Counter
	case MappingDeleted:
		c.Mappings, c.Rules = unmapped(c.Mappings, e.ID), e.Counter
	case DefinitionCreated:
		c = c.defined(e.Of, e.Definition.Value, e.Beside, e.Counter)
	case DefinitionUpdated:
		c = c.defined(e.Of, e.Definition.Value, e.Beside, e.Counter)
	case DefinitionDeleted:
		c = c.undefined(e)
	case DictionaryStored:
		c.Dictionaries, c.DictionaryRuns = listed(c.Dictionaries, e), e.Counter
	case ReportTemplateStored:
		c.Reports = reported(c.Reports, c.uploaded(e, at))
	case ReportTemplateDeleted:
		c.Reports = unreported(c.Reports, e.ID)
	case ComponentDefinitionsChanged:
		c.Components = merged(c.Components, e.Components.Value)
	}
	return c
}

func (c Content) defined(of string, d Definition, b Beside, counter int) Content {
	list := c.list(of)
	*list = defining(*list, d, b)
	c.DictionaryRuns = max(c.DictionaryRuns, counter)
	return c
}

func (c Content) undefined(e DefinitionDeleted) Content {
	c.Dictionaries = unlisted(c.Dictionaries, c.Entities, e)
	list := c.list(e.Of)
	*list = without(*list, e.ID)
	c.Replaced = replacing(c.Replaced, e)
	c.DictionaryRuns = max(c.DictionaryRuns, e.Counter)
	return c
}

// list returns the definitions of a kind, an empty list for kinds of a newer
// program.
func (c *Content) list(of string) *[]Definition {
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

// Definitions returns the definitions of a kind, in the order in which they were
// added.
func (c Content) Definitions(of string) []Definition { return *c.list(of) }

// uploaded returns a report template after it was stored; bytes that stay the same
// keep the time of their upload.
func (c Content) uploaded(e ReportTemplateStored, at time.Time) StoredReport {
	for _, old := range c.Reports {
		if old.ID == e.ID && old.Blob.ID == e.Blob.ID {
			at = old.Uploaded
		}
	}
	return StoredReport{ID: e.ID, ReportTemplate: e.Report.Value, Blob: e.Blob, Uploaded: at}
}
