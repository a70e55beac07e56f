package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Snapshot reads all wrapped keys (nil: destroyed) and all sealed secrets as they
// stand at one moment. fixed is called once that moment is; its error ends it and
// is answered. While it runs, destructions wait to empty the write-ahead log, so
// callers should only copy.
func (k *Keys) Snapshot(ctx context.Context, fixed func() error, key, box func(name string, value []byte) error) error {
	tx, err := k.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("snapshot of the keys: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM keys LIMIT 1)").Scan(&n); err != nil { // now it stands
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
}

func eachPair(ctx context.Context, tx *sql.Tx, query string, f func(name string, value []byte) error) error {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var value []byte
		if err := rows.Scan(&name, &value); err != nil {
			return err
		}
		if err := f(name, value); err != nil {
			return err
		}
	}
	return rows.Err()
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
	tx, err := v.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return 0, false, err
	}
	defer func() { _ = tx.Rollback() }()
	err = tx.QueryRowContext(ctx, `SELECT at, EXISTS (SELECT 1 FROM docket_parked WHERE projection = $1)
		FROM docket_checkpoint WHERE projection = $1`, key).Scan(&at, &parked)
	for _, t := range set.Tables {
		if err == nil && !parked {
			err = store.EachRow(ctx, querier{tx}, t, func(r projections.Row) error { return row(t.Name, r) })
		}
	}
	if err != nil {
		err = fmt.Errorf("export %s: %w", key, err)
	}
	return at, parked, err
}
