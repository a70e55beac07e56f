package engine

import (
	"slices"
	"time"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Firing is one match of a rule that fires.
type Firing struct {
	Rule string
	// Consequence is the name of the consequence, "" for that of the rule itself
	Consequence string
	Number      int64 // of the firing in its session, from 1
	Branch      int   // of the ways in which the rule can match, see Alternatives, from 0
	Facts       []any // that the patterns matched, from left to right
	// Bindings are the values that the consequence sees, by name
	Bindings map[string]any
}

// Work counts what was done for a rule in a session, so that runs can be compared whatever the
// machine.
type Work struct {
	Evaluations int64 // how often its conditions were brought up to date
	Tried       int64 // facts that its patterns were tried on
	Steps       int64 // statements and expressions of its conditions and consequences
	Matching    time.Duration
}

// Work returns the work of each rule by name. Without an observer it is not counted.
func (s *Session) Work() map[string]Work {
	out := map[string]Work{}
	for _, a := range s.agendas {
		out[a.rule.name] = a.work
	}
	return out
}

// countWork counts the work of an evaluation of a rule that began when tried facts had been
// tried.
func (s *Session) countWork(a *agenda, tried int64, began time.Time) {
	a.work.Evaluations++
	a.work.Tried += s.work - tried
	a.work.Steps += s.call.Budget.Steps()
	a.work.Matching += time.Since(began)
}

// Alternatives returns the ways in which conditions can hold: one, or several where they have
// an or. Each is a list of conditions that must hold together.
func Alternatives(conds []syntax.Cond) [][]syntax.Cond {
	ways := expandConds(conds)
	for i := range ways {
		ways[i] = slices.DeleteFunc(ways[i], isAction)
	}
	return ways
}

// Observer is notified of every match that fires. Without an observer nothing is
// recorded.
type Observer interface {
	// FiringBegins is called before the consequence.
	FiringBegins(f Firing)
	// FiringEnds is called after it, also when it failed. took is its duration.
	FiringEnds(f Firing, took time.Duration)
}

// ChangeObserver is an Observer that is also notified of the changes that
// consequences make to facts.
type ChangeObserver interface {
	Observer
	Inserted(object any, logical bool)
	Updated(object any)
	// Ignored is called instead of Updated when the fact has been retracted before.
	Ignored(object any)
	Retracted(object any)
}

// Observe sets the observer that is notified of firings; nil for none.
func (s *Session) Observe(o Observer) {
	s.observer, s.rt.Actions = o, s
	s.keepsAll = s.keepsAll || o != nil && s.turn == 0
	if to, ok := o.(ChangeObserver); ok {
		s.rt.Actions = observedSession{s, to}
	}
}

// observedSession notifies an observer of the changes that consequences make in a session.
type observedSession struct {
	*Session
	to ChangeObserver
}

// Insert adds a fact and notifies the observer.
func (w observedSession) Insert(object any, logical bool) {
	w.Session.Insert(object, logical)
	w.to.Inserted(object, logical)
}

// Update marks a fact as changed and notifies the observer.
func (w observedSession) Update(object any, properties []string) {
	retracted := w.isRetracted(object)
	if w.Session.Update(object, properties); retracted {
		w.to.Ignored(object)
		return
	}
	w.to.Updated(object)
}

// Retract removes an object from matching and notifies the observer.
func (w observedSession) Retract(object any) {
	w.Session.Retract(object)
	w.to.Retracted(object)
}

// runConsequence runs the consequence of a match and notifies the observer.
func (s *Session) runConsequence(act *activation) {
	f := &s.room
	if act.branch.lambdas {
		f = &compile.Frame{}
	}
	f.RT, f.Slots = s.rt, s.fillSlots(f.Slots, act)
	for _, slot := range act.branch.copies {
		f.Slots[slot] = cloneCollection(f.Slots[slot])
	}
	if s.observer == nil {
		act.branch.fire(f)
		return
	}
	b := act.branch
	seen := Firing{Rule: s.rt.Rule, Number: s.fired, Consequence: b.consequenceOf(f.Slots), Branch: b.way, Bindings: map[string]any{}}
	for _, x := range act.facts {
		seen.Facts = append(seen.Facts, x.object)
	}
	for name, slot := range act.branch.names {
		seen.Bindings[name] = f.Slots[slot]
	}
	s.observer.FiringBegins(seen)
	began := time.Now()
	defer func() {
		s.firing.work.Steps += s.call.Budget.Steps()
		s.observer.FiringEnds(seen, time.Since(began))
	}()
	act.branch.fire(f)
}
