package engine

import (
	"fmt"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
)

// An activation is a match of a rule.
type activation struct {
	branch *branch
	key    string
	stamp  string
	slots  []any
	queued bool
	ticket int // of its latest place in the queue
	seen   int64
	logic  []*fact
	facts  []*fact
}

// waiting is a place in the queue; it is void when the match has a later one.
type waiting struct {
	act    *activation
	ticket int
}

// An agenda is the matches of a rule, and those of them that wait to fire.
type agenda struct {
	rule    *Rule
	matches map[string]*activation
	byFact  map[*fact]map[*activation]bool
	queue   []waiting
	dirty   bool
	seen    int64          // sequence at the last evaluation, 0 before the first
	changed map[*fact]bool // facts changed since then
	logical int            // matches that justify facts
}

func newAgenda(r *Rule) *agenda {
	return &agenda{rule: r, matches: map[string]*activation{}, byFact: map[*fact]map[*activation]bool{}, changed: map[*fact]bool{}, dirty: true}
}

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
		if a.dirty && a.logical > 0 { // logical facts depend on it
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
		if a.head() != nil {
			return a
		}
	}
	return nil
}

func (s *Session) fire(a *agenda) {
	act := a.head()
	act.queued = false
	if g := a.rule.attrs.ActivationGroup; g != "" {
		s.trigger[g] = max(s.seq, 1)
		for _, other := range s.agendas {
			if other.rule.attrs.ActivationGroup == g {
				for _, w := range other.queue {
					w.act.queued = false
				}
				other.queue = nil
			}
		}
	}
	s.firing, s.current = a, act
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
