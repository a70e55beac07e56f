package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
)

// Query runs SQL on a connection that cannot write.
func (v *Views) Query(ctx context.Context, text string, args ...any) (queries.Rows, error) {
	rows, err := v.read.QueryContext(ctx, text, args...) //nolint:rowserrcheck // the caller asks
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return result{rows}, nil
}

// result is sql.Rows with a Close that answers nothing; Err tells what went wrong.
type result struct{ *sql.Rows }

// Close ends the reading.
func (r result) Close() { _ = r.Rows.Close() }

// Await returns when all named views hold everything up to a position.
func (v *Views) Await(ctx context.Context, at uint64, views ...string) error {
	return v.waiters.Await(ctx, es.Position(at), views...)
}

// stand reads all checkpoints and what queries read.
func (v *Views) stand(ctx context.Context) (store.Stand, error) {
	s := store.Stand{Progress: map[string]store.Progress{}, Served: map[string]string{}}
	rows, err := v.read.QueryContext(ctx, `SELECT projection, at, epoch, '' FROM docket_checkpoint
		UNION ALL SELECT s.view, 0, 0, b.key FROM docket_served s JOIN docket_build b ON b.view = s.view AND b.version = s.version AND b.build = s.build`)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var p store.Progress
		var key string
		if err := rows.Scan(&name, &p.At, &p.Epoch, &key); err != nil {
			return s, err
		}
		if key != "" {
			s.Served[name] = key
		} else {
			s.Progress[name] = p
		}
	}
	return s, rows.Err()
}

// Dump writes a table of a prepared view, by name without version and in this
// program's version, in canonical form and the order of its keys.
func (v *Views) Dump(ctx context.Context, table string, w io.Writer) error {
	t, err := v.tableNamed(table)
	if err != nil {
		return err
	}
	rows, err := v.read.QueryContext(ctx, "SELECT "+strings.Join(t.Names(), ", ")+" FROM "+t.Physical+" ORDER BY key")
	if err != nil {
		return fmt.Errorf("dump %s: %w", table, err)
	}
	defer rows.Close()
	for rows.Next() {
		row := t.Blank()
		if err := rows.Scan(t.Into(&row)...); err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
		if err := store.WriteRow(w, t.Table, t.Plain(row)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// tableNamed finds a table among the prepared views, of the newest version.
func (v *Views) tableNamed(name string) (*store.Table, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if t := store.Newest(v.sets, name); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("no prepared view owns a table %q: %w", name, store.ErrUnknownView)
}

// Parked says whether an event of the stream waits for repair.
func (v *Views) Parked(ctx context.Context, w projections.Writer, _ string, stream es.StreamID) (bool, error) {
	b, ok := w.(*store.Batch)
	if !ok {
		return false, errors.New("sqlite: a writer of another engine")
	}
	return b.Parked(ctx, stream)
}

// Park keeps an event that could not be applied.
func (v *Views) Park(_ context.Context, w projections.Writer, _ string, r es.Recorded, cause error) error {
	b, ok := w.(*store.Batch)
	if !ok {
		return errors.New("sqlite: a writer of another engine")
	}
	b.Park(r, cause)
	return nil
}
