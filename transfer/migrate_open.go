package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/bytestore"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
)

// openEnds opens both ends and makes sure that they belong together.
func (m *migration) openEnds(ctx context.Context) error {
	if err := m.from.cfg.MustExist(ctx); err != nil {
		return err
	}
	m.sameBytes = sameBytes(m.from.cfg, m.to.cfg)
	if err := m.openSource(ctx); err != nil {
		return err
	}
	if err := m.to.cfg.MakeDataFolder(); err != nil {
		return err
	}
	if !sameFolder(m.from.cfg.Data, m.to.cfg.Data) {
		lock, ok, err := lockFolder(m.to.cfg)
		if err == nil && !ok {
			err = fmt.Errorf("a service or another copy is at work on %s; stop it first", m.to.cfg.Data)
		}
		if err != nil {
			return err
		}
		m.onClose(lock.Close)
	}
	if err := m.openTarget(ctx); err != nil {
		return err
	}
	return m.claimTarget(ctx)
}

func (m *migration) openSource(ctx context.Context) (err error) {
	if m.source, err = engines.OpenStorage(ctx, m.from.cfg, slog.New(slog.DiscardHandler)); err != nil {
		return fmt.Errorf("open %s: %w", m.from.displayName(), err)
	}
	m.onClose(m.source.Close)
	m.ours = numbering.New(m.source.Log)
	if err := engines.CheckFinished(ctx, m.source.Keys); err != nil {
		return fmt.Errorf("%s: %w", m.from.displayName(), err)
	}
	check, _, err := m.source.Keys.Get(ctx, engines.MasterCheck)
	if err == nil && check == nil {
		err = fmt.Errorf("%s holds no installation: no service was ever started on it", m.from.displayName())
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(check)
	m.check, m.identity = check, []byte(hex.EncodeToString(sum[:]))
	m.bytesFrom, err = m.openSealedBytes(ctx, m.from.cfg, false)
	return err
}

// sameBytes reports whether two configurations name one place of bytes.
func sameBytes(a, b settings.Config) bool {
	if a.BytesFlag() != b.BytesFlag() {
		return false
	}
	return a.BytesPlace() == b.BytesPlace() || a.BytesFlag() == "--blobs" && sameFolder(a.Blobs, b.Blobs)
}

// openSealedBytes opens the bytes of one end, to be written too or only read.
func (m *migration) openSealedBytes(ctx context.Context, cfg settings.Config, written bool) (engines.SealedBytes, error) {
	b, err := engines.OpenSealed(ctx, cfg, written)
	if b != nil {
		m.onClose(b.Close)
	}
	return b, err
}

func (m *migration) openTarget(ctx context.Context) (err error) {
	if m.to.cfg.Postgres == "" {
		if err := checkOnlyCopy(m.to.cfg); err != nil {
			return err
		}
	}
	if m.into, err = engines.ResumeImport(ctx, m.to.cfg); err != nil {
		return fmt.Errorf("open %s: %w", m.to.displayName(), err)
	}
	m.theirs = engines.NumberingOf(m.into)
	if m.keys, err = engines.OpenKeys(ctx, m.to.cfg); err != nil {
		return err
	}
	m.onClose(m.keys.Close)
	m.bytesTo, err = m.openSealedBytes(ctx, m.to.cfg, !m.sameBytes)
	return err
}

// checkOnlyCopy refuses a data folder that holds what no copy put there.
func checkOnlyCopy(cfg settings.Config) error {
	entries, err := os.ReadDir(cfg.Data)
	if err != nil {
		return err
	}
	databases := []string{"events", "vault", "views", "answers", "leases", "evidence"}
	ours := []string{"lock", "control.sock", "cache", "lost+found", bytestore.ReserveFile, "blobs", "jetstream", "evidence"}
	for _, e := range entries {
		name := strings.TrimSuffix(strings.TrimSuffix(e.Name(), "-wal"), "-shm")
		if db, ok := strings.CutSuffix(name, ".db"); ok && slices.Contains(databases, db) {
			continue
		}
		if !slices.Contains(ours, name) {
			return fmt.Errorf("%s is there already: name an empty folder", cfg.DataPath(e.Name()))
		}
	}
	return nil
}

// claimTarget makes the target ours: either nothing is there, or what an earlier run put
// there of the same installation.
func (m *migration) claimTarget(ctx context.Context) error {
	box, err := m.keys.GetBox(ctx, engines.UnfinishedCopy)
	if err != nil {
		return err
	}
	if m.at, err = m.targetHead(ctx); err != nil {
		return err
	}
	switch {
	case box == nil:
		if err := m.checkTargetEmpty(ctx); err != nil {
			return err
		}
		return m.keys.PutBox(ctx, engines.UnfinishedCopy, m.identity)
	case string(box) != string(m.identity):
		return fmt.Errorf("%s holds the unfinished copy of another installation: name an empty place", m.to.displayName())
	}
	return m.checkBeginning(ctx)
}

// checkTargetEmpty wants nothing in the target.
func (m *migration) checkTargetEmpty(ctx context.Context) error {
	check, _, err := m.keys.Get(ctx, engines.MasterCheck)
	switch {
	case err != nil:
		return err
	case check != nil && string(check) == string(m.check):
		return fmt.Errorf("%s is a finished copy of this installation already, and one of its own since: nothing was changed",
			m.to.displayName())
	case m.at > 0 || check != nil:
		return fmt.Errorf("%s holds another installation, up to position %d: name an empty place", m.to.displayName(),
			m.theirs.PositionOf(m.at))
	}
	any := func(name string, _ []byte) error {
		return fmt.Errorf("%s holds keys (%s) without a log: name an empty place", m.to.displayName(), name)
	}
	if err := m.keys.(Snapshotter).Snapshot(ctx, func() error { return nil }, any, any); err != nil || m.sameBytes {
		return err
	}
	return m.bytesTo.EachSealed(ctx, func(place string, _ int64) error {
		return fmt.Errorf("%s holds bytes already (%s): name an empty place", m.to.cfg.BytesPlace(), place)
	})
}

// checkBeginning wants the log of the target to be the beginning of the source's.
func (m *migration) checkBeginning(ctx context.Context) (err error) {
	if m.at == 0 {
		return nil
	}
	log, err := engines.OpenLog(ctx, m.to.cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	theirs, err := log.At(ctx, m.theirs.PositionOf(m.at))
	if err != nil {
		return err
	}
	if err := m.ours.NumberLog(ctx, m.source.Log, m.at); err != nil {
		return err
	}
	ours, err := m.source.Log.At(ctx, m.ours.PositionOf(m.at))
	if none := errors.Is(err, es.ErrNoEvent); none || err == nil &&
		(ours.ID != theirs.ID || ours.Stream != theirs.Stream || ours.Version != theirs.Version) {
		err = fmt.Errorf("the log of %s is not the beginning of that of %s: they differ at event %d; begin again in an empty place",
			m.to.displayName(), m.from.displayName(), m.at)
	}
	return err
}

// targetHead is the number of the last event of the target.
func (m *migration) targetHead(ctx context.Context) (head es.Position, err error) {
	if !m.theirs.IsDense() {
		return m.theirs.Len(), nil
	}
	log, err := engines.OpenLog(ctx, m.to.cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	return log.Head(ctx)
}

// lockFolder takes the lock of a data folder, unless a service has it.
func lockFolder(cfg settings.Config) (lock *os.File, ok bool, err error) {
	if lock, err = os.OpenFile(cfg.DataPath("lock"), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return lock, true, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = nil
	}
	return nil, false, errors.Join(err, lock.Close())
}
