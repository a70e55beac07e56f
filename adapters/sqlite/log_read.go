package sqlite

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
)

const selectEvents = `SELECT e.position, s.name, e.version, e.id, e.at, e.type, e.schema, e.actor, e.workspace, e.command, e.correlation,
e.causation, e.trace, e.body FROM events e JOIN streams s ON s.id = e.stream `

// Stream implements es.Store.
func (l *Log) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	query := selectEvents + "WHERE e.stream = (SELECT id FROM streams WHERE name = ?) AND e.version > ? ORDER BY e.version LIMIT ?"
	return l.pages(ctx, query, func(last es.Envelope) []any {
		return []any{string(stream), int64(max(after, last.Version)), logPage}
	})
}

// All implements es.Store.
func (l *Log) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	query, types := selectEvents+"WHERE e.position > ? ", []any(nil)
	if len(f.Types) > 0 {
		query += "AND e.type IN (?" + strings.Repeat(", ?", len(f.Types)-1) + ") "
		for _, t := range f.Types {
			types = append(types, t)
		}
	}
	query += "ORDER BY e.position LIMIT ?"
	return l.pages(ctx, query, func(last es.Envelope) []any {
		args := append([]any{int64(max(after, last.Position))}, types...)
		return append(args, logPage)
	})
}

// pages yields the rows of a query page by page, so that no connection is held
// while somebody works on an event. args are those behind the last event.
func (l *Log) pages(ctx context.Context, query string, args func(last es.Envelope) []any) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		var last es.Envelope
		for {
			page, err := l.page(ctx, query, args(last))
			if err != nil {
				yield(es.Envelope{}, fmt.Errorf("read the log: %w", err))
				return
			}
			for _, e := range page {
				if !yield(e, nil) {
					return
				}
			}
			if len(page) < logPage {
				return
			}
			last = page[len(page)-1]
		}
	}
}

func (l *Log) page(ctx context.Context, query string, args []any) (page []es.Envelope, err error) {
	conn, err := l.readers.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer l.readers.Put(conn)
	err = sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: func(s *sqlite.Stmt) error {
		page = append(page, scanned(s))
		return nil
	}})
	return page, err
}

func scanned(s *sqlite.Stmt) es.Envelope {
	e := es.Envelope{Position: es.Position(s.ColumnInt64(0)), Stream: es.StreamID(s.ColumnText(1)), Version: uint64(s.ColumnInt64(2)),
		Time: instant(s.ColumnInt64(4)), Type: s.ColumnText(5), Schema: s.ColumnInt(6), Body: column(s, 13)}
	e.ID = id(s, 3)
	e.Meta = es.Meta{Actor: s.ColumnText(7), Workspace: s.ColumnText(8), Command: id(s, 9), Correlation: id(s, 10),
		Causation: es.Position(s.ColumnInt64(11)), Trace: s.ColumnText(12)}
	return e
}

func id(s *sqlite.Stmt, i int) (out uuid.UUID) {
	s.ColumnBytes(i, out[:])
	return out
}
