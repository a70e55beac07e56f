// Package numbering numbers the events of logs, so that two logs with the same events can be compared whatever
// positions their engines give.
package numbering

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Numbering numbers the events of a log 1, 2, 3 in their order, whatever their positions are.
// Numbers are what two logs with the same events have in common. Logs with dense positions are
// numbered already; of others it holds 8 bytes an event.
type Numbering struct {
	dense     bool
	positions []es.Position // of the events in their order
}

// New returns the numbering of a log, of which no event is noted yet.
func New(log es.Store) *Numbering { return &Numbering{dense: IsDense(log)} }

// NewDense returns the numbering of a log whose positions are 1, 2, 3.
func NewDense() *Numbering { return &Numbering{dense: true} }

// A Log is one whose positions are the numbers of its events.
type Log interface {
	// NumberOf returns how many events stand up to a position.
	NumberOf(at es.Position) int64
}

// IsDense reports whether a log gives positions 1, 2, 3.
func IsDense(log es.Store) bool {
	_, ok := log.(Log)
	return ok
}

// IsDense reports whether numbers are positions.
func (n *Numbering) IsDense() bool { return n.dense }

// Note takes in the next event, and returns it with numbers in place of positions. An event is
// caused by none where nothing stands at the position that it names.
func (n *Numbering) Note(e es.Envelope) es.Envelope {
	if n.dense {
		return e
	}
	n.positions = append(n.positions, e.Position)
	e.Position = es.Position(len(n.positions))
	if at, found := slices.BinarySearch(n.positions, e.Causation); found {
		e.Causation = es.Position(at + 1)
	} else {
		e.Causation = 0
	}
	return e
}

// NumberOf returns how many of the noted events stand at a position or before it.
func (n *Numbering) NumberOf(at es.Position) es.Position {
	if n.dense {
		return at
	}
	i, found := slices.BinarySearch(n.positions, at)
	if found {
		i++
	}
	return es.Position(i)
}

// PositionOf returns where the event with a number stands, 0 for the number 0 and for events that
// were not noted.
func (n *Numbering) PositionOf(number es.Position) es.Position {
	switch {
	case n.dense:
		return number
	case number == 0 || number > es.Position(len(n.positions)):
		return 0
	}
	return n.positions[number-1]
}

// NumberLog notes so many events of a log, or all of them where the log is shorter.
func (n *Numbering) NumberLog(ctx context.Context, log es.Store, upTo es.Position) error {
	if n.dense {
		return nil
	}
	for e, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err != nil {
			return err
		}
		if n.Note(e).Position >= upTo {
			break
		}
	}
	return ctx.Err()
}

// Len returns how many events were noted; 0 where positions are dense.
func (n *Numbering) Len() es.Position { return es.Position(len(n.positions)) }
