package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/numbering"
)

// migration is one copy at work. The log of the target tells how far it is: the
// bytes that an event names are there for good before the event is, so a run that
// was broken off goes on behind the last event, and copies bytes of the unfinished
// chunk again. Keys, secrets and answers change in place: they are compared whole,
// at the beginning and at the end. What is behind the last position of a stopped
// service is all there is.
type migration struct {
	from, to               MigrationPlace
	follow, compareContent bool // whole: every byte is compared
	sameBytes              bool // both ends use one folder of bytes
	out                    io.Writer
	progress               *terminal.Progress
	source                 *engines.Storage
	into                   engines.Importer
	keys                   engines.Keys // of the target, to be read
	bytesFrom, bytesTo     engines.SealedBytes
	check, identity        []byte
	ours, theirs           *numbering.Numbering // of the events at both ends
	at                     es.Position          // the number of the last event that was copied
	files, size            int64                // bytes that this run copied
	destroyed              bool                 // keys were destroyed that had been copied
	closers                []func() error
}

func (m *migration) onClose(f func() error) { m.closers = append(m.closers, f) }

func (m *migration) closeEnds(ctx context.Context) error {
	var err error
	if m.into != nil {
		err = m.into.Close(ctx)
	}
	for i := len(m.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, m.closers[i]())
	}
	return err
}

// copyUntilDone copies until nothing is left, or the source goes on serving and nobody wants
// to wait for its end.
func (m *migration) copyUntilDone(ctx context.Context) error {
	for first := true; ; first = false {
		lock, stopped, err := lockFolder(m.from.cfg)
		if err != nil {
			return err
		}
		if stopped {
			err = m.copyRest(ctx)
			return errors.Join(err, lock.Close())
		}
		if err := m.copyEvents(ctx); err != nil {
			return err
		}
		if first {
			if err := m.copyVault(ctx); err != nil {
				return err
			}
			if err := m.printRemaining(); err != nil || !m.follow {
				return err
			}
		}
		if err := awaitNextRound(ctx); err != nil {
			return err
		}
	}
}

// printRemaining tells what there is to do.
func (m *migration) printRemaining() error {
	next := "stop it, and run this again to finish; until then each run copies what was done meanwhile"
	if m.follow {
		next = "what it does is copied too; stop it to finish"
	}
	_, err := fmt.Fprintf(m.out, "copied up to event %d, %d files of %s; the service on %s is running: %s\n", m.at, m.files,
		terminal.FormatBytes(m.size), m.from.displayName(), next)
	return err
}

// followEvery is how often it is looked for further events, and whether the source
// has stopped. Copying each event by itself would sync the disk as often.
const followEvery = 500 * time.Millisecond

// awaitNextRound waits for the next turn.
func awaitNextRound(ctx context.Context) error {
	turn := time.NewTimer(followEvery)
	defer turn.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-turn.C:
		return nil
	}
}

// copyRest is the run behind the stop of the source, under its lock.
func (m *migration) copyRest(ctx context.Context) error {
	for _, step := range []func(context.Context) error{m.copyEvents, m.copyVault, m.pruneBlobs, m.copyAnswers,
		m.copyViews, m.compareEnds, m.finishCopy} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// committingImporter keeps each chunk when the bytes that it names are safe.
type committingImporter struct {
	engines.Importer
	syncBytes func()
}

// AddEvents adds events and keeps them.
func (k committingImporter) AddEvents(ctx context.Context, events []es.Envelope) error {
	k.syncBytes()
	err := k.Importer.AddEvents(ctx, events)
	if err == nil {
		err = k.Commit(ctx)
	}
	return err
}

// copyEvents copies events behind the last one, and the bytes that they name.
func (m *migration) copyEvents(ctx context.Context) error {
	unsafe := int64(0) // bytes since the last chunk
	settle := func() {
		if unsafe > 0 {
			m.bytesTo.SyncAll()
		}
		unsafe = 0
	}
	c := &importBuffer{ctx: ctx, into: committingImporter{m.into, settle}}
	for env, err := range es.ReadToHead(ctx, m.source.Log, m.ours.PositionOf(m.at), es.Filter{}) {
		if err != nil {
			return err
		}
		env = m.ours.Note(env)
		n, err := m.copyBytesOf(ctx, env)
		if unsafe += n; err == nil {
			err = c.addEvent(env)
		}
		if err == nil && unsafe >= bytesAtOnce {
			err = c.flush()
		}
		if err != nil {
			return err
		}
		m.progress.Report("%d events, %d files, %s", env.Position, m.files, terminal.FormatBytes(m.size))
	}
	if err := errors.Join(ctx.Err(), c.flush()); err != nil {
		return err
	}
	m.at = max(m.at, c.last)
	return nil
}

// bytesAtOnce is how many bytes of files are copied at most before they are on the
// disk for good, and the events that name them in the log.
const bytesAtOnce = 64 << 20

// copyBytesOf copies the bytes that an event names and answers how many. What is not
// there was removed behind a later event.
func (m *migration) copyBytesOf(ctx context.Context, env es.Envelope) (copied int64, err error) {
	if m.sameBytes {
		return 0, nil
	}
	for _, ref := range stored.BlobRefs(env.Body) {
		n, err := m.copyBlob(ctx, ref)
		if err != nil {
			return copied, fmt.Errorf("copy the bytes of position %d: %w", env.Position, err)
		}
		copied += n
	}
	return copied, nil
}

func (m *migration) copyBlob(ctx context.Context, ref es.BlobRef) (size int64, err error) {
	place, err := m.bytesFrom.PlaceOf(ref)
	if err != nil {
		return 0, err
	}
	sealed, size, err := m.bytesFrom.OpenSealed(ctx, place)
	if errors.Is(err, es.ErrNoBlob) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, sealed.Close()) }()
	if err := m.bytesTo.StoreSealed(ctx, place, sealed); err != nil {
		return 0, err
	}
	m.files, m.size = m.files+1, m.size+size
	return size, nil
}

// pruneBlobs removes bytes that were removed at the source after they were copied.
func (m *migration) pruneBlobs(ctx context.Context) error {
	if m.sameBytes {
		return nil
	}
	var gone []string
	err := m.bytesTo.EachSealed(ctx, func(place string, _ int64) error {
		sealed, _, err := m.bytesFrom.OpenSealed(ctx, place)
		if errors.Is(err, es.ErrNoBlob) {
			gone = append(gone, place)
			return nil
		}
		if err != nil {
			return err
		}
		return sealed.Close()
	})
	for _, place := range gone {
		if err == nil {
			err = m.bytesTo.RemoveSealed(ctx, place)
		}
	}
	return err
}

// finishCopy makes the target an installation: the key by which the vault knows its
// master key comes last, and the mark of the copy goes behind it.
func (m *migration) finishCopy(ctx context.Context) error {
	head, err := m.source.Log.Head(ctx)
	if err != nil {
		return err
	}
	if last := m.ours.PositionOf(m.at); head != last {
		return fmt.Errorf("%s was written to meanwhile (position %d behind %d): stop every service on it, and run this again",
			m.from.displayName(), head, last)
	}
	if err = m.into.AddKeys(ctx, []string{engines.MasterCheck}, [][]byte{m.check}); err == nil {
		err = m.into.Commit(ctx)
	}
	if err == nil {
		err = m.into.AddBoxes(ctx, []string{engines.UnfinishedCopy}, [][]byte{nil})
	}
	if err == nil {
		err = m.into.Commit(ctx)
	}
	if k, ok := m.keys.(interface{ Scrub(context.Context) error }); err == nil && ok && m.destroyed {
		err = k.Scrub(ctx)
	}
	if err != nil {
		return fmt.Errorf("finish the copy: %w", err)
	}
	next := "docket serve --data " + m.to.cfg.Data
	if m.to.cfg.Postgres != "" {
		next += " --postgres URL"
	}
	if m.to.cfg.EventStore != "" {
		next += " --eventstore URL"
	}
	if flag := m.to.cfg.BytesFlag(); flag != "--blobs" {
		next += " " + flag + " " + m.to.cfg.BytesPlace()
	}
	_, err = fmt.Fprintf(m.out, "the copy is finished; leave %s stopped, and start with the same master key:\n"+
		"  %s --master-key-file FILE\n",
		m.from.displayName(), next)
	return err
}
