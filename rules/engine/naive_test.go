package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
)

// naive is an engine without memories, indexes and deltas: a rule whose turn it is
// is matched with all facts anew, every time. It shares nothing with the sessions
// of the package but the compiled expressions, and is written for plainness.
type naive struct {
	program *Program
	rt      *compile.Runtime
	facts   []*naiveFact
	rules   []*naiveRule // by rank
	clock   int
	tickets int
	fired   int
	limit   int
	firing  *naiveRule
	current *naiveMatch
	halted  bool
	stack   []string
	active  string
	working bool           // the matches of group fire until none is left
	group   string         // whose turn it is
	since   map[string]int // when a group became active
	trigger map[string]int // when an activation group fired
}

type naiveFact struct {
	object        any
	class         *host.Class
	order         int
	whole, latest int
	props         map[string]int
	author        *branch
	stated, dead  bool
	reasons       map[*naiveMatch]bool
}

type naiveRule struct {
	*Rule
	matches map[string]*naiveMatch
	before  int                              // clock of the previous matching
	passed  map[*pattern]map[*naiveFact]bool // facts that passed patterns inside of other conditions then
}

type naiveMatch struct {
	naiveState
	rule   *naiveRule
	branch *branch
	slots  []any
	queued bool
	ticket int
	worth  int // salience
	logic  []*naiveFact
}

// naiveState is how far a match has come.
type naiveState struct {
	key, stamp string
	seq        int
	origin     *branch
	path       []int
}

func newNaive(p *Program, globals map[string]any, limit int) *naive {
	n := &naive{program: p, limit: limit, since: map[string]int{}, trigger: map[string]int{}}
	n.rt = &compile.Runtime{Call: &host.Call{Budget: host.NewBudget(context.Background(), 1<<40)}, Globals: globals, Actions: n}
	for _, r := range p.rules {
		if !r.disabled {
			n.rules = append(n.rules, &naiveRule{Rule: r, matches: map[string]*naiveMatch{}, passed: map[*pattern]map[*naiveFact]bool{}})
		}
	}
	slices.SortStableFunc(n.rules, func(a, b *naiveRule) int { return b.salience - a.salience })
	return n
}

func (n *naive) live(class string) []*naiveFact {
	var out []*naiveFact
	for _, f := range n.facts {
		if !f.dead && f.class.IsKindOf(class) {
			out = append(out, f)
		}
	}
	return out
}

func (n *naive) objects(class string) []any {
	var out []any
	for _, f := range n.live(class) {
		out = append(out, f.object)
	}
	return out
}

func (n *naive) of(object any) *naiveFact {
	for _, f := range n.facts {
		if !f.dead && f.object == object {
			return f
		}
	}
	return nil
}

func (n *naive) author() *branch {
	if n.current == nil {
		return nil
	}
	return n.current.branch
}

func (n *naive) Insert(object any, logical bool) {
	f := n.of(object)
	if f == nil && logical {
		for _, other := range n.live(host.ClassNameOf(object)) {
			if host.Equal(other.object, object) {
				f = other
				break
			}
		}
	}
	if f == nil {
		n.clock++
		f = &naiveFact{object: object, class: n.program.registry.Class(host.ClassNameOf(object)), order: n.clock,
			whole: n.clock, latest: n.clock, props: map[string]int{}, author: n.author(), reasons: map[*naiveMatch]bool{}}
		n.facts = append(n.facts, f)
	}
	if !logical {
		f.stated = true
	} else if !f.stated && n.current != nil {
		f.reasons[n.current] = true
		n.current.logic = append(n.current.logic, f)
	}
}

func (n *naive) Update(object any, properties []string) {
	f := n.of(object)
	if properties != nil && len(properties) == 0 {
		return
	}
	n.clock++
	f.latest, f.author = n.clock, n.author()
	if properties == nil {
		f.whole = n.clock
	}
	for _, p := range properties {
		f.props[p] = n.clock
	}
}

func (n *naive) Retract(object any) {
	if f := n.of(object); f != nil {
		n.clock++
		f.dead, f.latest, f.author = true, n.clock, n.author()
	}
}

func (n *naive) Halt() { n.halted = true }

func (n *naive) FocusGroup(group string) {
	if n.push(canonicalGroup(group)) {
		n.working = false
	}
}

func (n *naive) push(group string) bool {
	if len(n.stack) > 0 && n.stack[len(n.stack)-1] == group {
		return false
	}
	n.stack = append(n.stack, group)
	n.active, n.since[group] = "@"+group, n.clock
	return true
}

func (n *naive) run(groups ...string) {
	n.FocusGroup("")
	for _, g := range slices.Backward(groups) {
		n.FocusGroup(g)
	}
	for len(n.stack) > 0 && !n.halted {
		if !n.working {
			n.settle()
			n.working, n.group = true, n.stack[len(n.stack)-1]
			n.active, n.since[n.group] = "@"+n.group, n.clock
		}
		if act := n.next(n.group); act != nil {
			if !n.fire(act) {
				return
			}
			continue
		}
		if top := len(n.stack) - 1; n.stack[top] == n.group {
			n.stack, n.active = n.stack[:top], ""
		}
		n.working = false
	}
}

// settle matches the eager rules until nothing is withdrawn any more.
func (n *naive) settle() {
	for settled := false; !settled; {
		settled = true
		for _, r := range n.rules {
			before := n.clock
			if r.eager() {
				n.match(r)
			}
			if n.clock != before {
				settled = false
				break
			}
		}
	}
}

// next is the match to fire.
func (n *naive) next(group string) (act *naiveMatch) {
	n.settle()
	for _, r := range n.rules {
		if h := r.head(); r.dynamic && r.group == group && h != nil &&
			(act == nil || h.worth > act.worth || h.worth == act.worth && r.index < act.rule.index) {
			act = h
		}
	}
	for _, r := range n.rules {
		if r.dynamic || r.group != group || act != nil && (r.salience < act.worth || r.salience == act.worth && r.index > act.rule.index) {
			continue
		}
		n.match(r)
		if h := r.head(); h != nil {
			act = h
			break
		}
	}
	return act
}

func (r *naiveRule) eager() bool {
	for _, m := range r.matches {
		if len(m.logic) > 0 && r.isSingle() {
			return true
		}
	}
	return r.dynamic || r.attrs.AutoFocus || r.attrs.LockOnActive || r.attrs.NoLoop || r.attrs.ActivationGroup != ""
}

// head is the match that is to fire first.
func (r *naiveRule) head() *naiveMatch {
	var best *naiveMatch
	for _, m := range r.matches {
		switch {
		case !m.queued:
		case best == nil, r.dynamic && (m.worth > best.worth || m.worth == best.worth && m.ticket > best.ticket),
			!r.dynamic && m.ticket < best.ticket:
			best = m
		}
	}
	return best
}

func (n *naive) fire(m *naiveMatch) bool {
	m.queued = false
	frame := &compile.Frame{Slots: slices.Clone(m.slots), RT: n.rt}
	if m.branch.enabled != nil && m.branch.enabled(frame) != true {
		return true
	}
	if n.fired++; n.fired > n.limit {
		return false
	}
	if g := m.rule.attrs.ActivationGroup; g != "" {
		n.trigger[g] = n.clock
		for _, r := range n.rules {
			for _, other := range r.matches {
				if r.attrs.ActivationGroup == g {
					other.queued = false
				}
			}
		}
	}
	n.firing, n.current = m.rule, m
	before := m.logic
	m.logic = nil
	m.branch.fire(frame)
	for _, f := range before {
		if !slices.Contains(m.logic, f) {
			n.withdraw(m, f)
		}
	}
	n.firing, n.current = nil, nil
	return true
}

// match finds all matches of a rule anew, if anything has changed since it did so.
func (n *naive) match(r *naiveRule) {
	if r.before == n.clock {
		return
	}
	old, before := r.matches, r.before
	r.matches = map[string]*naiveMatch{}
	for _, b := range r.branches {
		var list []*naiveMatch
		frame := &compile.Frame{Slots: make([]any, b.unit.Size()), RT: n.rt}
		inside := n.inside(r, b, frame)
		n.walk(b.steps, frame, naiveState{key: fmt.Sprint(b.number)}, func(s naiveState) {
			m, isNew := old[s.key], old[s.key] == nil
			fresh := isNew || m.stamp != s.stamp
			if m == nil {
				if m = (&naiveMatch{rule: r, branch: b}); s.seq <= before && inside.seq > s.seq {
					s.seq, s.origin = inside.seq, inside.origin
				}
			}
			r.matches[s.key] = m
			if !fresh && !m.queued {
				return
			}
			m.naiveState, m.slots = s, slices.Clone(frame.Slots)
			worth := n.worth(m)
			if m.queued && worth != m.worth || !m.queued && !n.isBlocked(b, s, isNew) {
				list = append(list, m)
				if r.attrs.AutoFocus && !(len(b.steps) == 1 && len(s.path) == 1 && s.path[0] != s.seq) {
					n.push(r.group)
				}
			}
			m.worth = worth
		})
		slices.SortStableFunc(list, func(x, y *naiveMatch) int {
			return compareBy(b.order.path, x.path, y.path, cmp.Compare)
		})
		for _, m := range list {
			n.tickets++
			m.queued, m.ticket = true, n.tickets
		}
	}
	r.before = n.clock
	n.end(old, r.matches)
}

// end withdraws what matches that are gone have justified.
func (n *naive) end(old, now map[string]*naiveMatch) {
	var gone []*naiveMatch
	for key, m := range old {
		if now[key] == nil {
			gone = append(gone, m)
		}
	}
	slices.SortFunc(gone, func(a, b *naiveMatch) int {
		return cmp.Or(a.branch.number-b.branch.number, slices.Compare(a.path, b.path), strings.Compare(a.key, b.key))
	})
	for _, m := range gone {
		for _, f := range m.logic {
			n.withdraw(m, f)
		}
	}
}

// withdraw takes a match from the reasons of a logical fact.
func (n *naive) withdraw(m *naiveMatch, f *naiveFact) {
	if delete(f.reasons, m); len(f.reasons) == 0 && !f.stated && !f.dead {
		n.Retract(f.object)
	}
}

// inside finds the latest change since the previous matching of what conditions such as
// not look at.
func (n *naive) inside(r *naiveRule, b *branch, f *compile.Frame) (latest naiveState) {
	for _, p := range b.all {
		if p.inside == nil {
			continue
		}
		passes := map[*naiveFact]bool{}
		for _, x := range n.facts {
			if !x.class.IsKindOf(p.class) {
				continue
			}
			if f.Slots[p.slot] = x.object; !x.dead {
				passes[x] = n.holds(p.tests.own, f, x.object)
			}
			if x.latest > r.before && (passes[x] || r.passed[p][x]) && x.latest > latest.seq {
				latest.seq, latest.origin = x.latest, x.author
			}
		}
		r.passed[p] = passes
	}
	return latest
}

func (n *naive) worth(m *naiveMatch) int {
	if m.branch.salience == nil {
		return m.rule.salience
	}
	return int(m.branch.salience(&compile.Frame{Slots: slices.Clone(m.slots), RT: n.rt}).(int32))
}

func (n *naive) isBlocked(b *branch, s naiveState, isNew bool) bool {
	r := b.rule
	g := r.attrs.ActivationGroup
	own := s.origin == b || isNew && s.origin != nil && s.origin.rule == r
	return r.attrs.NoLoop && own || r.attrs.LockOnActive && n.active == "@"+r.group && s.seq > n.since[r.group] ||
		n.isTriggered(g) && n.trigger[g] >= s.seq
}

func (n *naive) isTriggered(group string) bool {
	_, fired := n.trigger[group]
	return fired
}

func (n *naive) holds(tests []compile.Eval, f *compile.Frame, this any) bool {
	for _, t := range tests {
		if f.Slots[0] = this; t(f) != true {
			return false
		}
	}
	return true
}

func (s naiveState) with(f *naiveFact, p *pattern) naiveState {
	stamp := f.whole
	for name := range p.tests.reads {
		stamp = max(stamp, f.props[name])
	}
	if p.tests.all {
		stamp = f.latest
	}
	s.key, s.stamp = s.key+" f"+strconv.Itoa(f.order), s.stamp+" "+strconv.Itoa(stamp)
	s.path = append(slices.Clone(s.path), f.order)
	if f.latest > s.seq {
		s.seq, s.origin = f.latest, f.author
	}
	return s
}

// walk visits every match of steps.
func (n *naive) walk(steps []step, f *compile.Frame, s naiveState, visit func(s naiveState)) {
	if len(steps) == 0 {
		visit(s)
		return
	}
	rest := func(s naiveState) { n.walk(steps[1:], f, s, visit) }
	switch c := steps[0].(type) {
	case *pattern:
		for _, x := range n.live(c.class) {
			f.Slots[c.slot] = x.object
			if n.holds(c.tests.list, f, x.object) {
				rest(s.with(x, c))
			}
		}
	case *group:
		n.walk(c.steps, f, s, rest)
	case *choice:
		for i, list := range c.list {
			one := s
			one.key, one.path = fmt.Sprint(s.key, " o", i), append(slices.Clone(s.path), i)
			n.walk(list, f, one, rest)
		}
	case *filter:
		if c.test(f) == true {
			rest(s)
		}
	case *quantifier:
		some := false
		n.walk(c.steps, f, naiveState{}, func(naiveState) { some = true })
		if some == c.some {
			rest(s)
		}
	case *values:
		n.from(c, f, s, rest)
	case *accumulation:
		results, s := n.gather(c.source, f, s)
		if len(results) == 1 && results[0] == nil {
			return
		}
		for i, v := range results {
			f.Slots[c.source.folders[i].slot] = v
		}
		if n.holds(c.tests, f, nil) {
			rest(s)
		}
	default:
		panic(fmt.Sprintf("the naive engine does not know %T", c))
	}
}

// from visits the values behind a from.
func (n *naive) from(c *values, f *compile.Frame, s naiveState, rest func(s naiveState)) {
	one := func(v any, s naiveState) {
		if class := n.program.registry.Class(host.ClassNameOf(v)); v == nil || !class.IsKindOf(c.class) {
			return
		}
		f.Slots[c.slot] = v
		if n.holds(c.tests.list, f, v) {
			rest(s)
		}
	}
	if g, ok := c.source.(*aggregate); ok {
		results, s := n.gather(g, f, s)
		one(results[0], s)
		return
	}
	v := c.source.(*exprSource).value(f)
	items, many := host.ItemsOf(v)
	if !many {
		items = []any{v}
	}
	for i, item := range slices.Clone(items) {
		before := 0
		for _, earlier := range items[:i] {
			if host.Equal(earlier, item) {
				before++
			}
		}
		each := s
		each.key, each.path = fmt.Sprint(s.key, " v", item, "#", before), append(slices.Clone(s.path), i)
		one(item, each)
	}
}

// gather works out a collect or an accumulate.
func (n *naive) gather(g *aggregate, f *compile.Frame, s naiveState) ([]any, naiveState) {
	given := make([][]any, len(g.folders))
	key := ""
	n.walk(g.steps, f, naiveState{}, func(inner naiveState) {
		key += fmt.Sprint(" (", inner.key, ":", inner.stamp, ")")
		if inner.seq > s.seq {
			s.seq, s.origin = inner.seq, inner.origin
		}
		for i, folder := range g.folders {
			given[i] = append(given[i], folder.arg(f))
		}
	})
	s.stamp += key
	var results []any
	for i, folder := range g.folders {
		results = append(results, folder.fold(f, given[i]))
	}
	return results, s
}
