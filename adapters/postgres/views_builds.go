package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Switch lets queries read the given build of a prepared view. Errors:
// store.ErrBehind, when what they read now holds later events; store.ErrBusy,
// when a query that is at work does not end soon.
func (v *Views) Switch(ctx context.Context, view projections.View) error {
	set, err := v.sets.Find(view.CheckpointKey())
	if err == nil {
		err = v.changeSchema(ctx, func(tx pgx.Tx) error { return switchTo(ctx, tx, set) })
	}
	if hasCode(err, "55P03") {
		err = fmt.Errorf("%w: %w", store.ErrBusy, err)
	}
	if err != nil {
		return fmt.Errorf("switch to %s: %w", view.CheckpointKey(), err)
	}
	return v.waiters.Refresh(ctx)
}

func switchTo(ctx context.Context, tx pgx.Tx, set *store.Set) error {
	// New queries wait behind a switch that waits for an old one.
	if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '100ms'"); err != nil {
		return err
	}
	return store.SwitchTo(ctx, transaction{tx}, set, func(served store.Build) (bool, error) {
		// Both runners wait for these rows, so neither moves until queries have gone over.
		places, err := lockPlaces(ctx, tx, served.Key, set.Key)
		return places[set.Key] < places[served.Key], err
	})
}

// lockPlaces reads checkpoints and holds them where they are.
func lockPlaces(ctx context.Context, tx pgx.Tx, keys ...string) (map[string]int64, error) {
	rows, err := tx.Query(ctx,
		"SELECT projection, at FROM docket_checkpoint WHERE projection = ANY($1) ORDER BY projection FOR UPDATE", keys)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	var key string
	var at int64
	_, err = pgx.ForEachRow(rows, []any{&key, &at}, func() error { out[key] = at; return nil })
	return out, err
}

// Drop removes a build with its checkpoint and parked events, unless queries read
// it (store.ErrServed). Programs that still project it fail.
func (v *Views) Drop(ctx context.Context, view string, b store.Build) error {
	if err := v.changeSchema(ctx, func(tx pgx.Tx) error { return dropBuild(ctx, tx, view, b) }); err != nil {
		return fmt.Errorf("drop %s: %w", b.Key, err)
	}
	v.sets.Remove(b.Key)
	return v.waiters.Refresh(ctx)
}

// DropOld removes all builds of a view that are older than what queries read.
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
	return nil
}

func dropBuild(ctx context.Context, tx pgx.Tx, view string, b store.Build) error {
	if err := store.RetireBuild(ctx, transaction{tx}, view, b); err != nil {
		return err
	}
	tables, err := store.TableDefinitions(ctx, transaction{tx}, b, view)
	for name := range tables {
		if err == nil {
			_, err = tx.Exec(ctx, "DROP TABLE "+store.PhysicalName(name, b.Version, b.Number))
		}
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM docket_table WHERE view = $1 AND version = $2 AND build = $3", view, b.Version, b.Number)
	return err
}
