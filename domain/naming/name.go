// Package naming keeps unique names unique on a store that can append to one
// stream at a time. Each name has a stream of its own; whoever wants the name
// claims it there, appends the event in the holder's stream at exactly the version
// that the claim announced, and confirms. A claim that was never confirmed is
// settled by any later contender, who fences it: no clock decides.
package naming

import (
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// What can happen to a name.
type (
	// Claimed announces that the holder's stream will get, after version Expect,
	// an event that carries Claim.
	Claimed struct {
		Claim  uuid.UUID   `json:"claim"`
		Holder es.StreamID `json:"holder"`
		Expect uint64      `json:"expect"`
	}
	// Confirmed records that the announced event is there.
	Confirmed struct {
		Claim uuid.UUID `json:"claim"`
	}
	// Passed gives the name to another holder, whose event with the claim is there.
	Passed struct {
		Claim  uuid.UUID   `json:"claim"`
		Holder es.StreamID `json:"holder"`
	}
	// Released frees the name again.
	Released struct {
		Claim uuid.UUID `json:"claim"`
	}
)

// RegisterEvents names the events on the wire.
func RegisterEvents(c *es.Codec) {
	es.RegisterEvent[Claimed](c, "name.claimed")
	es.RegisterEvent[Confirmed](c, "name.confirmed")
	es.RegisterEvent[Passed](c, "name.passed")
	es.RegisterEvent[Released](c, "name.released")
}

// A Status is the state of the claim of a name.
type Status uint8

// The statuses of a name.
const (
	Free Status = iota
	Pending
	Held
)

// State is the holder of a name.
type State struct {
	Status Status
	Claimed
}

// Decider is the aggregate.
var Decider = es.Decider[State]{Evolve: applyEvent}

func applyEvent(s State, e es.Event) State {
	switch e := e.(type) {
	case Claimed:
		return State{Pending, e}
	case Confirmed:
		s.Status = Held
	case Passed:
		s.Status, s.Holder = Held, e.Holder
	case Released:
		return State{}
	}
	return s
}

// Claim takes a free name; a name that is not free stays as it is, and the
// caller reads the stream to learn whose it is.
func Claim(c Claimed) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status != Free {
			return nil, nil
		}
		return []es.Event{c}, nil
	}
}

// Confirm makes a claim final; it ignores the claim of another one.
func Confirm(claim uuid.UUID) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status != Pending || s.Claim != claim {
			return nil, nil
		}
		return []es.Event{Confirmed{claim}}, nil
	}
}

// PassTo transfers the name to another holder if this claim has it.
func PassTo(claim uuid.UUID, to es.StreamID) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status == Free || s.Claim != claim || s.Status == Held && s.Holder == to {
			return nil, nil
		}
		return []es.Event{Passed{claim, to}}, nil
	}
}

// Release frees the name if this claim has it.
func Release(claim uuid.UUID) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if s.Status == Free || s.Claim != claim {
			return nil, nil
		}
		return []es.Event{Released{claim}}, nil
	}
}

// A Hold is the part of a holder's event that describes the name that it took: the
// key of the name's stream (a keyed hash, nothing of the name) and the claim.
type Hold struct {
	Key   string    `json:"nameKey,omitempty"`
	Claim uuid.UUID `json:"claim,omitzero"`
}

// AsHold returns the hold itself; it identifies events that embed a Hold.
func (h Hold) AsHold() Hold { return h }
