package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/engine"
)

// ListParked reads up to limit parked events of a projection behind a position,
// in the order of the log.
func (v *Views) ListParked(ctx context.Context, key string, after es.Position, limit int) ([]engine.Parked, error) {
	rows, err := v.read.Query(ctx, `SELECT position, stream, version, type, time, cause FROM docket_parked
		WHERE projection = $1 AND position > $2 ORDER BY position LIMIT $3`, key, int64(after), limit)
	if err != nil {
		return nil, fmt.Errorf("parked events of %s: %w", key, err)
	}
	var out []engine.Parked
	var p engine.Parked
	var micros int64
	_, err = pgx.ForEachRow(rows, []any{&p.Position, &p.Stream, &p.Version, &p.Type, &micros, &p.Cause}, func() error {
		p.Time = time.UnixMicro(micros).UTC()
		out = append(out, p)
		return nil
	})
	return out, err
}

// Unpark forgets the parked events of a stream, which then flows again from its
// next event on, and says how many there were.
func (v *Views) Unpark(ctx context.Context, key string, stream es.StreamID) (int64, error) {
	r, err := v.write.Exec(ctx, "DELETE FROM docket_parked WHERE projection = $1 AND stream = $2", key, string(stream))
	if err != nil {
		return 0, fmt.Errorf("unpark %s of %s: %w", stream, key, err)
	}
	return r.RowsAffected(), nil
}
