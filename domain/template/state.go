package template

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// The statuses of a template, computed from its state and the time.
const (
	StatusActive     = "ACTIVE"
	StatusInactive   = "INACTIVE"
	StatusIncomplete = "INCOMPLETE"
)

// State is a template as decisions and the analysis see it.
type State struct {
	Exists      bool
	Hold        naming.Hold
	Text        Text
	Settings    Settings
	Entity      es.BlobRef // entity rules
	Component   es.BlobRef // component rules
	DateFormats es.BlobRef
	Content
}

// A StoredMapping is a component mapping and where its bytes are.
type StoredMapping struct {
	ID string `json:"id"`
	Mapping
	Blob es.BlobRef `json:"blob"`
}

// A StoredReport is a report template and where its bytes are.
type StoredReport struct {
	ID string `json:"id"`
	ReportTemplate
	Blob     es.BlobRef `json:"blob"`
	Uploaded time.Time  `json:"uploaded"` // in records only
}

// HasReport reports whether the template has a report template.
func (s State) HasReport(id string) bool {
	return slices.ContainsFunc(s.Reports, func(r StoredReport) bool { return r.ID == id })
}

// DefaultReports returns the ids of the report templates that are chosen beforehand.
func (s State) DefaultReports() []string {
	var out []string
	for _, r := range s.Reports {
		if r.ActiveByDefault {
			out = append(out, r.ID)
		}
	}
	return out
}

// putReport puts a report template in place of the one with its id, a new one last.
func putReport(old []StoredReport, now StoredReport) []StoredReport {
	out := slices.Clone(old)
	if i := slices.IndexFunc(out, func(r StoredReport) bool { return r.ID == now.ID }); i >= 0 {
		out[i] = now
		return out
	}
	return append(out, now)
}

// HasName reports whether the template has the name that a claim took.
func (s State) HasName(claim uuid.UUID) bool { return s.Hold.Claim == claim }

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Created:
		s.Exists, s.Hold, s.Text, s.Settings = true, e.Hold, e.Text.Value, e.Settings
	case Updated:
		if s.Text, s.Settings = e.Text.Value, e.Settings; e.Key != "" {
			s.Hold = e.Hold
		}
	case EntityRulesStored:
		s.Entity = e.Blob
	case ComponentRulesStored:
		s.Component = e.Blob
	case DateFormatsStored:
		s.DateFormats = e.Blob
	}
	s.Content = s.applyEvent(e, time.Time{})
	return s
}

// mergeComponents puts changed definitions in place of those with their id, new ones last.
func mergeComponents(old, changed []Component) []Component {
	out := slices.Clone(old)
	for _, c := range changed {
		if i := slices.IndexFunc(out, func(o Component) bool { return o.ID == c.ID }); i >= 0 {
			out[i] = c
		} else {
			out = append(out, c)
		}
	}
	return out
}

// StatusAt is INCOMPLETE until both rule files are there, INACTIVE outside of the
// validity, else ACTIVE.
func (s State) StatusAt(now time.Time) string {
	return ComputeStatus(s.Entity.ID != uuid.Nil && s.Component.ID != uuid.Nil, s.Settings.ValidFrom, s.Settings.ValidTo, now)
}

// ComputeStatus computes a template's status; complete means that both rule files are there.
func ComputeStatus(complete bool, from, to *time.Time, now time.Time) string {
	switch {
	case !complete:
		return StatusIncomplete
	case from != nil && now.Before(*from), to != nil && now.After(*to):
		return StatusInactive
	}
	return StatusActive
}

// RequireActive refuses new dossiers under a template that is not ACTIVE.
func (s State) RequireActive(now time.Time) error {
	switch {
	case !s.Exists:
		return domain.ErrTemplateNotFound
	case s.StatusAt(now) != StatusActive:
		return domain.Refuse(domain.Inactive, "Dossier template is not active")
	}
	return nil
}

// HasStatus reports whether a dossier status is defined.
func (s State) HasStatus(id string) bool {
	return slices.ContainsFunc(s.Statuses, func(d Definition) bool { return d.ID == id })
}
