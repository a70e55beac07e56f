package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// Evidence keeps the tree over a log, and its checkpoints, in a file of their own.
type Evidence struct{ db *sql.DB }

var _ evidence.Store = (*Evidence)(nil)

// OpenEvidence opens or makes the file. Errors: ErrNewerSchema.
func OpenEvidence(ctx context.Context, path string) (*Evidence, error) {
	db, err := openMigrated(ctx, file{path: path, sync: "FULL", conns: 4, cache: 4}, "evidence")
	if err != nil {
		return nil, err
	}
	return &Evidence{db}, nil
}

// Close closes the file.
func (v *Evidence) Close() error { return v.db.Close() }

// State implements evidence.Store.
func (v *Evidence) State(ctx context.Context) (s evidence.State, err error) {
	err = v.db.QueryRowContext(ctx, "SELECT size, position FROM tree").Scan(&s.Size, &s.Position)
	return s, err
}

// Tile implements evidence.Store.
func (v *Evidence) Tile(ctx context.Context, level int, index int64) (hashes []byte, err error) {
	err = v.db.QueryRowContext(ctx, "SELECT hashes FROM tiles WHERE level = $1 AND n = $2", level, index).Scan(&hashes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return hashes, err
}

// TileOf implements evidence.Store.
func (v *Evidence) TileOf(ctx context.Context, at es.Position) (index int64, first es.Position, err error) {
	// Without the name of the index SQLite goes through all tiles of the level.
	err = v.db.QueryRowContext(ctx, `SELECT n, position FROM tiles INDEXED BY tiles_position WHERE level = 0 AND position <= $1
		ORDER BY position DESC LIMIT 1`, int64(at)).Scan(&index, &first)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, nil
	}
	return index, first, err
}

// SaveTree implements evidence.Store.
func (v *Evidence) SaveTree(ctx context.Context, from, to evidence.State, tiles []evidence.Tile) (err error) {
	tx, err := v.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	moved, err := tx.ExecContext(ctx, "UPDATE tree SET size = $1, position = $2 WHERE size = $3 AND position = $4",
		to.Size, int64(to.Position), from.Size, int64(from.Position))
	if err != nil {
		return err
	}
	if n, err := moved.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, evidence.ErrStateMoved)
	}
	for _, t := range tiles {
		if _, err := tx.ExecContext(ctx, `INSERT INTO tiles (level, n, position, hashes) VALUES ($1, $2, $3, $4)
			ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes`, t.Level, t.Index, int64(t.First), t.Hashes); err != nil {
			return fmt.Errorf("tile %d of level %d: %w", t.Index, t.Level, err)
		}
	}
	return tx.Commit()
}

// ResetTree implements evidence.Store.
func (v *Evidence) ResetTree(ctx context.Context) error {
	tx, err := v.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, statement := range []string{"UPDATE tree SET size = 0, position = 0", "DELETE FROM tiles"} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// KeepCheckpoint implements evidence.Store.
func (v *Evidence) KeepCheckpoint(ctx context.Context, size int64, note []byte) error {
	_, err := v.db.ExecContext(ctx, "INSERT INTO checkpoints (size, note) VALUES ($1, $2) ON CONFLICT DO NOTHING", size, note)
	return err
}

// DropCheckpoint implements evidence.Store.
func (v *Evidence) DropCheckpoint(ctx context.Context, note []byte) error {
	_, err := v.db.ExecContext(ctx, "DELETE FROM checkpoints WHERE note = $1", note)
	return err
}

// LastCheckpoint implements evidence.Store.
func (v *Evidence) LastCheckpoint(ctx context.Context) (note []byte, err error) {
	err = v.db.QueryRowContext(ctx, "SELECT note FROM checkpoints ORDER BY size DESC, note DESC LIMIT 1").Scan(&note)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return note, err
}

// EachCheckpoint implements evidence.Store.
func (v *Evidence) EachCheckpoint(ctx context.Context, f func(note []byte) error) error {
	rows, err := v.db.QueryContext(ctx, "SELECT note FROM checkpoints ORDER BY size, note")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var note []byte
		if err := rows.Scan(&note); err != nil {
			return err
		}
		if err := f(note); err != nil {
			return err
		}
	}
	return rows.Err()
}
