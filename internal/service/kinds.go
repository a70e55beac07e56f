package service

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
)

// eventVersionLister is a log that tells cheaply which events it holds: wire names with the
// highest version of each.
type eventVersionLister interface {
	EventVersions(ctx context.Context) (map[string]int, error)
}

// checkEventVersions refuses a log with versions of events that this program cannot read.
// Events that it does not know at all are left to newer programs.
func (a *App) checkEventVersions(ctx context.Context) error {
	log, ok := a.Storage.Log.(eventVersionLister)
	if !ok {
		return nil
	}
	stored, err := log.EventVersions(ctx)
	if err != nil {
		return err
	}
	known := a.Log.Codec.EventVersions()
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
		a.logger.Warn("a newer program wrote events that this one does not know; views leave them out", "events", unknown)
	}
	if len(newer) > 0 {
		return fmt.Errorf("a newer program wrote events that this one (%s) cannot read: %s.\nNothing was changed. "+
			"Start the newer program again, or restore the backup from before it; docket audit verify lists the events",
			a.Config.Program.Version, strings.Join(newer, ", "))
	}
	return nil
}

// FindCuts searches the log for streams that were cut where they are stored, and returns
// what is wrong with each. Engines that cannot be told to cut streams have none.
func (a *App) FindCuts(ctx context.Context) ([]string, error) {
	log, ok := a.Storage.Log.(interface {
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
