package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
)

// Query runs SQL on a connection that cannot write.
func (v *Views) Query(ctx context.Context, text string, args ...any) (queries.Rows, error) {
	rows, err := querier{v.read}.Query(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return rows, nil
}

// querier reads from the database or in a transaction of it.
type querier struct{ queryer }

// Query returns the rows of a query.
func (q querier) Query(ctx context.Context, text string, args ...any) (store.Rows, error) {
	rows, err := q.QueryContext(ctx, text, args...) //nolint:rowserrcheck // the caller asks
	if err != nil {
		return nil, err
	}
	return result{rows}, nil
}

// transaction is one that writes to the read models.
type transaction struct{ *sql.Tx }

// Query returns the rows of a query.
func (t transaction) Query(ctx context.Context, text string, args ...any) (store.Rows, error) {
	return querier{t.Tx}.Query(ctx, text, args...)
}

// Exec runs a statement and returns how many rows it changed.
func (t transaction) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	r, err := t.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// result is sql.Rows with a Close that answers nothing; Err tells what went wrong.
type result struct{ *sql.Rows }

// Close ends the reading.
func (r result) Close() { _ = r.Rows.Close() }

// Await returns when all named views hold everything up to a position.
func (v *Views) Await(ctx context.Context, at uint64, views ...string) error {
	return v.waiters.Await(ctx, es.Position(at), views...)
}
