package eventstoredb

import "github.com/seed-62a36931/docket/domain/es"

// FollowedPosition is where the subscription would begin anew.
func (l *Log) FollowedPosition() es.Position { return l.known.noteFollowed(0) }

// Leader is the address of the node to which appends go directly, empty where they go through the
// library.
func (l *Log) Leader() string {
	if d := l.leader.Load(); d != nil {
		return d.conn.Target()
	}
	return ""
}

// ServerName is the server's name of a stream of a namespace.
func ServerName(space string, stream es.StreamID) (string, error) {
	return namespace(space).streamName(stream)
}

// OwnStream is the stream of a namespace to which a name of the server's belongs, if it belongs to one.
func OwnStream(space, name string) (es.StreamID, bool) {
	n := namespace(space)
	return n.streamID(name), n.isOwnName(name)
}

// IsNamespace reports whether a namespace may have a name.
func IsNamespace(name string) bool { return namespaces.MatchString(name) }
