package service

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

// checkpointPoll is how often the newest checkpoint is looked at while one is waited for.
const checkpointPoll = 200 * time.Millisecond

// MakeBundle commits to the heads of all streams, waits until a checkpoint covers that, which a running service
// signs, or this process where none runs, and returns a bundle of all events of some streams. Where a
// policy is set, its witnesses sign the checkpoint, too. It reads the log whole. Errors: es.ErrNoEvent for a
// stream that has none, evidence.ErrFork.
func (a *App) MakeBundle(ctx context.Context, workspace string, streams []es.StreamID) (*evidence.Bundle, error) {
	policy, err := a.Config.ReadWitnessPolicy()
	if err != nil {
		return nil, err
	}
	h, err := evidence.ReadHeads(ctx, a.Log.Store)
	if err != nil {
		return nil, err
	}
	tree, err := h.Tree()
	if err != nil {
		return nil, err
	}
	id := uuid.New()
	meta := es.Meta{Actor: user.SystemID, Workspace: workspace, Command: id, Correlation: id}
	at, err := es.Decide(ctx, a.Log, heads.Decider, es.Command{Stream: heads.StreamOf(workspace), Meta: meta},
		heads.Commit(heads.Committed{Position: h.Position, Streams: tree.N, Root: tree.Hash.String()}))
	if err != nil {
		return nil, fmt.Errorf("commit to the heads of streams: %w", err)
	}
	signed, err := a.awaitCheckpoint(ctx, at.Position)
	if err == nil && policy != nil {
		signed, err = a.Cosign(ctx, policy, signed)
	}
	if err != nil {
		return nil, err
	}
	return evidence.MakeBundle(ctx, a.Storage.Evidence, a.Log.Store, h, at.Position, streams, signed)
}

// awaitCheckpoint returns the first checkpoint that covers an event. It waits until ctx ends.
func (a *App) awaitCheckpoint(ctx context.Context, at es.Position) ([]byte, error) {
	for {
		signed, err := a.NewestCheckpoint(ctx, false)
		if err != nil && !errors.Is(err, ErrNoCheckpoint) {
			return nil, err
		}
		if err == nil {
			covered, err := evidence.IsCovered(ctx, a.Storage.Evidence, a.Log.Store, at, signed)
			if err != nil || covered {
				return signed, err
			}
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("no checkpoint covers position %d yet: %w", at, ctx.Err())
		case <-time.After(checkpointPoll):
		}
	}
}
