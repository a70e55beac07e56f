package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Keys keep the wrapped keys and sealed secrets of a vault in the schema "vault".
// Every write is on the server's disk when it returns. What was destroyed stays
// in the tables' files until Scrub, and in the server's write-ahead log and
// backups for as long as those are kept.
type Keys struct{ pool *pgxpool.Pool }

// OpenKeys connects and makes the schema. Errors: ErrNewerSchema.
func OpenKeys(ctx context.Context, dsn string) (*Keys, error) {
	settings := poolSettings{dsn: dsn, schema: "vault", conns: 8, params: map[string]string{"synchronous_commit": "on"}}
	pool, err := settings.openMigrated(ctx, "vault")
	if err != nil {
		return nil, err
	}
	return &Keys{pool}, nil
}

// Close ends the connections.
func (k *Keys) Close() error { k.pool.Close(); return nil }

// Get reads the wrapped key of a subject, nil without one, and whether it was
// destroyed.
func (k *Keys) Get(ctx context.Context, subject string) ([]byte, bool, error) {
	var wrapped []byte
	var destroyed bool
	err := k.pool.QueryRow(ctx, "SELECT wrapped, destroyed FROM keys WHERE subject = $1", subject).Scan(&wrapped, &destroyed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	return wrapped, destroyed, err
}

// Insert keeps a wrapped key unless the subject has a row, and answers the row.
func (k *Keys) Insert(ctx context.Context, subject string, wrapped []byte) ([]byte, bool, error) {
	_, err := k.pool.Exec(ctx, "INSERT INTO keys (subject, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING", subject, wrapped)
	if err != nil {
		return nil, false, fmt.Errorf("keep a key: %w", err)
	}
	return k.Get(ctx, subject)
}

// Destroy removes the wrapped keys of a subject and of all below it. '0' follows
// '/', so the range holds exactly the names below.
func (k *Keys) Destroy(ctx context.Context, subject string) error {
	return pgx.BeginFunc(ctx, k.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO keys (subject, wrapped, destroyed) VALUES ($1, NULL, true)
			ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, destroyed = true`, subject)
		if err == nil {
			_, err = tx.Exec(ctx, "UPDATE keys SET wrapped = NULL, destroyed = true WHERE subject > $1 AND subject < $2 AND NOT destroyed",
				subject+"/", subject+"0")
		}
		return err
	})
}

// DestroyedSubjects lists the subjects that have a tombstone, in order.
func (k *Keys) DestroyedSubjects(ctx context.Context) ([]string, error) {
	return queryStrings(ctx, k.pool, "SELECT subject FROM keys WHERE destroyed ORDER BY subject")
}

// LiveSubjects lists the subjects that have a key, in order.
func (k *Keys) LiveSubjects(ctx context.Context) ([]string, error) {
	return queryStrings(ctx, k.pool, "SELECT subject FROM keys WHERE wrapped IS NOT NULL ORDER BY subject")
}

// Scrub writes the tables anew, so that their files hold nothing that was
// destroyed. Keys cannot be read for that time, about a second per million.
func (k *Keys) Scrub(ctx context.Context) error {
	for _, table := range []string{"keys", "boxes"} {
		if _, err := k.pool.Exec(ctx, "VACUUM (FULL) "+table); err != nil {
			return fmt.Errorf("scrub %s: %w", table, err)
		}
	}
	return nil
}

// InsertBox keeps a sealed secret unless the name has one, and answers what stands.
func (k *Keys) InsertBox(ctx context.Context, name string, box []byte) ([]byte, error) {
	_, err := k.pool.Exec(ctx, "INSERT INTO boxes (name, box) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, box)
	if err != nil {
		return nil, fmt.Errorf("keep a secret: %w", err)
	}
	return k.GetBox(ctx, name)
}

// PutBox keeps a sealed secret in place of the one that stood.
func (k *Keys) PutBox(ctx context.Context, name string, box []byte) error {
	_, err := k.pool.Exec(ctx,
		"INSERT INTO boxes (name, box) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET box = excluded.box", name, box)
	return err
}

// SwapBox keeps a sealed secret in place of exactly the one given.
func (k *Keys) SwapBox(ctx context.Context, name string, old, box []byte) (bool, error) {
	r, err := k.pool.Exec(ctx, "UPDATE boxes SET box = $1 WHERE name = $2 AND box = $3", box, name, old)
	return r.RowsAffected() == 1, err
}

// GetBox reads a sealed secret, nil without one.
func (k *Keys) GetBox(ctx context.Context, name string) ([]byte, error) {
	if !isStorable(name) { // whoever signs in names clients as they like
		return nil, nil
	}
	var box []byte
	err := k.pool.QueryRow(ctx, "SELECT box FROM boxes WHERE name = $1", name).Scan(&box)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return box, err
}

// DeleteBox removes a sealed secret.
func (k *Keys) DeleteBox(ctx context.Context, name string) error {
	_, err := k.pool.Exec(ctx, "DELETE FROM boxes WHERE name = $1", name)
	return err
}

// BoxNames lists the names of secrets with a prefix, in order.
func (k *Keys) BoxNames(ctx context.Context, prefix string) ([]string, error) {
	return queryStrings(ctx, k.pool, "SELECT name FROM boxes WHERE starts_with(name, $1) ORDER BY name", prefix)
}

// queryStrings reads the one text column of a query.
func queryStrings(ctx context.Context, pool *pgxpool.Pool, query string, args ...any) ([]string, error) {
	rows, err := pool.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
