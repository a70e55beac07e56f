package sqlite

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
)

// selectNext finds the event after a version of a stream, by the index of streams and versions alone.
const selectNext = `SELECT version, position FROM events
WHERE stream = (SELECT id FROM streams WHERE name = ?) AND version > ? ORDER BY version LIMIT 1`

// NextEvents implements es.NextReader.
func (l *Log) NextEvents(ctx context.Context, after []es.Mark) (found []es.Mark, err error) {
	if len(after) == 0 {
		return nil, nil
	}
	conn, err := l.readers.Take(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	defer l.readers.Put(conn)
	for _, m := range after {
		err := sqlitex.Execute(conn, selectNext, &sqlitex.ExecOptions{Args: []any{string(m.Stream), int64(m.Version)},
			ResultFunc: func(s *sqlite.Stmt) error {
				found = append(found, es.Mark{Stream: m.Stream, Version: uint64(s.ColumnInt64(0)), Position: es.Position(s.ColumnInt64(1))})
				return nil
			}})
		if err != nil {
			return nil, fmt.Errorf("read the log: %w", l.note(err))
		}
	}
	return found, nil
}
