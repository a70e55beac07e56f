package engine

import (
	"fmt"
	"slices"

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
	fresh   bool           // a match has been queued since the group was looked at
}

func newAgenda(r *Rule) *agenda {
	return &agenda{rule: r, matches: map[string]*activation{}, byFact: map[*fact]map[*activation]bool{}, changed: map[*fact]bool{}, dirty: true}
}

// Run fires rules until nothing is left. The agenda groups form a stack: those
// given here lie on the group of no name, the first one on top. Only rules of the
// top group fire; a group without matches is taken off, and comes back only when
// it gets the focus again.
func (s *Session) Run(groups ...string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.failure(r)
		}
	}()
	s.Focus("")
	for _, group := range slices.Backward(groups) {
		s.Focus(group)
	}
	for len(s.stack) > 0 && !s.halted {
		top := s.stack[len(s.stack)-1]
		s.enter(top)
		a := s.first(top)
		if a == nil {
			s.stack = s.stack[:len(s.stack)-1]
			s.active = ""
			continue
		}
		if a.rule.group != top {
			continue // a rule has moved the focus to its group
		}
		if s.fired++; s.fired > s.limits.Firings {
			panic(&host.LimitError{Message: fmt.Sprintf("more than %d firings", s.limits.Firings)})
		}
		s.fire(a)
	}
	return nil
}

// Focus puts an agenda group on top of the stack, unless it is there already.
func (s *Session) Focus(group string) {
	group = groupNamed(group)
	if n := len(s.stack); n == 0 || s.stack[n-1] != group {
		s.stack = append(s.stack, group)
	}
}

// enter notes when a group becomes the active one, for lock-on-active.
func (s *Session) enter(group string) {
	if s.active != "@"+group {
		s.active, s.focus[group] = "@"+group, max(s.seq, 1)
	}
}

// groupNamed is the name of a group: MAIN and DEFAULT are that of no name.
func groupNamed(name string) string {
	if name == "MAIN" || name == "DEFAULT" {
		return ""
	}
	return name
}

// first is the highest rule of the group that has a match to fire. Rules below it
// are not evaluated: what they would see may still change. When a rule with
// auto-focus of another group has a new match, it is that rule.
func (s *Session) first(group string) *agenda {
	for _, a := range s.agendas {
		auto := a.rule.attrs.AutoFocus
		if a.dirty && (a.logical > 0 || auto) { // logical facts depend on it
			s.evaluate(a)
		}
		if auto && a.fresh && a.rule.group != group {
			a.fresh = false
			s.Focus(a.rule.group)
			return a
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
			a.fresh = false
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
	s.rt.Rule, s.rt.Offset = a.rule.name, a.rule.at
	s.call.Budget.Begin()
	s.call.Budget.CheckTime()
	s.consequence(act)
	s.call.Budget.Settle()
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
