package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
)

// ViewsOptions tune the read models; zero values take the defaults.
type ViewsOptions struct {
	Readers int           // connections for queries, default 8
	Poll    time.Duration // how often waiters look for what another process projects, default 50 ms
	Recent  int           // bytes of documents to keep in memory for each view, default 4 MiB
	Limits  store.Limits
}

// Views keep the read models in one file. Commits are not synced: what a power
// cut takes is projected again, since the checkpoint goes with the rows.
type Views struct {
	store.Reader
	write   *sql.DB // one connection
	read    *sql.DB
	limits  store.Limits
	waiters *store.Waiters
	mu      sync.Mutex
	sets    store.Sets
	stmts   map[statement]*sql.Stmt
	recent  *store.Recent
}

// statement names a prepared statement.
type statement struct {
	db   *sql.DB
	text string
}

var (
	_ es.Model[projections.Writer] = (*Views)(nil)
	_ queries.Reader               = (*Views)(nil)
	_ queries.Freshness            = (*Views)(nil)
)

// OpenViews opens or makes the file. Errors: ErrNewerSchema.
func OpenViews(ctx context.Context, path string, o ViewsOptions) (*Views, error) {
	if o.Readers <= 0 {
		o.Readers = 8
	}
	write, err := openMigrated(ctx, file{path: path, sync: "NORMAL", conns: 1, cache: 16}, "views")
	if err != nil {
		return nil, err
	}
	read, err := file{path: path, sync: "NORMAL", conns: o.Readers, query: true, cache: 4}.openDatabase()
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	v := &Views{write: write, read: read, limits: o.Limits,
		stmts: map[statement]*sql.Stmt{}, recent: store.NewRecent(o.Recent)}
	v.Reader = store.NewReader(querier{read}, &v.sets)
	v.waiters = store.NewWaiters(func(ctx context.Context) (store.Stand, error) { return store.ReadStand(ctx, querier{read}) }, o.Poll)
	return v, nil
}

// Close closes the file.
func (v *Views) Close() error { return errors.Join(v.read.Close(), v.write.Close()) }

// Scrub leaves nothing of deleted rows in the files. It waits up to ten seconds
// for queries that began before.
func (v *Views) Scrub(ctx context.Context) error { return truncateWAL(ctx, v.write) }

// Reset empties the tables of a prepared view in this program's version, for a
// build from zero. A runner at work fails with store.ErrMoved.
func (v *Views) Reset(ctx context.Context, view projections.View) error {
	set, err := v.sets.Find(view.CheckpointKey())
	if err != nil {
		return err
	}
	err = v.inTx(ctx, func(tx *sql.Tx) error {
		for _, t := range set.Tables {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+t.Physical); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM docket_parked WHERE projection = $1", set.Key); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE docket_checkpoint SET at = 0, epoch = epoch + 1 WHERE projection = $1", set.Key)
		return err
	})
	if err != nil {
		return fmt.Errorf("reset %s: %w", set.Key, err)
	}
	return v.waiters.Refresh(ctx)
}

// inTx runs f in a transaction that writes.
func (v *Views) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := v.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
