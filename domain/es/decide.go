package es

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/google/uuid"
)

// A Decider is an aggregate: a starting state and a fold.
type Decider[S any] struct {
	Initial S
	Evolve  func(S, Event) S
}

// A Decision takes the state and returns the events that happen, or why none can.
type Decision[S any] func(S) ([]Event, error)

// A Log is a store whose events are read and written as Go values.
type Log struct {
	Store Store
	Codec *Codec
	Races *Races // what commands do about lost races; nil: the default
}

// Stream yields the decoded events of a stream after a version.
func (l *Log) Stream(ctx context.Context, s StreamID, after uint64) iter.Seq2[Recorded, error] {
	return l.decodeAll(ctx, readPatiently(ctx, func(ctx context.Context) iter.Seq2[Envelope, error] {
		return l.Store.Stream(ctx, s, after)
	}))
}

// All yields the decoded events after a position, at least up to where the log ends now, as ReadToHead
// does. ErrUnreadable concerns one event: others follow.
func (l *Log) All(ctx context.Context, after Position, f Filter) iter.Seq2[Recorded, error] {
	return l.decodeAll(ctx, ReadToHead(ctx, l.Store, after, f))
}

// AllToHead yields the decoded events after a position, at least up to a head that the store gave
// before, as ReadToKnownHead does. ErrUnreadable concerns one event: others follow.
func (l *Log) AllToHead(ctx context.Context, after, head Position, f Filter) iter.Seq2[Recorded, error] {
	return l.decodeAll(ctx, ReadToKnownHead(ctx, l.Store, after, head, f))
}

func (l *Log) decodeAll(ctx context.Context, envelopes iter.Seq2[Envelope, error]) iter.Seq2[Recorded, error] {
	return func(yield func(Recorded, error) bool) {
		for env, err := range envelopes {
			r := Recorded{Envelope: env}
			if err == nil {
				r.Event, err = l.Codec.Decode(ctx, env)
			}
			if !yield(r, err) || err != nil && !errors.Is(err, ErrUnreadable) {
				return
			}
		}
	}
}

// A Command is a request to one stream, with who makes it.
type Command struct {
	Meta
	Stream StreamID
	Expect *uint64 // the version that the stream must be at; nil: whatever stands there
}

// Decide folds the stream, takes the decision and appends what it says, again
// when the stream moved meanwhile, as often as the log's Races allow, but never when the
// caller named the version.
// A decision without events appends none, and a command that the stream has seen
// gets its first receipt back. Who needs the state as well calls Find and Found.Decide.
func Decide[S any](ctx context.Context, l *Log, d Decider[S], cmd Command, decide Decision[S]) (Receipt, error) {
	found, err := Find(ctx, l, d, cmd.Stream)
	if err != nil {
		return Receipt{}, err
	}
	_, at, err := found.Decide(ctx, l, d, cmd, decide)
	return at, err
}

// FoldedStream is a stream as a command found it, or left it.
type FoldedStream[S any] struct {
	State S
	At    Receipt // of the last event

	seen []seenCommand
}

// A seenCommand is a command whose events are in a stream, with the last of them.
type seenCommand struct {
	id   uuid.UUID
	last Receipt
}

// Find folds a stream for a caller that looks at it before it decides.
func Find[S any](ctx context.Context, l *Log, d Decider[S], stream StreamID) (FoldedStream[S], error) {
	return FoldedStream[S]{State: d.Initial}.CatchUp(ctx, l, d, stream)
}

// CatchUp folds what was appended to the stream since.
func (f FoldedStream[S]) CatchUp(ctx context.Context, l *Log, d Decider[S], stream StreamID) (FoldedStream[S], error) {
	f.seen = slices.Clone(f.seen)
	for r, err := range l.Stream(ctx, stream, f.At.Version) {
		if err != nil {
			return f, fmt.Errorf("read %s: %w", stream, err)
		}
		if f.State, err = d.Fold(f.State, r.Event); err != nil {
			return f, fmt.Errorf("read %s: %w", stream, err)
		}
		f.noteReceipt(r.Command, Receipt{r.Version, r.Position})
	}
	return f, nil
}

// Load folds a stream to its present state and version.
func Load[S any](ctx context.Context, l *Log, d Decider[S], stream StreamID) (S, Receipt, error) {
	f, err := Find(ctx, l, d, stream)
	return f.State, f.At, err
}

// noteReceipt records that the stream extends to an event of a command.
func (f *FoldedStream[S]) noteReceipt(command uuid.UUID, at Receipt) {
	f.At = at
	if last := len(f.seen) - 1; last >= 0 && f.seen[last].id == command {
		f.seen[last].last = at
		return
	}
	f.seen = append(f.seen, seenCommand{command, at})
}

// ReceiptOf returns the receipt of a command's last event, and whether the stream has seen
// the command.
func (f FoldedStream[S]) ReceiptOf(cmd Command) (Receipt, bool) {
	for _, c := range slices.Backward(f.seen) {
		if c.id == cmd.Command {
			return c.last, true
		}
	}
	return Receipt{}, false
}

// Decide returns the function Decide for a command that has found its stream: the
// stream is read on only if it has moved since. It also returns the stream as
// the command leaves it, from where a next command can go on without reading.
//
// When the same command is carried out twice at the same time, the events of one of
// them stand in the stream, and both get their receipt: State is of one's own.
func (f FoldedStream[S]) Decide(
	ctx context.Context, l *Log, d Decider[S], cmd Command, decide Decision[S],
) (FoldedStream[S], Receipt, error) {
	for tried := 1; ; tried++ {
		if done, ok := f.ReceiptOf(cmd); ok {
			return f, done, nil
		}
		if cmd.Expect != nil && *cmd.Expect != f.At.Version {
			return f, f.At, fmt.Errorf("%s is at version %d, not %d: %w", cmd.Stream, f.At.Version, *cmd.Expect, ErrConflict)
		}
		events, err := decide(f.State)
		if err != nil || len(events) == 0 {
			return f, f.At, err
		}
		at, err := l.appendEvents(ctx, cmd, f.At.Version, events)
		if err == nil {
			return f.withEvents(d, cmd, events, at), at, nil
		}
		if !errors.Is(err, ErrConflict) || cmd.Expect != nil {
			return f, at, err
		}
		if err = l.Races.TryAgain(tried, err); err != nil {
			return f, at, err
		}
		if tried == 1 {
			_, endTurn, err := l.Races.TakeTurn(ctx, cmd.Stream)
			if err != nil {
				return f, Receipt{}, err
			}
			defer endTurn()
		}
		if f, err = f.CatchUp(ctx, l, d, cmd.Stream); err != nil {
			return f, Receipt{}, err
		}
	}
}

// withEvents returns the stream after a command has appended events to it.
func (f FoldedStream[S]) withEvents(d Decider[S], cmd Command, events []Event, at Receipt) FoldedStream[S] {
	for _, e := range events {
		f.State = d.Evolve(f.State, e)
	}
	f.seen = slices.Clone(f.seen)
	f.noteReceipt(cmd.Command, at)
	return f
}

// Fold returns the state after one more event, or an error if a newer program wrote the
// event: decisions do not guess.
func (d Decider[S]) Fold(state S, e Event) (S, error) {
	if u, ok := e.(Unknown); ok {
		return state, fmt.Errorf("a newer program wrote %s", u.Name)
	}
	return d.Evolve(state, e), nil
}

// appendEvents stamps events with ids that follow from the command and appends them.
func (l *Log) appendEvents(ctx context.Context, cmd Command, at uint64, events []Event) (Receipt, error) {
	out := make([]Envelope, len(events))
	for i, e := range events {
		id := uuid.NewSHA1(cmd.Command, fmt.Appendf(nil, "%s\n%d", cmd.Stream, i))
		out[i] = Envelope{ID: id, Stream: cmd.Stream, Version: at + uint64(i) + 1, Meta: cmd.Meta}
		if err := l.Codec.encodeEvent(ctx, &out[i], e); err != nil {
			return Receipt{}, err
		}
	}
	var r Receipt
	err := callLog(ctx, func(ctx context.Context) (err error) {
		r, err = l.Store.Append(ctx, cmd.Stream, at, out)
		return err
	})
	if err != nil {
		err = fmt.Errorf("append to %s: %w", cmd.Stream, err)
	}
	return r, err
}
