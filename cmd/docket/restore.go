package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// Restore puts a backup where nothing is.
type Restore struct {
	Place
	From          string `placeholder:"FILE" help:"The backup."`
	Check         bool   `help:"Only check the backup, from its first byte to its last."`
	KeepLog       bool   `help:"Keep the log that stands, and restore keys and bytes only. The log must go on where the backup's ends."`
	DeletionsFrom string `placeholder:"FILE|DIR|URL" help:"Carry over the permanent deletions of a newer log: of a backup, a data folder or a PostgreSQL database. Without --from: into what was restored before."`
}

// Help shows how it is used.
func (Restore) Help() string {
	return `Restores into an empty data folder or database only, of either engine, and checks every digest before it writes anything. What was deleted for good after the backup was taken is in the backup still: --deletions-from names a newer log whose deletions are to hold. Start the service with the master key that the installation began with.

Examples:
  docket restore --check --from /backup/docket-20260102T030405Z-1234.tar
  docket restore --from /backup/docket-20260102T030405Z-1234.tar --data /var/lib/docket
  docket restore --from b.tar --data /var/lib/docket --postgres postgres://docket@db/docket --deletions-from /var/lib/docket.old
  docket restore --from b.tar --data /var/lib/docket --s3 https://s3.example/acme-docket
  docket restore --from b.tar --postgres postgres://docket@db/docket --blobs /mnt/docket
  docket restore --from b.tar --data /var/lib/docket --keep-log    (vault.db and blobs are lost, events.db is not)`
}

// Run restores.
func (r Restore) Run(ctx context.Context, io terminal.Streams) error { return finished(r.run(ctx, io)) }

func (r Restore) run(ctx context.Context, io terminal.Streams) error {
	if r.From == "" && (r.Check || r.KeepLog || r.DeletionsFrom == "") {
		return errors.New("name the backup with --from")
	}
	cfg, err := r.config("", "")
	if err == nil {
		err = cfg.ownLog()
	}
	if err != nil {
		return err
	}
	if r.From != "" {
		p := terminal.NewProgress(io.Err)
		m, err := archive.ReadFile(ctx, r.From, archive.Sink{})
		if err != nil {
			return fmt.Errorf("nothing was written: %w", err)
		}
		if _, err := fmt.Fprintf(io.Out, "%s is whole: position %d of %s, %s, %s, made by version %s\n", r.From, m.Position,
			m.Time.Format("2006-01-02 15:04:05 UTC"), m.Engine, partsText(m), m.Program); err != nil || r.Check {
			return err
		}
		if err := r.restore(ctx, cfg, m, p); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
		if _, err := fmt.Fprintf(io.Out, "restored up to position %d; start the service with the master key of this installation\n", m.Position); err != nil {
			return err
		}
	}
	if r.DeletionsFrom == "" {
		return nil
	}
	n, err := carryDeletions(ctx, cfg, r.DeletionsFrom)
	if err != nil {
		return fmt.Errorf("carry deletions over: %w", err)
	}
	_, err = fmt.Fprintf(io.Out, "permanent deletions carried over: %d; the next start finishes them\n", n)
	return err
}

// importer takes log and keys of a backup.
type importer interface {
	eventsInto
	Keys(ctx context.Context, subjects []string, wrapped [][]byte) error
	Boxes(ctx context.Context, names []string, boxes [][]byte) error
	Commit(ctx context.Context) error
	Close(ctx context.Context) error
}

// restoring is one restore at work. New files grow in a folder inside the data
// folder, and get their names when all of them are complete, the log last.
type restoring struct {
	cfg      Serve
	m        archive.Manifest
	from     string
	keepLog  bool
	keepKeys bool // also the keys stand, and only bytes are restored
	scratch  string
	into     importer
	bucket   *blobs.Bucket // nil: bytes go to a folder
	grown    string        // where they grow in a folder of their own; "": in the data folder, as the rest does
	clear    bool          // the bucket was empty, and is to be so again when the restore fails
	views    *viewRows
	progress *terminal.Progress
}

const scratchPrefix = "restoring-"

func (r Restore) restore(ctx context.Context, cfg Serve, m archive.Manifest, p *terminal.Progress) (err error) {
	lock := newApp(cfg, slog.New(slog.DiscardHandler))
	if err := lock.take(ctx, lock.lock); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	w := &restoring{cfg: cfg, m: m, from: r.From, keepLog: r.KeepLog, progress: p}
	if err := w.emptied(); err != nil {
		return err
	}
	if r.KeepLog {
		if err := w.beside(ctx); err != nil {
			return err
		}
	}
	if err := w.bytesTarget(ctx); err != nil {
		return errors.Join(err, w.closeBytes(ctx, nil))
	}
	defer func() { err = errors.Join(err, w.closeBytes(ctx, err)) }()
	if w.scratch, err = os.MkdirTemp(cfg.Data, scratchPrefix); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.scratch)) }()
	if err := w.write(ctx); err != nil || !r.KeepLog {
		return err
	}
	return w.afterwards(ctx)
}

// emptied wants nothing in the data folder that a restore would mix with, and
// removes what an interrupted restore left.
func (w *restoring) emptied() error {
	entries, err := os.ReadDir(w.cfg.Data)
	if err != nil {
		return err
	}
	harmless := []string{"lock", "control.sock", "cache", "lost+found"}
	if w.keepLog {
		for _, db := range []string{"events", "vault", "views", "leases", "answers"} {
			harmless = append(harmless, db+".db", db+".db-wal", db+".db-shm")
		}
		harmless = append(harmless, "jetstream", "blobs")
	}
	for _, e := range entries {
		path := w.cfg.path(e.Name())
		switch {
		case strings.HasPrefix(e.Name(), scratchPrefix):
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		case !slices.Contains(harmless, e.Name()):
			return fmt.Errorf("%s is there already, and a restore replaces nothing: move it away, or name another folder with --data", path)
		}
	}
	return nil
}

// write reads the backup a second time and keeps what it holds.
func (w *restoring) write(ctx context.Context) (err error) {
	if w.into, err = w.open(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.into.Close(ctx)) }()
	if !w.keepLog {
		if w.views, err = w.openViews(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.views.close()) }()
	}
	if w.bucket == nil {
		if err := os.Mkdir(w.growing(), 0o700); err != nil {
			return err
		}
	}
	chunks := &chunks{ctx: ctx, into: w.into}
	if _, err := archive.ReadFile(ctx, w.from, w.sink(ctx, chunks)); err != nil {
		return err
	}
	if err := chunks.flush(); err != nil {
		return err
	}
	if w.views != nil {
		if err := w.views.finish(ctx); err != nil {
			return err
		}
	}
	blobs.Settle()
	w.clear = false // what follows may have happened although it fails
	return w.keep(ctx)
}

// open opens where log and keys go.
func (w *restoring) open(ctx context.Context) (importer, error) {
	if w.keepKeys {
		return nowhere{}, nil
	}
	if w.cfg.Postgres != "" {
		return postgres.NewImport(ctx, w.cfg.Postgres, w.keepLog)
	}
	log := filepath.Join(w.scratch, "events.db")
	if w.keepLog {
		log = ""
	}
	return sqlite.NewImport(ctx, log, filepath.Join(w.scratch, "vault.db"))
}

// keep gives everything its name. A crash in between leaves keys without a log,
// which no service starts on.
func (w *restoring) keep(ctx context.Context) error {
	if w.views != nil {
		if err := w.views.close(); err != nil {
			return err
		}
	}
	if w.cfg.Postgres == "" {
		if err := w.into.Close(ctx); err != nil {
			return err
		}
	}
	if w.grown != "" {
		if err := moveIn(w.grown, w.cfg.Blobs); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(w.scratch)
	if err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(b.Name(), a.Name()) }) // views, vault, events, blobs
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return isLog(a.Name()) - isLog(b.Name()) })
	for _, e := range entries {
		if err := moveIn(filepath.Join(w.scratch, e.Name()), w.cfg.path(e.Name())); err != nil {
			return err
		}
	}
	blobs.Settle()
	return w.into.Commit(ctx)
}

// moveIn gives a new file its name; of a folder that is there already, what is
// missing is added.
func moveIn(from, to string) error {
	info, err := os.Stat(to)
	if errors.Is(err, fs.ErrNotExist) {
		return os.Rename(from, to)
	}
	if err == nil && !info.IsDir() && !strings.Contains(from, string(filepath.Separator)+"blobs"+string(filepath.Separator)) {
		err = fmt.Errorf("%s is there already", to)
	}
	if err != nil || !info.IsDir() { // a blob never changes
		return err
	}
	entries, err := os.ReadDir(from)
	for _, e := range entries {
		if err == nil {
			err = moveIn(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		}
	}
	return err
}

func isLog(name string) int {
	if strings.HasPrefix(name, "events.db") {
		return 1
	}
	return 0
}
