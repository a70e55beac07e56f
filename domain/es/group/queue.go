// Package group lets callers that append at the same time share a commit. The logs
// in databases have it in common; each commits groups in its own way.
package group

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrClosed answers appends to a log that was closed.
var ErrClosed = errors.New("the log is closed")

// A Request is one append, and what its committer makes of it.
type Request struct {
	Stream  es.StreamID
	Expect  uint64
	Events  []es.Envelope
	Receipt es.Receipt // the answer, unless Err is set
	Err     error
	done    chan struct{}
}

// A Queue holds the appends that the committer has not taken yet.
type Queue struct {
	limit     int       // events that share a commit
	answered  sync.Pool // requests to be used again
	mu        sync.Mutex
	pending   []*Request
	committer *Committer
	closed    bool
}

// NewQueue makes a queue whose groups have so many events at most, or one append of
// more.
func NewQueue(limit int) *Queue {
	q := &Queue{limit: limit, answered: sync.Pool{New: func() any { return &Request{done: make(chan struct{}, 1)} }}}
	q.committer = &Committer{q: q, wake: make(chan struct{}, 1), timer: time.NewTimer(time.Hour)}
	q.committer.timer.Stop()
	return q
}

// Append waits until the committer has answered. A caller that gives up waiting does
// not undo what it asked for. Errors: ErrClosed, es.ErrTooLarge, ctx's, and those of
// the committer.
func (q *Queue) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	for _, e := range events {
		if len(e.Body) > es.MaxBody {
			return es.Receipt{}, fmt.Errorf("%s of %d bytes: %w", e.Type, len(e.Body), es.ErrTooLarge)
		}
	}
	if err := ctx.Err(); err != nil {
		return es.Receipt{}, err
	}
	r := q.answered.Get().(*Request)
	r.Stream, r.Expect, r.Events = stream, expect, events
	if !q.putRequest(r) {
		return es.Receipt{}, ErrClosed
	}
	select {
	case <-r.done:
		receipt, err := r.Receipt, r.Err
		*r = Request{done: r.done}
		q.answered.Put(r)
		if err != nil {
			return es.Receipt{}, err
		}
		return receipt, nil
	case <-ctx.Done():
		return es.Receipt{}, ctx.Err()
	}
}

// putRequest adds a request and wakes the committer if it was the last one to miss.
func (q *Queue) putRequest(r *Request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.pending = append(q.pending, r)
	if c := q.committer; c.want > 0 && len(q.pending) >= c.want {
		c.wakeUp()
	}
	return true
}

// Close refuses further appends. The committer still gets those that are waiting.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if q.committer.want > 0 {
		q.committer.wakeUp()
	}
}

// Committer returns the committer, which takes groups off the queue.
func (q *Queue) Committer() *Committer { return q.committer }
