// Package signin records the sign-ins of a workspace: who came in, who was turned away, who
// left. Each account has a stream a day; those whom nobody knows share one.
package signin

import (
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Category is the first part of the name of a stream of sign-ins.
const Category = "signin"

// unknown stands in stream names for an account that there is not. What somebody
// typed in its place is never kept.
const unknown = "unknown"

// StreamOf names the stream of an account on a day, "" being the account of unknown
// users.
func StreamOf(workspace, userID string, day time.Time) es.StreamID {
	if userID == "" {
		userID = unknown
	}
	return es.StreamOf(Category, workspace, userID) + es.StreamID("-"+day.UTC().Format("20060102"))
}

// What can happen at the door.
type (
	// SignedIn records that somebody gave the right password.
	SignedIn struct {
		Client  string            `json:"client"`                 // the application
		Address es.Sealed[string] `json:"address" seal:"address"` // of the caller; "" when they were several
		Times   int               `json:"times"`                  // how often, since many of a kind are recorded together
	}
	// Failed records that a password was wrong, or the account not there or disabled.
	Failed SignedIn
	// Locked records that so many failed that further attempts are refused for a while.
	Locked SignedIn
	// SignedOut records that a session was ended by its holder.
	SignedOut SignedIn
	// Denied records that somebody who is signed in may not do what was asked.
	Denied struct {
		Operation string `json:"operation"`
		Times     int    `json:"times"`
	}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[SignedIn](c, "auth.signed-in")
	es.RegisterEvent[Failed](c, "auth.failed")
	es.RegisterEvent[Locked](c, "auth.locked")
	es.RegisterEvent[SignedOut](c, "auth.signed-out")
	es.RegisterEvent[Denied](c, "access.denied")
}

// Decider is the aggregate: nothing is decided on what happened before.
var Decider = es.Decider[struct{}]{Evolve: func(s struct{}, _ es.Event) struct{} { return s }}

// RecordEvents records events.
func RecordEvents(events ...es.Event) es.Decision[struct{}] {
	return func(struct{}) ([]es.Event, error) { return events, nil }
}
