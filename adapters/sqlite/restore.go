package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
)

// An Import fills files of a log and of keys with what a backup or another
// installation holds. Nobody else may write to the files until it is closed.
type Import struct {
	log  *Log // its committer does not run
	keys *sql.DB
}

// NewImport makes the files, or goes on with those of an import that was broken off;
// logPath may be empty when only keys are restored.
func NewImport(ctx context.Context, logPath, keysPath string) (*Import, error) {
	i := &Import{}
	var err error
	if logPath != "" {
		err = i.openLog(ctx, logPath)
	}
	if err == nil {
		i.keys, err = openMigrated(ctx, file{path: keysPath, sync: "FULL", conns: 1, cache: 16}, "vault")
	}
	if err != nil {
		return nil, errors.Join(err, i.Close(ctx))
	}
	return i, nil
}

func (i *Import) openLog(ctx context.Context, path string) error {
	db, err := openMigrated(ctx, file{path: path, sync: "FULL", conns: 1, cache: 16}, "log")
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return fmt.Errorf("open the log: %w", err)
	}
	i.log = &Log{commitState: newCommitState(conn)}
	if err = prepareWriter(conn); err == nil {
		i.log.insertion, err = newInsertion(conn)
	}
	return err
}

// AddEvents adds events with the positions, versions and times that they have.
func (i *Import) AddEvents(ctx context.Context, events []es.Envelope) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	end, err := sqlitex.ImmediateTransaction(i.log.write)
	if err != nil {
		return err
	}
	defer end(&err)
	if len(i.log.heads) >= logHeads {
		clear(i.log.heads)
	}
	for _, e := range events {
		if err := i.insertEvent(e); err != nil {
			return fmt.Errorf("restore position %d: %w", e.Position, err)
		}
	}
	return nil
}

func (i *Import) insertEvent(e es.Envelope) error {
	id, version, err := i.log.streamOf(e.Stream)
	if err != nil {
		return err
	}
	if e.Version != version+1 {
		return fmt.Errorf("version %d of %s follows %d", e.Version, e.Stream, version)
	}
	if id == 0 {
		if err := sqlitex.Execute(i.log.write, "INSERT INTO streams (name) VALUES (?)",
			&sqlitex.ExecOptions{Args: []any{string(e.Stream)}}); err != nil {
			return err
		}
		id = i.log.write.LastInsertRowID()
	}
	if err := i.log.insertion.insertEvent(id, &e); err != nil {
		return err
	}
	i.log.last = place{} // it is not known to the committer
	i.log.heads[e.Stream] = streamHead{id, e.Version}
	return i.log.noteKind(e)
}

// AddKeys sets wrapped keys by subject; nil is the tombstone of a destroyed one.
func (i *Import) AddKeys(ctx context.Context, subjects []string, wrapped [][]byte) error {
	return i.inTx(ctx, func(tx *sql.Tx) error {
		for n, s := range subjects {
			if _, err := tx.ExecContext(ctx, `INSERT INTO keys (subject, wrapped, destroyed) VALUES ($1, $2, $3)
				ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped, destroyed = excluded.destroyed`,
				s, wrapped[n], wrapped[n] == nil); err != nil {
				return fmt.Errorf("restore the key of %s: %w", s, err)
			}
		}
		return nil
	})
}

// AddBoxes sets sealed secrets by name; nil removes one.
func (i *Import) AddBoxes(ctx context.Context, names []string, boxes [][]byte) error {
	return i.inTx(ctx, func(tx *sql.Tx) error {
		for n, name := range names {
			var err error
			if boxes[n] == nil {
				_, err = tx.ExecContext(ctx, "DELETE FROM boxes WHERE name = $1", name)
			} else {
				_, err = tx.ExecContext(ctx,
					"INSERT INTO boxes (name, box) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET box = excluded.box", name, boxes[n])
			}
			if err != nil {
				return fmt.Errorf("restore secret %s: %w", name, err)
			}
		}
		return nil
	})
}

func (i *Import) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := i.keys.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Commit does nothing: each call before was kept when it returned.
func (i *Import) Commit(context.Context) error { return nil }

// Close closes the files. Again is no error.
func (i *Import) Close(context.Context) error {
	var err error
	if i.log != nil {
		err = i.log.write.Close()
	}
	if i.keys != nil {
		err = errors.Join(err, i.keys.Close())
	}
	i.log, i.keys = nil, nil
	return err
}
