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
	states map[es.StreamID]folded[S]
}

// folded is a state with the event that it ends with.
type folded[S any] struct {
	state S
	at    es.Receipt
	last  uuid.UUID
}

// mostFolded is the largest number of streams that are kept.
const mostFolded = 64

// Load folds a stream to its present state and version. The state is shared and must not
// be changed.
func (f *States[S]) Load(ctx context.Context, l *es.Log, d es.Decider[S], stream es.StreamID) (S, es.Receipt, error) {
	f.mu.Lock()
	kept, same := f.states[stream]
	f.mu.Unlock()
	var now folded[S]
	var err error
	if same {
		now, same, err = kept.onward(ctx, l, d, stream)
	}
	if !same && err == nil {
		now, _, err = folded[S]{state: d.Initial}.onward(ctx, l, d, stream)
	}
	if err != nil {
		return now.state, now.at, fmt.Errorf("read %s: %w", stream, err)
	}
	if now.last != kept.last {
		f.keep(stream, now)
	}
	return now.state, now.at, nil
}

// onward reads the events since the last one, and the last one again: a store that
// has lost its end, and has other events there by now, does not return the same one.
func (k folded[S]) onward(ctx context.Context, l *es.Log, d es.Decider[S], stream es.StreamID) (now folded[S], same bool, err error) {
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

func (f *States[S]) keep(stream es.StreamID, k folded[S]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.states == nil || len(f.states) >= mostFolded {
		f.states = map[es.StreamID]folded[S]{}
	}
	f.states[stream] = k
}
