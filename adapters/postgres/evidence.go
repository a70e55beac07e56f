package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// Evidence keeps the tree over a log, and its checkpoints, in the schema "evidence".
type Evidence struct{ pool *pgxpool.Pool }

var _ evidence.Store = (*Evidence)(nil)

// OpenEvidence connects and makes the schema. Errors: ErrNewerSchema.
func OpenEvidence(ctx context.Context, dsn string) (*Evidence, error) {
	settings := poolSettings{dsn: dsn, schema: "evidence", conns: 2, params: map[string]string{"synchronous_commit": "on"}}
	pool, err := settings.openMigrated(ctx, "evidence")
	if err != nil {
		return nil, err
	}
	return &Evidence{pool}, nil
}

// Close ends the connections.
func (v *Evidence) Close() error { v.pool.Close(); return nil }

// State implements evidence.Store.
func (v *Evidence) State(ctx context.Context) (s evidence.State, err error) {
	var position int64
	err = v.pool.QueryRow(ctx, "SELECT size, position FROM tree").Scan(&s.Size, &position)
	s.Position = es.Position(position)
	return s, err
}

// Tile implements evidence.Store.
func (v *Evidence) Tile(ctx context.Context, level int, index int64) (hashes []byte, err error) {
	err = v.pool.QueryRow(ctx, "SELECT hashes FROM tiles WHERE level = $1 AND n = $2", level, index).Scan(&hashes)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return hashes, err
}

// TileOf implements evidence.Store.
func (v *Evidence) TileOf(ctx context.Context, at es.Position) (index int64, first es.Position, err error) {
	var position int64
	err = v.pool.QueryRow(ctx, "SELECT n, position FROM tiles WHERE level = 0 AND position <= $1 ORDER BY position DESC LIMIT 1",
		int64(at)).Scan(&index, &position)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, 0, nil
	}
	return index, es.Position(position), err
}

// SaveTree implements evidence.Store.
func (v *Evidence) SaveTree(ctx context.Context, from, to evidence.State, tiles []evidence.Tile) error {
	return pgx.BeginFunc(ctx, v.pool, func(tx pgx.Tx) error {
		moved, err := tx.Exec(ctx, "UPDATE tree SET size = $1, position = $2 WHERE size = $3 AND position = $4",
			to.Size, int64(to.Position), from.Size, int64(from.Position))
		if err != nil {
			return err
		}
		if moved.RowsAffected() == 0 {
			return evidence.ErrStateMoved
		}
		var b pgx.Batch
		for _, t := range tiles {
			b.Queue(`INSERT INTO tiles (level, n, position, hashes) VALUES ($1, $2, $3, $4)
				ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes`, t.Level, t.Index, int64(t.First), t.Hashes)
		}
		return tx.SendBatch(ctx, &b).Close()
	})
}

// ResetTree implements evidence.Store.
func (v *Evidence) ResetTree(ctx context.Context) error {
	return pgx.BeginFunc(ctx, v.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE tree SET size = 0, position = 0")
		if err == nil {
			_, err = tx.Exec(ctx, "DELETE FROM tiles")
		}
		return err
	})
}

// KeepCheckpoint implements evidence.Store.
func (v *Evidence) KeepCheckpoint(ctx context.Context, size int64, note []byte) error {
	_, err := v.pool.Exec(ctx, "INSERT INTO checkpoints (size, note) VALUES ($1, $2) ON CONFLICT DO NOTHING", size, note)
	return err
}

// DropCheckpoint implements evidence.Store.
func (v *Evidence) DropCheckpoint(ctx context.Context, note []byte) error {
	_, err := v.pool.Exec(ctx, "DELETE FROM checkpoints WHERE note = $1", note)
	return err
}

// LastCheckpoint implements evidence.Store.
func (v *Evidence) LastCheckpoint(ctx context.Context) (note []byte, err error) {
	err = v.pool.QueryRow(ctx, "SELECT note FROM checkpoints ORDER BY size DESC, note DESC LIMIT 1").Scan(&note)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return note, err
}

// EachCheckpoint implements evidence.Store.
func (v *Evidence) EachCheckpoint(ctx context.Context, f func(note []byte) error) error {
	rows, err := v.pool.Query(ctx, "SELECT note FROM checkpoints ORDER BY size, note")
	if err != nil {
		return err
	}
	var note []byte
	_, err = pgx.ForEachRow(rows, []any{&note}, func() error { return f(note) })
	return err
}
