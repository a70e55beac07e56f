package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
)

const selectEvents = `SELECT e.position, s.name, e.version, e.id, e.at, e.type, e.schema, e.actor, e.workspace, e.command, e.correlation,
e.causation, e.trace, e.body FROM events e JOIN streams s ON s.id = e.stream `

// limitPage is written into statements: SQLite plans by a limit, and prepares those
// again whose limit is a parameter each time it is bound.
var limitPage = fmt.Sprintf(" LIMIT %d", logPage)

// Stream implements es.Store.
func (l *Log) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	query := selectEvents + "WHERE e.stream = (SELECT id FROM streams WHERE name = ?) AND e.version > ? ORDER BY e.version" + limitPage
	if after >= math.MaxInt64 {
		return noEvents
	}
	return l.yieldPages(ctx, query, func(last es.Envelope) []any {
		return []any{string(stream), int64(max(after, last.Version))}
	})
}

// All implements es.Store.
func (l *Log) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	if after >= math.MaxInt64 {
		return noEvents
	}
	return func(yield func(es.Envelope, error) bool) {
		head, err := l.Head(ctx) // whoever writes as fast as we read must not keep us for ever
		if err != nil {
			yield(es.Envelope{}, err)
			return
		}
		events := l.upTo(ctx, after, head, f)
		if len(f.Types) == 0 {
			events = es.CheckEnd(events, after, func(at es.Position) error { return es.CheckReached(ctx, at, head) })
		}
		events(yield)
	}
}

// At implements es.Store.
func (l *Log) At(ctx context.Context, at es.Position) (es.Envelope, error) {
	var found []es.Envelope
	if at <= math.MaxInt64 {
		var err error
		if found, _, err = l.readPage(ctx, selectEvents+"WHERE e.position = ?", []any{int64(at)}); err != nil {
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

func (l *Log) upTo(ctx context.Context, after, head es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	if events, ok := l.recent.eventsBetween(after, head); ok {
		return filterEvents(ctx, events, f)
	}
	query, types := selectEvents+"WHERE e.position > ? AND e.position <= ? ", []any(nil)
	if len(f.Types) > 0 {
		query += "AND e.type IN (?" + strings.Repeat(", ?", len(f.Types)-1) + ") "
		for _, t := range f.Types {
			types = append(types, t)
		}
	}
	query += "ORDER BY e.position" + limitPage
	return l.yieldPages(ctx, query, func(last es.Envelope) []any {
		return append([]any{int64(max(after, last.Position)), int64(head)}, types...)
	})
}

// yieldPages yields the rows of a query page by page, so that no connection is held
// while somebody works on an event. args are those behind the last event.
func (l *Log) yieldPages(ctx context.Context, query string, args func(last es.Envelope) []any) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		var last es.Envelope
		for {
			page, more, err := l.readPage(ctx, query, args(last))
			for _, e := range page {
				if ctx.Err() == nil && !yield(e, nil) {
					return
				}
			}
			if ctx.Err() != nil {
				err = ctx.Err() // also when SQLite speaks of an interrupt
			}
			if err != nil {
				yield(es.Envelope{}, fmt.Errorf("read the log: %w", err))
			}
			if err != nil || !more {
				return
			}
			last = page[len(page)-1]
		}
	}
}

// errFull ends a page whose bodies are large.
var errFull = errors.New("the page is full")

// readPage reads one page; more says that there may be another.
func (l *Log) readPage(ctx context.Context, query string, args []any) (page []es.Envelope, more bool, err error) {
	conn, err := l.readers.Take(ctx)
	if err != nil {
		return nil, false, err
	}
	defer l.readers.Put(conn)
	size := 0
	err = sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: func(s *sqlite.Stmt) error {
		page = append(page, scanEvent(s))
		if size += len(page[len(page)-1].Body); size >= logPageBytes {
			return errFull
		}
		return nil
	}})
	if errors.Is(err, errFull) {
		return page, true, nil
	}
	return page, len(page) == logPage, l.note(err)
}

func scanEvent(s *sqlite.Stmt) es.Envelope {
	e := es.Envelope{Position: es.Position(s.ColumnInt64(0)), Stream: es.StreamID(s.ColumnText(1)), Version: uint64(s.ColumnInt64(2)),
		Time: timeOf(s.ColumnInt64(4)), Type: s.ColumnText(5), Schema: s.ColumnInt(6), Body: copyBlob(s, 13)}
	e.ID = readUUID(s, 3)
	e.Meta = es.Meta{Actor: s.ColumnText(7), Workspace: s.ColumnText(8), Command: readUUID(s, 9), Correlation: readUUID(s, 10),
		Causation: es.Position(s.ColumnInt64(11)), Trace: s.ColumnText(12)}
	return e
}

func readUUID(s *sqlite.Stmt, i int) (out uuid.UUID) {
	s.ColumnBytes(i, out[:])
	return out
}
