package sqlite

import (
	"context"
	"fmt"
	"time"
)

// EachAnswer gives all notes in the order of their ids.
func (a *Answers) EachAnswer(ctx context.Context, f func(id string, until time.Time, box []byte) error) error {
	rows, err := a.db.QueryContext(ctx, "SELECT id, until, box FROM answers ORDER BY id")
	if err != nil {
		return fmt.Errorf("read all answers: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var until int64
		var box []byte
		if err := rows.Scan(&id, &until, &box); err != nil {
			return fmt.Errorf("read all answers: %w", err)
		}
		if err := f(id, time.UnixMicro(until).UTC(), box); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ReplaceAnswers keeps the notes that each gives to its argument, and no others. When
// each fails, all stays as it was.
func (a *Answers) ReplaceAnswers(ctx context.Context, each func(keep func(id string, until time.Time, box []byte) error) error) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("replace the answers: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "DELETE FROM answers"); err != nil {
		return fmt.Errorf("replace the answers: %w", err)
	}
	err = each(func(id string, until time.Time, box []byte) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO answers (id, until, box) VALUES ($1, $2, $3)", id, until.UnixMicro(), box)
		return err
	})
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return fmt.Errorf("replace the answers: %w", err)
	}
	return nil
}
