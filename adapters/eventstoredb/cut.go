package eventstoredb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

// Streams can be cut on the server: by $maxCount, $maxAge and $tb in their metadata, by
// deletion, by tombstones. Docket does none of that. What is cut cannot be read in its
// stream any more; the log as a whole has it until a scavenge.

const (
	metadataType  = "$metadata"      // of events in streams of metadata
	tombstoneType = "$streamDeleted" // of the last event of a tombstoned stream
	metaPrefix    = "$$"             // of streams of metadata, before the name of their stream
	mostCuts      = 10_000           // that are remembered, so that each is logged once
)

// cutStreams remembers which streams were found cut.
type cutStreams struct {
	mu    sync.Mutex
	names map[string]bool
}

// add reports whether the stream was not known to be cut.
func (c *cutStreams) add(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.names[name] || len(c.names) >= mostCuts {
		return false
	}
	if c.names == nil {
		c.names = map[string]bool{}
	}
	c.names[name] = true
	return true
}

// CutStreams returns how many streams were found cut on the server since the log was opened,
// at most 10,000.
func (l *Log) CutStreams() int {
	l.cuts.mu.Lock()
	defer l.cuts.mu.Unlock()
	return len(l.cuts.names)
}

// reportCut logs, once, that a stream is cut, and returns the error with its name.
func (l *Log) reportCut(name string, err error) error {
	if l.cuts.add(name) {
		l.logger.Error("a stream was cut on the event store", "stream", name, "error", err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// checkNoStream tells a stream that is not found from one that never was: that had events
// before, or was deleted by its metadata, which stay.
func (l *Log) checkNoStream(ctx context.Context, c *esdb.Client, name string, after uint64) error {
	if after > 0 {
		return l.reportCut(name, fmt.Errorf("%w: it was at version %d, and is not found", es.ErrCut, after))
	}
	r, err := c.ReadStream(ctx, metaPrefix+name, esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1)
	if err != nil {
		return err
	}
	defer r.Close()
	got, err := r.Recv()
	switch {
	case errors.Is(err, io.EOF), hasCode(err, esdb.ErrorCodeResourceNotFound), hasCode(err, esdb.ErrorCodeAccessDenied):
		return nil
	case err != nil:
		return err
	}
	var limits struct {
		Before *uint64 `json:"$tb"`
	}
	if json.Unmarshal(got.OriginalEvent().Data, &limits) != nil || limits.Before == nil {
		return nil // metadata may stand before the first event
	}
	return l.reportCut(name, fmt.Errorf("%w: it was deleted", es.ErrCut))
}

// A Cut is a stream from which events were removed on the server, or are hidden.
type Cut struct {
	Stream es.StreamID
	Err    error // es.ErrCut, and how
}

// FindCuts searches the log for changes of streams' metadata and for tombstones, reads the
// streams that they concern, and returns those that are cut. It finds them before a scavenge
// and after it.
func (l *Log) FindCuts(ctx context.Context) ([]Cut, error) {
	concerned, err := l.findMarked(ctx)
	if err != nil {
		return nil, fmt.Errorf("search for streams that were cut: %w", err)
	}
	var out []Cut
	for _, stream := range concerned {
		for _, err := range l.Stream(ctx, stream, 0) {
			switch {
			case errors.Is(err, es.ErrCut):
				out = append(out, Cut{stream, err})
			case err != nil && !errors.Is(err, ErrForeign):
				return out, err
			}
		}
	}
	return out, nil
}

// findMarked returns the own streams that have metadata or a tombstone, in the order of their marks.
func (l *Log) findMarked(ctx context.Context) ([]es.StreamID, error) {
	var out []es.StreamID
	seen := map[string]bool{}
	at := es.Position(0)
	for done := false; !done; {
		from := at // a request that hangs may still run beside the next
		p, err := retryRequest(ctx, l.connection, l.patience/3, func(ctx context.Context, c *esdb.Client) (markedPage, error) {
			return l.readMarked(ctx, c, from)
		})
		if err != nil {
			return nil, err
		}
		for _, name := range p.names {
			if own := strings.TrimPrefix(name, metaPrefix); !seen[own] && l.isOwnName(own) {
				seen[own] = true
				out = append(out, l.streamID(own))
			}
		}
		at, done = p.at, p.done
	}
	return out, nil
}

// A markedPage holds names of streams in which events of the server stand that cut streams.
type markedPage struct {
	names []string
	at    es.Position
	done  bool
}

// readMarked searches a stretch of the log.
func (l *Log) readMarked(ctx context.Context, c *esdb.Client, after es.Position) (markedPage, error) {
	p := markedPage{at: after}
	marks := &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{metadataType, tombstoneType}}
	s, err := subscribeAll(ctx, c, after, marks)
	if err != nil {
		return p, err
	}
	defer s.Close()
	for len(p.names) < pageEvents {
		m := s.Recv()
		switch {
		case m.EventAppeared != nil:
			e := m.EventAppeared.OriginalEvent()
			p.names, p.at = append(p.names, e.StreamID), max(p.at, fromServerPosition(e.Position))
		case m.CheckPointReached != nil:
			p.at = max(p.at, l.readCheckpoint(ctx, c, m.CheckPointReached))
		case m.CaughtUp != nil:
			p.done = true
			return p, nil
		case m.SubscriptionDropped != nil:
			if p.at > after {
				return p, nil
			}
			return p, subscriptionError(m.SubscriptionDropped.Error)
		}
	}
	return p, nil
}
