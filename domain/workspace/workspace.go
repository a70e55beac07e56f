// Package workspace is the tenant: a short name and its settings.
package workspace

import (
	"regexp"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// DefaultRetention is the time in hours in which deleted things can be restored.
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
	// KeysLost tells of subjects whose keys were lost and were given up by a restore: what
	// they sealed is erased from then on.
	KeysLost struct {
		Subjects []es.Subject `json:"subjects"`
	}
)

// Settings are the settings that an operator chooses for a workspace.
type Settings struct {
	RetentionHours int    `json:"retentionHours"` // 0 to 87,600
	SignIn         SignIn `json:"signIn,omitzero"`
	// StrictNames refuses requests with fields and parameters that nobody knows. New workspaces do;
	// those of before ignore them, as their clients were promised.
	StrictNames bool `json:"strictNames,omitzero"`
	// RefuseDuplicates refuses uploads with the bytes of another file that the caller may read.
	RefuseDuplicates bool `json:"refuseDuplicates,omitzero"`
}

// KeysLostName is the wire name of KeysLost.
const KeysLostName = "workspace.keys-lost"

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Created](c, "workspace.created")
	es.RegisterEvent[SettingsChanged](c, "workspace.settings-changed")
	es.RegisterEvent[KeysLost](c, KeysLostName)
}

var name = regexp.MustCompile(`^[a-z0-9]{1,32}$`)

// ValidName reports whether a short name can name a workspace: it stands in
// addresses, stream names and tokens.
func ValidName(s string) bool { return name.MatchString(s) }

// Category is the category of the streams of workspaces.
const Category = "workspace"

// StreamOf names the stream of a workspace, which has only one.
func StreamOf(workspace string) es.StreamID { return es.StreamOf(Category, workspace, "settings") }

// State is the settings, and whether the workspace exists.
type State struct {
	Exists bool
	Settings
}

// Decider is the aggregate.
var Decider = es.Decider[State]{
	Initial: State{Settings: Settings{RetentionHours: DefaultRetention}},
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

// Record is a workspace as readers see it.
type Record struct {
	Name string `json:"name"`
	Settings
	Version uint64 `json:"version,omitzero"` // of its stream; 0 in rows of before
}

// TrashRetention returns how long the trash keeps things.
func (s Settings) TrashRetention() time.Duration { return time.Duration(s.RetentionHours) * time.Hour }

// Check refuses invalid settings.
func (s Settings) Check() error {
	if s.RetentionHours < 0 || s.RetentionHours > 87600 {
		return domain.Refuse(domain.OutOfRange, "retentionHours must be between 0 and 87600").At("retentionHours")
	}
	return s.SignIn.checkIssuer()
}

// EnsureExists creates the workspace unless it exists.
func EnsureExists(set Settings) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, nil
		}
		if err := set.Check(); err != nil {
			return nil, err
		}
		return []es.Event{Created{set}}, nil
	}
}

// Create begins a workspace; one that is there is domain.Conflict.
func Create(set Settings) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Exists {
			return nil, domain.Faultf(domain.Conflict, "the workspace exists")
		}
		return EnsureExists(set)(s)
	}
}

// ChangeSettings changes the settings; a change that changes nothing yields no event.
func ChangeSettings(change func(*Settings)) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.Faultf(domain.NotFound, "the workspace does not exist")
		}
		set := s.Settings
		change(&set)
		if err := set.Check(); err != nil || set == s.Settings {
			return nil, err
		}
		return []es.Event{SettingsChanged{set}}, nil
	}
}
