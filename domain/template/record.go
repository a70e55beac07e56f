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
	Created    time.Time `json:"created"`
	CreatedBy  string    `json:"createdBy"`
	Modified   time.Time `json:"modified"`
	ModifiedBy string    `json:"modifiedBy"`
	Complete   bool      `json:"complete"` // both rule files are there
	HasEntity  bool      `json:"hasEntityRules"`
	HasComp    bool      `json:"hasComponentRules"`
	Files      RuleFiles `json:"ruleFiles,omitzero"`
	Content
	Version uint64 `json:"version"`
}

// RuleFiles say where the bytes of a template's rule files are; those that were
// never stored have no ID.
type RuleFiles struct {
	Entity      es.BlobRef `json:"entity,omitzero"`
	Component   es.BlobRef `json:"component,omitzero"`
	DateFormats es.BlobRef `json:"dateFormats,omitzero"`
}

// FileBlob returns the blob of a rule file.
func (r Record) FileBlob(f RuleFile) es.BlobRef {
	return State{Entity: r.Files.Entity, Component: r.Files.Component, DateFormats: r.Files.DateFormats}.FileBlob(f)
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
		r.HasEntity, r.Files.Entity = v.Blob.ID != uuid.Nil, v.Blob
	case ComponentRulesStored:
		r.HasComp, r.Files.Component = v.Blob.ID != uuid.Nil, v.Blob
	case DateFormatsStored:
		r.Files.DateFormats = v.Blob
	case ClaimFenced:
		r.Version = e.Version
		return r
	}
	r.Content = r.applyEvent(e.Event, e.Time)
	r.Complete = r.HasEntity && r.HasComp
	r.Modified, r.ModifiedBy, r.Version = e.Time, e.Actor, e.Version
	return r
}
