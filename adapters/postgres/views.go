package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/queries"
)

// ViewsOptions tune the read models; zero values take the defaults.
type ViewsOptions struct {
	Schema  string        // default "views"
	Writers int           // connections of projections, default 8
	Readers int           // connections of queries, default 4 for each core, at most 16
	Poll    time.Duration // how often waiters look for what another process projects, default 50 ms
	Recent  int           // bytes of documents to keep in memory for each view, default 4 MiB
	Limits  store.Limits
}

// Views keep the read models in a schema of their own. Commits wait for the server's disk, as those of the log do: a crash
// of the server takes nothing that readers have seen or were told of.
type Views struct {
	store.Reader
	write   *pgxpool.Pool
	read    *pgxpool.Pool
	limits  store.Limits
	schema  string
	waiters *store.Waiters
	sets    store.Sets
	recent  *store.Recent
	notices notices
	moves   moves
}

var (
	_ es.Model[projections.Writer] = (*Views)(nil)
	_ queries.Reader               = (*Views)(nil)
	_ queries.Freshness            = (*Views)(nil)
)

// OpenViews connects and makes the schema. Errors: ErrNewerSchema.
func OpenViews(ctx context.Context, dsn string, o ViewsOptions) (*Views, error) {
	if o.Schema == "" {
		o.Schema = "views"
	}
	schema, err := resolveSchema(ctx, dsn, o.Schema)
	if err != nil {
		return nil, err
	}
	o.Schema = schema
	if o.Writers <= 0 {
		o.Writers = 8
	}
	if o.Readers <= 0 {
		o.Readers = perCore(4, 16)
	}
	write, err := poolSettings{dsn: dsn, schema: o.Schema, conns: o.Writers,
		params: byKeys(map[string]string{"synchronous_commit": "on", lockedIdle: lockedAtMost})}.openMigrated(ctx, "views")
	if err != nil {
		return nil, err
	}
	read, err := poolSettings{dsn: dsn, schema: o.Schema, conns: o.Readers,
		params: map[string]string{"default_transaction_read_only": "on"}}.openPool(ctx)
	if err != nil {
		write.Close()
		return nil, err
	}
	v := &Views{write: write, read: read, limits: o.Limits, schema: o.Schema, recent: store.NewRecent(o.Recent),
		moves: moves{writing: make(chan struct{}, 1)}}
	v.Reader = store.NewReader(querier{read}, &v.sets)
	v.waiters = store.NewWaiters(func(ctx context.Context) (store.Stand, error) { return store.ReadStand(ctx, querier{read}) }, o.Poll)
	v.notices.startListening(v)
	return v, nil
}

// Close ends the connections.
func (v *Views) Close() error {
	v.notices.stopListening()
	v.read.Close()
	v.write.Close()
	return nil
}

// Scrub vacuums the tables of all builds of all views: deleted rows can no longer be
// read by SQL, also not by way of older snapshots, and their space is overwritten
// by the next rows. Until then, pages on the server's disk may still hold their
// bytes, and so do its write-ahead log and backups while they are kept.
func (v *Views) Scrub(ctx context.Context) error {
	tables, err := queryStrings(ctx, v.write, "SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename", v.schema)
	if err != nil {
		return fmt.Errorf("scrub: %w", err)
	}
	for _, table := range tables {
		if _, err := v.write.Exec(ctx, fmt.Sprintf("VACUUM %q", table)); err != nil && !hasCode(err, "42P01") { // dropped meanwhile
			return fmt.Errorf("scrub %s: %w", table, err)
		}
	}
	return nil
}

// Reset empties the tables of a prepared view in this program's version, for a
// build from zero. A runner at work fails with store.ErrMoved.
func (v *Views) Reset(ctx context.Context, view projections.View) error {
	set, err := v.sets.Find(view.CheckpointKey())
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, v.write, func(tx pgx.Tx) error {
		// First the checkpoint: its row is what runners queue on.
		_, err := tx.Exec(ctx, "UPDATE docket_checkpoint SET at = 0, epoch = epoch + 1 WHERE projection = $1", set.Key)
		if err == nil {
			_, err = tx.Exec(ctx, "DELETE FROM docket_parked WHERE projection = $1", set.Key)
		}
		for _, t := range set.Tables {
			if err == nil {
				_, err = tx.Exec(ctx, "TRUNCATE "+t.Physical)
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reset %s: %w", set.Key, err)
	}
	return v.waiters.Refresh(ctx)
}

// NotifyReaders wakes the readers that wait for a position, those of other processes by a
// notice.
func (v *Views) NotifyReaders(key string, at es.Position) {
	v.waiters.Reached(key, at)
	if left, ours := v.recent.ProgressOf(key); ours && at > left.At { // else they were told when it was stored
		v.notices.noteCheckpoint(key, store.Progress{At: at, Epoch: left.Epoch})
	}
}

// Await returns when all named views hold everything up to a position.
func (v *Views) Await(ctx context.Context, at uint64, views ...string) error {
	return v.waiters.Await(ctx, es.Position(at), views...)
}

// hasCode says that the server failed with a code of its manual's appendix A.
func hasCode(err error, code string) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == code
}
