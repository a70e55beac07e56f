package store

import "context"

// Rows are the rows of a query.
type Rows interface {
	Next() bool
	Scan(into ...any) error
	Err() error
	Close()
}

// A Querier reads from a database, on any connection or in a transaction.
type Querier interface {
	Query(ctx context.Context, text string, args ...any) (Rows, error)
}

// A Tx is a transaction that writes. Statements name their arguments $1, $2, ...
type Tx interface {
	Querier
	// Exec runs a statement and returns how many rows it changed.
	Exec(ctx context.Context, text string, args ...any) (int64, error)
}

// eachRow calls f after each row of a query was read into the destinations.
func eachRow(ctx context.Context, q Querier, into []any, f func() error, text string, args ...any) error {
	rows, err := q.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := f(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// execAll runs statements that have the same arguments, until one fails.
func execAll(ctx context.Context, tx Tx, statements []string, args ...any) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s, args...); err != nil {
			return err
		}
	}
	return nil
}
