package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// columnTypes are the types of PostgreSQL for those of projections. Text is
// ordered by its bytes, as on SQLite, whatever the database's locale.
var columnTypes = [3]string{projections.Text: `text COLLATE "C"`, projections.BigInt: "bigint", projections.Bool: "boolean"}

// Prepare makes the tables of views that do not stand yet. Queries read the first
// version that a database saw until Switch; a table whose definition changed
// without a new version is an error.
func (v *Views) Prepare(ctx context.Context, views ...projections.View) error {
	for _, view := range views {
		set, err := store.NewSet(view)
		if err == nil {
			err = v.changeSchema(ctx, func(tx pgx.Tx) error { return store.Prepare(ctx, transaction{tx}, set, columnTypes) })
		}
		if err != nil {
			return fmt.Errorf("prepare %s: %w", view.CheckpointKey(), err)
		}
		v.sets.Add(set)
	}
	return v.waiters.Refresh(ctx)
}

// changeSchema runs f in a transaction in which no other process changes the schema; again where it is cut off.
func (v *Views) changeSchema(ctx context.Context, f func(pgx.Tx) error) error {
	return retryCutOff(func() error {
		return pgx.BeginFunc(ctx, v.write, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockNumber("shape "+v.schema)); err != nil {
				return err
			}
			return f(tx)
		})
	})
}

// schemaTries is how often a change of the schema is begun that the server cuts off.
const schemaTries = 5

// retryCutOff runs a change of the schema, again where this process got no turn for so long that the server ended its
// transaction, as when many processes start on a busy machine.
func retryCutOff(change func() error) (err error) {
	for range schemaTries {
		if err = change(); !isCutOff(err) {
			break
		}
	}
	return err
}

// isCutOff says that the server ended a transaction in which nothing came for too long: it was not committed.
func isCutOff(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "25P03"
}
