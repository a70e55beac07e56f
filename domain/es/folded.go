package es

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"
)

// Folded keeps the states of the streams of a kind that were loaded last, so that of long
// streams only the end is read. It is for deciders that change nothing of the state that
// they are given, and for streams of which nothing is erased. The zero value keeps none
// yet.
type Folded[S any] struct {
	mu     sync.Mutex
	states map[StreamID]folded[S]
}

// folded is a state with the event that it ends with.
type folded[S any] struct {
	state S
	at    Receipt
	last  uuid.UUID
}

// mostFolded is how many streams are kept.
const mostFolded = 64

// Load folds a stream to its present state and version. The state is shared and must not
// be changed.
func (f *Folded[S]) Load(ctx context.Context, l *Log, d Decider[S], stream StreamID) (S, Receipt, error) {
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

// onward reads what came since, and the last event once more: a store that has lost its
// end, and stands somewhere else by now, does not have the same one there.
func (k folded[S]) onward(ctx context.Context, l *Log, d Decider[S], stream StreamID) (now folded[S], same bool, err error) {
	now, same = k, k.at.Version == 0
	for r, err := range l.Stream(ctx, stream, max(k.at.Version, 1)-1) {
		switch {
		case err != nil:
			return now, same, err
		case same:
			if now.state, err = d.after(now.state, r.Event); err != nil {
				return now, same, err
			}
			now.at, now.last = Receipt{r.Version, r.Position}, r.ID
		case r.ID != k.last:
			return now, false, nil
		default:
			same = true
		}
	}
	return now, same, nil
}

func (f *Folded[S]) keep(stream StreamID, k folded[S]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.states == nil || len(f.states) >= mostFolded {
		f.states = map[StreamID]folded[S]{}
	}
	f.states[stream] = k
}
