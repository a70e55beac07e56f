package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/group"
)

// ErrNotEmpty says that a database holds something that a restore would mix with.
var ErrNotEmpty = errors.New("the database is not empty")

// An Import fills the schemas of a log and of keys with what a backup or another
// installation holds. What was added since the last Commit is one transaction.
type Import struct {
	pool  *pgxpool.Pool
	vault string // schema of the keys
	tx    pgx.Tx // nil behind a Commit
}

// NewImport makes the schemas and begins. Where only keys are restored, the log may
// hold events. Errors: ErrNotEmpty, ErrNewerSchema.
func NewImport(ctx context.Context, dsn string, onlyKeys bool) (*Import, error) {
	i, err := ResumeImport(ctx, dsn)
	if err != nil {
		return nil, err
	}
	if err = i.beginTransaction(ctx); err == nil {
		err = i.checkEmpty(ctx, onlyKeys)
	}
	if err != nil {
		return nil, errors.Join(err, i.Close(ctx))
	}
	return i, nil
}

// ResumeImport goes on with an import that was committed in part. Errors:
// ErrNewerSchema.
func ResumeImport(ctx context.Context, dsn string) (*Import, error) {
	log, err := resolveSchema(ctx, dsn, "log")
	if err != nil {
		return nil, err
	}
	vault, err := resolveSchema(ctx, dsn, "vault")
	if err != nil {
		return nil, err
	}
	for _, schema := range []string{"log", "vault"} {
		pool, err := poolSettings{dsn: dsn, schema: schema, conns: 2}.openMigrated(ctx, schema)
		if err != nil {
			return nil, err
		}
		pool.Close()
	}
	pool, err := poolSettings{dsn: dsn, schema: log, conns: 1}.openPool(ctx)
	if err != nil {
		return nil, err
	}
	return &Import{pool: pool, vault: vault}, nil
}

// beginTransaction begins a transaction unless one is under way.
func (i *Import) beginTransaction(ctx context.Context) (err error) {
	if i.tx == nil {
		i.tx, err = i.pool.Begin(ctx)
	}
	return err
}

// inVault returns a statement with the schema of the keys as it is called in this database.
func (i *Import) inVault(statement string) string {
	return strings.ReplaceAll(statement, "vault.", i.vault+".")
}

// checkEmpty holds the row of the head, so that nobody appends meanwhile.
func (i *Import) checkEmpty(ctx context.Context, onlyKeys bool) error {
	var head int64
	if err := i.tx.QueryRow(ctx, "SELECT position FROM head FOR UPDATE").Scan(&head); err != nil {
		return fmt.Errorf("look for a log: %w", err)
	}
	var some bool
	if err := i.tx.QueryRow(ctx, i.inVault("SELECT EXISTS (SELECT 1 FROM vault.keys) OR "+
		"EXISTS (SELECT 1 FROM vault.boxes)")).Scan(&some); err != nil {
		return fmt.Errorf("look for keys: %w", err)
	}
	switch {
	case head > 0 && !onlyKeys:
		return fmt.Errorf("%w: its log is at position %d; name another one, or drop the schemas of Docket in this one",
			ErrNotEmpty, head)
	case some:
		return fmt.Errorf("%w: it holds keys; name another one, or rename its schema %s", ErrNotEmpty, i.vault)
	}
	return nil
}

// AddEvents adds events with the positions, versions and times that they have.
func (i *Import) AddEvents(ctx context.Context, events []es.Envelope) error {
	if err := i.beginTransaction(ctx); err != nil {
		return err
	}
	requests := make([]*group.Request, len(events))
	for n, e := range events {
		requests[n] = &group.Request{Stream: e.Stream}
	}
	b := newBatch(requests, map[string]int32{})
	if err := i.sendStatements(ctx, b.queueLoads); err != nil {
		return err
	}
	b.from = b.at.position
	for _, e := range events {
		s := b.streams[e.Stream]
		if e.Version != s.version+1 {
			return fmt.Errorf("restore position %d: version %d of %s follows %d", e.Position, e.Version, e.Stream, s.version)
		}
		s.version = e.Version
		b.at = place{e.Position, e.Time.UnixMicro()}
		b.rows.addEvent(s, b.at, &e)
	}
	err := i.sendStatements(ctx, b.queueStores)
	if err == nil && b.missed {
		err = errors.New("the head of the log moved")
	}
	if err != nil {
		return fmt.Errorf("restore up to position %d: %w", b.at.position, err)
	}
	return nil
}

// sendStatements queues statements and has them done.
func (i *Import) sendStatements(ctx context.Context, queue func(*pgx.Batch)) error {
	var q pgx.Batch
	queue(&q)
	return i.tx.SendBatch(ctx, &q).Close()
}

// AddKeys sets wrapped keys by subject; nil is the tombstone of a destroyed one.
func (i *Import) AddKeys(ctx context.Context, subjects []string, wrapped [][]byte) error {
	err := i.beginTransaction(ctx)
	if err == nil {
		_, err = i.tx.Exec(ctx, i.inVault(`INSERT INTO vault.keys (subject, wrapped, destroyed)
			SELECT s, w, w IS NULL FROM unnest($1::text[], $2::bytea[]) AS k (s, w)
			ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped, destroyed = excluded.destroyed`), subjects, wrapped)
	}
	if err != nil {
		return fmt.Errorf("restore keys: %w", err)
	}
	return nil
}

// AddBoxes sets sealed secrets by name; nil removes one.
func (i *Import) AddBoxes(ctx context.Context, names []string, boxes [][]byte) error {
	err := i.beginTransaction(ctx)
	if err == nil {
		_, err = i.tx.Exec(ctx, i.inVault(`DELETE FROM vault.boxes USING unnest($1::text[], $2::bytea[]) AS b (n, v)
			WHERE name = n AND v IS NULL`),
			names, boxes)
	}
	if err == nil {
		_, err = i.tx.Exec(ctx, i.inVault(`INSERT INTO vault.boxes (name, box) SELECT n, v
			FROM unnest($1::text[], $2::bytea[]) AS b (n, v) WHERE v IS NOT NULL
			ON CONFLICT (name) DO UPDATE SET box = excluded.box`), names, boxes)
	}
	if err != nil {
		return fmt.Errorf("restore secrets: %w", err)
	}
	return nil
}

// Commit keeps all that was added. More may follow, for another Commit.
func (i *Import) Commit(ctx context.Context) error {
	if i.tx == nil {
		return nil
	}
	err := i.tx.Commit(ctx)
	i.tx = nil
	return err
}

// Close ends the connection; what no Commit kept was not added.
func (i *Import) Close(ctx context.Context) error {
	var err error
	if i.tx != nil {
		if err = i.tx.Rollback(context.WithoutCancel(ctx)); errors.Is(err, pgx.ErrTxClosed) {
			err = nil
		}
	}
	i.pool.Close()
	return err
}
