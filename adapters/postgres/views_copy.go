package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// copyFrom is how many rows of one table are worth a question which of them are new:
// COPY takes half of what an upsert does, but one trip more.
const copyFrom = 64

// manyPuts says that a batch puts so many rows into one table.
func manyPuts(changes []store.Change) bool {
	return slices.ContainsFunc(changes, func(c store.Change) bool { return len(c.Puts) >= copyFrom })
}

// copyNew sends what is queued, which must hold off other writers of the tables, and
// stores the rows whose keys are not there by COPY. It gives the changes that are left.
func copyNew(ctx context.Context, tx pgx.Tx, q *pgx.Batch, changes []store.Change) ([]store.Change, error) {
	stand := make([]map[string]bool, len(changes))
	for i, c := range changes {
		if len(c.Puts) < copyFrom {
			continue
		}
		keys := make([]string, len(c.Puts))
		for n, row := range c.Puts {
			keys[n] = row.Key
		}
		stand[i] = map[string]bool{}
		q.Queue("SELECT key FROM "+c.Table.Physical+" WHERE key = ANY($1)", keys).Query(func(rows pgx.Rows) error {
			var key string
			_, err := pgx.ForEachRow(rows, []any{&key}, func() error { stand[i][key] = true; return nil })
			return err
		})
	}
	if err := tx.SendBatch(ctx, q).Close(); err != nil {
		return nil, err
	}
	left := slices.Clone(changes)
	for i, c := range changes {
		if stand[i] == nil {
			continue
		}
		var fresh []*projections.Row
		left[i].Puts = nil
		for _, row := range c.Puts {
			if stand[i][row.Key] {
				left[i].Puts = append(left[i].Puts, row)
			} else {
				fresh = append(fresh, row)
			}
		}
		if err := copyRows(ctx, tx, c.Table, fresh); err != nil {
			return nil, fmt.Errorf("table %s: %w", c.Table.Name, err)
		}
	}
	return left, nil
}

func copyRows(ctx context.Context, tx pgx.Tx, t *store.Table, rows []*projections.Row) error {
	if len(rows) == 0 {
		return nil
	}
	names := []string{"key"}
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	values := make([]any, 0, len(names)+1)
	_, err := tx.CopyFrom(ctx, pgx.Identifier{strings.Trim(t.Physical, `"`)}, append(names, "doc"),
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			values = append(append(append(values[:0], rows[i].Key), rows[i].Values...), string(rows[i].Doc))
			return values, nil
		}))
	return err
}
