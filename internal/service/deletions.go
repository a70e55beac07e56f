package service

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
)

// replayDeletions carries out again every permanent deletion in the log whose key
// is there: a vault that was restored from a backup brings nothing back. Those up to
// the vault's own mark are finished; a restored vault has an older mark.
func (a *App) replayDeletions(ctx context.Context) error {
	tombstones, err := a.Storage.Keys.DestroyedSubjects(ctx)
	if err != nil {
		return err
	}
	gone := map[string]bool{}
	for _, subject := range tombstones {
		gone[subject[strings.LastIndexByte(subject, '/')+1:]] = true
	}
	eraser := &processes.Eraser{Commands: a.Commands}
	head, from, err := a.DeletionsMark(ctx)
	if err != nil {
		return err
	}
	for r, err := range a.Log.All(ctx, from, eraser.Filter()) {
		if err != nil {
			return err
		}
		category, ws, id := r.Stream.Parts()
		own := es.Subject(ws).Child(category, id)
		if gone[string(own)[strings.LastIndexByte(string(own), '/')+1:]] {
			continue
		}
		a.logger.Warn("a deletion is carried out again: its key was there", "stream", r.Stream)
		if err := eraser.Handle(ctx, r); err != nil {
			return fmt.Errorf("carry out the deletion at %d again: %w", r.Position, err)
		}
	}
	return a.markDeletions(ctx, head)
}

// markName is the secret that says up to which position all deletions are finished.
// It lies with the keys, so that it is as old as they are.
const markName = "deletions-finished"

// DeletionsMark reads the mark, 0 without one that fits the log, and the head of
// the log. A mark names the event at its position too: a log that was restored, and
// has grown again since, may have another one there.
func (a *App) DeletionsMark(ctx context.Context) (head, mark es.Position, err error) {
	if head, err = a.Log.Store.Head(ctx); err != nil || head == 0 {
		return head, 0, err
	}
	b, err := a.IdentityRecords.Records.Get(ctx, a.Config.Workspace, markName)
	if errors.Is(err, identity.ErrUnknown) {
		return head, 0, nil
	}
	if err != nil || len(b) < 8 {
		return head, 0, err
	}
	mark = es.Position(binary.BigEndian.Uint64(b))
	e, err := a.Log.Store.At(ctx, mark)
	if errors.Is(err, es.ErrNoEvent) || err == nil && !bytes.Equal(b[8:], e.ID[:]) {
		return head, 0, nil
	}
	return head, mark, err
}

func (a *App) markDeletions(ctx context.Context, at es.Position) error {
	e, err := a.Log.Store.At(ctx, at)
	if errors.Is(err, es.ErrNoEvent) { // the first event is written before the first key
		return nil
	}
	if err != nil {
		return err
	}
	return a.IdentityRecords.Records.Put(ctx, a.Config.Workspace, markName,
		append(binary.BigEndian.AppendUint64(nil, uint64(at)), e.ID[:]...))
}

// followDeletions moves the mark to where the eraser is, now and then, so that a
// start need not look at all events since the one before.
func (a *App) followDeletions(ctx context.Context) error {
	tick := time.NewTicker(10 * time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		at, err := checkpoints{a.Storage.Views}.Load(ctx, "eraser")
		if err == nil {
			err = a.markDeletions(ctx, at)
		}
		if err != nil {
			return err
		}
	}
}
