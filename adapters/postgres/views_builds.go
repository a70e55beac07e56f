package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Builds lists what stands of a view, oldest first.
func (v *Views) Builds(ctx context.Context, view string) ([]store.Build, error) {
	rows, err := v.read.Query(ctx, `SELECT b.key, b.version, b.build AS number, coalesce(c.at, 0) AS at, s.view IS NOT NULL AS served FROM docket_build b
		LEFT JOIN docket_checkpoint c ON c.projection = b.key
		LEFT JOIN docket_served s ON s.view = b.view AND s.version = b.version AND s.build = b.build
		WHERE b.view = $1 ORDER BY b.version, b.build`, view)
	if err != nil {
		return nil, fmt.Errorf("builds of %s: %w", view, err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[store.Build])
}

// Switch lets queries read the given build of a prepared view. Errors:
// store.ErrBehind, when what they read now holds later events; store.ErrBusy,
// when a query that is at work does not end soon.
func (v *Views) Switch(ctx context.Context, view projections.View) error {
	set, err := v.set(view.Key())
	if err == nil {
		err = v.shape(ctx, func(tx pgx.Tx) error { return switchTo(ctx, tx, set) })
	}
	if hasCode(err, "55P03") {
		err = fmt.Errorf("%w: %w", store.ErrBusy, err)
	}
	if err != nil {
		return fmt.Errorf("switch to %s: %w", view.Key(), err)
	}
	return v.waiters.Refresh(ctx)
}

func switchTo(ctx context.Context, tx pgx.Tx, set *store.Set) error {
	// New queries wait behind a switch that waits for an old one.
	if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '100ms'"); err != nil {
		return err
	}
	var served store.Build
	err := tx.QueryRow(ctx, `SELECT s.version, s.build, b.key FROM docket_served s JOIN docket_build b
		ON b.view = s.view AND b.version = s.version AND b.build = s.build WHERE s.view = $1`, set.View).Scan(&served.Version, &served.Number, &served.Key)
	if err != nil || served == set.Build() {
		return err
	}
	// Both runners wait for these rows, so neither moves until queries have gone over.
	var places map[string]int64
	if places, err = lockPlaces(ctx, tx, served.Key, set.Key); err != nil {
		return err
	}
	if places[set.Key] < places[served.Key] {
		return store.ErrBehind
	}
	// Whoever still projects the old build must not: readers that have not heard of
	// the switch yet would take its progress for that of what they read.
	if _, err := tx.Exec(ctx, "DELETE FROM docket_checkpoint WHERE projection = $1", served.Key); err != nil {
		return err
	}
	old, err := tableDefinitions(ctx, tx, served, set.View)
	if err != nil {
		return err
	}
	for name := range old {
		if _, err := tx.Exec(ctx, fmt.Sprintf("DROP VIEW IF EXISTS %q", name)); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, "UPDATE docket_served SET version = $1, build = $2 WHERE view = $3", set.Version, set.Number, set.View); err != nil {
		return err
	}
	return point(ctx, tx, set)
}

// lockPlaces reads checkpoints and holds them where they are.
func lockPlaces(ctx context.Context, tx pgx.Tx, keys ...string) (map[string]int64, error) {
	rows, err := tx.Query(ctx, "SELECT projection, at FROM docket_checkpoint WHERE projection = ANY($1) ORDER BY projection FOR UPDATE", keys)
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
	if err := v.shape(ctx, func(tx pgx.Tx) error { return drop(ctx, tx, view, b) }); err != nil {
		return fmt.Errorf("drop %s: %w", b.Key, err)
	}
	v.mu.Lock()
	delete(v.sets, b.Key)
	v.mu.Unlock()
	return v.waiters.Refresh(ctx)
}

// DropOld removes all builds of a view that are older than what queries read.
func (v *Views) DropOld(ctx context.Context, view string) error {
	builds, err := v.Builds(ctx, view)
	if err != nil {
		return err
	}
	for _, b := range store.Older(builds) {
		if err := v.Drop(ctx, view, b); err != nil {
			return err
		}
	}
	return nil
}

func drop(ctx context.Context, tx pgx.Tx, view string, b store.Build) error {
	var served bool
	err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM docket_served WHERE view = $1 AND version = $2 AND build = $3)",
		view, b.Version, b.Number).Scan(&served)
	if err == nil && served {
		err = store.ErrServed
	}
	if err != nil {
		return err
	}
	// First the checkpoint: its row is what runners queue on.
	if _, err := tx.Exec(ctx, "DELETE FROM docket_checkpoint WHERE projection = $1", b.Key); err != nil {
		return err
	}
	tables, err := tableDefinitions(ctx, tx, b, view)
	for name := range tables {
		if err == nil {
			_, err = tx.Exec(ctx, "DROP TABLE "+store.Physical(name, b.Version, b.Number))
		}
	}
	if err != nil {
		return err
	}
	_, tableErr := tx.Exec(ctx, "DELETE FROM docket_table WHERE view = $1 AND version = $2 AND build = $3", view, b.Version, b.Number)
	_, parkedErr := tx.Exec(ctx, "DELETE FROM docket_parked WHERE projection = $1", b.Key)
	_, buildErr := tx.Exec(ctx, "DELETE FROM docket_build WHERE key = $1", b.Key)
	return errors.Join(tableErr, parkedErr, buildErr)
}
