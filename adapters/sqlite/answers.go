package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/seed-62a36931/docket/commands"
)

// Answers keep the first answers to requests with a key, in a file of their own.
// Every write is on the disk when it returns: a request that was answered before a
// power cut is not done again behind it.
type Answers struct{ db *sql.DB }

var _ commands.Answers = (*Answers)(nil)

// OpenAnswers opens or makes the file. Errors: ErrNewerSchema.
func OpenAnswers(ctx context.Context, path string) (*Answers, error) {
	db, err := openMigrated(ctx, file{path: path, sync: "FULL", conns: 4, cache: 1}, "answers")
	if err != nil {
		return nil, err
	}
	return &Answers{db}, nil
}

// Close closes the file.
func (a *Answers) Close() error { return a.db.Close() }

// Answer reads what is kept under an id; nil without it, or when its time is over.
func (a *Answers) Answer(ctx context.Context, id string, now time.Time) ([]byte, error) {
	var box []byte
	err := a.db.QueryRowContext(ctx, "SELECT box FROM answers WHERE id = $1 AND until > $2", id, now.UnixMicro()).Scan(&box)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return box, err
}

// KeepAnswer keeps a note in place of the one that stood.
func (a *Answers) KeepAnswer(ctx context.Context, id string, box []byte, until time.Time) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO answers (id, until, box) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET until = excluded.until, box = excluded.box`, id, until.UnixMicro(), box)
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// DropAnswer removes a note.
func (a *Answers) DropAnswer(ctx context.Context, id string) error {
	_, err := a.db.ExecContext(ctx, "DELETE FROM answers WHERE id = $1", id)
	return err
}

// SweepAnswers removes the notes whose time is over.
func (a *Answers) SweepAnswers(ctx context.Context, now time.Time) (int, error) {
	done, err := a.db.ExecContext(ctx, "DELETE FROM answers WHERE until <= $1", now.UnixMicro())
	if err != nil {
		return 0, fmt.Errorf("sweep answers: %w", err)
	}
	n, err := done.RowsAffected()
	return int(n), err
}
