package es

import (
	"context"
	"errors"
	"sync"
)

// DefaultTries is how often a command without a precondition is tried when others write to
// the same stream, unless Races say otherwise.
const DefaultTries = 64

// errRaceLost is in the error of a command that was tried as often as it may be.
var errRaceLost = errors.New("other writes won every race")

// Races is what commands of one process do after another write was faster: they take turns
// on the stream, so that only writes of other processes, and those that have not lost yet,
// stand between a command and its append. Nil Races try DefaultTries times without turns.
type Races struct {
	// Tries is how often a command is tried; 0: DefaultTries.
	Tries int
	// Lost is told of each lost race, and whether the command was given up; nil: nobody is.
	Lost func(givenUp bool)

	mu    sync.Mutex
	lines map[StreamID]*line
}

// A line is where commands wait for their turn on a stream.
type line struct {
	turn    chan struct{} // holds a token while somebody has the turn
	members int           // who has the turn or waits for it
}

// turnOn is the key under which a context says that its command has the turn on a stream.
type turnOn struct{ stream StreamID }

// IsGivenUp reports whether a command was tried as often as it may be.
func IsGivenUp(err error) bool { return errors.Is(err, errRaceLost) }

// TryAgain notes that a command has lost a race, and returns nil if it may be tried once
// more, having been tried so often. Otherwise it returns the error, such that IsGivenUp.
func (r *Races) TryAgain(tried int, lost error) error {
	most := DefaultTries
	if r != nil && r.Tries > 0 {
		most = r.Tries
	}
	givenUp := tried >= most
	if r != nil && r.Lost != nil {
		r.Lost(givenUp)
	}
	if givenUp {
		return errors.Join(lost, errRaceLost)
	}
	return nil
}

// TakeTurn waits until no other command of the process has the turn on a stream, and returns
// a context with which the command may go on, and a function that ends the turn. A command
// that has the turn already keeps it. Errors: those of the context.
func (r *Races) TakeTurn(ctx context.Context, stream StreamID) (context.Context, func(), error) {
	if r == nil || ctx.Value(turnOn{stream}) != nil {
		return ctx, func() {}, nil
	}
	l := r.join(stream)
	select {
	case l.turn <- struct{}{}:
		end := func() {
			<-l.turn
			r.leave(stream, l)
		}
		return context.WithValue(ctx, turnOn{stream}, true), end, nil
	case <-ctx.Done():
		r.leave(stream, l)
		return ctx, func() {}, ctx.Err()
	}
}

// join makes one more member of the line of a stream.
func (r *Races) join(stream StreamID) *line {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.lines[stream]
	if l == nil {
		if r.lines == nil {
			r.lines = map[StreamID]*line{}
		}
		l = &line{turn: make(chan struct{}, 1)}
		r.lines[stream] = l
	}
	l.members++
	return l
}

// leave forgets a line when nobody is left in it.
func (r *Races) leave(stream StreamID, l *line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.members--; l.members == 0 {
		delete(r.lines, stream)
	}
}
