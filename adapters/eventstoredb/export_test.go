package eventstoredb

import "github.com/seed-62a36931/docket/domain/es"

// Followed is where the subscription would begin anew.
func (l *Log) Followed() es.Position { return l.known.noteFollowed(0) }

// Leader is the address of the node to which appends go directly, empty where they go through the
// library.
func (l *Log) Leader() string {
	if d := l.leader.Load(); d != nil {
		return d.conn.Target()
	}
	return ""
}
