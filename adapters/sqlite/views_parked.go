package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// parkedColumns are what scanParked reads.
const parkedColumns = "SELECT position, stream, version, type, time, cause FROM docket_parked "

// ParkedStreams lists up to limit streams of which events are parked, each with the
// first of these events, in the order of the log.
func (v *Views) ParkedStreams(ctx context.Context, key string, limit int) ([]store.ParkedStream, error) {
	rows, err := v.read.QueryContext(ctx, `SELECT p.position, p.stream, p.version, p.type, p.time, p.cause, g.n FROM docket_parked p
		JOIN (SELECT min(position) AS first, count(*) AS n FROM docket_parked WHERE projection = $1 GROUP BY stream) g ON g.first = p.position
		WHERE p.projection = $1 ORDER BY p.position LIMIT $2`, key, limit)
	if err != nil {
		return nil, fmt.Errorf("read parked streams: %w", err)
	}
	defer rows.Close()
	var out []store.ParkedStream
	for rows.Next() {
		var s store.ParkedStream
		var micros int64
		if err := rows.Scan(&s.Position, &s.Stream, &s.Version, &s.Type, &micros, &s.Cause, &s.Events); err != nil {
			return nil, err
		}
		s.Time = time.UnixMicro(micros).UTC()
		out = append(out, s)
	}
	return out, rows.Err()
}

// ParkedOf reads all parked events of a stream, oldest first.
func (v *Views) ParkedOf(ctx context.Context, key string, stream es.StreamID) ([]store.Parked, error) {
	return v.scanParked(ctx, parkedColumns+"WHERE projection = $1 AND stream = $2 ORDER BY position", key, string(stream))
}

func (v *Views) scanParked(ctx context.Context, query string, args ...any) ([]store.Parked, error) {
	rows, err := v.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read parked events: %w", err)
	}
	defer rows.Close()
	var out []store.Parked
	for rows.Next() {
		var p store.Parked
		var micros int64
		if err := rows.Scan(&p.Position, &p.Stream, &p.Version, &p.Type, &micros, &p.Cause); err != nil {
			return nil, err
		}
		p.Time = time.UnixMicro(micros).UTC()
		out = append(out, p)
	}
	return out, rows.Err()
}

// Replay lets f apply the parked events of a stream anew, oldest first (f reads
// them from the log by position), and forgets them in the same transaction. Those
// that f cannot apply it parks again. It fails with store.ErrMoved when a runner
// came in between, and a runner at work fails with it in turn.
func (v *Views) Replay(ctx context.Context, key string, stream es.StreamID, f func(projections.Writer, []store.Parked) error) error {
	at, err := v.Checkpoint(ctx, key)
	if err != nil {
		return err
	}
	parked, err := v.ParkedOf(ctx, key, stream)
	if err != nil || len(parked) == 0 {
		return err
	}
	return v.Update(ctx, key, at, at, func(w projections.Writer) error {
		b, ok := w.(*store.Batch)
		if !ok {
			return errors.New("sqlite: a writer of another engine")
		}
		b.Unpark(stream)
		return f(b, parked)
	})
}
