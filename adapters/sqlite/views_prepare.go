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
			err = v.inTx(ctx, func(tx *sql.Tx) error { return prepare(ctx, tx, set) })
		}
		if err != nil {
			return fmt.Errorf("prepare %s: %w", view.Key(), err)
		}
		v.mu.Lock()
		v.sets[set.Key] = set
		v.mu.Unlock()
	}
	return v.waiters.Refresh(ctx)
}

func prepare(ctx context.Context, tx *sql.Tx, set *store.Set) error {
	stand, err := tableDefinitions(ctx, tx, set.Build(), set.View)
	if err != nil {
		return err
	}
	if err := set.CheckStanding(stand); err != nil {
		return err
	}
	if stand == nil {
		if err := createTables(ctx, tx, set); err != nil {
			return err
		}
	}
	r, err := tx.ExecContext(ctx, "INSERT INTO docket_build (view, version, build, key) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
		set.View, set.Version, set.Number, set.Key)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); n == 0 || err != nil { // it stands; without a checkpoint it was retired
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO docket_checkpoint (projection, at, epoch) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING", set.Key)
	if err != nil {
		return err
	}
	r, err = tx.ExecContext(ctx, "INSERT INTO docket_served (view, version, build) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", set.View, set.Version, set.Number)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); n == 0 || err != nil {
		return err
	}
	return point(ctx, tx, set)
}

func createTables(ctx context.Context, tx *sql.Tx, set *store.Set) error {
	for _, t := range set.Tables {
		for _, ddl := range t.DDL(columnTypes) {
			if _, err := tx.ExecContext(ctx, ddl); err != nil {
				return fmt.Errorf("%s: %w", ddl, err)
			}
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO docket_table (name, view, version, build, columns) VALUES ($1, $2, $3, $4, $5)",
			t.Name, set.View, set.Version, set.Number, t.Definition())
		if err != nil {
			return err
		}
	}
	return nil
}

// tableDefinitions reads what tables a version of a view was made with.
func tableDefinitions(ctx context.Context, tx *sql.Tx, b store.Build, view string) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, "SELECT name, columns FROM docket_table WHERE view = $1 AND version = $2 AND build = $3", view, b.Version, b.Number)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out map[string]string
	for rows.Next() {
		var name, columns string
		if err := rows.Scan(&name, &columns); err != nil {
			return nil, err
		}
		if out == nil {
			out = map[string]string{}
		}
		out[name] = columns
	}
	return out, rows.Err()
}

// point makes the names that queries use stand for a version's tables.
func point(ctx context.Context, tx *sql.Tx, set *store.Set) error {
	for _, t := range set.Tables {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("CREATE VIEW %q AS SELECT * FROM %s", t.Name, t.Physical)); err != nil {
			return err
		}
	}
	return nil
}
