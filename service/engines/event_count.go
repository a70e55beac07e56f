package engines

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/numbering"
)

const (
	// maxScan is how many events are read in order to count them. A page of the tree has 256,
	// and the tree is some seconds behind the end of the log.
	maxScan = 50_000
	// keptCounts is how many positions are kept with their counts.
	keptCounts = 64
)

// An eventCounter counts the events of a log whose positions are not 1, 2, 3. The tree over the
// log has the number of every 256th event; those between and behind are read, from memory where
// they came in just now.
type eventCounter struct {
	tree  evidence.Store
	logs  []es.Store // each yields all events up to where it ends, the last one all there are
	limit int64      // of events that are read for a count

	mu    sync.Mutex
	known []countAt // the last ones, in the order of their positions
}

// A countAt says how many events stand up to a position.
type countAt struct {
	at es.Position
	n  int64
}

// NewEventCounter returns what counts the events of the log.
func NewEventCounter(s *Storage, tail, log *es.Log) upkeep.Counter {
	if numbering.IsDense(s.Log) {
		return upkeep.CounterOf(s.Log)
	}
	return &eventCounter{tree: s.Evidence, logs: []es.Store{tail.Store, log.Store}, limit: maxScan}
}

// CountEvents implements upkeep.Counter.
func (c *eventCounter) CountEvents(ctx context.Context, after, upTo es.Position) (upkeep.Count, error) {
	if after >= upTo {
		return 0, nil
	}
	from, err := c.numberAt(ctx, after)
	if err != nil {
		return 0, err
	}
	to, err := c.numberAt(ctx, upTo)
	if err != nil {
		return 0, err
	}
	if from >= 0 && to >= 0 {
		return upkeep.Count(to - from), nil
	}
	n, err := c.scan(ctx, after, upTo)
	return upkeep.Count(n), err
}

// numberAt returns how many events stand up to a position, -1 where they are too many to read.
func (c *eventCounter) numberAt(ctx context.Context, at es.Position) (int64, error) {
	if at == 0 {
		return 0, nil
	}
	base, err := c.treeBefore(ctx, at)
	if err != nil {
		return 0, err
	}
	if kept := c.keptBefore(at); kept.at > base.at {
		base = kept
	}
	n, err := c.scan(ctx, base.at, at)
	if err != nil || n < 0 {
		return n, err
	}
	c.keep(countAt{at, base.n + n})
	return base.n + n, nil
}

// treeBefore returns the last count at or before a position that the tree knows.
func (c *eventCounter) treeBefore(ctx context.Context, at es.Position) (countAt, error) {
	state, err := c.tree.State(ctx)
	if err != nil || state.Size == 0 {
		return countAt{}, err
	}
	if at >= state.Position {
		return countAt{state.Position, state.Size}, nil
	}
	tile, first, err := c.tree.TileOf(ctx, at)
	if err != nil || first == 0 {
		return countAt{}, err
	}
	return countAt{first, tile*evidence.TileWidth + 1}, nil
}

// scan counts events by reading them, -1 for more than the limit, and where they cannot be read.
func (c *eventCounter) scan(ctx context.Context, after, upTo es.Position) (n int64, err error) {
	for _, log := range c.logs {
		if after >= upTo {
			break
		}
		for e, err := range log.All(ctx, after, es.Filter{}) {
			if err != nil {
				return 0, err
			}
			if e.Position > upTo {
				return n, nil
			}
			if n++; n > c.limit {
				return -1, nil
			}
			after = e.Position
		}
	}
	if after < upTo { // events are there that no log yields
		return -1, nil
	}
	return n, nil
}

// keptBefore returns the last kept count at or before a position, 0 at 0 for none.
func (c *eventCounter) keptBefore(at es.Position) countAt {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, found := c.find(at)
	if found {
		return c.known[i]
	}
	if i == 0 {
		return countAt{}
	}
	return c.known[i-1]
}

// keep keeps a count, and drops that of the first position when there are enough.
func (c *eventCounter) keep(k countAt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, found := c.find(k.at)
	if found {
		return
	}
	c.known = slices.Insert(c.known, i, k)
	if len(c.known) > keptCounts {
		c.known = slices.Delete(c.known, 0, 1)
	}
}

// find returns where the count of a position is kept, or would be.
func (c *eventCounter) find(at es.Position) (int, bool) {
	return slices.BinarySearchFunc(c.known, at, func(k countAt, at es.Position) int { return cmp.Compare(k.at, at) })
}
