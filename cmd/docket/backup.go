package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Backup writes a backup.
type Backup struct {
	Place
	To        string `required:"" env:"DOCKET_BACKUP_TO" placeholder:"FILE|DIR" help:"File to write, which must not be there; or a folder that gets a file named by time and position."`
	WithViews bool   `help:"Take the read models too, so that a restored service need not build them."`
}

// Help shows how it is used.
func (Backup) Help() string {
	return `Writes log, keys (as they are stored, wrapped by the master key), sealed bytes and, if asked for, read models into one file. Works beside a running service and needs no master key; keep that apart, for without it the backup cannot be read. The same file can be restored into SQLite files and into PostgreSQL.

Examples:
  docket backup --data /var/lib/docket --to /backup
  docket backup --data /var/lib/docket --postgres postgres://docket@db/docket --to /backup/before-upgrade.tar
  docket restore --check --from /backup/before-upgrade.tar`
}

// snapshotter are keys that can be read as they stand at one moment.
type snapshotter interface {
	Snapshot(ctx context.Context, fixed func() error, key, box func(name string, value []byte) error) error
}

// exporter are views whose rows can be read as they stand at one moment.
type exporter interface {
	Export(ctx context.Context, key string, row func(table string, r projections.Row) error) (at es.Position, parked bool, err error)
}

// Run makes the backup.
func (b Backup) Run(ctx context.Context, io terminal.Streams) error { return finished(b.run(ctx, io)) }

func (b Backup) run(ctx context.Context, io terminal.Streams) (err error) {
	cfg, err := b.config("", "")
	if err == nil {
		err = errors.Join(cfg.ownLog(), cfg.mustExist(ctx))
	}
	if err != nil {
		return err
	}
	s, err := openStorage(ctx, cfg, slog.Default())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := checkFinished(ctx, s.keys); err != nil {
		return err
	}
	bytes, err := cfg.openBytes(nil, slog.Default())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bytes.Close()) }()
	to, err := b.target(ctx, s.log)
	if err != nil {
		return err
	}
	out, err := archive.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Abort()) }()
	w := &backup{storage: s, bytes: bytes, out: out, progress: terminal.NewProgress(io.Err), manifest: archive.Manifest{Program: version, Engine: cfg.engineName()}}
	if err := w.write(ctx, b.WithViews); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	m, size, err := out.Finish(w.manifest)
	if err == nil {
		_, err = fmt.Fprintf(io.Out, "backup up to position %d: %s, %s in %s\n%s", m.Position, partsText(m), terminal.FormatBytes(size), to, bytesGone(w.pins))
	}
	return err
}

// target is the file to write.
func (b Backup) target(ctx context.Context, log es.Store) (string, error) {
	info, err := os.Stat(b.To)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return b.To, nil
	}
	if err != nil {
		return "", err
	}
	head, err := log.Head(ctx)
	return filepath.Join(b.To, fmt.Sprintf("docket-%s-%d.tar", time.Now().UTC().Format("20060102T150405Z"), head)), err
}

func partsText(m archive.Manifest) string {
	return fmt.Sprintf("%d events, %d keys, %d secrets, %d files of %s", m.Parts[archive.Log].Records, m.Parts[archive.Keys].Records,
		m.Parts[archive.Boxes].Records, m.Parts[archive.Blobs].Records, terminal.FormatBytes(m.Parts[archive.Blobs].Bytes))
}

// backup is one at work. Content and keys are durable before the event that names
// them, and go after the event that deletes them. So a position is whole when
// everything that is kept was pinned before or behind it, and no event that removes
// anything came between it and the snapshot of the keys.
type backup struct {
	storage  *storage
	bytes    byteStore
	pins     pins
	out      *archive.Writer
	progress *terminal.Progress
	manifest archive.Manifest
	events   uint64
}

func (b *backup) write(ctx context.Context, withViews bool) (err error) {
	if withViews { // before the position: views must not be ahead of the log
		if err := b.views(ctx); err != nil {
			return err
		}
	}
	from, err := b.storage.log.Head(ctx)
	if err != nil {
		return err
	}
	if b.pins, err = pin(ctx, b.bytes); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.pins.Release()) }()
	if err := b.settle(ctx, from); err != nil {
		return err
	}
	return b.log(ctx)
}

// errMoved says that something was removed behind the position.
var errMoved = errors.New("something was removed meanwhile")

// settleTries is how often a position is looked for at which nothing is removed.
// Each try is about as long as it takes to read the events since the last.
const settleTries = 1000

// settle finds a position and writes the keys that belong to it. from is where the
// log ended before anything was pinned.
func (b *backup) settle(ctx context.Context, from es.Position) error {
	keys, ok := b.storage.keys.(snapshotter)
	if !ok {
		return errors.New("these keys cannot be read as they stand at one moment")
	}
	for range settleTries {
		at, err := b.storage.log.Head(ctx)
		if err == nil {
			err = b.pinSince(ctx, from, at)
		}
		if err != nil {
			return err
		}
		b.manifest.Position, b.manifest.Time = at, time.Now().UTC()
		err = keys.Snapshot(ctx, func() error { return b.unmoved(ctx, at) }, b.out.Key, b.out.Box)
		if !errors.Is(err, errMoved) {
			return err
		}
		from = at
	}
	return fmt.Errorf("%w, at each of %d positions that were tried; try again when less is deleted", errMoved, settleTries)
}

// pinSince pins what events behind a position name, up to another one.
func (b *backup) pinSince(ctx context.Context, from, to es.Position) error {
	for env, err := range b.storage.log.All(ctx, from, es.Filter{}) {
		if err != nil || env.Position > to {
			return err
		}
		for _, ref := range blobRefs(env.Body) {
			if err := b.pins.Add(ref); err != nil {
				return fmt.Errorf("pin blob %s: %w", ref.ID, err)
			}
		}
	}
	return nil
}

// deletions are the events of permanent deletion.
func deletions() es.Filter { return (&processes.Eraser{}).Filter() }

// removals are the events behind which bytes or keys go.
func removals() es.Filter {
	f := deletions()
	f.Types = append(f.Types, "file.replaced")
	return f
}

// unmoved says errMoved when an event behind a position removes something.
func (b *backup) unmoved(ctx context.Context, at es.Position) error {
	for _, err := range b.storage.log.All(ctx, at, removals()) {
		if err == nil {
			err = errMoved
		}
		return err
	}
	return nil
}

// log writes all events up to the position, and the blobs that they name.
func (b *backup) log(ctx context.Context) error {
	for env, err := range b.storage.log.All(ctx, 0, es.Filter{}) {
		if err != nil {
			return err
		}
		if env.Position > b.manifest.Position {
			break
		}
		if err := b.out.Event(env); err != nil {
			return err
		}
		for _, ref := range blobRefs(env.Body) {
			if err := b.blob(ref); err != nil {
				return err
			}
		}
		b.events++
		b.progress.Report("position %d of %d, %s", env.Position, b.manifest.Position, terminal.FormatBytes(b.out.Size()))
	}
	return ctx.Err()
}

// blob writes the bytes of a blob, once; nothing when it was deleted.
func (b *backup) blob(ref es.BlobRef) (err error) {
	sealed, path, size, err := b.pins.Take(ref)
	if err != nil || sealed == nil {
		return err
	}
	defer func(c io.Closer) { err = errors.Join(err, c.Close()) }(sealed)
	return b.out.Blob(path, size, sealed)
}

// views writes the rows of all views that nothing is parked of.
func (b *backup) views(ctx context.Context) error {
	from, ok := b.storage.views.(exporter)
	if !ok {
		return errors.New("these views cannot be read as they stand at one moment")
	}
	all := allViews()
	if err := b.storage.views.Prepare(ctx, all...); err != nil {
		return err
	}
	for _, v := range all {
		set, err := store.NewSet(v)
		if err != nil {
			return err
		}
		at, parked, err := from.Export(ctx, v.Key(), func(table string, row projections.Row) error {
			b.progress.Report("view %s, %s", v.Name, terminal.FormatBytes(b.out.Size()))
			return b.out.Row(v.Key(), table, row)
		})
		if err != nil {
			return err
		}
		if !parked && at > 0 {
			b.manifest.Views = append(b.manifest.Views, archive.View{Key: v.Key(), At: at, Tables: definitions(set)})
		}
	}
	return nil
}

// allViews are the views and the places of consumers, to be moved, not projected.
func allViews() []projections.View {
	return append(consumers(consumerNames...), projections.All(nil)...)
}

// definitions are the shapes of a view's tables, by name.
func definitions(set *store.Set) map[string]string {
	out := map[string]string{}
	for _, t := range set.Tables {
		out[t.Name] = t.Definition()
	}
	return out
}
