package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
)

const selectNext = `SELECT a.name, n.version, n.position FROM unnest($1::text[], $2::bigint[]) AS a (name, version)
JOIN streams s ON s.name = a.name
JOIN LATERAL (SELECT e.version, e.position FROM events e WHERE e.stream = s.id AND e.version > a.version ORDER BY e.version LIMIT 1) n
ON true`

// NextEvents implements es.NextReader.
func (l *Log) NextEvents(ctx context.Context, after []es.Mark) ([]es.Mark, error) {
	if len(after) == 0 {
		return nil, nil
	}
	names, versions := make([]string, len(after)), make([]int64, len(after))
	for i, m := range after {
		names[i], versions[i] = string(m.Stream), int64(m.Version)
	}
	rows, err := l.pool.Query(ctx, selectNext, names, versions)
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (m es.Mark, err error) {
		var stream string
		var version, position int64
		err = row.Scan(&stream, &version, &position)
		return es.Mark{Stream: es.StreamID(stream), Version: uint64(version), Position: es.Position(position)}, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	return found, nil
}
