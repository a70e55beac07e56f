package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
)

// evaluate brings the matches of a rule up to date.
func (s *Session) evaluate(a *agenda) {
	a.dirty = false
	s.turn++
	s.call.Budget.Renew()
	s.rt.Rule, s.rt.Offset = a.rule.name, a.rule.at
	for i, b := range a.rule.branches {
		f := &compile.Frame{Slots: make([]any, b.unit.Size()), RT: s.rt}
		m := &partial{s: s, f: f}
		prefix := strconv.Itoa(i) + ":"
		if a.seen == 0 || len(b.patterns) == 0 || s.naive {
			b.step(m, func() { s.matched(a, b, m, prefix) })
			continue
		}
		before := len(a.queue)
		for _, p := range b.patterns {
			if m.delta = s.newDelta(p, a.changed, f); m.delta != nil {
				b.step(m, func() { s.matched(a, b, m, prefix) })
			}
		}
		slices.SortFunc(a.queue[before:], leftToRight)
	}
	s.sweep(a)
}

// leftToRight orders matches of a branch by their facts, the leftmost first: the
// order in which matching everything would find them.
func leftToRight(x, y waiting) int { return slices.CompareFunc(x.act.facts, y.act.facts, byOrder) }

// sweep ends the matches that the evaluation has not found again. Those of plain
// patterns that no change touches were not looked for.
func (s *Session) sweep(a *agenda) {
	var stale []*activation
	for f := range a.changed {
		for act := range a.byFact[f] {
			if act.seen != s.turn && len(act.branch.patterns) > 0 {
				stale = append(stale, act)
			}
		}
	}
	if a.rule.whole || s.naive {
		for _, act := range a.matches {
			if act.seen != s.turn && (s.naive || len(act.branch.patterns) == 0) {
				stale = append(stale, act)
			}
		}
	}
	slices.SortFunc(stale, func(x, y *activation) int { return strings.Compare(x.key, y.key) })
	for _, act := range slices.Compact(stale) {
		a.forget(act)
		act.queued = false
		if len(act.logic) > 0 {
			a.logical--
		}
		s.withdraw(act)
	}
	a.seen, a.changed = s.turn, map[*fact]bool{}
}

// forget takes a match out of the agenda.
func (a *agenda) forget(act *activation) {
	delete(a.matches, act.key)
	for _, f := range act.facts {
		if delete(a.byFact[f], act); len(a.byFact[f]) == 0 {
			delete(a.byFact, f)
		}
	}
}

// keep notes a match under its facts.
func (a *agenda) keep(act *activation) {
	if len(act.branch.patterns) == 0 {
		return // found again by evaluating the whole
	}
	for _, f := range act.facts {
		if a.byFact[f] == nil {
			a.byFact[f] = map[*activation]bool{}
		}
		a.byFact[f][act] = true
	}
}

func (s *Session) matched(a *agenda, b *branch, m *partial, prefix string) {
	key := prefix + strings.Join(m.key, ",")
	stamp := joined(m.stamps)
	act := a.matches[key]
	if act == nil {
		if len(a.matches) >= s.limits.Matches {
			panic(&host.LimitError{Message: fmt.Sprintf("more than %d matches at once", s.limits.Matches)})
		}
		act = &activation{branch: b, key: key, facts: m.facts}
		a.matches[key] = act
		a.keep(act)
	}
	act.seen = s.turn
	if act.stamp == stamp && !act.queued {
		return
	}
	fresh := act.stamp != stamp
	act.stamp, act.slots = stamp, slices.Clone(m.f.Slots)
	if fresh && !act.queued && !s.blocked(a.rule, m) {
		a.enqueue(act)
	}
}

// joined writes stamps; even none of them differ from the stamp of a new match.
func joined(stamps []int64) string {
	b := []byte{'@'}
	for _, n := range stamps {
		b = append(strconv.AppendInt(b, n, 36), ' ')
	}
	return string(b)
}

// enqueue puts a match at the end of those that wait to fire.
func (a *agenda) enqueue(act *activation) {
	act.queued, a.fresh = true, true
	act.ticket++
	a.queue = append(a.queue, waiting{act, act.ticket})
}

// head is the match that waits longest, nil when none does.
func (a *agenda) head() *activation {
	for len(a.queue) > 0 {
		if w := a.queue[0]; w.act.queued && w.ticket == w.act.ticket {
			return w.act
		}
		a.queue = a.queue[1:]
	}
	return nil
}

// blocked says whether an attribute of the rule keeps a fresh match from firing.
func (s *Session) blocked(r *Rule, m *partial) bool {
	switch {
	case r.attrs.NoLoop && m.origin == r:
		return true
	case r.attrs.LockOnActive && s.focus[r.group] > 0 && m.seq > s.focus[r.group]:
		return true
	case r.attrs.ActivationGroup != "" && s.trigger[r.attrs.ActivationGroup] >= m.seq && s.trigger[r.attrs.ActivationGroup] > 0:
		return true
	}
	return false
}

// withdraw ends what a match has justified.
func (s *Session) withdraw(act *activation) {
	for _, f := range act.logic {
		delete(f.reasons, act)
		if len(f.reasons) == 0 && !f.stated {
			s.Retract(f.object)
		}
	}
}
