// Package dossier is the dossier aggregate: a container of files under a
// template, with an owner and members.
package dossier

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/naming"
)

// Visibilities.
const (
	Private = "PRIVATE"
	Public  = "PUBLIC"
)

// Category is the first part of a dossier's stream name.
const Category = "dossier"

// StreamOf names the stream of a dossier.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// SubjectOf owns the key of a dossier's text; its files' keys lie below.
func SubjectOf(workspace, id string) es.Subject {
	return es.Subject(workspace).Child(Category, id)
}

// Text holds the texts that people wrote about a dossier.
type Text struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Details is everything of a dossier that a request sets.
type Details struct {
	Owner           string     `json:"owner"`
	Members         []string   `json:"members"`
	Approvers       []string   `json:"approvers"`
	ReportTemplates []string   `json:"reportTemplates"`
	Status          string     `json:"status,omitempty"` // dossier status definition
	DueDate         *time.Time `json:"dueDate,omitempty"`
}

// What can happen to a dossier.
type (
	// Created is the first event that counts.
	Created struct {
		naming.Hold
		Details
		Template          string          `json:"template"`
		Visibility        string          `json:"visibility"`
		DownloadFileTypes []string        `json:"downloadFileTypes"`
		Text              es.Sealed[Text] `json:"text" seal:"text"`
	}
	// Updated holds the details after the change; Hold is set when renamed.
	Updated struct {
		naming.Hold
		Details
		Text es.Sealed[Text] `json:"text" seal:"text"`
	}
	// Archived closes the dossier for changes; there is no way back.
	Archived struct{}
	// SoftDeleted hides the dossier and its files until PurgeAt.
	SoftDeleted struct {
		PurgeAt time.Time `json:"purgeAt"`
	}
	// Restored brings it back out of the trash.
	Restored struct{}
	// PermanentlyDeleted ends it; the key of all its content is destroyed after it.
	PermanentlyDeleted struct{}
	// ClaimFenced kills a pending claim on a name; it changes nothing else.
	ClaimFenced struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "dossier.created")
	es.RegisterEvent[Updated](c, "dossier.updated")
	es.RegisterEvent[AttributesSet](c, "dossier.attributes-set")
	es.RegisterEvent[Archived](c, "dossier.archived")
	es.RegisterEvent[SoftDeleted](c, "dossier.soft-deleted")
	es.RegisterEvent[Restored](c, "dossier.restored")
	es.RegisterEvent[PermanentlyDeleted](c, "dossier.permanently-deleted")
	es.RegisterEvent[ClaimFenced](c, "dossier.claim-fenced")
}

// A Phase is where in its life a dossier stands.
type Phase uint8

// The phases. Before Created a dossier is None.
const (
	None Phase = iota
	Active
	Trashed
	Gone
)

// State is the state that decisions depend on.
type State struct {
	Phase             Phase
	Archived          bool
	Template          string
	Visibility        string
	DownloadFileTypes []string
	Hold              naming.Hold
	Text              Text
	Details
	Attributes map[string]string // by id of the definition
	PurgeAt    time.Time         // while in the trash: when it is deleted for good
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Created:
		return State{Phase: Active, Template: e.Template, Visibility: e.Visibility,
			DownloadFileTypes: e.DownloadFileTypes, Hold: e.Hold, Text: e.Text.Value, Details: e.Details}
	case Updated:
		s.Details, s.Text = e.Details, e.Text.Value
		if e.Key != "" {
			s.Hold = e.Hold
		}
	case AttributesSet:
		s.Attributes = attribute.WithChanges(s.Attributes, e.Values.Value)
	case Archived:
		s.Archived = true
	case SoftDeleted:
		s.Phase, s.PurgeAt = Trashed, e.PurgeAt
	case Restored:
		s.Phase, s.PurgeAt = Active, time.Time{}
	case PermanentlyDeleted:
		s.Phase = Gone
	}
	return s
}

// HasName reports whether the dossier has the name that a claim took.
func (s State) HasName(claim uuid.UUID) bool { return s.Phase != Gone && s.Hold.Claim == claim }

// IsMember reports whether a user is named in the dossier.
func (s State) IsMember(id string) bool { return slices.Contains(s.Members, id) }
