package postgres

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"sort"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
)

const selectEvents = `SELECT e.position, s.name, e.version, e.id, e.at, e.type, e.schema, e.actor, e.workspace, e.command, e.correlation,
e.causation, e.trace, e.body FROM events e JOIN streams s ON s.id = e.stream `

// What reads a page. The server sees the number of rows before it makes a plan: of a
// parameter it would think that it may be a tenth of the log. Positions have no upper end,
// so that the plan follows them.
var (
	limitPage      = fmt.Sprintf("LIMIT %d", logPage)
	selectStream   = selectEvents + "WHERE s.name = $1 AND e.version > $2 ORDER BY e.version " + limitPage
	selectPage     = selectEvents + "WHERE e.position > $1 ORDER BY e.position " + limitPage
	selectFiltered = selectEvents + "WHERE e.position > $1 AND e.type = ANY ($2) ORDER BY e.position " + limitPage
)

// Stream implements es.Store.
func (l *Log) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	if after >= math.MaxInt64 {
		return noEvents
	}
	return yieldPages(ctx, func(last es.Envelope) ([]es.Envelope, error) {
		return l.queryEvents(ctx, selectStream, string(stream), int64(max(after, last.Version)))
	})
}

// All implements es.Store.
func (l *Log) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	if after >= math.MaxInt64 {
		return noEvents
	}
	events := l.allPages(ctx, after, f)
	if len(f.Types) > 0 {
		return events
	}
	known, _ := l.knownHead()
	return es.CheckEnd(events, after, func(at es.Position) error {
		if at >= known {
			return nil
		}
		head, err := l.Head(ctx) // a database that was restored ends where it says
		if err != nil {
			return err
		}
		return es.CheckReached(ctx, at, min(head, known))
	})
}

// allPages yields what All does, page by page.
func (l *Log) allPages(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		head := es.Position(math.MaxInt64)
		yieldPages(ctx, func(last es.Envelope) (page []es.Envelope, err error) {
			if last.Position > 0 && head == math.MaxInt64 { // whoever writes as fast as we read must not keep us for ever
				head, err = l.Head(ctx)
			}
			if err == nil {
				page, err = l.readPage(ctx, max(after, last.Position), f)
			}
			return page[:sort.Search(len(page), func(i int) bool { return page[i].Position > head })], err
		})(yield)
	}
}

// At implements es.Store.
func (l *Log) At(ctx context.Context, at es.Position) (es.Envelope, error) {
	var found []es.Envelope
	if at <= math.MaxInt64 {
		var err error
		if found, err = l.queryEvents(ctx, selectEvents+"WHERE e.position = $1", int64(at)); err != nil {
			return es.Envelope{}, fmt.Errorf("read the event at %d: %w", at, cmp.Or(ctx.Err(), err))
		}
	}
	if len(found) == 0 {
		return es.Envelope{}, fmt.Errorf("position %d: %w", at, es.ErrNoEvent)
	}
	return found[0], nil
}

// noEvents yields no events: nothing is after the highest version or position.
func noEvents(func(es.Envelope, error) bool) {}

// readPage reads as many events at once as a page holds.
func (l *Log) readPage(ctx context.Context, after es.Position, f es.Filter) ([]es.Envelope, error) {
	if len(f.Types) > 0 {
		return l.queryEvents(ctx, selectFiltered, int64(after), f.Types)
	}
	return l.queryEvents(ctx, selectPage, int64(after))
}

func (l *Log) queryEvents(ctx context.Context, query string, args ...any) ([]es.Envelope, error) {
	rows, err := l.pool.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanEvent)
}

// yieldPages yields what next gives page by page, so that no connection is held while somebody
// works on an event. next is told the event behind which to go on.
func yieldPages(ctx context.Context, next func(last es.Envelope) ([]es.Envelope, error)) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		var last es.Envelope
		for {
			page, err := next(last)
			for _, e := range page {
				if err == nil && ctx.Err() == nil && !yield(e, nil) {
					return
				}
			}
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(es.Envelope{}, fmt.Errorf("read the log: %w", err))
			}
			if err != nil || len(page) < logPage {
				return
			}
			last = page[len(page)-1]
		}
	}
}

func scanEvent(row pgx.CollectableRow) (e es.Envelope, err error) {
	var position, version, at, causation int64
	var stream string
	err = row.Scan(&position, &stream, &version, &e.ID, &at, &e.Type, &e.Schema, &e.Actor, &e.Workspace, &e.Command, &e.Correlation,
		&causation, &e.Trace, &e.Body)
	e.Position, e.Stream, e.Version = es.Position(position), es.StreamID(stream), uint64(version)
	e.Time, e.Causation = time.UnixMicro(at).UTC(), es.Position(causation)
	return e, err
}
