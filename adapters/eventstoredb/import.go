package eventstoredb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/domain/es"
)

// Import appends events of one stream that another log had, in one append: their ids, versions,
// times to the microsecond, and bodies stay. It returns the position that each was given. Events
// that were imported before are found again. Errors: those of Append.
func (l *Log) Import(ctx context.Context, events []es.Envelope) ([]es.Position, error) {
	if len(events) == 0 {
		return nil, nil
	}
	a := attempt{stream: events[0].Stream, expect: events[0].Version - 1, keepTimes: true}
	for i, e := range events {
		if e.Stream != a.stream || e.Version != a.expect+uint64(i)+1 {
			return nil, fmt.Errorf("import: version %d of %s does not follow in %s", e.Version, e.Stream, a.stream)
		}
	}
	r, err := l.appendAttempt(ctx, &a, events)
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	if len(events) == 1 {
		return []es.Position{r.Position}, nil
	}
	var out []es.Position
	for e, err := range l.Stream(ctx, a.stream, a.expect) {
		if err != nil {
			return nil, fmt.Errorf("import: %w", err)
		}
		if out = append(out, e.Position); len(out) == len(events) {
			return out, nil
		}
	}
	return nil, errors.Join(ctx.Err(), fmt.Errorf("import: %d of %d events of %s are there", len(out), len(events), a.stream))
}

// timeOf returns the time of an event, zero for one of others: theirs say nothing of events that
// were imported, which have older ones.
func (l *Log) timeOf(r *esdb.RecordedEvent) time.Time {
	if !l.isOwn(r) {
		return time.Time{}
	}
	e, err := l.toEnvelope(r)
	if err != nil {
		return time.Time{}
	}
	return e.Time
}
