// Package eventstoredb keeps the event log in EventStoreDB 23.10 or later, one node
// or a cluster.
//
// All requests ask for the leader, so what was appended is read at once. Appends are made on
// a connection of their own (direct.go), all else by the client library. The client
// library gives up for good when it finds no server, and can wait without end for a
// connection; so each call runs under a deadline of our own, in a session that is
// replaced when it fails (session.go).
package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Failures of the log, beside those of es.Store.
var (
	// ErrLogClosed answers calls to a log that was closed.
	ErrLogClosed = errors.New("the log is closed")
	// ErrTombstoned reports that somebody ended a stream for ever, which Docket never
	// does: it can neither be read nor appended to. It is an es.ErrCut.
	ErrTombstoned = fmt.Errorf("%w: it was tombstoned on the server", es.ErrCut)
	// ErrOldServer reports that a server does not tell when a subscription has caught up.
	ErrOldServer = errors.New("the event store must be EventStoreDB 23.10 or later")
	// ErrAccessDenied reports that the account of the address lacks a right.
	ErrAccessDenied = errors.New("the event store denies access")
	// ErrForeign reports that an event was not written by Docket.
	ErrForeign = errors.New(
		"the event was not written by Docket: give it a database of its own, or a namespace (#name at the end of the address)",
	)
)

// Options configure a log. The zero value has good defaults.
type Options struct {
	// Logger logs lost connections, and at level debug all messages of the client library.
	// Default: slog.Default().
	Logger *slog.Logger
	// Patience is how long appends and Open keep trying while a server is away; reads keep
	// trying a third of it. An append is answered within it, all that is asked for it included.
	// Default: 10 s.
	Patience time.Duration
	// Timeout bounds one request. Default: defaultDeadline of the address, or 10 s.
	Timeout time.Duration
	// FindBounds returns where this log is known to begin and to have come. Open asks for it where the
	// last events of the database are those of others: it searches behind the last event that is
	// known then, and nobody reads what lies before the first. Where it fails, or returns nothing,
	// the whole database is searched. Default: nothing is known.
	FindBounds FindBounds
}

// FindBounds returns the bounds of a log, the zero value where they are not known. read returns the
// event at a position, so that they can be checked.
type FindBounds func(ctx context.Context, read func(context.Context, es.Position) (es.Envelope, error)) (Bounds, error)

// Bounds are the positions of the first event of a log and of a later one.
type Bounds struct{ First, Last es.Position }

// A Log stores streams in EventStoreDB. Positions are commit positions of the server: they
// grow, and are not dense. Times are those of the leader's clock, to the microsecond, and of
// imported events those that they had; where the clock was set back, a read continues with the
// time of the event before.
type Log struct {
	*connection
	namespace

	appended     atomic.Uint64 // events, by this process
	resubscribed atomic.Uint64
	cuts         cutStreams
	known        knownEnd
}

var _ es.Store = (*Log)(nil)

// Open connects to esdb://, esdb+discover:// or a list of nodes, in the form of the
// EventStoreDB connection string, or with kurrentdb in place of esdb. A fragment (#name) is a namespace: it is put
// before the names of all streams, so that several logs share a database. Errors
// hold no password; among them are ErrOldServer, ErrAccessDenied and
// ErrForeign, where a database without a namespace begins with an event of others.
func Open(ctx context.Context, address string, o Options) (*Log, error) {
	config, space, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	l := &Log{connection: newConnection(config, o), namespace: namespace(space)}
	head, err := l.readHead(ctx, l.patience, o.FindBounds)
	if err == nil && head > 0 && space == "" {
		err = l.checkFirstEvent(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the event store at %s: %w", RedactAddress(address), err), l.Close())
	}
	l.known.followed = max(head, l.known.searched)
	l.parts.Go(l.followAll)
	return l, nil
}

// Wait implements es.Store: own appends wake at once, those of others when the
// subscription brings them.
func (l *Log) Wait(ctx context.Context, after es.Position) error {
	for {
		head, moved := l.known.lastPosition()
		if err := ctx.Err(); err != nil || head > after {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-l.ctx.Done():
			return ErrLogClosed
		case <-moved:
		}
	}
}

// knownEnd holds what this process knows about the end of the log.
type knownEnd struct {
	mu       sync.Mutex
	head     es.Position   // of the last own event
	searched es.Position   // behind this and up to head lies no own event
	followed es.Position   // where a new subscription begins
	seen     es.Position   // of the last event of whatever log that was seen
	begin    es.Position   // up to this lies no own event
	owned    bool          // an own event was found, so begin stays
	moved    chan struct{} // closed when head grows; nil when nobody has asked for it
}

// lastPosition returns the position of the last event, and a channel that closes when there is a
// later one.
func (k *knownEnd) lastPosition() (es.Position, <-chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.moved == nil {
		k.moved = make(chan struct{})
	}
	return k.head, k.moved
}

// noteAppend records an own event, and wakes those who wait for it.
func (k *knownEnd) noteAppend(at es.Position) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.owned = k.owned || at > 0
	if at <= k.head {
		return
	}
	k.head = at
	if k.moved != nil {
		close(k.moved)
		k.moved = nil
	}
}

// noteSearch records that head is the last own event up to a position.
func (k *knownEnd) noteSearch(head, upTo es.Position) es.Position {
	k.noteAppend(head)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.searched = max(k.searched, upTo)
	return k.head
}

// noteSeen records that an event of whatever log stands at a position.
func (k *knownEnd) noteSeen(at es.Position) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.seen = max(k.seen, at)
}

// lastSeen returns the last position at which an event is known to stand.
func (k *knownEnd) lastSeen() es.Position {
	k.mu.Lock()
	defer k.mu.Unlock()
	return max(k.seen, k.head, k.followed)
}

// beginning returns a position up to which there is no own event.
func (k *knownEnd) beginning() es.Position {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.begin
}

// noteForeign records that a search from the start of the log has found only events of others up
// to a position. It says nothing once own events were found.
func (k *knownEnd) noteForeign(upTo es.Position) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.owned {
		k.begin = max(k.begin, upTo)
	}
}

// noteOwn records that there are own events, and that begin is where they begin.
func (k *knownEnd) noteOwn() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.owned = true
}

// searchedTo returns the position up to which the log was searched.
func (k *knownEnd) searchedTo() es.Position {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.searched
}

// noteFollowed records the progress of the subscription, and returns it.
func (k *knownEnd) noteFollowed(at es.Position) es.Position {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.followed = max(k.followed, at)
	k.searched = max(k.searched, k.followed)
	return k.followed
}
