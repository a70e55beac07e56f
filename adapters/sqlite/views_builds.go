package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Switch lets queries read the given build of a prepared view. Errors:
// store.ErrBehind, when what they read now holds later events.
func (v *Views) Switch(ctx context.Context, view projections.View) error {
	set, err := v.sets.Find(view.CheckpointKey())
	if err == nil {
		err = v.inTx(ctx, func(tx *sql.Tx) error { return switchTo(ctx, tx, set) })
	}
	if err != nil {
		return fmt.Errorf("switch to %s: %w", view.CheckpointKey(), err)
	}
	return v.waiters.Refresh(ctx)
}

func switchTo(ctx context.Context, tx *sql.Tx, set *store.Set) error {
	return store.SwitchTo(ctx, transaction{tx}, set, func(served store.Build) (behind bool, err error) {
		const at = "coalesce((SELECT at FROM docket_checkpoint WHERE projection = $%d), 0)"
		err = tx.QueryRowContext(ctx, fmt.Sprintf("SELECT "+at+" < "+at, 1, 2), set.Key, served.Key).Scan(&behind)
		return behind, err
	})
}

// erasedAtOnce is how many rows of a dropped table are overwritten in one
// transaction, so that projections need not wait for all of them.
const erasedAtOnce = 2000

// Drop removes a build with its checkpoint and parked events, unless queries read
// it (store.ErrServed). Programs that still project it fail.
func (v *Views) Drop(ctx context.Context, view string, b store.Build) error {
	err := v.inTx(ctx, func(tx *sql.Tx) error { return store.RetireBuild(ctx, transaction{tx}, view, b) })
	if err != nil {
		return fmt.Errorf("drop %s: %w", b.Key, err)
	}
	v.sets.Remove(b.Key)
	return errors.Join(v.dropLeftovers(ctx, view), v.waiters.Refresh(ctx))
}

// DropOld removes all builds of a view that are older than what queries read, and
// what a drop that was broken off has left.
func (v *Views) DropOld(ctx context.Context, view string) error {
	builds, err := v.Builds(ctx, view)
	if err != nil {
		return err
	}
	for _, b := range store.OlderBuilds(builds) {
		if err := v.Drop(ctx, view, b); err != nil {
			return err
		}
	}
	return v.dropLeftovers(ctx, view)
}

// dropLeftovers drops the tables of builds that are off the list.
func (v *Views) dropLeftovers(ctx context.Context, view string) error {
	for {
		left, err := v.leftoverTables(ctx, view)
		if err != nil || len(left) == 0 {
			return err
		}
		for name, b := range left {
			if err := v.dropTable(ctx, name, b); err != nil {
				return err
			}
		}
	}
}

// leftoverTables are tables whose build is off the list, at most one of each name.
func (v *Views) leftoverTables(ctx context.Context, view string) (map[string]store.Build, error) {
	rows, err := v.write.QueryContext(ctx, `SELECT name, version, build FROM docket_table t WHERE view = $1
		AND NOT EXISTS (SELECT 1 FROM docket_build b WHERE b.view = t.view AND b.version = t.version AND b.build = t.build)`, view)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]store.Build{}
	for rows.Next() {
		var name string
		var b store.Build
		if err := rows.Scan(&name, &b.Version, &b.Number); err != nil {
			return nil, err
		}
		out[name] = b
	}
	return out, rows.Err()
}

func (v *Views) dropTable(ctx context.Context, name string, b store.Build) error {
	physical := store.PhysicalName(name, b.Version, b.Number)
	for more := int64(1); more > 0; {
		r, err := v.write.ExecContext(ctx,
			fmt.Sprintf("DELETE FROM %s WHERE key IN (SELECT key FROM %s LIMIT %d)", physical, physical, erasedAtOnce))
		if err == nil {
			more, err = r.RowsAffected()
		}
		if err != nil {
			return fmt.Errorf("empty %s: %w", physical, err)
		}
	}
	v.forgetStatements(physical)
	return v.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DROP TABLE "+physical); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM docket_table WHERE name = $1 AND version = $2 AND build = $3", name, b.Version, b.Number)
		return err
	})
}
