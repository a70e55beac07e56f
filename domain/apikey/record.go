package apikey

import (
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Record is a key as its owner and administrators see it.
type Record struct {
	ID        string     `json:"id"`
	Workspace string     `json:"workspace"`
	User      string     `json:"user"`
	Name      string     `json:"name"`
	Scopes    []string   `json:"scopes"`
	Addresses []string   `json:"addresses,omitempty"`
	Created   time.Time  `json:"created"`
	Expires   time.Time  `json:"expires"`
	Revoked   *time.Time `json:"revoked,omitempty"`
}

// Fold returns a record after an event of its stream.
func Fold(r Record, e es.Recorded) Record {
	switch v := e.Event.(type) {
	case Created:
		r = Record{ID: e.Stream.Key(), Workspace: e.Workspace, User: v.User, Scopes: v.Scopes, Created: e.Time, Expires: v.Expires}
		if !v.Details.IsErased() {
			r.Name, r.Addresses = v.Details.Value.Name, v.Details.Value.Addresses
		}
	case Revoked:
		r.Revoked = new(e.Time)
	}
	return r
}

// IsLive reports whether the key can be used at a time, as far as itself is concerned.
func (r Record) IsLive(now time.Time) bool { return r.Revoked == nil && now.Before(r.Expires) }
