// Package upkeep keeps the views of a program up to date and builds them anew
// beside what queries read: queries go over when the new build has caught up, and
// the old one is dropped.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Models has what a manager needs of an engine of read models.
type Models interface {
	es.Model[projections.Writer]
	// Prepare makes the tables of views in their builds, unless they stand.
	Prepare(ctx context.Context, views ...projections.View) error
	// Builds lists what stands of a view, oldest first.
	Builds(ctx context.Context, view string) ([]store.Build, error)
	// Switch lets queries read a build. Errors: store.ErrBehind,
	// store.ErrBusy.
	Switch(ctx context.Context, view projections.View) error
	// Drop removes a build that queries do not read.
	Drop(ctx context.Context, view string, b store.Build) error
	// DropOld removes the builds older than what queries read.
	DropOld(ctx context.Context, view string) error
	// ParkedStreams lists the streams of which events are parked.
	ParkedStreams(ctx context.Context, key string, limit int) ([]store.ParkedStream, error)
	// ParkedOf lists the parked events of a stream, oldest first.
	ParkedOf(ctx context.Context, key string, stream es.StreamID) ([]store.Parked, error)
	// Replay lets f apply the parked events of a stream, and forgets them. Errors:
	// store.ErrMoved.
	Replay(ctx context.Context, key string, stream es.StreamID, f func(projections.Writer, []store.Parked) error) error
}

// Failures of a manager.
var (
	ErrUnknown = errors.New("there is no such view")
	ErrRunning = errors.New("the view is being built already")
	ErrNoBuild = errors.New("the view is not being built")
)

// A Config says what a manager keeps. Log, Models and Views are required.
type Config struct {
	Log    *es.Log
	Tail   es.Store // what views that are up to date follow; Log.Store
	Models Models
	Views  []projections.View // in this program's versions
	Count  Counter            // by the numbers of Log.Store, where it has them
	Bound  uint64             // queries go over when a build lags by so many events at most; 1,000
	AtOnce int                // views that are built at once; 2
	Logger *slog.Logger       // slog.Default()
	Now    func() time.Time   // time.Now
	Poll   time.Duration      // how often another process's switches are looked for; 2 s
	// Doubtful is set for a log of which earlier programs may have skipped events: views that they built
	// are built anew once.
	Doubtful bool
}

// A Manager projects views and rebuilds them. It is safe for concurrent use.
type Manager struct {
	Config
	slots chan struct{}
	mu    sync.Mutex
	tasks map[string]*task         // by view, the last one of each
	moved map[string]chan struct{} // closed when queries go over to another build
	fault logFault
}

// New makes a manager. Nothing runs before Follow and Start.
func New(c Config) *Manager {
	if c.Bound == 0 {
		c.Bound = 1000
	}
	if c.Tail == nil {
		c.Tail = c.Log.Store
	}
	if c.Count == nil {
		c.Count = CounterOf(c.Log.Store)
	}
	if c.AtOnce <= 0 {
		c.AtOnce = 2
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Poll <= 0 {
		c.Poll = 2 * time.Second
	}
	m := &Manager{Config: c, slots: make(chan struct{}, c.AtOnce), tasks: map[string]*task{}, moved: map[string]chan struct{}{}}
	for _, v := range c.Views {
		m.moved[v.Name] = make(chan struct{})
	}
	return m
}

// findView finds a view by name.
func (m *Manager) findView(name string) (projections.View, error) {
	for _, v := range m.Views {
		if v.Name == name {
			return v, nil
		}
	}
	return projections.View{}, fmt.Errorf("%s: %w", name, ErrUnknown)
}

// servedBuild is the build of a view that queries read.
func (m *Manager) servedBuild(ctx context.Context, view string) (store.Build, error) {
	builds, err := m.Models.Builds(ctx, view)
	if err != nil {
		return store.Build{}, err
	}
	for _, b := range builds {
		if b.Served {
			return b, nil
		}
	}
	return store.Build{}, fmt.Errorf("%s: nothing is read: %w", view, ErrUnknown)
}

// Prepare makes the tables of all views that do not stand yet, those that queries
// read first of all.
func (m *Manager) Prepare(ctx context.Context) error {
	for _, v := range m.Views {
		builds, err := m.Models.Builds(ctx, v.Name)
		if err != nil {
			return err
		}
		number := 0
		for _, b := range builds {
			if b.Served && b.Version == v.Version {
				number = b.Number
			}
		}
		if err := m.Models.Prepare(ctx, v.AtBuild(number)); err != nil {
			return err
		}
	}
	return nil
}

// Resume starts the build of a view that this program needs: of one whose version was
// raised, or one that an earlier run has not finished. One that runs goes on.
func (m *Manager) Resume(ctx context.Context, name string) error {
	v, err := m.findView(name)
	if err != nil {
		return err
	}
	builds, err := m.Models.Builds(ctx, name)
	if err != nil {
		return err
	}
	served, err := m.servedBuild(ctx, name)
	if err == nil {
		err = m.Models.DropOld(ctx, name) // an earlier run may have been broken off there
	}
	if err != nil {
		return err
	}
	switch _, unfinished := unfinishedBuild(builds, v.Version); {
	case served.Version > v.Version:
		m.Logger.Warn("a newer program has built a view: this one reads it and leaves it alone", "view", v.Name, "build", served.Key)
	case served.Version < v.Version || unfinished:
		err = m.Start(ctx, name, Options{})
	case m.Doubtful && !served.Gapless && served.At > 0:
		m.Logger.Warn("an earlier program may have skipped events of the log in a view; it is built anew, once", "view", v.Name,
			"build", served.Key)
		err = m.Start(ctx, name, Options{})
	}
	if errors.Is(err, ErrRunning) {
		return nil
	}
	return err
}

// unfinishedBuild finds the unfinished build of a version: one that is newer than what is read.
func unfinishedBuild(builds []store.Build, version int) (store.Build, bool) {
	var served, newest store.Build
	for _, b := range builds {
		if b.Served {
			served = b
		}
		newest = b
	}
	return newest, newest.Version == version && served.Less(newest)
}

// MissingView names the first view that queries do not read in this program's version
// or a newer one, "" when there is none.
func (m *Manager) MissingView(ctx context.Context) (string, error) {
	for _, v := range m.Views {
		b, err := m.servedBuild(ctx, v.Name)
		if err != nil || b.Version < v.Version {
			return v.Name, err
		}
	}
	return "", nil
}

// Follow projects the build of a view that queries read, whichever it is, until
// ctx ends or an error stops it. Where somebody else moves the checkpoint, it goes
// on from there.
func (m *Manager) Follow(ctx context.Context, name string) error {
	view, err := m.findView(name)
	if err != nil {
		return err
	}
	for {
		moved := m.movedOf(name)
		before, err := m.servedBuild(ctx, name)
		if err != nil {
			return err
		}
		if before.Version == view.Version {
			err = m.runBuild(ctx, view.AtBuild(before.Number), moved)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if isClosed(moved) {
			continue
		}
		if errors.Is(err, store.ErrMoved) { // a repair is about to say so, or another process projects it too
			m.pauseFollowing(ctx, moved)
			continue
		}
		if now, lookErr := m.servedBuild(ctx, name); lookErr != nil || now.Key == before.Key && err != nil {
			return errors.Join(err, lookErr)
		} else if now.Key == before.Key {
			m.pauseFollowing(ctx, moved) // another program's version
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// runBuild projects one build until queries go over to another.
func (m *Manager) runBuild(ctx context.Context, v projections.View, moved <-chan struct{}) error {
	if err := m.Models.Prepare(ctx, v); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-moved:
			cancel()
		case <-ctx.Done():
		}
	}()
	return es.RunProjection(ctx, &es.Log{Store: m.Tail, Codec: m.Log.Codec}, es.Model[projections.Writer](telling{m.Models, m.Logger}),
		v.Projection)
}

func (m *Manager) pauseFollowing(ctx context.Context, moved <-chan struct{}) {
	tick := time.NewTimer(m.Poll)
	defer tick.Stop()
	select {
	case <-ctx.Done():
	case <-moved:
	case <-tick.C:
	}
}

func (m *Manager) movedOf(view string) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.moved[view]
}

// wentOver tells the followers of a view that queries read another build, or that
// the one that they read was repaired.
func (m *Manager) wentOver(view string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	close(m.moved[view])
	m.moved[view] = make(chan struct{})
}
