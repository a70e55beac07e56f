package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/engine"
)

// columnTypes are the types of PostgreSQL for those of projections. Text is
// ordered by its bytes, as on SQLite, whatever the database's locale.
var columnTypes = [3]string{projections.Text: `text COLLATE "C"`, projections.BigInt: "bigint", projections.Bool: "boolean"}

// Prepare makes the tables of views that do not stand yet. Queries read the first
// version that a database saw until Switch; a table whose definition changed
// without a new version is an error.
func (v *Views) Prepare(ctx context.Context, views ...projections.View) error {
	for _, view := range views {
		set, err := engine.NewSet(view)
		if err == nil {
			err = v.shape(ctx, func(tx pgx.Tx) error { return prepare(ctx, tx, set) })
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

// shape runs f in a transaction in which no other process changes the schema.
func (v *Views) shape(ctx context.Context, f func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, v.write, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockNumber("shape "+v.schema)); err != nil {
			return err
		}
		return f(tx)
	})
}

func prepare(ctx context.Context, tx pgx.Tx, set *engine.Set) error {
	stand, err := tableDefinitions(ctx, tx, set.View, set.Version)
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
	_, err = tx.Exec(ctx, "INSERT INTO docket_checkpoint (projection, at, epoch) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING", set.Key)
	if err != nil {
		return err
	}
	r, err := tx.Exec(ctx, "INSERT INTO docket_served (view, version) VALUES ($1, $2) ON CONFLICT DO NOTHING", set.View, set.Version)
	if err != nil || r.RowsAffected() == 0 {
		return err
	}
	return point(ctx, tx, set)
}

func createTables(ctx context.Context, tx pgx.Tx, set *engine.Set) error {
	for _, t := range set.Tables {
		for _, ddl := range t.DDL(columnTypes) {
			if _, err := tx.Exec(ctx, ddl); err != nil {
				return fmt.Errorf("%s: %w", ddl, err)
			}
		}
		_, err := tx.Exec(ctx, "INSERT INTO docket_table (name, view, version, columns) VALUES ($1, $2, $3, $4)",
			t.Name, set.View, set.Version, t.Definition())
		if err != nil {
			return err
		}
	}
	return nil
}

// tableDefinitions reads what tables a version of a view was made with.
func tableDefinitions(ctx context.Context, tx pgx.Tx, view string, version int) (map[string]string, error) {
	rows, err := tx.Query(ctx, "SELECT name, columns FROM docket_table WHERE view = $1 AND version = $2", view, version)
	if err != nil {
		return nil, err
	}
	var out map[string]string
	var name, columns string
	_, err = pgx.ForEachRow(rows, []any{&name, &columns}, func() error {
		if out == nil {
			out = map[string]string{}
		}
		out[name] = columns
		return nil
	})
	return out, err
}

// point makes the names that queries use stand for a version's tables.
func point(ctx context.Context, tx pgx.Tx, set *engine.Set) error {
	for _, t := range set.Tables {
		if _, err := tx.Exec(ctx, fmt.Sprintf("CREATE VIEW %q AS SELECT * FROM %s", t.Name, t.Physical)); err != nil {
			return err
		}
	}
	return nil
}

// Switch lets queries read this program's version of prepared views, which should
// have caught up by then. It waits for queries that run.
func (v *Views) Switch(ctx context.Context, views ...projections.View) error {
	for _, view := range views {
		set, err := v.set(view.Key())
		if err == nil {
			err = v.shape(ctx, func(tx pgx.Tx) error { return switchTo(ctx, tx, set) })
		}
		if err != nil {
			return fmt.Errorf("switch to %s: %w", view.Key(), err)
		}
	}
	return v.waiters.Refresh(ctx)
}

func switchTo(ctx context.Context, tx pgx.Tx, set *engine.Set) error {
	var served int
	err := tx.QueryRow(ctx, "SELECT version FROM docket_served WHERE view = $1", set.View).Scan(&served)
	if err != nil || served == set.Version {
		return err
	}
	old, err := tableDefinitions(ctx, tx, set.View, served)
	if err != nil {
		return err
	}
	for name := range old {
		if _, err := tx.Exec(ctx, fmt.Sprintf("DROP VIEW IF EXISTS %q", name)); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, "UPDATE docket_served SET version = $1 WHERE view = $2", set.Version, set.View); err != nil {
		return err
	}
	return point(ctx, tx, set)
}

// DropOld removes the versions of views that are older than what queries read,
// with their checkpoints and parked events. Programs that still project them fail.
func (v *Views) DropOld(ctx context.Context, views ...projections.View) error {
	for _, view := range views {
		err := v.shape(ctx, func(tx pgx.Tx) error { return dropOld(ctx, tx, view.Name) })
		if err != nil {
			return fmt.Errorf("drop what is older than %s: %w", view.Key(), err)
		}
	}
	return nil
}

func dropOld(ctx context.Context, tx pgx.Tx, view string) error {
	for {
		var name string
		var version int
		err := tx.QueryRow(ctx, `SELECT t.name, t.version FROM docket_table t JOIN docket_served s ON s.view = t.view
			WHERE t.view = $1 AND t.version < s.version LIMIT 1`, view).Scan(&name, &version)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		key := fmt.Sprintf("%s_v%d", view, version)
		for _, statement := range []struct {
			text string
			args []any
		}{
			{"DELETE FROM docket_checkpoint WHERE projection = $1", []any{key}},
			{fmt.Sprintf(`DROP TABLE "%s_v%d"`, name, version), nil},
			{"DELETE FROM docket_table WHERE name = $1 AND version = $2", []any{name, version}},
			{"DELETE FROM docket_parked WHERE projection = $1", []any{key}},
		} {
			if _, err := tx.Exec(ctx, statement.text, statement.args...); err != nil {
				return err
			}
		}
	}
}
