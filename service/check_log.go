package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/keeper"
	"github.com/seed-62a36931/docket/service/settings"
)

// A LogChecker refuses a log that this program cannot read, and looks for what is wrong with it.
type LogChecker struct {
	config  settings.Config
	logger  *slog.Logger
	storage *engines.Storage
	log     *es.Log
	views   []projections.View
}

// checkEventVersions refuses a log with versions of events that this program cannot read.
// Events that it does not know at all are left to newer programs.
func (k *LogChecker) checkEventVersions(ctx context.Context) error {
	log, ok := k.storage.Log.(keeper.EventVersionLister)
	if !ok {
		return nil
	}
	stored, err := log.EventVersions(ctx)
	if err != nil {
		return err
	}
	known := k.log.Codec.EventVersions()
	var newer, unknown []string
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		switch newest, ok := known[name]; {
		case !ok:
			unknown = append(unknown, name)
		case stored[name] > newest:
			newer = append(newer, fmt.Sprintf("%s version %d (this program reads 1 to %d)", name, stored[name], newest))
		}
	}
	if len(unknown) > 0 {
		k.logger.Warn("a newer program wrote events that this one does not know; views leave them out", "events", unknown)
	}
	if len(newer) > 0 {
		return fmt.Errorf("a newer program wrote events that this one (%s) cannot read: %s.\nNothing was changed. "+
			"Start the newer program again, or restore the backup from before it; docket audit verify lists the events",
			k.config.Program.Version, strings.Join(newer, ", "))
	}
	return nil
}

// FindCuts searches the log for streams that were cut where they are stored, and returns
// what is wrong with each. Engines that cannot be told to cut streams have none.
func (k *LogChecker) FindCuts(ctx context.Context) ([]string, error) {
	log, ok := k.storage.Log.(interface {
		FindCuts(ctx context.Context) ([]eventstoredb.Cut, error)
	})
	if !ok {
		return nil, nil
	}
	cuts, err := log.FindCuts(ctx)
	var out []string
	for _, c := range cuts {
		out = append(out, c.Err.Error())
	}
	return out, err
}

// checkLog refuses a log that this program cannot read, and drops what is ahead of
// it.
func (k *LogChecker) checkLog(ctx context.Context) error {
	if err := k.checkEventVersions(ctx); err != nil {
		return err
	}
	if err := k.checkNeighbours(ctx); err != nil {
		return err
	}
	if err := k.checkViewVersions(ctx); err != nil {
		return err
	}
	return k.resetAhead(ctx)
}

// checkViewVersions refuses views that a newer program built, where no such program can run beside this one: queries of
// this one could not read them, and nobody would build others.
func (k *LogChecker) checkViewVersions(ctx context.Context) error {
	if k.config.IsShared() {
		return nil
	}
	for _, v := range k.views {
		builds, err := k.storage.Views.Builds(ctx, v.Name)
		if err != nil {
			return err
		}
		for _, b := range builds {
			if b.Served && b.Version > v.Version {
				return fmt.Errorf("a newer program built the view %s (version %d, this program reads %d).\nNothing was changed. "+
					"Start the newer program again, or move %s away: it is made anew from the log",
					v.Name, b.Version, v.Version, k.config.DataPath("views.db"))
			}
		}
	}
	return nil
}

// checkNeighbours refuses an installation whose tree over the log has events of another namespace,
// which versions up to 0.1 took for its own where the names of both begin alike: what was signed of
// it, and its views, hold them.
func (k *LogChecker) checkNeighbours(ctx context.Context) error {
	log, ok := k.storage.Log.(interface {
		FindNeighbour(ctx context.Context, upTo es.Position) (es.Envelope, error)
	})
	if !ok {
		return nil
	}
	fits, err := evidence.FitsLog(ctx, k.storage.Evidence, k.storage.Log)
	if fits || errors.Is(err, eventstoredb.ErrForeign) { // of which the views tell
		return nil
	}
	if err != nil {
		return err
	}
	state, err := k.storage.Evidence.State(ctx)
	if err != nil {
		return err
	}
	e, err := log.FindNeighbour(ctx, state.Position)
	if errors.Is(err, es.ErrNoEvent) {
		return nil // it differs for another reason, which the audit tells
	}
	if err != nil {
		return err
	}
	taken, err := evidence.HasLeaf(ctx, k.storage.Evidence, e)
	if !taken || err != nil {
		return err
	}
	return fmt.Errorf("an earlier version took events of another namespace for those of this one, since their names begin alike: "+
		"%s at position %d is one. Nothing was changed. Copy the installation to a namespace that is not used, which takes its own "+
		"events along and no others, and start it there:\n"+
		"  docket migrate copy --from '%s' %s --to 'ADDRESS#NAMESPACE' --to-data NEW-FOLDER",
		e.Stream, e.Position, eventstoredb.RedactAddress(k.config.EventStore), k.fromFlags())
}

// fromFlags returns the flags that name what stands beside the log to a copy of the installation.
func (k *LogChecker) fromFlags() string {
	if k.config.Postgres != "" {
		return "--from-data '" + k.config.Data + "' --from-postgres URL"
	}
	return "--from-data '" + k.config.Data + "'"
}

// resetAhead builds anew the views that know more than the log holds: it was
// restored to an older position, and what comes next has other events at the
// places that they have seen. Consumers go on at the end of the log: open work is
// found by the sweep, and deletions are finished at every start.
func (k *LogChecker) resetAhead(ctx context.Context) error {
	for _, v := range consumers(consumerNames...) {
		head, ahead, err := k.isAhead(ctx, v)
		if err == nil && ahead {
			err = k.storage.Views.Reset(ctx, v)
			if err == nil && head > 0 {
				err = k.storage.Views.Update(ctx, v.CheckpointKey(), 0, head, func(projections.Writer) error { return nil })
			}
		}
		if err != nil {
			return err
		}
	}
	for _, v := range k.views {
		builds, err := k.storage.Views.Builds(ctx, v.Name)
		if err != nil {
			return err
		}
		for _, b := range builds {
			if b.Version != v.Version {
				continue
			}
			if err := k.resetBuild(ctx, v.AtBuild(b.Number)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (k *LogChecker) resetBuild(ctx context.Context, v projections.View) error {
	_, ahead, err := k.isAhead(ctx, v)
	if err != nil || !ahead {
		return err
	}
	if err := k.storage.Views.Prepare(ctx, v); err != nil {
		return err
	}
	return k.storage.Views.Reset(ctx, v)
}

// isAhead reports whether a view is ahead of the log, and returns the head of the log.
func (k *LogChecker) isAhead(ctx context.Context, v projections.View) (head es.Position, ahead bool, err error) {
	at, err := k.storage.Views.Checkpoint(ctx, v.CheckpointKey()) // before the head, which only grows
	if err != nil {
		return 0, false, err
	}
	head, err = k.storage.Log.Head(ctx)
	if err == nil && at > head {
		k.logger.Warn("this view is ahead of the log, which must have been restored; it is built anew", "view", v.CheckpointKey(), "at", at,
			"log", head)
	}
	return head, at > head, err
}
