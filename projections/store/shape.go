package store

import (
	"context"
	"errors"
	"fmt"
)

// Prepare makes the tables of a view that do not stand yet; types are the database's names of
// projections.Text, BigInt and Bool. Queries read the first version that a database saw until SwitchTo.
// A table whose definition changed without a new version is an error.
func Prepare(ctx context.Context, tx Tx, set *Set, types [3]string) error {
	stand, err := TableDefinitions(ctx, tx, set.Build(), set.View)
	if err != nil {
		return err
	}
	if err := set.CheckStanding(stand); err != nil {
		return err
	}
	if stand == nil {
		if err := createTables(ctx, tx, set, types); err != nil {
			return err
		}
	}
	n, err := tx.Exec(ctx, `INSERT INTO docket_build (view, version, build, key, gapless) VALUES ($1, $2, $3, $4, true)
		ON CONFLICT DO NOTHING`, set.View, set.Version, set.Number, set.Key)
	if err != nil || n == 0 { // it stands; without a checkpoint it was retired
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO docket_checkpoint (projection, at, epoch) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING", set.Key)
	if err != nil {
		return err
	}
	n, err = tx.Exec(ctx, "INSERT INTO docket_served (view, version, build) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", set.View,
		set.Version, set.Number)
	if err != nil || n == 0 {
		return err
	}
	return pointAt(ctx, tx, set)
}

func createTables(ctx context.Context, tx Tx, set *Set, types [3]string) error {
	for _, t := range set.Tables {
		for _, ddl := range t.DDL(types) {
			if _, err := tx.Exec(ctx, ddl); err != nil {
				return fmt.Errorf("%s: %w", ddl, err)
			}
		}
		_, err := tx.Exec(ctx, "INSERT INTO docket_table (name, view, version, build, columns) VALUES ($1, $2, $3, $4, $5)",
			t.Name, set.View, set.Version, set.Number, t.Definition())
		if err != nil {
			return err
		}
	}
	return nil
}

// TableDefinitions reads the definitions of the tables that a build was made with, by name; nil when it
// was not made yet.
func TableDefinitions(ctx context.Context, q Querier, b Build, view string) (map[string]string, error) {
	var out map[string]string
	var name, columns string
	err := eachRow(ctx, q, []any{&name, &columns}, func() error {
		if out == nil {
			out = map[string]string{}
		}
		out[name] = columns
		return nil
	}, "SELECT name, columns FROM docket_table WHERE view = $1 AND version = $2 AND build = $3", view, b.Version, b.Number)
	return out, err
}

// pointAt makes the names that queries use stand for the tables of a build.
func pointAt(ctx context.Context, tx Tx, set *Set) error {
	for _, t := range set.Tables {
		if _, err := tx.Exec(ctx, fmt.Sprintf("CREATE VIEW %q AS SELECT * FROM %s", t.Name, t.Physical)); err != nil {
			return err
		}
	}
	return nil
}

// SwitchTo lets queries read a build, unless they do. isBehind reports whether its checkpoint is behind
// that of the build that they read now. Errors: ErrBehind.
func SwitchTo(ctx context.Context, tx Tx, set *Set, isBehind func(served Build) (bool, error)) error {
	served, err := servedBuild(ctx, tx, set.View)
	if err != nil || served == set.Build() {
		return err
	}
	behind, err := isBehind(served)
	if err != nil {
		return err
	}
	if behind {
		return ErrBehind
	}
	// Whoever still projects the old build must not: readers that have not heard of
	// the switch yet would take its progress for that of what they read.
	if _, err := tx.Exec(ctx, "DELETE FROM docket_checkpoint WHERE projection = $1", served.Key); err != nil {
		return err
	}
	old, err := TableDefinitions(ctx, tx, served, set.View)
	if err != nil {
		return err
	}
	for name := range old {
		if _, err := tx.Exec(ctx, fmt.Sprintf("DROP VIEW IF EXISTS %q", name)); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, "UPDATE docket_served SET version = $1, build = $2 WHERE view = $3", set.Version, set.Number,
		set.View); err != nil {
		return err
	}
	return pointAt(ctx, tx, set)
}

// servedBuild returns the build of a prepared view that queries read.
func servedBuild(ctx context.Context, q Querier, view string) (Build, error) {
	var b Build
	found := false
	err := eachRow(ctx, q, []any{&b.Version, &b.Number, &b.Key}, func() error { found = true; return nil },
		`SELECT s.version, s.build, b.key FROM docket_served s JOIN docket_build b
		ON b.view = s.view AND b.version = s.version AND b.build = s.build WHERE s.view = $1`, view)
	if err == nil && !found {
		err = errors.New("queries read no build of " + view)
	}
	return b, err
}

// RetireBuild takes a build off the list, which stops whoever projects it: its checkpoint, whose row is what
// runners queue on, goes first. Errors: ErrServed, when queries read it.
func RetireBuild(ctx context.Context, tx Tx, view string, b Build) error {
	var one int
	err := eachRow(ctx, tx, []any{&one}, func() error { return ErrServed },
		"SELECT 1 FROM docket_served WHERE view = $1 AND version = $2 AND build = $3", view, b.Version, b.Number)
	if err != nil {
		return err
	}
	return execAll(ctx, tx, []string{"DELETE FROM docket_checkpoint WHERE projection = $1",
		"DELETE FROM docket_parked WHERE projection = $1", "DELETE FROM docket_build WHERE key = $1"}, b.Key)
}
