package protocoltest

import "google.golang.org/grpc/codes"

// liveEvents is how many events a server keeps for a live subscription that has not taken
// them yet, and as many again on their way to the connection.
const liveEvents = 32

// slowConsumer is the message of servers of 23.10 when that is not enough.
const slowConsumer = "Operation timed out: Consumer too slow to handle event while live. Client resubscription required."

// A found event is one that a subscription has come by: it passes the filter, or a
// checkpoint is due behind it, or both.
type found struct {
	event              *record
	passes, checkpoint bool
}

// A liveBuffer holds what a live subscription has come by and its client has not taken. Its
// fields are guarded by the mutex of the database.
type liveBuffer struct {
	search func(*record) found
	next   uint64 // events before this position are dropped without a word
	found  chan found
	full   chan struct{} // closed when there was no room
	ended  bool
}

// offer puts an event into the buffer, or ends the buffer if there is no room.
func (b *liveBuffer) offer(e *record) {
	if b.ended || e.CommitPosition < b.next {
		return
	}
	f := b.search(e)
	if !f.passes && !f.checkpoint {
		return
	}
	select {
	case b.found <- f:
	default:
		b.ended = true
		close(b.full)
	}
}

// goLive begins to buffer what is written from a position on, unless something is there already.
func (d *Database) goLive(b *liveBuffer) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.log); n > 0 && d.log[n-1].CommitPosition >= b.next {
		return false
	}
	d.live[b] = true
	return true
}

// leaveLive ends a buffer.
func (d *Database) leaveLive(b *liveBuffer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.live, b)
}

// followLive sends what is written until the client goes, or was too slow: servers of 23.10
// end its subscription then; later ones go back to reading the log, which is no error.
func (r *reader) followLive(b *liveBuffer) error {
	out, sent, ctx := make(chan found, liveEvents), make(chan error, 1), r.call.Context()
	go func() {
		var err error
		for f := range out {
			if err == nil {
				err = r.node.liveGate.await(ctx)
			}
			if err == nil {
				err = r.sendFound(f)
			}
		}
		sent <- err
	}()
	end := func(cause error) error {
		close(out)
		if err := <-sent; err != nil {
			return err
		}
		return cause
	}
	for {
		var f found
		select {
		case <-ctx.Done():
			return end(endOfCall(ctx))
		case f = <-b.found:
		case <-b.full:
			if len(b.found) == 0 {
				return end(r.node.refuseSlowClient())
			}
			continue
		}
		select {
		case <-ctx.Done():
			return end(endOfCall(ctx))
		case out <- f:
		}
	}
}

// HoldLiveEvents keeps from clients what live subscriptions find, as slow clients do, until
// ReleaseLiveEvents.
func (n *Node) HoldLiveEvents() { n.liveGate.shut() }

// ReleaseLiveEvents lets live subscriptions go on.
func (n *Node) ReleaseLiveEvents() { n.liveGate.open() }

// LiveSubscribers returns how many subscriptions to all streams of the database have sent what the log
// holds and wait for more.
func (n *Node) LiveSubscribers() int {
	n.db.mu.Lock()
	defer n.db.mu.Unlock()
	return len(n.db.live)
}

// refuseSlowClient returns the error of a live subscription whose client was too slow.
func (n *Node) refuseSlowClient() error {
	n.counts.slow.Add(1)
	if n.isBefore(firstOf24) {
		return newException(codes.Aborted, slowConsumer)
	}
	return nil
}

// search looks at an event for a subscription.
func (r *reader) search(e *record) found {
	r.node.counts.searched.Add(1)
	r.searched++
	interval := r.checkpointInterval()
	return found{e, r.passes(e), interval > 0 && r.searched%interval == 0}
}

// sendFound sends what a subscription has come by.
func (r *reader) sendFound(f found) error {
	if f.passes {
		if err := r.sendEvent(f.event); err != nil {
			return err
		}
	}
	if f.checkpoint {
		if err := r.sendCheckpoint(f.event.CommitPosition); err != nil {
			return err
		}
	}
	if f.passes || f.checkpoint {
		r.told = f.event.CommitPosition
	}
	r.next = f.event.CommitPosition + 1
	return nil
}
