package service

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

// headsPause is how often the log commits to the heads of its streams where nothing else is set.
const headsPause = 24 * time.Hour

// startCommittingHeads has the log commit to the heads of all of its streams by itself, so that their ends on each day can be
// proven later, until stop is called. It is due a pause after the last commitment of the workspace, or after the start where there is
// none, and left out where nothing has happened since.
func (a *App) startCommittingHeads(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.keepCommittingHeads(ctx)
	}()
	return func() { cancel(); <-done }
}

func (a *App) keepCommittingHeads(ctx context.Context) {
	pause := cmp.Or(a.Config.HeadsEvery, headsPause)
	last := time.Now()
	for e, err := range a.Log.Store.Stream(ctx, heads.StreamOf(a.Config.Workspace), 0) {
		if err != nil {
			last = time.Now() // the database is away; what reads the log tells it
			break
		}
		last = e.Time
	}
	failed := ""
	for due := last.Add(pause); ; due = time.Now().Add(pause) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(due)):
		}
		err := a.commitNewHeads(ctx)
		switch {
		case err == nil:
			failed = ""
		case ctx.Err() == nil && err.Error() != failed:
			failed = err.Error()
			a.logger.Warn("the log did not commit to the heads of its streams", "error", err)
		}
	}
}

// commitNewHeads commits to the heads of all streams, unless the last event of the log is such a commitment.
func (a *App) commitNewHeads(ctx context.Context) error {
	head, err := a.Log.Store.Head(ctx)
	if err != nil || head == 0 {
		return err
	}
	if last, err := a.Log.Store.At(ctx, head); err != nil || last.Type == heads.CommittedName {
		return err
	}
	_, _, err = a.commitHeads(ctx, es.Meta{Actor: user.SystemID, Workspace: a.Config.Workspace}, "", false)
	return err
}

// commitHeads commits to the heads of all streams, for evidence about a stream or, with "", for none, and returns them with the
// position of the event that does. It reads the log whole.
func (a *App) commitHeads(
	ctx context.Context, meta es.Meta, about es.StreamID, opened bool,
) (h *evidence.Heads, at es.Position, err error) {
	if h, err = evidence.ReadHeads(ctx, a.Log.Store); err != nil {
		return nil, 0, err
	}
	tree, err := h.Tree()
	if err != nil {
		return nil, 0, err
	}
	meta.Command = uuid.New()
	meta.Correlation = meta.Command
	r, err := es.Decide(ctx, a.Log, heads.Decider, es.Command{Stream: heads.StreamOf(meta.Workspace), Meta: meta},
		heads.Commit(heads.Committed{Position: h.Position, Streams: tree.N, Root: tree.Hash.String(), For: about, Opened: opened}))
	if err != nil {
		return nil, 0, fmt.Errorf("commit to the heads of streams: %w", err)
	}
	return h, r.Position, nil
}
