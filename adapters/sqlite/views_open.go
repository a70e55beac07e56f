package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// The read models, keys and leases go through database/sql: goose migrates by
// it, $n parameters work as on PostgreSQL, and their statements are few and
// large enough for its overhead not to count, other than in the log.

//go:embed migrations
var migrations embed.FS

// ErrNewerSchema says that a newer program made the database.
var ErrNewerSchema = errors.New("a newer version of the program made this database; run that one, or restore the backup from before")

// file says how a database file is opened.
type file struct {
	path  string
	sync  string // FULL: commits survive a power cut; NORMAL: the last ones may be lost
	conns int
	query bool // read only
	cache int  // MiB of pages that each connection keeps; what it lacks mostly lies in the cache of the system
}

// openDatabase opens a database file. Deleted content is overwritten, in the file and,
// since temporary tables stay in memory, nowhere else left.
func (f file) openDatabase() (*sql.DB, error) {
	abs, err := filepath.Abs(f.path)
	if err != nil {
		return nil, err
	}
	if !f.query {
		made, err := os.OpenFile(abs, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		if err := made.Close(); err != nil {
			return nil, err
		}
	}
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(" + f.sync + ")", "secure_delete(ON)",
		"temp_store(MEMORY)", fmt.Sprintf("cache_size(-%d)", max(f.cache, 1)<<10),
	}}
	if f.query {
		q.Set("_txlock", "deferred")
		q["_pragma"] = append(q["_pragma"], "query_only(ON)", "case_sensitive_like(ON)") // LIKE as on PostgreSQL
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: abs, RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(f.conns)
	db.SetMaxIdleConns(f.conns)
	return db, nil
}

// migrateSchema brings a database to the newest schema of a folder of migrations.
// Processes that start at once may both try; one of them does it.
func migrateSchema(ctx context.Context, db *sql.DB, folder string) error {
	sub, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, sub, goose.WithTableName("docket_schema"))
	if err != nil {
		return err
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	for try := 0; ; try++ {
		_, upErr := p.Up(ctx)
		at, err := p.GetDBVersion(ctx)
		switch {
		case err == nil && at > newest:
			return fmt.Errorf("schema version %d, this program knows %d: %w", at, newest, ErrNewerSchema)
		case err == nil && at == newest:
			return nil
		case try == 3 || ctx.Err() != nil:
			return fmt.Errorf("migrate: %w", errors.Join(upErr, err))
		}
	}
}

// openMigrated opens a file for writing and migrates it.
func openMigrated(ctx context.Context, f file, folder string) (*sql.DB, error) {
	db, err := f.openDatabase()
	if err == nil {
		if err = migrateSchema(ctx, db, folder); err == nil {
			return db, nil
		}
		err = errors.Join(err, db.Close())
	}
	return nil, fmt.Errorf("open %s: %w", filepath.Base(f.path), err)
}

// truncatePatience is how long readers and other checkpoints may keep the
// write-ahead log from being emptied.
const truncatePatience = 10 * time.Second

// truncateWAL moves the write-ahead log into the file and empties it, so that no
// page image from before a deletion is left there. Another checkpoint that runs at
// the same moment makes it busy at once, a reader after the connection's time-out:
// then it is tried again.
func truncateWAL(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, truncatePatience)
	defer cancel()
	for pause := time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		var busy, frames, moved int
		if err := db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
			return fmt.Errorf("empty the write-ahead log: %w", err)
		}
		if busy == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.New("empty the write-ahead log: a reader held it for too long, try again")
		case <-time.After(pause):
		}
	}
}
