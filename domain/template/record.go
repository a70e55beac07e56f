package template

import (
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// Record is a template as readers see it.
type Record struct {
	ID        string `json:"id"`
	Workspace string `json:"workspace"`
	Text
	Settings
	Created    time.Time          `json:"created"`
	CreatedBy  string             `json:"createdBy"`
	Modified   time.Time          `json:"modified"`
	ModifiedBy string             `json:"modifiedBy"`
	Complete   bool               `json:"complete"` // both rule files are there
	HasEntity  bool               `json:"hasEntityRules"`
	HasComp    bool               `json:"hasComponentRules"`
	Files      RuleFiles          `json:"ruleFiles,omitzero"`
	Rules      int                `json:"rulesVersion"`
	DictRuns   int                `json:"dictionaryVersion"`
	Entities   []Definition       `json:"entities,omitempty"`
	Statuses   []Definition       `json:"dossierStatuses,omitempty"`
	OfDossiers []Definition       `json:"dossierAttributes,omitempty"`
	OfFiles    []Definition       `json:"fileAttributes,omitempty"`
	Replaced   map[string]string  `json:"replacedStatuses,omitempty"` // as in State
	Lists      []DictionaryStored `json:"dictionaries,omitempty"`
	Components []Component        `json:"components,omitempty"`
	Reports    []StoredReport     `json:"reportTemplates,omitempty"`
	Version    uint64             `json:"version"`

	Mappings []StoredMapping `json:"mappings,omitempty"`
}

// RuleFiles say where the bytes of a template's rule files are; those that were
// never stored have no ID.
type RuleFiles struct {
	Entity      es.BlobRef `json:"entity,omitzero"`
	Component   es.BlobRef `json:"component,omitzero"`
	DateFormats es.BlobRef `json:"dateFormats,omitzero"`
}

// File is where the bytes of a rule file are.
func (r Record) File(f RuleFile) es.BlobRef {
	return State{Entity: r.Files.Entity, Component: r.Files.Component, DateFormats: r.Files.DateFormats}.File(f)
}

// Fold gives the record after one more event of the template's stream. It serves
// views and reads of the past alike.
func Fold(r Record, e es.Recorded) Record {
	switch v := e.Event.(type) {
	case Created:
		r = Record{ID: e.Stream.Key(), Workspace: e.Workspace, Text: v.Text.Value, Settings: v.Settings,
			Created: e.Time, CreatedBy: e.Actor}
	case Updated:
		r.Text, r.Settings = v.Text.Value, v.Settings
	case EntityRulesStored:
		r.HasEntity, r.Files.Entity, r.Rules = v.Blob.ID != uuid.Nil, v.Blob, v.Counter
	case ComponentRulesStored:
		r.HasComp, r.Files.Component, r.Rules = v.Blob.ID != uuid.Nil, v.Blob, v.Counter
	case DateFormatsStored:
		r.Files.DateFormats, r.Rules = v.Blob, v.Counter
	case MappingStored:
		r.Mappings, r.Rules = mapped(r.Mappings, StoredMapping{v.ID, v.Mapping.Value, v.Blob}), v.Counter
	case MappingDeleted:
		r.Mappings, r.Rules = unmapped(r.Mappings, v.ID), v.Counter
	case DefinitionCreated:
		r = r.defined(v.Of, v.Definition.Value, v.Beside, v.Counter)
	case DefinitionUpdated:
		r = r.defined(v.Of, v.Definition.Value, v.Beside, v.Counter)
	case DefinitionDeleted:
		r = r.undefined(v)
	case DictionaryStored:
		r.Lists, r.DictRuns = listed(r.Lists, v), v.Counter
	case ReportTemplateStored:
		r.Reports = reported(r.Reports, r.uploaded(v, e.Time))
	case ReportTemplateDeleted:
		r.Reports = unreported(r.Reports, v.ID)
	case ComponentDefinitionsChanged:
		r.Components = merged(r.Components, v.Components.Value)
	case ClaimFenced:
		r.Version = e.Version
		return r
	}
	r.Complete = r.HasEntity && r.HasComp
	r.Modified, r.ModifiedBy, r.Version = e.Time, e.Actor, e.Version
	return r
}

func (r Record) defined(of string, d Definition, b Beside, counter int) Record {
	list := r.list(of)
	*list = defining(*list, d, b)
	r.DictRuns = max(r.DictRuns, counter)
	return r
}

func (r Record) undefined(e DefinitionDeleted) Record {
	r.Lists = unlisted(r.Lists, r.Entities, e)
	list := r.list(e.Of)
	*list = without(*list, e.ID)
	r.Replaced = replacing(r.Replaced, e)
	r.DictRuns = max(r.DictRuns, e.Counter)
	return r
}

// uploaded is a report template after it was stored; its bytes keep the time at
// which they came.
func (r Record) uploaded(v ReportTemplateStored, at time.Time) StoredReport {
	for _, old := range r.Reports {
		if old.ID == v.ID && old.Blob.ID == v.Blob.ID {
			at = old.Uploaded
		}
	}
	return StoredReport{ID: v.ID, ReportTemplate: v.Report.Value, Blob: v.Blob, Uploaded: at}
}
