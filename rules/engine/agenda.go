package engine

import (
	"fmt"
	"math"
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
)

// agenda holds the matches of a rule and the queue of those that wait to fire.
type agenda struct {
	rule    *Rule
	rank    int        // among the rules of the session
	matches []*matches // by branch
	slots   [][]any    // for the evaluation of each branch
	frames  []compile.Frame
	count   int // of matches
	queue   queue
	dirty   bool
	seen    int64   // turn of the last evaluation, 0 before the first
	seenAt  int64   // sequence of the last change before it
	changed changes // facts changed since then
	logical int     // matches that justify facts
	urgent  bool    // it is in the session's list of rules to evaluate first
	fired   int64   // consequences so far
	work    Work    // for an observer
	failed  bool    // it has failed, and is not evaluated any more
	// parts are the others of a rule whose conditions choose among consequences: all see the facts
	// of the same moment
	parts []*agenda
}

func newAgenda(r *Rule, rank int) *agenda {
	a := &agenda{rule: r, rank: rank}
	a.queue.ranked, a.frames = r.dynamic, make([]compile.Frame, len(r.branches))
	for _, b := range r.branches {
		a.matches = append(a.matches, &matches{room: slab[activation]{most: maxMatches}, values: slab[any]{most: maxSlots}})
		a.slots = append(a.slots, make([]any, b.unit.Size()))
	}
	return a
}

// isEager reports whether the rule is evaluated as soon as facts that it reads have
// changed, instead of only when it is its turn to fire: more than its own firing
// depends on it. What a match of several conditions has concluded is withdrawn in turn.
func (a *agenda) isEager() bool {
	return a.logical > 0 && a.rule.isSingle() || a.rule.isEager()
}

// isSingle reports whether the rule has a branch of a single pattern.
func (r *Rule) isSingle() bool {
	return slices.ContainsFunc(r.branches, func(b *branch) bool {
		return len(b.steps) == 1 && len(b.outer) == 1 && b.steps[0] == step(b.outer[0])
	})
}

// isEager reports whether the attributes of the rule make it eager: whether its matches fire
// depends on when they are found.
func (r *Rule) isEager() bool {
	x := &r.attrs
	return r.dynamic || x.AutoFocus || x.LockOnActive || x.NoLoop || x.ActivationGroup != ""
}

// enqueue queues a match to fire.
func (a *agenda) enqueue(act *activation, salience int32) {
	a.queue.pushMatch(act, salience)
}

// Run fires rules until none is left to fire. The agenda groups form a stack: the
// given ones lie on top of the unnamed group, the first one uppermost. Only rules of
// the top group fire. A group without matches is removed from the stack and returns
// only when it gets the focus again. The error is the failure of a rule; after
// IsolateFailures a rule that fails is taken out and the others go on, unless the context
// has ended, and Failures tells which ones.
func (s *Session) Run(groups ...string) error {
	s.FocusGroup("")
	for _, group := range slices.Backward(groups) {
		s.FocusGroup(group)
	}
	for len(s.stack) > 0 && !s.halted {
		if err := s.fireUntilFailure(); err != nil {
			return err
		}
	}
	return nil
}

// fireUntilFailure fires rules until none is left or one has failed, and takes that one out.
func (s *Session) fireUntilFailure() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = s.isolateFailure(r)
		}
	}()
	for len(s.stack) > 0 && !s.halted {
		if !s.working {
			s.evaluateUrgent()
			s.working, s.group = true, s.stack[len(s.stack)-1]
			s.active, s.focus[s.group] = "@"+s.group, s.seq
		}
		if a := s.highestRule(s.group); a != nil {
			s.fireNext(a)
			continue
		}
		if top := len(s.stack) - 1; s.stack[top] == s.group {
			s.stack, s.active = s.stack[:top], ""
		}
		s.working = false
	}
	return nil
}

// FocusGroup pushes an agenda group onto the stack, unless it is on top already. Its rules
// are the next to fire.
func (s *Session) FocusGroup(group string) {
	if s.pushGroup(canonicalGroup(group)) {
		s.working = false
	}
}

// pushGroup pushes an agenda group onto the stack, unless it is on top already, and reports
// whether it was not.
func (s *Session) pushGroup(group string) bool {
	n := len(s.stack)
	if n > 0 && s.stack[n-1] == group {
		return false
	}
	s.stack = append(s.stack, group)
	s.active, s.focus[group] = "@"+group, s.seq
	return true
}

// focusOn moves the focus to the group of a rule with auto-focus that has a match to fire.
// The group that is active goes on until it has nothing to fire. The match of a single
// pattern moves the focus only when its fact is new.
func (s *Session) focusOn(b *branch, m *partial) {
	if !b.rule.attrs.AutoFocus || len(b.steps) == 1 && len(m.facts) == 1 && m.facts[0].order != m.seq {
		return
	}
	s.pushGroup(b.rule.group)
}

// canonicalGroup returns the canonical name of an agenda group: MAIN and DEFAULT are the
// unnamed group.
func canonicalGroup(name string) string {
	if name == "MAIN" || name == "DEFAULT" {
		return ""
	}
	return name
}

// highestRule brings the eager rules up to date and returns the highest rule of the group
// that has a match to fire, or nil. Rules below it are not evaluated, because what they
// would see may still change.
func (s *Session) highestRule(group string) *agenda {
	s.evaluateUrgent()
	best := s.highestDynamic(group)
	for rank := range s.live.eachNumber() {
		a := s.agendas[rank]
		if a.rule.group != group || a.rule.dynamic {
			continue
		}
		if best != nil && !firesBefore(a, best) {
			break
		}
		before := s.seq
		if a.dirty {
			s.evaluateRule(a)
			s.evaluateParts(a)
		}
		if a.queue.nextMatch() != nil {
			best = a
			break
		}
		if s.seq != before {
			return s.highestRule(group) // it has withdrawn facts, which may wake rules above it
		}
		if !a.dirty {
			s.live.remove(rank)
		}
	}
	return best
}

// highestDynamic returns the rule with computed salience whose best match fires first, or
// nil.
func (s *Session) highestDynamic(group string) *agenda {
	var best *agenda
	for _, a := range s.dynamic {
		if a.rule.group == group && a.queue.nextMatch() != nil && (best == nil || firesBefore(a, best)) {
			best = a
		}
	}
	return best
}

// firesBefore reports whether rule a fires before rule b: by higher salience, then by
// position in the file.
func firesBefore(a, b *agenda) bool {
	x, y := a.currentSalience(), b.currentSalience()
	return x > y || x == y && a.rule.index < b.rule.index
}

// currentSalience returns the salience of the rule. If it is computed, that is the salience
// of the next match.
func (a *agenda) currentSalience() int {
	if act := a.queue.nextMatch(); act != nil && a.rule.dynamic {
		return int(act.salience)
	}
	return a.rule.salience
}

// salienceOf computes the salience of a match.
func (s *Session) salienceOf(act *activation) int32 {
	if act.branch.salience == nil {
		return salienceWithin(act.branch.rule.salience)
	}
	s.ranking.RT, s.ranking.Slots = s.rt, s.fillSlots(s.ranking.Slots, act)
	switch v := act.branch.salience(&s.ranking).(type) {
	case int32:
		return v
	case int64:
		return salienceWithin(int(v))
	case float64:
		return salienceWithin(int(v))
	}
	return 0
}

// salienceWithin returns a salience within the range of an int of the rule language.
func salienceWithin(v int) int32 { return int32(min(max(v, math.MinInt32), math.MaxInt32)) }

// evaluateUrgent evaluates the rules that cannot wait for their turn, the highest
// first. Facts retracted by that may make further rules urgent.
func (s *Session) evaluateUrgent() {
	for len(s.urgent) > 0 {
		at := 0
		for i, a := range s.urgent {
			if a.rank < s.urgent[at].rank {
				at = i
			}
		}
		a := s.urgent[at]
		s.urgent = slices.Delete(s.urgent, at, at+1)
		a.urgent = false
		if a.dirty && a.isEager() {
			s.evaluateRule(a)
		}
	}
}

// wakeRule marks a rule as having changes to evaluate.
func (s *Session) wakeRule(a *agenda) {
	if a.failed {
		return
	}
	a.dirty = true
	s.live.add(a.rank)
	if !a.urgent && a.isEager() {
		a.urgent = true
		s.urgent = append(s.urgent, a)
	}
}

// fireNext runs the consequence of the next match of a rule, unless the match is
// disabled.
func (s *Session) fireNext(a *agenda) {
	act := a.queue.nextMatch()
	act.leaveQueue()
	s.beginRule(a)
	s.call.Budget.BeginConditions()
	if !s.isEnabled(act) {
		return
	}
	s.fired++
	if a.fired++; s.fired > s.firings {
		if s.isolating {
			s.blameBusiestRule(a)
		}
		panic(&host.LimitError{Message: fmt.Sprintf("more than %d firings", s.limits.Firings)})
	}
	if g := a.rule.attrs.ActivationGroup; g != "" {
		s.trigger[g] = s.seq
		for _, other := range s.exclusive[g] {
			other.queue.removeAll()
		}
	}
	s.firing, s.current = a, act
	before := a.takeLogic(act)
	s.call.Budget.BeginConsequence()
	s.call.Budget.CheckTime()
	s.runConsequence(act)
	s.call.Budget.EndConsequence()
	s.withdrawEarlier(act, before)
	s.firing, s.current = nil, nil
	act.slots = nil
	if a.dirty {
		s.wakeRule(a) // it may justify facts now
	}
}

// takeLogic returns the facts that a match has justified when it fired before. It
// justifies none from now on.
func (a *agenda) takeLogic(act *activation) []*fact {
	before := act.logic()
	if act.setLogic(nil); len(before) > 0 {
		a.logical--
	}
	return before
}

// withdrawEarlier retracts the facts that a match justified when it fired before and has
// not justified again.
func (s *Session) withdrawEarlier(act *activation, before []*fact) {
	for _, f := range before {
		if !slices.Contains(act.logic(), f) {
			s.withdrawReason(act, f)
		}
	}
}

// isEnabled evaluates the attribute "enabled" for a match.
func (s *Session) isEnabled(act *activation) bool {
	if act.branch.enabled == nil {
		return true
	}
	return act.branch.enabled(&compile.Frame{Slots: s.fillSlots(nil, act), RT: s.rt}) == true
}
