// Package template is the dossier template aggregate: the customer's rules,
// date formats, mappings and definitions, and the order of components.
package template

import (
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Category is the first part of a template's stream name.
const Category = "template"

// StreamOf names the stream of a template.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// SubjectOf owns the key of a template's text and rule files: the workspace.
func SubjectOf(workspace string) es.Subject { return es.Subject(workspace) }

// The values of downloadFileTypes.
const (
	Original = "ORIGINAL"
	Preview  = "PREVIEW"
)

// Text holds the texts that people wrote about a template.
type Text struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Settings are the fields of a template beside its text.
type Settings struct {
	ValidFrom           *time.Time `json:"validFrom,omitempty"`
	ValidTo             *time.Time `json:"validTo,omitempty"`
	RemoveWatermark     bool       `json:"removeWatermark"`
	KeepImageMetadata   bool       `json:"keepImageMetadata"`
	OCRByDefault        bool       `json:"ocrByDefault"`
	KeepHiddenText      bool       `json:"keepHiddenText"`
	KeepOverlapping     bool       `json:"keepOverlappingObjects"`
	LearnFromApproved   bool       `json:"learnFromApproved,omitempty"` // see document/candidates, Memory
	ApplyDictionary     bool       `json:"applyDictionaryUpdatesToAllDossiersByDefault"`
	DownloadFileTypes   []string   `json:"downloadFileTypes"`
	RetentionHours      *int       `json:"retentionHours,omitempty"`
	Visibility          string     `json:"defaultDossierVisibility"`
	OCRLanguages        []string   `json:"ocrLanguages"`
	AttributesKeyColumn string     `json:"keyColumn"`
	AttributesEncoding  string     `json:"encoding"`
	AttributesDelimiter string     `json:"delimiter"`
}

// A Body is a stored file of a template: where its bytes are.
type Body struct {
	Blob    es.BlobRef `json:"blob"`
	Counter int        `json:"counter"` // of the template's rules, after this change
}

// Component is a component definition.
type Component struct {
	ID            string     `json:"id"`
	TechnicalName string     `json:"technicalName"`
	DisplayName   string     `json:"displayName"`
	Description   string     `json:"description"`
	Rank          int        `json:"rank"`
	SoftDeleted   *time.Time `json:"softDeleted,omitempty"`
	Expectation
}

// The kinds of definition beside components.
const (
	KindEntity           = "entity"
	KindDossierStatus    = "dossier-status"
	KindDossierAttribute = "dossier-attribute"
	KindFileAttribute    = "file-attribute"
)

// A Definition is an entity, status or attribute definition; which fields count
// depends on the kind.
type Definition struct {
	ID            string `json:"id"`
	Name          string `json:"name"` // display name of an entity
	TechnicalName string `json:"technicalName,omitempty"`
	Description   string `json:"description,omitempty"`
	Rank          int    `json:"rank,omitzero"`
	Kind          string `json:"kind,omitempty"` // of an entity: ENTITY or HINT
	Type          string `json:"type,omitempty"` // of an attribute: DATE, IMAGE, NUMBER, TEXT
	Color         string `json:"color,omitempty"`
	Recommended   string `json:"recommendationColor,omitempty"`
	HasDictionary bool   `json:"hasDictionary,omitzero"`
	CaseSensitive bool   `json:"caseSensitive,omitzero"`
	CSVColumn     string `json:"csvColumnHeader,omitempty"`
	Editable      bool   `json:"editable,omitzero"`
	Primary       bool   `json:"primaryAttribute,omitzero"`
	Displayed     bool   `json:"displayed,omitzero"`
	Filterable    bool   `json:"filterable,omitzero"`
}

// What can happen to a template.
type (
	// Created begins a template without rules.
	Created struct {
		naming.Hold
		Settings
		Text es.Sealed[Text] `json:"text" seal:"text"`
	}
	// EntityRulesStored names a new entity-rules.drl.
	EntityRulesStored struct{ Body }
	// ComponentRulesStored names a new component-rules.drl.
	ComponentRulesStored struct{ Body }
	// DateFormatsStored names a new date-formats.txt.
	DateFormatsStored struct{ Body }
	// MappingStored names a new or changed component mapping.
	MappingStored struct {
		Body
		ID      string             `json:"id"`
		Mapping es.Sealed[Mapping] `json:"mapping" seal:"mapping"`
	}
	// DefinitionCreated adds an entity, status or attribute definition.
	DefinitionCreated struct {
		SideEffects
		Of         string                `json:"of"` // one of the Kind constants
		Definition es.Sealed[Definition] `json:"definition" seal:"definition"`
		Counter    int                   `json:"counter,omitzero"` // of the dictionaries, for entities
	}
	// DictionaryStored names a new list of terms of an entity.
	DictionaryStored struct {
		Entity  string     `json:"entity"`
		List    string     `json:"list"` // entries, false-positives, false-recommendations
		Blob    es.BlobRef `json:"blob"`
		Terms   *int       `json:"terms,omitempty"` // how many; nil: it was not written down
		Counter int        `json:"counter"`
	}
	// ReportTemplateStored names a new or changed report template.
	ReportTemplateStored struct {
		ID     string                    `json:"id"`
		Blob   es.BlobRef                `json:"blob"`
		Report es.Sealed[ReportTemplate] `json:"report" seal:"report"`
	}
	// ComponentDefinitionsChanged holds the definitions that differ, after the change.
	ComponentDefinitionsChanged struct {
		Change     string                 `json:"change"` // created, updated, soft-deleted, restored, reordered
		Components es.Sealed[[]Component] `json:"components" seal:"components"`
	}
	// ClaimFenced kills a pending claim on a name; it changes nothing else.
	ClaimFenced struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// Mapping describes a component mapping.
type Mapping struct {
	Name     string   `json:"name"`
	FileName string   `json:"fileName"`
	Columns  []string `json:"columns"`
	Lines    int      `json:"lines"`
	Encoding string   `json:"encoding"`
	Delim    string   `json:"delimiter"`
}

// ReportTemplate describes a file with placeholders that reports are made from.
type ReportTemplate struct {
	Name            string `json:"name"`
	FileName        string `json:"fileName"` // ends with .xlsx or .docx
	Multi           bool   `json:"multiFileReport"`
	ActiveByDefault bool   `json:"activeByDefault"`
}

// keepPayload leaves a payload as it is. The second version of component definitions only adds what
// they expect; a program that does not know it parks such an event instead of writing definitions
// without it.
func keepPayload(payload map[string]any) (map[string]any, error) { return payload, nil }

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "template.created")
	es.RegisterEvent[Updated](c, "template.updated")
	es.RegisterEvent[EntityRulesStored](c, "template.entity-rules-stored")
	es.RegisterEvent[ComponentRulesStored](c, "template.component-rules-stored")
	es.RegisterEvent[DateFormatsStored](c, "template.date-formats-stored")
	es.RegisterEvent[MappingStored](c, "template.mapping-stored")
	es.RegisterEvent[MappingDeleted](c, "template.mapping-deleted")
	es.RegisterEvent[DefinitionCreated](c, "template.definition-created")
	es.RegisterEvent[DictionaryStored](c, "template.dictionary-stored")
	es.RegisterEvent[ReportTemplateStored](c, "template.report-template-stored")
	es.RegisterEvent[ComponentDefinitionsChanged](c, "template.component-definitions-changed", keepPayload)
	es.RegisterEvent[ClaimFenced](c, "template.claim-fenced")
	registerDefinitions(c)
}
