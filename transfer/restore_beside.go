package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
)

// Keys or bytes are lost and the log is not: what is missing comes from the backup,
// and the log goes on from there.

// discardImporter takes log and keys that stand already.
type discardImporter struct{}

// AddEvents takes none.
func (discardImporter) AddEvents(context.Context, []es.Envelope) error { return nil }

// AddKeys takes none.
func (discardImporter) AddKeys(context.Context, []string, [][]byte) error { return nil }

// AddBoxes takes none.
func (discardImporter) AddBoxes(context.Context, []string, [][]byte) error { return nil }

// Commit has nothing to keep.
func (discardImporter) Commit(context.Context) error { return nil }

// Close has nothing to close.
func (discardImporter) Close(context.Context) error { return nil }

// checkStandingLog looks at what stands: the log must begin as the backup's does.
func (w *restoreRun) checkStandingLog(ctx context.Context) (err error) {
	if err := w.cfg.MustExist(ctx); err != nil {
		return err
	}
	log, err := engines.OpenLog(ctx, w.cfg, slog.Default())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	if w.keepKeys, err = hasKeys(ctx, w.cfg); err != nil {
		return err
	}
	next, stop := iter.Pull2(es.ReadToHead(ctx, log, 0, es.Filter{}))
	defer stop()
	numbers := numbering.New(log)
	_, err = archive.ReadFile(ctx, w.from, archive.Sink{Event: func(e es.Envelope) error {
		stands, err, ok := next()
		if ok && err == nil {
			w.standing = stands.Position
			stands = numbers.Note(stands)
		}
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf(
				"the log ends before event %d of the backup: restore the log too, without --keep-log, into an empty place", e.Position)
		case stands.ID != e.ID || stands.Position != e.Position || !bytes.Equal(stands.Body, e.Body):
			return fmt.Errorf("the log is not that of the backup: they differ at event %d", e.Position)
		}
		return nil
	}})
	return err
}

// hasKeys says that there are keys. A file without any, which a start in vain may
// have left, is removed.
func hasKeys(ctx context.Context, cfg settings.Config) (bool, error) {
	k, err := engines.OpenKeys(ctx, cfg)
	if err != nil {
		return false, err
	}
	wrapped, _, err := k.Get(ctx, engines.MasterCheck)
	if err = errors.Join(err, k.Close()); err != nil || wrapped != nil || cfg.Postgres != "" {
		return wrapped != nil, err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(cfg.DataPath("vault.db" + suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// resetViewsAndKeys gives up the keys that are lost, and has all views built anew.
func (w *restoreRun) resetViewsAndKeys(ctx context.Context) (err error) {
	s, err := engines.OpenStorage(ctx, w.cfg, slog.Default())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if !w.keepKeys {
		if err := w.tombstoneLostKeys(ctx, s); err != nil {
			return err
		}
	}
	all := projections.All(nil)
	if err := s.Views.Prepare(ctx, all...); err != nil {
		return err
	}
	for _, v := range all {
		if err := s.Views.Reset(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// tombstoneLostKeys leaves tombstones for the subjects whose keys were made after the backup:
// what they sealed cannot be read by anyone, and is to read as erased. An event of each
// workspace says so first.
func (w *restoreRun) tombstoneLostKeys(ctx context.Context, s *engines.Storage) error {
	lost := map[es.Subject]bool{}
	for env, err := range es.ReadToHead(ctx, s.Log, w.standing, es.Filter{}) {
		if err != nil {
			return err
		}
		for _, subject := range stored.Subjects(env.Body) {
			wrapped, destroyed, err := s.Keys.Get(ctx, string(subject))
			if err != nil {
				return err
			}
			if wrapped == nil && !destroyed {
				lost[subject] = true
			}
		}
	}
	if err := appendKeysLost(ctx, s.Log, slices.Sorted(maps.Keys(lost))); err != nil {
		return err
	}
	for subject := range lost {
		if err := s.Keys.Destroy(ctx, string(subject)); err != nil {
			return err
		}
	}
	if len(lost) > 0 {
		w.progress.Note(
			"the keys of %d subjects were made after the backup and are lost: what they sealed reads as erased from now on", len(lost))
	}
	return nil
}

// keysAtOnce is how many lost keys one event tells of at most.
const keysAtOnce = 1000

// appendKeysLost tells of lost keys, which are in order, in the streams of their workspaces.
func appendKeysLost(ctx context.Context, log es.Store, lost []es.Subject) error {
	for len(lost) > 0 {
		ws, _, _ := strings.Cut(string(lost[0]), "/")
		n := 1
		for n < min(len(lost), keysAtOnce) && strings.HasPrefix(string(lost[n]), ws+"/") {
			n++
		}
		body, err := engines.MarshalBody(workspace.KeysLost{Subjects: lost[:n]})
		if err != nil {
			return err
		}
		at, stream := uint64(0), workspace.StreamOf(ws)
		for env, err := range log.Stream(ctx, stream, 0) {
			if err != nil {
				return err
			}
			at = env.Version
		}
		command := uuid.New()
		e := es.Envelope{ID: uuid.NewSHA1(command, []byte(stream)), Type: workspace.KeysLostName, Schema: 1, Body: body,
			Meta: es.Meta{Actor: user.SystemID, Workspace: ws, Command: command, Correlation: command}}
		if _, err := log.Append(ctx, stream, at, []es.Envelope{e}); err != nil {
			return fmt.Errorf("tell of lost keys: %w", err)
		}
		lost = lost[n:]
	}
	return nil
}

// CarryDeletions appends the permanent deletions of a newer log to the streams that
// stand here and do not end with one. The service finishes them.
func CarryDeletions(ctx context.Context, cfg settings.Config, from string) (n int, err error) {
	if err := cfg.MustExist(ctx); err != nil {
		return 0, err
	}
	log, err := engines.OpenLog(ctx, cfg, slog.Default())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	err = eachDeletion(ctx, from, func(e es.Envelope) error {
		at := uint64(0)
		for env, err := range log.Stream(ctx, e.Stream, 0) {
			if err != nil || env.Type == e.Type {
				return err
			}
			at = env.Version
		}
		if at == 0 {
			return nil // not in the backup
		}
		e.Causation = 0 // a place in the other log
		if _, err := log.Append(ctx, e.Stream, at, []es.Envelope{e}); err != nil {
			return err
		}
		n++
		return nil
	})
	return n, err
}

// eachDeletion reads the permanent deletions of a backup, a folder, a database or an EventStoreDB.
func eachDeletion(ctx context.Context, from string, f func(es.Envelope) error) (err error) {
	wanted := map[string]bool{}
	for _, name := range deletionEvents().Types {
		wanted[name] = true
	}
	info, err := os.Stat(from)
	if err == nil && !info.IsDir() {
		return readVerified(ctx, from, archive.Sink{Event: func(e es.Envelope) error {
			if !wanted[e.Type] {
				return nil
			}
			return f(e)
		}})
	}
	other := settings.Config{Data: from}
	if err != nil {
		if !strings.Contains(from, "://") && !strings.Contains(from, "=") {
			return fmt.Errorf("%s is no backup, data folder or database: %w", from, err)
		}
		other = settings.Config{Postgres: from}
		if engines.IsEventStore(from) {
			other = settings.Config{EventStore: from}
		}
	}
	if err := other.MustExist(ctx); err != nil {
		return err
	}
	log, err := engines.OpenLog(ctx, other, slog.Default())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	for e, err := range es.ReadToHead(ctx, log, 0, deletionEvents()) {
		if err == nil {
			err = f(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readVerified reads a backup once it is known to be whole.
func readVerified(ctx context.Context, path string, s archive.Sink) error {
	_, err := archive.ReadFile(ctx, path, archive.Sink{})
	if err == nil {
		_, err = archive.ReadFile(ctx, path, s)
	}
	return err
}
