package engine

import (
	"github.com/seed-62a36931/docket/rules/compile"
)

// A partial is a match in the making: the facts so far, what identifies them, and
// how fresh they are.
type partial struct {
	s *Session
	f *compile.Frame
	progress
	facts []*fact
	// path is the way to the match: the order of its facts, and the places of values
	// of a from
	path  []int64
	delta *delta // restricts the matches to those with a changed fact, nil when it does not
	stop  bool   // no more matches are wanted
}

// A progress is what a partial match returns to when it tries the next fact.
type progress struct {
	key    hash  // of the facts
	stamp  hash  // of when they changed last, as far as the rule looks at them
	seq    int64 // of the latest change of any of them
	origin *Rule // whose firing made that change
}

type point struct {
	progress
	facts, path int
}

func (m *partial) mark() point { return point{m.progress, len(m.facts), len(m.path)} }

func (m *partial) reset(to point) {
	m.progress, m.facts, m.path = to.progress, m.facts[:to.facts], m.path[:to.path]
}

// take adds a fact that a pattern matches.
func (m *partial) take(p *pattern, x *fact) {
	m.key = m.key.with(uint64(x.order))
	m.stamp = m.stamp.with(uint64(x.stamp(p.rule, p.tests)))
	m.facts, m.path = append(m.facts, x), append(m.path, x.order)
	seq, by := x.last(p.rule)
	m.saw(seq, by)
}

// saw notes a change of what the match rests on.
func (m *partial) saw(seq int64, by *Rule) {
	if seq > m.seq {
		m.seq, m.origin = seq, by
	}
}

// A step extends a partial match in every way that its condition allows, and goes
// on with the rest of the steps for each.
type step interface {
	extend(m *partial, rest []step, done func())
}

func (m *partial) follow(steps []step, done func()) {
	if len(steps) == 0 {
		done()
		return
	}
	steps[0].extend(m, steps[1:], done)
}

// each calls visit for every match of steps on top of this one; the visited match
// knows the facts of these steps only. It ends when visit returns false.
func (m *partial) each(steps []step, visit func(inner *partial) bool) {
	inner := m.s.spare()
	inner.f = m.f
	inner.follow(steps, func() { inner.stop = inner.stop || !visit(inner) })
	m.s.unused = append(m.s.unused, inner)
}

// any says whether steps have a match on top of this one.
func (m *partial) any(steps []step) bool {
	hit := false
	m.each(steps, func(*partial) bool { hit = true; return false })
	return hit
}

// spare is a partial match without facts, one that is no longer used if there is one.
func (s *Session) spare() *partial {
	n := len(s.unused)
	if n == 0 {
		return &partial{s: s}
	}
	m := s.unused[n-1]
	s.unused = s.unused[:n-1]
	*m = partial{s: s, facts: m.facts[:0], path: m.path[:0]}
	return m
}
