// Package estest tests what is built on the kernel: decisions as given, when,
// then, and the conformance suite that every store must pass.
package estest

import (
	"errors"
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

// Case is one example of a decision.
type Case[S any] struct {
	t    testing.TB
	d    es.Decider[S]
	past []es.Event
	got  []es.Event
	err  error
}

// Fold replays events over the initial state.
func Fold[S any](d es.Decider[S], events ...es.Event) S {
	s := d.Initial
	for _, e := range events {
		s = d.Evolve(s, e)
	}
	return s
}

// GivenEvents starts from past events.
func GivenEvents[S any](t testing.TB, d es.Decider[S], past ...es.Event) *Case[S] {
	return &Case[S]{t: t, d: d, past: past}
}

// When takes the decision.
func (c *Case[S]) When(decide es.Decision[S]) *Case[S] {
	c.got, c.err = decide(Fold(c.d, c.past...))
	return c
}

// Then expects exactly these events; none means that nothing happens.
func (c *Case[S]) Then(want ...es.Event) {
	c.t.Helper()
	if c.err != nil || len(c.got)+len(want) > 0 && !reflect.DeepEqual(c.got, want) {
		c.t.Errorf("got %+v, %v; want %+v", c.got, c.err, want)
	}
}

// ThenErr wants this refusal and no event.
func (c *Case[S]) ThenErr(want error) {
	c.t.Helper()
	if !errors.Is(c.err, want) || len(c.got) > 0 {
		c.t.Errorf("got %+v, %v; want %v", c.got, c.err, want)
	}
}
