package upkeep_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// Ten streams are written while one of them has a bad event: nine are complete, the
// tenth is parked in order, and complete too once the cause is cured.
func TestOneBadEventInTenBusyStreams(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		bad := stream(3)
		m, stop := w.followPoisoned(bad, 10, 100)
		defer stop()
		if seen, err := w.read(t.Context()); seen.sum != 949 || err != nil {
			t.Fatalf("%+v, %v, want 9 times 100, and 49", seen, err)
		}
		w.expectParked(m, bad, 50, 51)
		w.mu.Lock()
		if log := w.logged.String(); strings.Count(log, "level=ERROR") != 1 || !strings.Contains(log, errPoison.Error()) {
			t.Errorf("told of one bad event in\n%s, want one line at ERROR", log)
		}
		w.mu.Unlock()
		if r, err := m.Retry(t.Context(), "tallies", bad); r.Applied != 0 || r.Left != 51 ||
			!strings.Contains(r.Cause, errPoison.Error()) || err != nil {
			t.Errorf("before the cure: %+v, %v, want none applied, 51 left and the cause", r, err)
		}
		w.expectParked(m, bad, 50, 51)

		w.poison.Store(nil)
		done := make(chan struct{})
		go func() { defer close(done); w.append(bad, 100, 20) }() // the stream is written while it is repaired
		r, err := m.Retry(t.Context(), "tallies", bad)
		if r.Applied < 51 || r.Left != 0 || err != nil {
			t.Errorf("after the cure: %+v, %v, want r.Applied at least 51, r.Left = 0 and no error", r, err)
		}
		<-done
		head, err := w.store.Head(t.Context())
		must(t, err)
		must(t, w.models.Await(t.Context(), uint64(head), "tallies"))
		if seen, err := w.read(t.Context()); seen.sum != 1020 || err != nil {
			t.Errorf("%+v, %v, want seen.sum = 1020 and no error", seen, err)
		}
		if _, err := m.Retry(t.Context(), "tallies", bad); !errors.Is(err, upkeep.ErrNotParked) {
			t.Errorf("again: %v, want %v", err, upkeep.ErrNotParked)
		}
	})
}

// repairedAmidst are models whose repair comes while the follower writes a batch, and
// is told of when that has failed.
type repairedAmidst struct {
	upkeep.Models
	begin                  func() // appends something to project
	writing, replayed, met chan struct{}
	once                   sync.Once
}

// Update implements upkeep.Models.
func (r *repairedAmidst) Update(ctx context.Context, key string, from, to es.Position, f func(projections.Writer) error) error {
	err := r.Models.Update(ctx, key, from, to, func(w projections.Writer) error {
		r.once.Do(func() { close(r.writing); <-r.replayed })
		return f(w)
	})
	if errors.Is(err, store.ErrMoved) {
		close(r.met)
	}
	return err
}

// Replay implements upkeep.Models.
func (r *repairedAmidst) Replay(ctx context.Context, key string, stream es.StreamID,
	f func(projections.Writer, []store.Parked) error) error {
	r.begin()
	<-r.writing
	err := r.Models.Replay(ctx, key, stream, f)
	close(r.replayed)
	<-r.met
	return err
}

// A repair touches the checkpoint before the follower hears of it.
func TestFollowerGoesOnWhereARepairMetIt(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		bad := stream(3)
		m, stop := w.followPoisoned(bad, 4, 60)
		stop()
		m.Models = &repairedAmidst{Models: m.Models, begin: func() { w.append(stream(1), 60, 1) },
			writing: make(chan struct{}), replayed: make(chan struct{}), met: make(chan struct{})}
		stop = w.following(m)
		defer stop()
		w.poison.Store(nil)
		if r, err := m.Retry(t.Context(), "tallies", bad); r.Applied != 11 || r.Left != 0 || err != nil {
			t.Errorf("%+v, %v, want r.Applied = 11, r.Left = 0 and no error", r, err)
		}
		must(t, w.models.Await(t.Context(), uint64(w.append(stream(2), 60, 1)), "tallies"))
		if seen, err := w.read(t.Context()); seen.sum != 242 || err != nil {
			t.Errorf("%+v, %v, want seen.sum = 242 and no error", seen, err)
		}
	})
}

// followPoisoned follows a log of busy streams, of which one has an event that cannot be
// applied, up to its end.
func (w *world) followPoisoned(bad es.StreamID, streams, events int) (m *upkeep.Manager, stop func()) {
	w.t.Helper()
	w.poison.Store(&bad)
	m = w.manager(1)
	stop = w.following(m)
	head := w.busy(streams, events)
	must(w.t, w.models.Await(w.t.Context(), uint64(head), "tallies"))
	return m, stop
}

// busy writes all streams at once, an event at a time.
func (w *world) busy(streams, events int) es.Position {
	var all sync.WaitGroup
	for i := range streams {
		all.Go(func() {
			for n := range events {
				w.append(stream(i), uint64(n), 1)
			}
		})
	}
	all.Wait()
	head, err := w.store.Head(w.t.Context())
	must(w.t, err)
	return head
}

// expectParked wants n events of a stream parked from a version on, in order.
func (w *world) expectParked(m *upkeep.Manager, s es.StreamID, version uint64, n int) {
	w.t.Helper()
	list, err := m.ParkedEvents(w.t.Context(), "tallies", s)
	if err != nil || len(list) != n {
		w.t.Fatalf("%d parked, %v, want %d", len(list), err, n)
	}
	for i, p := range list {
		if p.Version != version+uint64(i) || i > 0 && (p.Position <= list[i-1].Position || !strings.Contains(p.Cause, "behind")) {
			w.t.Errorf("number %d is %+v, want version %d in order, behind the first", i, p, version+uint64(i))
		}
	}
	if !strings.Contains(list[0].Cause, errPoison.Error()) {
		w.t.Errorf("the cause is %q, want %v", list[0].Cause, errPoison)
	}
	streams, err := m.ParkedStreams(w.t.Context(), "tallies", 10)
	if err != nil || len(streams) != 1 || streams[0].Stream != s || streams[0].Events != n {
		w.t.Errorf("streams %+v, %v, want len(streams) = 1, streams[0].Stream = %v, streams[0].Events = %v and no error",
			streams, err, s, n)
	}
}

// The view of the suite refuses what does not follow, so what is dropped shows in
// what can be applied behind it.
func TestDroppedEventsAreGivenUp(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		bad := stream(1)
		m, stop := w.followPoisoned(bad, 2, 60)
		defer stop()
		r, err := m.Drop(t.Context(), "tallies", bad, 1)
		if r.Dropped != 1 || r.Applied != 0 || r.Left != 10 || !strings.Contains(r.Cause, "version 51 comes behind 49") || err != nil {
			t.Errorf("one: %+v, %v, want r.Dropped = 1, r.Applied = 0, r.Left = 10, r.Cause with version 51 comes behind 49 "+
				"and no error", r, err)
		}
		r, err = m.Drop(t.Context(), "tallies", bad, upkeep.All)
		if r.Dropped != 10 || r.Left != 0 || err != nil {
			t.Errorf("all: %+v, %v, want r.Dropped = 10, r.Left = 0 and no error", r, err)
		}
		if _, err := m.ParkedEvents(t.Context(), "tallies", bad); !errors.Is(err, upkeep.ErrNotParked) {
			t.Errorf("still parked: %v, want %v", err, upkeep.ErrNotParked)
		}
		if seen, err := w.read(t.Context()); seen.sum != 60+49 || err != nil {
			t.Errorf("%+v, %v, want seen.sum = %v and no error", seen, err, 60+49)
		}
	})
}

// A new build meets the bad event again, and parks it for itself.
func TestBuildParksForItself(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		bad := stream(0)
		m, stop := w.followPoisoned(bad, 2, 60)
		defer stop()
		if _, err := m.Drop(t.Context(), "tallies", bad, upkeep.All); err != nil {
			t.Fatal(err)
		}
		must(t, m.Start(t.Context(), "tallies", upkeep.Options{}))
		must(t, m.Wait(t.Context(), "tallies"))
		w.expectParked(m, bad, 50, 11)
		w.poison.Store(nil)
		must(t, m.Start(t.Context(), "tallies", upkeep.Options{}))
		must(t, m.Wait(t.Context(), "tallies"))
		if seen, err := w.read(t.Context()); seen.sum != 120 || err != nil {
			t.Errorf("after a build without the cause: %+v, %v, want seen.sum = 120 and no error", seen, err)
		}
	})
}
