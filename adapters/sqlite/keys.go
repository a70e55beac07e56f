package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Keys keep the wrapped keys and sealed secrets of a vault in a file of their
// own, which is backed up apart from log and views. Every write is on the disk
// when it returns, and what is destroyed is overwritten.
type Keys struct {
	damage
	db  *sql.DB
	get *sql.Stmt // prepared once, since lists ask for many keys
}

// OpenKeys opens or makes the file. Errors: ErrNewerSchema.
func OpenKeys(ctx context.Context, path string) (*Keys, error) {
	db, err := openMigrated(ctx, file{path: path, sync: "FULL", conns: 4, cache: 2}, "vault")
	if err != nil {
		return nil, err
	}
	// Finishes what a crash right behind a destruction left. A reader in another
	// process may hinder it; then the next destruction does it.
	_ = truncateWAL(ctx, db)
	get, err := db.PrepareContext(ctx, "SELECT wrapped, destroyed FROM keys WHERE subject = $1")
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Keys{db: db, get: get}, nil
}

// Close closes the file.
func (k *Keys) Close() error { return errors.Join(k.get.Close(), k.db.Close()) }

// Get reads the wrapped key of a subject, nil without one, and whether it was
// destroyed.
func (k *Keys) Get(ctx context.Context, subject string) ([]byte, bool, error) {
	var wrapped []byte
	var destroyed bool
	err := k.get.QueryRowContext(ctx, subject).Scan(&wrapped, &destroyed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return wrapped, destroyed, k.note(err)
}

// Insert keeps a wrapped key unless the subject has a row, and answers the row.
func (k *Keys) Insert(ctx context.Context, subject string, wrapped []byte) ([]byte, bool, error) {
	_, err := k.db.ExecContext(ctx, "INSERT INTO keys (subject, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING", subject, wrapped)
	if err != nil {
		return nil, false, fmt.Errorf("keep a key: %w", k.note(err))
	}
	return k.Get(ctx, subject)
}

// Destroy removes the wrapped keys of a subject and of all below it for good. '0'
// follows '/', so the range holds exactly the names below.
func (k *Keys) Destroy(ctx context.Context, subject string) error {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(ctx, `INSERT INTO keys (subject, wrapped, destroyed) VALUES ($1, NULL, 1)
		ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, destroyed = 1`, subject)
	if err == nil {
		_, err = tx.ExecContext(ctx, "UPDATE keys SET wrapped = NULL, destroyed = 1 WHERE subject > $1 AND subject < $2", subject+"/",
			subject+"0")
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return k.note(err)
	}
	return truncateWAL(ctx, k.db)
}

// DestroyedSubjects lists the subjects that have a tombstone, in order.
func (k *Keys) DestroyedSubjects(ctx context.Context) ([]string, error) {
	return queryStrings(ctx, k.db, "SELECT subject FROM keys WHERE destroyed = 1 ORDER BY subject")
}

// LiveSubjects lists the subjects that have a key, in order.
func (k *Keys) LiveSubjects(ctx context.Context) ([]string, error) {
	return queryStrings(ctx, k.db, "SELECT subject FROM keys WHERE wrapped IS NOT NULL ORDER BY subject")
}

// InsertBox keeps a sealed secret unless the name has one, and answers what stands.
func (k *Keys) InsertBox(ctx context.Context, name string, box []byte) ([]byte, error) {
	_, err := k.db.ExecContext(ctx, "INSERT INTO boxes (name, box) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, box)
	if err != nil {
		return nil, fmt.Errorf("keep a secret: %w", k.note(err))
	}
	return k.GetBox(ctx, name)
}

// PutBox keeps a sealed secret in place of the one that stood.
func (k *Keys) PutBox(ctx context.Context, name string, box []byte) error {
	_, err := k.db.ExecContext(ctx,
		"INSERT INTO boxes (name, box) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET box = excluded.box", name, box)
	return k.note(err)
}

// SwapBox keeps a sealed secret in place of exactly the one given.
func (k *Keys) SwapBox(ctx context.Context, name string, old, box []byte) (bool, error) {
	done, err := k.db.ExecContext(ctx, "UPDATE boxes SET box = $1 WHERE name = $2 AND box = $3", box, name, old)
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n == 1, err
}

// GetBox reads a sealed secret, nil without one.
func (k *Keys) GetBox(ctx context.Context, name string) ([]byte, error) {
	var box []byte
	err := k.db.QueryRowContext(ctx, "SELECT box FROM boxes WHERE name = $1", name).Scan(&box)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return box, k.note(err)
}

// DeleteBox removes a sealed secret for good.
func (k *Keys) DeleteBox(ctx context.Context, name string) error {
	if _, err := k.db.ExecContext(ctx, "DELETE FROM boxes WHERE name = $1", name); err != nil {
		return err
	}
	return truncateWAL(ctx, k.db)
}

// BoxNames lists the names of secrets with a prefix, in order.
func (k *Keys) BoxNames(ctx context.Context, prefix string) ([]string, error) {
	return queryStrings(ctx, k.db, "SELECT name FROM boxes WHERE substr(name, 1, length($1)) = $1 ORDER BY name", prefix)
}

// queryer is a database or a transaction of it.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// queryStrings reads the one text column of a query.
func queryStrings(ctx context.Context, db queryer, query string, args ...any) ([]string, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
