// Package lineage records in the log what became of the log itself.
package lineage

import "github.com/seed-62a36931/docket/domain/es"

// Category is the first part of the name of a stream of lineage.
const Category = "log"

// RestoredName is the wire name of Restored.
const RestoredName = "log.restored"

// StreamOf names the stream that tells a workspace what became of the log. Each event is about the whole log.
func StreamOf(workspace string) es.StreamID { return es.StreamOf(Category, workspace, "lineage") }

// Restored tells that the log was restored to an older state, or to one that checkpoints do not fit: it is a fork,
// and no continuation of the log that those are of.
type Restored struct {
	Events int64 `json:"events"` // how many events were restored: all that is before the first event of this kind that says the same
	// Origin names the log in checkpoints that are signed from now on by a key that this installation makes.
	Origin string   `json:"origin"`
	Former []Former `json:"former,omitempty"` // one of each name under which nothing is signed here any more
}

// A Former is the newest checkpoint that the restore was shown of a name.
type Former struct {
	Origin string `json:"origin"`
	Events int64  `json:"events"`
	Root   string `json:"root"` // base64
}

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) { es.RegisterEvent[Restored](c, RestoredName) }
