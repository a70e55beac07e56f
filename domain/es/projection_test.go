package es_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

type counts map[es.StreamID]int

// model keeps counts as a transaction would: all of an update or nothing.
type model struct {
	rows    counts
	at      es.Position
	parked  map[es.StreamID][]uint64
	updates int
	reached es.Position
}

var errMoved = errors.New("another runner moved the checkpoint")

func (m *model) Checkpoint(context.Context, string) (es.Position, error) { return m.at, nil }

func (m *model) Update(_ context.Context, _ string, from, to es.Position, f func(counts) error) error {
	if m.at != from {
		return errMoved
	}
	m.updates++
	rows, parked := maps.Clone(m.rows), maps.Clone(m.parked)
	if err := f(m.rows); err != nil {
		m.rows, m.parked = rows, parked
		return err
	}
	m.at = to
	return nil
}

func (m *model) NotifyReaders(_ string, at es.Position) { m.reached = at }

func (m *model) HasParked(_ context.Context, _ counts, _ string, s es.StreamID) (bool, error) {
	return len(m.parked[s]) > 0, nil
}

func (m *model) ParkEvent(_ context.Context, _ counts, _ string, r es.Recorded, cause error) error {
	if cause == nil {
		return errors.New("parked without a cause")
	}
	m.parked[r.Stream] = append(m.parked[r.Stream][:len(m.parked[r.Stream]):len(m.parked[r.Stream])], r.Version)
	return nil
}

// shared is a model that a test looks at while a projection runs.
type shared struct {
	*model
	mu sync.Mutex
}

func (s *shared) Update(ctx context.Context, key string, from, to es.Position, f func(counts) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.model.Update(ctx, key, from, to, f)
}

func (s *shared) NotifyReaders(key string, at es.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.model.NotifyReaders(key, at)
}

// look gives what the model holds once nothing moves any more.
func (s *shared) look() model {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return *s.model
}

func newModel() *model { return &model{rows: counts{}, parked: map[es.StreamID][]uint64{}} }

// fillLog has 1,003 events: ten streams of 100, and 3 of a kind without handler.
func fillLog(t *testing.T) *es.Log {
	t.Helper()
	l, s := newLog()
	for i := range 10 {
		for j := range 10 {
			c := command()
			c.Stream = es.StreamID(fmt.Sprintf("box-demo-%d", j))
			decide(t, l, c, func(s box) ([]es.Event, error) { return ten(s, i), nil })
		}
	}
	for i := range uint64(3) {
		if _, err := s.Append(t.Context(), "lamp-demo-1", i,
			[]es.Envelope{{ID: uuid.New(), Type: "lamp.lit", Schema: 1, Body: []byte("{}")}}); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// ten returns the events of one append; the first of a box opens it.
func ten(s box, n int) (out []es.Event) {
	if !s.open {
		out = append(out, boxOpened{"ada"})
	}
	for len(out) < 10 {
		out = append(out, thingPut{es.Seal("demo/box.1", "thing"), n})
	}
	return out
}

var errBad = errors.New("a bad event")

func counting(bad es.StreamID, version uint64) *es.Projection[counts] {
	p := &es.Projection[counts]{Name: "counts", Version: 1}
	es.OnEvent(p, func(_ context.Context, w counts, r es.Recorded, _ thingPut) error {
		w[r.Stream]++
		if r.Stream == bad && r.Version == version {
			return errBad
		}
		return nil
	})
	es.OnEvent(p, func(_ context.Context, w counts, r es.Recorded, _ boxOpened) error { w[r.Stream]++; return nil })
	return p
}

func TestBadEventIsParkedWithTheRestOfItsStream(t *testing.T) {
	l, m := fillLog(t), newModel()
	at, err := es.CatchUp(t.Context(), l, m, counting("box-demo-3", 50), 0)
	if err != nil || at != 1003 || m.at != 1003 {
		t.Fatalf("at %d, checkpoint %d, %v, want 1003", at, m.at, err)
	}
	parked := m.parked["box-demo-3"]
	if len(parked) != 51 || parked[0] != 50 || parked[50] != 100 || len(m.parked) != 1 {
		t.Errorf("parked %v of %d streams, want 50 to 100 of one", parked, len(m.parked))
	}
	for i := range 10 {
		want := 100
		if i == 3 {
			want = 49
		}
		if got := m.rows[es.StreamID(fmt.Sprintf("box-demo-%d", i))]; got != want {
			t.Errorf("box %d: %d, want %d", i, got, want)
		}
	}
	// 1,000 events are halved ten times: each halving is one more failed update and
	// one that passes, and the bad one is parked.
	if m.updates > 2*10+4 {
		t.Errorf("%d updates for one bad event, want at most 24", m.updates)
	}
}

func TestWithoutABadEventPagesAreWhole(t *testing.T) {
	l, m := fillLog(t), newModel()
	if _, err := es.CatchUp(t.Context(), l, m, counting("", 0), 0); err != nil || m.updates != 1 {
		t.Errorf("%d updates, %v, want one page", m.updates, err)
	}
	if at, err := es.CatchUp(t.Context(), l, m, counting("", 0), m.at); err != nil || at != 1003 || m.updates != 1 {
		t.Errorf("nothing new: at %d with %d updates, %v, want at = 1003, m.updates = 1 and no error", at, m.updates, err)
	}
	if m.rows["box-demo-0"] != 100 {
		t.Errorf("counted %d, want each once", m.rows["box-demo-0"])
	}
}

func TestSecondRunnerStops(t *testing.T) {
	l, m := fillLog(t), newModel()
	m.at = 17
	at, err := es.CatchUp(t.Context(), l, m, counting("", 0), 0)
	if !errors.Is(err, errMoved) || at != 0 || len(m.rows) != 0 {
		t.Errorf("at %d with %v, rows %v, want the error errMoved, at = 0 and no m.rows", at, err, m.rows)
	}
}

func TestRunFollowsUntilItIsStopped(t *testing.T) {
	l, m := fillLog(t), newModel()
	ctx, cancel := context.WithCancel(t.Context())
	p := counting("", 0)
	es.OnEvent(p, func(context.Context, counts, es.Recorded, boxClosed) error { cancel(); return nil })
	done := make(chan error)
	go func() { done <- es.RunProjection(ctx, l, m, p) }()
	c := command()
	c.Stream = "box-demo-5"
	decide(t, l, c, func(box) ([]es.Event, error) { return []es.Event{boxClosed{}}, nil })
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if m.rows["box-demo-5"] != 100 {
		t.Errorf("counted %d, want 100", m.rows["box-demo-5"])
	}
}

// TestCheckpointFollowsWhatChangesNothing lets a projection follow events that it has no
// handler for: readers are told of each at once, the checkpoint is moved ten times a
// second, goes along with the next change, and moves when nothing more comes. A rival
// who moved it meanwhile ends the run.
func TestCheckpointFollowsWhatChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog()
		m := &shared{model: newModel()}
		done := make(chan error, 1)
		go func() { done <- es.RunProjection(t.Context(), l, m, counting("", 0)) }()
		lamps := uint64(0)
		lit := func() {
			t.Helper()
			if _, err := s.Append(t.Context(), "lamp-demo-1", lamps,
				[]es.Envelope{{ID: uuid.New(), Type: "lamp.lit", Schema: 1, Body: []byte("{}")}}); err != nil {
				t.Fatal(err)
			}
			lamps++
		}
		for range 60 {
			lit()
			if now := m.look(); now.reached != es.Position(lamps) {
				t.Fatalf("readers were told of %d, not of %d", now.reached, lamps)
			}
			time.Sleep(10 * time.Millisecond)
		}
		if now := m.look(); now.updates < 5 || now.updates > 6 || uint64(now.at) < lamps-11 {
			t.Errorf("in 0.6 s the checkpoint was moved %d times, to %d of %d, want 5 or 6 moves, to within 11 of the end",
				now.updates, now.at, lamps)
		}
		time.Sleep(time.Second)
		if now := m.look(); uint64(now.at) != lamps || now.updates > 7 {
			t.Errorf("at rest the checkpoint is at %d of %d after %d moves, want uint64(now.at) = %v and now.updates at most 7",
				now.at, lamps, now.updates, lamps)
		}

		lit()
		before := m.look().updates
		decide(t, l, command(), openBox)
		if now := m.look(); now.updates != before+1 || uint64(now.at) != lamps+1 || now.rows["box-demo-1"] != 1 {
			t.Errorf("a change: %d updates, checkpoint at %d, rows %v, want 1 update, to %d",
				now.updates-before, now.at, now.rows, lamps+1)
		}

		lit()
		m.look()
		m.mu.Lock()
		m.at++
		m.mu.Unlock()
		time.Sleep(time.Second)
		synctest.Wait()
		select {
		case err := <-done:
			if !errors.Is(err, errMoved) {
				t.Errorf("the run ended with %v, want %v", err, errMoved)
			}
		default:
			t.Fatal("a rival who moved the checkpoint is not noticed")
		}
	})
}

func TestAlwaysSeesWhatHasNoHandler(t *testing.T) {
	l, m := fillLog(t), newModel()
	p := counting("", 0)
	es.OnOtherEvents(p, func(_ context.Context, w counts, r es.Recorded) error { w[r.Stream]++; return nil })
	if len(p.Filter(l.Codec).Types) != 0 {
		t.Error("a filter would hide events")
	}
	if _, err := es.CatchUp(t.Context(), l, m, p, 0); err != nil || m.rows["lamp-demo-1"] != 3 {
		t.Errorf("lamps: %d, %v, want 3", m.rows["lamp-demo-1"], err)
	}
}

// What cannot be read is no reason for other streams to wait; what keeps it from
// being read now is.
func TestEventThatCannotBeReadIsParked(t *testing.T) {
	for name, body := range map[string]string{"no JSON": `{"N":`, "of another form": `{"N":"many"}`,
		"a forged field": `{"N":1,"Name":{"s":"demo/box.1","b":"AAAA"}}`} {
		l, s := newLog()
		decide(t, l, command(), openBox)
		bad := es.Envelope{ID: uuid.New(), Type: "box.thing-put", Schema: 1, Body: []byte(body)}
		if _, err := s.Append(t.Context(), "box-demo-1", 1, []es.Envelope{bad}); err != nil {
			t.Fatal(err)
		}
		other := command()
		other.Stream = "box-demo-2"
		decide(t, l, other, openBox)
		m := newModel()
		at, err := es.CatchUp(t.Context(), l, m, counting("", 0), 0)
		if err != nil || at != 3 || m.rows["box-demo-1"] != 1 || m.rows["box-demo-2"] != 1 || len(m.parked["box-demo-1"]) != 1 {
			t.Errorf("%s: at %d, %v, rows %v, parked %v, want both boxes at 3, the first with one parked event",
				name, at, err, m.rows, m.parked)
		}
	}
	l := fillLog(t)
	l.Codec = newCodec(vault{broken: true})
	if _, err := es.CatchUp(t.Context(), l, newModel(), counting("", 0), 0); !errors.Is(err, errVault) {
		t.Errorf("a vault that fails: %v, want %v", err, errVault)
	}
}

// Pages have a limit in bytes too: many large events are not held at once.
func TestPagesOfLargeEventsAreSmall(t *testing.T) {
	l, _ := newLog()
	for i := range uint64(20) {
		c := command()
		c.Stream = es.StreamID(fmt.Sprintf("box-demo-%d", i))
		decide(t, l, c, func(box) ([]es.Event, error) {
			return []es.Event{boxOpened{strings.Repeat("x", 300<<10)}}, nil
		})
	}
	m := newModel()
	if at, err := es.CatchUp(t.Context(), l, m, counting("", 0), 0); err != nil || at != 20 || m.updates != 2 {
		t.Errorf("%d updates up to %d, %v, want two of 4 MiB at most", m.updates, at, err)
	}
}
