package engine

import (
	"github.com/seed-62a36931/docket/rules/compile"
)

// partial is an incomplete match: its facts so far, what identifies them, and how
// recently they have changed.
type partial struct {
	s *Session
	f *compile.Frame
	progress
	facts []*fact
	// path is the way to the match: the order of its facts, and the places of values
	// of a from
	path   []int64
	before int64  // sequence of the last change before the previous evaluation
	inside change // the latest one of what conditions such as not look at, since then
	delta  *delta // restricts the matches to those with a changed fact, nil when it does not
	stop   bool   // no further matches are needed
}

// progress is the state to which a partial match returns before it tries the next
// fact.
type progress struct {
	key    hash    // of the facts
	stamp  hash    // of their last changes, as far as the rule reads them
	seq    int64   // of the latest change of any of them
	origin *branch // whose firing made that change
}

// change is a change of a fact.
type change struct {
	seq    int64
	origin *branch // whose firing made it
}

// noteChanges records the latest of the changes of facts, as far as the rule sees them. As in
// Drools, no-loop and lock-on-active do not see that a fact was withdrawn which a condition
// in brackets or an aggregate looks at.
func (c *change) noteChanges(effects []effect, r *Rule) {
	for _, e := range effects {
		if e.fact.withdrawn && !e.direct && (r.attrs.NoLoop || r.attrs.LockOnActive) {
			continue
		}
		if seq, by := e.fact.lastChange(r); seq > c.seq {
			c.seq, c.origin = seq, by
		}
	}
}

// point is a state of a partial match.
type point struct {
	progress
	facts, path int
}

// mark returns the current state of the match, for resetTo.
func (m *partial) mark() point { return point{m.progress, len(m.facts), len(m.path)} }

// resetTo restores the state that mark has returned.
func (m *partial) resetTo(to point) {
	m.progress, m.facts, m.path = to.progress, m.facts[:to.facts], m.path[:to.path]
}

// addFact adds a fact that a pattern matches.
func (m *partial) addFact(p *pattern, x *fact) {
	m.key = m.key.withNumber(uint64(x.order))
	m.stamp = m.stamp.withNumber(uint64(x.changedAt(p.rule, p.tests)))
	m.facts, m.path = append(m.facts, x), append(m.path, x.order)
	seq, by := x.lastChange(p.rule)
	m.noteChange(seq, by)
}

// noteChange records a change of something that the match depends on.
func (m *partial) noteChange(seq int64, by *branch) {
	if seq > m.seq {
		m.seq, m.origin = seq, by
	}
}

// step extends a partial match in every way that its condition allows, and continues
// with the remaining steps for each.
type step interface {
	extendMatch(m *partial, rest []step, done func())
}

// runSteps extends the match by the steps and calls done for every match of all of
// them.
func (m *partial) runSteps(steps []step, done func()) {
	if len(steps) == 0 {
		done()
		return
	}
	steps[0].extendMatch(m, steps[1:], done)
}

// eachMatch calls visit for every match of steps that extends this one. The visited match
// contains the facts of these steps only. Iteration stops when visit returns false.
func (m *partial) eachMatch(steps []step, visit func(inner *partial) bool) {
	inner := m.s.newPartial()
	inner.f = m.f
	inner.runSteps(steps, func() { inner.stop = inner.stop || !visit(inner) })
	m.s.unused = append(m.s.unused, inner)
}

// hasMatch reports whether steps have a match that extends this one.
func (m *partial) hasMatch(steps []step) bool {
	if len(steps) == 1 {
		if p, ok := steps[0].(*pattern); ok && p.inside != nil {
			return p.hasFact(m)
		}
	}
	hit := false
	m.eachMatch(steps, func(*partial) bool { hit = true; return false })
	return hit
}

// newPartial returns a partial match without facts, reusing one that is no longer in use
// if possible.
func (s *Session) newPartial() *partial {
	n := len(s.unused)
	if n == 0 {
		return &partial{s: s}
	}
	m := s.unused[n-1]
	s.unused = s.unused[:n-1]
	*m = partial{s: s, facts: m.facts[:0], path: m.path[:0]}
	return m
}
