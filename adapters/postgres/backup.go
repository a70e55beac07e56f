package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// moment is a transaction that sees the database as it stands at its first query.
var moment = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// Snapshot reads all wrapped keys (nil: destroyed) and all sealed secrets as they
// stand at one moment. fixed is called once that moment is; its error ends it and
// is answered.
func (k *Keys) Snapshot(ctx context.Context, fixed func() error, key, box func(name string, value []byte) error) error {
	return pgx.BeginTxFunc(ctx, k.pool, moment, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT 1"); err != nil { // now it stands
			return fmt.Errorf("snapshot of the keys: %w", err)
		}
		if err := fixed(); err != nil {
			return err
		}
		if err := eachPair(ctx, tx, "SELECT subject, wrapped FROM keys ORDER BY subject", key); err != nil {
			return fmt.Errorf("snapshot of the keys: %w", err)
		}
		if err := eachPair(ctx, tx, "SELECT name, box FROM boxes ORDER BY name", box); err != nil {
			return fmt.Errorf("snapshot of the secrets: %w", err)
		}
		return nil
	})
}

func eachPair(ctx context.Context, tx pgx.Tx, query string, f func(name string, value []byte) error) error {
	rows, err := tx.Query(ctx, query)
	if err != nil {
		return err
	}
	var name string
	var value []byte
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error { return f(name, value) })
	return err
}

// Export reads all rows of a prepared view in this program's version, and how far
// it has come, as they stand at one moment. parked says that some of its events
// wait for repair, which the rows do not tell.
func (v *Views) Export(
	ctx context.Context, key string, row func(table string, r projections.Row) error,
) (at es.Position, parked bool, err error) {
	set, err := v.sets.Find(key)
	if err != nil {
		return 0, false, err
	}
	err = pgx.BeginTxFunc(ctx, v.read, moment, func(tx pgx.Tx) error {
		var position int64
		err := tx.QueryRow(ctx, `SELECT at, EXISTS (SELECT 1 FROM docket_parked WHERE projection = $1)
			FROM docket_checkpoint WHERE projection = $1`, key).Scan(&position, &parked)
		at = es.Position(position)
		for _, t := range set.Tables {
			if err == nil && !parked {
				err = store.EachRow(ctx, querier{tx}, t, func(r projections.Row) error { return row(t.Name, r) })
			}
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("export %s: %w", key, err)
	}
	return at, parked, err
}
