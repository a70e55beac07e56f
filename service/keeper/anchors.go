package keeper

import (
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// Anchors hand signed checkpoints to those outside who can tell later what was signed: witnesses, a time-stamping authority, a
// folder, an address, and a bucket with object lock.
type Anchors struct {
	config      settings.Config
	logger      *slog.Logger
	storage     *engines.Storage
	unwitnessed atomic.Int64 // when the oldest checkpoint was signed that waits for witnesses, in nanoseconds; 0 for none
	forks       sync.Map     // names of witnesses that have signed another history
	unstamped   atomic.Int64 // since when a checkpoint waits for a time stamp that is due, in nanoseconds; 0 for none
}
