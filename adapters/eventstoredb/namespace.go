package eventstoredb

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

// Names of streams on the server. A stream of a log without a namespace has the name that it has
// here, one of a namespace has NAMESPACE-NAME. A name that is no regular one stands behind an escape.
// Namespaces may hold hyphens, so that one may begin with another: of which a stream is follows from
// the number of hyphens in what is left, since no namespace can hold an escape. So a name belongs to
// one log, whatever others are called.

const (
	system = "$" // begins the names of the server's own streams and event types
	escape = "~" // put before names that are not regular
)

// isRegular reports whether the name of a stream is category, workspace and identifier (es.StreamOf),
// or these and a day, as YYYYMMDD, such as that of sign-ins: with a hyphen between them, and none
// inside. All streams of Docket have such names.
func isRegular(name string) bool {
	if strings.Contains(name, escape) || strings.HasPrefix(name, system) {
		return false
	}
	parts, last := 0, ""
	for part := range strings.SplitSeq(name, "-") {
		if part == "" {
			return false
		}
		parts, last = parts+1, part
	}
	if isDay(last) {
		return parts == 4
	}
	return parts == 3
}

// isDay reports whether a part of a name has the form of a day.
func isDay(part string) bool { return len(part) == 8 && strings.Trim(part, "0123456789") == "" }

// A namespace is put before the server's names of the streams of a log, with a hyphen; a log without
// one has the empty namespace.
type namespace string

// isOwnName reports whether a stream belongs to this log, by the server's name of it.
func (n namespace) isOwnName(name string) bool {
	if n != "" {
		var ok bool
		if name, ok = strings.CutPrefix(name, string(n)+"-"); !ok {
			return false
		}
	}
	return isRegular(name) || strings.HasPrefix(name, escape)
}

// isOwn reports whether an event belongs to this log, and not to the server or another namespace.
// Without a namespace a database is Docket's own, so what no log of Docket wrote there counts as own,
// and reading it tells ErrForeign.
func (n namespace) isOwn(e *esdb.RecordedEvent) bool {
	if strings.HasPrefix(e.EventType, system) || strings.HasPrefix(e.StreamID, system) {
		return false
	}
	return n.isOwnName(e.StreamID) || n == "" && !isOfNamespace(e)
}

// isOfNamespace reports whether an event is one of a log of Docket in some namespace. Its name is known
// not to be one without a namespace.
func isOfNamespace(e *esdb.RecordedEvent) bool {
	if !isOfDocket(e) {
		return false
	}
	for i, c := range e.StreamID {
		rest := e.StreamID[i:]
		if c == '-' && namespaces.MatchString(e.StreamID[:i]) && (isRegular(rest[1:]) || strings.HasPrefix(rest[1:], escape)) {
			return true
		}
	}
	return false
}

// isOfDocket reports whether a log of Docket wrote an event.
func isOfDocket(e *esdb.RecordedEvent) bool {
	var m eventMetadata
	return json.Unmarshal(e.UserMetadata, &m) == nil && m.Schema != nil
}

// FindNeighbour returns the first event up to a position that another log of Docket wrote to a stream
// whose name begins with the namespace of this one, as versions of Docket read it that took all those
// for their own. The server is asked for what has such names, own events too. es.ErrNoEvent: there is none.
func (l *Log) FindNeighbour(ctx context.Context, upTo es.Position) (es.Envelope, error) {
	at := uint64(0)
	for done := false; !done; {
		from := at // a request that hangs may still run beside the next
		p, err := retryRequest(ctx, l.connection, l.patience/3, func(ctx context.Context, c *esdb.Client) (page, error) {
			return l.neighbourPage(ctx, c, from, upTo)
		})
		if err != nil {
			return es.Envelope{}, fmt.Errorf("search for events of other namespaces: %w", err)
		}
		if len(p.events) > 0 {
			return p.events[0], nil
		}
		at, done = p.at, p.done
	}
	return es.Envelope{}, fmt.Errorf("events of other namespaces up to %d: %w", upTo, es.ErrNoEvent)
}

// neighbourPage searches a stretch of the log for the first event of a neighbour.
func (l *Log) neighbourPage(ctx context.Context, c *esdb.Client, at uint64, upTo es.Position) (page, error) {
	p := page{at: at}
	s, err := subscribeAll(ctx, c, es.Position(at), l.ownFilter())
	if err != nil {
		return p, err
	}
	defer s.Close()
	for began := time.Now(); !p.done && time.Since(began) < l.timeout/2; {
		m := s.Recv()
		switch {
		case m.EventAppeared != nil:
			e := m.EventAppeared.OriginalEvent()
			p.at = max(p.at, uint64(fromServerPosition(e.Position)))
			if !l.isOwn(e) && isOfDocket(e) && p.at <= uint64(upTo) {
				envelope, err := l.toEnvelope(e)
				p.add(envelope)
				return p, err
			}
		case m.CheckPointReached != nil:
			p.at = max(p.at, uint64(l.readCheckpoint(ctx, c, m.CheckPointReached)))
		case m.CaughtUp != nil:
			p.done = true
		case m.SubscriptionDropped != nil:
			return p.endAtError(at, subscriptionError(m.SubscriptionDropped.Error))
		}
		p.done = p.done || p.at >= uint64(upTo)
	}
	return p, nil
}

// streamID returns the name of an own stream by the server's name of it.
func (n namespace) streamID(name string) es.StreamID {
	if n != "" {
		name = strings.TrimPrefix(name, string(n)+"-")
	}
	return es.StreamID(strings.TrimPrefix(name, escape))
}
