package cache

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// States keeps the states of the streams of a kind that were loaded last, so that of long
// streams only the end is read. It is for deciders that change nothing of the state that
// they are given, and for streams of which nothing is erased. The zero value keeps none
// yet.
type States[S any] struct {
	mu     sync.Mutex
	states map[es.StreamID]foldedState[S]
}

// foldedState is a state with the event that it ends with.
type foldedState[S any] struct {
	state S
	at    es.Receipt
	last  uuid.UUID
}

// maxStreams is the largest number of streams that are kept.
const maxStreams = 64

// Load folds a stream to its present state and version. The state is shared and must not
// be changed.
func (f *States[S]) Load(ctx context.Context, l *es.Log, d es.Decider[S], stream es.StreamID) (S, es.Receipt, error) {
	f.mu.Lock()
	kept, same := f.states[stream]
	f.mu.Unlock()
	var now foldedState[S]
	var err error
	if same {
		now, same, err = kept.readNewer(ctx, l, d, stream)
	}
	if !same && err == nil {
		now, _, err = foldedState[S]{state: d.Initial}.readNewer(ctx, l, d, stream)
	}
	if err != nil {
		return now.state, now.at, fmt.Errorf("read %s: %w", stream, err)
	}
	if now.last != kept.last {
		f.keepState(stream, now)
	}
	return now.state, now.at, nil
}

// readNewer reads the events since the last one, and the last one again: a store that
// has lost its end, and has other events there by now, does not return the same one.
func (k foldedState[S]) readNewer(
	ctx context.Context, l *es.Log, d es.Decider[S], stream es.StreamID,
) (now foldedState[S], same bool, err error) {
	now, same = k, k.at.Version == 0
	for r, err := range l.Stream(ctx, stream, max(k.at.Version, 1)-1) {
		switch {
		case err != nil:
			return now, same, err
		case same:
			if now.state, err = d.Fold(now.state, r.Event); err != nil {
				return now, same, err
			}
			now.at, now.last = es.Receipt{Version: r.Version, Position: r.Position}, r.ID
		case r.ID != k.last:
			return now, false, nil
		default:
			same = true
		}
	}
	return now, same, nil
}

func (f *States[S]) keepState(stream es.StreamID, k foldedState[S]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.states == nil || len(f.states) >= maxStreams {
		f.states = map[es.StreamID]foldedState[S]{}
	}
	f.states[stream] = k
}
