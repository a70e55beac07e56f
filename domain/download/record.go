package download

import (
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Record is a download package as its owner sees it.
type Record struct {
	ID              string     `json:"id"`
	Workspace       string     `json:"workspace"`
	User            string     `json:"user"`
	Dossier         string     `json:"dossier"`
	Template        string     `json:"template"`
	Files           []string   `json:"files"`
	FileTypes       []string   `json:"fileTypes"`
	ReportTemplates []string   `json:"reportTemplates"`
	Color           string     `json:"color,omitempty"`
	Filename        string     `json:"filename"`
	Status          Status     `json:"status"`
	Cause           string     `json:"cause"`
	Omitted         []Omission `json:"omitted,omitempty"`
	Blob            es.BlobRef `json:"blob,omitzero"`
	Created         time.Time  `json:"created"`
	Fetched         *time.Time `json:"fetched,omitempty"`
	Version         uint64     `json:"version"`
	Gone            bool       `json:"-"` // deleted: to be shown nowhere
}

// Fold gives the record after one more event of the download's stream.
func Fold(r Record, e es.Recorded) Record {
	switch v := e.Event.(type) {
	case Requested:
		r = Record{ID: e.Stream.Key(), Workspace: e.Workspace, User: v.User, Dossier: v.Dossier, Template: v.Template,
			Files: v.Files, FileTypes: v.FileTypes, ReportTemplates: v.ReportTemplates, Color: v.Color,
			Filename: v.Filename.Value, Status: Queued, Created: e.Time}
	case Began:
		r.Status = Generating
	case Made:
		r.Status, r.Blob, r.Omitted = Ready, v.Blob, v.Omitted
	case Broke:
		r.Status, r.Cause, r.Omitted = Failed, v.Cause.Value, v.Omitted
	case Fetched:
		r.Fetched = &e.Time
	case Deleted:
		r.Gone = true
	}
	r.Version = e.Version
	return r
}
