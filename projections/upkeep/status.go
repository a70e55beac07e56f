package upkeep

import (
	"context"
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

// A Status is how one view stands.
type Status struct {
	View     string
	Version  int // that this program projects
	Head     es.Position
	Builds   []store.Build // oldest first
	Progress *Progress     // of the last build that this process made; nil without one
}

// ServedBuild returns the build that queries read, one with the key "none" while there is none.
func (s Status) ServedBuild() store.Build {
	for _, b := range s.Builds {
		if b.Served {
			return b
		}
	}
	return store.Build{Key: "none"}
}

// Lag returns by how many positions the log is ahead of a position, at least 0.
func (s Status) Lag(at es.Position) float64 { return float64(s.Head - min(at, s.Head)) }

// Progress is how far a build is.
type Progress struct {
	Key   string // of the build; empty while it waits for a slot
	State State
	Began time.Time
	From  es.Position   // where it began, or went on
	At    es.Position   // how far it is
	Rate  float64       // positions a second, over the last ten seconds at most
	Left  time.Duration // until it has caught up, at this rate; -1 when there is none yet
	Error string        // of a failed build
}

// List tells how all views stand, in the order in which they are shown.
func (m *Manager) List(ctx context.Context) ([]Status, error) {
	head, err := m.Log.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	var out []Status
	for _, v := range m.Views {
		builds, err := m.Models.Builds(ctx, v.Name)
		if err != nil {
			return nil, err
		}
		out = append(out, Status{View: v.Name, Version: v.Version, Head: head, Builds: builds, Progress: m.buildProgress(v.Name, head)})
	}
	return out, nil
}

func (m *Manager) buildProgress(view string, head es.Position) *Progress {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tasks[view]
	if t == nil {
		return nil
	}
	p := &Progress{State: t.state, Began: t.meter.began, From: t.meter.from, At: t.meter.at, Rate: t.meter.currentRate(), Left: -1}
	if !t.meter.began.IsZero() {
		p.Key = t.view.CheckpointKey()
	}
	if t.err != nil {
		p.Error = t.err.Error()
	}
	if p.At >= head || t.state.HasEnded() {
		p.Left = 0
	} else if p.Rate > 0 {
		p.Left = time.Duration(float64(head-p.At) / p.Rate * float64(time.Second))
	}
	return p
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

// currentRate is how many positions a second the last samples made.
func (m *meter) currentRate() float64 {
	if len(m.samples) < 2 {
		return 0
	}
	first, last := m.samples[0], m.samples[len(m.samples)-1]
	if d := last.time.Sub(first.time).Seconds(); d > 0 {
		return float64(last.at-first.at) / d
	}
	return 0
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
