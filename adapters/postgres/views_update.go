package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

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
	err := v.write.QueryRow(ctx, "SELECT at, epoch FROM docket_checkpoint WHERE projection = $1", key).Scan(&p.At, &p.Epoch)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("checkpoint of %s: %w", key, err)
	}
	return p, err
}

// Update runs f over a batch in memory and then stores the batch and the
// checkpoint in one transaction. What f reads cannot be stale: any other writer
// of these tables would have moved the checkpoint, and the transaction fails
// with store.ErrMoved.
func (v *Views) Update(ctx context.Context, key string, from, to es.Position, f func(projections.Writer) error) error {
	if err := store.CheckMove(from, to); err != nil {
		return err
	}
	set, err := v.sets.Find(key)
	if err != nil {
		return err
	}
	left, ours := v.recent.ProgressOf(key)
	if ours && left.At == from { // most likely nobody has moved it since
		err := v.updateFrom(ctx, set, left, to, f)
		if err == nil {
			return nil
		}
		v.recent.Forget(key)
		if p, unknown := v.readProgress(ctx, key); unknown != nil || p == left {
			return err
		}
		return fmt.Errorf("%s is not at %d as it was left: %w", key, from, store.ErrMoved) // what f has read was old, whatever it says
	}
	p, err := v.readProgress(ctx, key)
	if err != nil {
		return err
	}
	if p.At != from {
		return fmt.Errorf("%s is at %d, not %d: %w", key, p.At, from, store.ErrMoved)
	}
	return v.updateFrom(ctx, set, p, to, f)
}

// updateFrom moves a view on from where it stands.
func (v *Views) updateFrom(ctx context.Context, set *store.Set, p store.Progress, to es.Position, f func(projections.Writer) error) error {
	reading := v.recent.BeginReading(source{v}, set.Key, p)
	b := store.NewBatch(set, reading, v.limits, p.At)
	if err := f(b); err != nil {
		return err
	}
	changes := b.Changes()
	if err := v.storeUpdate(ctx, set.Key, p, to, changes, b); err != nil {
		return fmt.Errorf("store %s up to %d: %w", set.Key, to, err)
	}
	reading.NoteStored(changes, len(b.ParkedEvents()) > 0, to)
	v.notices.noteCheckpoint(set.Key, store.Progress{At: to, Epoch: p.EpochAt(to)})
	return nil
}

// moveCheckpoint divides by zero where the checkpoint is not where it was, so that
// nothing behind it in the same round trip happens.
const moveCheckpoint = `WITH moved AS (UPDATE docket_checkpoint SET at = $1, epoch = $2
	WHERE projection = $3 AND at = $4 AND epoch = $5 RETURNING 1)
	SELECT 1 / count(*) FROM moved`

// storeUpdate sends everything in one round trip, which is a transaction by itself, or the
// new rows of a large batch apart. The checkpoint's row comes first, so that a second
// runner waits there and then finds it moved.
func (v *Views) storeUpdate(ctx context.Context, key string, p store.Progress, to es.Position, changes []store.Change,
	b *store.Batch) (err error) {
	if len(changes) == 0 && len(b.ParkedEvents()) == 0 && b.UnparkedStream() == "" {
		return v.moveCheckpoint(ctx, key, p, to)
	}
	var q pgx.Batch
	q.Queue(moveCheckpoint, int64(to), p.EpochAt(to), key, int64(p.At), p.Epoch)
	if manyPuts(changes) {
		err = pgx.BeginFunc(ctx, v.write, func(tx pgx.Tx) error {
			left, err := copyNew(ctx, tx, &q, changes)
			if err != nil {
				return err
			}
			var q pgx.Batch
			queueChanges(&q, key, left, b)
			return tx.SendBatch(ctx, &q).Close()
		})
	} else {
		queueChanges(&q, key, changes, b)
		err = v.write.SendBatch(ctx, &q).Close()
	}
	if hasCode(err, "22012") {
		err = store.ErrMoved
	}
	return err
}

// queueChanges adds the statements that store rows and parked events.
func queueChanges(q *pgx.Batch, key string, changes []store.Change, b *store.Batch) {
	for _, c := range changes {
		if len(c.Deletes) > 0 {
			q.Queue("DELETE FROM "+c.Table.Physical+" WHERE key = ANY($1)", c.Deletes)
		}
		for puts := c.Puts; len(puts) > 0; {
			n := chunkSize(puts)
			q.Queue(upsertSQL(c.Table), toColumns(c.Table, puts[:n])...)
			puts = puts[n:]
		}
	}
	if stream := b.UnparkedStream(); stream != "" {
		q.Queue("DELETE FROM docket_parked WHERE projection = $1 AND stream = $2", key, string(stream))
	}
	for _, park := range b.ParkedEvents() {
		q.Queue(`INSERT INTO docket_parked (projection, position, stream, version, type, time, cause)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (projection, position) DO UPDATE SET cause = excluded.cause`,
			key, int64(park.Position), string(park.Stream), int64(park.Version), park.Type, park.Time.UnixMicro(), park.Cause)
	}
}

// maxStatement is how many bytes of documents one statement carries.
const maxStatement = 8 << 20

// chunkSize is how many of the rows go into one statement, at least one.
func chunkSize(rows []*projections.Row) int {
	size := 0
	for i, row := range rows {
		if size += len(row.Doc); size > maxStatement && i > 0 {
			return i
		}
	}
	return len(rows)
}

// upsertSQL puts rows that come as one array for each column.
func upsertSQL(t *store.Table) string {
	arrays := []string{"$1::text[]"}
	for i, c := range t.Columns {
		arrays = append(arrays, fmt.Sprintf("$%d::%s[]", i+2, [3]string{"text", "bigint", "boolean"}[c.Type]))
	}
	arrays = append(arrays, fmt.Sprintf("$%d::text[]", len(arrays)+1))
	return "INSERT INTO " + t.Physical + " (" + strings.Join(t.ColumnNames(), ", ") + ") SELECT * FROM unnest(" +
		strings.Join(arrays, ", ") + ")" + t.UpsertClause()
}

// toColumns turns rows into one typed slice for each column.
func toColumns(t *store.Table, rows []*projections.Row) []any {
	keys, docs := make([]string, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		keys[i], docs[i] = row.Key, string(row.Doc)
	}
	out := []any{keys}
	for at, c := range t.Columns {
		switch c.Type {
		case projections.Text:
			out = append(out, columnValues[string](rows, at))
		case projections.BigInt:
			out = append(out, columnValues[int64](rows, at))
		case projections.Bool:
			out = append(out, columnValues[bool](rows, at))
		}
	}
	return append(out, docs)
}

// columnValues is one column of rows whose types were checked when they were put.
func columnValues[T any](rows []*projections.Row, at int) []T {
	out := make([]T, len(rows))
	for i, row := range rows {
		out[i] = row.Values[at].(T)
	}
	return out
}
