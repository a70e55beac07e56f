package postgres

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Replay lets f apply the parked events of a stream anew, oldest first (f reads
// them from the log by position), and forgets them in the same transaction. Those
// that f cannot apply it parks again. It fails with store.ErrMoved when a runner
// came in between, and a runner at work fails with it in turn.
func (v *Views) Replay(ctx context.Context, key string, stream es.StreamID, f func(projections.Writer, []store.Parked) error) error {
	return store.ReplayParked(ctx, v, key, stream, f)
}
