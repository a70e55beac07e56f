// Package workspace is the tenant: a short name and its settings.
package workspace

import (
	"regexp"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// DefaultRetention is how long deleted things can be restored, in hours.
const DefaultRetention = 96

// What can happen to a workspace.
type (
	// Created begins a workspace with its settings.
	Created struct {
		Settings
	}
	// SettingsChanged replaces the settings.
	SettingsChanged struct {
		Settings
	}
)

// Settings are what an operator chooses for a workspace.
type Settings struct {
	RetentionHours int `json:"retentionHours"` // 0 to 87,600
}

// Register names the events on the wire.
func Register(c *es.Codec) {
	es.Register[Created](c, "workspace.created")
	es.Register[SettingsChanged](c, "workspace.settings-changed")
}

var name = regexp.MustCompile(`^[a-z0-9]{1,32}$`)

// ValidName says whether a short name can name a workspace: it stands in
// addresses, stream names and tokens.
func ValidName(s string) bool { return name.MatchString(s) }

// Stream names the stream of a workspace, which has only one.
func Stream(workspace string) es.StreamID { return es.StreamOf("workspace", workspace, "settings") }

// State is the settings, and whether the workspace exists.
type State struct {
	Exists bool
	Settings
}

// Decider is the aggregate.
var Decider = es.Decider[State]{
	Initial: State{Settings: Settings{DefaultRetention}},
	Evolve: func(s State, e es.Event) State {
		switch e := e.(type) {
		case Created:
			return State{true, e.Settings}
		case SettingsChanged:
			s.Settings = e.Settings
		}
		return s
	},
}

// Retention is how long the trash keeps things.
func (s Settings) Retention() time.Duration { return time.Duration(s.RetentionHours) * time.Hour }

// Ensure creates the workspace unless it is there.
func Ensure(set Settings) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		switch {
		case set.RetentionHours < 0 || set.RetentionHours > 87600:
			return nil, domain.Faultf(domain.Invalid, "retentionHours must be between 0 and 87600")
		case s.Exists:
			return nil, nil
		}
		return []es.Event{Created{set}}, nil
	}
}
