package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
)

// Query runs SQL on a connection that cannot write. Text that no row can hold, which
// callers may well ask for, equals nothing: it is asked for as NULL.
func (v *Views) Query(ctx context.Context, text string, args ...any) (queries.Rows, error) {
	rows, err := v.read.Query(ctx, text, queryArgs(args)...) //nolint:sqlclosecheck // the caller closes
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return rows, nil
}

// querier reads from a pool or in a transaction.
type querier struct {
	by interface {
		Query(ctx context.Context, text string, args ...any) (pgx.Rows, error)
	}
}

// Query returns the rows of a query.
func (q querier) Query(ctx context.Context, text string, args ...any) (store.Rows, error) {
	return q.by.Query(ctx, text, args...) //nolint:sqlclosecheck // the caller closes
}

// transaction is one that writes to the read models.
type transaction struct{ tx pgx.Tx }

// Query returns the rows of a query.
func (t transaction) Query(ctx context.Context, text string, args ...any) (store.Rows, error) {
	return t.tx.Query(ctx, text, args...) //nolint:sqlclosecheck // the caller closes
}

// Exec runs a statement and returns how many rows it changed.
func (t transaction) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	r, err := t.tx.Exec(ctx, text, args...)
	return r.RowsAffected(), err
}

// queryArgs are arguments that the server takes.
func queryArgs(args []any) []any {
	out := slices.Clone(args)
	for i, a := range out {
		if s, ok := a.(string); ok && !isStorable(s) {
			out[i] = nil
		}
	}
	return out
}

// isStorable reports whether the server takes a text: in UTF-8, without NUL.
func isStorable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// source reads what is committed, for a batch.
type source struct{ *Views }

// Doc reads the document of a key.
func (s source) Doc(ctx context.Context, t *store.Table, key string) ([]byte, bool, error) {
	var doc []byte
	err := s.write.QueryRow(ctx, "SELECT doc FROM "+t.Physical+" WHERE key = $1", key).Scan(&doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	return doc, err == nil, err
}

// KeysWhere lists the keys of the rows whose column has a value.
func (s source) KeysWhere(ctx context.Context, t *store.Table, column string, value any) ([]string, error) {
	return queryStrings(ctx, s.write, fmt.Sprintf("SELECT key FROM %s WHERE %q = $1", t.Physical, column), value)
}

// HasParked reports whether an event of a stream, or of any for "", is parked.
func (s source) HasParked(ctx context.Context, key string, stream es.StreamID) (bool, error) {
	var some bool
	err := s.write.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM docket_parked WHERE projection = $1 AND ($2 = '' OR stream = $2))",
		key, string(stream)).Scan(&some)
	return some, err
}
