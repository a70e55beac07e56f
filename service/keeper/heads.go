package keeper

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
func (k *Keeper) startCommittingHeads(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.keepCommittingHeads(ctx)
	}()
	return func() { cancel(); <-done }
}

func (k *Keeper) keepCommittingHeads(ctx context.Context) {
	pause := cmp.Or(k.config.HeadsEvery, headsPause)
	last := time.Now()
	for e, err := range k.log.Store.Stream(ctx, heads.StreamOf(k.config.Workspace), 0) {
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
		err := k.commitNewHeads(ctx)
		switch {
		case err == nil:
			failed = ""
		case ctx.Err() == nil && err.Error() != failed:
			failed = err.Error()
			k.logger.Warn("the log did not commit to the heads of its streams", "error", err)
		}
	}
}

// commitNewHeads commits to the heads of all streams, unless the last event of the log is such a commitment.
func (k *Keeper) commitNewHeads(ctx context.Context) error {
	head, err := k.log.Store.Head(ctx)
	if err != nil || head == 0 {
		return err
	}
	if last, err := k.log.Store.At(ctx, head); err != nil || last.Type == heads.CommittedName {
		return err
	}
	_, _, err = k.commitHeads(ctx, es.Meta{Actor: user.SystemID, Workspace: k.config.Workspace}, "", false)
	return err
}

// commitHeads commits to the heads of all streams, for evidence about a stream or, with "", for none, and returns them with the
// position of the event that does. It reads the log whole.
func (k *Keeper) commitHeads(
	ctx context.Context, meta es.Meta, about es.StreamID, opened bool,
) (h *evidence.Heads, at es.Position, err error) {
	if h, err = evidence.ReadHeads(ctx, k.log.Store); err != nil {
		return nil, 0, err
	}
	tree, err := h.Tree()
	if err != nil {
		return nil, 0, err
	}
	meta.Command = uuid.New()
	meta.Correlation = meta.Command
	r, err := es.Decide(ctx, k.log, heads.Decider, es.Command{Stream: heads.StreamOf(meta.Workspace), Meta: meta},
		heads.Commit(heads.Committed{Position: h.Position, Streams: tree.N, Root: tree.Hash.String(), For: about, Opened: opened}))
	if err != nil {
		return nil, 0, fmt.Errorf("commit to the heads of streams: %w", err)
	}
	return h, r.Position, nil
}
