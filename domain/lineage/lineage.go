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

// KeyRotatedName is the wire name of KeyRotated.
const KeyRotatedName = "log.key-rotated"

// KeyRotated tells that another key signs checkpoints of the log from now on.
type KeyRotated struct {
	Origin string `json:"origin"` // names the log
	Old    string `json:"old"`    // verifier key that signs no more
	New    string `json:"new"`    // verifier key that follows it
	Events int64  `json:"events"` // of the last tree that the old key has signed
	Root   string `json:"root"`   // of that tree, base64
	// Statement is a note of all this, signed by both keys.
	Statement string `json:"statement"`
}

// KeyLostName is the wire name of KeyLost.
const KeyLostName = "log.key-lost"

// KeyLost tells that the key which signed checkpoints of the log was lost, so that it could not sign for one that follows it: the
// same log is signed under another name from now on.
type KeyLost struct {
	Events int64    `json:"events"` // of the log when it was told, which the checkpoints below were held against
	Origin string   `json:"origin"` // names the log in checkpoints from now on, where this installation makes the key
	Former []Former `json:"former"` // the newest checkpoint of each name under which nothing is signed any more
}

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[KeyLost](c, KeyLostName)
	es.RegisterEvent[Restored](c, RestoredName)
	es.RegisterEvent[KeyRotated](c, KeyRotatedName)
}

// State is what the log tells of who signs for it.
type State struct {
	Key    string // that follows another one
	Origin string // of the log behind the last key that was lost
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: func(s State, e es.Event) State {
	switch e := e.(type) {
	case KeyRotated:
		s.Key = e.New
	case KeyLost:
		s.Origin = e.Origin
	}
	return s
}}

// RotateKey tells of a rotation, once.
func RotateKey(r KeyRotated) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Key == r.New {
			return nil, nil
		}
		return []es.Event{r}, nil
	}
}

// LoseKey tells of a key that was lost, once.
func LoseKey(l KeyLost) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Origin == l.Origin {
			return nil, nil
		}
		return []es.Event{l}, nil
	}
}
