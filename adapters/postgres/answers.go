package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/commands"
)

// Answers keep the first answers to requests with a key in the schema "answers".
// Every write is on the server's disk when it returns.
type Answers struct{ pool *pgxpool.Pool }

var _ commands.Answers = (*Answers)(nil)

// OpenAnswers connects and makes the schema. Errors: ErrNewerSchema.
func OpenAnswers(ctx context.Context, dsn string) (*Answers, error) {
	settings := poolSettings{dsn: dsn, schema: "answers", conns: 4, params: map[string]string{"synchronous_commit": "on"}}
	pool, err := settings.openMigrated(ctx, "answers")
	if err != nil {
		return nil, err
	}
	return &Answers{pool}, nil
}

// Close ends the connections.
func (a *Answers) Close() error { a.pool.Close(); return nil }

// Answer reads what is kept under an id; nil without it, or when its time is over.
func (a *Answers) Answer(ctx context.Context, id string, now time.Time) ([]byte, error) {
	var box []byte
	err := a.pool.QueryRow(ctx, "SELECT box FROM answers WHERE id = $1 AND until > $2", id, now).Scan(&box)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return box, err
}

// KeepAnswer keeps a note in place of the one that stood.
func (a *Answers) KeepAnswer(ctx context.Context, id string, box []byte, until time.Time) error {
	_, err := a.pool.Exec(ctx, `INSERT INTO answers (id, until, box) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET until = excluded.until, box = excluded.box`, id, until, box)
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// DropAnswer removes a note.
func (a *Answers) DropAnswer(ctx context.Context, id string) error {
	_, err := a.pool.Exec(ctx, "DELETE FROM answers WHERE id = $1", id)
	return err
}

// SweepAnswers removes the notes whose time is over.
func (a *Answers) SweepAnswers(ctx context.Context, now time.Time) (int, error) {
	r, err := a.pool.Exec(ctx, "DELETE FROM answers WHERE until <= $1", now)
	if err != nil {
		return 0, fmt.Errorf("sweep answers: %w", err)
	}
	return int(r.RowsAffected()), nil
}
