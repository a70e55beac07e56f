package es

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/google/uuid"
)

// A Decider is an aggregate: a starting state and a fold.
type Decider[S any] struct {
	Initial S
	Evolve  func(S, Event) S
}

// A Decision looks at the state and says what happens, or why not.
type Decision[S any] func(S) ([]Event, error)

// A Log is a store whose events are read and written as Go values.
type Log struct {
	Store Store
	Codec *Codec
}

// Stream yields the decoded events of a stream behind a version.
func (l *Log) Stream(ctx context.Context, s StreamID, after uint64) iter.Seq2[Recorded, error] {
	return l.decoded(ctx, l.Store.Stream(ctx, s, after))
}

// All yields what is behind a position. ErrUnreadable is of one event: others follow.
func (l *Log) All(ctx context.Context, after Position, f Filter) iter.Seq2[Recorded, error] {
	return l.decoded(ctx, l.Store.All(ctx, after, f))
}

func (l *Log) decoded(ctx context.Context, envelopes iter.Seq2[Envelope, error]) iter.Seq2[Recorded, error] {
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

// A Command is what is asked of one stream, and by whom.
type Command struct {
	Meta
	Stream StreamID
	Expect *uint64 // the version that the stream must be at; nil: whatever stands there
}

// Decide folds the stream, takes the decision and appends what it says, again
// when the stream moved meanwhile, but never when the caller named the version.
// A decision without events appends none, and a command that the stream has seen
// gets its first receipt back.
func Decide[S any](ctx context.Context, l *Log, d Decider[S], cmd Command, decide Decision[S]) (Receipt, error) {
	found, err := Find(ctx, l, d, cmd)
	if err != nil {
		return found.done, err
	}
	return found.Decide(ctx, l, d, cmd, decide)
}

// Found is a stream as a command found it.
type Found[S any] struct {
	State S
	At    Receipt // of the last event
	done  Receipt // of the command's last event, if the stream has seen it
}

// Find folds the stream of a command, for those who look at it before they decide.
func Find[S any](ctx context.Context, l *Log, d Decider[S], cmd Command) (Found[S], error) {
	state, at, done, err := load(ctx, l, d, cmd)
	return Found[S]{state, at, done}, err
}

// Decide is the function Decide for a command that has found its stream: the stream is
// folded again only if it has moved since.
func (f Found[S]) Decide(ctx context.Context, l *Log, d Decider[S], cmd Command, decide Decision[S]) (Receipt, error) {
	for try := 0; ; try++ {
		if f.done != (Receipt{}) {
			return f.done, nil
		}
		if cmd.Expect != nil && *cmd.Expect != f.At.Version {
			return f.At, fmt.Errorf("%s is at version %d, not %d: %w", cmd.Stream, f.At.Version, *cmd.Expect, ErrConflict)
		}
		events, err := decide(f.State)
		if err != nil || len(events) == 0 {
			return f.At, err
		}
		r, err := l.append(ctx, cmd, f.At.Version, events)
		if !errors.Is(err, ErrConflict) || cmd.Expect != nil || try == 3 {
			return r, err
		}
		if f, err = Find(ctx, l, d, cmd); err != nil {
			return f.done, err
		}
	}
}

// after is the state behind one more event, unless a newer program wrote it: decisions
// do not guess.
func (d Decider[S]) after(state S, e Event) (S, error) {
	if u, ok := e.(Unknown); ok {
		return state, fmt.Errorf("a newer program wrote %s", u.Name)
	}
	return d.Evolve(state, e), nil
}

// load folds a stream; done is the receipt of the command if it was there before.
func load[S any](ctx context.Context, l *Log, d Decider[S], cmd Command) (state S, at, done Receipt, err error) {
	state = d.Initial
	for r, err := range l.Stream(ctx, cmd.Stream, 0) {
		if err != nil {
			return state, at, done, fmt.Errorf("read %s: %w", cmd.Stream, err)
		}
		if state, err = d.after(state, r.Event); err != nil {
			return state, at, done, fmt.Errorf("read %s: %w", cmd.Stream, err)
		}
		at = Receipt{r.Version, r.Position}
		if r.Command == cmd.Command {
			done = at
		}
	}
	return state, at, done, nil
}

// Load folds a stream to its present state and version.
func Load[S any](ctx context.Context, l *Log, d Decider[S], stream StreamID) (S, Receipt, error) {
	state, at, _, err := load(ctx, l, d, Command{Stream: stream})
	return state, at, err
}

// append stamps events with ids that follow from the command and appends them.
func (l *Log) append(ctx context.Context, cmd Command, at uint64, events []Event) (Receipt, error) {
	out := make([]Envelope, len(events))
	for i, e := range events {
		id := uuid.NewSHA1(cmd.Command, fmt.Appendf(nil, "%s\n%d", cmd.Stream, i))
		out[i] = Envelope{ID: id, Stream: cmd.Stream, Meta: cmd.Meta}
		if err := l.Codec.encode(ctx, &out[i], e); err != nil {
			return Receipt{}, err
		}
	}
	r, err := l.Store.Append(ctx, cmd.Stream, at, out)
	if err != nil {
		err = fmt.Errorf("append to %s: %w", cmd.Stream, err)
	}
	return r, err
}
