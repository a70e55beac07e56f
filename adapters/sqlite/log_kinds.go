package sqlite

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
)

// EventVersions are the wire names of all events in the log, with the highest version of
// each, from a table of a few rows that appends keep.
func (l *Log) EventVersions(ctx context.Context) (map[string]int, error) {
	conn, err := l.readers.Take(ctx)
	if err != nil {
		return nil, fmt.Errorf("kinds of the log: %w", err)
	}
	defer l.readers.Put(conn)
	out := map[string]int{}
	err = sqlitex.Execute(conn, "SELECT type, schema FROM kinds", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error { out[s.ColumnText(0)] = s.ColumnInt(1); return nil }})
	if err != nil {
		return nil, fmt.Errorf("kinds of the log: %w", err)
	}
	return out, nil
}

const insertKind = "INSERT INTO kinds (type, schema) VALUES (?, ?) ON CONFLICT (type) DO UPDATE SET schema = max(schema, excluded.schema)"

// noteKind keeps the kind of an event unless the committer knows that it is there.
func (l *Log) noteKind(e es.Envelope) error {
	if known, ok := l.kinds[e.Type]; ok && e.Schema <= known {
		return nil
	}
	l.kinds[e.Type] = e.Schema
	return sqlitex.Execute(l.write, insertKind, &sqlitex.ExecOptions{Args: []any{e.Type, e.Schema}})
}
