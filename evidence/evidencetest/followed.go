package evidencetest

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// A FollowedLog is a log that tells of what is appended to it.
type FollowedLog interface {
	es.Store
	evidence.FollowableLog
}

// RunFollowed tests a tree that is kept over a log while 8 writers append to it, and others append through another
// handle of the same log, which tells nothing. open opens both for an empty place, and a store for the tree.
func RunFollowed(t *testing.T, open func(t *testing.T) (log, other FollowedLog, tree evidence.Store)) {
	t.Run("Alone", func(t *testing.T) {
		log, _, tree := open(t)
		if read := followWriters(t, log, tree, log, log, log); read > 8 {
			t.Errorf("%d events were read from the log, want no more than those of a commit", read)
		}
	})
	t.Run("BesideOthers", func(t *testing.T) {
		log, other, tree := open(t)
		followWriters(t, log, tree, log, other, log)
	})
}

// countedLog counts the events that are read from a log in its order.
type countedLog struct {
	es.Store
	read atomic.Int64
}

// All implements es.Store.
func (c *countedLog) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range c.Store.All(ctx, after, f) {
			c.read.Add(1)
			if !yield(e, err) {
				return
			}
		}
	}
}

// followWriters keeps a tree over a log while writers append to it through some handles, one after the other, and
// returns how many events were read from it.
func followWriters(t *testing.T, log FollowedLog, tree evidence.Store, through ...FollowedLog) int64 {
	t.Helper()
	builder, err := evidence.NewBuilder(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	counted := &countedLog{Store: log}
	defer builder.FollowAppends(log)()
	for round, handle := range through {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- builder.AddUntil(ctx, counted, nil, nil) }()
		writeEvents(t, handle, round)
		cancel()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if err := builder.CatchUp(t.Context(), counted); err != nil {
			t.Fatal(err)
		}
		expectRoot(t, log, tree)
	}
	return counted.read.Load()
}

// writeEvents has 8 writers append 1,000 events each.
func writeEvents(t *testing.T, log es.Store, round int) {
	t.Helper()
	var writers sync.WaitGroup
	for w := range 8 {
		writers.Go(func() {
			for i := range uint64(1000) {
				e := es.Envelope{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: fmt.Appendf(nil, "%d", i)}
				e.Meta = es.Meta{Actor: "ada", Workspace: "demo", Command: uuid.New(), Correlation: uuid.New(), Causation: 1, Trace: "trace"}
				if i%100 == 0 {
					e.Body = nil
				}
				if _, err := log.Append(t.Context(), es.StreamID(fmt.Sprintf("a-demo-%d.%d", round, w)), i, []es.Envelope{e}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
}

// expectRoot holds the stored tree against the log.
func expectRoot(t *testing.T, log es.Store, tree evidence.Store) {
	t.Helper()
	var want evidence.Roots
	for e, err := range log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		want.Add(evidence.LeafHash(e))
	}
	state, err := tree.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := evidence.TreeAt(t.Context(), tree, state.Size); err != nil || got != want.Tree() {
		t.Fatalf("the tree is %+v, %v, want %+v", got, err, want.Tree())
	}
}
