package engine

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// scope is a condition that depends on facts that are not part of the match: not,
// exists, forall, collect and accumulate. Its own bindings are not visible outside.
type scope struct {
	base   int  // slots below it belong to conditions outside
	free   bool // it reads nothing from outside: its outcome is the same for all matches
	number int  // in the program
	direct bool // it is the not or exists of a single pattern
	// outside counts the constraints and expressions that look out of it, patterns
	// are those in it
	outside  int
	patterns []*pattern
	// again computes the outcome anew and reports whether it has changed
	again func(m *partial, known *outcome) (changed bool)
}

// outcome caches the results of a scope: one result when the scope reads nothing
// from outside, or one for each combination of the values that its single pattern is
// compared with, when it reads only these.
type outcome struct {
	known   bool
	holds   bool             // of a quantifier
	sum     *aggregateResult // of collect and accumulate
	accrued *runningAggregate
	effects []effect // since accrued was brought up to date
	byKey   map[uint64]*keyedResult
}

// keyedResult is the result for the matches with the same values in comparisons. From the
// first change of its facts on, it is a running aggregate.
type keyedResult struct {
	values  hash         // of the values
	next    *keyedResult // with the same key
	sum     *aggregateResult
	accrued *runningAggregate
	effects []effect // since the result was computed
}

// maxEffects is how many effects wait for a result to be asked for.
const maxEffects = 1 << 16

// noteEffects leaves the effects with the results that depend on facts with their keys.
func (o *outcome) noteEffects(effects []effect) {
	for _, e := range effects {
		for i, at := range [2]entry{e.before, e.after} {
			if !at.held || i > 0 && e.before.held && at.key == e.before.key {
				continue
			}
			if at.key == 0 {
				o.byKey = nil
			}
			for known := o.byKey[at.key]; known != nil; known = known.next {
				if known.effects = append(known.effects, e); len(known.effects) > maxEffects {
					o.dropResult(at.key, known) // nobody asks for it
				}
			}
		}
	}
}

// resultFor returns the result for the matches with some values, nil when there is none.
func (o *outcome) resultFor(key uint64, values hash) *keyedResult {
	for known := o.byKey[key]; known != nil; known = known.next {
		if known.values == values {
			return known
		}
	}
	return nil
}

// addResult adds a result.
func (o *outcome) addResult(key uint64, r *keyedResult) {
	if o.byKey == nil {
		o.byKey = map[uint64]*keyedResult{}
	}
	r.next = o.byKey[key]
	o.byKey[key] = r
}

// dropResult removes a result.
func (o *outcome) dropResult(key uint64, r *keyedResult) {
	at := o.byKey[key]
	if at == r {
		o.byKey[key] = r.next
		return
	}
	for ; at != nil; at = at.next {
		if at.next == r {
			at.next = r.next
		}
	}
}

// compileScope compiles the inside of a scope.
func (b *builder) compileScope(inside func(c *scope)) *scope {
	c := &scope{base: b.u.Size(), free: true, number: b.program.scopes}
	b.program.scopes++
	b.open = append(b.open, c)
	inside(c)
	b.open = b.open[:len(b.open)-1]
	c.free = c.free && len(b.open) == 0 // only outcomes of the outermost are kept
	return c
}

// quantifier is a not or an exists. It holds when its steps have a match if some is
// set, or have none if it is not.
type quantifier struct {
	scope *scope
	steps []step
	some  bool
}

// compileQuantifier compiles exists, when some is set, or not.
func (b *builder) compileQuantifier(some bool, inside func() []step) step {
	q := &quantifier{some: some}
	q.scope = b.compileScope(func(*scope) { q.steps = inside() })
	if len(q.steps) == 1 {
		_, q.scope.direct = q.steps[0].(*pattern)
	}
	q.scope.again = func(m *partial, known *outcome) bool {
		before := known.holds
		known.known, known.holds = true, m.hasMatch(q.steps)
		return known.holds != before
	}
	return q
}

func (q *quantifier) extendMatch(m *partial, rest []step, done func()) {
	if q.hasMatch(m) == q.some {
		m.runSteps(rest, done)
	}
}

// hasMatch reports whether the steps have a match.
func (q *quantifier) hasMatch(m *partial) bool {
	if !q.scope.free {
		return m.hasMatch(q.steps)
	}
	known := &m.s.outcomes[q.scope.number]
	if !known.known {
		q.scope.again(m, known)
	}
	return known.holds
}

// compileForall compiles forall as: no match of the first condition without a match of the
// rest. A single pattern means that all facts of its type satisfy its constraints.
func (b *builder) compileForall(c *syntax.Forall) step {
	if len(c.Conds) == 0 {
		b.reportProblem(c.Pos(), "forall needs a pattern")
		return nil
	}
	base, rest := c.Conds[0], c.Conds[1:]
	wantsOne := isSelfJoin(base, rest)
	if p, ok := base.(*syntax.Pattern); ok && len(rest) == 0 {
		const name = "$forall"
		same := &syntax.Binary{At: p.At, Op: "==", X: &syntax.Name{At: p.At, Name: "this"}, Y: &syntax.Name{At: p.At, Name: name}}
		rest = []syntax.Cond{&syntax.Pattern{At: p.At, Type: p.Type, Constraints: append([]syntax.Expr{same}, p.Constraints...)}}
		base = &syntax.Pattern{At: p.At, Bind: name, Type: p.Type}
	}
	var some []step
	if wantsOne {
		before := len(b.c.Problems)
		some = []step{b.compileQuantifier(true, func() []step { return b.compileScoped(base) })}
		if len(b.c.Problems) > before {
			return nil // the rest would repeat the problems
		}
	}
	none := b.compileQuantifier(false, func() []step {
		mark := b.u.Mark()
		defer func() { b.u.ReleaseTo(mark) }()
		first := b.compileSequence([]syntax.Cond{base})
		return append(first, b.compileQuantifier(false, func() []step { return b.compileScoped(rest...) }))
	})
	return &group{append(some, none)}
}

// isSelfJoin reports whether a forall has the form forall($x: T(…) T(this == $x, …)). In
// Drools this form does not hold where there is no $x at all.
func isSelfJoin(base syntax.Cond, rest []syntax.Cond) bool {
	first, ok := base.(*syntax.Pattern)
	if !ok || len(rest) != 1 || first.Bind == "" || first.From != nil {
		return false
	}
	second, ok := rest[0].(*syntax.Pattern)
	if !ok || second.Type.Name != first.Type.Name {
		return false
	}
	return slices.ContainsFunc(splitConjuncts(second.Constraints), func(e syntax.Expr) bool {
		equal, ok := e.(*syntax.Binary)
		return ok && equal.Op == "==" && (isName(equal.X, "this") && isName(equal.Y, first.Bind) ||
			isName(equal.X, first.Bind) && isName(equal.Y, "this"))
	})
}

func isName(e syntax.Expr, name string) bool {
	n, ok := e.(*syntax.Name)
	return ok && n.Name == name
}

// affectedFacts determines what the changed facts affect in a branch: the facts whose
// matches must be evaluated again or, if whole is set, that all matches must be.
func (s *Session) affectedFacts(b *branch, f *compile.Frame, changed []*fact) (again []*fact, whole bool) {
	again = changed
	for _, x := range changed {
		x.turn = s.turn
	}
	var doubtful []*scope
	s.effects = s.effects[:0]
	for _, p := range b.all {
		effects := s.memory[p.number].applyChanges(s, p, f)
		switch c := p.inside; {
		case c == nil || len(effects) == 0:
		case c.free:
			doubtful = append(doubtful, c)
			s.outcomes[c.number].effects = append(s.outcomes[c.number].effects, effects...)
			s.effects = append(s.effects, effects...)
		default:
			s.effects = append(s.effects, effects...)
			s.outcomes[c.number].noteEffects(effects)
			more, ok := s.affectedOuterFacts(p, effects)
			whole = whole || !ok
			again = s.addAffected(again, more)
		}
	}
	for _, c := range doubtful {
		m := s.newPartial()
		m.f = f
		if known := &s.outcomes[c.number]; known.known && c.again(m, known) {
			whole = true
		}
		s.unused = append(s.unused, m)
	}
	return again, whole
}

// addAffected appends facts to the list of those whose matches are evaluated again, each
// once.
func (s *Session) addAffected(again, more []*fact) []*fact {
	for _, x := range more {
		if x.turn != s.turn {
			x.turn = s.turn
			again = append(again, x)
		}
	}
	return again
}

// affectedOuterFacts returns the facts of earlier patterns whose matches the effects on a pattern
// of a scope can affect. ok is false when they cannot be determined.
func (s *Session) affectedOuterFacts(p *pattern, effects []effect) (found []*fact, ok bool) {
	var outer *pattern
	switch {
	case p.nearTo != nil:
		outer = p.nearTo
		found = s.memory[outer.number].overlappingFacts(spansAt(effects))
	case p.otherOf != nil && s.memory[p.otherOf.number].ready:
		outer = p.otherOf
		for _, key := range keysAt(effects) {
			if key == 0 {
				return nil, false
			}
			found = append(found, s.memory[outer.number].factsFor(s.memory[outer.number].layout.backs+p.back, key)...)
		}
	default:
		return nil, false
	}
	if outer.inside == nil {
		return found, true
	}
	var further []effect
	for _, x := range found {
		further = append(further, effect{after: s.memory[outer.number].entryOf(x)})
	}
	return s.affectedOuterFacts(outer, further)
}

func spansAt(effects []effect) []span {
	var out []span
	for _, e := range effects {
		for _, at := range [2]entry{e.before, e.after} {
			if at.held {
				out = append(out, at.span)
			}
		}
	}
	return out
}

func keysAt(effects []effect) []uint64 {
	var out []uint64
	for _, e := range effects {
		for _, at := range [2]entry{e.before, e.after} {
			if at.held {
				out = append(out, at.key)
			}
		}
	}
	return out
}
