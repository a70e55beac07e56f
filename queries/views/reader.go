// Package views reads the tables of the read models, opens the documents in them, and knows which
// of them wait for repair.
package views

import "context"

// A Reader runs SQL that both engines understand: parameters are $1, $2 …, used
// in that order; times are bigint microseconds; no JSON operators, no arrays.
// Tables are named without version.
type Reader interface {
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
}

// Rows is a result being read; Close may be called at any time.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// Freshness tells how far the views have come.
type Freshness interface {
	// Await returns when all named views hold everything up to a position, or
	// with ctx's error.
	Await(ctx context.Context, at uint64, views ...string) error
}
