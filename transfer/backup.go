package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
)

// A BackupResult is a backup that is complete.
type BackupResult struct {
	archive.Manifest
	Path string
	Size int64
	Note string // about what the backup lacks, a line; "" for nothing
}

// WriteBackup writes a backup of the installation at a place to a file, which must not exist; in a
// folder it gets a name of time and position. With views the read models go in too.
func WriteBackup(
	ctx context.Context, cfg settings.Config, file string, withViews bool, progress *terminal.Progress,
) (made BackupResult, err error) {
	s, err := engines.OpenStorage(ctx, cfg, slog.Default())
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := engines.CheckFinished(ctx, s.Keys); err != nil {
		return made, err
	}
	kept, err := engines.OpenBytes(cfg, nil, slog.Default())
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	if made.Path, err = backupPath(ctx, file, s.Log); err != nil {
		return made, err
	}
	out, err := archive.Create(made.Path)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, out.Abort()) }()
	w := &Backup{Storage: s, Bytes: kept, Out: out, Progress: progress,
		Manifest: archive.Manifest{Program: cfg.Program.Version, Engine: cfg.EngineName()}}
	if err := w.Write(ctx, withViews); err != nil {
		return made, fmt.Errorf("backup: %w", err)
	}
	made.Manifest, made.Size, err = out.Finish(w.Manifest)
	made.Note = engines.DescribeRemoved(w.Pins)
	if err == nil {
		err = describeLost(made.Path, w.lost.List(), kept)
	}
	return made, err
}

// describeLost returns the error of a backup that lacks bytes which the log names, or has others than it names; nil for none.
func describeLost(path string, lost []stored.Lost, kept engines.ByteStore) error {
	missing, altered := []stored.Lost{}, []stored.Lost{}
	for _, l := range lost {
		if l.Damaged {
			altered = append(altered, l)
		} else {
			missing = append(missing, l)
		}
	}
	var err error
	if len(missing) > 0 {
		err = fmt.Errorf("%s is written, but lacks the bytes of %d blobs that the log names, since they are not in %s: %s. "+
			"docket audit verify --bytes looks for more", path, len(missing), kept, bytestore.DescribeLost(missing))
	}
	if len(altered) > 0 {
		err = errors.Join(err, fmt.Errorf("%s is written, but %d blobs in %s are not the bytes that the log names: %s", path, len(altered),
			kept, bytestore.DescribeLost(altered)))
	}
	return err
}

// backupPath is the file to write.
func backupPath(ctx context.Context, to string, log es.Store) (string, error) {
	info, err := os.Stat(to)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return to, nil
	}
	if err != nil {
		return "", err
	}
	now := time.Now().UTC().Format("20060102T150405Z")
	if !numbering.IsDense(log) { // positions say nothing
		return filepath.Join(to, "docket-"+now+".tar"), nil
	}
	head, err := log.Head(ctx)
	return filepath.Join(to, fmt.Sprintf("docket-%s-%d.tar", now, head)), err
}

// Snapshotter are keys that can be read as they stand at one moment.
type Snapshotter interface {
	Snapshot(ctx context.Context, fixed func() error, key, box func(name string, value []byte) error) error
}

// exporter are views whose rows can be read as they stand at one moment.
type exporter interface {
	Export(ctx context.Context, key string, row func(table string, r projections.Row) error) (at es.Position, parked bool, err error)
}

// Backup is one at work. Content and keys are durable before the event that names
// them, and go after the event that deletes them. So a position is whole when
// everything that is kept was pinned before or behind it, and no event that removes
// anything came between it and the snapshot of the keys.
type Backup struct {
	Storage  *engines.Storage
	Bytes    engines.ByteStore
	Pins     engines.Pins
	Out      *archive.Writer
	Progress *terminal.Progress
	Manifest archive.Manifest
	blobs    uint64
	lost     stored.Register
}

// Write writes the backup.
func (b *Backup) Write(ctx context.Context, withViews bool) (err error) {
	if withViews { // before the position: views must not be ahead of the log
		if err := b.writeViews(ctx); err != nil {
			return err
		}
	}
	if err := b.noteCheckpoint(ctx); err != nil { // before the position, too
		return err
	}
	from, err := b.Storage.Log.Head(ctx)
	if err != nil {
		return err
	}
	if b.Pins, err = b.Bytes.Pin(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Pins.Release()) }()
	if err := b.FixPosition(ctx, from); err != nil {
		return err
	}
	return b.WriteLog(ctx)
}

// noteCheckpoint puts the newest checkpoint into the manifest, where the events of the log and of the backup have the same
// numbers.
func (b *Backup) noteCheckpoint(ctx context.Context) error {
	if !numbering.IsDense(b.Storage.Log) {
		return nil
	}
	signed, err := b.Storage.Evidence.LastCheckpoint(ctx)
	b.Manifest.Checkpoint = string(signed)
	return err
}

// errRemoved says that something was removed behind the position.
var errRemoved = errors.New("something was removed meanwhile")

// positionTries is how often a position is looked for at which nothing is removed.
// Each try is about as long as it takes to read the events since the last.
const positionTries = 1000

// FixPosition finds a position and writes the keys that belong to it. from is where the
// log ended before anything was pinned.
func (b *Backup) FixPosition(ctx context.Context, from es.Position) error {
	keys, ok := b.Storage.Keys.(Snapshotter)
	if !ok {
		return errors.New("these keys cannot be read as they stand at one moment")
	}
	for range positionTries {
		at, err := b.Storage.Log.Head(ctx)
		if err == nil {
			err = b.pinSince(ctx, from, at)
		}
		if err != nil {
			return err
		}
		b.Manifest.Position, b.Manifest.Time = at, time.Now().UTC()
		err = keys.Snapshot(ctx, func() error { return b.checkNothingRemoved(ctx, at) }, b.Out.AddKey, b.Out.AddBox)
		if !errors.Is(err, errRemoved) {
			return err
		}
		from = at
	}
	return fmt.Errorf("%w, at each of %d positions that were tried; try again when less is deleted", errRemoved, positionTries)
}

// pinSince pins what events behind a position name, up to another one.
func (b *Backup) pinSince(ctx context.Context, from, to es.Position) error {
	for env, err := range es.ReadToHead(ctx, b.Storage.Log, from, es.Filter{}) {
		if err != nil || env.Position > to {
			return err
		}
		for _, ref := range stored.BlobRefs(env.Body) {
			if err := b.Pins.Add(ref); err != nil {
				return fmt.Errorf("pin blob %s: %w", ref.ID, err)
			}
		}
	}
	return nil
}

// deletionEvents are the events of permanent deletion.
func deletionEvents() es.Filter { return (&processes.Eraser{}).Filter() }

// removalEvents are the events behind which bytes or keys go.
func removalEvents() es.Filter {
	f := deletionEvents()
	f.Types = append(f.Types, "file.replaced")
	return f
}

// checkNothingRemoved says errMoved when an event behind a position removes something.
func (b *Backup) checkNothingRemoved(ctx context.Context, at es.Position) error {
	for _, err := range es.ReadToHead(ctx, b.Storage.Log, at, removalEvents()) {
		if err == nil {
			err = errRemoved
		}
		return err
	}
	return nil
}

// WriteLog writes all events up to the position, and the blobs that they name. In the backup
// events are numbered from 1 on, whatever their positions are in the log; so is what it says of
// itself from then on.
func (b *Backup) WriteLog(ctx context.Context) error {
	numbers, events := numbering.New(b.Storage.Log), es.Position(0)
	for env, err := range es.ReadToHead(ctx, b.Storage.Log, 0, es.Filter{}) {
		if err != nil {
			return err
		}
		if env.Position > b.Manifest.Position {
			break
		}
		env = numbers.Note(env)
		events = env.Position
		if err := b.Out.AddEvent(env); err != nil {
			return err
		}
		b.lost.Note(env)
		for _, ref := range stored.BlobRefs(env.Body) {
			state, err := b.writeBlob(ref)
			if err != nil {
				return err
			}
			if b.blobs++; state != blobWritten {
				b.lost.Add(env, ref, state == blobAltered)
			}
		}
		b.Progress.Report("%d events, %s", events, terminal.FormatBytes(b.Out.Size()))
	}
	b.Manifest.Position = numbers.NumberOf(b.Manifest.Position)
	for i := range b.Manifest.Views {
		b.Manifest.Views[i].At = numbers.NumberOf(b.Manifest.Views[i].At)
	}
	return ctx.Err()
}

// A blobState tells what a backup did with a blob.
type blobState int

const (
	blobWritten blobState = iota
	blobGone              // deleted, lost, or written for an earlier event
	blobAltered           // written, and not what its event tells
)

// writeBlob writes the bytes of a blob, once, and compares them with what its event tells of them.
func (b *Backup) writeBlob(ref es.BlobRef) (state blobState, err error) {
	sealed, path, size, err := b.Pins.OpenPinned(ref)
	if err != nil || sealed == nil {
		return blobGone, err
	}
	defer func(c io.Closer) { err = errors.Join(err, c.Close()) }(sealed)
	sum := sha256.New()
	if err := b.Out.AddBlob(path, size, io.TeeReader(sealed, sum)); err != nil {
		return blobGone, err
	}
	if want, known := ref.Digest(); known && (size != ref.SealedSize || !bytes.Equal(sum.Sum(nil), want[:])) {
		return blobAltered, nil
	}
	return blobWritten, nil
}

// writeViews writes the rows of all views that nothing is parked of. Rows hold positions: where
// those are not the numbers that events have in the backup, it takes the places of consumers alone.
func (b *Backup) writeViews(ctx context.Context) error {
	from, ok := b.Storage.Views.(exporter)
	if !ok {
		return errors.New("these views cannot be read as they stand at one moment")
	}
	all := slices.DeleteFunc(service.AllViews(), func(v projections.View) bool {
		return !numbering.IsDense(b.Storage.Log) && !service.KeepsPlaceOnly(v)
	})
	if err := b.Storage.Views.Prepare(ctx, all...); err != nil {
		return err
	}
	for _, v := range all {
		set, err := store.NewSet(v)
		if err != nil {
			return err
		}
		at, parked, err := from.Export(ctx, v.CheckpointKey(), func(table string, row projections.Row) error {
			b.Progress.Report("view %s, %s", v.Name, terminal.FormatBytes(b.Out.Size()))
			return b.Out.AddRow(v.CheckpointKey(), table, row)
		})
		if err != nil {
			return err
		}
		if !parked && at > 0 {
			b.Manifest.Views = append(b.Manifest.Views, archive.View{Key: v.CheckpointKey(), At: at, Tables: tableDefinitions(set)})
		}
	}
	return nil
}

// tableDefinitions are the shapes of a view's tables, by name.
func tableDefinitions(set *store.Set) map[string]string {
	out := map[string]string{}
	for _, t := range set.Tables {
		out[t.Name] = t.Definition()
	}
	return out
}
