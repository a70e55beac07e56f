package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/engine"
)

// parkedColumns are what scanParked reads.
const parkedColumns = "SELECT position, stream, version, type, time, cause FROM docket_parked "

// ListParked reads up to limit parked events of a projection behind a position,
// in the order of the log.
func (v *Views) ListParked(ctx context.Context, key string, after es.Position, limit int) ([]engine.Parked, error) {
	return v.scanParked(ctx, parkedColumns+"WHERE projection = $1 AND position > $2 ORDER BY position LIMIT $3", key, int64(after), limit)
}

// parkedOf reads all parked events of a stream.
func (v *Views) parkedOf(ctx context.Context, key string, stream es.StreamID) ([]engine.Parked, error) {
	return v.scanParked(ctx, parkedColumns+"WHERE projection = $1 AND stream = $2 ORDER BY position", key, string(stream))
}

func (v *Views) scanParked(ctx context.Context, query string, args ...any) ([]engine.Parked, error) {
	rows, err := v.read.Query(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read parked events: %w", err)
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

// Replay lets f apply the parked events of a stream anew, oldest first (f reads
// them from the log by position), and forgets them in the same transaction. Those
// that f cannot apply it parks again. It fails with engine.ErrMoved when a runner
// came in between, and a runner at work fails with it in turn.
func (v *Views) Replay(ctx context.Context, key string, stream es.StreamID, f func(projections.Writer, []engine.Parked) error) error {
	at, err := v.Checkpoint(ctx, key)
	if err != nil {
		return err
	}
	parked, err := v.parkedOf(ctx, key, stream)
	if err != nil || len(parked) == 0 {
		return err
	}
	return v.Update(ctx, key, at, at, func(w projections.Writer) error {
		b, ok := w.(*engine.Batch)
		if !ok {
			return errors.New("postgres: a writer of another engine")
		}
		b.Unpark(stream)
		return f(b, parked)
	})
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
