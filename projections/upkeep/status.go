package upkeep

import (
	"context"
	"strconv"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// A State says how far a build is.
type State string

// The states of a build, in their order.
const (
	Waiting   State = "waiting"   // for a slot
	Building  State = "building"  // behind the log
	Ready     State = "ready"     // caught up, and waits for Switch
	Switching State = "switching" // queries are about to go over
	Dropping  State = "dropping"  // queries have gone over; the old build is being dropped
	Done      State = "done"
	Stopped   State = "stopped" // can be gone on with
	Failed    State = "failed"  // can be gone on with
)

// HasEnded reports whether nothing more happens.
func (s State) HasEnded() bool { return s == Done || s == Stopped || s == Failed }

// A Count is a number of events, or Unknown.
type Count int64

// Unknown is the count of events that cannot be counted without reading much of the log.
const Unknown Count = -1

// String returns the number in digits, or "unknown".
func (c Count) String() string {
	if c < 0 {
		return "unknown"
	}
	return strconv.FormatInt(int64(c), 10)
}

// IsAtMost reports whether a count is known and no more than n.
func (c Count) IsAtMost(n uint64) bool { return c >= 0 && uint64(c) <= n }

// A Counter counts events between positions, which are tokens and no numbers of events.
type Counter interface {
	// CountEvents returns how many events stand behind a position and up to another one: 0
	// when that is not further on.
	CountEvents(ctx context.Context, after, upTo es.Position) (Count, error)
}

// CounterOf returns what counts the events of a log by their numbers. Where its positions are
// none, it knows no count but 0.
func CounterOf(log es.Store) Counter {
	numbered, _ := log.(numberedLog)
	return numberCounter{numbered}
}

// A numberedLog is a log whose positions are the numbers of its events.
type numberedLog interface{ NumberOf(at es.Position) int64 }

// A numberCounter counts by the numbers of a log, if it has them.
type numberCounter struct{ log numberedLog }

// CountEvents implements Counter.
func (c numberCounter) CountEvents(_ context.Context, after, upTo es.Position) (Count, error) {
	switch {
	case after >= upTo:
		return 0, nil
	case c.log == nil:
		return Unknown, nil
	}
	return Count(c.log.NumberOf(upTo) - c.log.NumberOf(after)), nil
}

// A Status is how one view stands.
type Status struct {
	View     string
	Version  int // that this program projects
	Head     es.Position
	Events   Count     // of the log, up to Head
	Builds   []Build   // oldest first
	Progress *Progress // of the last build that this process made; nil without one
	LogFault string    // why the log does not yield all its events; "" where it does
}

// A Build is a build of a view beside the log.
type Build struct {
	store.Build
	Lag Count // events of the log that it does not hold yet
}

// ServedBuild returns the build that queries read, one with the key "none" while there is none.
func (s Status) ServedBuild() Build {
	for _, b := range s.Builds {
		if b.Served {
			return b
		}
	}
	return Build{Build: store.Build{Key: "none"}, Lag: s.Events}
}

// Progress is how far a build is.
type Progress struct {
	Key    string // of the build; empty while it waits for a slot
	State  State
	Began  time.Time
	From   es.Position   // where it began, or went on
	At     es.Position   // how far it is
	Events Count         // up to there
	Lag    Count         // events of the log behind there
	Rate   float64       // events a second, over the last ten seconds at most
	Left   time.Duration // until it has caught up, at this rate; -1 when there is none yet
	Error  string        // of a failed build
}

// List tells how all views stand, in the order in which they are shown.
func (m *Manager) List(ctx context.Context) ([]Status, error) {
	head, err := m.Log.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	events, err := m.Count.CountEvents(ctx, 0, head)
	if err != nil {
		return nil, err
	}
	var out []Status
	var furthest es.Position
	for _, v := range m.Views {
		s := Status{View: v.Name, Version: v.Version, Head: head, Events: events}
		builds, err := m.Models.Builds(ctx, v.Name)
		if err != nil {
			return nil, err
		}
		for _, b := range builds {
			lag, err := m.Count.CountEvents(ctx, b.At, head)
			if err != nil {
				return nil, err
			}
			s.Builds = append(s.Builds, Build{b, lag})
			if b.Served {
				furthest = max(furthest, b.At)
			}
		}
		if s.Progress, err = m.buildProgress(ctx, v.Name, head); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	if err := m.lookAtLog(ctx, furthest, head); err != nil {
		return nil, err
	}
	for i := range out {
		out[i].LogFault = m.LogFault()
	}
	return out, nil
}

// buildProgress tells of the last build of a view, nil for none.
func (m *Manager) buildProgress(ctx context.Context, view string, head es.Position) (*Progress, error) {
	p, measured := m.lookAtTask(view)
	if p == nil {
		return nil, nil
	}
	var err error
	if p.Events, err = m.Count.CountEvents(ctx, 0, p.At); err != nil {
		return nil, err
	}
	if p.Lag, err = m.Count.CountEvents(ctx, p.At, head); err != nil {
		return nil, err
	}
	if p.Rate, err = measured.rate(ctx, m.Count); err != nil {
		return nil, err
	}
	if p.At >= head || p.State.HasEnded() {
		p.Left = 0
	} else if p.Rate > 0 && p.Lag >= 0 {
		p.Left = time.Duration(float64(p.Lag) / p.Rate * float64(time.Second))
	}
	return p, nil
}

// lookAtTask returns what the last build of a view says of itself, nil for none.
func (m *Manager) lookAtTask(view string) (*Progress, span) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tasks[view]
	if t == nil {
		return nil, span{}
	}
	p := &Progress{State: t.state, Began: t.meter.began, From: t.meter.from, At: t.meter.at, Left: -1}
	if !t.meter.began.IsZero() {
		p.Key = t.view.CheckpointKey()
	}
	if t.err != nil {
		p.Error = t.err.Error()
	}
	return p, t.meter.span()
}

// window is how long the rate of a build looks back.
const window = 10 * time.Second

// A meter measures a build.
type meter struct {
	began   time.Time
	from    es.Position
	at      es.Position
	samples []sample // within the window, oldest first
}

type sample struct {
	time time.Time
	at   es.Position
}

// addSample adds a measurement, at most one in a fortieth of the window.
func (m *meter) addSample(now time.Time, at es.Position) {
	m.at = at
	if n := len(m.samples); n > 1 && now.Sub(m.samples[n-2].time) < window/40 {
		m.samples[n-1] = sample{now, at}
		return
	}
	m.samples = append(m.samples, sample{now, at})
	for len(m.samples) > 2 && now.Sub(m.samples[0].time) > window {
		m.samples = m.samples[1:]
	}
}

// A span lies between the first and the last sample of a window.
type span struct{ first, last sample }

// span returns the window, an empty one where there are no two samples.
func (m *meter) span() span {
	if len(m.samples) < 2 {
		return span{}
	}
	return span{m.samples[0], m.samples[len(m.samples)-1]}
}

// rate returns how many events a second a span made, 0 where they cannot be counted.
func (s span) rate(ctx context.Context, c Counter) (float64, error) {
	d := s.last.time.Sub(s.first.time).Seconds()
	if d <= 0 {
		return 0, nil
	}
	n, err := c.CountEvents(ctx, s.first.at, s.last.at)
	return float64(max(n, 0)) / d, err
}

// beginBuild notes that a build has its slot.
func (m *Manager) beginBuild(t *task, v projections.View, at es.Position) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t.view, t.state = v, Building
	t.meter = meter{began: m.Now(), from: at}
	t.meter.addSample(t.meter.began, at)
}

// measureBuild notes how far a build is.
func (m *Manager) measureBuild(t *task, at es.Position) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t.meter.addSample(m.Now(), at)
	if t.state == Switching || t.state == Ready {
		t.state = Building
	}
}

// metered are models that tell of each step of a projection.
type metered struct {
	Models
	reached func(es.Position)
}

// NotifyReaders implements es.Model.
func (m metered) NotifyReaders(key string, at es.Position) {
	m.Models.NotifyReaders(key, at)
	m.reached(at)
}
