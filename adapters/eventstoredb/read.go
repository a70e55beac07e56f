package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

const (
	pageEvents = 512     // that are read at once
	longPage   = 4096    // that a reading of the whole log comes to, page by page
	pageBytes  = 8 << 20 // a page ends with the event that reaches this
)

// A page holds the events that one request brought. It is kept in memory, so that nothing
// is open while somebody works on an event, and a request that broke off is repeated from
// where it ended.
type page struct {
	events []es.Envelope
	at     uint64    // where the next page begins: a version or a position
	floor  time.Time // of the event before, if it is known
	done   bool      // nothing more
	size   int       // events that it takes
	bytes  int
	// events of others fill most of it, so that the server had better look through the next one
	crowded bool
}

// isFull reports whether a page has enough.
func (p *page) isFull() bool { return len(p.events) >= p.size || p.bytes >= pageBytes }

func (p *page) add(e es.Envelope) {
	p.events = append(p.events, e)
	p.bytes += len(e.Body)
}

// Stream implements es.Store. Errors: ErrTombstoned, ErrForeign.
func (l *Log) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	name, err := l.streamName(stream)
	if err != nil || after >= maxPlace {
		return func(func(es.Envelope, error) bool) {} // nothing can be there
	}
	return l.yieldPages(ctx, page{at: after}, func(ctx context.Context, c *esdb.Client, last page) (page, error) {
		return l.streamPage(ctx, c, name, last.at)
	})
}

// All implements es.Store. Errors: ErrForeign.
func (l *Log) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		head, err := l.Head(ctx) // whoever writes as fast as we read must not keep us for ever
		if err != nil {
			yield(es.Envelope{}, err)
			return
		}
		if after >= head {
			return
		}
		read := func(ctx context.Context, c *esdb.Client, last page) (page, error) {
			// Whoever reads on gets longer pages: each costs a request.
			p := page{at: last.at, size: min(2*last.size, longPage), crowded: last.crowded}
			if len(f.Types) > 0 {
				return l.filteredPage(ctx, c, p, head, &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: f.Types}, f.Types)
			}
			if p.crowded {
				return l.filteredPage(ctx, c, p, head, l.ownFilter(), nil)
			}
			p, err := l.allPage(ctx, c, p, head)
			p.crowded = err == nil && !p.done && len(p.events) < p.size/2 && !p.isFull()
			return p, err
		}
		begin := l.known.beginning()
		if begin >= head { // up to there no own event was seen, and one stands at the head
			yield(es.Envelope{}, &es.IncompleteRead{At: after, Head: head})
			return
		}
		events := l.yieldPages(ctx, page{at: uint64(max(after, begin)), size: pageEvents / 2}, read)
		if len(f.Types) == 0 {
			events = es.CheckEnd(events, after, func(at es.Position) error { return es.CheckReached(ctx, at, head) })
		}
		events(yield)
	}
}

// yieldPages yields the events of page after page: read gets the page before and shares nothing else with other
// requests, since one that hangs may still run beside the next. Times never decrease on the way.
func (l *Log) yieldPages(
	ctx context.Context, last page, read func(ctx context.Context, c *esdb.Client, last page) (page, error),
) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		var floor time.Time
		for last := last; !last.done; {
			before := last
			p, err := retryRequest(ctx, l.connection, l.patience/3,
				func(ctx context.Context, c *esdb.Client) (page, error) { return read(ctx, c, before) })
			if err != nil {
				yield(es.Envelope{}, fmt.Errorf("read the log: %w", err))
				return
			}
			if p.floor.After(floor) {
				floor = p.floor
			}
			for _, e := range p.events {
				if err := ctx.Err(); err != nil {
					yield(es.Envelope{}, fmt.Errorf("read the log: %w", err))
					return
				}
				if e.Time.Before(floor) {
					e.Time = floor
				}
				floor = e.Time
				if !yield(e, nil) {
					return
				}
			}
			p.events = nil
			last = p
		}
	}
}

// endAtError ends a page at an error. The events so far count; the request for the rest
// returns the error if it persists.
func (p page) endAtError(from uint64, err error) (page, error) {
	if p.at > from {
		return p, nil
	}
	return page{}, err
}

// streamPage reads events of one stream. Each must follow the one before: es.ErrCut.
func (l *Log) streamPage(ctx context.Context, c *esdb.Client, name string, after uint64) (page, error) {
	p := page{at: after, size: pageEvents}
	r, err := c.ReadStream(ctx, name, esdb.ReadStreamOptions{From: firstBehind(after)}, pageEvents)
	if err != nil {
		return p, err
	}
	defer r.Close()
	for n := 0; !p.isFull(); n++ {
		got, err := r.Recv()
		switch {
		case errors.Is(err, io.EOF) && n == 0 && after == 0:
			return p, l.reportCut(name, fmt.Errorf("%w: the server has the stream, and none of its events", es.ErrCut))
		case errors.Is(err, io.EOF):
			p.done = n < pageEvents
			return p, nil
		case hasCode(err, esdb.ErrorCodeResourceNotFound):
			p.done = true
			return p, l.checkNoStream(ctx, c, name, after)
		case hasCode(err, esdb.ErrorCodeStreamDeleted):
			return p, l.reportCut(name, ErrTombstoned)
		case err != nil:
			return p.endAtError(after, err)
		}
		e := got.OriginalEvent()
		if e.EventNumber != p.at {
			return p, l.reportCut(name, fmt.Errorf("%w: version %d follows %d", es.ErrCut, toVersion(e.EventNumber), p.at))
		}
		p.at = toVersion(e.EventNumber)
		if !l.isOwn(e) {
			continue
		}
		envelope, err := l.toEnvelope(e)
		if err != nil {
			return p, err
		}
		p.add(envelope)
	}
	return p, nil
}

// allPage fills a page with events of all streams up to a position. Reads of all streams have no
// filter, so the server's own events come too and are skipped here.
func (l *Log) allPage(ctx context.Context, c *esdb.Client, p page, head es.Position) (page, error) {
	after := es.Position(p.at)
	r, err := c.ReadAll(ctx, esdb.ReadAllOptions{From: readFrom(after)}, uint64(p.size)+1)
	if err != nil {
		return p, err
	}
	defer r.Close()
	for n := 0; !p.isFull(); n++ {
		got, err := r.Recv()
		if errors.Is(err, io.EOF) {
			p.done = n <= p.size
			return p, nil
		}
		if err != nil {
			return p.endAtError(uint64(after), err)
		}
		if p.done, err = l.takeEvent(&p, got.OriginalEvent(), after, head, nil); p.done || err != nil {
			return p, err
		}
	}
	return p, nil
}

// filteredPage fills a page with what passes a filter and is of these types, of all streams up
// to a position; nil: of any. The server searches: a subscription reports its progress even if
// it finds nothing, and when it has come to the end.
func (l *Log) filteredPage(
	ctx context.Context, c *esdb.Client, p page, head es.Position, f *esdb.SubscriptionFilter, types []string,
) (page, error) {
	after := es.Position(p.at)
	var wanted map[string]bool
	for _, t := range types {
		if wanted == nil {
			wanted = map[string]bool{}
		}
		wanted[t] = true
	}
	s, err := subscribeAll(ctx, c, after, f)
	if err != nil {
		return p, err
	}
	defer s.Close()
	for !p.isFull() {
		m := s.Recv()
		switch {
		case m.EventAppeared != nil:
			if p.done, err = l.takeEvent(&p, m.EventAppeared.OriginalEvent(), after, head, wanted); p.done || err != nil {
				return p, err
			}
		case m.CheckPointReached != nil:
			p.at = max(p.at, uint64(l.readCheckpoint(ctx, c, m.CheckPointReached)))
			p.done = p.at >= uint64(head)
		case m.CaughtUp != nil:
			p.done = true
		case m.SubscriptionDropped != nil:
			return p.endAtError(uint64(after), subscriptionError(m.SubscriptionDropped.Error))
		}
		if p.done {
			return p, nil
		}
	}
	return p, nil
}

// takeEvent adds an event to a page if it is within its bounds and of a wanted type (nil: any),
// and reports whether the page is at the end.
func (l *Log) takeEvent(p *page, e *esdb.RecordedEvent, after, head es.Position, wanted map[string]bool) (done bool, err error) {
	at := fromServerPosition(e.Position)
	switch {
	case at > 0 && at <= after: // reads begin with the event behind which they are to begin
		p.floor = l.timeOf(e)
		return false, nil
	case at > head:
		return true, nil
	}
	p.at = max(p.at, uint64(at))
	if !l.isOwn(e) || wanted != nil && !wanted[e.EventType] {
		return at == head, nil
	}
	envelope, err := l.toEnvelope(e)
	if err != nil {
		return false, err
	}
	p.add(envelope)
	return at == head, nil
}

// At implements es.Store. The server refuses to read at what is not the beginning of
// a record: no event of this log stands there.
func (l *Log) At(ctx context.Context, at es.Position) (es.Envelope, error) {
	if at == 0 || at > maxPlace {
		return es.Envelope{}, fmt.Errorf("position %d: %w", at, es.ErrNoEvent)
	}
	found, err := retryRequest(ctx, l.connection, l.patience/3, func(ctx context.Context, c *esdb.Client) ([]es.Envelope, error) {
		return l.eventAt(ctx, c, at)
	})
	if err != nil {
		return es.Envelope{}, fmt.Errorf("read the event at %d: %w", at, err)
	}
	if len(found) == 0 {
		return es.Envelope{}, fmt.Errorf("position %d: %w", at, es.ErrNoEvent)
	}
	return found[0], nil
}

// eventAt returns the own event at a position, or nothing.
func (l *Log) eventAt(ctx context.Context, c *esdb.Client, at es.Position) ([]es.Envelope, error) {
	r, err := c.ReadAll(ctx, esdb.ReadAllOptions{From: toServerPosition(at)}, 1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	got, err := r.Recv()
	if errors.Is(err, io.EOF) || invalidPosition(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	e := got.OriginalEvent()
	if fromServerPosition(e.Position) != at || !l.isOwn(e) {
		return nil, nil
	}
	envelope, err := l.toEnvelope(e)
	return []es.Envelope{envelope}, err
}

// Head implements es.Store: the position of the last event that All would yield.
func (l *Log) Head(ctx context.Context) (es.Position, error) {
	head, err := l.readHead(ctx, l.patience/3, nil)
	if err != nil {
		return 0, fmt.Errorf("head of the log: %w", err)
	}
	return head, nil
}
