package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Checkpoint is how far a projection has come, 0 for a new one.
func (v *Views) Checkpoint(ctx context.Context, key string) (es.Position, error) {
	p, err := v.readProgress(ctx, key)
	return p.At, err
}

func (v *Views) readProgress(ctx context.Context, key string) (store.Progress, error) {
	var p store.Progress
	err := v.read.QueryRowContext(ctx, "SELECT at, epoch FROM docket_checkpoint WHERE projection = $1", key).Scan(&p.At, &p.Epoch)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("checkpoint of %s: %w", key, err)
	}
	return p, err
}

// Update runs f over a batch in memory and then stores the batch and the
// checkpoint in one transaction, which holds the file only for that. What f reads
// cannot be stale: any other writer of these tables would have moved the
// checkpoint, and the transaction fails with store.ErrMoved.
func (v *Views) Update(ctx context.Context, key string, from, to es.Position, f func(projections.Writer) error) error {
	if err := store.CheckMove(from, to); err != nil {
		return err
	}
	set, err := v.sets.Find(key)
	if err != nil {
		return err
	}
	p, err := v.readProgress(ctx, key)
	if err != nil {
		return err
	}
	if p.At != from {
		return fmt.Errorf("%s is at %d, not %d: %w", key, p.At, from, store.ErrMoved)
	}
	src := &source{v: v}
	reading := v.recent.BeginReading(src, key, p)
	b := store.NewBatch(set, reading, v.limits, from)
	if err := errors.Join(f(b), src.close()); err != nil {
		return err
	}
	changes := b.Changes()
	if err := v.storeUpdate(ctx, set.Key, p, to, changes, b); err != nil {
		return fmt.Errorf("store %s up to %d: %w", key, to, err)
	}
	reading.NoteStored(changes, len(b.ParkedEvents()) > 0, to)
	return nil
}

// NotifyReaders wakes the readers that wait for a position.
func (v *Views) NotifyReaders(key string, at es.Position) { v.waiters.Reached(key, at) }

// storeUpdate writes a batch. Statements are prepared before the transaction, because
// there is one connection, and run without ctx, whose watching would cost a
// goroutine for each row; ctx still ends the transaction between them.
func (v *Views) storeUpdate(ctx context.Context, key string, p store.Progress, to es.Position, changes []store.Change,
	b *store.Batch) error {
	puts, deletes := make([]*sql.Stmt, len(changes)), make([]*sql.Stmt, len(changes))
	for i, c := range changes {
		var err error
		if puts[i], err = v.prepareOnce(ctx, v.write, upsertSQL(c.Table)); err != nil { //nolint:sqlclosecheck // kept
			return err
		}
		deletes[i], err = v.prepareOnce(ctx, v.write, "DELETE FROM "+c.Table.Physical+" WHERE key = $1") //nolint:sqlclosecheck // kept
		if err != nil {
			return err
		}
	}
	return v.inTx(ctx, func(tx *sql.Tx) error {
		if err := moveCheckpoint(ctx, tx, key, p, to); err != nil {
			return err
		}
		for i, c := range changes {
			if err := storeChange(ctx, c, tx.StmtContext(ctx, puts[i]), tx.StmtContext(ctx, deletes[i])); err != nil {
				return fmt.Errorf("table %s: %w", c.Table.Name, err)
			}
		}
		return storeParks(ctx, tx, key, b)
	})
}

func moveCheckpoint(ctx context.Context, tx *sql.Tx, key string, p store.Progress, to es.Position) error {
	r, err := tx.ExecContext(ctx, "UPDATE docket_checkpoint SET at = $1, epoch = $2 WHERE projection = $3 AND at = $4 AND epoch = $5",
		int64(to), p.EpochAt(to), key, int64(p.At), p.Epoch)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return store.ErrMoved
}

func storeChange(ctx context.Context, c store.Change, put, del *sql.Stmt) error {
	still := context.WithoutCancel(ctx)
	for _, key := range c.Deletes {
		if _, err := del.ExecContext(still, key); err != nil {
			return err
		}
	}
	args := make([]any, 0, len(c.Table.Columns)+2)
	for _, row := range c.Puts {
		args = append(append(append(args[:0], row.Key), row.Values...), string(row.Doc))
		if _, err := put.ExecContext(still, args...); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func storeParks(ctx context.Context, tx *sql.Tx, key string, b *store.Batch) error {
	if stream := b.UnparkedStream(); stream != "" {
		if _, err := tx.ExecContext(ctx, "DELETE FROM docket_parked WHERE projection = $1 AND stream = $2", key,
			string(stream)); err != nil {
			return err
		}
	}
	for _, p := range b.ParkedEvents() {
		_, err := tx.ExecContext(ctx, `INSERT INTO docket_parked (projection, position, stream, version, type, time, cause)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (projection, position) DO UPDATE SET cause = excluded.cause`,
			key, int64(p.Position), string(p.Stream), int64(p.Version), p.Type, p.Time.UnixMicro(), p.Cause)
		if err != nil {
			return err
		}
	}
	return nil
}

func upsertSQL(t *store.Table) string {
	names := t.ColumnNames()
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ")
	return "INSERT INTO " + t.Physical + " (" + strings.Join(names, ", ") + ") VALUES (" + marks + ")" + t.UpsertClause()
}

// prepareOnce is a statement of the writing or the reading connections, made once.
func (v *Views) prepareOnce(ctx context.Context, db *sql.DB, text string) (*sql.Stmt, error) {
	name := statement{db, text}
	v.mu.Lock()
	s := v.stmts[name]
	v.mu.Unlock()
	if s != nil {
		return s, nil
	}
	s, err := db.PrepareContext(ctx, text) // may wait for a connection, so not under the lock
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if other := v.stmts[name]; other != nil {
		return other, s.Close() //nolint:sqlclosecheck // the other is kept
	}
	v.stmts[name] = s
	return s, nil
}

// forgetStatements closes the statements on a table.
func (v *Views) forgetStatements(physical string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for name, s := range v.stmts {
		if strings.Contains(name.text, physical) {
			_ = s.Close()
			delete(v.stmts, name)
		}
	}
}
