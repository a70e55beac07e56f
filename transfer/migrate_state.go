package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/engines"
)

// vaultEntry is a key (nil: destroyed) or a secret.
type vaultEntry struct {
	box   bool
	name  string
	value []byte
}

// compareTo orders as snapshots do: keys before secrets, each by name.
func (k vaultEntry) compareTo(o vaultEntry) int {
	switch {
	case k.box != o.box && o.box:
		return -1
	case k.box != o.box:
		return 1
	}
	return strings.Compare(k.name, o.name)
}

var errStopped = errors.New("nobody wants more")

// vaultEntries gives keys and secrets as they stand at one moment, but those by which an
// installation and a copy are known.
func vaultEntries(ctx context.Context, from engines.Keys) iter.Seq2[vaultEntry, error] {
	return func(yield func(vaultEntry, error) bool) {
		give := func(box bool) func(string, []byte) error {
			return func(name string, value []byte) error {
				if name != engines.MasterCheck && name != engines.UnfinishedCopy && !yield(vaultEntry{box, name, bytes.Clone(value)}, nil) {
					return errStopped
				}
				return nil
			}
		}
		s, ok := from.(Snapshotter)
		if !ok {
			yield(vaultEntry{}, errors.New("these keys cannot be read as they stand at one moment"))
			return
		}
		if err := s.Snapshot(ctx, func() error { return nil }, give(false), give(true)); err != nil && !errors.Is(err, errStopped) {
			yield(vaultEntry{}, err)
		}
	}
}

// copyVault makes keys and secrets of the target those of the source.
func (m *migration) copyVault(ctx context.Context) error {
	c := &importBuffer{ctx: ctx, into: m.into}
	err := m.mergeVault(ctx, c)
	if err == nil {
		err = c.flush()
	}
	if err == nil {
		err = m.into.Commit(ctx)
	}
	if err != nil {
		return fmt.Errorf("copy the keys: %w", err)
	}
	return nil
}

// mergeVault walks through both ends in their common order and gathers what is to change
// at the target.
func (m *migration) mergeVault(ctx context.Context, c *importBuffer) error {
	next, stop := iter.Pull2(vaultEntries(ctx, m.keys))
	defer stop()
	theirs, err, more := next()
	for ours, failed := range vaultEntries(ctx, m.source.Keys) {
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		for more && theirs.compareTo(ours) < 0 {
			if err = m.dropSecret(c, theirs); err == nil {
				theirs, err, more = next()
			}
			if err != nil {
				return err
			}
		}
		same := more && theirs.compareTo(ours) == 0
		if !same || !bytes.Equal(ours.value, theirs.value) || (ours.value == nil) != (theirs.value == nil) {
			m.destroyed = m.destroyed || same && !ours.box
			if err := addChange(c, ours); err != nil {
				return err
			}
		}
		if same {
			theirs, err, more = next()
		}
	}
	for more && err == nil {
		if err = m.dropSecret(c, theirs); err == nil {
			theirs, err, more = next()
		}
	}
	return err
}

func addChange(c *importBuffer, k vaultEntry) error {
	if k.box {
		return c.addBox(k.name, k.value)
	}
	return c.addKey(k.name, k.value)
}

// dropSecret removes a secret that the source has no more; a key never goes.
func (m *migration) dropSecret(c *importBuffer, k vaultEntry) error {
	if !k.box {
		return fmt.Errorf("%s holds the key of %s, which %s has not: begin again in an empty place", m.to.displayName(), k.name,
			m.from.displayName())
	}
	return c.addBox(k.name, nil)
}

// copyAnswers copies the first answers to requests that may be repeated.
func (m *migration) copyAnswers(ctx context.Context) error {
	from, ok := m.source.Answers.(engines.AnswerKeeper)
	if !ok {
		return errors.New("these answers cannot be read")
	}
	to, err := engines.OpenAnswers(ctx, m.to.cfg)
	if err != nil {
		return err
	}
	err = to.ReplaceAnswers(ctx, func(keep func(string, time.Time, []byte) error) error { return from.EachAnswer(ctx, keep) })
	return errors.Join(err, to.Close())
}

// copyViews copies the rows of the builds that are read, and the places of consumers.
// Views of which something is parked, or that this program sees otherwise, are left
// to be built by the service; so are all where an event has another position at the target, since
// rows hold positions.
func (m *migration) copyViews(ctx context.Context) (err error) {
	from, ok := m.source.Views.(exporter)
	if !ok {
		return errors.New("these views cannot be read as they stand at one moment")
	}
	to, err := openEmptyViews(ctx, m.to.cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	for _, v := range service.AllViews() {
		if !service.KeepsPlaceOnly(v) && !(m.ours.IsDense() && m.theirs.IsDense()) {
			continue
		}
		read, err := m.readBuild(ctx, v)
		if err == nil && read.Projection != nil {
			err = m.copyView(ctx, from, to, read, v.CheckpointKey())
		}
		if err != nil {
			return err
		}
	}
	return to.moveCheckpoints(ctx, m.theirs)
}

// readBuild is the build of a view that is read, prepared; none where it is of
// another version.
func (m *migration) readBuild(ctx context.Context, v projections.View) (projections.View, error) {
	builds, err := m.source.Views.Builds(ctx, v.Name)
	if err != nil {
		return projections.View{}, err
	}
	for _, b := range builds {
		if b.Served && b.Version != v.Version {
			return projections.View{}, nil
		}
		if b.Served {
			v = v.AtBuild(b.Number)
		}
	}
	return v, m.source.Views.Prepare(ctx, v)
}

func (m *migration) copyView(ctx context.Context, from exporter, to *viewImporter, read projections.View, key string) error {
	if _, err := store.NewSet(read); err != nil {
		return err
	}
	to.at[key] = 0 // not known before the rows are
	at, parked, err := from.Export(ctx, read.CheckpointKey(), func(table string, row projections.Row) error {
		m.progress.Report("view %s", read.Name)
		return to.addRow(ctx, key, table, row)
	})
	if err == nil {
		err = to.flushRows(ctx)
	}
	if to.at[key] = m.ours.NumberOf(at); parked || at == 0 {
		delete(to.at, key)
	}
	return err
}
