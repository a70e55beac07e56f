package keeper

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// A Keeper keeps the tree over the log and has checkpoints of it signed: by a key of its own, or by a notary that is a
// process of its own.
type Keeper struct {
	*logSigners
	logger     *slog.Logger
	log        *es.Log
	metrics    *observe.Metrics
	Anchors    *Anchors
	workspaces func(context.Context) ([]workspace.Record, error) // all of them
	asked      chan struct{}                                     // a checkpoint is to be signed at once

	// unsigned is since when the notary of --notary has not signed, in nanoseconds; 0 as long as it does.
	unsigned       atomic.Int64
	unsignedReason string       // that was told; for the task that keeps the tree
	forked         atomic.Value // string: why no checkpoint is signed any more; "" as long as they are
	forkCause      string       // of forked, as it was found; for the task that keeps the tree
	damaged        atomic.Bool  // forked is since the stored tree is damaged
}

// logSigners know which keys sign and have signed the log, by what it tells and what is kept beside it.
type logSigners struct {
	config  settings.Config
	storage *engines.Storage
}

// NewKeeper returns what keeps the tree over a log. Nothing runs before keepEvidence.
func NewKeeper(
	config settings.Config, logger *slog.Logger, storage *engines.Storage, log *es.Log, m *observe.Metrics,
	workspaces func(context.Context) ([]workspace.Record, error),
) *Keeper {
	k := &Keeper{logSigners: &logSigners{config: config, storage: storage}, logger: logger, log: log, metrics: m,
		workspaces: workspaces,
		asked:      make(chan struct{}, 1), Anchors: &Anchors{config: config, logger: logger, storage: storage}}
	k.forked.Store("")
	m.WatchTree(&k.damaged)
	m.WatchAnchors(&k.unsigned, &k.Anchors.unwitnessed, &k.Anchors.unstamped)
	return k
}

// ForkedReason returns why no checkpoint of the log is signed any more, "" as long as they are.
func (k *Keeper) ForkedReason() string { return k.forked.Load().(string) }
