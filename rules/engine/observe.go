package engine

import (
	"time"

	"github.com/seed-62a36931/docket/rules/compile"
)

// A Firing is one match of a rule that fires.
type Firing struct {
	Rule   string
	Number int64 // of the firing in its session, from 1
	Facts  []any // that the patterns matched, from left to right
	// Bindings are the values that the consequence sees, by name
	Bindings map[string]any
}

// An Observer is told of every match that fires. Without one nothing is recorded.
type Observer interface {
	// FiringBegins is called before the consequence.
	FiringBegins(f Firing)
	// FiringEnds is called behind it, with the time that it took, also when it failed.
	FiringEnds(f Firing, took time.Duration)
}

// A ChangeObserver is an Observer that is told, too, of what consequences do to facts.
type ChangeObserver interface {
	Observer
	Inserted(object any, logical bool)
	Updated(object any)
	Retracted(object any)
}

// Observe sets who is told of firings; nil is nobody.
func (s *Session) Observe(o Observer) {
	s.observer, s.rt.Actions = o, s
	if to, ok := o.(ChangeObserver); ok {
		s.rt.Actions = watched{s, to}
	}
}

// watched is a session whose changes by consequences are told.
type watched struct {
	*Session
	to ChangeObserver
}

// Insert adds a fact and tells of it.
func (w watched) Insert(object any, logical bool) {
	w.Session.Insert(object, logical)
	w.to.Inserted(object, logical)
}

// Update says that a fact has changed, and tells of it.
func (w watched) Update(object any, properties []string) {
	w.Session.Update(object, properties)
	w.to.Updated(object)
}

// Retract takes an object out of matching, and tells of it.
func (w watched) Retract(object any) {
	w.Session.Retract(object)
	w.to.Retracted(object)
}

// consequence runs the consequence of a match, under the eyes of the observer.
func (s *Session) consequence(act *activation) {
	f := &compile.Frame{Slots: act.slots, RT: s.rt}
	for _, slot := range act.branch.copies {
		f.Slots[slot] = own(f.Slots[slot])
	}
	if s.observer == nil {
		act.branch.fire(f)
		return
	}
	seen := Firing{Rule: s.rt.Rule, Number: s.fired, Bindings: map[string]any{}}
	for _, x := range act.facts {
		seen.Facts = append(seen.Facts, x.object)
	}
	for name, slot := range act.branch.names {
		seen.Bindings[name] = act.slots[slot]
	}
	s.observer.FiringBegins(seen)
	began := time.Now()
	defer func() { s.observer.FiringEnds(seen, time.Since(began)) }()
	act.branch.fire(f)
}
