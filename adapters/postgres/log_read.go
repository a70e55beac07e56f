package postgres

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
)

const selectEvents = `SELECT e.position, s.name, e.version, e.id, e.at, e.type, e.schema, e.actor, e.workspace, e.command, e.correlation,
e.causation, e.trace, e.body FROM events e JOIN streams s ON s.id = e.stream `

// Stream implements es.Store.
func (l *Log) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	query := selectEvents + "WHERE s.name = $1 AND e.version > $2 ORDER BY e.version LIMIT $3"
	return l.pages(ctx, query, func(last es.Envelope) []any {
		return []any{string(stream), int64(max(after, last.Version)), logPage}
	})
}

// All implements es.Store.
func (l *Log) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	if len(f.Types) == 0 {
		return l.pages(ctx, selectEvents+"WHERE e.position > $1 ORDER BY e.position LIMIT $2", func(last es.Envelope) []any {
			return []any{int64(max(after, last.Position)), logPage}
		})
	}
	query := selectEvents + "WHERE e.position > $1 AND e.type = ANY ($2) ORDER BY e.position LIMIT $3"
	return l.pages(ctx, query, func(last es.Envelope) []any {
		return []any{int64(max(after, last.Position)), f.Types, logPage}
	})
}

// pages yields the rows of a query page by page, so that no connection is held
// while somebody works on an event. args are those behind the last event.
func (l *Log) pages(ctx context.Context, query string, args func(last es.Envelope) []any) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		var last es.Envelope
		for {
			rows, err := l.pool.Query(ctx, query, args(last)...)
			var page []es.Envelope
			if err == nil {
				page, err = pgx.CollectRows(rows, scanned)
			}
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

func scanned(row pgx.CollectableRow) (e es.Envelope, err error) {
	var position, version, at, causation int64
	var stream string
	err = row.Scan(&position, &stream, &version, &e.ID, &at, &e.Type, &e.Schema, &e.Actor, &e.Workspace, &e.Command, &e.Correlation,
		&causation, &e.Trace, &e.Body)
	e.Position, e.Stream, e.Version = es.Position(position), es.StreamID(stream), uint64(version)
	e.Time, e.Causation = time.UnixMicro(at).UTC(), es.Position(causation)
	return e, err
}
