package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
)

// source reads what is committed, for one batch and in one snapshot, which spares
// the locking of the file for each read.
type source struct {
	v  *Views
	tx *sql.Tx
}

var _ store.Source = (*source)(nil)

// beginReading opens the snapshot at the first read.
func (s *source) beginReading(ctx context.Context) error {
	if s.tx != nil {
		return nil
	}
	var err error
	s.tx, err = s.v.read.BeginTx(context.WithoutCancel(ctx), nil)
	return err
}

// close ends the snapshot.
func (s *source) close() error {
	if s.tx == nil {
		return nil
	}
	return s.tx.Rollback()
}

// Doc reads the document of a key.
func (s *source) Doc(ctx context.Context, t *store.Table, key string) ([]byte, bool, error) {
	read, err := s.v.prepareOnce(ctx, s.v.read, "SELECT doc FROM "+t.Physical+" WHERE key = $1")
	if err == nil {
		err = s.beginReading(ctx)
	}
	if err != nil {
		return nil, false, err
	}
	var doc []byte
	// Watching the context would cost a goroutine for each row.
	still := context.WithoutCancel(ctx)
	err = s.tx.StmtContext(still, read).QueryRowContext(still, key).Scan(&doc) //nolint:sqlclosecheck // ends with tx
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, ctx.Err()
	}
	return doc, err == nil, err
}

// KeysWhere lists the keys of the rows whose column has a value.
func (s *source) KeysWhere(ctx context.Context, t *store.Table, column string, value any) ([]string, error) {
	if err := s.beginReading(ctx); err != nil {
		return nil, err
	}
	return queryStrings(ctx, s.tx, fmt.Sprintf("SELECT key FROM %s WHERE %q = $1", t.Physical, column), value)
}

// HasParked reports whether an event of a stream, or of any for "", is parked.
func (s *source) HasParked(ctx context.Context, key string, stream es.StreamID) (bool, error) {
	var some bool
	err := s.v.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM docket_parked WHERE projection = $1 AND ($2 = '' OR stream = $2))",
		key, string(stream)).Scan(&some)
	return some, err
}
