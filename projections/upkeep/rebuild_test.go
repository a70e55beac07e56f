package upkeep_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// Readers poll and writers write while the view is built anew: no reader meets an
// error, misses a row or sees the view step back.
func TestReadsGoOnWhileAViewIsBuiltAnew(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		const streams = 1000
		w.fill(streams, full(20, 1000))
		w.mark = "A"
		m := w.manager(1)
		defer w.following(m)()
		head, err := w.store.Head(t.Context())
		must(t, err)
		must(t, w.models.Await(t.Context(), uint64(head), "tallies"))

		w.mark = "B" // from another program, of the same version
		again := w.manager(1)
		ctx, cancel := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		var polls, fresh atomic.Int64
		busy.Go(func() { w.poll(ctx, streams, &polls, &fresh) })
		busy.Go(func() { w.write(ctx, streams, uint64(full(20, 1000))) })
		must(t, again.Start(t.Context(), "tallies", upkeep.Options{}))
		must(t, again.Wait(t.Context(), "tallies"))
		until(t, "the new build is read", func() bool { return fresh.Load() > 20 || t.Failed() })
		cancel()
		busy.Wait()
		if _, key, err := w.servedPosition(t.Context()); key != "tallies_v1_b1" || err != nil {
			t.Fatalf("queries read %s, %v, want key = %q and no error", key, err, "tallies_v1_b1")
		}
		if builds, err := w.models.Builds(t.Context(), "tallies"); len(builds) != 1 || err != nil {
			t.Errorf("left are %+v, %v, want len(builds) = 1 and no error", builds, err)
		}
		seen, err := w.read(t.Context())
		must(t, err)
		t.Logf("%d events, %d readings", seen.sum, polls.Load())
	})
}

// poll reads every 10 ms, as a client would; fresh counts what comes from the new
// build.
func (w *world) poll(ctx context.Context, rows int64, polls, fresh *atomic.Int64) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	var last tally
	var lastAt es.Position
	for ctx.Err() == nil {
		at, _, err := w.servedPosition(ctx)
		seen, readErr := w.read(ctx)
		if err = errors.Join(err, readErr); err != nil && ctx.Err() == nil {
			w.t.Errorf("a reader met %v, want no error", err)
			return
		}
		if ctx.Err() != nil {
			return
		}
		if seen.rows != rows || seen.sum < last.sum || at < lastAt {
			w.t.Errorf("at %d behind %d: %+v behind %+v, want seen.rows = %v, seen.sum at least %v and at at least %v", at,
				lastAt, seen, last, rows, last.sum, lastAt)
			return
		}
		last, lastAt = seen, at
		polls.Add(1)
		if strings.Contains(seen.marks, `"B"]`) {
			fresh.Add(1)
		}
		<-tick.C
	}
}

// write adds an event every few milliseconds, to one stream after the other.
func (w *world) write(ctx context.Context, streams int, has uint64) {
	for i := 0; ctx.Err() == nil; i++ {
		w.append(stream(i%streams), has+uint64(i/streams), 1)
		time.Sleep(2 * time.Millisecond)
	}
}

func TestBrokenOffBuildIsGoneOnWith(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(100, 100)
		w.following(w.manager(1))()
		behind := &braking{Models: w.models, at: 3000, reached: make(chan struct{})}
		m := upkeep.New(upkeep.Config{Log: w.log, Models: behind, Views: []projections.View{w.view(1)}})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		must(t, m.Start(ctx, "tallies", upkeep.Options{}))
		if err := m.Start(ctx, "tallies", upkeep.Options{}); !errors.Is(err, upkeep.ErrRunning) {
			t.Errorf("started twice: %v, want %v", err, upkeep.ErrRunning)
		}
		<-behind.reached
		must(t, m.Stop(t.Context(), "tallies"))
		if list, err := m.List(t.Context()); err != nil || list[0].Progress.State != upkeep.Stopped {
			t.Fatalf("stopped: %+v, %v, want no error and list[0].Progress.State = %v", list[0].Progress, err, upkeep.Stopped)
		}

		later := w.manager(1) // another start of the program
		must(t, later.Resume(t.Context(), "tallies"))
		must(t, later.Wait(t.Context(), "tallies"))
		list, err := later.List(t.Context())
		p := list[0].Progress
		if err != nil || p.State != upkeep.Done || p.From < 3000 || p.Key != "tallies_v1_b1" || p.At != 10_000 {
			t.Errorf("gone on: %+v, %v, want p.State = Done, p.From at least 3000, p.Key = tallies_v1_b1, p.At = 10_000 "+
				"and no error", p, err)
		}
		if seen, err := w.read(t.Context()); seen.sum != 10_000 || seen.rows != 100 || err != nil {
			t.Errorf("%+v, %v, want seen.sum = 10_000, seen.rows = 100 and no error", seen, err)
		}
		must(t, later.Resume(t.Context(), "tallies")) // nothing is left to do
		if _, key, _ := w.servedPosition(t.Context()); key != "tallies_v1_b1" {
			t.Errorf("queries read %s, want %q", key, "tallies_v1_b1")
		}
	})
}

// braking models stop a build at a position until its context ends.
type braking struct {
	upkeep.Models
	at      es.Position
	once    sync.Once
	reached chan struct{}
}

func (b *braking) Update(ctx context.Context, key string, from, to es.Position, f func(projections.Writer) error) error {
	if from >= b.at {
		b.once.Do(func() { close(b.reached) })
		<-ctx.Done()
		return ctx.Err()
	}
	return b.Models.Update(ctx, key, from, to, f)
}

func TestRaisedVersionIsBuiltBeforeItIsRead(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(10, 100)
		w.mark = "A"
		stop := w.following(w.manager(1))
		must(t, w.models.Await(t.Context(), 1000, "tallies"))
		stop()
		w.mark = "B"
		m := w.manager(2)
		if missing, err := m.MissingView(t.Context()); missing != "tallies" || err != nil {
			t.Fatalf("missing %q, %v, want missing = %q and no error", missing, err, "tallies")
		}
		defer w.following(m)()
		must(t, m.Resume(t.Context(), "tallies"))
		must(t, m.Wait(t.Context(), "tallies"))
		if missing, err := m.MissingView(t.Context()); missing != "" || err != nil {
			t.Fatalf("missing %q, %v, want missing = nothing and no error", missing, err)
		}
		w.append(stream(0), 100, 1)
		must(t, w.models.Await(t.Context(), 1001, "tallies")) // the follower has gone over too
		if _, key, _ := w.servedPosition(t.Context()); key != "tallies_v2" {
			t.Errorf("queries read %s, want %q", key, "tallies_v2")
		}
		old := w.manager(1) // the older program, beside it or after a step back
		must(t, old.Resume(t.Context(), "tallies"))
		if list, err := old.List(t.Context()); err != nil || list[0].Progress != nil {
			t.Errorf("the older program builds: %+v, %v, want no error and list[0].Progress = nil", list[0].Progress, err)
		}
		if _, err := old.Retry(t.Context(), "tallies", stream(0)); !errors.Is(err, upkeep.ErrVersion) {
			t.Errorf("the older program repairs: %v, want %v", err, upkeep.ErrVersion)
		}
	})
}

func TestManualBuildWaitsForTheSwitch(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(10, 100)
		m := w.manager(1)
		defer w.following(m)()
		if err := m.Switch("tallies"); !errors.Is(err, upkeep.ErrNoBuild) {
			t.Errorf("switched to nothing: %v, want %v", err, upkeep.ErrNoBuild)
		}
		must(t, m.Start(t.Context(), "tallies", upkeep.Options{Manual: true}))
		until(t, "the build is ready", func() bool {
			list, err := m.List(t.Context())
			return err == nil && list[0].Progress.State == upkeep.Ready
		})
		must(t, w.models.Await(t.Context(), 1000, "tallies_v1_b1"))
		w.append(stream(0), 100, 1)
		must(t, w.models.Await(t.Context(), 1001, "tallies_v1_b1")) // it follows the log meanwhile
		if _, key, _ := w.servedPosition(t.Context()); key != "tallies_v1" {
			t.Errorf("queries read %s, want %q", key, "tallies_v1")
		}
		must(t, m.Switch("tallies"))
		must(t, m.Wait(t.Context(), "tallies"))
		if _, key, _ := w.servedPosition(t.Context()); key != "tallies_v1_b1" {
			t.Errorf("queries read %s, want %q", key, "tallies_v1_b1")
		}
	})
}

// until waits for what another goroutine brings about.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so after five minutes: %s", what)
		}
	}
}

func TestUnknownViews(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		m := w.manager(1)
		for what, err := range map[string]error{
			"start": m.Start(t.Context(), "nobody", upkeep.Options{}), "switch": m.Switch("nobody"),
			"stop": m.Stop(t.Context(), "nobody"), "wait": m.Wait(t.Context(), "nobody"), "follow": m.Follow(t.Context(), "nobody"),
		} {
			if !errors.Is(err, upkeep.ErrUnknown) {
				t.Errorf("%s: %v, want %v", what, err, upkeep.ErrUnknown)
			}
		}
	})
}

// Builds wait for each other when more are asked for than may run.
func TestOnlySoManyAreBuiltAtOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(10, 100)
		w.following(w.manager(1))()
		slow := &braking{Models: w.models, reached: make(chan struct{})}
		views := []projections.View{w.view(1)}
		for _, name := range []string{"others", "more"} {
			v := w.view(1)
			v.Projection = &es.Projection[projections.Writer]{Name: name, Version: 1}
			es.OnEvent(v.Projection, func(context.Context, projections.Writer, es.Recorded, counted) error { return nil })
			v.Tables = []projections.Table{{Name: name}}
			views = append(views, v)
		}
		m := upkeep.New(upkeep.Config{Log: w.log, Models: slow, Views: views, AtOnce: 1})
		must(t, m.Prepare(t.Context()))
		ctx, stop := context.WithCancel(t.Context())
		for _, v := range views {
			must(t, m.Start(ctx, v.Name, upkeep.Options{}))
		}
		<-slow.reached
		list, err := m.List(t.Context())
		must(t, err)
		states := map[upkeep.State]int{}
		for _, s := range list {
			states[s.Progress.State]++
		}
		if states[upkeep.Building] != 1 || states[upkeep.Waiting] != 2 {
			t.Errorf("%v, want states[upkeep.Building] = 1 and states[upkeep.Waiting] = 2", states)
		}
		stop()
		for _, v := range views {
			if err := m.Wait(t.Context(), v.Name); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v, want %v", v.Name, err, context.Canceled)
			}
		}
	})
}

// Queries go over by the number of events that a build lags by, not by how far positions are apart.
func TestQueriesGoOverByTheNumberOfEvents(t *testing.T) {
	onEngines(t, func(t *testing.T, w *world) {
		w.fill(10, 100)
		w.following(w.manager(1))()
		behind := &countdown{lags: []upkeep.Count{1001, upkeep.Unknown, 6, 5, 0}}
		m := upkeep.New(upkeep.Config{Log: w.log, Models: w.models, Views: []projections.View{w.view(1)}, Count: behind, Bound: 5})
		must(t, m.Start(t.Context(), "tallies", upkeep.Options{}))
		must(t, m.Wait(t.Context(), "tallies"))
		if len(behind.lags) != 1 {
			t.Errorf("the lags %v were not asked for, want 1", behind.lags)
		}
		list, err := m.List(t.Context())
		if err != nil || list[0].Events != 0 || list[0].ServedBuild().Lag != 0 || list[0].Progress.Lag != 0 {
			t.Errorf("got %+v, %v, want no events and no lag", list, err)
		}
	})
}

// countdown is a counter that gives one lag after the other, and then the last one.
type countdown struct{ lags []upkeep.Count }

func (c *countdown) CountEvents(context.Context, es.Position, es.Position) (upkeep.Count, error) {
	lag := c.lags[0]
	c.lags = c.lags[min(1, len(c.lags)-1):]
	return lag, nil
}
