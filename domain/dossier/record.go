package dossier

import (
	"time"

	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
)

// Record is a dossier as readers see it.
type Record struct {
	ID        string `json:"id"`
	Workspace string `json:"workspace"`
	Template  string `json:"template"`
	Text
	Details
	Visibility        string            `json:"visibility"`
	DownloadFileTypes []string          `json:"downloadFileTypes"`
	Attributes        map[string]string `json:"attributes,omitempty"`
	Created           time.Time         `json:"created"`
	FirstFile         *time.Time        `json:"firstFile,omitempty"`
	Archived          *time.Time        `json:"archived,omitempty"`
	SoftDeleted       *time.Time        `json:"softDeleted,omitempty"`
	PurgeAt           *time.Time        `json:"purgeAt,omitempty"`
	DeletedBy         string            `json:"deletedBy,omitempty"` // who moved the dossier into the trash
	Changed           time.Time         `json:"changed"`             // the dossier itself, not its files
	Version           uint64            `json:"version"`
	Gone              bool              `json:"-"` // permanently deleted: to be shown nowhere
}

// Fold gives the record after one more event of the dossier's stream. It serves
// views and reads of the past alike.
func Fold(r Record, e es.Recorded) Record {
	at := e.Time
	switch v := e.Event.(type) {
	case Created:
		r = Record{ID: e.Stream.Key(), Workspace: e.Workspace, Template: v.Template, Text: v.Text.Value, Details: v.Details,
			Visibility: v.Visibility, DownloadFileTypes: v.DownloadFileTypes, Created: at}
	case Updated:
		r.Text, r.Details = v.Text.Value, v.Details
	case AttributesSet:
		r.Attributes = attribute.WithChanges(r.Attributes, v.Values.Value)
	case Archived:
		r.Archived = &at
	case SoftDeleted:
		r.SoftDeleted, r.PurgeAt, r.DeletedBy = &at, &v.PurgeAt, e.Actor
	case Restored:
		r.SoftDeleted, r.PurgeAt, r.DeletedBy = nil, nil, ""
	case PermanentlyDeleted:
		r.Gone = true
	}
	r.Changed, r.Version = e.Time, e.Version
	return r
}
