package estest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// An ack is an event whose append was answered.
type ack struct {
	stream  es.StreamID
	version uint64
	id      uuid.UUID
}

// writeSome makes appends of one to three events: to a stream of its own, and
// now and then to one that all writers fight for. Every body names its append
// and how many events that has. acked is called for each event that was answered.
func writeSome(ctx context.Context, s es.Store, name string, appends int, acked func(ack)) error {
	own := es.StreamID("own-demo-" + name)
	at := map[es.StreamID]uint64{}
	for i := 0; i < appends; {
		stream := own
		if i%5 == 4 {
			stream = es.StreamID(fmt.Sprintf("shared-demo-%d", i%2))
		}
		events := newEvents(1 + i%3)
		for j := range events {
			events[j].Body = fmt.Appendf(nil, "%s %d", events[0].ID, len(events))
		}
		r, err := s.Append(ctx, stream, at[stream], events)
		if errors.Is(err, es.ErrConflict) && stream != own {
			for e, err := range s.Stream(ctx, stream, at[stream]) {
				if err != nil {
					return err
				}
				at[stream] = e.Version
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("append %d of %s: %w", i, name, err)
		}
		for j, e := range events {
			acked(ack{stream, at[stream] + uint64(j) + 1, e.ID})
		}
		at[stream] = r.Version
		i++
	}
	return nil
}

// A checker follows a log and finds what no log may do.
type checker struct {
	dense    bool
	at       es.Position
	time     time.Time
	versions map[es.StreamID]uint64
	events   map[uuid.UUID]ack
	appends  map[string]int
}

func newChecker(dense bool) *checker {
	return &checker{dense: dense, versions: map[es.StreamID]uint64{}, events: map[uuid.UUID]ack{}, appends: map[string]int{}}
}

// readToEnd reads to the present end.
func (c *checker) readToEnd(ctx context.Context, s es.Store) error {
	for e, err := range s.All(ctx, c.at, es.Filter{}) {
		if err != nil {
			return err
		}
		switch {
		case e.Position <= c.at || c.dense && e.Position != c.at+1:
			return fmt.Errorf("position %d after %d", e.Position, c.at)
		case e.Time.Before(c.time):
			return fmt.Errorf("time runs backwards at %d: %v after %v", e.Position, e.Time, c.time)
		case e.Version != c.versions[e.Stream]+1:
			return fmt.Errorf("%s: version %d after %d", e.Stream, e.Version, c.versions[e.Stream])
		}
		c.at, c.time, c.versions[e.Stream] = e.Position, e.Time, e.Version
		c.events[e.ID] = ack{e.Stream, e.Version, e.ID}
		c.appends[string(e.Body)]++
	}
	return nil
}

// compareAnswers compares with the answered appends; with exact there must be no other
// events.
func (c *checker) compareAnswers(t *testing.T, acks []ack, exact bool) {
	t.Helper()
	lost := 0
	for _, a := range acks {
		if c.events[a.id] != a {
			lost++
		}
	}
	if lost > 0 || exact && len(c.events) != len(acks) {
		t.Errorf("%d of %d answered events are lost; %d seen", lost, len(acks), len(c.events))
	}
	for name, n := range c.appends {
		var id string
		var want int
		if _, err := fmt.Sscan(name, &id, &want); err != nil || n != want {
			t.Errorf("append %s: %d events of %d are there", id, n, want)
		}
	}
}

// testOrder has 64 writers, half of them in another process where that can be, and a
// reader that tails along: it misses nothing and never sees a gap.
func testOrder(t *testing.T, suite Suite) {
	place := suite.Place(t)
	s, ctx := suite.openAt(t, place)
	writers, appends := 64, scaledSize(12, 400)
	var acks acks
	var work sync.WaitGroup
	if suite.Child != "" {
		writers /= 2
		suite.runBeside(t, ctx, place, job{"write", writers, appends}, &work, acks.add)
	}
	for w := range writers {
		work.Go(func() {
			if err := writeSome(ctx, s, fmt.Sprintf("here%d", w), appends, acks.add); err != nil {
				t.Error(err)
			}
		})
	}
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	c := newChecker(suite.Dense)
	for running := true; running; {
		select {
		case <-done:
			running = false // and one last look
		default:
			wait, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
			_ = s.Wait(wait, c.at) // a time without events is no failure
			cancel()
		}
		if err := c.readToEnd(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	c.compareAnswers(t, acks.list, true)
}

// acks are gathered from many writers.
type acks struct {
	mu   sync.Mutex
	list []ack
}

func (a *acks) add(one ack) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, one)
}

// testHandOver has two stores of one place append to the same streams in turn while a
// third process writes too: whatever one store remembers of a stream, it knows
// what the other has just added, so every append fits at once.
func testHandOver(t *testing.T, suite Suite) {
	if suite.Child == "" {
		t.Skip("no two stores can share the place")
	}
	place := suite.Place(t)
	one, ctx := suite.openAt(t, place)
	other, _ := suite.openAt(t, place)
	var work sync.WaitGroup
	suite.runBeside(t, ctx, place, job{"beside", 8, scaledSize(40, 1000)}, &work, func(ack) {})
	turns := uint64(scaledSize(60, 2000))
	for i := range 8 {
		stream := es.StreamID(fmt.Sprintf("turn-demo-%d", i))
		work.Go(func() {
			for version := range turns {
				s := []es.Store{one, other}[version%2]
				if r, err := s.Append(ctx, stream, version, newEvents(1)); err != nil || r.Version != version+1 {
					t.Errorf("%s at %d: %+v, %v", stream, version, r, err)
					return
				}
				if _, err := s.Append(ctx, stream, version, newEvents(1)); !errors.Is(err, es.ErrConflict) {
					t.Errorf("%s at %d again: %v, want a conflict", stream, version, err)
				}
			}
		})
	}
	work.Wait()
	c := newChecker(suite.Dense)
	if err := c.readToEnd(ctx, one); err != nil {
		t.Error(err)
	}
	for i := range 8 {
		if n := c.versions[es.StreamID(fmt.Sprintf("turn-demo-%d", i))]; n != turns {
			t.Errorf("stream %d has %d events, want %d", i, n, turns)
		}
	}
}
