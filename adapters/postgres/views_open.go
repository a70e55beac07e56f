package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"regexp"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

// ErrNewerSchema says that a newer program made the schema.
var ErrNewerSchema = errors.New("a newer version of the program made this database; run that one, or restore the backup from before")

var schemaName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// poolSettings is a schema of a database and how to connect to it.
type poolSettings struct {
	dsn       string
	schema    string
	conns     int
	params    map[string]string // settings of each connection
	connected func()            // unless nil: told of each connection that was made
}

// Transactions that lock what all processes need do not outlast one that is frozen, or
// cut off without a sign, between two of its statements: the server ends them.
const (
	lockedIdle   = "idle_in_transaction_session_timeout"
	lockedAtMost = "5000" // ms
)

// byKeys are settings of connections whose statements all go through keys and positions:
// one plan does for all values, and it holds when the tables have grown, so the server
// need not make one for each statement. Planning an append takes longer than doing it.
// What is off is only made dear, which must not look worth compiling.
func byKeys(more map[string]string) map[string]string {
	out := map[string]string{"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "enable_bitmapscan": "off", "jit": "off"}
	maps.Copy(out, more)
	return out
}

// openPool connects; the schema is the search path of each connection.
func (r poolSettings) openPool(ctx context.Context) (*pgxpool.Pool, error) {
	if !schemaName.MatchString(r.schema) {
		return nil, fmt.Errorf("no name for a schema: %q", r.schema)
	}
	c, err := pgxpool.ParseConfig(r.dsn)
	if err != nil {
		return nil, fmt.Errorf("connection settings: %w", err)
	}
	c.MaxConns = r.maxConns(c.MaxConns)
	c.ConnConfig.RuntimeParams["search_path"] = r.schema
	maps.Copy(c.ConnConfig.RuntimeParams, r.params)
	if r.connected != nil {
		c.AfterConnect = func(context.Context, *pgx.Conn) error {
			r.connected()
			return nil
		}
	}
	return pgxpool.NewWithConfig(ctx, c)
}

// perCore is how many connections a process can keep busy: with more of them the server
// has more sessions at work than it has processors, and each takes longer.
func perCore(n, most int) int { return min(most, n*runtime.GOMAXPROCS(0)) }

// maxConns is how many connections a pool has at most: where the address says
// pool_max_conns, no more than that. Below two a pool would wait for itself.
func (r poolSettings) maxConns(asked int32) int32 {
	if !strings.Contains(r.dsn, "pool_max_conns") {
		return int32(r.conns)
	}
	return min(int32(r.conns), max(2, asked))
}

// openMigrated connects and brings the schema to the newest form of a folder of
// migrations. Of several processes that start at once one does it. Errors: ErrOccupied,
// ErrNewerSchema.
func (r poolSettings) openMigrated(ctx context.Context, folder string) (_ *pgxpool.Pool, err error) {
	if r.schema, err = resolveSchema(ctx, r.dsn, r.schema); err != nil {
		return nil, err
	}
	pool, err := r.openPool(ctx)
	if err == nil {
		if err = r.migrateSchema(ctx, folder); err == nil {
			return pool, nil
		}
		pool.Close()
	}
	return nil, fmt.Errorf("open schema %s: %w", r.schema, err)
}

// migrateSchema works on connections of its own, so that small pools cannot starve it.
func (r poolSettings) migrateSchema(ctx context.Context, folder string) error {
	r.conns = 2 // one holds the lock
	pool, err := r.openPool(ctx)
	if err != nil {
		return err
	}
	defer pool.Close()
	lock, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer lock.Release()
	if _, err := lock.Exec(ctx, "SELECT pg_advisory_lock($1)", lockNumber("migrate "+r.schema)); err != nil {
		return err
	}
	// Closing the pool ends the session and with it the lock.
	if _, err := lock.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+r.schema); err != nil {
		return err
	}
	return retryCutOff(func() error { return migrateUp(ctx, pool, folder) })
}

func migrateUp(ctx context.Context, pool *pgxpool.Pool, folder string) error {
	sub, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	p, err := goose.NewProvider(goose.DialectPostgres, db, sub, goose.WithTableName(versionTable))
	if err != nil {
		return err
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	at, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	sources := p.ListSources()
	if newest := sources[len(sources)-1].Version; at > newest {
		return fmt.Errorf("schema version %d, this program knows %d: %w", at, newest, ErrNewerSchema)
	}
	return nil
}

// lockNumber is the number of an advisory lock.
func lockNumber(name string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("docket " + name))
	return int64(h.Sum64())
}
