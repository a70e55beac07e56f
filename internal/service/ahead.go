package service

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// checkLog refuses a log that this program cannot read, and drops what is ahead of
// it.
func (a *App) checkLog(ctx context.Context) error {
	if err := a.checkEventVersions(ctx); err != nil {
		return err
	}
	return a.resetAhead(ctx)
}

// resetAhead builds anew the views that know more than the log holds: it was
// restored to an older position, and what comes next has other events at the
// places that they have seen. Consumers go on at the end of the log: open work is
// found by the sweep, and deletions are finished at every start.
func (a *App) resetAhead(ctx context.Context) error {
	for _, v := range consumers(consumerNames...) {
		head, ahead, err := a.isAhead(ctx, v)
		if err == nil && ahead {
			err = a.Storage.Views.Reset(ctx, v)
			if err == nil && head > 0 {
				err = a.Storage.Views.Update(ctx, v.CheckpointKey(), 0, head, func(projections.Writer) error { return nil })
			}
		}
		if err != nil {
			return err
		}
	}
	for _, v := range a.Views {
		builds, err := a.Storage.Views.Builds(ctx, v.Name)
		if err != nil {
			return err
		}
		for _, b := range builds {
			if b.Version != v.Version {
				continue
			}
			if err := a.resetBuild(ctx, v.AtBuild(b.Number)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *App) resetBuild(ctx context.Context, v projections.View) error {
	_, ahead, err := a.isAhead(ctx, v)
	if err != nil || !ahead {
		return err
	}
	if err := a.Storage.Views.Prepare(ctx, v); err != nil {
		return err
	}
	return a.Storage.Views.Reset(ctx, v)
}

// isAhead reports whether a view is ahead of the log, and returns the head of the log.
func (a *App) isAhead(ctx context.Context, v projections.View) (head es.Position, ahead bool, err error) {
	at, err := a.Storage.Views.Checkpoint(ctx, v.CheckpointKey()) // before the head, which only grows
	if err != nil {
		return 0, false, err
	}
	head, err = a.Storage.Log.Head(ctx)
	if err == nil && at > head {
		a.logger.Warn("this view is ahead of the log, which must have been restored; it is built anew", "view", v.CheckpointKey(), "at", at,
			"log", head)
	}
	return head, at > head, err
}
