package eventstoredb

import "github.com/seed-62a36931/docket/domain/es"

// Followed is where the subscription would begin anew.
func (l *Log) Followed() es.Position { return l.known.noteFollowed(0) }
