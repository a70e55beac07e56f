package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// columnTypes are the types of SQLite for those of projections.
var columnTypes = [3]string{projections.Text: "TEXT", projections.BigInt: "INTEGER", projections.Bool: "BOOLEAN"}

// Prepare makes the tables of views that do not stand yet. Queries read the first
// version that a database saw until Switch; a table whose definition changed
// without a new version is an error.
func (v *Views) Prepare(ctx context.Context, views ...projections.View) error {
	for _, view := range views {
		set, err := store.NewSet(view)
		if err == nil {
			err = v.inTx(ctx, func(tx *sql.Tx) error { return store.Prepare(ctx, transaction{tx}, set, columnTypes) })
		}
		if err != nil {
			return fmt.Errorf("prepare %s: %w", view.CheckpointKey(), err)
		}
		v.sets.Add(set)
	}
	return v.waiters.Refresh(ctx)
}
