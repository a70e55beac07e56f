package transfer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/settings"
)

// restoreRun is one restore at work. New files grow in a folder inside the data
// folder, and get their names when all of them are complete, the log last.
type restoreRun struct {
	cfg            settings.Config
	m              archive.Manifest
	from           string
	keepLog        bool
	asFork         bool
	forks          *forkCheck
	label          *lineage.Restored // of a log that is restored as a fork
	keepKeys       bool              // also the keys stand, and only bytes are restored
	standing       es.Position       // in a log that stands: where its last event is that the backup has
	scratch        string
	into           engines.Importer
	remote         engines.RemoteBytes // nil: bytes go to a folder
	ownBlobFolder  string              // where they grow in a folder of their own; "": in the data folder, as the rest does
	clearOnFailure bool                // the place of bytes was empty, and is to be so again when the restore fails
	views          *viewImporter
	progress       *terminal.Progress
}

// ScratchPrefix begins the names of folders that an interrupted restore leaves.
const ScratchPrefix = "restoring-"

// RestoreOptions say how a backup is restored.
type RestoreOptions struct {
	KeepLog bool                       // the log there stands, goes on where the backup's ends, and gets the keys and bytes that it lacks
	AsFork  bool                       // the log is labelled as a fork, also where it would be refused as one
	Known   []evidence.KnownCheckpoint // that others keep
}

// RestoreBackup writes a backup that was checked to a place that is empty, and returns the label of a log that is restored as a
// fork. Errors: ErrFork.
func RestoreBackup(ctx context.Context, cfg settings.Config, file string, m archive.Manifest, o RestoreOptions,
	p *terminal.Progress) (label *lineage.Restored, err error) {
	lock, err := cfg.LockDataFolder()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	w := &restoreRun{cfg: cfg, m: m, from: file, keepLog: o.KeepLog, asFork: o.AsFork, progress: p}
	if err := w.prepareFolder(); err != nil {
		return nil, err
	}
	if o.KeepLog {
		if err := w.checkStandingLog(ctx); err != nil {
			return nil, err
		}
	}
	if err := w.openBytesTarget(ctx); err != nil {
		return nil, errors.Join(err, w.closeBytes(ctx, nil))
	}
	defer func() { err = errors.Join(err, w.closeBytes(ctx, err)) }()
	if w.scratch, err = os.MkdirTemp(cfg.Data, ScratchPrefix); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.scratch)) }()
	if err := w.writeAll(ctx, o.Known); err != nil {
		return nil, err
	}
	if o.KeepLog {
		return nil, w.resetViewsAndKeys(ctx)
	}
	return w.label, keeper.ForgetTree(ctx, cfg)
}

// prepareFolder wants nothing in the data folder that a restore would mix with, and
// removes what an interrupted restore left.
func (w *restoreRun) prepareFolder() error {
	entries, err := os.ReadDir(w.cfg.Data)
	if err != nil {
		return err
	}
	harmless := []string{"lock", "control.sock", "cache", "lost+found", bytestore.ReserveFile, "evidence"}
	if w.keepLog {
		for _, db := range []string{"events", "vault", "views", "leases", "answers", "evidence"} {
			harmless = append(harmless, db+".db", db+".db-wal", db+".db-shm")
		}
		harmless = append(harmless, "jetstream", "blobs")
	}
	for _, e := range entries {
		path := w.cfg.DataPath(e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ScratchPrefix):
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		case !slices.Contains(harmless, e.Name()):
			return fmt.Errorf("%s is there already, and a restore replaces nothing: move it away, or name another folder with --data", path)
		}
	}
	return nil
}

// writeAll reads the backup a second time and keeps what it holds.
func (w *restoreRun) writeAll(ctx context.Context, known []evidence.KnownCheckpoint) (err error) {
	if w.into, err = w.openImporter(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.into.Close(ctx)) }()
	if !w.keepLog {
		if err := w.beginForkCheck(ctx, known); err != nil {
			return err
		}
		if w.views, err = w.openViews(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.views.close()) }()
	}
	if w.remote == nil {
		if err := os.Mkdir(w.blobFolder(), 0o700); err != nil {
			return err
		}
	}
	chunks := &importBuffer{ctx: ctx, into: w.into}
	if _, err := archive.ReadFile(ctx, w.from, w.archiveSink(ctx, chunks)); err != nil {
		return err
	}
	if err := w.finishForkCheck(chunks); err != nil {
		return err
	}
	if err := chunks.flush(); err != nil {
		return err
	}
	if w.views != nil {
		if err := w.views.moveCheckpoints(ctx, engines.NumberingOf(w.into)); err != nil {
			return err
		}
	}
	engines.SyncBytes()
	w.clearOnFailure = false // what follows may have happened although it fails
	return w.moveIntoPlace(ctx)
}

// openImporter opens where log and keys go.
func (w *restoreRun) openImporter(ctx context.Context) (engines.Importer, error) {
	if w.keepKeys {
		return discardImporter{}, nil
	}
	return engines.OpenImport(ctx, w.cfg, w.scratch, w.keepLog)
}

// moveIntoPlace gives everything its name. A crash in between leaves keys without a log,
// which no service starts on.
func (w *restoreRun) moveIntoPlace(ctx context.Context) error {
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
	if w.ownBlobFolder != "" {
		if err := moveInto(w.ownBlobFolder, w.cfg.Blobs); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(w.scratch)
	if err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(b.Name(), a.Name()) }) // views, vault, events, blobs
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return logRank(a.Name()) - logRank(b.Name()) })
	for _, e := range entries {
		if err := moveInto(filepath.Join(w.scratch, e.Name()), w.cfg.DataPath(e.Name())); err != nil {
			return err
		}
	}
	engines.SyncBytes()
	return w.into.Commit(ctx)
}

// moveInto gives a new file its name; of a folder that is there already, what is
// missing is added.
func moveInto(from, to string) error {
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
			err = moveInto(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		}
	}
	return err
}

func logRank(name string) int {
	if strings.HasPrefix(name, "events.db") {
		return 1
	}
	return 0
}
