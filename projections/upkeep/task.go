package upkeep

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Options of one build.
type Options struct {
	Manual bool // queries go over when Switch says so, not by themselves
	Anew   bool // an unfinished build is dropped instead of gone on with
}

// A task is a build of a view.
type task struct {
	view    projections.View
	options Options
	cancel  context.CancelFunc
	done    chan struct{}
	now     chan struct{} // Switch was called
	asked   bool
	meter   meter
	state   State
	err     error
}

// Start begins to build a view beside what queries read, in the background until
// ctx ends; it goes on with an unfinished build. Errors: ErrUnknown, ErrRunning.
func (m *Manager) Start(ctx context.Context, name string, o Options) error {
	view, err := m.findView(name)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.tasks[name]; t != nil && !t.state.HasEnded() {
		return fmt.Errorf("%s: %w", name, ErrRunning)
	}
	ctx, cancel := context.WithCancel(ctx)
	t := &task{view: view, options: o, cancel: cancel, done: make(chan struct{}), now: make(chan struct{}), state: Waiting}
	m.tasks[name] = t
	go func() {
		defer close(t.done)
		defer cancel()
		m.endTask(t, m.performTask(ctx, t))
	}()
	return nil
}

// Switch lets queries go over to the build of a view as soon as it has caught up,
// whatever its options and its lag are. Errors: ErrUnknown, ErrNoBuild.
func (m *Manager) Switch(name string) error {
	if _, err := m.findView(name); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tasks[name]
	if t == nil || t.state.HasEnded() {
		return fmt.Errorf("%s: %w", name, ErrNoBuild)
	}
	if !t.asked {
		t.asked = true
		close(t.now)
	}
	return nil
}

// Stop ends the build of a view, which can be gone on with later.
// Errors: ErrUnknown, ErrNoBuild.
func (m *Manager) Stop(ctx context.Context, name string) error {
	if _, err := m.findView(name); err != nil {
		return err
	}
	m.mu.Lock()
	t := m.tasks[name]
	m.mu.Unlock()
	if t == nil {
		return fmt.Errorf("%s: %w", name, ErrNoBuild)
	}
	t.cancel()
	return m.waitForTask(ctx, t)
}

// Wait returns when the build of a view has ended, with its error.
// Errors: ErrUnknown, ErrNoBuild.
func (m *Manager) Wait(ctx context.Context, name string) error {
	if _, err := m.findView(name); err != nil {
		return err
	}
	m.mu.Lock()
	t := m.tasks[name]
	m.mu.Unlock()
	if t == nil {
		return fmt.Errorf("%s: %w", name, ErrNoBuild)
	}
	if err := m.waitForTask(ctx, t); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return t.err
}

func (m *Manager) waitForTask(ctx context.Context, t *task) error {
	select {
	case <-t.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *Manager) endTask(t *task, err error) {
	m.mu.Lock()
	t.state, t.err = Done, err
	switch {
	case errors.Is(err, context.Canceled):
		t.state = Stopped
	case err != nil:
		t.state = Failed
	}
	m.mu.Unlock()
	switch {
	case m.ReportIncompleteRead(err): // and goes on when the log yields its events again
	case t.state == Failed:
		m.Logger.Error("a build of a view failed; it can be gone on with", "view", t.view.Name, "error", err)
	case t.state == Done:
		m.Logger.Info("queries read the new build of a view", "view", t.view.Name, "build", t.view.CheckpointKey(),
			"took", m.Now().Sub(t.meter.began))
	}
}

func (m *Manager) enterState(t *task, s State) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t.state = s
}

// performTask waits for a slot, builds, lets queries go over and drops what is old.
func (m *Manager) performTask(ctx context.Context, t *task) error {
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	v, err := m.chooseBuild(ctx, t)
	if err != nil {
		return err
	}
	at, err := m.Models.Checkpoint(ctx, v.CheckpointKey())
	if err != nil {
		return err
	}
	m.beginBuild(t, v, at)
	m.Logger.Info("a view is being built", "view", v.Name, "build", v.CheckpointKey(), "from", at)
	if err := m.runToSwitch(ctx, t, v, at); err != nil {
		return err
	}
	m.wentOver(v.Name)
	m.enterState(t, Dropping)
	return m.Models.DropOld(ctx, v.Name)
}

// chooseBuild takes the build to go on with, or makes the next one.
func (m *Manager) chooseBuild(ctx context.Context, t *task) (projections.View, error) {
	name := t.view.Name
	if err := m.Models.DropOld(ctx, name); err != nil {
		return t.view, err
	}
	builds, err := m.Models.Builds(ctx, name)
	if err != nil {
		return t.view, err
	}
	b, unfinished := unfinishedBuild(builds, t.view.Version)
	number := nextNumber(builds, t.view.Version)
	if unfinished && !t.options.Anew {
		number = b.Number
	}
	if unfinished && t.options.Anew {
		if err := m.Models.Drop(ctx, name, b); err != nil {
			return t.view, err
		}
	}
	v := t.view.AtBuild(number)
	return v, m.Models.Prepare(ctx, v)
}

// nextNumber is the number of a further build of a version.
func nextNumber(builds []store.Build, version int) int {
	number := 0
	for _, b := range builds {
		if b.Version == version {
			number = b.Number + 1
		}
	}
	return number
}

// runToSwitch follows the log until queries have gone over.
func (m *Manager) runToSwitch(ctx context.Context, t *task, v projections.View, at es.Position) error {
	models := metered{telling{m.Models, m.Logger}, func(p es.Position) { m.measureBuild(t, p) }}
	for {
		var err error
		at, err = es.CatchUp(ctx, m.Log, es.Model[projections.Writer](models), v.Projection, at)
		if errors.Is(err, store.ErrMoved) { // another process builds it too
			m.pauseFollowing(ctx, nil)
			at, err = m.Models.Checkpoint(ctx, v.CheckpointKey())
		}
		if err != nil {
			return err
		}
		m.measureBuild(t, at)
		over, err := m.goOver(ctx, t, v, at)
		if over || err != nil {
			return err
		}
	}
}

// goOver switches when it is time to; otherwise it waits for more events, or for
// somebody to say that it is time.
func (m *Manager) goOver(ctx context.Context, t *task, v projections.View, at es.Position) (bool, error) {
	head, err := m.Log.Store.Head(ctx)
	if err != nil {
		return false, err
	}
	lag, err := m.Count.CountEvents(ctx, at, head)
	if err != nil || !lag.IsAtMost(m.Bound) {
		return false, err
	}
	if t.options.Manual && !m.isAsked(t) {
		m.enterState(t, Ready)
		return false, m.waitForEvents(ctx, t, at)
	}
	m.enterState(t, Switching)
	err = m.Models.Switch(ctx, v)
	if errors.Is(err, store.ErrBusy) {
		m.pauseFollowing(ctx, nil)
		return false, ctx.Err()
	}
	if errors.Is(err, store.ErrBehind) {
		return false, nil
	}
	return err == nil, err
}

func (m *Manager) isAsked(t *task) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return t.asked
}

// waitForEvents waits for events behind a position, or for Switch.
func (m *Manager) waitForEvents(ctx context.Context, t *task, at es.Position) error {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-t.now:
			cancel()
		case <-waiting.Done():
		}
	}()
	if err := m.Log.Store.Wait(waiting, at); err != nil && waiting.Err() == nil {
		return err
	}
	return ctx.Err()
}
