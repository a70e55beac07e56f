package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// A Reader tells what stands of views in a database. Stores embed it.
type Reader struct {
	q    Querier
	sets *Sets
}

// NewReader returns a reader on connections that need not write.
func NewReader(q Querier, sets *Sets) Reader { return Reader{q, sets} }

// ReadStand reads all checkpoints and what queries read.
func ReadStand(ctx context.Context, q Querier) (Stand, error) {
	s := Stand{Progress: map[string]Progress{}, Served: map[string]string{}}
	var name, key string
	var p Progress
	err := eachRow(ctx, q, []any{&name, &p.At, &p.Epoch, &key}, func() error {
		if key != "" {
			s.Served[name] = key
		} else {
			s.Progress[name] = p
		}
		return nil
	}, `SELECT projection, at, epoch, '' FROM docket_checkpoint
		UNION ALL SELECT s.view, 0, 0, b.key FROM docket_served s
		JOIN docket_build b ON b.view = s.view AND b.version = s.version AND b.build = s.build`)
	return s, err
}

// Builds lists what stands of a view, oldest first.
func (r Reader) Builds(ctx context.Context, view string) ([]Build, error) {
	var out []Build
	var b Build
	err := eachRow(ctx, r.q, []any{&b.Key, &b.Version, &b.Number, &b.At, &b.Served, &b.Gapless}, func() error {
		out = append(out, b)
		return nil
	}, `SELECT b.key, b.version, b.build, coalesce(c.at, 0), s.view IS NOT NULL, b.gapless FROM docket_build b
		LEFT JOIN docket_checkpoint c ON c.projection = b.key
		LEFT JOIN docket_served s ON s.view = b.view AND s.version = b.version AND s.build = b.build
		WHERE b.view = $1 ORDER BY b.version, b.build`, view)
	if err != nil {
		return nil, fmt.Errorf("builds of %s: %w", view, err)
	}
	return out, nil
}

// ParkedStreams lists up to limit streams of which events are parked, each with the
// first of these events, in the order of the log.
func (r Reader) ParkedStreams(ctx context.Context, key string, limit int) ([]ParkedStream, error) {
	var out []ParkedStream
	var s ParkedStream
	var micros int64
	err := eachRow(ctx, r.q, []any{&s.Position, &s.Stream, &s.Version, &s.Type, &micros, &s.Cause, &s.Events}, func() error {
		s.Time = time.UnixMicro(micros).UTC()
		out = append(out, s)
		return nil
	}, `SELECT p.position, p.stream, p.version, p.type, p.time, p.cause, g.n FROM docket_parked p
		JOIN (SELECT min(position) AS first, count(*) AS n FROM docket_parked WHERE projection = $1 GROUP BY stream) g
		ON g.first = p.position
		WHERE p.projection = $1 ORDER BY p.position LIMIT $2`, key, limit)
	if err != nil {
		return nil, fmt.Errorf("read parked streams: %w", err)
	}
	return out, nil
}

// ParkedOf reads all parked events of a stream, oldest first.
func (r Reader) ParkedOf(ctx context.Context, key string, stream es.StreamID) ([]Parked, error) {
	var out []Parked
	var p Parked
	var micros int64
	err := eachRow(ctx, r.q, []any{&p.Position, &p.Stream, &p.Version, &p.Type, &micros, &p.Cause}, func() error {
		p.Time = time.UnixMicro(micros).UTC()
		out = append(out, p)
		return nil
	}, `SELECT position, stream, version, type, time, cause FROM docket_parked
		WHERE projection = $1 AND stream = $2 ORDER BY position`, key, string(stream))
	if err != nil {
		return nil, fmt.Errorf("read parked events: %w", err)
	}
	return out, nil
}

// Dump writes a table of a prepared view, by name without version and in this
// program's version, in canonical form and the order of its keys.
func (r Reader) Dump(ctx context.Context, table string, w io.Writer) error {
	t, err := r.sets.FindTable(table)
	if err != nil {
		return err
	}
	err = EachRow(ctx, r.q, t, func(row projections.Row) error { return WriteRow(w, t.Table, row) })
	if err != nil {
		return fmt.Errorf("dump %s: %w", table, err)
	}
	return nil
}

// EachRow reads all rows of a table of a view, in the build that it names, which need not be
// prepared by this program.
func (r Reader) EachRow(ctx context.Context, v projections.View, table string, f func(projections.Row) error) error {
	t, err := tableOf(v, table)
	if err != nil {
		return err
	}
	return EachRow(ctx, r.q, t, f)
}

// FindRow reads the row of a key in a table of a view, in the build that it names.
func (r Reader) FindRow(ctx context.Context, v projections.View, table, key string) (projections.Row, bool, error) {
	t, err := tableOf(v, table)
	if err != nil {
		return projections.Row{}, false, err
	}
	found, ok := projections.Row{}, false
	err = eachFound(ctx, r.q, t, " WHERE key = $1", func(row projections.Row) error {
		found, ok = row, true
		return nil
	}, key)
	return found, ok, err
}

func tableOf(v projections.View, table string) (*Table, error) {
	set, err := NewSet(v)
	if err != nil {
		return nil, err
	}
	if t := set.Table(table); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("view %s has no table %s", v.Name, table)
}

// EachRow reads all rows of a table in the order of their keys.
func EachRow(ctx context.Context, q Querier, t *Table, f func(projections.Row) error) error {
	return eachFound(ctx, q, t, " ORDER BY key", f)
}

// eachFound reads the rows of a table that the rest of a query finds.
func eachFound(ctx context.Context, q Querier, t *Table, rest string, f func(projections.Row) error, args ...any) error {
	rows, err := q.Query(ctx, "SELECT "+strings.Join(t.ColumnNames(), ", ")+" FROM "+t.Physical+rest, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row := t.BlankRow()
		if err := rows.Scan(t.ScanTargets(&row)...); err != nil {
			return err
		}
		if err := f(t.PlainRow(row)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// HasParked reports whether an event of the stream waits for repair.
func (Reader) HasParked(ctx context.Context, w projections.Writer, _ string, stream es.StreamID) (bool, error) {
	b, err := batchOf(w)
	if err != nil {
		return false, err
	}
	return b.IsParked(ctx, stream)
}

// ParkEvent keeps an event that could not be applied.
func (Reader) ParkEvent(_ context.Context, w projections.Writer, _ string, r es.Recorded, cause error) error {
	b, err := batchOf(w)
	if err != nil {
		return err
	}
	b.Park(r, cause)
	return nil
}

// batchOf returns the batch that a store has handed out as a writer.
func batchOf(w projections.Writer) (*Batch, error) {
	if b, ok := w.(*Batch); ok {
		return b, nil
	}
	return nil, errors.New("a writer of another store")
}

// A Replayer is a store whose parked events are applied anew.
type Replayer interface {
	Checkpoint(ctx context.Context, key string) (es.Position, error)
	ParkedOf(ctx context.Context, key string, stream es.StreamID) ([]Parked, error)
	Update(ctx context.Context, key string, from, to es.Position, f func(projections.Writer) error) error
}

// ReplayParked lets f apply the parked events of a stream anew, oldest first (f reads
// them from the log by position), and forgets them in the same transaction. Those
// that f cannot apply it parks again. It fails with ErrMoved when a runner
// came in between, and a runner at work fails with it in turn.
func ReplayParked(ctx context.Context, v Replayer, key string, stream es.StreamID, f func(projections.Writer, []Parked) error) error {
	at, err := v.Checkpoint(ctx, key)
	if err != nil {
		return err
	}
	parked, err := v.ParkedOf(ctx, key, stream)
	if err != nil || len(parked) == 0 {
		return err
	}
	return v.Update(ctx, key, at, at, func(w projections.Writer) error {
		b, err := batchOf(w)
		if err != nil {
			return err
		}
		b.Unpark(stream)
		return f(b, parked)
	})
}
