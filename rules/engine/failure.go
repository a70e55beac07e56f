package engine

import (
	"fmt"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
)

// IsolateFailures makes a run go on when a rule fails, without that rule.
func (s *Session) IsolateFailures() { s.isolating = true }

// Failures returns the rules that have failed and were taken out of the run, in that order.
func (s *Session) Failures() []*RuleError { return s.failures }

// beginRule notes the rule that is evaluated or fires from now on, which is to blame when
// something fails.
func (s *Session) beginRule(a *agenda) {
	s.blamed = a
	s.rt.Rule, s.rt.Offset = a.rule.name, a.rule.at
}

// blameBusiestRule notes the rule that has fired most often, a when others have fired as
// often: of rules that wake each other, and those that fire between them, it is one that
// keeps the run from ending.
func (s *Session) blameBusiestRule(a *agenda) {
	for _, other := range s.agendas {
		if !other.failed && other.fired > a.fired {
			a = other
		}
	}
	s.beginRule(a)
}

// isolateFailure takes the rule out that has failed with a panic, so that the others can go
// on: its matches do not fire any more, and what it has concluded logically is withdrawn.
// It returns an error when the run cannot go on.
func (s *Session) isolateFailure(r any) error {
	failure := s.toRuleError(r)
	a := s.blamed
	if !s.isolating || a == nil || a.failed || s.call.Budget.Ended() {
		return failure
	}
	s.failures = append(s.failures, failure)
	s.firing, s.current = nil, nil
	a.failed, a.dirty = true, false
	a.queue.removeAll()
	s.live.remove(a.rank)
	for _, own := range a.matches {
		own.indexMatches()
		for _, act := range own.by {
			s.retractLogical(act)
			act.setLogic(nil)
		}
	}
	a.logical = 0
	// The run goes on although a limit of all rules together may be used up.
	s.firings = s.fired + max(s.limits.Firings/8, 1)
	s.call.Budget.RecoverMemory()
	return nil
}

// toRuleError converts a recovered panic of a rule to an error. It reports defects of
// the engine in the same way, so that one file never stops the others.
func (s *Session) toRuleError(r any) *RuleError {
	e := &RuleError{Rule: s.rt.Rule, Offset: s.rt.Offset}
	if limit, ok := r.(*host.LimitError); ok {
		e.Msg = limit.Message
		return e
	}
	if t := compile.AsThrowable(r); t != nil {
		e.Msg = t.Error()
		return e
	}
	e.Msg = fmt.Sprint("internal error: ", r)
	return e
}
