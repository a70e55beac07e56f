// Package heads records in the log how far all of its streams are, so that evidence about a stream can show
// that it ends where it says.
package heads

import "github.com/seed-62a36931/docket/domain/es"

// Category is the first part of the name of a stream of commitments.
const Category = "log"

// CommittedName is the wire name of Committed.
const CommittedName = "log.heads-committed"

// StreamOf names the stream of the commitments that were asked for in a workspace. Each is about all
// streams of the log.
func StreamOf(workspace string) es.StreamID { return es.StreamOf(Category, workspace, "heads") }

// Committed tells the root of the Merkle tree over the heads of all streams of the log, sorted by the
// SHA-256 of their names, as of a position.
type Committed struct {
	Position es.Position `json:"position"` // of the last event that the heads take in
	Streams  int64       `json:"streams"`  // how many leaves the tree has
	Root     string      `json:"root"`     // base64
	// For is the stream of the dossier or file whose evidence was asked for; "" where the tool of an older program did.
	For es.StreamID `json:"for,omitempty"`
	// Opened reports whether the evidence shows sealed values; false where an older program made it.
	Opened bool `json:"opened,omitzero"`
}

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Committed](c, CommittedName)
	es.RegisterEvent[Opened](c, OpenedName)
}

// Decider is the aggregate: nothing is decided on what was committed before.
var Decider = es.Decider[struct{}]{Evolve: func(s struct{}, _ es.Event) struct{} { return s }}

// Commit records a commitment.
func Commit(to Committed) es.Decision[struct{}] {
	return func(struct{}) ([]es.Event, error) { return []es.Event{to}, nil }
}
