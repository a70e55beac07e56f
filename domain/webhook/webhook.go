// Package webhook is the webhook aggregate: where events are sent that an account may read, which of them, and how what
// is sent is signed. How far sending has come is kept apart from the log, see Progress.
package webhook

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// Category is the first part of a webhook's stream name.
const Category = "webhook"

// StreamOf names the stream of a webhook.
func StreamOf(workspace, id string) es.StreamID { return es.StreamOf(Category, workspace, id) }

// SubjectOf owns the key of a webhook's address and description, and of its secrets.
func SubjectOf(workspace, id string) es.Subject { return es.Subject(workspace).Child(Category, id) }

// The forms of what is sent.
const (
	Standard    = "STANDARD"    // Standard Webhooks: type, timestamp, data
	CloudEvents = "CLOUDEVENTS" // CloudEvents 1.0, structured JSON
)

// The reasons why a webhook is disabled.
const (
	Requested = "REQUESTED" // somebody asked for it
	Gone      = "GONE"      // the receiver answered 410
)

// A Target is where events are sent, and what people call it.
type Target struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
}

// Settings choose what is sent, and how. What is left out is no condition.
type Settings struct {
	Types    []string `json:"types,omitempty"` // wire names, or beginnings of some that end with a dot
	Template string   `json:"template,omitempty"`
	Dossier  string   `json:"dossier,omitempty"`
	Format   string   `json:"format"`
}

// What can happen to a webhook.
type (
	// Created begins a webhook, which sends what its owner may read of what happens from then on.
	Created struct {
		Owner string `json:"owner"`
		Settings
		Target es.Sealed[Target] `json:"target" seal:"target"`
	}
	// Changed replaces the settings.
	Changed struct {
		Settings
		Target es.Sealed[Target] `json:"target" seal:"target"`
	}
	// SecretRolled has the next secret sign. The one before signs too until a moment, so that receivers can change it.
	SecretRolled struct {
		Generation int       `json:"generation"`
		Until      time.Time `json:"until"`
	}
	// Disabled stops sending; what happens meanwhile is not sent later.
	Disabled struct {
		Reason string `json:"reason"`
	}
	// Enabled begins to send what happens from then on.
	Enabled struct{}
	// TestRequested asks for a message that shows that the receiver works.
	TestRequested struct{}
	// ResendRequested asks for one more try, or row of tries, of a message.
	ResendRequested struct {
		Message uuid.UUID   `json:"message"`
		At      es.Position `json:"at"` // of the event
	}
	// Deleted ends it; its key is destroyed after it.
	Deleted struct{}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "webhook.created")
	es.RegisterEvent[Changed](c, "webhook.changed")
	es.RegisterEvent[SecretRolled](c, "webhook.secret-rolled")
	es.RegisterEvent[Disabled](c, "webhook.disabled")
	es.RegisterEvent[Enabled](c, "webhook.enabled")
	es.RegisterEvent[TestRequested](c, "webhook.test-requested")
	es.RegisterEvent[ResendRequested](c, "webhook.resend-requested")
	es.RegisterEvent[Deleted](c, "webhook.deleted")
}

// State is the state that decisions depend on.
type State struct {
	Exists     bool
	Owner      string
	Settings   Settings
	Target     Target
	Generation int    // of the secret, from 1
	Disabled   string // why, "" while it is not
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Created:
		return State{Exists: true, Owner: e.Owner, Settings: e.Settings, Target: e.Target.Value, Generation: 1}
	case Changed:
		s.Settings, s.Target = e.Settings, e.Target.Value
	case SecretRolled:
		s.Generation = e.Generation
	case Disabled:
		s.Disabled = e.Reason
	case Enabled:
		s.Disabled = ""
	case Deleted:
		return State{}
	}
	return s
}

// checked returns a decision that is refused for what does not exist.
func checked(do func(State) ([]es.Event, error)) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrWebhookNotFound
		}
		return do(s)
	}
}

// Create begins a webhook, disabled unless it is active.
func Create(owner string, set Settings, target es.Sealed[Target], active bool) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, domain.ErrContended
		}
		out := []es.Event{Created{owner, set, target}}
		if !active {
			out = append(out, Disabled{Requested})
		}
		return out, nil
	}
}

// Change replaces the settings, and enables or disables the webhook. What is as it was yields no event.
func Change(set Settings, target es.Sealed[Target], active bool) es.Decision[State] {
	return checked(func(s State) ([]es.Event, error) {
		var out []es.Event
		if !sameSettings(set, s.Settings) || target.Value != s.Target {
			out = append(out, Changed{set, target})
		}
		switch {
		case active && s.Disabled != "":
			out = append(out, Enabled{})
		case !active && s.Disabled == "":
			out = append(out, Disabled{Requested})
		}
		return out, nil
	})
}

func sameSettings(a, b Settings) bool {
	return slices.Equal(a.Types, b.Types) && a.Template == b.Template && a.Dossier == b.Dossier && a.Format == b.Format
}

// RollSecret has the next secret sign, beside the present one until a moment.
func RollSecret(until time.Time) es.Decision[State] {
	return checked(func(s State) ([]es.Event, error) {
		return []es.Event{SecretRolled{s.Generation + 1, until}}, nil
	})
}

// Disable stops sending for a reason; one that is disabled stays as it is.
func Disable(reason string) es.Decision[State] {
	return checked(func(s State) ([]es.Event, error) {
		if s.Disabled != "" {
			return nil, nil
		}
		return []es.Event{Disabled{reason}}, nil
	})
}

// RequestTest asks for a message that shows that the receiver works.
func RequestTest() es.Decision[State] {
	return checked(func(s State) ([]es.Event, error) {
		if s.Disabled != "" {
			return nil, domain.Refuse(domain.Conflicting, "The webhook is disabled")
		}
		return []es.Event{TestRequested{}}, nil
	})
}

// RequestResend asks for another row of tries of a message.
func RequestResend(message uuid.UUID, at es.Position) es.Decision[State] {
	return checked(func(s State) ([]es.Event, error) {
		if s.Disabled != "" {
			return nil, domain.Refuse(domain.Conflicting, "The webhook is disabled")
		}
		return []es.Event{ResendRequested{message, at}}, nil
	})
}

// Delete ends a webhook.
func Delete() es.Decision[State] {
	return checked(func(State) ([]es.Event, error) { return []es.Event{Deleted{}}, nil })
}
