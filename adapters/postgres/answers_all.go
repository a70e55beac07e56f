package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// EachAnswer gives all notes in the order of their ids.
func (a *Answers) EachAnswer(ctx context.Context, f func(id string, until time.Time, box []byte) error) error {
	rows, err := a.pool.Query(ctx, "SELECT id, until, box FROM answers ORDER BY id")
	if err == nil {
		var id string
		var until time.Time
		var box []byte
		_, err = pgx.ForEachRow(rows, []any{&id, &until, &box}, func() error { return f(id, until.UTC(), box) })
	}
	if err != nil {
		return fmt.Errorf("read all answers: %w", err)
	}
	return nil
}

// answersAtOnce is how many notes go to the server in one message.
const answersAtOnce = 500

// ReplaceAnswers keeps the notes that each gives to its argument, and no others. When
// each fails, all stays as it was.
func (a *Answers) ReplaceAnswers(ctx context.Context, each func(keep func(id string, until time.Time, box []byte) error) error) error {
	err := pgx.BeginFunc(ctx, a.pool, func(tx pgx.Tx) error {
		q := &pgx.Batch{}
		q.Queue("DELETE FROM answers")
		err := each(func(id string, until time.Time, box []byte) error {
			q.Queue("INSERT INTO answers (id, until, box) VALUES ($1, $2, $3)", id, until, box)
			if q.Len() < answersAtOnce {
				return nil
			}
			full := q
			q = &pgx.Batch{}
			return tx.SendBatch(ctx, full).Close()
		})
		if err != nil || q.Len() == 0 {
			return err
		}
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return fmt.Errorf("replace the answers: %w", err)
	}
	return nil
}
