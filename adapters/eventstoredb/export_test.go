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

// ServerName is the server's name of a stream of a namespace.
func ServerName(namespace string, stream es.StreamID) (string, error) {
	return (&Log{namespace: namespace}).streamName(stream)
}

// OwnStream is the stream of a namespace to which a name of the server's belongs, if it belongs to one.
func OwnStream(namespace, name string) (es.StreamID, bool) {
	l := &Log{namespace: namespace}
	return l.streamID(name), l.isOwnName(name)
}

// IsNamespace reports whether a namespace may have a name.
func IsNamespace(name string) bool { return namespaces.MatchString(name) }
