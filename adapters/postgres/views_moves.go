package postgres

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
)

// moves share transactions between the checkpoints that move without a row, since most
// events concern few views: whoever comes while nobody writes takes along all who came
// meanwhile.
type moves struct {
	mu      sync.Mutex
	waiting []*move
	writing chan struct{} // held by the one who writes
}

// move is one checkpoint on its way.
type move struct {
	key  string
	from store.Progress
	to   es.Position
	err  error
	done chan struct{}
}

// moveAll names the checkpoints that have moved. It locks them in their order, as others
// do who lock several.
const moveAll = `WITH held AS (SELECT projection FROM docket_checkpoint WHERE projection = ANY($1) ORDER BY projection FOR UPDATE)
	UPDATE docket_checkpoint c SET at = m.at, epoch = m.epoch
	FROM held, unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) AS m(projection, at, epoch, was, was_epoch)
	WHERE c.projection = held.projection AND m.projection = held.projection AND c.at = m.was AND c.epoch = m.was_epoch
	RETURNING c.projection`

// moveCheckpoint moves the checkpoint of a view to which nothing else happens.
// Errors: store.ErrMoved.
func (v *Views) moveCheckpoint(ctx context.Context, key string, from store.Progress, to es.Position) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m := &move{key: key, from: from, to: to, done: make(chan struct{})}
	s := &v.moves
	s.mu.Lock()
	s.waiting = append(s.waiting, m)
	s.mu.Unlock()
	select {
	case <-m.done:
		return m.err
	case s.writing <- struct{}{}:
	}
	defer func() { <-s.writing }()
	s.mu.Lock()
	all := s.waiting
	s.waiting = nil
	s.mu.Unlock()
	if len(all) > 0 {
		v.moveTogether(ctx, all)
	}
	<-m.done
	return m.err
}

// moveTogether writes what has gathered, and answers. One who gives up meanwhile must
// not take the others along.
func (v *Views) moveTogether(ctx context.Context, all []*move) {
	first := map[string]bool{}
	one := slices.DeleteFunc(slices.Clone(all), func(m *move) bool { // of two runners of a view one comes too late
		again := first[m.key]
		first[m.key] = true
		return again
	})
	moved, err := v.moveAll(context.WithoutCancel(ctx), one)
	for _, m := range all {
		switch {
		case err != nil:
			m.err = err
		case !moved[m.key]:
			m.err = store.ErrMoved
		}
		delete(moved, m.key)
		close(m.done)
	}
}

func (v *Views) moveAll(ctx context.Context, all []*move) (map[string]bool, error) {
	ctx, cancel := context.WithTimeout(ctx, logTry)
	defer cancel()
	keys := make([]string, len(all))
	at, epoch, was, wasEpoch := make([]int64, len(all)), make([]int64, len(all)), make([]int64, len(all)), make([]int64, len(all))
	for i, m := range all {
		keys[i], at[i], epoch[i], was[i], wasEpoch[i] = m.key, int64(m.to), m.from.EpochAt(m.to), int64(m.from.At), m.from.Epoch
	}
	rows, err := v.write.Query(ctx, moveAll, keys, at, epoch, was, wasEpoch)
	if err != nil {
		return nil, err
	}
	moved := map[string]bool{}
	var key string
	_, err = pgx.ForEachRow(rows, []any{&key}, func() error { moved[key] = true; return nil })
	return moved, err
}
