package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// EventVersions are the wire names of all events in the log, with the highest version of
// each, from a table of a few rows that appends keep.
func (l *Log) EventVersions(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	rows, err := l.pool.Query(ctx, "SELECT type, schema FROM kinds")
	if err == nil {
		var name string
		var schema int
		_, err = pgx.ForEachRow(rows, []any{&name, &schema}, func() error { out[name] = schema; return nil })
	}
	if err != nil {
		return nil, fmt.Errorf("kinds of the log: %w", err)
	}
	return out, nil
}

const storeKinds = `INSERT INTO kinds (type, schema) SELECT type, max(schema)
FROM unnest($1::text[], $2::int[]) AS k (type, schema) GROUP BY type ORDER BY type
ON CONFLICT (type) DO UPDATE SET schema = greatest(kinds.schema, excluded.schema)`

// newKinds are those events of a batch, by index, that are of a kind which the log
// is not known to have.
func (r *eventRows) newKinds(known map[string]int32) (types []string, schemas []int32) {
	for i, name := range r.typ {
		if highest, ok := known[name]; !ok || r.schema[i] > highest {
			types, schemas = append(types, name), append(schemas, r.schema[i])
		}
	}
	return types, schemas
}

// noteKinds remembers the kinds of a batch that was committed.
func (r *eventRows) noteKinds(known map[string]int32) {
	for i, name := range r.typ {
		known[name] = max(known[name], r.schema[i])
	}
}
