package heads

import "github.com/seed-62a36931/docket/domain/es"

// OpenedName is the wire name of Opened.
const OpenedName = "evidence.opened"

// OpenedStream names the stream that tells of a workspace which sealed values its evidence has shown, and to whom.
func OpenedStream(workspace string) es.StreamID { return es.StreamOf("evidence", workspace, "opened") }

// Opened tells that sealed values are shown in an evidence bundle, to the actor of the event. It stands in the log before any
// value is opened.
type Opened struct {
	For es.StreamID `json:"for"` // the dossier or file that was asked for
	// Streams are those of which all values are shown that events before this one have; none where Positions are named.
	Streams   []es.StreamID `json:"streams,omitempty"`
	Positions []es.Position `json:"positions,omitempty"` // events whose values are shown
}

// Open records that values are shown.
func Open(what Opened) es.Decision[struct{}] {
	return func(struct{}) ([]es.Event, error) { return []es.Event{what}, nil }
}
