package engine

import (
	"fmt"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
)

// Run fires rules until nothing is left, first those of the given agenda groups,
// one after the other, and last those of no group.
func (s *Session) Run(groups ...string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.failure(r)
		}
	}()
	fired := int64(0)
	for _, group := range append(groups, "") {
		s.focus[group] = max(s.seq, 1)
		for !s.halted {
			a := s.first(group)
			if a == nil {
				break
			}
			if fired++; fired > s.limits.Firings {
				panic(&host.LimitError{Message: fmt.Sprintf("more than %d firings", s.limits.Firings)})
			}
			s.fire(a)
		}
	}
	return nil
}

// first is the highest rule of the group that has a match to fire. Rules below it
// are not evaluated: what they would see may still change.
func (s *Session) first(group string) *agenda {
	for _, a := range s.agendas {
		if a.dirty && s.justifies(a) {
			s.evaluate(a)
		}
	}
	for _, a := range s.agendas {
		if a.rule.group != group {
			continue
		}
		if a.dirty {
			s.evaluate(a)
		}
		if len(a.queue) > 0 {
			return a
		}
	}
	return nil
}

// justifies says whether logical facts depend on the matches of a rule.
func (s *Session) justifies(a *agenda) bool {
	for _, act := range a.matches {
		if len(act.logic) > 0 {
			return true
		}
	}
	return false
}

func (s *Session) fire(a *agenda) {
	act := a.queue[0]
	a.queue = a.queue[1:]
	act.queued = false
	if g := a.rule.attrs.ActivationGroup; g != "" {
		s.trigger[g] = max(s.seq, 1)
		for _, other := range s.agendas {
			if other.rule.attrs.ActivationGroup == g {
				for _, x := range other.queue {
					x.queued = false
				}
				other.queue = nil
			}
		}
	}
	s.firing, s.current = a.rule, act
	s.rt.Rule = a.rule.name
	s.call.Budget.Renew()
	s.call.Budget.CheckTime()
	act.branch.fire(&compile.Frame{Slots: append([]any{}, act.slots...), RT: s.rt})
	s.firing, s.current = nil, nil
}

// failure is the error that a panic of a rule stands for; a defect of the engine
// itself is reported as one, too, so that one file never stops the others.
func (s *Session) failure(r any) error {
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
