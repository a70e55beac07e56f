package eventstoredb

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

const (
	// lookBack is how many events of others are read backwards in search of the last own
	// one, before the server is asked to search forwards, which brings only own ones.
	lookBack = 4_000
	// longSearch is after what time a search of the log is told, and again each time.
	longSearch = 5 * time.Second
)

// A headSearch is a search for the last own event, which takes as many requests as it needs.
type headSearch struct {
	end     es.Position // of the database, when the search began
	before  es.Position // backwards: what lies behind it is searched
	at      es.Position // forwards: what lies up to it is searched
	head    es.Position // the last own event so far
	looked  int         // events, backwards
	forward bool
	done    bool
}

// readHead returns the position of the last own event, 0 without one. Each request gets so
// much patience; how far a long search has come is logged. find may be nil.
func (l *Log) readHead(ctx context.Context, patience time.Duration, find FindBounds) (es.Position, error) {
	var s headSearch
	for told := time.Now(); !s.done; {
		step, last := l.lookBack, s // a request that hangs may still run beside the next
		if s.forward {
			step = l.searchForward
		}
		next, err := retryRequest(ctx, l.connection, patience, func(ctx context.Context, c *esdb.Client) (headSearch, error) {
			return step(ctx, c, last)
		})
		if err != nil {
			return 0, err
		}
		if next.forward && !s.forward && find != nil {
			next = l.skipSearched(ctx, next, find)
		}
		s = next
		if !s.done && time.Since(told) > longSearch {
			told = time.Now()
			l.logger.Info("the event store is searched for events of this log", "position", s.at, "end", s.end)
		}
	}
	return l.known.noteSearch(s.head, s.end), nil
}

// skipSearched lets a search forwards begin at the last event that is known from before, and
// remembers what lies before the first. Where that cannot be told the search is as long as it was.
func (l *Log) skipSearched(ctx context.Context, s headSearch, find FindBounds) headSearch {
	b, err := find(ctx, l.At)
	var before es.Position
	if err == nil && b.First > 0 {
		before, err = l.findPositionBefore(ctx, b.First)
	}
	switch {
	case err != nil:
		l.logger.Debug("the whole event store is searched", "error", err)
	case b.Last > s.at:
		l.known.noteForeign(before)
		l.known.noteOwn()
		s.at, s.head = b.Last, b.Last
	}
	return s
}

// findPositionBefore returns the position of the event before another one, of whatever log, 0 for none.
func (l *Log) findPositionBefore(ctx context.Context, at es.Position) (es.Position, error) {
	return retryRequest(ctx, l.connection, l.patience, func(ctx context.Context, c *esdb.Client) (es.Position, error) {
		return readEventBefore(ctx, c, at)
	})
}

// checkFirstEvent returns ErrForeign for a database that begins with an event of somebody else.
func (l *Log) checkFirstEvent(ctx context.Context) error {
	_, err := retryRequest(ctx, l.connection, l.patience, func(ctx context.Context, c *esdb.Client) (es.Envelope, error) {
		sub, err := subscribeAll(ctx, c, 0, l.ownFilter())
		if err != nil {
			return es.Envelope{}, err
		}
		defer sub.Close()
		for {
			m := sub.Recv()
			switch {
			case m.EventAppeared != nil && l.isOwn(m.EventAppeared.OriginalEvent()):
				return l.toEnvelope(m.EventAppeared.OriginalEvent())
			case m.CaughtUp != nil:
				return es.Envelope{}, nil
			case m.SubscriptionDropped != nil:
				return es.Envelope{}, subscriptionError(m.SubscriptionDropped.Error)
			}
		}
	})
	return err
}

// lookBack reads backwards to the last own event, but not further than has been searched
// before.
func (l *Log) lookBack(ctx context.Context, c *esdb.Client, s headSearch) (headSearch, error) {
	floor, began := l.known.searchedTo(), time.Now()
	for n := uint64(1); !s.done && time.Since(began) < l.timeout/2; n = min(8*n, pageEvents) {
		if l.namespace != "" && s.looked >= lookBack {
			s.forward, s.at = true, floor
			return s, nil
		}
		if err := l.readBackwards(ctx, c, &s, floor, n); err != nil {
			return s, err
		}
	}
	return s, nil
}

// readBackwards reads some events more.
func (l *Log) readBackwards(ctx context.Context, c *esdb.Client, s *headSearch, floor es.Position, n uint64) error {
	r, err := c.ReadAll(ctx, esdb.ReadAllOptions{Direction: esdb.Backwards, From: readBefore(s.before)}, n)
	if err != nil {
		return err
	}
	defer r.Close()
	for moved := false; ; s.looked++ {
		got, err := r.Recv()
		if errors.Is(err, io.EOF) {
			s.done = !moved
			return nil
		}
		if err != nil {
			return err
		}
		e := got.OriginalEvent()
		at := fromServerPosition(e.Position)
		l.known.noteSeen(at)
		if s.end = max(s.end, at); s.before == 0 || at < s.before {
			s.before, moved = at, true
		}
		if l.isOwn(e) {
			s.head = at
		}
		if s.done = at <= floor || l.isOwn(e); s.done {
			return nil
		}
	}
}

// searchForward has the server search for own events from where it was searched last. What
// lies before the first of them is remembered, so that nobody reads it again.
func (l *Log) searchForward(ctx context.Context, c *esdb.Client, s headSearch) (headSearch, error) {
	from, began := s.at, time.Now()
	sub, err := subscribeAll(ctx, c, from, l.ownFilter())
	if err != nil {
		return s, err
	}
	defer sub.Close()
	for time.Since(began) < l.timeout/2 {
		m := sub.Recv()
		switch {
		case m.EventAppeared != nil:
			e := m.EventAppeared.OriginalEvent()
			if s.at = max(s.at, fromServerPosition(e.Position)); l.isOwn(e) {
				s.head = s.at
				l.known.noteOwn()
			}
		case m.CheckPointReached != nil:
			s.at = max(s.at, l.readCheckpoint(ctx, c, m.CheckPointReached))
			l.known.noteForeign(s.at)
		case m.CaughtUp != nil:
			s.done, s.end = true, max(s.end, s.at)
			l.known.noteForeign(s.end)
			return s, nil
		case m.SubscriptionDropped != nil && s.at > from:
			return s, nil // the next request goes on
		case m.SubscriptionDropped != nil:
			return s, subscriptionError(m.SubscriptionDropped.Error)
		}
	}
	return s, nil
}
